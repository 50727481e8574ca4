//===- AxisInfoOps.cpp - What each op makes of axis facts -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integer division rounds towards zero, so that a run that starts at a negative
// multiple of the divisor would be cut behind its first element. Dividends that
// may be negative are therefore left out. The divisor's own sign changes that
// of the quotient, not where runs are cut; by zero any value will do.
//
//===----------------------------------------------------------------------===//

#include "AxisFacts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::axis;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// a + b, one step of which is Scale.
static Facts addFacts(const Facts &A, const Facts &B, int64_t Scale,
                      bool IsSub) {
  int64_t ByA = std::min(A.Contiguity, B.Constancy);
  int64_t ByB = IsSub ? 1 : std::min(A.Constancy, B.Contiguity);
  Facts R;
  R.Contiguity = std::max(ByA, ByB);
  R.Constancy = std::min(A.Constancy, B.Constancy);
  R.Divisor = std::min(A.Divisor, B.Divisor);
  // Cut runs start between the old starts.
  if (R.Contiguity < std::max(A.Contiguity, B.Contiguity))
    R.Divisor = std::min(R.Divisor, product(R.Contiguity, Scale));
  return R;
}

static Facts multiplyFacts(const Facts &A, const Facts &B) {
  return {product(commonDivisor(A), commonDivisor(B)), 1,
          std::min(A.Constancy, B.Constancy)};
}

/// Elements that no multiple of the divisor parts.
static int64_t undividedRun(const Facts &A, const Facts &Divisor) {
  return std::min(
      {A.Contiguity, A.Divisor, Divisor.Divisor, Divisor.Constancy});
}

/// `index < bound`: one answer for every run that the bound cannot cut.
static Facts compareFacts(const Facts &Index, const Facts &Bound) {
  return {1, 1,
          std::max(undividedRun(Index, Bound),
                   std::min(Index.Constancy, Bound.Constancy))};
}

static Facts divideFacts(const Facts &A, const Facts &C, bool KeepsRuns) {
  int64_t Run = KeepsRuns ? undividedRun(A, C) : 1;
  return {1, 1, std::max(Run, std::min(A.Constancy, C.Constancy))};
}

static Facts remainderFacts(const Facts &A, const Facts &C, bool KeepsRuns) {
  int64_t Run = KeepsRuns ? undividedRun(A, C) : 1;
  Facts R = cut(A, std::min(Run, A.Contiguity), 1);
  R.Divisor = std::min(R.Divisor, C.Divisor);
  R.Constancy = std::min(A.Constancy, C.Constancy);
  return R;
}

static Facts selectFacts(ArrayRef<Facts> In, int64_t Scale) {
  Facts R = cut(meet(In[1], In[2], Scale), In[0].Constancy, Scale);
  R.Constancy = std::min(R.Constancy, In[0].Constancy);
  return R;
}

/// True if V is a sum, product or part of indices, which is never negative
/// unless it overflows.
static bool isIndex(const Value *V, unsigned Depth = 0) {
  constexpr unsigned MaxDepth = 12;
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return C->type().isInteger() &&
           (!C->type().isSigned() || C->asSigned() >= 0);
  if (V->type().elementType().isInteger() &&
      !V->type().elementType().isSigned())
    return true;
  if (Depth == MaxDepth)
    return false;
  auto Is = [&](const Value *Of) { return isIndex(Of, Depth + 1); };
  if (auto *A = llvm::dyn_cast<BlockArgument>(V)) {
    auto *For = llvm::dyn_cast_or_null<ForOp>(A->owner()->parentOp());
    return For && A == For->inductionVar() && Is(For->lowerBound()) &&
           Is(For->step());
  }
  const Op *O = V->definingOp();
  switch (O->kind()) {
  case OpKind::ProgramId:
  case OpKind::NumPrograms:
    return true;
  case OpKind::Arange:
    return llvm::cast<ArangeOp>(O)->start() >= 0;
  case OpKind::Add:
  case OpKind::Mul:
  case OpKind::Maximum:
  case OpKind::Minimum:
  case OpKind::Div:
    return Is(O->operand(0)) && Is(O->operand(1));
  case OpKind::Mod:
  case OpKind::Cast:
  case OpKind::ExpandDims:
  case OpKind::Broadcast:
  case OpKind::Full:
  case OpKind::Reshape:
  case OpKind::Trans:
    return Is(O->operand(0));
  default:
    return false;
  }
}

