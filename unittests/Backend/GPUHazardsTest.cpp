//===- GPUHazardsTest.cpp - Every barrier has a reason --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes each barrier of lowered kernels away in turn. The interpreter must
// notice, or the barrier is not needed.
//
//===----------------------------------------------------------------------===//

#include "GPUFixture.h"
#include "GPUSamples.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::test;

namespace {

constexpr Grid One = {1, 1, 1};

/// Barriers that are there because the pass cannot tell apart what does not
/// meet: parts of one array, two buffers in one place that a thread uses alike,
/// what is before a loop and behind it, because the loop might not run.
unsigned numUnneeded(llvm::StringRef Name) {
  return llvm::StringSwitch<unsigned>(Name)
      .Cases({"carried_rows", "hazard_orders", "joined_and_split"}, 1)
      .Cases({"product", "scanned"}, 2)
      .Default(0);
}

class GPUHazards : public ::testing::TestWithParam<TileSample> {
protected:
  /// What is said of each barrier's absence, by the first placement of arrays
  /// that shows it.
  std::vector<std::string>
  mutate(TileExtents E, std::optional<unsigned> Warps,
         llvm::ArrayRef<std::optional<Overlap>> Placements) {
    std::vector<std::string> Said;
    for (std::optional<Overlap> Shared : Placements) {
      Arrays Start(E.N, true);
      SampleRun Run(instantiate(GetParam(), E), C, One, Shared);
      std::vector<std::string> Now = Run.withoutEachBarrier(Start, Warps);
      Said.resize(Now.size());
      for (size_t I = 0; I != Said.size(); ++I)
        if (Said[I].empty())
          Said[I] = Now[I];
    }
    return Said;
  }
  void expectReports(const std::vector<std::string> &Said,
                     unsigned MaxUnneeded) {
    unsigned Silent = 0;
    for (const std::string &Text : Said) {
      Silent += Text.empty();
      if (!Text.empty())
        EXPECT_TRUE(llvm::StringRef(Text).contains("no barrier between them"))
            << Text;
    }
    EXPECT_LE(Silent, MaxUnneeded) << "of " << Said.size() << " barriers";
    if (GetParam().isHazard())
      EXPECT_FALSE(Said.empty());
  }

  Compiler C;
};

/// Of tiles that are padded, no two threads' elements can be told apart; the
/// barriers are more then.
TEST_P(GPUHazards, EveryBarrierIsMissedIfItIsNotThere) {
  for (TileExtents E : {TileExtents{16, 16}, {8, 64}})
    for (std::optional<unsigned> Warps :
         {std::optional<unsigned>(), std::optional<unsigned>(4)}) {
      SCOPED_TRACE(std::to_string(E.M) + " x " + std::to_string(E.N) +
                   ", warps " + std::to_string(Warps.value_or(0)));
      expectReports(mutate(E, Warps, {std::nullopt}),
                    numUnneeded(GetParam().Name));
    }
}

TEST_P(GPUHazards, SoAreThoseForOverlappingArrays) {
  std::optional<Overlap> Placements[] = {Overlap{-1, 3}, Overlap{5, -7},
                                         Overlap{2, 2}, Overlap{3000, 3000}};
  expectReports(mutate({16, 16}, std::nullopt, Placements),
                numUnneeded(GetParam().Name));
}

INSTANTIATE_TEST_SUITE_P(All, GPUHazards, ::testing::ValuesIn(tileSamples()),
                         [](const auto &Info) { return Info.param.Name; });

} // namespace
