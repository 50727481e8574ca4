//===- LowerMemory.cpp - Loads, stores, atomics, asserts, prints ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lane that holds no element of its tile never touches memory. What counts
// how often it happens is done by an element's owner alone; loads are not.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;

void ThreadLowering::lowerLoad(LoadOp *Load) {
  Value *V = Load->result();
  if (V->type().isScalar())
    return; // all threads read the same
  Placement P = Assigned.of(V);
  if (P.isUniform())
    return lowerUniform(Load);
  if (P.isFixed())
    define(V, loadIn(Load, P.Home));
  retire(Load);
}

Value *ThreadLowering::loadIn(LoadOp *Load, LayoutRef To) {
  Extents Shape = Load->type().shape();
  Value *Ptr = getAs(Load->ptr(), Shape, To);
  Value *Mask = getAs(Load->mask(), Shape, To);
  Value *Other = getAs(Load->other(), Shape, To);
  Value *Elements = elementMask(To, Shape);
  return createLanes(OpKind::Load, {Ptr, both(Mask, Elements), Other},
                     Load->type().elementType(), widthAttrs(Load, To));
}

AttrDict ThreadLowering::widthAttrs(Op *Access, LayoutRef To) {
  int64_t Width = AccessWidths.lookup(Access), InRow = 1;
  unsigned Shift = To->shiftOf(L.fastestDim(Access, To->rank()));
  // Registers side by side in memory, from the first on.
  for (uint32_t Basis : To->reg()) {
    if (Basis != InRow << Shift)
      break;
    InRow *= 2;
  }
  Width = std::min(Width, InRow);
  if (Width < 2)
    return Access->attrs();
  return Ctx.withAttr(Access->attrs(), "gpu.width", Ctx.intAttr(Width));
}

/// Neighbouring threads should store neighbouring elements; but the few that a
/// reduction leaves, each held by many threads, are not worth moving.
LayoutRef ThreadLowering::layoutForStore(StoreOp *Store, Extents Shape) {
  constexpr unsigned FewRegisters = 4;
  Placement P = Assigned.of(Store->value());
  if (P.isFixed() && P.Tile.shape() == Shape && P.Home->map().freeBits() &&
      P.Home->numRegisters() <= FewRegisters)
    return P.Home;
  return L.forAccess(Store, Shape);
}

