//===- LaneMap.cpp - Which lane of a value an iteration needs -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneMap.h"
#include "Affine.h"

using namespace mt;
using namespace mt::cpu;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Coordinates
//===----------------------------------------------------------------------===//

/// How many lanes one step along each dimension is.
static llvm::SmallVector<int64_t, 4> pitches(ArrayRef<int64_t> Shape) {
  llvm::SmallVector<int64_t, 4> Result(Shape.size());
  int64_t Pitch = 1;
  for (unsigned D = Shape.size(); D-- != 0; Pitch *= Shape[D])
    Result[D] = Pitch;
  return Result;
}

/// The dimension along which a step of Stride lanes goes, if it is one.
static std::optional<unsigned> dimOf(uint64_t Stride, ArrayRef<int64_t> Shape,
                                     ArrayRef<int64_t> Pitch) {
  for (unsigned D = 0; D != Shape.size(); ++D)
    if (Shape[D] != 1 && uint64_t(Pitch[D]) <= Stride)
      return Stride % Pitch[D] == 0 ? std::optional(D) : std::nullopt;
  return std::nullopt;
}

// Each loop must run along one dimension, and nothing may carry into the next:
// the digits of the least lane plus all the steps stay below the extents.
std::optional<Coordinates> cpu::coordinatesOf(const LaneMap &M,
                                              ArrayRef<int64_t> Loops,
                                              ArrayRef<int64_t> Shape) {
  auto Pitch = pitches(Shape);
  Coordinates C(Shape.size());
  int64_t Least = M.Offset;
  for (LaneMap &Each : C)
    Each.Strides.resize(Loops.size());
  llvm::SmallVector<int64_t, 4> Span(Shape.size());
  for (auto [L, Stride] : llvm::enumerate(M.Strides)) {
    if (!Stride)
      continue;
    std::optional<unsigned> D =
        dimOf(Stride < 0 ? -Stride : Stride, Shape, Pitch);
    if (!D)
      return std::nullopt;
    int64_t Steps = Stride / Pitch[*D], Last = Loops[L] - 1;
    C[*D].Strides[L] = Steps;
    Span[*D] += (Steps < 0 ? -Steps : Steps) * Last;
    if (Steps < 0) {
      C[*D].Offset -= Steps * Last;
      Least += Stride * Last;
    }
  }
  for (unsigned D = 0; D != Shape.size(); ++D) {
    int64_t Digit = Least / Pitch[D] % Shape[D];
    C[D].Offset += Digit;
    if (Digit + Span[D] >= Shape[D])
      return std::nullopt;
  }
  return C;
}

LaneMap cpu::laneMapOf(const Coordinates &C, ArrayRef<int64_t> Shape,
                       unsigned NumLoops) {
  LaneMap M;
  M.Strides.resize(NumLoops);
  for (auto [Each, Pitch] : llvm::zip_equal(C, pitches(Shape))) {
    M.Offset += Each.Offset * Pitch;
    for (unsigned L = 0; L != NumLoops; ++L)
      M.Strides[L] += Each.Strides[L] * Pitch;
  }
  return M;
}

LaneMap cpu::alignedLaneMap(ArrayRef<int64_t> Shape, ArrayRef<int64_t> Loops) {
  LaneMap M;
  M.Strides.resize(Loops.size());
  for (auto [D, Pitch] : llvm::enumerate(pitches(Shape)))
    if (Shape[D] != 1)
      M.Strides[alignedDim(D, Shape.size(), Loops.size())] = Pitch;
  return M;
}

//===----------------------------------------------------------------------===//
// Sources
//===----------------------------------------------------------------------===//

bool cpu::isRearrangement(const Op *O) {
  return llvm::isa<BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp, FlipOp,
                   SplitOp, JoinOp, CatOp>(O);
}

Value *cpu::placedOperand(const Op *O) {
  return llvm::isa<GatherOp>(O) ? O->operand(0) : nullptr;
}

namespace {

/// The sources of one result at one map.
class SourceFinder {
public:
  SourceFinder(const Value *V, const LaneMap &Map, ArrayRef<int64_t> Loops)
      : V(V), O(V->definingOp()), Map(Map), Loops(Loops) {}
  std::optional<Sources> find();

private:
  std::optional<Sources> elementwise();
  std::optional<Sources> rearranged();
  std::optional<Sources> join(Coordinates C);
  std::optional<Sources> cat(Coordinates C);
  std::optional<Coordinates> coordinates() const {
    return coordinatesOf(Map, Loops, V->type().shape());
  }
  Sources one(unsigned I, const Coordinates &C) const {
    Value *From = O->operand(I);
    return {{From, laneMapOf(C, From->type().shape(), Loops.size())}};
  }
  /// The coordinates of an operand that is broadcast by NumPy's rule.
  static Coordinates broadcast(const Coordinates &C, ArrayRef<int64_t> Shape);