bool AxisInfo::isNonNegative(Value *V) const {
  if (isIndex(V))
    return true;
  if (!Prover) {
    std::string Why;
    Prover = std::make_unique<IndexProver>(
        K,
        assumedFacts(K, Why).value_or(llvm::SmallVector<LaunchPredicate, 8>()));
  }
  return Prover->isNonNegative(V);
}

/// The literal that V is, or that fills it.
static const Constant *literalOf(const Value *V) {
  while (Op *O = V->definingOp()) {
    if (!llvm::isa<FullOp, BroadcastOp>(O))
      return nullptr;
    V = O->operand(0);
  }
  return llvm::dyn_cast<Constant>(V);
}

/// Shifts and masks by literals: products, quotients and remainders of powers
/// of two, which round down and so keep negative runs, too.
Facts AxisInfo::computeBits(Op *O, ArrayRef<Facts> In) const {
  const Constant *C = literalOf(O->operand(1));
  Type T = O->type().elementType();
  Facts Each{1, 1, std::min(In[0].Constancy, In[1].Constancy)};
  if (!C || !T.isInteger())
    return Each;
  uint64_t Bits = C->bits();
  if (llvm::isa<AndOp>(O))
    return llvm::isPowerOf2_64(Bits + 1)
               ? remainderFacts(In[0], {divisorOf(Bits + 1), 1, Unlimited},
                                true)
               : Each;
  if (Bits >= T.bitWidth())
    return Each;
  Facts Power{divisorOf(int64_t(1) << std::min<uint64_t>(Bits, 62)), 1,
              Unlimited};
  return llvm::isa<ShlOp>(O) ? multiplyFacts(In[0], Power)
                             : divideFacts(In[0], Power, true);
}

