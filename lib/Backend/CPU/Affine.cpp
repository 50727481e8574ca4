//===- Affine.cpp - How a tile's lanes follow from its lane 0 -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "LaneMap.h"
#include <algorithm>
#include <bit>

using namespace mt;
using namespace mt::cpu;

/// Divisor of zero: any power of two.
static constexpr uint64_t AnyPower = uint64_t(1) << 62;
static constexpr unsigned MaxFacts = 4;
static constexpr unsigned MaxSize = 1000;
static constexpr unsigned MaxCheapCost = 12;

static uint64_t powerDividing(uint64_t V) {
  return V ? std::min(V & -V, AnyPower) : AnyPower;
}

static uint64_t multiplyDivisors(uint64_t A, uint64_t B) {
  return std::countr_zero(A) + std::countr_zero(B) >= 62 ? AnyPower : A * B;
}

//===----------------------------------------------------------------------===//
// Collection
//===----------------------------------------------------------------------===//

AffineAnalysis::AffineAnalysis(Kernel &K) {
  for (auto [I, Param] : llvm::enumerate(K.params())) {
    AffineForm &F = Forms[Param];
    F.Known = F.Cheap = true;
    Attr Divisible = K.paramAttrs(I).get("divisible");
    if (Divisible && Divisible.isInt() && Divisible.asInt() > 0)
      F.Divisor = powerDividing(Divisible.asInt());
  }
  // Operands stand before their users, so one walk suffices.
  walk<WalkOrder::PreOrder>(K.body(), [&](Op *O) { visit(O); });
}

void AffineAnalysis::visit(Op *O) {
  if (auto *For = llvm::dyn_cast<ForOp>(O)) {
    AffineForm &Iv = Forms[For->inductionVar()];
    Iv.Known = Iv.Cheap = true;
    Iv.Divisor =
        std::min(get(For->lowerBound()).Divisor, get(For->step()).Divisor);
  }
  if (O->numRegions())
    return; // scalars are one lane, tiles unknown
  for (unsigned I = 0; I != O->numResults(); ++I)
    Forms[O->result(I)] = compute(O);
}

const AffineForm &AffineAnalysis::get(const Value *V) const {
  // Of literals the type and value say everything; unlisted scalars (arguments
  // of regions) are one lane, unlisted tiles unknown.
  static const AffineForm Tile;
  static const llvm::SmallVector<AffineForm, 64> Scalars = [] {
    llvm::SmallVector<AffineForm, 64> List(64);
    for (unsigned I = 0; I != 64; ++I) {
      List[I].Known = List[I].Cheap = true;
      List[I].Divisor = std::min(uint64_t(1) << I, AnyPower);
    }
    return List;
  }();
  if (const auto *C = llvm::dyn_cast<Constant>(V)) {
    bool IsInt = C->type().isIntegerOrBool();
    return Scalars[IsInt ? std::countr_zero(powerDividing(C->bits())) : 0];
  }
  auto It = Forms.find(V);
  if (It != Forms.end())
    return It->second;
  return V->type().isTile() ? Tile : Scalars[0];
}

AffineForm AffineAnalysis::compute(const Op *O) const {
  AffineForm F;
  if (O->numResults() && O->result()->type().isTile())
    F = computeTile(O);
  else
    F.Known = true;
  if (F.Known && O->numResults())
    for (auto [S, Extent] : llvm::zip(F.Strides, O->result()->type().shape()))
      if (Extent == 1)
        S = Stride(); // a single element repeats when it is broadcast
  if (O->numResults() && O->result()->type().isTile()) {
    unsigned Size = 1;
    for (Value *Operand : O->operands())
      Size += Operand && Operand->type().isTile() ? get(Operand).Size : 0;
    F.Size = std::min(Size, MaxSize);
  } else {
    F.Size = 0;
  }
  if (F.MustFit.size() > MaxFacts || F.Size == MaxSize)
    F.Known = false;
  F.Divisor = divisor(O);
  unsigned Cost = cost(O);
  F.Cost = Cost;
  F.Cheap = Cost <= MaxCheapCost;
  return F;
}

