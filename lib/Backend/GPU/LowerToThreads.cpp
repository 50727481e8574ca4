//===- LowerToThreads.cpp - The pass lower-to-threads ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites a kernel in place, op by op in program order. A value is either the
// same in all threads ("shared": scalars, tiles of one element, broadcasts of
// scalars) or one fragment of a tile ("spread"). Shared values stay scalars
// and broadcast into fragments; where the IR wants a fragment they are
// splatted.
//
// Memory: a lane that holds no element of its tile never touches memory, and a
// shared store is done by thread 0 alone.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "ThreadLayout.h"
#include "mytriton/IR/Builder.h"

using namespace mt;

namespace {

class ThreadLowering {
public:
  ThreadLowering(Kernel &K, ThreadLayout Layout)
      : K(K), Ctx(K.context()), B(K), Layout(Layout) {}

  void run() { lowerBlock(K.body()); }

private:
  void lowerBlock(Block &Body);
  void lower(Op *O);
  void lowerLanes(Op *O);
  void lowerLoad(Op *O);
  void lowerStore(StoreOp *Store);
  void lowerArange(ArangeOp *Range);
  void lowerRegions(Op *O);
  void lowerCarried(Op *O, unsigned FirstInit, Block &Args, unsigned FirstArg);
  void lowerYield(Op *Yield);

  /// Elements of the tile V is a fragment of; 1 for a shared value.
  int64_t extent(Value *V) const {
    auto It = V ? Extents.find(V) : Extents.end();
    return It == Extents.end() ? 1 : It->second;
  }
  int64_t joinedExtent(Op *O) const;
  /// Gives V the type of a fragment of Extent elements.
  void spread(Value *V, int64_t Extent);
  /// Makes operand I of O a fragment of Extent elements.
  void splatOperand(Op *O, unsigned I, int64_t Extent);
  void addToMask(Op *O, unsigned MaskIndex, Value *Lanes);

  Value *createThreadId();
  Value *createIndex(Value *Base, int64_t Extent);
  /// Which lanes hold an element; null if all do.
  Value *laneMask(Op *For, int64_t Extent);
  Value *isFirstThread(Op *For);
  /// Continues behind what earlier calls put at the start of the kernel.
  void moveToEntry(Op *For);

  Kernel &K;
  Context &Ctx;
  OpBuilder B;
  ThreadLayout Layout;
  llvm::DenseMap<Value *, int64_t> Extents;
  llvm::DenseMap<int64_t, Value *> LaneMasks;
  Value *EntryThreadId = nullptr;
  Value *FirstThread = nullptr;
  Op *LastEntryOp = nullptr;
};

} // namespace

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

int64_t ThreadLowering::joinedExtent(Op *O) const {
  int64_t Extent = 1;
  for (Value *V : O->operands())
    Extent = std::max(Extent, extent(V));
  return Extent;
}

void ThreadLowering::spread(Value *V, int64_t Extent) {
  V->setType(Layout.typeOf(Ctx, Extent, V->type().elementType()));
  if (Extent > 1)
    Extents[V] = Extent;
}

void ThreadLowering::splatOperand(Op *O, unsigned I, int64_t Extent) {
  Value *V = O->operand(I);
  if (extent(V) > 1 || Layout.registers(Extent) == 1)
    return;
  B.setInsertionPoint(O);
  B.setLoc(O->loc());
  Type Fragment = Layout.typeOf(Ctx, Extent, V->type());
  Op *Splat = B.create(OpKind::Splat, {V}, {Fragment});
  O->setOperand(I, Splat->result());
}

Value *ThreadLowering::createThreadId() {
  return B.create(OpKind::ThreadId, {}, {Ctx.i32()})->result();
}

Value *ThreadLowering::createIndex(Value *Base, int64_t Extent) {
  Type T = Layout.typeOf(Ctx, Extent, Ctx.i32());
  if (T.isScalar())
    return Base;
  AttrDict Stride =
      Ctx.dict({Ctx.named("stride", Ctx.intAttr(Layout.stride()))});
  return B.create(OpKind::FragmentIndex, {Base}, {T}, Stride)->result();
}

void ThreadLowering::moveToEntry(Op *For) {
  if (LastEntryOp)
    B.setInsertionPointAfter(LastEntryOp);
  else
    B.setInsertionPointToStart(K.body());
  B.setLoc(For->loc());
  if (EntryThreadId)
    return;
  EntryThreadId = createThreadId();
  LastEntryOp = EntryThreadId->definingOp();
}

Value *ThreadLowering::laneMask(Op *For, int64_t Extent) {
  if (Layout.covers(Extent))
    return nullptr;
  Value *&Mask = LaneMasks[Extent];
  if (Mask)
    return Mask;
  moveToEntry(For);
  Value *Index = createIndex(EntryThreadId, Extent);
  LastEntryOp =
      B.create(OpKind::CmpLt, {Index, Ctx.intConstant(Ctx.i32(), Extent)});
  return Mask = LastEntryOp->result();
}

