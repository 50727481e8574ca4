//===- AxisInfo.cpp - How addresses run along the last axis ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AxisInfo.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using Facts = AxisInfo::Facts;

/// Stands for "as much as anyone may ask".
static constexpr int64_t Unlimited = MaxTileElements;

/// The largest power of two in V.
static int64_t divisorOf(int64_t V) {
  return V == 0 ? Unlimited : std::min<int64_t>(Unlimited, V & -V);
}

static int64_t product(int64_t A, int64_t B) {
  return std::min(Unlimited, A * B);
}

static int64_t lastExtent(Type T) { return T.isTile() ? T.shape().back() : 1; }

const Facts &AxisInfo::of(Value *V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Facts F = compute(V);
  return Known[V] = F;
}

Facts AxisInfo::seen(Value *V, int64_t Extent) {
  Facts F = of(V);
  if (lastExtent(V->type()) != 1 || Extent == 1)
    return F;
  return {F.Divisor, 1, Unlimited};
}

Facts AxisInfo::computeParameter(BlockArgument *A) {
  Op *Loop = A->owner()->parentOp();
  if (auto *For = llvm::dyn_cast_or_null<ForOp>(Loop))
    if (A == For->inductionVar())
      return {std::min(of(For->lowerBound()).Divisor, of(For->step()).Divisor),
              1, 1};
  if (Loop)
    return {};
  AttrDict Hints = A->owner()->kernel()->paramAttrs(A->index());
  Attr Divisible = Hints.get("divisible"), Equals = Hints.get("equals");
  if (Divisible && Divisible.isInt())
    return {divisorOf(Divisible.asInt()), 1, 1};
  if (Equals && Equals.isInt())
    return {divisorOf(Equals.asInt()), 1, 1};
  return {};
}

Facts AxisInfo::compute(Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V)) {
    bool IsInt = C->type().isInteger();
    return {IsInt ? divisorOf(int64_t(C->bits())) : 1, 1, 1};
  }
  if (auto *A = llvm::dyn_cast<BlockArgument>(V))
    return computeParameter(A);
  Op *O = V->definingOp();
  return O->numResults() == 1 ? computeOp(O) : Facts();
}

/// a + b, where b's elements count Scale each.
static Facts addFacts(const Facts &A, const Facts &B, int64_t Scale,
                      bool IsSub) {
  int64_t ByA = std::min(A.Contiguity, B.Constancy);
  int64_t ByB = IsSub ? 1 : std::min(A.Constancy, B.Contiguity);
  Facts R;
  R.Contiguity = std::max(ByA, ByB);
  R.Constancy = std::min(A.Constancy, B.Constancy);
  R.Divisor = std::min(A.Divisor, product(B.Divisor, Scale));
  // Cut runs start between the old starts.
  if (R.Contiguity < std::max(A.Contiguity, B.Contiguity))
    R.Divisor = std::min(R.Divisor, product(R.Contiguity, Scale));
  return R;
}

static Facts multiplyFacts(const Facts &A, const Facts &B) {
  auto Divisor = [](const Facts &F) {
    return F.Contiguity > 1 ? 1 : F.Divisor;
  };
  return {product(Divisor(A), Divisor(B)), 1,
          std::min(A.Constancy, B.Constancy)};
}

/// `index < bound`: one answer for every run that the bound cannot cut.
static Facts compareFacts(const Facts &Index, const Facts &Bound) {
  int64_t Run = std::min(
      {Index.Contiguity, Index.Divisor, Bound.Divisor, Bound.Constancy});
  return {1, 1, std::max(Run, std::min(Index.Constancy, Bound.Constancy))};
}

Facts AxisInfo::computeOp(Op *O) {
  int64_t Extent = lastExtent(O->type());
  auto In = [&](unsigned I) { return seen(O->operand(I), Extent); };
  switch (O->kind()) {
  case OpKind::Arange: {
    auto *Range = llvm::cast<ArangeOp>(O);
    return {divisorOf(Range->start()), divisorOf(Extent), 1};
  }
  case OpKind::Zeros:
    return {Unlimited, 1, Unlimited};
  case OpKind::Full:
  case OpKind::Broadcast:
    return In(0);
  case OpKind::Cast:
    // Other types round.
    if (O->operand(0)->type().elementType().isInteger() &&
        O->type().elementType().isInteger())
      return In(0);
    break;
  case OpKind::ExpandDims:
    // A new last axis has one element, the first of every run or between.
    if (Extent == 1)
      return multiplyFacts(of(O->operand(0)), {1, 1, 1});
    return of(O->operand(0));
  case OpKind::Add:
    return addFacts(In(0), In(1), 1, false);
  case OpKind::Sub:
    return addFacts(In(0), In(1), 1, true);
  case OpKind::Mul:
    return multiplyFacts(In(0), In(1));
  case OpKind::AddPtr:
    return addFacts(In(0), In(1), O->type().elementType().pointee().byteSize(),
                    false);
  case OpKind::CmpLt:
  case OpKind::CmpGe:
    return compareFacts(In(0), In(1));
  case OpKind::CmpGt:
  case OpKind::CmpLe:
    return compareFacts(In(1), In(0));
  default:
    break;
  }
  Facts R;
  if (!O->hasTrait(OT_Elementwise))
    return R;
  R.Constancy = Unlimited;
  for (unsigned I = 0; I != O->numOperands(); ++I)
    R.Constancy = std::min(R.Constancy, In(I).Constancy);
  return R;
}

int64_t AxisInfo::width(Op *Access) {
  constexpr int64_t MaxBytes = 16;
  Value *Ptr = Access->operand(0);
  Value *Mask = Access->operand(llvm::isa<LoadOp>(Access) ? 1 : 2);
  Type Pointee = Ptr->type().elementType().pointee();
  bool IsVolatile = Access->boolAttr("volatile");
  if (!Ptr->type().isTile() || Pointee.isBool() || Pointee.isPointer() ||
      IsVolatile)
    return 1;
  int64_t Extent = lastExtent(Ptr->type()), Bytes = Pointee.byteSize();
  const Facts F = of(Ptr);
  int64_t Width =
      std::min({MaxBytes / Bytes, F.Contiguity,
                std::max<int64_t>(1, F.Divisor / Bytes), divisorOf(Extent)});
  if (Mask)
    Width = std::min(Width, seen(Mask, Extent).Constancy);
  return Width;
}
