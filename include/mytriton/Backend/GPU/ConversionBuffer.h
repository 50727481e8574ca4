//===- ConversionBuffer.h - From layout to layout through memory -*- C++ -*-==//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that is written in one layout and read in another needs places in
// shared memory that keep the lanes of either in different banks, without gaps
// between them.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_GPU_CONVERSIONBUFFER_H
#define MYTRITON_BACKEND_GPU_CONVERSIONBUFFER_H

#include "mytriton/Backend/GPU/LinearLayout.h"

namespace mt {

/// Where the elements of a tile lie between two layouts.
struct ConversionBuffer {
  /// Coordinate bits to offsets, in elements: one to one.
  LinearMap Offsets;
  /// 2^VectorBits registers, from the first on in both layouts, lie side by
  /// side: one access.
  unsigned VectorBits = 0;
};

/// The buffer between two layouts of one tile whose bases have at most one bit.
///
/// The lowest registers that are the same in both come first. Of the bits that
/// tell lanes apart that access memory together, those of either layout then
/// choose the bank; where there are too many, one of each share a bit of it,
/// and a higher bit tells them apart: a lane's bits are still all different.
ConversionBuffer chooseConversionBuffer(const LinearLayout &From,
                                        const LinearLayout &To,
                                        unsigned ElementBytes);

} // namespace mt

#endif // MYTRITON_BACKEND_GPU_CONVERSIONBUFFER_H