Value *ThreadLowering::isFirstThread(Op *For) {
  if (Layout.threads() == 1 || FirstThread)
    return FirstThread;
  moveToEntry(For);
  LastEntryOp =
      B.create(OpKind::CmpEq, {EntryThreadId, Ctx.intConstant(Ctx.i32(), 0)});
  return FirstThread = LastEntryOp->result();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void ThreadLowering::lowerLanes(Op *O) { spread(O->result(), joinedExtent(O)); }

void ThreadLowering::addToMask(Op *O, unsigned MaskIndex, Value *Lanes) {
  Value *Mask = O->operand(MaskIndex);
  if (Lanes && Mask) {
    B.setInsertionPoint(O);
    B.setLoc(O->loc());
    Lanes = B.create(OpKind::And, {Mask, Lanes})->result();
  }
  if (Lanes)
    O->setOperand(MaskIndex, Lanes);
}

void ThreadLowering::lowerLoad(Op *O) {
  int64_t Extent = joinedExtent(O);
  if (Extent > 1)
    addToMask(O, 1, laneMask(O, Extent));
  spread(O->result(), Extent);
}

void ThreadLowering::lowerStore(StoreOp *Store) {
  int64_t Extent = joinedExtent(Store);
  if (Extent > 1) {
    splatOperand(Store, 0, Extent);
    addToMask(Store, 2, laneMask(Store, Extent));
    return;
  }
  addToMask(Store, 2, isFirstThread(Store));
}

void ThreadLowering::lowerArange(ArangeOp *Range) {
  int64_t Extent = Range->end() - Range->start();
  Constant *Start = Ctx.intConstant(Ctx.i32(), Range->start());
  if (Extent == 1)
    return Range->replaceWith({Start});
  B.setInsertionPoint(Range);
  B.setLoc(Range->loc());
  Value *Base = createThreadId();
  if (Range->start() != 0)
    Base = B.create(OpKind::Add, {Base, Start})->result();
  Value *Index = createIndex(Base, Extent);
  Extents[Index] = Extent;
  Range->replaceWith({Index});
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Carried values keep the extent of their tile, whatever they start from.
void ThreadLowering::lowerCarried(Op *O, unsigned FirstInit, Block &Args,
                                  unsigned FirstArg) {
  for (unsigned I = 0; I != O->numResults(); ++I) {
    int64_t Extent = O->result(I)->type().numElements();
    if (Extent > 1)
      splatOperand(O, FirstInit + I, Extent);
    spread(Args.arg(FirstArg + I), Extent);
  }
}

void ThreadLowering::lowerRegions(Op *O) {
  if (llvm::isa<ForOp>(O))
    lowerCarried(O, 3, O->body(), 1);
  else if (llvm::isa<WhileOp>(O))
    lowerCarried(O, 0, O->body(0), 0);
  for (unsigned I = 0; I != O->numResults(); ++I)
    spread(O->result(I), O->result(I)->type().numElements());
  for (unsigned I = 0; I != O->numRegions(); ++I)
    lowerBlock(O->body(I));
}

/// The results of the enclosing op have their fragment types by now.
void ThreadLowering::lowerYield(Op *Yield) {
  for (unsigned I = 0; I != Yield->numOperands(); ++I)
    if (int64_t E = extent(Yield->parentOp()->result(I)); E > 1)
      splatOperand(Yield, I, E);
}

void ThreadLowering::lowerBlock(Block &Body) {
  for (Op &O : llvm::make_early_inc_range(Body.ops()))
    lower(&O);
}

void ThreadLowering::lower(Op *O) {
  if (O->hasTrait(OT_Elementwise))
    return lowerLanes(O);
  if (O->numRegions())
    return lowerRegions(O);
  if (auto *Store = llvm::dyn_cast<StoreOp>(O))
    return lowerStore(Store);
  if (auto *Range = llvm::dyn_cast<ArangeOp>(O))
    return lowerArange(Range);
  if (auto *Broadcast = llvm::dyn_cast<BroadcastOp>(O))
    return Broadcast->replaceWith({Broadcast->input()});
  if (llvm::isa<LoadOp>(O))
    return lowerLoad(O);
  if (llvm::isa<YieldOp>(O))
    return lowerYield(O);
  // What is left is the same in all threads.
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Elements of the largest tile of K, 1 if there is none.
static int64_t largestExtent(Kernel &K) {
  int64_t Largest = 1;
  walk(K.body(), [&](Op *O) {
    for (Value *V : O->results())
      Largest = std::max(Largest, V->type().numElements());
  });
  return Largest;
}

/// The kernel's own `num_warps` or Default, checked.
static LogicalResult findNumWarps(Kernel &K, std::optional<unsigned> &NumWarps,
                                  DiagnosticEngine &Diags) {
  int64_t Warps = NumWarps.value_or(1);
  if (Attr A = K.attrs().get("num_warps")) {
    if (!A.isInt())
      return Diags.error(K.loc())
             << "num_warps of kernel '@" << K.name() << "' is not an integer";
    Warps = A.asInt();
    NumWarps = Warps;
  }
  if (Warps < 1 || Warps > 32)
    return Diags.error(K.loc()) << "num_warps of kernel '@" << K.name()
                                << "' is " << Warps << "; it must be 1 to 32";
  return success();
}

LogicalResult mt::lowerToThreads(Kernel &K, std::optional<unsigned> NumWarps,
                                 DiagnosticEngine &Diags) {
  if (K.attrs().get("num_threads"))
    return success();
  if (failed(checkLowersToThreads(K, Diags)) ||
      failed(findNumWarps(K, NumWarps, Diags)))
    return failure();
  ThreadLayout Layout = ThreadLayout::choose(largestExtent(K), NumWarps);
  ThreadLowering(K, Layout).run();
  Context &Ctx = K.context();
  K.setAttrs(
      Ctx.withAttr(K.attrs(), "num_threads", Ctx.intAttr(Layout.threads())));
  return success();
}
