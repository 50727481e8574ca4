//===- LinearLayout.h - Where the elements of a tile live -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layout is a map over GF(2): L(a ^ b) = L(a) ^ L(b). Its inputs are bits of
// hardware indices (register, lane, warp, or the offset into a shared buffer),
// its outputs the coordinate bits of a tile whose extents are powers of two.
// It is given by its value on each single input bit, its bases.
//
// Coordinates of all dimensions are concatenated row-major into one integer,
// so that a basis is one number and reshaping costs nothing. From hardware to
// tile is the direction in which replication stays a function: a basis of zero
// says that both values of that bit hold the same element.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_GPU_LINEARLAYOUT_H
#define MYTRITON_BACKEND_GPU_LINEARLAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mt {

/// Basis vectors over GF(2), one integer each.
using Bases = llvm::SmallVector<uint32_t, 16>;

/// A linear map over GF(2) between bit strings.
class LinearMap {
public:
  LinearMap() = default;
  LinearMap(unsigned OutBits, llvm::ArrayRef<uint32_t> B)
      : Columns(B), NumOut(OutBits) {}
  static LinearMap identity(unsigned Bits);

  unsigned inBits() const { return Columns.size(); }
  unsigned outBits() const { return NumOut; }
  uint32_t basis(unsigned I) const { return Columns[I]; }
  llvm::ArrayRef<uint32_t> bases() const { return Columns; }
  bool operator==(const LinearMap &) const = default;

  /// The image of X.
  uint32_t apply(uint32_t X) const;
  /// This map behind First: x -> this(First(x)).
  LinearMap after(const LinearMap &First) const;
  /// Inputs of both; High's outputs stand above this map's.
  LinearMap product(const LinearMap &High) const;
  /// Dimension of the image.
  unsigned rank() const;
  bool isInjective() const { return rank() == inBits(); }
  bool isSurjective() const { return rank() == outBits(); }
  /// Input bits whose basis the lower ones span already. An element's owner is
  /// the input where all of them are 0.
  uint32_t freeBits() const;
  /// A basis of the inputs that map to 0: what is replicated.
  Bases nullSpace() const;
  /// Some X with apply(X) == Y whose free bits are 0; nothing if Y is outside
  /// the image.
  std::optional<uint32_t> preimage(uint32_t Y) const;
  /// The map Y -> preimage(Y). Asserts isSurjective().
  LinearMap pseudoInverse() const;
  /// Q with *this == Low.product(Q); nothing if there is none.
  std::optional<LinearMap> divideLeft(const LinearMap &Low) const;

private:
  Bases Columns;
  unsigned NumOut = 0;
};

/// The inputs of a layout, in the order in which inputs of its map stand.
/// Distributed layouts use the first three, layouts of shared memory the last.
enum class LayoutInput : uint8_t { Register, Lane, Warp, Offset };

/// A layout of a tile. Extents that are no powers of two are padded: what
/// lives past an extent is no element.
class LinearLayout {
public:
  static constexpr unsigned NumInputs = 4;

  /// ceil(log2) of each extent.
  static llvm::SmallVector<uint8_t, 6> bitsOf(llvm::ArrayRef<int64_t> Shape);

  LinearLayout() = default;
  /// A layout over dimensions of 2^DimBits elements, given by its bases.
  LinearLayout(llvm::ArrayRef<uint8_t> DimBits, llvm::ArrayRef<uint32_t> Reg,
               llvm::ArrayRef<uint32_t> Lane, llvm::ArrayRef<uint32_t> Warp,
               llvm::ArrayRef<uint32_t> Offset = {});

  /// Which threads a blocked layout spreads a tile over.
  struct Threads {
    unsigned LaneBits = 5, WarpBits = 2;
  };
  /// 2^VectorBits neighbours along Order[0] in each thread, then lanes, then
  /// warps, then registers again along Order[0], Order[1], … Threads that the
  /// tile is too small for hold copies.
  static LinearLayout blocked(llvm::ArrayRef<uint8_t> DimBits,
                              llvm::ArrayRef<unsigned> Order,
                              unsigned VectorBits, Threads T);

  llvm::ArrayRef<uint8_t> dimBits() const { return Dims; }
  unsigned rank() const { return Dims.size(); }
  /// Coordinate bits of all dimensions.
  unsigned numBits() const;
  /// Position of dimension D's lowest bit in a flat coordinate.
  unsigned shiftOf(unsigned D) const;
  /// The flat bits of dimension D.
  uint32_t maskOf(unsigned D) const;

  llvm::ArrayRef<uint32_t> bases(LayoutInput I) const {
    return In[unsigned(I)];
  }
  llvm::ArrayRef<uint32_t> reg() const { return bases(LayoutInput::Register); }
  llvm::ArrayRef<uint32_t> lane() const { return bases(LayoutInput::Lane); }
  llvm::ArrayRef<uint32_t> warp() const { return bases(LayoutInput::Warp); }
  unsigned numRegisters() const { return 1u << reg().size(); }
  /// Bases of lanes and warps: those of the bits of a thread's index.
  Bases threadBases() const;
  /// All inputs, registers lowest, as one map to flat coordinates.
  LinearMap map() const;
  bool operator==(const LinearLayout &) const = default;
  /// A total order, for containers.
  bool operator<(const LinearLayout &Other) const;

  // Derived layouts.
  /// Without dimension D: register bases that become 0 are dropped.
  LinearLayout slice(unsigned D) const;
  /// Dimension D gets one element: as slice, but the dimension stays.
  LinearLayout collapse(unsigned D) const;
  /// The same flat coordinates under other extents. Asserts equal numBits().
  LinearLayout reshaped(llvm::ArrayRef<uint8_t> DimBits) const;
  /// Result dimension I is this layout's dimension Order[I].
  LinearLayout transposed(llvm::ArrayRef<int64_t> Order) const;
  /// With a last dimension of two elements, which the lowest register bit tells
  /// apart.
  LinearLayout withPairs() const;
  /// Bases of one input replaced.
  LinearLayout with(LayoutInput I, llvm::ArrayRef<uint32_t> B) const;

private:
  llvm::SmallVector<uint8_t, 6> Dims;
  Bases In[NumInputs];
};

/// Where each input of To finds its element in From: C = From⁺ ∘ To, made to
/// keep a thread's own index wherever both have the same basis there.
LinearMap conversionMap(const LinearLayout &From, const LinearLayout &To);

} // namespace mt

#endif // MYTRITON_BACKEND_GPU_LINEARLAYOUT_H
