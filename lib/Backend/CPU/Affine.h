//===- Affine.h - How a tile's lanes follow from its lane 0 -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most index and pointer tiles are `base + sum of stride * index`. What stands
// here says so for every value of a kernel: the strides, and under which
// conditions they hold. The base needs no symbolic form, as it is the value of
// lane 0, which the emitter can compute by evaluating the same ops there.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_AFFINE_H
#define MYTRITON_BACKEND_CPU_AFFINE_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

namespace mt::cpu {

/// Factor, or Factor times lane 0 of an integer value that is equal in all
/// lanes.
struct Stride {
  int64_t Factor = 0;
  Value *Symbol = nullptr;
  bool isZero() const { return Factor == 0; }
  bool isConstant() const { return !Symbol; }
  bool operator==(const Stride &) const = default;
};

/// What is known of one value. Strides are in the value's own arithmetic,
/// which wraps: lane = lane0 + sum (mod 2^width) always holds, and it holds
/// without the "mod" if the value does not leave its type on the way. Widening
/// needs the latter, so such values are listed in MustFit. So is a remainder
/// whose lanes must be `lane0 + sum`, all within 0 and the divisor.
struct AffineForm {
  bool Known = false;
  /// Cheap enough to compute again rather than keep in memory.
  bool Cheap = false;
  uint8_t Cost = 0;
  /// How many ops lane 0 takes, each counted as often as it is used.
  uint16_t Size = 0;
  /// A power of two that divides lane 0.
  uint64_t Divisor = 1;
  /// One per dimension of the value.
  llvm::SmallVector<Stride, 2> Strides;
  /// Values that must not leave their type for this form to hold; the rest is
  /// proven.
  llvm::SmallVector<Value *, 2> MustFit;

  bool isUniform() const {
    return Known &&
           llvm::all_of(Strides, [](const Stride &S) { return S.isZero(); });
  }
};

/// The forms of all values of a kernel. Linear in the number of ops.
class AffineAnalysis {
public:
  explicit AffineAnalysis(Kernel &K);
  const AffineForm &get(const Value *V) const;

  /// True if V cannot leave its type, for all its lanes.
  bool provablyFits(const Value *V) const;
  /// Adds V's conditions to Facts: that it fits, and those of its own form.
  void addFitFacts(Value *V, llvm::SmallVectorImpl<Value *> &Facts) const;

private:
  void visit(Op *O);
  AffineForm compute(const Op *O) const;
  AffineForm computeTile(const Op *O) const;
  AffineForm combine(const Op *O, int Sign) const;
  AffineForm multiply(const Op *O) const;
  AffineForm shiftLeft(const Op *O) const;
  AffineForm remainder(const Op *O) const;
  std::optional<AffineForm> rearranged(const Op *O) const;
  AffineForm cast(const CastOp *O) const;
  AffineForm addPtr(const AddPtrOp *O) const;
  AffineForm uniformOrUnknown(const Op *O) const;
  uint64_t divisor(const Op *O) const;
  unsigned cost(const Op *O) const;

  llvm::DenseMap<const Value *, AffineForm> Forms;
};

/// The literal that every lane of V is, looking through broadcasts.
std::optional<int64_t> uniformLiteral(const Value *V);

/// For each dimension of an operand of shape Operand, the dimension of a
/// result of rank ResultRank it lines up with under NumPy's rule.
inline unsigned alignedDim(unsigned Dim, unsigned OperandRank,
                           unsigned ResultRank) {
  return Dim + (ResultRank - OperandRank);
}

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_AFFINE_H
