//===- IndexRanges.cpp - Signed arithmetic that cannot overflow -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "IndexRanges.h"
#include "mytriton/IR/Facts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using MaybeRange = std::optional<IndexRange>;
using MaybeBound = std::optional<LinearBound>;

static constexpr int64_t LargestProgramIdYZ = MaxFactsGridYZ - 1;

//===----------------------------------------------------------------------===//
// Interval arithmetic
//===----------------------------------------------------------------------===//

static MaybeBound add(LinearBound A, LinearBound B) {
  LinearBound R;
  if (llvm::AddOverflow(A.Scale, B.Scale, R.Scale) ||
      llvm::AddOverflow(A.Offset, B.Offset, R.Offset))
    return std::nullopt;
  return R;
}

static MaybeBound scale(LinearBound A, int64_t C) {
  LinearBound R;
  if (llvm::MulOverflow(A.Scale, C, R.Scale) ||
      llvm::MulOverflow(A.Offset, C, R.Offset))
    return std::nullopt;
  return R;
}

static MaybeRange range(MaybeBound Low, MaybeBound High) {
  if (!Low || !High)
    return std::nullopt;
  return IndexRange{*Low, *High};
}

static IndexRange range(int64_t Low, int64_t High) {
  return {{0, Low}, {0, High}};
}

static MaybeRange add(const IndexRange &A, const IndexRange &B) {
  return range(add(A.Low, B.Low), add(A.High, B.High));
}

static MaybeRange scale(const IndexRange &A, int64_t C) {
  if (C < 0)
    return range(scale(A.High, C), scale(A.Low, C));
  return range(scale(A.Low, C), scale(A.High, C));
}

static MaybeRange multiply(const IndexRange &A, const IndexRange &B) {
  if (auto C = B.constant())
    return scale(A, *C);
  if (auto C = A.constant())
    return scale(B, *C);
  if (!A.isNonNegative() || !B.isNonNegative())
    return std::nullopt;
  // A product of two program indices is not linear.
  if (B.High.Scale == 0)
    return range(LinearBound{}, scale(A.High, B.High.Offset));
  if (A.High.Scale == 0)
    return range(LinearBound{}, scale(B.High, A.High.Offset));
  return std::nullopt;
}

/// Contains both; exact enough because P is not negative.
static IndexRange join(const IndexRange &A, const IndexRange &B) {
  return {{std::min(A.Low.Scale, B.Low.Scale),
           std::min(A.Low.Offset, B.Low.Offset)},
          {std::max(A.High.Scale, B.High.Scale),
           std::max(A.High.Offset, B.High.Offset)}};
}

static int64_t largestOf(Type T) { return llvm::maxIntN(T.bitWidth()); }
static int64_t smallestOf(Type T) { return llvm::minIntN(T.bitWidth()); }

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

MaybeRange IndexRanges::rangeOf(const Value *V) const {
  Type T = V->type().elementType();
  if (auto *C = llvm::dyn_cast<Constant>(V)) {
    if (T.isSigned())
      return range(C->asSigned(), C->asSigned());
    if (T.isIntegerOrBool() && llvm::isInt<63>(C->asUnsigned()))
      return range(C->asUnsigned(), C->asUnsigned());
    return std::nullopt;
  }
  if (auto It = Ranges.find(V); It != Ranges.end())
    return It->second;
  // Narrow types bound themselves.
  if (T.isIntegerOrBool() && T.bitWidth() <= 16)
    return T.isSigned() ? range(smallestOf(T), largestOf(T))
                        : range(0, llvm::maxUIntN(T.bitWidth()));
  return std::nullopt;
}

bool IndexRanges::isNonNegative(const Value *V) const {
  MaybeRange Range = rangeOf(V);
  return Range && Range->isNonNegative();
}

MaybeRange IndexRanges::computeArith(Op *O) const {
  MaybeRange A = rangeOf(O->operand(0));
  // Any value at all, divided.
  auto *Divisor =
      llvm::isa<DivOp>(O) ? llvm::dyn_cast<Constant>(O->operand(1)) : nullptr;
  Type T = O->type().elementType();
  if (!A && Divisor && T.isSigned() && Divisor->asSigned() > 1)
    return range(smallestOf(T) / Divisor->asSigned(),
                 largestOf(T) / Divisor->asSigned());
  if (!A)
    return std::nullopt;
  if (llvm::isa<NegOp>(O))
    return scale(*A, -1);
  if (llvm::isa<CastOp>(O))
    return A;
  MaybeRange B = O->numOperands() > 1 ? rangeOf(O->operand(1)) : std::nullopt;
  if (!B)
    return std::nullopt;
  if (llvm::isa<AddOp>(O))
    return add(*A, *B);
  if (llvm::isa<SubOp>(O)) {
    MaybeRange Negative = scale(*B, -1);
    return Negative ? add(*A, *Negative) : std::nullopt;
  }
  if (llvm::isa<MulOp>(O))
    return multiply(*A, *B);
  if (llvm::isa<MinimumOp>(O) || llvm::isa<MaximumOp>(O))
    return join(*A, *B);
  return computeByConstant(O);
}

