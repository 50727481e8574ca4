//===- Forms.cpp - Values of tile IR in layouts ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Making ops on forms
//===----------------------------------------------------------------------===//

Type ThreadLowering::typeOf(LayoutRef To, Type Element) {
  unsigned N = To->numRegisters();
  return N == 1 ? Element : Ctx.fragment(N, Element);
}

Value *ThreadLowering::createLanes(OpKind Kind, ArrayRef<Value *> Operands,
                                   Type Element, AttrDict Attrs) {
  Type T = Element;
  for (Value *V : Operands)
    if (V && V->type().isFragment())
      T = Ctx.withElement(V->type(), Element);
  return B.create(Kind, Operands, {T}, Attrs)->result();
}

Value *ThreadLowering::spread(Value *Form, LayoutRef To) {
  if (Form->type().isFragment() || To->numRegisters() == 1)
    return Form;
  return B.create(OpKind::Splat, {Form}, {typeOf(To, Form->type())})->result();
}

Value *ThreadLowering::permute(Value *Form, ArrayRef<uint32_t> PermBases,
                               uint32_t Offset) {
  Type T = Form->type();
  if (!T.isFragment())
    return Form;
  bool IsIdentity =
      Offset == 0 && int64_t(1) << PermBases.size() == T.numElements();
  for (unsigned I = 0; I != PermBases.size(); ++I)
    IsIdentity &= PermBases[I] == 1u << I;
  if (IsIdentity)
    return Form;
  llvm::SmallVector<int64_t, 8> List(PermBases.begin(), PermBases.end());
  llvm::SmallVector<NamedAttr, 2> Attrs{
      Ctx.named("bases", Ctx.shapeAttr(List))};
  if (Offset)
    Attrs.push_back(Ctx.named("offset", Ctx.intAttr(Offset)));
  Type Element = T.elementType();
  Type Result = PermBases.empty()
                    ? Element
                    : Ctx.fragment(int64_t(1) << PermBases.size(), Element);
  return B.create(OpKind::PermuteRegisters, {Form}, {Result}, Ctx.dict(Attrs))
      ->result();
}

//===----------------------------------------------------------------------===//
// Finding forms
//===----------------------------------------------------------------------===//

void ThreadLowering::setInsertionPointAfter(Value *V) {
  if (auto *A = llvm::dyn_cast<BlockArgument>(V))
    return B.setInsertionPointToStart(*A->owner());
  B.setInsertionPointAfter(V->definingOp());
}

Value *ThreadLowering::getUniform(Value *V) {
  if (V->type().isScalar())
    return V;
  return Forms.lookup({V, nullptr});
}

bool ThreadLowering::isWhileArgument(Value *V) {
  auto *A = llvm::dyn_cast<BlockArgument>(V);
  return A && llvm::isa_and_nonnull<WhileOp>(A->owner()->parentOp());
}

Value *ThreadLowering::get(Value *V, LayoutRef To) {
  Placement P = Assigned.of(V);
  if (P.isUniform())
    return getUniform(V);
  if (Value *Known = Forms.lookup({V, To}))
    return Known;
  OpBuilder::Guard G(B);
  Value *Form;
  if (P.isFixed()) {
    Value *Home = Forms.lookup({V, P.Home});
    if (isWhileArgument(V))
      return convert(Home, P.Home, To);
    setInsertionPointAfter(V);
    if (Op *D = V->definingOp())
      B.setLoc(D->loc());
    Form = convert(Home, P.Home, To);
  } else {
    B.setInsertionPoint(V->definingOp());
    B.setLoc(V->definingOp()->loc());
    auto *Split = llvm::dyn_cast<SplitOp>(V->definingOp());
    Form = Split ? rematerializeSplit(Split, V == Split->result(1), To)
                 : rematerialize(V->definingOp(), To);
  }
  Forms[{V, To}] = Form;
  return Form;
}

Value *ThreadLowering::getAs(Value *V, Extents Shape, LayoutRef To) {
  if (!V)
    return nullptr;
  Placement P = Assigned.of(V);
  if (P.isUniform())
    return getUniform(V);
  Extents From = P.Tile.shape();
  if (From == Shape)
    return get(V, To);
  LinearLayout Narrow = *To;
  uint32_t Kept = (1u << To->numBits()) - 1;
  unsigned Extra = Shape.size() - From.size();
  for (unsigned D = 0; D != Shape.size(); ++D)
    if (D < Extra || From[D - Extra] != Shape[D])
      Kept &= ~To->maskOf(D);
  for (unsigned D = 0; D != Extra; ++D)
    Narrow = Narrow.slice(0);
  for (unsigned D = 0; D != From.size(); ++D)
    if (From[D] != Shape[Extra + D])
      Narrow = Narrow.collapse(D);
  Value *Form = get(V, L.unique(Narrow));
  Bases Picked;
  unsigned Next = 0;
  for (uint32_t Basis : To->reg())
    Picked.push_back(Basis & Kept ? 1u << Next++ : 0);
  return permute(Form, Picked);
}

Value *ThreadLowering::getFragment(Value *V, Extents Shape, LayoutRef To) {
  return V ? spread(getAs(V, Shape, To), To) : nullptr;
}

//===----------------------------------------------------------------------===//
// Computing again
//===----------------------------------------------------------------------===//

Value *ThreadLowering::rematerializeArange(ArangeOp *O, LayoutRef To) {
  Value *Base = threadPart(To->threadBases());
  if (O->start() != 0)
    Base = create(OpKind::Add, Base, O->start());
  return addRegisterPart(Base, To->reg());
}

/// The input's last bit tells neighbouring registers apart, which a load can
/// fill at once.
Value *ThreadLowering::rematerializeSplit(SplitOp *O, unsigned Half,
                                          LayoutRef To) {
  LinearLayout In = To->withPairs();
  Value *Form =
      getAs(O->input(), Assigned.tileOf(O->input()).shape(), L.unique(In));
  Bases Picked;
  for (unsigned I = 0; I != To->reg().size(); ++I)
    Picked.push_back(2u << I);
  return permute(Form, Picked, Half);
}

Value *ThreadLowering::rematerialize(Op *O, LayoutRef To) {
  Extents Shape = O->type().shape();
  if (auto *Arange = llvm::dyn_cast<ArangeOp>(O))
    return rematerializeArange(Arange, To);
  if (llvm::isa<BroadcastOp>(O))
    return getAs(O->operand(0), Shape, To);
  if (llvm::isa<ExpandDimsOp, ReshapeOp>(O)) {
    Extents From = Assigned.tileOf(O->operand(0)).shape();
    return get(O->operand(0),
               L.unique(To->reshaped(LinearLayout::bitsOf(From))));
  }
  if (auto *Trans = llvm::dyn_cast<TransOp>(O)) {
    auto Order = *Trans->attr("order").asIntList();
    llvm::SmallVector<int64_t, 6> Inverse(Order.size());
    for (unsigned I = 0; I != Order.size(); ++I)
      Inverse[Order[I]] = I;
    return get(O->operand(0), L.unique(To->transposed(Inverse)));
  }
  if (auto *Load = llvm::dyn_cast<LoadOp>(O))
    return loadIn(Load, To);
  assert(O->hasTrait(OT_Elementwise));
  Values Operands;
  for (Value *V : O->operands())
    Operands.push_back(getAs(V, Shape, To));
  return createLanes(O->kind(), Operands, O->type().elementType(), O->attrs());
}
