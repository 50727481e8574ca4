//===- Handlers.h - One function per op or family ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_HANDLERS_H
#define MYTRITON_LIB_BACKEND_INTERP_HANDLERS_H

namespace mt::interp {

class Machine;
struct Instr;

// RunElementwise.cpp
void runElementwise(Machine &M, const Instr &I);

// RunTile.cpp
void runProgramId(Machine &M, const Instr &I);
void runNumPrograms(Machine &M, const Instr &I);
void runArange(Machine &M, const Instr &I);
void runZeros(Machine &M, const Instr &I);
void runEmpty(Machine &M, const Instr &I);
void runBroadcast(Machine &M, const Instr &I);

// RunShape.cpp
void runReshape(Machine &M, const Instr &I);
void runTrans(Machine &M, const Instr &I);
void runFlip(Machine &M, const Instr &I);
void runJoin(Machine &M, const Instr &I);
void runSplit(Machine &M, const Instr &I);
void runCat(Machine &M, const Instr &I);
void runGather(Machine &M, const Instr &I);

// RunReduce.cpp
void runReduction(Machine &M, const Instr &I);
void runReduce(Machine &M, const Instr &I);
void runScan(Machine &M, const Instr &I);
void runDot(Machine &M, const Instr &I);

// RunMemory.cpp
void runLoad(Machine &M, const Instr &I);
void runStore(Machine &M, const Instr &I);
void runAtomic(Machine &M, const Instr &I);

// RunDebug.cpp
void runAssert(Machine &M, const Instr &I);
void runPrint(Machine &M, const Instr &I);
void runPrintElements(Machine &M, const Instr &I);

// RunControl.cpp
void runFor(Machine &M, const Instr &I);
void runWhile(Machine &M, const Instr &I);
void runIf(Machine &M, const Instr &I);
void runCall(Machine &M, const Instr &I);

// RunThread.cpp
void runThreadId(Machine &M, const Instr &I);
void runFragmentIndex(Machine &M, const Instr &I);
void runPermuteRegisters(Machine &M, const Instr &I);
void runConcatRegisters(Machine &M, const Instr &I);
void runShuffle(Machine &M, const Instr &I);
void runSharedAlloc(Machine &M, const Instr &I);
void runSharedLoad(Machine &M, const Instr &I);
void runSharedStore(Machine &M, const Instr &I);
void runBarrier(Machine &M, const Instr &I);

// RunMatrix.cpp
void runMma(Machine &M, const Instr &I);
void runSharedLoadMatrix(Machine &M, const Instr &I);
void runAsyncCopy(Machine &M, const Instr &I);
void runAsyncCommit(Machine &M, const Instr &I);
void runAsyncWait(Machine &M, const Instr &I);

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_HANDLERS_H