/// Ops that cost an instruction or so, beyond what they are computed from.
static bool isLight(const Op *O) {
  if (llvm::isa<ArangeOp, ZerosOp, FullOp, EmptyOp>(O) || isRearrangement(O))
    return !llvm::isa<JoinOp, CatOp>(O);
  if (!O->hasTrait(OT_Elementwise))
    return false;
  if (O->type().elementType().isFloat() ||
      O->operand(0)->type().elementType().isFloat())
    return false;
  return O->kind() != OpKind::Div && O->kind() != OpKind::Mod;
}

unsigned AffineAnalysis::cost(const Op *O) const {
  if (O->numResults() && !O->result()->type().isTile())
    return 0;
  if (!O->numResults() || !isLight(O))
    return 255;
  unsigned Sum = isRearrangement(O) ? 0 : 1;
  for (Value *Operand : O->operands())
    Sum += Operand->type().isTile()
               ? get(Operand).Cheap ? get(Operand).Cost : 255
               : 0;
  return std::min(Sum, 255u);
}

uint64_t AffineAnalysis::divisor(const Op *O) const {
  auto Of = [&](unsigned I) { return get(O->operand(I)).Divisor; };
  if (O->numResults() != 1)
    return 1;
  if (const auto *A = llvm::dyn_cast<ArangeOp>(O))
    return powerDividing(A->start());
  if (llvm::isa<ZerosOp, EmptyOp>(O))
    return AnyPower;
  // Lane 0 stays where it is.
  if (llvm::isa<BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp, FullOp>(O))
    return Of(0);
  if (!O->type().elementType().isInteger())
    return 1;
  if (llvm::isa<CastOp>(O) && O->operand(0)->type().elementType().isInteger())
    return Of(0);
  if (llvm::isa<AddOp, SubOp>(O))
    return std::min(Of(0), Of(1));
  if (llvm::isa<MulOp>(O))
    return multiplyDivisors(Of(0), Of(1));
  if (llvm::isa<SelectOp>(O))
    return std::min(Of(1), Of(2));
  return 1;
}

//===----------------------------------------------------------------------===//
// Transfer
//===----------------------------------------------------------------------===//

std::optional<int64_t> cpu::uniformLiteral(const Value *V) {
  for (Op *O = V->definingOp();
       O && (isRearrangement(O) || llvm::isa<FullOp>(O)) &&
       !llvm::isa<JoinOp, CatOp>(O);
       O = V->definingOp())
    V = O->operand(0);
  const auto *C = llvm::dyn_cast<Constant>(V);
  if (!C || !C->type().isInteger())
    return std::nullopt;
  return C->asSigned();
}

/// Strides of Operand in the dimensions of a result of rank Rank.
static llvm::SmallVector<Stride, 2> alignedStrides(const AffineForm &Operand,
                                                   unsigned Rank) {
  llvm::SmallVector<Stride, 2> Result(Rank);
  unsigned OperandRank = Operand.Strides.size();
  for (unsigned D = 0; D != OperandRank; ++D)
    Result[alignedDim(D, OperandRank, Rank)] = Operand.Strides[D];
  return Result;
}

/// A + Sign * B, if it has the shape of a Stride.
static std::optional<Stride> sum(Stride A, Stride B, int Sign) {
  int64_t Factor;
  if (__builtin_mul_overflow(B.Factor, int64_t(Sign), &B.Factor))
    return std::nullopt;
  if (A.isZero())
    return B;
  if (B.isZero())
    return A;
  if (A.Symbol != B.Symbol ||
      __builtin_add_overflow(A.Factor, B.Factor, &Factor))
    return std::nullopt;
  return Factor ? Stride{Factor, A.Symbol} : Stride{};
}

static void addFact(llvm::SmallVectorImpl<Value *> &Facts, Value *V) {
  if (!llvm::is_contained(Facts, V))
    Facts.push_back(V);
}

