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

unsigned NestCode::intern(const LaneMap &M) {
  LaneMap Normal = M;
  Normal.Strides.resize(rank());
  for (auto [Stride, Extent] : llvm::zip_equal(Normal.Strides, Shape))
    if (Extent == 1)
      Stride = 0;
  for (auto [I, Known] : llvm::enumerate(Maps))
    if (Known == Normal)
      return I;
  Maps.push_back(Normal);
  return Maps.size() - 1;
}

unsigned NestCode::laneMap(int64_t Lane) {
  LaneMap M;
  M.Offset = Lane;
  return intern(M);
}

unsigned NestCode::vectorDim() const {
  for (unsigned D = rank(); D-- != 0;)
    if (Shape[D] != 1)
      return D;
  return rank() ? rank() - 1 : 0;
}

std::optional<unsigned> NestCode::axis() const {
  if (Reductions.empty())
    return std::nullopt;
  return reductionAxis(Reductions[0]);
}

bool cpu::isReduction(const Op *O) {
  return llvm::isa<SumOp, MaxOp, MinOp, ReduceOp>(O);
}

bool cpu::isLaneByLane(const Op *O) {
  return !O->numRegions() || llvm::all_of(O->body(), [](const Op &Inner) {
    return (Inner.hasTrait(OT_Elementwise) || Inner.hasTrait(OT_Terminator)) &&
           llvm::none_of(Inner.operands(), [](const Value *V) {
             return V && V->type().isTile();
           });
  });
}

bool cpu::isTileOp(const Op *O) {
  if (!llvm::isa<ReshapeOp, SplitOp>(O))
    return llvm::isa<PrintOp, DotOp>(O);
  return O->operand(0)->type().isTile() && !O->result()->type().isTile();
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
    if (!F.V || !F.V->type().isTile() || IsLeaf(F.V, F.Map))
      continue;
    if (F.OperandsDone) {
      Code.Items.push_back({F.V->definingOp(), F.V, F.Map});
      continue;
    }
    if (!Done.insert({F.V, F.Map}).second)
      continue;
    Stack.push_back({F.V, F.Map, true});
    std::optional<Sources> From = Code.sources(F.V, F.Map);
    assert(From && "a value that must lie in scratch");
    for (const Source &S : llvm::reverse(*From))
      Stack.push_back({S.V, Code.intern(S.Map), false});
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

/// The loop along which an affine value at a map grows by exactly one per
/// step, if it is constant along the others.
static std::optional<unsigned> unitDim(const NestCode &Code, const Value *V,
                                       const LaneMap &Map,
                                       const AffineAnalysis &Affine) {
  const AffineForm &F = Affine.get(V);
  auto C = coordinatesOf(Map, Code.Shape, V->type().shape());
  if (!F.Known || !C)
    return std::nullopt;
  std::optional<unsigned> Result;
  for (auto [S, Along] : llvm::zip_equal(F.Strides, *C))
    for (auto [Loop, Steps] : llvm::enumerate(Along.Strides)) {
      if (S.isZero() || !Steps)
        continue;
      if (Result || S != Stride{1, nullptr} || Steps != 1)
        return std::nullopt;
      Result = Loop;
    }
  return Result;
}

std::optional<MaskTerm> cpu::boundingTerm(const NestCode &Code, Value *V,
                                          unsigned Map,
                                          const AffineAnalysis &Affine) {
  MaskTerm Term;
  Term.V = V;
  Term.Map = Map;
  Term.Bounds = true;
  if (Affine.get(V).isUniform())
    return Term;
  Op *O = V->definingOp();
  if (!O || !llvm::isa<CmpLtOp, CmpLeOp, CmpGtOp, CmpGeOp>(O))
    return std::nullopt;
  auto From = Code.sources(V, Map);
  if (!From)
    return std::nullopt;
  Source Index = (*From)[0], Limit = (*From)[1];
  if (llvm::isa<CmpGtOp, CmpGeOp>(O))
    std::swap(Index, Limit);
  if (!Index.V->type().elementType().isInteger() ||
      !Affine.get(Limit.V).isUniform() || !Index.V->type().isTile())
    return std::nullopt;
  std::optional<unsigned> Dim = unitDim(Code, Index.V, Index.Map, Affine);
  if (!Dim)
    return std::nullopt;
  Term.Inclusive = llvm::isa<CmpLeOp, CmpGeOp>(O);
  Term.Dim = *Dim;
  Term.Index = Index.V;
  Term.IndexLane = Index.Map.Offset;
  Term.Limit = Limit.V;
  return Term;
}

llvm::SmallVector<MaskTerm, 2>
cpu::splitMask(NestCode &Code, Value *Mask, const AffineAnalysis &Affine,
               llvm::function_ref<bool(Value *, unsigned)> IsLeaf) {
  llvm::SmallVector<MaskTerm, 2> Terms;
  if (!Mask)
    return Terms;
  llvm::DenseSet<std::pair<Value *, unsigned>> Seen;
  llvm::SmallVector<std::pair<Value *, unsigned>, 4> Work = {
      {Mask, Code.alignedMap(Mask->type().shape())}};
  while (!Work.empty()) {
    auto [V, Map] = Work.pop_back_val();
    if (!Seen.insert({V, Map}).second)
      continue;
    bool IsPart = V->type().isTile() && !IsLeaf(V, Map);
    Op *O = IsPart ? V->definingOp() : nullptr;
    std::optional<Sources> From;
    if (O && (llvm::isa<AndOp>(O) || isRearrangement(O)))
      From = Code.sources(V, Map);
    if (From) {
      for (const Source &S : llvm::reverse(*From))
        Work.push_back({S.V, Code.intern(S.Map)});
      continue;
    }
    MaskTerm Term;
    Term.V = V;
    Term.Map = Map;
    Terms.push_back(boundingTerm(Code, V, Map, Affine).value_or(Term));
  }
  return Terms;
}
