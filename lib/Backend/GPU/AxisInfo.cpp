//===- AxisInfo.cpp - How values run along the axes of tiles --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order. What a loop carries starts with the facts of its
// initial value; the body is walked until what it yields takes none of them
// away any more. Facts only get weaker, so that ends.
//
//===----------------------------------------------------------------------===//

#include "AxisFacts.h"

using namespace mt;
using namespace mt::axis;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static Facts factsOfParameter(const BlockArgument *A) {
  AttrDict Hints = A->owner()->kernel()->paramAttrs(A->index());
  for (llvm::StringRef Name : {"divisible", "equals"})
    if (Attr Hint = Hints.get(Name); Hint && Hint.isInt())
      return {divisorOf(Hint.asInt()), 1, 1};
  return {};
}

TileFacts AxisInfo::all(const Value *V) const {
  if (auto *C = llvm::dyn_cast<Constant>(V)) {
    bool IsInt = C->type().isInteger();
    return {{IsInt ? divisorOf(int64_t(C->bits())) : 1, 1, 1}};
  }
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  auto *A = llvm::dyn_cast<BlockArgument>(V);
  if (A && !A->owner()->parentOp())
    return {factsOfParameter(A)};
  return TileFacts(numAxes(V->type()));
}

TileFacts AxisInfo::seen(const Value *V, ArrayRef<int64_t> Shape) const {
  TileFacts From = all(V);
  if (Shape.empty())
    return From;
  ArrayRef<int64_t> Extents;
  if (V->type().isTile())
    Extents = V->type().shape();
  unsigned Extra = Shape.size() - Extents.size();
  int64_t Common = Unlimited;
  for (const Facts &F : From)
    Common = std::min(Common, F.Contiguity > 1 ? 1 : F.Divisor);
  TileFacts R;
  for (unsigned D = 0; D != Shape.size(); ++D) {
    bool IsOwn = D >= Extra && Extents[D - Extra] == Shape[D];
    bool IsOne = D >= Extra && !IsOwn;
    R.push_back(IsOwn   ? From[D - Extra]
                : IsOne ? Facts{From[D - Extra].Divisor, 1, Unlimited}
                        : Facts{Common, 1, Unlimited});
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

bool AxisInfo::join(const Value *To, const Value *From) {
  TileFacts New = all(From);
  auto [It, IsFirst] = Known.try_emplace(To, New);
  if (IsFirst)
    return true;
  for (unsigned D = 0; D != New.size(); ++D)
    New[D] = meet(It->second[D], New[D], scaleOf(To->type()));
  bool Changed = It->second != New;
  It->second = New;
  return Changed;
}

void AxisInfo::visitFor(ForOp *For) {
  Known[For->inductionVar()] = {
      {std::min(of(For->lowerBound()).Divisor, of(For->step()).Divisor), 1, 1}};
  for (unsigned I = 0; I != For->numCarried(); ++I)
    Known[For->carried(I)] = all(For->init(I));
  for (bool Changed = true; Changed;) {
    visit(For->body());
    Changed = false;
    for (unsigned I = 0; I != For->numCarried(); ++I)
      Changed |= join(For->carried(I), For->body().terminator()->operand(I));
  }
  for (unsigned I = 0; I != For->numCarried(); ++I)
    Known[For->result(I)] = all(For->carried(I));
}

void AxisInfo::visitWhile(WhileOp *While) {
  for (unsigned I = 0; I != While->numResults(); ++I)
    Known[While->carried(I)] = all(While->operand(I));
  for (bool Changed = true; Changed;) {
    visit(While->conditionBlock());
    visit(While->doBlock());
    Changed = false;
    for (unsigned I = 0; I != While->numResults(); ++I)
      Changed |=
          join(While->carried(I), While->doBlock().terminator()->operand(I));
  }
  for (unsigned I = 0; I != While->numResults(); ++I)
    Known[While->result(I)] = all(While->carried(I));
}

void AxisInfo::visitIf(IfOp *If) {
  visit(If->thenBlock());
  visit(If->elseBlock());
  for (unsigned I = 0; I != If->numResults(); ++I) {
    // Inside of loops there are facts of an earlier round.
    Known[If->result(I)] = all(If->thenBlock().terminator()->operand(I));
    join(If->result(I), If->elseBlock().terminator()->operand(I));
  }
}

void AxisInfo::visitOp(Op *O) {
  switch (O->kind()) {
  case OpKind::For:
    return visitFor(llvm::cast<ForOp>(O));
  case OpKind::While:
    return visitWhile(llvm::cast<WhileOp>(O));
  case OpKind::If:
    return visitIf(llvm::cast<IfOp>(O));
  default:
    break;
  }
  if (O->numRegions() || O->numResults() != 1)
    return;
  TileFacts F = compute(O);
  for (unsigned D = 0; D != F.size(); ++D)
    F[D] = promised(O, D, F[D]);
  Known[O->result()] = F;
}

void AxisInfo::visit(Block &B) {
  for (Op &O : B)
    visitOp(&O);
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

int64_t AxisInfo::width(const Op *Access, unsigned Axis) const {
  constexpr int64_t MaxBytes = 16;
  const Value *Ptr = Access->operand(0);
  const Value *Mask = Access->operand(llvm::isa<LoadOp>(Access) ? 1 : 2);
  Type Pointee = Ptr->type().elementType().pointee();
  if (!Ptr->type().isTile() || Pointee.isBool() || Pointee.isPointer() ||
      Access->boolAttr("volatile"))
    return 1;
  llvm::ArrayRef<int64_t> Shape = Ptr->type().shape();
  int64_t Bytes = Pointee.byteSize();
  Facts F = of(Ptr, Axis);
  int64_t Width = std::min({MaxBytes / Bytes, F.Contiguity,
                            std::max<int64_t>(1, F.Divisor / Bytes),
                            divisorOf(Shape[Axis])});
  if (Mask)
    Width = std::min(Width, seen(Mask, Shape)[Axis].Constancy);
  return Width;
}

int64_t AxisInfo::width(const Op *Access) const {
  Type T = Access->operand(0)->type();
  return T.isTile() ? width(Access, T.shape().size() - 1) : 1;
}