AffineForm AffineAnalysis::computeTile(const Op *O) const {
  if (llvm::isa<ArangeOp>(O)) {
    AffineForm F;
    F.Known = true;
    F.Strides = {Stride{1, nullptr}};
    return F;
  }
  if (llvm::isa<ZerosOp, FullOp, EmptyOp>(O)) {
    AffineForm F;
    F.Known = true;
    F.Strides.resize(O->type().rank());
    return F;
  }
  if (isRearrangement(O))
    return rearranged(O).value_or(AffineForm());
  if (!O->hasTrait(OT_Elementwise))
    return {};
  if (const auto *A = llvm::dyn_cast<AddPtrOp>(O))
    return addPtr(A);
  if (const auto *C = llvm::dyn_cast<CastOp>(O))
    return cast(C);
  if (!O->type().elementType().isInteger())
    return uniformOrUnknown(O);
  if (llvm::isa<AddOp>(O))
    return combine(O, 1);
  if (llvm::isa<SubOp>(O))
    return combine(O, -1);
  if (llvm::isa<MulOp>(O))
    return multiply(O);
  if (llvm::isa<ShlOp>(O))
    return shiftLeft(O);
  if (llvm::isa<ModOp>(O))
    return remainder(O);
  return uniformOrUnknown(O);
}

// `x % n` moves as x does while it passes no multiple of n. What must hold for
// that is a condition of its own kind on the remainder.
AffineForm AffineAnalysis::remainder(const Op *O) const {
  Value *Dividend = O->operand(0), *Divisor = O->operand(1);
  bool IsIndex = get(Dividend).Known && !get(Dividend).isUniform() &&
                 get(Divisor).isUniform() &&
                 O->type().elementType().bitWidth() < 64;
  if (!IsIndex)
    return uniformOrUnknown(O);
  AffineForm F;
  F.Known = true;
  F.Strides = alignedStrides(get(Dividend), O->type().rank());
  addFitFacts(Dividend, F.MustFit);
  for (Value *Fact : get(Divisor).MustFit)
    addFact(F.MustFit, Fact);
  addFact(F.MustFit, O->result());
  return F;
}

/// A lane-by-lane op of operands that are equal in all lanes is so itself.
AffineForm AffineAnalysis::uniformOrUnknown(const Op *O) const {
  AffineForm F;
  F.Strides.resize(O->type().rank());
  F.Known = true;
  for (Value *Operand : O->operands()) {
    const AffineForm &From = get(Operand);
    F.Known &= From.isUniform();
    for (Value *Fact : From.MustFit)
      addFact(F.MustFit, Fact);
  }
  return F;
}

AffineForm AffineAnalysis::combine(const Op *O, int Sign) const {
  const AffineForm &L = get(O->operand(0)), &R = get(O->operand(1));
  AffineForm F;
  if (!L.Known || !R.Known)
    return F;
  unsigned Rank = O->type().rank();
  auto LS = alignedStrides(L, Rank), RS = alignedStrides(R, Rank);
  F.Known = true;
  for (unsigned D = 0; D != Rank; ++D) {
    std::optional<Stride> S = sum(LS[D], RS[D], Sign);
    F.Known &= S.has_value();
    F.Strides.push_back(S.value_or(Stride()));
  }
  F.MustFit = L.MustFit;
  for (Value *Fact : R.MustFit)
    addFact(F.MustFit, Fact);
  return F;
}

AffineForm AffineAnalysis::multiply(const Op *O) const {
  Value *Scaled = O->operand(0), *By = O->operand(1);
  if (!get(By).isUniform())
    std::swap(Scaled, By);
  if (!get(By).isUniform() || !get(Scaled).Known)
    return {};
  AffineForm F = get(Scaled);
  unsigned Rank = O->type().rank();
  F.Strides = alignedStrides(F, Rank);
  for (Value *Fact : get(By).MustFit)
    addFact(F.MustFit, Fact);
  std::optional<int64_t> Literal = uniformLiteral(By);
  for (Stride &S : F.Strides) {
    if (S.isZero())
      continue;
    if (Literal)
      F.Known &= !__builtin_mul_overflow(S.Factor, *Literal, &S.Factor);
    else if (S.isConstant())
      S.Symbol = By;
    else
      F.Known = false;
    if (S.isZero())
      S.Symbol = nullptr;
  }
  return F;
}

