//===- ConversionBufferTest.cpp - Buffers between layouts -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random pairs of layouts, whose accesses are simulated lane by lane.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/ConversionBuffer.h"
#include "mytriton/Backend/GPU/MatrixLayouts.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace mt;

namespace {

/// A layout of 2^Bits elements whose coordinate bits are dealt out at random;
/// threads that find none hold copies.
LinearLayout randomLayout(unsigned Bits, unsigned WarpBits,
                          std::mt19937 &Random) {
  Bases All;
  for (unsigned I = 0; I != Bits; ++I)
    All.push_back(1u << I);
  std::shuffle(All.begin(), All.end(), Random);
  unsigned Regs = Bits > 5 + WarpBits ? Bits - 5 - WarpBits : Random() % 3;
  Bases Reg, Lane(5, 0), Warp(WarpBits, 0);
  for (unsigned I = 0; I != Regs && !All.empty(); ++I)
    Reg.push_back(All.pop_back_val());
  for (Bases *To : {&Lane, &Warp})
    for (uint32_t &B : *To)
      if (!All.empty())
        B = All.pop_back_val();
  llvm::sort(Reg);
  while (!All.empty())
    Reg.push_back(All.pop_back_val());
  return LinearLayout({uint8_t(Bits)}, Reg, Lane, Warp);
}

/// Most distinct words of one bank that the lanes of one phase touch, less 1.
unsigned simulate(const LinearLayout &L, const ConversionBuffer &C,
                  unsigned ElementBytes) {
  unsigned AccessBytes = std::max(4u, ElementBytes << C.VectorBits);
  unsigned Lanes = std::min(32u, 128 / AccessBytes), Worst = 0;
  for (unsigned First = 0; First != 32; First += Lanes) {
    std::set<unsigned> Words[32];
    for (unsigned Lane = First; Lane != First + Lanes; ++Lane) {
      uint32_t Element = L.map().apply(Lane << L.reg().size());
      unsigned Byte = C.Offsets.apply(Element) * ElementBytes;
      for (unsigned W = 0; W != AccessBytes / 4; ++W)
        Words[(Byte / 4 + W) % 32].insert(Byte / 4 + W);
    }
    for (const auto &Bank : Words)
      Worst = std::max<unsigned>(Worst, Bank.size());
  }
  return Worst - 1;
}

unsigned predict(const LinearLayout &L, const ConversionBuffer &C,
                 unsigned ElementBytes) {
  Bases Bytes;
  for (uint32_t B : L.lane())
    Bytes.push_back(C.Offsets.apply(B) * ElementBytes);
  return bankConflicts(Bytes, ElementBytes << C.VectorBits);
}

TEST(ConversionBuffers, HaveAPlaceForEachElementAndNoConflicts) {
  std::mt19937 Random(5);
  for (unsigned Round = 0; Round != 2000; ++Round) {
    unsigned Bits = 1 + Random() % 12, Warps = Random() % 4;
    unsigned Bytes = 1u << Random() % 4;
    LinearLayout From = randomLayout(Bits, Warps, Random);
    LinearLayout To = randomLayout(Bits, Warps, Random);
    ConversionBuffer C = chooseConversionBuffer(From, To, Bytes);
    ASSERT_TRUE(C.Offsets.isInjective() && C.Offsets.isSurjective());
    ASSERT_LE(Bytes << C.VectorBits, 16u);
    for (const LinearLayout *L : {&From, &To}) {
      for (unsigned I = 0; I != C.VectorBits; ++I)
        ASSERT_EQ(C.Offsets.apply(L->reg()[I]), 1u << I);
      unsigned Simulated = simulate(*L, C, Bytes);
      EXPECT_EQ(predict(*L, C, Bytes), Simulated);
      EXPECT_EQ(Simulated, 0u) << "round " << Round;
    }
    if (HasFailure())
      return;
  }
}

// A square of f32 turned over: rows are written 16 bytes at a time only if
// columns are read so, which they are not.
TEST(ConversionBuffers, Transpose) {
  LinearLayout::Threads T{5, 2};
  uint8_t Square[] = {5, 5};
  LinearLayout Rows = LinearLayout::blocked(Square, {1, 0}, 2, T);
  LinearLayout Columns = LinearLayout::blocked(Square, {0, 1}, 2, T);
  ConversionBuffer C = chooseConversionBuffer(Rows, Columns, 4);
  EXPECT_EQ(C.VectorBits, 0u);
  EXPECT_EQ(simulate(Rows, C, 4), 0u);
  EXPECT_EQ(simulate(Columns, C, 4), 0u);
  LinearLayout Wide = LinearLayout::blocked(Square, {1, 0}, 3, T);
  C = chooseConversionBuffer(Rows, Wide, 4);
  EXPECT_EQ(C.VectorBits, 2u);
  EXPECT_EQ(simulate(Rows, C, 4), 0u);
  EXPECT_EQ(simulate(Wide, C, 4), 0u);
}

} // namespace
