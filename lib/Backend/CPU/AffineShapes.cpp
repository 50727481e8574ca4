//===- AffineShapes.cpp - Affine forms of rearranged tiles ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Affine.h"
#include "LaneMap.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::cpu;
using Strides = llvm::SmallVector<Stride, 2>;

static std::optional<Stride> times(Stride S, int64_t Factor) {
  if (__builtin_mul_overflow(S.Factor, Factor, &S.Factor))
    return std::nullopt;
  return S;
}

// Both shapes are cut where their products agree; between two cuts the input
// must be one run with one stride, which the result's dimensions divide.
static std::optional<Strides> reshaped(llvm::ArrayRef<Stride> From,
                                       llvm::ArrayRef<int64_t> FromShape,
                                       llvm::ArrayRef<int64_t> Shape) {
  Strides Result(Shape.size());
  unsigned F = FromShape.size(), R = Shape.size();
  while (F && R) {
    int64_t Have = 1, Want = 1; // lanes of this run, from either side
    std::optional<Stride> Unit; // of the run's last dimension
    unsigned First = R;
    do {
      if (Have <= Want && F) {
        int64_t Extent = FromShape[--F];
        if (Extent != 1) {
          if (!Unit)
            Unit = From[F];
          else if (times(*Unit, Have) != From[F])
            return std::nullopt;
          Have *= Extent;
        }
      } else if (R) {
        Want *= Shape[--R];
      }
    } while (Have != Want || (Have == 1 && F && R));
    int64_t Lanes = 1;
    for (unsigned D = First; Unit && D-- != R; Lanes *= Shape[D]) {
      std::optional<Stride> S = times(*Unit, Lanes);
      if (!S)
        return std::nullopt;
      Result[D] = *S;
    }
  }
  return Result;
}

std::optional<AffineForm> AffineAnalysis::rearranged(const Op *O) const {
  Value *Input = O->operand(0);
  AffineForm F = get(Input);
  if (!F.Known || llvm::isa<JoinOp, CatOp>(O))
    return std::nullopt;
  llvm::ArrayRef<int64_t> Shape = O->result()->type().shape();
  Strides From = std::move(F.Strides);
  F.Strides.assign(Shape.size(), Stride());
  if (llvm::isa<BroadcastOp>(O)) {
    for (unsigned D = 0; D != From.size(); ++D)
      F.Strides[alignedDim(D, From.size(), Shape.size())] = From[D];
  } else if (llvm::isa<ExpandDimsOp, ReshapeOp>(O)) {
    std::optional<Strides> S = reshaped(From, Input->type().shape(), Shape);
    if (!S)
      return std::nullopt;
    F.Strides = *S;
  } else if (llvm::isa<TransOp>(O)) {
    for (auto [D, Axis] : llvm::enumerate(*O->attr("order").asIntList()))
      F.Strides[D] = From[Axis];
  } else if (auto *Flip = llvm::dyn_cast<FlipOp>(O)) {
    F.Strides = From;
    std::optional<Stride> Back = times(From[Flip->axis()], -1);
    if (!Back)
      return std::nullopt;
    F.Strides[Flip->axis()] = *Back;
  } else { // a half of the last axis
    std::copy_n(From.begin(), Shape.size(), F.Strides.begin());
  }
  return F;
}