  const Value *V;
  Op *O;
  const LaneMap &Map;
  ArrayRef<int64_t> Loops;
};

} // namespace

std::optional<Sources> cpu::sourcesOf(const Value *V, const LaneMap &Map,
                                      ArrayRef<int64_t> Loops) {
  return SourceFinder(V, Map, Loops).find();
}

std::optional<Sources> SourceFinder::find() {
  if (llvm::isa<ArangeOp, ZerosOp, EmptyOp>(O))
    return Sources();
  if (llvm::isa<FullOp>(O))
    return Sources{{O->operand(0), {}}};
  if (llvm::isa<GatherOp>(O))
    return coordinates() ? std::optional(Sources{{O->operand(1), Map}})
                         : std::nullopt;
  if (isRearrangement(O))
    return rearranged();
  assert(O->hasTrait(OT_Elementwise) && "a tile that is nowhere");
  return elementwise();
}

Coordinates SourceFinder::broadcast(const Coordinates &C,
                                    ArrayRef<int64_t> Shape) {
  Coordinates Result;
  for (auto [D, Extent] : llvm::enumerate(Shape)) {
    Result.push_back(C[alignedDim(D, Shape.size(), C.size())]);
    if (Extent != 1)
      continue;
    Result.back().Offset = 0;
    llvm::fill(Result.back().Strides, 0);
  }
  return Result;
}

std::optional<Sources> SourceFinder::elementwise() {
  Sources Result;
  std::optional<Coordinates> C;
  for (Value *From : O->operands()) {
    ArrayRef<int64_t> Shape = From->type().shape();
    if (!From->type().isTile() || Shape == V->type().shape()) {
      Result.push_back({From, From->type().isTile() ? Map : LaneMap()});
      continue;
    }
    if (!C && !(C = coordinates()))
      return std::nullopt;
    Result.push_back(
        {From, laneMapOf(broadcast(*C, Shape), Shape, Loops.size())});
  }
  return Result;
}

std::optional<Sources> SourceFinder::rearranged() {
  Value *From = O->operand(0);
  // Row-major order stays.
  if (llvm::isa<ReshapeOp, ExpandDimsOp>(O))
    return Sources{{From, From->type().isTile() ? Map : LaneMap()}};
  std::optional<Coordinates> C = coordinates();
  if (!C)
    return std::nullopt;
  if (llvm::isa<BroadcastOp>(O))
    return one(0, broadcast(*C, From->type().shape()));
  if (auto *Flip = llvm::dyn_cast<FlipOp>(O)) {
    LaneMap &Along = (*C)[Flip->axis()];
    Along.Offset = V->type().shape()[Flip->axis()] - 1 - Along.Offset;
    for (int64_t &Stride : Along.Strides)
      Stride = -Stride;
    return one(0, *C);
  }
  if (llvm::isa<TransOp>(O)) {
    Coordinates Permuted(C->size());
    for (auto [D, From] : llvm::enumerate(*O->attr("order").asIntList()))
      Permuted[From] = (*C)[D];
    return one(0, Permuted);
  }
  if (llvm::isa<SplitOp>(O)) {
    LaneMap &Half = C->emplace_back();
    Half.Offset = llvm::cast<OpResult>(V)->index();
    Half.Strides.resize(Loops.size());
    return one(0, *C);
  }
  return llvm::isa<JoinOp>(O) ? join(*C) : cat(*C);
}

/// The two sides of a join meet in every vector, unless one is meant alone.
std::optional<Sources> SourceFinder::join(Coordinates C) {
  LaneMap Side = C.pop_back_val();
  if (llvm::any_of(Side.Strides, [](int64_t S) { return S != 0; }))
    return std::nullopt;
  return one(Side.Offset, C);
}

std::optional<Sources> SourceFinder::cat(Coordinates C) {
  unsigned Axis = llvm::cast<CatOp>(O)->axis();
  int64_t First = O->operand(0)->type().shape()[Axis];
  int64_t Least = C[Axis].Offset, Most = Least;
  for (auto [Stride, Extent] : llvm::zip_equal(C[Axis].Strides, Loops))
    (Stride < 0 ? Least : Most) += Stride * (Extent - 1);
  if (Most < First)
    return one(0, C);
  if (Least < First)
    return std::nullopt;
  C[Axis].Offset -= First;
  return one(1, C);
}
