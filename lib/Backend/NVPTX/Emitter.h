//===- Emitter.h - Thread IR as LLVM IR -------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fragment becomes one scalar per register: LLVM's passes and the assembler
// work on those, and renaming registers costs nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_EMITTER_H
#define MYTRITON_LIB_BACKEND_NVPTX_EMITTER_H

#include "ScalarEmitter.h"
#include "mytriton/Backend/NVIDIA/Instructions.h"

namespace mt::nvptx {

class DebugInfo;

/// Emits one kernel of thread IR into an LLVM module for NVPTX.
class KernelEmitter {
public:
  using V = llvm::Value *;
  KernelEmitter(Kernel &K, llvm::Module &M, unsigned SM,
                const IndexRanges *Ranges);

  /// Emits the kernel as a function called Symbol. Debug may be null.
  void emit(llvm::StringRef Symbol, DebugInfo *Debug);

private:
  using Registers = llvm::SmallVector<V, 4>;

  // EmitKernel.cpp
  void createFunction(llvm::StringRef Symbol);
  void emitBlock(Block &Body);
  void emitOp(Op *O);
  void emitElementwise(Op *O);
  void emitAddPtr(AddPtrOp *O);
  void emitFragmentIndex(FragmentIndexOp *O);
  V specialRegister(llvm::Intrinsic::ID ID, uint64_t Limit);
  /// Register R of a value; a scalar is the same in all.
  V get(Value *Val, int64_t R = 0);
  void set(Value *Val, Registers Values);
  llvm::BasicBlock *newBlock(const char *Name);
  /// Runs Body where Condition, unless it is null, holds.
  void emitIfTrue(V Condition, llvm::function_ref<void()> Body);
  /// The registers that hold the instruction's results.
  Registers emitAsm(const ptx::Instruction &I, llvm::ArrayRef<V> Operands);

  // EmitMemory.cpp
  void emitLoad(LoadOp *O);
  void emitStore(StoreOp *O);
  Registers loadWords(LoadOp *O, int64_t R, int64_t Width);
  Registers loadPlain(LoadOp *O, int64_t R, int64_t Width);
  void storePlain(StoreOp *O, int64_t R, int64_t Width);
  V memoryBits(Type Element, V X);
  /// Neighbouring elements of a type in memory as the words of one access, and
  /// back.
  Registers toWords(Type Element, llvm::ArrayRef<V> Elements);
  Registers fromWords(Type Element, llvm::ArrayRef<V> Words, int64_t Count);
  ptx::Access accessFor(const Op *O, Type Element, int64_t Width,
                        bool IsLoad) const;

  // EmitThread.cpp
  void emitShuffle(Op *O);
  V shuffle(V Word, V Lane, bool IsXor);
  void emitPermute(PermuteRegistersOp *O);
  void emitConcat(ConcatRegistersOp *O);
  void emitSharedAlloc(SharedAllocOp *O);
  void emitSharedLoad(SharedLoadOp *O);
  void emitSharedStore(SharedStoreOp *O);
  int64_t sharedWidth(Value *Buffer, Value *Index, Value *Mask,
                      int64_t R);                         // Addresses.cpp
  Registers sharedAddresses(Value *Buffer, Value *Index); // Addresses.cpp
  void emitBarrier();

  // EmitMatrix.cpp
  Registers wordsOf(Value *Val, unsigned First, unsigned Count);
  void emitMma(MmaOp *O);
  void emitSharedLoadMatrix(SharedLoadMatrixOp *O);
  void emitAsyncCopy(AsyncCopyOp *O);

  // EmitControl.cpp
  using Phis = llvm::SmallVector<llvm::SmallVector<llvm::PHINode *, 4>, 4>;
  void emitFor(ForOp *O);
  void emitWhile(WhileOp *O);
  void emitIf(IfOp *O);
  Phis openCarried(llvm::ArrayRef<Value *> Inits,
                   llvm::ArrayRef<BlockArgument *> Args,
                   llvm::BasicBlock *Before);
  void closeCarried(const Phis &Carried, Op *Yield);
  void bindResults(const Phis &Carried, Op *O);

  // EmitAtomic.cpp
  void emitAtomic(Op *O);
  V atomicOn(Op *O, int64_t R);
  V atomicLoop(Op *O, V Address, V Operand);
  V atomicInstruction(const Op *O, llvm::StringRef Operation,
                      llvm::ArrayRef<V> Operands, V Mask);

  // EmitDebug.cpp
  void emitAssert(AssertOp *O);
  void emitPrint(PrintElementsOp *O);
  void callPrintf(llvm::StringRef Format, llvm::ArrayRef<V> Arguments);
  V printArgument(Value *Val, int64_t R, bool Hex);
  Registers programIds();

  Kernel &K;
  llvm::Module &M;
  llvm::LLVMContext &Ctx;
  llvm::IRBuilder<> B;
  ScalarEmitter S;
  unsigned SM;
  unsigned NumThreads;
  llvm::Function *F = nullptr;
  V SharedBase = nullptr;
  DebugInfo *Debug = nullptr;
  llvm::DenseMap<const Value *, Registers> Values;
  llvm::DenseMap<const Value *, V> SharedBuffers;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_EMITTER_H
