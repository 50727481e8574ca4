//===- GPUSamples.h - Kernels that tests share ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The files of test/Backend/GPU/Inputs/tiles are bodies of kernels over arrays
// x, y and out. Behind prologue.mt.in, which loads the M x N tile %x of x, they
// may use its offsets %o and the offsets %i and %j of a column and a row. `$M`
// and `$N` are the extents, `$T` is their product, `$D` twice $N. Those named
// hazard_… are wrong without their barriers. The device suite runs them, too.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_GPUSAMPLES_H
#define MYTRITON_UNITTESTS_BACKEND_GPUSAMPLES_H

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace mt::test {

struct TileSample {
  std::string Name, Body;
  friend void PrintTo(const TileSample &S, std::ostream *OS) { *OS << S.Name; }
  bool isHazard() const { return Name.starts_with("hazard_"); }
};

struct TileExtents {
  int64_t M, N;
};

/// All of them, sorted by name.
const std::vector<TileSample> &tileSamples();

/// A kernel of one sample. Aligned arrays are accessed several elements at a
/// time.
std::string instantiate(const TileSample &S, TileExtents E,
                        bool Aligned = false);

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_GPUSAMPLES_H
