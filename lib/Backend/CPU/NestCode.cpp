//===- NestCode.cpp - One loop nest over the elements of a tile -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NestCode.h"

using namespace mt;
using namespace mt::cpu;

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

// A loop of one iteration has index 0: maps that differ there are equal.
unsigned NestCode::intern(DimMap M) {
  for (int8_t &Dim : M)
    if (Dim != ZeroIndex && Shape[Dim] == 1)
      Dim = ZeroIndex;
  for (auto [I, Known] : llvm::enumerate(Maps))
    if (Known == M)
      return I;
  Maps.push_back(M);
  return Maps.size() - 1;
}

unsigned NestCode::alignedMap(llvm::ArrayRef<int64_t> ValueShape) {
  DimMap M;
  for (auto [D, Extent] : llvm::enumerate(ValueShape)) {
    int8_t Loop = alignedDim(D, ValueShape.size(), rank());
    M.push_back(Extent == 1 ? ZeroIndex : Loop);
  }
  return intern(M);
}

unsigned NestCode::zeroMap(unsigned Rank) {
  return intern(DimMap(Rank, ZeroIndex));
}

unsigned NestCode::operandMap(unsigned Map, Type Result, Type Operand) {
  if (Operand.shape() == Result.shape())
    return Map;
  DimMap M;
  for (unsigned D = 0; D != Operand.rank(); ++D) {
    unsigned ResultDim = alignedDim(D, Operand.rank(), Result.rank());
    bool Repeats = Operand.shape()[D] == 1;
    M.push_back(Repeats ? ZeroIndex : Maps[Map][ResultDim]);
  }
  return intern(M);
}

//===----------------------------------------------------------------------===//
// Collecting
//===----------------------------------------------------------------------===//

// With a stack of its own: chains of ops may be longer than the machine's.
void ItemCollector::require(Value *V, unsigned Map) {
  struct Frame {
    Value *V;
    unsigned Map;
    bool OperandsDone;
  };
  llvm::SmallVector<Frame, 16> Stack = {{V, Map, false}};
  while (!Stack.empty()) {
    Frame F = Stack.pop_back_val();
    if (!F.V || !F.V->type().isTile() || IsLeaf(F.V))
      continue;
    Op *O = F.V->definingOp();
    assert(O && (O->hasTrait(OT_Pure)) && "a tile that is nowhere");
    if (F.OperandsDone) {
      Code.Items.push_back({O, F.Map});
      continue;
    }
    if (!Done.insert({F.V, F.Map}).second)
      continue;
    Stack.push_back({F.V, F.Map, true});
    for (unsigned I = O->numOperands(); I-- != 0;)
      if (Value *Operand = O->operand(I))
        Stack.push_back({Operand,
                         Code.operandMap(F.Map, O->type(), Operand->type()),
                         false});
  }
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t, 4> cpu::accessShape(const Op *O) {
  auto Extents = [&](const Value *V) {
    return llvm::SmallVector<int64_t, 4>(V->type().shape());
  };
  if (llvm::isa<LoadOp>(O))
    return Extents(O->result());
  llvm::SmallVector<int64_t, 4> Shape = Extents(O->operand(0));
  const auto *Assert = llvm::dyn_cast<AssertOp>(O);
  if (!Assert || !Assert->mask())
    return Shape;
  // Condition and mask line up by NumPy's rule.
  llvm::ArrayRef<int64_t> Mask = Assert->mask()->type().shape();
  if (Mask.size() > Shape.size())
    Shape.insert(Shape.begin(), Mask.size() - Shape.size(), 1);
  for (auto [D, Extent] : llvm::enumerate(Mask)) {
    int64_t &Known = Shape[alignedDim(D, Mask.size(), Shape.size())];
    Known = std::max(Known, Extent);
  }
  return Shape;
}

Value *cpu::accessMask(const Op *O) {
  if (O->kind() == OpKind::AtomicCas)
    return nullptr;
  return O->operand(llvm::isa<LoadOp, AssertOp>(O) ? 1 : 2);
}

/// The loop along which V grows by exactly one per step, if it is constant
/// along the others.
static std::optional<unsigned> unitDim(const AffineForm &F, const DimMap &Map) {
  std::optional<unsigned> Result;
  if (!F.Known)
    return std::nullopt;
  for (auto [D, S] : llvm::enumerate(F.Strides)) {
    if (S.isZero() || Map[D] == ZeroIndex)
      continue;
    if (Result || S != Stride{1, nullptr})
      return std::nullopt;
    Result = Map[D];
  }
  return Result;
}

/// Makes Term a bounding one if its comparison allows.
static void recognizeBound(NestCode &Code, MaskTerm &Term,
                           const AffineAnalysis &Affine) {
  if (Affine.get(Term.V).isUniform()) {
    Term.Bounds = true;
    return;
  }
  Op *O = Term.V->definingOp();
  if (!O || !llvm::isa<CmpLtOp, CmpLeOp, CmpGtOp, CmpGeOp>(O))
    return;
  Value *Index = O->operand(0), *Limit = O->operand(1);
  if (llvm::isa<CmpGtOp, CmpGeOp>(O))
    std::swap(Index, Limit);
  if (!Index->type().elementType().isInteger() ||
      !Affine.get(Limit).isUniform() || !Index->type().isTile())
    return;
  unsigned Map = Code.operandMap(Term.Map, O->type(), Index->type());
  std::optional<unsigned> Dim = unitDim(Affine.get(Index), Code.map(Map));
  if (!Dim)
    return;
  Term.Bounds = true;
  Term.Inclusive = llvm::isa<CmpLeOp, CmpGeOp>(O);
  Term.Dim = *Dim;
  Term.Index = Index;
  Term.Limit = Limit;
}

llvm::SmallVector<MaskTerm, 2> cpu::splitMask(NestCode &Code, Value *Mask,
                                              const AffineAnalysis &Affine) {
  llvm::SmallVector<MaskTerm, 2> Terms;
  if (!Mask)
    return Terms;
  llvm::SmallVector<std::pair<Value *, unsigned>, 4> Work = {
      {Mask, Code.alignedMap(Mask->type().shape())}};
  while (!Work.empty()) {
    auto [V, Map] = Work.pop_back_val();
    Op *O = V->type().isTile() ? V->definingOp() : nullptr;
    if (O && llvm::isa<AndOp, BroadcastOp>(O)) {
      for (unsigned I = O->numOperands(); I-- != 0;)
        Work.push_back({O->operand(I), Code.operandMap(Map, O->type(),
                                                       O->operand(I)->type())});
      continue;
    }
    MaskTerm Term;
    Term.V = V;
    Term.Map = Map;
    recognizeBound(Code, Term, Affine);
    if (llvm::none_of(Terms, [&](const MaskTerm &Known) {
          return Known.V == V && Known.Map == Map;
        }))
      Terms.push_back(Term);
  }
  return Terms;
}