/// Ops whose result shrinks towards zero or is bounded by a constant operand.
MaybeRange IndexRanges::computeByConstant(Op *O) const {
  IndexRange A = *rangeOf(O->operand(0));
  auto C = rangeOf(O->operand(1))->constant();
  if (!C || *C < 1)
    return std::nullopt;
  if (llvm::isa<ModOp>(O))
    return range(A.isNonNegative() ? 0 : 1 - *C, *C - 1);
  if (llvm::isa<AndOp>(O))
    return range(0, *C);
  if (llvm::isa<DivOp, ShrOp>(O) && A.isNonNegative())
    return IndexRange{{}, A.High};
  return std::nullopt;
}

MaybeRange IndexRanges::compute(Op *O) const {
  if (auto *Id = llvm::dyn_cast<ProgramIdOp>(O))
    return Id->axis() ? range(0, LargestProgramIdYZ)
                      : IndexRange{{0, 0}, {1, 0}};
  if (auto *Num = llvm::dyn_cast<NumProgramsOp>(O))
    return Num->axis() ? range(1, LargestProgramIdYZ + 1)
                       : IndexRange{{0, 1}, {1, 1}};
  if (llvm::isa<ThreadIdOp>(O))
    return range(0, NumThreads - 1);
  if (auto *Index = llvm::dyn_cast<FragmentIndexOp>(O)) {
    MaybeRange Base = rangeOf(Index->base());
    int64_t Last;
    if (!Base ||
        llvm::MulOverflow(O->type().numElements() - 1, Index->stride(), Last))
      return std::nullopt;
    return add(*Base,
               range(std::min<int64_t>(0, Last), std::max<int64_t>(0, Last)));
  }
  if (llvm::isa<PermuteRegistersOp, SplatOp>(O))
    return rangeOf(O->operand(0));
  if (auto *Select = llvm::dyn_cast<SelectOp>(O)) {
    MaybeRange A = rangeOf(Select->trueValue());
    MaybeRange B = rangeOf(Select->falseValue());
    return A && B ? MaybeRange(join(*A, *B)) : std::nullopt;
  }
  return O->hasTrait(OT_Elementwise) ? computeArith(O) : std::nullopt;
}

/// Largest P for which B <= Bound; nothing if there is none.
static std::optional<int64_t> largestBelow(LinearBound B, int64_t Bound) {
  int64_t Room;
  if (B.Offset > Bound)
    return std::nullopt;
  if (llvm::SubOverflow(Bound, B.Offset, Room))
    Room = INT64_MAX;
  return B.Scale > 0 ? Room / B.Scale : IndexRanges::AnyProgramId;
}

bool IndexRanges::limitTo(const IndexRange &R, Type T) {
  // Mirrored at -1/2, the lower bound is an upper bound with the same limit.
  MaybeBound Low = scale(R.Low, -1);
  Low = Low ? add(*Low, {0, -1}) : std::nullopt;
  if (!Low)
    return false;
  auto Upper = largestBelow(R.High, largestOf(T));
  auto Lower = largestBelow(*Low, largestOf(T));
  if (!Upper || !Lower)
    return false;
  int64_t Limit = std::min({*Upper, *Lower, MaxProgramId});
  if (Limit < LeastLimit)
    return false;
  MaxProgramId = Limit;
  return true;
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

IndexRanges::IndexRanges(Kernel &K, int64_t LeastLimit)
    : NumThreads(numThreads(K)), LeastLimit(LeastLimit) {
  visit(K.body());
}

void IndexRanges::visitLoop(ForOp *For) {
  MaybeRange Lb = rangeOf(For->lowerBound()), Ub = rangeOf(For->upperBound());
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Lb || !Ub || !Step || Step->isInt(0))
    return;
  // The index stays in [lb, ub), or in (ub, lb] downwards.
  bool IsUp = !Step->type().isSigned() || Step->asSigned() > 0;
  if (IsUp && Ub->High.Scale == 0 && Lb->Low.Scale == 0)
    Ranges[For->inductionVar()] = {
        Lb->Low,
        join(*Lb, range(Ub->High.Offset - 1, Ub->High.Offset - 1)).High};
  else
    Ranges[For->inductionVar()] = join(*Lb, *Ub);
}

void IndexRanges::visit(Block &B) {
  for (Op &O : B) {
    if (auto *For = llvm::dyn_cast<ForOp>(&O))
      visitLoop(For);
    for (unsigned I = 0; I != O.numRegions(); ++I)
      visit(O.body(I));
    if (O.numRegions() || O.numResults() != 1)
      continue;
    Type T = O.type().elementType();
    if (!T.isSigned() || T.bitWidth() < 32)
      continue;
    MaybeRange R = compute(&O);
    if (!R || !limitTo(*R, T))
      continue;
    Ranges[O.result()] = *R;
    Proven.insert(&O);
  }
}
