//===- GPUTilesTest.cpp - Tiles of any rank on threads --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread IR computes what tile IR does, for ops that move elements between
// threads. The interpreter also fails where a barrier is missing.
//
//===----------------------------------------------------------------------===//

#include "GPUFixture.h"
#include "GPUSamples.h"

using namespace mt;
using namespace mt::test;

namespace {

/// Programs of the grid would write the same elements: one is enough.
constexpr Grid One = {1, 1, 1};

constexpr TileExtents AllExtents[] = {{4, 8},   {1, 16}, {16, 2}, {5, 7},
                                      {3, 16},  {16, 3}, {8, 64}, {64, 32},
                                      {33, 40}, {2, 200}};

class GPUTiles : public ::testing::TestWithParam<TileSample> {
protected:
  /// Compares for one choice.
  void compare(TileExtents E, std::optional<unsigned> Warps,
               std::optional<Overlap> Shared = std::nullopt) {
    SCOPED_TRACE(std::to_string(E.M) + " x " + std::to_string(E.N) +
                 ", warps " + std::to_string(Warps.value_or(0)));
    Arrays Before(E.N, true), Expected = Before, Got = Before;
    // The layouts of aligned arrays in every other case.
    bool Aligned = !Shared && (E.M + E.N + Warps.value_or(0)) % 2 == 0;
    std::string Text = instantiate(GetParam(), E, Aligned);
    ASSERT_EQ(SampleRun(Text, C, One, Shared).tile(Expected), "");
    EXPECT_NE(Expected, Before);
    SampleRun Threads(Text, C, One, Shared);
    ASSERT_EQ(Threads.threads(Got, Warps), "");
    EXPECT_EQ(Got.X, Expected.X);
    EXPECT_EQ(Got.Y, Expected.Y);
    EXPECT_EQ(Got.Out, Expected.Out);
  }

  Compiler C;
};

TEST_P(GPUTiles, ThreadIRComputesWhatTileIRDoes) {
  for (TileExtents E : AllExtents)
    for (std::optional<unsigned> Warps :
         {std::optional<unsigned>(), std::optional<unsigned>(1),
          std::optional<unsigned>(4)}) {
      compare(E, Warps);
      if (HasFailure())
        return;
    }
}

TEST_P(GPUTiles, OverlappingArraysToo) {
  for (TileExtents E : {TileExtents{16, 3}, {8, 64}, {33, 40}})
    compare(E, std::nullopt, Overlap{-1, 3});
}

INSTANTIATE_TEST_SUITE_P(All, GPUTiles, ::testing::ValuesIn(tileSamples()),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace
