//===- Emitter.h - A kernel as an LLVM function -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function is `i32 kernel(ptr args, ptr grid, i64 count, ptr scratch,
// ptr cancel, i32 flags, ptr sink)`. grid points to six u32: the extents of the
// grid and the ids of the first program. It runs count programs from there on,
// at least one, x counting fastest, and returns 0, 1 if it found *cancel set,
// or FirstAssertCode + n if the n-th assert failed; the program's ids then
// stand where those of the first one stood. sink points to a PrintSink.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_EMITTER_H
#define MYTRITON_BACKEND_CPU_EMITTER_H

#include "Lanes.h"
#include "Plan.h"

namespace mt::cpu {

/// Flags of a launch.
enum LaunchFlags : uint32_t {
  /// Stores bypass the caches: the launch writes more than they hold.
  LF_Streaming = 1,
};

/// What the first assert of a kernel makes it return.
inline constexpr uint32_t FirstAssertCode = 2;

/// Takes what a kernel prints: the number of the print, the three ids of the
/// program, and where each value lies, packed as in memory.
struct PrintSink {
  void (*Print)(PrintSink *Self, uint32_t Number, const uint32_t *Ids,
                const void *const *Values);
};

/// What the launcher needs to know of compiled code. Refers to types, texts and
/// locations of the Context.
struct KernelTraits {
  struct Assert {
    Location Loc;
    llvm::StringRef Message;
  };
  struct Print {
    llvm::StringRef Prefix;
    bool Hex = false;
    llvm::SmallVector<Type, 2> Types;
  };
  std::vector<Assert> Asserts;
  std::vector<Print> Prints;
  uint64_t ScratchBytes = 0;
  /// Bytes one program writes by contiguous stores outside of loops.
  uint64_t StreamedBytes = 0;
  /// A guess, in ns, for deciding whether threads pay.
  uint64_t ProgramCost = 20;
  /// A loop's length is decided at run time: the cost may be anything.
  bool MayRunLong = false;
};

class KernelEmitter {
public:
  using V = llvm::Value *;
  KernelEmitter(Kernel &K, llvm::Module &M, const Machine &Target);

  /// Emits the kernel as a function called Symbol.
  KernelTraits emit(llvm::StringRef Symbol);

  // For the emitters of nests and their bodies.
  LaneBuilder &lanes() { return Lanes; }
  LaneBuilder::Builder &builder() { return B; }
  const AffineAnalysis &affine() const { return Affine; }
  KernelTraits &traits() { return Traits; }
  /// A scalar value, as registers have it.
  V scalar(Value *Val);
  void setScalar(Value *Val, V Known) { Scalars[Val] = Known; }
  /// One lane of a tile whose form is known. Emitted where the builder stands;
  /// reused until resetZero().
  V atLane(Value *Val, int64_t Lane);
  V atZero(Value *Val) { return atLane(Val, 0); }
  void resetZero();
  /// Where scratch holds a tile; where it is to be written.
  V readSlot(Value *Val);
  V writeSlot(Value *Home);
  /// Gives Val a place that other nests may use again, unless it has one.
  void useTemporarySlot(Value *Val);
  void releaseTemporarySlots();
  V streamFlag() const { return Stream; }
  /// An i1 that is set, which LLVM cannot find out.
  V alwaysTrue() const { return AlwaysTrue; }
  bool isInLoop() const { return LoopDepth != 0; }
  /// How often the code now being emitted runs per program, as far as known.
  uint64_t repetitions() const { return Repetitions; }
  llvm::BasicBlock *newBlock(const char *Name);
  /// Blocks for outlineRareCode() when all is emitted.
  void addRareCode(llvm::ArrayRef<llvm::BasicBlock *> Blocks) {
    RareCode.emplace_back(Blocks);
  }
  /// A variable on the stack; mem2reg makes scalars and vectors registers.
  V newVariable(llvm::Type *Ty);
  /// Emits a region of scalars where the builder stands.
  void emitRegion(Block &Blk) { emitBlock(Blk, {}); }
  /// `for (i = Begin; i < End; i += Step) Body(i)`; the builder ends up behind.
  void emitLoop(V Begin, V End, uint64_t Step,
                llvm::function_ref<void(V)> Body);
  /// Scalar access; Condition may be null.
  V emitLoad(const LoadOp *O, V Address, V Condition, V Other);
  void emitStore(Type Element, V Address, V Value, V Condition);
  /// The value an atomic op reads, 0 where Condition (may be null) is false.
  /// Values are the operands that atomicValues() lists.
  V emitAtomic(const Op *O, V Address, llvm::ArrayRef<V> Values, V Condition);
  /// Ends the launch if Holds is false.
  void emitAssert(const AssertOp *O, V Holds);

private:
  // EmitKernel.cpp
  void emitPrologue(llvm::StringRef Symbol);
  V gridWord(unsigned I);
  void emitProgramLoop();
  void emitCancelPoll();
  void emitBlock(Block &Blk, llvm::ArrayRef<Value *> YieldHomes);
  void emitPlan(const BlockPlan &Plan);
  void emitScalarOp(Op *O);
  void emitFromTile(Op *O);
  void emitScalarLoad(const LoadOp *O);
  void emitScalarStore(const StoreOp *O);
  void emitScalarAtomic(const Op *O); // EmitAtomic.cpp

  // EmitDebug.cpp
  static constexpr uint64_t PrintCost = 2000;
  void emitScalarAssert(const AssertOp *O);
  void emitPrint(const PrintOp *O);
  V printedPlace(Value *Val);

  /// Writes the result to the place of Home.
  void emitDot(const DotOp *O, Value *Home); // EmitDot.cpp

  // EmitControl.cpp
  struct Carried;
  void emitFor(ForOp *O);
  void emitWhile(WhileOp *O);
  void emitIf(IfOp *O);
  V tripCount(ForOp *O);
  void emitLoopBody(const BlockPlan &Plan, V Trips);
  void beginCarried(Carried &C, llvm::ArrayRef<Value *> Inits,
                    llvm::ArrayRef<BlockArgument *> Args, bool InPlace,
                    llvm::BasicBlock *Before);
  void closeCarried(Carried &C, Op *Yield);
  void bindResults(const Carried &C, Op *O);

  V allocate(Type Tile, uint64_t &Arena, V Base);

  struct Slot {
    V Read = nullptr;
    V Write = nullptr;
  };

  Kernel &K;
  llvm::Module &M;
  llvm::LLVMContext &Ctx;
  LaneBuilder::Builder B;
  LaneBuilder Lanes;
  AffineAnalysis Affine;
  KernelTraits Traits;
  llvm::Function *F = nullptr;
  llvm::BasicBlock *Cancelled = nullptr;
  V CancelFlag = nullptr, Scratch = nullptr, Stream = nullptr,
    AlwaysTrue = nullptr;
  llvm::Instruction *Temporaries = nullptr; ///< base of temporary slots
  V ProgramIds[3] = {}, NumPrograms[3] = {};
  llvm::DenseMap<Value *, V> Scalars;
  llvm::DenseMap<Value *, Slot> Slots;
  llvm::SmallVector<Value *, 4> TemporarySlots;
  std::vector<llvm::SmallVector<llvm::BasicBlock *, 8>> RareCode;
  uint64_t SlotBytes = 0, TemporaryBytes = 0, MaxTemporaryBytes = 0;
  unsigned LoopDepth = 0;
  uint64_t Repetitions = 1;
  struct ZeroLane;
  std::shared_ptr<ZeroLane> Zero;
};

/// Emits a nest where the builder stands.
void emitNest(KernelEmitter &E, Nest &N);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_EMITTER_H
