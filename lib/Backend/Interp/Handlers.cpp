//===- Handlers.cpp - Which function runs which op ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Program.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::interp;

// Long because it lists every op: this is where a new one breaks the build.
Handler mt::interp::handlerOf(OpKind K) {
  switch (K) {
#define MT_CASE_Arith(Name) case OpKind::Name:
#define MT_CASE_Math(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
  case OpKind::AddPtr:
    return runElementwise;
  case OpKind::ProgramId:
    return runProgramId;
  case OpKind::NumPrograms:
    return runNumPrograms;
  case OpKind::Arange:
    return runArange;
  case OpKind::Zeros:
    return runZeros;
  case OpKind::Empty:
    return runEmpty;
  case OpKind::ExpandDims:
  case OpKind::Reshape:
    return runReshape;
  case OpKind::Trans:
    return runTrans;
  case OpKind::Flip:
    return runFlip;
  case OpKind::Join:
    return runJoin;
  case OpKind::Split:
    return runSplit;
  case OpKind::Cat:
    return runCat;
  case OpKind::Gather:
    return runGather;
  case OpKind::Sum:
  case OpKind::Max:
  case OpKind::Min:
    return runReduction;
  case OpKind::Reduce:
    return runReduce;
  case OpKind::Scan:
    return runScan;
  case OpKind::Dot:
    return runDot;
#define MT_CASE_Atomic(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
  case OpKind::MaskedCas:
    return runAtomic;
  case OpKind::Assert:
    return runAssert;
  case OpKind::Print:
    return runPrint;
  case OpKind::PrintElements:
    return runPrintElements;
  case OpKind::Full:
  case OpKind::Broadcast:
  case OpKind::Splat:
    return runBroadcast;
  case OpKind::Load:
    return runLoad;
  case OpKind::Store:
    return runStore;
  case OpKind::For:
    return runFor;
  case OpKind::While:
    return runWhile;
  case OpKind::If:
    return runIf;
  case OpKind::Call:
    return runCall;
  case OpKind::Yield:
  case OpKind::Condition:
  case OpKind::Return:
    return nullptr; // part of their block's Code
  case OpKind::ThreadId:
    return runThreadId;
  case OpKind::FragmentIndex:
    return runFragmentIndex;
  case OpKind::PermuteRegisters:
    return runPermuteRegisters;
  case OpKind::ConcatRegisters:
    return runConcatRegisters;
  case OpKind::Shuffle:
  case OpKind::ShuffleXor:
    return runShuffle;
  case OpKind::SharedAlloc:
    return runSharedAlloc;
  case OpKind::SharedLoad:
    return runSharedLoad;
  case OpKind::SharedStore:
    return runSharedStore;
  case OpKind::Barrier:
    return runBarrier;
  case OpKind::Mma:
    return runMma;
  case OpKind::SharedLoadMatrix:
    return runSharedLoadMatrix;
  case OpKind::AsyncCopy:
    return runAsyncCopy;
  case OpKind::AsyncCommit:
    return runAsyncCommit;
  case OpKind::AsyncWait:
    return runAsyncWait;
  }
  llvm_unreachable("op kind outside the table");
}
