//===- RunShape.cpp - Ops that make and reshape tiles ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Machine.h"
#include "llvm/ADT/STLFunctionalExtras.h"

using namespace mt;
using namespace mt::interp;

using Coords = llvm::SmallVector<int64_t, 6>;

/// Row-major coordinates of a lane.
static Coords coordsOf(uint64_t Lane, llvm::ArrayRef<int64_t> Shape) {
  Coords R(Shape.size());
  for (size_t D = Shape.size(); D-- != 0; Lane /= Shape[D])
    R[D] = Lane % Shape[D];
  return R;
}

static uint64_t laneOf(llvm::ArrayRef<int64_t> At,
                       llvm::ArrayRef<int64_t> Shape) {
  uint64_t R = 0;
  for (size_t D = 0; D != Shape.size(); ++D)
    R = R * Shape[D] + At[D];
  return R;
}

static void copyLane(Machine &M, size_t From, size_t To) {
  M.lane(To) = M.lane(From);
  if (M.checker())
    M.shadow(To) = M.shadow(From);
}

/// Fills result lane R from operand lane Source(R). Tile ops have one thread.
static void rearrange(Machine &M, const Instr &I,
                      llvm::function_ref<uint64_t(uint64_t)> Source) {
  size_t From = I.Operands[0].Src.Offset, To = I.Results[0].Dst.Offset;
  for (unsigned R = 0; R != I.Lanes; ++R)
    copyLane(M, From + Source(R), To + R);
}

static unsigned axisOf(const Instr &I) { return I.Attrs.get("axis").asInt(); }

void interp::runReshape(Machine &M, const Instr &I) {
  rearrange(M, I, [](uint64_t R) { return R; });
}

void interp::runTrans(Machine &M, const Instr &I) {
  auto Order = *I.Attrs.get("order").asIntList();
  llvm::ArrayRef<int64_t> Input = I.Operands[0].Ty.shape();
  rearrange(M, I, [&](uint64_t R) {
    Coords At = coordsOf(R, I.Shape), From(Input.size());
    for (size_t D = 0; D != Order.size(); ++D)
      From[Order[D]] = At[D];
    return laneOf(From, Input);
  });
}

void interp::runFlip(Machine &M, const Instr &I) {
  unsigned Axis = axisOf(I);
  rearrange(M, I, [&](uint64_t R) {
    Coords At = coordsOf(R, I.Shape);
    At[Axis] = I.Shape[Axis] - 1 - At[Axis];
    return laneOf(At, I.Shape);
  });
}

void interp::runJoin(Machine &M, const Instr &I) {
  for (unsigned R = 0; R != I.Lanes; ++R)
    copyLane(M, I.Operands[R % 2].Src.Offset + R / 2,
             I.Results[0].Dst.Offset + R);
}

void interp::runSplit(Machine &M, const Instr &I) {
  Slot Input = I.Operands[0].Src;
  for (unsigned R = 0; R != Input.Lanes; ++R)
    copyLane(M, Input.Offset + R, I.Results[R % 2].Dst.Offset + R / 2);
}

void interp::runCat(Machine &M, const Instr &I) {
  unsigned Axis = axisOf(I);
  llvm::ArrayRef<int64_t> First = I.Operands[0].Ty.shape();
  for (unsigned R = 0; R != I.Lanes; ++R) {
    Coords At = coordsOf(R, I.Shape);
    bool InSecond = At[Axis] >= First[Axis];
    if (InSecond)
      At[Axis] -= First[Axis];
    const Operand &From = I.Operands[InSecond];
    copyLane(M, From.Src.Offset + laneOf(At, From.Ty.shape()),
             I.Results[0].Dst.Offset + R);
  }
}

/// An index outside the axis picks element 0 of it; an undefined one makes the
/// result undefined.
void interp::runGather(Machine &M, const Instr &I) {
  unsigned Axis = axisOf(I);
  const Operand &Source = I.Operands[0], &Index = I.Operands[1];
  llvm::ArrayRef<int64_t> Shape = Source.Ty.shape();
  Type IndexType = Index.Ty.elementType();
  for (unsigned R = 0; R != I.Lanes; ++R) {
    Coords At = coordsOf(R, I.Shape);
    size_t IndexLane = Index.Src.Offset + R, To = I.Results[0].Dst.Offset + R;
    int64_t Pick = extendFrom(IndexType, M.lane(IndexLane));
    At[Axis] = Pick >= 0 && Pick < Shape[Axis] ? Pick : 0;
    copyLane(M, Source.Src.Offset + laneOf(At, Shape), To);
    if (M.checker() && M.shadow(IndexLane).Origin)
      M.shadow(To) = M.shadow(IndexLane);
  }
}
