//===- MatrixLayouts.h - Layouts of products on tensor cores ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the threads of a CTA hold accumulator and operands of a product, where
// the operands stand in shared memory, and what an access there costs.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_GPU_MATRIXLAYOUTS_H
#define MYTRITON_BACKEND_GPU_MATRIXLAYOUTS_H

#include "mytriton/Backend/GPU/LinearLayout.h"
#include "mytriton/IR/MatrixOps.h"

namespace mt {

/// A product a[M, K] · b[K, N] whose instruction tiles are shared out to the
/// warps: each has a rectangle of the result, as near to a square as there is.
/// Where the result has fewer tiles than there are warps, several warps
/// compute the same. Rows or columns that the result is too small for are
/// copies of others: their bases are 0.
///
/// Paired, two neighbouring rows (or columns) of the product are the same row
/// of the halves of an instruction's 16 rows (or of two instructions' 8
/// columns): what lies across the rows of a buffer in single bytes can only be
/// read in pairs.
class MmaTiling {
public:
  struct Options {
    /// All warps stand along M, if they can: rows then live in one warp.
    bool AlongM = false;
    /// Where a warp has as many.
    bool PairsRows = false, PairsColumns = false;
  };
  /// Extents are given by their bits.
  MmaTiling(const MmaInstruction &I, unsigned MBits, unsigned NBits,
            unsigned WarpBits, Options O);

  const MmaInstruction &instruction() const { return I; }
  /// c and the result, as `mma` orders registers; may have register bases of
  /// 0.
  LinearLayout accumulator() const;
  /// a or b of 2^KBits elements along K; the highest register bits count
  /// k-steps.
  LinearLayout operand(bool IsA, unsigned KBits) const;
  /// Register bits of one k-step of an operand.
  unsigned stepBits(bool IsA) const;

private:
  /// A dimension of the product within a layout's coordinates.
  struct Extent {
    unsigned Bits, Shift;
    bool Paired = false;
  };
  /// Bases of the bits [Begin, End) of the places along an extent; 0 past it.
  static void append(Bases &To, unsigned Begin, unsigned End, Extent Of);

  const MmaInstruction &I;
  unsigned MBits, NBits, WarpBits;
  bool PairsM = false, PairsN = false;
  unsigned WarpM = 0, WarpN = 0; ///< bits of the warp's index along M and N
};

/// The dimension of a matrix that memory, and thus neighbouring threads, walk
/// first.
unsigned fastestDim(const LinearLayout &L);

/// How an operand stands in shared memory: offsets, in elements, to
/// coordinates. Rows run along dimension Contiguous, cut into columns of up to
/// 128 bytes. The places of pieces of 16 bytes within 128 are swapped by the
/// row's number such that 8 neighbouring rows, read at one column, are in
/// different banks. Wide, for what is read across the rows: pieces of 32 bytes,
/// such that 4 rows are; of bytes, pieces of 16, such that rows 0, 1, 4, 5, 8,
/// 9, 12 and 13 are.
LinearLayout sharedMatrix(llvm::ArrayRef<uint8_t> DimBits, unsigned Contiguous,
                          unsigned ElementBytes, bool Wide);

/// Offsets in Buffer of the elements that a thread holds: Inputs are bases of
/// coordinates.
Bases offsetsIn(const LinearLayout &Buffer, llvm::ArrayRef<uint32_t> Inputs);

/// How many times the shared memory is asked in turn where once would do, for
/// an access of AccessBytes (4, 8 or 16; less counts as 4) in each lane. Lane
/// bit I adds, without carry, LaneBytes[I] to the address.
unsigned bankConflicts(llvm::ArrayRef<uint32_t> LaneBytes,
                       unsigned AccessBytes);

/// How lanes and registers of a layout are read as matrices of 8 rows of 16
/// bytes, by shared_load_matrix.
struct MatrixLoad {
  bool Transposed = false;
  unsigned Matrices = 4;
  /// What the lane bits of an address add, and what registers of the index do.
  Bases LaneOffsets, RegisterOffsets;
};

/// The load for one k-step, given the offsets of its registers and lanes;
/// nothing if they are no matrices.
std::optional<MatrixLoad> matchMatrixLoad(llvm::ArrayRef<uint32_t> Registers,
                                          llvm::ArrayRef<uint32_t> Lanes,
                                          unsigned ElementBytes);

} // namespace mt

#endif // MYTRITON_BACKEND_GPU_MATRIXLAYOUTS_H