void ThreadLowering::lowerStore(StoreOp *Store) {
  Extents Shape = Assigned.tileOf(Store->ptr()).shape();
  bool IsUniform = true;
  for (Value *V : Store->operands())
    IsUniform &= !V || Assigned.of(V).isUniform();
  if (IsUniform) {
    Value *Ptr = getUniform(Store->ptr()), *Val = getUniform(Store->value());
    Value *Mask = Store->mask() ? getUniform(Store->mask()) : nullptr;
    Mask = both(Mask, firstThreadMask());
    B.create(OpKind::Store, {Ptr, Val, Mask}, llvm::ArrayRef<Type>(),
             Store->attrs());
    return retire(Store);
  }
  LayoutRef To = layoutForStore(Store, Shape);
  Value *Val = getAs(Store->value(), Shape, To);
  Value *Ptr = getFragment(Store->ptr(), Shape, To);
  Value *Mask = getAs(Store->mask(), Shape, To);
  Mask = both(Mask, ownerAndElementMask(To, Shape));
  // Only what stands in registers of its own is stored at once.
  bool IsArray =
      Val->type().isFragment() && !getDefining<PermuteRegistersOp>(Val);
  B.create(OpKind::Store, {Ptr, Val, Mask}, llvm::ArrayRef<Type>(),
           IsArray ? widthAttrs(Store, To) : Store->attrs());
  retire(Store);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// One thread does it; the others learn the result through shared memory.
void ThreadLowering::lowerUniformAtomic(Op *O) {
  bool IsCas = llvm::isa<AtomicCasOp>(O);
  Values Operands;
  for (Value *V : O->operands())
    Operands.push_back(V ? getUniform(V) : nullptr);
  if (IsCas)
    Operands.push_back(nullptr);
  Value *&Mask = Operands.back();
  Value *First = firstThreadMask();
  Mask = both(Mask, First);
  Value *Old = createLanes(IsCas ? OpKind::MaskedCas : O->kind(), Operands,
                           O->type().elementType(), O->attrs());
  if (First && !O->use_empty()) {
    Value *Buffer = createBuffer(1, Old->type());
    Value *Zero = Ctx.intConstant(Ctx.i32(), 0);
    storeShared(Buffer, Zero, Old, First);
    Old = loadShared(Buffer, Zero);
  }
  define(O->result(), Old);
  retire(O);
}

void ThreadLowering::lowerAtomic(Op *O) {
  Placement P = Assigned.of(O->result());
  if (P.isUniform())
    return lowerUniformAtomic(O);
  Extents Shape = P.Tile.shape();
  LayoutRef To = P.Home;
  bool IsCas = llvm::isa<AtomicCasOp>(O);
  Values Operands{getFragment(O->operand(0), Shape, To)};
  for (unsigned I = 1; I != O->numOperands(); ++I)
    Operands.push_back(getAs(O->operand(I), Shape, To));
  if (IsCas)
    Operands.push_back(nullptr);
  Operands.back() = both(Operands.back(), ownerAndElementMask(To, Shape));
  Value *Old = createLanes(IsCas ? OpKind::MaskedCas : O->kind(), Operands,
                           O->type().elementType(), O->attrs());
  // Threads that hold copies did not do it.
  if (ownerMask(To) && !O->use_empty())
    Old = convertThroughShared(Old, To, To);
  define(O->result(), Old);
  retire(O);
}

//===----------------------------------------------------------------------===//
// Talking to the user
//===----------------------------------------------------------------------===//

void ThreadLowering::lowerAssert(AssertOp *O) {
  Extents Shape = Assigned.tileOf(O->condition()).shape();
  LayoutRef To = Assigned.preferred(O->condition());
  bool IsUniform = Assigned.of(O->condition()).isUniform() &&
                   (!O->mask() || Assigned.of(O->mask()).isUniform());
  Value *Condition = getAs(O->condition(), Shape, To);
  Value *Mask = getAs(O->mask(), Shape, To);
  Mask = both(Mask,
              IsUniform ? firstThreadMask() : ownerAndElementMask(To, Shape));
  if (Mask && Mask->type().isFragment())
    Condition = spread(Condition, To);
  B.create(OpKind::Assert, {Condition, Mask}, llvm::ArrayRef<Type>(),
           O->attrs());
  retire(O);
}

/// The shape that all of Tiles have or broadcast to, if there is one.
static std::optional<llvm::SmallVector<int64_t, 4>>
joinedShape(const LayoutAssignment &A, llvm::ArrayRef<Value *> Tiles) {
  llvm::SmallVector<int64_t, 4> Shape;
  for (Value *V : Tiles) {
    auto Joined = broadcastShapes(Shape, A.tileOf(V).shape());
    if (!Joined)
      return std::nullopt;
    Shape = *Joined;
  }
  return Shape;
}

void ThreadLowering::printElements(PrintOp *O, llvm::ArrayRef<Value *> Tiles,
                                   Extents Shape) {
  LayoutRef To = L.coalesced(Shape);
  Values Operands{nullptr};
  for (unsigned D = 0; D != Shape.size(); ++D)
    Operands.push_back(coordinate(*To, D));
  for (Value *V : Tiles)
    Operands.push_back(getAs(V, Shape, To));
  Operands[0] = ownerAndElementMask(To, Shape);
  AttrDict Attrs = Ctx.withAttr(O->attrs(), "rank", Ctx.intAttr(Shape.size()));
  B.create(OpKind::PrintElements, Operands, llvm::ArrayRef<Type>(), Attrs);
}

/// Tiles that have no shape in common are printed one after the other.
void ThreadLowering::lowerPrint(PrintOp *O) {
  Values Tiles(O->operands());
  if (auto Shape = joinedShape(Assigned, Tiles))
    printElements(O, Tiles, *Shape);
  else
    for (Value *V : Tiles)
      printElements(O, {V}, Assigned.tileOf(V).shape());
  retire(O);
}
