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
///
/// Targets that spell the same code otherwise derive from this: control flow,
/// memory and what belongs to the function are virtual, the rest is straight
/// code.
class KernelEmitter {
public:
  using V = llvm::Value *;
  KernelEmitter(Kernel &K, llvm::Module &M, unsigned SM);
  virtual ~KernelEmitter() = default;

  /// Emits the kernel as a function called Symbol. Debug may be null.
  void emit(llvm::StringRef Symbol, DebugInfo *Debug);

protected:
  using Registers = llvm::SmallVector<V, 4>;

  // EmitKernel.cpp
  void createFunction(llvm::StringRef Symbol);
  void emitBlock(Block &Body);
  /// Called before each op is emitted.
  virtual void enterOp(Op *O);
  /// Register R of a value; a scalar is the same in all.
  V get(Value *Val, int64_t R = 0);
  void set(Value *Val, Registers Values);

  // EmitMemory.cpp
  /// Register R of a pointer as an address for an instruction.
  virtual V address(Value *Ptr, int64_t R) { return get(Ptr, R); }
  /// Registers R to R + Width of an access, which lie side by side.
  virtual Registers loadWords(LoadOp *O, int64_t R, int64_t Width);
  virtual void storeWords(StoreOp *O, int64_t R, int64_t Width);
  /// What memory gets, a vector unless Width is 1.
  V storedElements(StoreOp *O, int64_t R, int64_t Width);
  ptx::Access accessFor(const Op *O, Type Element, int64_t Width,
                        bool IsLoad) const;

  // Addresses.cpp
  virtual void emitAddPtr(AddPtrOp *O);

  // EmitThread.cpp
  /// The address of the kernel's shared memory; called once at most.
  virtual V sharedMemory();

  // EmitControl.cpp
  /// What a loop counts: from Begin on by Step until End.
  struct Counter {
    V Begin, End, Step;
    bool Down, Signed;
  };
  using CountedBody =
      llvm::function_ref<Registers(V At, llvm::ArrayRef<V> Carried)>;
  using LoopCondition = llvm::function_ref<V(llvm::ArrayRef<V> Carried)>;
  using LoopBody = llvm::function_ref<Registers(llvm::ArrayRef<V> Carried)>;
  using DoWhileBody =
      llvm::function_ref<std::pair<V, Registers>(llvm::ArrayRef<V> Carried)>;
  using Side = llvm::function_ref<Registers()>;
  /// The assembler may unroll a loop of at most this many instructions: passes
  /// on tiles have decided how many iterations run together, and its time grows
  /// with the code.
  static constexpr unsigned MaxUnrolled = 48;
  /// False if loops that count down must be counted otherwise.
  virtual bool countsDown() const { return true; }
  /// Loops give what they carried when they ended.
  virtual Registers emitCounted(const Counter &C, llvm::ArrayRef<V> Inits,
                                CountedBody Body);
  virtual Registers emitWhileTrue(llvm::ArrayRef<V> Inits,
                                  LoopCondition Condition, LoopBody Body);
  /// Body gives whether to run it again, and what it carries on.
  virtual Registers emitDoWhile(llvm::ArrayRef<V> Inits, DoWhileBody Body);
  /// What either side gives.
  virtual Registers emitChoice(V Condition, Side Then, Side Else);
  virtual void emitIfTrue(V Condition, llvm::function_ref<void()> Body);

  // EmitDebug.cpp
  virtual void callPrintf(llvm::StringRef Format, llvm::ArrayRef<V> Arguments);

  Kernel &K;
  llvm::Module &M;
  llvm::LLVMContext &Ctx;
  llvm::IRBuilder<> B;
  ScalarEmitter S;
  unsigned NumThreads;
  llvm::Function *F = nullptr;

private:
  // EmitKernel.cpp
  void emitOp(Op *O);
  V operandOf(const Op *O, Value *Operand, int64_t R);
  void emitElementwise(Op *O);
  void emitUniformDivision(Op *O);
  void emitFragmentIndex(FragmentIndexOp *O);
  /// A register of the machine that holds less than Limit.
  V specialRegister(llvm::Intrinsic::ID ID, uint64_t Limit);
  V programId(unsigned Axis);
  llvm::BasicBlock *newBlock(const char *Name);
  /// The registers that hold the instruction's results.
  Registers emitAsm(const ptx::Instruction &I, llvm::ArrayRef<V> Operands);

  // EmitMemory.cpp
  void emitLoad(LoadOp *O);
  void emitStore(StoreOp *O);
  Registers loadPlain(LoadOp *O, int64_t R, int64_t Width);
  /// Registers R, R + 1, … of Stored at an address, where Mask holds.
  void emitStoreAsm(ptx::Access A, V Address, Value *Stored, Value *Mask,
                    int64_t R, int64_t Width);
  void storePlain(StoreOp *O, int64_t R, int64_t Width);
  V memoryBits(Type Element, V X);
  /// Neighbouring elements of a type in memory as the words of one access, and
  /// back.
  Registers toWords(Type Element, llvm::ArrayRef<V> Elements);
  Registers fromWords(Type Element, llvm::ArrayRef<V> Words, int64_t Count);

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
  /// The registers of all values, one behind the other, and back.
  template <typename Range> Registers gather(Range &&Vals);
  template <typename Range> void scatter(Range &&Vals, llvm::ArrayRef<V> All);
  Registers emitRegion(Block &Body);
  void emitFor(ForOp *O);
  void emitWhile(WhileOp *O);
  void emitIf(IfOp *O);

  // EmitAtomic.cpp
  void emitAtomic(Op *O);
  V atomicOn(Op *O, int64_t R);
  V atomicLoop(Op *O, V Address, V Operand);
  V atomicInstruction(const Op *O, llvm::StringRef Operation,
                      llvm::ArrayRef<V> Operands, V Mask);

  // EmitDebug.cpp
  void emitAssert(AssertOp *O);
  void emitPrint(PrintElementsOp *O);
  V printArgument(Value *Val, int64_t R, bool Hex);
  Registers programIds();

  unsigned SM;
  V SharedBase = nullptr;
  DebugInfo *Debug = nullptr;
  llvm::DenseMap<const Value *, Registers> Values;
  llvm::DenseMap<const Value *, V> SharedBuffers;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_EMITTER_H