/// Along one axis, along which the operands have the facts In.
Facts AxisInfo::computeElement(Op *O, ArrayRef<Facts> In) const {
  int64_t Scale = scaleOf(O->type());
  switch (O->kind()) {
  case OpKind::Cast:
    // Other types round.
    if (O->operand(0)->type().elementType().isInteger() &&
        O->type().elementType().isInteger())
      return In[0];
    break;
  case OpKind::Add:
    return addFacts(In[0], In[1], 1, false);
  case OpKind::Sub:
    return addFacts(In[0], In[1], 1, true);
  case OpKind::AddPtr:
    return addFacts(
        In[0],
        {product(In[1].Divisor, Scale), In[1].Contiguity, In[1].Constancy},
        Scale, false);
  case OpKind::Mul:
    return multiplyFacts(In[0], In[1]);
  case OpKind::Div:
    return divideFacts(In[0], In[1], isNonNegative(O->operand(0)));
  case OpKind::Mod:
    return remainderFacts(In[0], In[1], isNonNegative(O->operand(0)));
  case OpKind::And:
  case OpKind::Shl:
  case OpKind::Shr:
    return computeBits(O, In);
  case OpKind::CmpLt:
  case OpKind::CmpGe:
    return compareFacts(In[0], In[1]);
  case OpKind::CmpGt:
  case OpKind::CmpLe:
    return compareFacts(In[1], In[0]);
  case OpKind::Select:
    return selectFacts(In, Scale);
  case OpKind::Minimum:
  case OpKind::Maximum:
    return {std::min(commonDivisor(In[0]), commonDivisor(In[1])), 1,
            std::min(In[0].Constancy, In[1].Constancy)};
  default:
    break;
  }
  Facts R;
  if (!O->hasTrait(OT_Elementwise))
    return R;
  R.Constancy = Unlimited;
  for (const Facts &F : In)
    R.Constancy = std::min(R.Constancy, F.Constancy);
  return R;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// From's axes in another order or with axes of one element added or gone; on
/// other reshapes, what the last axis keeps.
static TileFacts reshapeFacts(ArrayRef<Facts> From, ArrayRef<int64_t> Old,
                              ArrayRef<int64_t> New) {
  Facts One{Unlimited, 1, 1};
  for (const Facts &F : From)
    One.Divisor = std::min(One.Divisor, commonDivisor(F));
  if (New.empty())
    return {One}; // the only element, as a scalar
  auto IsOne = [](int64_t E) { return E == 1; };
  TileFacts R;
  unsigned Next = 0;
  bool Matches = true;
  for (int64_t E : New) {
    if (IsOne(E)) {
      R.push_back(One);
      continue;
    }
    while (Next != Old.size() && IsOne(Old[Next]))
      ++Next;
    Matches &= Next != Old.size() && Old[Next] == E;
    R.push_back(Matches ? From[Next++] : Facts());
  }
  if (Matches)
    return R;
  R.assign(New.size(), Facts());
  int64_t Run = std::min(divisorOf(Old.back()), divisorOf(New.back()));
  R.back() = cut(From.back(), Run, 1);
  R.back().Constancy = std::min(R.back().Constancy, Run);
  return R;
}

TileFacts AxisInfo::computeShape(Op *O) const {
  Value *Input = O->operand(0);
  TileFacts From = all(Input), R;
  if (auto *Trans = llvm::dyn_cast<TransOp>(O)) {
    auto Order = *Trans->attr("order").asIntList();
    for (int64_t Axis : Order)
      R.push_back(From[Axis]);
    return R;
  }
  if (!Input->type().isTile())
    return seen(Input, O->type().shape());
  return reshapeFacts(From, Input->type().shape(), O->type().shape());
}

Facts mt::axis::promised(const Op *O, unsigned Axis, Facts F) {
  auto Raise = [&](llvm::StringRef Name, int64_t &To) {
    Attr A = O->attr(Name);
    auto List = A ? A.asIntList() : std::nullopt;
    if (List && Axis < List->size())
      To = std::max(To, divisorOf((*List)[Axis]));
  };
  Raise("hint.multiple_of", F.Divisor);
  Raise("hint.max_contiguous", F.Contiguity);
  Raise("hint.max_constancy", F.Constancy);
  return F;
}

TileFacts AxisInfo::compute(Op *O) const {
  if (llvm::isa<ExpandDimsOp, ReshapeOp, TransOp>(O))
    return computeShape(O);
  ArrayRef<int64_t> Shape;
  if (O->type().isTile())
    Shape = O->type().shape();
  if (auto *Range = llvm::dyn_cast<ArangeOp>(O))
    // Of an extent that is no power of two, several runs.
    return {cut({divisorOf(Range->start()), Unlimited, 1}, divisorOf(Shape[0]),
                llvm::isPowerOf2_64(Shape[0]) ? Unlimited : 1)};
  if (llvm::isa<ZerosOp>(O))
    return TileFacts(Shape.size(), {Unlimited, 1, Unlimited});
  if (llvm::isa<FullOp, BroadcastOp>(O))
    return seen(O->operand(0), Shape);
  llvm::SmallVector<TileFacts, 3> Operands;
  if (O->hasTrait(OT_Elementwise))
    for (const Value *V : O->operands())
      Operands.push_back(V ? seen(V, Shape) : TileFacts(numAxes(O->type())));
  TileFacts R;
  for (unsigned D = 0; D != numAxes(O->type()); ++D) {
    llvm::SmallVector<Facts, 3> In;
    for (const TileFacts &Each : Operands)
      In.push_back(Each[D]);
    R.push_back(computeElement(O, In));
  }
  return R;
}