AffineForm AffineAnalysis::shiftLeft(const Op *O) const {
  std::optional<int64_t> Amount = uniformLiteral(O->operand(1));
  if (!Amount)
    return uniformOrUnknown(O);
  AffineForm F = get(O->operand(0));
  F.Strides = alignedStrides(F, O->type().rank());
  unsigned Shift = *Amount & (O->type().elementType().bitWidth() - 1);
  F.Known &= Shift < 62;
  for (Stride &S : F.Strides)
    F.Known = F.Known &&
              !__builtin_mul_overflow(S.Factor, int64_t(1) << Shift, &S.Factor);
  return F;
}

AffineForm AffineAnalysis::cast(const CastOp *O) const {
  Type From = O->input()->type().elementType();
  Type To = O->type().elementType();
  auto IsIndex = [](Type T) { return T.isInteger() || T.isPointer(); };
  AffineForm F = get(O->input());
  if (F.isUniform() || !F.Known)
    return uniformOrUnknown(O);
  if (!IsIndex(From) || !IsIndex(To))
    return {};
  if (To.bitWidth() > From.bitWidth())
    addFitFacts(O->input(), F.MustFit);
  return F;
}

AffineForm AffineAnalysis::addPtr(const AddPtrOp *O) const {
  AffineForm F = get(O->ptr());
  const AffineForm &Offset = get(O->offset());
  if (!F.Known || !Offset.Known)
    return {};
  unsigned Rank = O->type().rank();
  int64_t Size = O->type().elementType().pointee().byteSize();
  auto PS = alignedStrides(F, Rank), OS = alignedStrides(Offset, Rank);
  F.Strides.clear();
  for (unsigned D = 0; D != Rank; ++D) {
    F.Known =
        F.Known && !__builtin_mul_overflow(OS[D].Factor, Size, &OS[D].Factor);
    std::optional<Stride> S = sum(PS[D], OS[D], 1);
    F.Known &= S.has_value();
    F.Strides.push_back(S.value_or(Stride()));
  }
  if (O->offset()->type().elementType().bitWidth() < 64)
    addFitFacts(O->offset(), F.MustFit);
  for (Value *Fact : Offset.MustFit)
    addFact(F.MustFit, Fact);
  return F;
}

//===----------------------------------------------------------------------===//
// Fitting
//===----------------------------------------------------------------------===//

bool AffineAnalysis::provablyFits(const Value *V) const {
  const AffineForm &F = get(V);
  if (F.isUniform())
    return true;
  Type Element = V->type().elementType();
  if (!F.Known || !Element.isInteger())
    return false;
  // Lane 0 is a multiple of Divisor; steps that stay below it cannot pass the
  // end of the type, which is a multiple too.
  uint64_t Span = 0;
  for (auto [S, Extent] : llvm::zip(F.Strides, V->type().shape())) {
    if (!S.isConstant() || S.Factor < 0 || S.Factor >= int64_t(1) << 31)
      return false;
    Span += uint64_t(S.Factor) * uint64_t(Extent - 1);
  }
  unsigned ValueBits = Element.bitWidth() - Element.isSigned();
  uint64_t Limit = ValueBits >= 62 ? AnyPower : uint64_t(1) << ValueBits;
  return Span < std::min(F.Divisor, Limit);
}

void AffineAnalysis::addFitFacts(Value *V,
                                 llvm::SmallVectorImpl<Value *> &Facts) const {
  if (!provablyFits(V))
    addFact(Facts, V);
  for (Value *Fact : get(V).MustFit)
    addFact(Facts, Fact);
}
