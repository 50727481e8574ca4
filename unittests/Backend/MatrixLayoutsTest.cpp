//===- MatrixLayoutsTest.cpp - Fragments, and what reading them costs -----===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/MatrixLayouts.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mt;
using llvm::ArrayRef;

namespace {

/// How often the banks of a shared memory are asked, lane by lane.
unsigned simulate(ArrayRef<uint32_t> Lanes, unsigned Bytes) {
  unsigned PerPhase = Bytes <= 4 ? 32 : Bytes == 8 ? 16 : 8, Turns = 1;
  LinearMap Map(32, Lanes);
  for (unsigned First = 0; First != 32; First += PerPhase) {
    std::map<uint32_t, std::set<uint32_t>> WordsOfBank;
    for (unsigned Lane = First; Lane != First + PerPhase; ++Lane)
      for (unsigned Byte = 0; Byte < std::max(Bytes, 4u); Byte += 4) {
        uint32_t Word = Map.apply(Lane) / 4 + Byte / 4;
        WordsOfBank[Word % 32].insert(Word);
      }
    for (auto &[Bank, Words] : WordsOfBank)
      Turns = std::max<unsigned>(Turns, Words.size());
  }
  return Turns - 1;
}

TEST(MatrixLayouts, PredictedBankConflictsAreTheSimulators) {
  std::mt19937 Random(7);
  std::set<unsigned> Seen;
  for (int Round = 0; Round != 3000; ++Round) {
    unsigned Bytes = 1u << Random() % 5;
    Bases Lanes;
    for (unsigned I = 0; I != 5; ++I)
      Lanes.push_back(Bytes << Random() % 9 ^ Bytes << Random() % 9);
    unsigned Predicted = bankConflicts(Lanes, Bytes);
    Seen.insert(Predicted);
    ASSERT_EQ(Predicted, simulate(Lanes, Bytes)) << "round " << Round;
  }
  EXPECT_GT(Seen.size(), 3u);
}

/// A product of 2^M by 2^N by 2^K elements on 2^Warps warps.
struct Case {
  unsigned M, N, K, Warps;
};

const Case Cases[] = {{7, 7, 5, 2}, {7, 7, 5, 3}, {7, 8, 6, 3}, {8, 7, 6, 3},
                      {6, 6, 5, 2}, {6, 8, 5, 2}, {4, 4, 5, 2}, {7, 6, 7, 3},
                      {5, 7, 6, 0}, {6, 7, 6, 1}, {7, 7, 5, 5}};

/// The rows and columns of instruction I's operands, from the definition of
/// the instruction, against the layouts.
TEST(MatrixLayouts, FragmentsAreThoseOfTheInstructions) {
  for (const MmaInstruction &I : mmaInstructions()) {
    MmaTiling T(I, 4, 3, 0, {});
    LinearMap A = T.operand(true, llvm::Log2_32(I.K)).map(),
              B = T.operand(false, llvm::Log2_32(I.K)).map(),
              C = T.accumulator().map();
    unsigned PerWord = I.aRegisters() / 4;
    for (unsigned Lane = 0; Lane != 32; ++Lane) {
      unsigned Group = Lane / 4, InGroup = Lane % 4;
      for (unsigned R = 0; R != I.aRegisters(); ++R) {
        unsigned Word = R / PerWord;
        unsigned Row = Group + Word % 2 * 8,
                 K = InGroup * PerWord + R % PerWord + Word / 2 * I.K / 2;
        EXPECT_EQ(A.apply(R | Lane * I.aRegisters()), Row * I.K + K);
      }
      for (unsigned R = 0; R != I.bRegisters(); ++R) {
        unsigned K = InGroup * PerWord + R % PerWord + R / PerWord * I.K / 2;
        EXPECT_EQ(B.apply(R | Lane * I.bRegisters()), K * 8 + Group);
      }
      for (unsigned R = 0; R != 4; ++R)
        EXPECT_EQ(C.apply(R | Lane * 4),
                  (Group + R / 2 * 8) * 8 + InGroup * 2 + R % 2);
    }
  }
}

TEST(MatrixLayouts, WarpsCoverTheResult) {
  for (const MmaInstruction &I : mmaInstructions())
    for (const Case &C : Cases)
      for (unsigned Choice = 0; Choice != 8; ++Choice) {
        MmaTiling T(I, C.M, C.N, C.Warps,
                    {bool(Choice & 1), bool(Choice & 2), bool(Choice & 4)});
        LinearLayout Acc = T.accumulator();
        EXPECT_TRUE(Acc.map().isSurjective());
        EXPECT_EQ(Acc.warp().size(), C.Warps);
        // A warp's rows of a and columns of b are those of its result.
        LinearLayout A = T.operand(true, C.K), B = T.operand(false, C.K);
        for (unsigned W = 0; W != C.Warps; ++W) {
          EXPECT_EQ(A.warp()[W] >> C.K, Acc.warp()[W] >> C.N);
          EXPECT_EQ(B.warp()[W], Acc.warp()[W] & ((1u << C.N) - 1));
        }
      }
}

Bases inBytes(ArrayRef<uint32_t> Offsets, unsigned ElementBytes) {
  Bases R;
  for (uint32_t O : Offsets)
    R.push_back(O * ElementBytes);
  return R;
}

/// The layout in which memory is read, 16 bytes per lane along dimension
/// Contiguous.
LinearLayout loaded(ArrayRef<uint8_t> Dims, unsigned Contiguous,
                    unsigned ElementBytes, unsigned Warps) {
  LinearLayout::Threads Threads{5, Warps};
  unsigned Order[] = {Contiguous, 1 - Contiguous};
  return LinearLayout::blocked(Dims, Order, llvm::Log2_32(16 / ElementBytes),
                               Threads);
}

unsigned bytesOf(const MmaInstruction &I) { return 32 / I.K; }

/// Rows or columns that a warp multiplies.
unsigned perWarp(const MmaTiling &T, const MmaInstruction &I, bool IsA) {
  unsigned OfTile = IsA ? I.M : I.N, Of = IsA ? I.aRegisters() : I.bRegisters();
  return OfTile << (T.stepBits(IsA) - llvm::Log2_32(Of));
}

/// Operands in shared memory are written and read without a bank asked twice;
/// but rows of less than 64 single bytes have no four places to exchange.
TEST(MatrixLayouts, OperandsMeetNoBankConflicts) {
  for (const MmaInstruction &I : mmaInstructions())
    for (const Case &C : Cases)
      for (bool IsA : {true, false})
        for (unsigned Contiguous : {0u, 1u}) {
          unsigned Bytes = bytesOf(I);
          bool AlongK = Contiguous == (IsA ? 1u : 0u);
          bool InPairs = Bytes == 1 && !AlongK;
          MmaTiling T(I, C.M, C.N, C.Warps,
                      {false, InPairs && IsA, InPairs && !IsA});
          LinearLayout Whole = T.operand(IsA, C.K);
          if (1u << Whole.dimBits()[Contiguous] < 16 / Bytes)
            continue;
          LinearLayout Buffer = sharedMatrix(Whole.dimBits(), Contiguous, Bytes,
                                             !AlongK && Bytes != 2);
          EXPECT_TRUE(Buffer.map().isInjective());
          EXPECT_TRUE(Buffer.map().isSurjective());
          LinearLayout From =
              loaded(Whole.dimBits(), Contiguous, Bytes, C.Warps);
          EXPECT_EQ(
              bankConflicts(inBytes(offsetsIn(Buffer, From.lane()), Bytes), 16),
              0u);
          Bases Registers = offsetsIn(Buffer, Whole.reg()),
                Lanes = offsetsIn(Buffer, Whole.lane());
          Registers.truncate(T.stepBits(IsA));
          auto Load = matchMatrixLoad(Registers, Lanes, Bytes);
          EXPECT_EQ(Load.has_value(),
                    AlongK || Bytes == 2 ||
                        (Bytes == 1 && perWarp(T, I, IsA) >= 16));
          if (Load) {
            EXPECT_EQ(Load->Transposed, !AlongK);
            EXPECT_EQ(bankConflicts(inBytes(Load->LaneOffsets, Bytes), 16), 0u);
          } else if (Whole.dimBits()[Contiguous] >= 6 || Bytes == 4) {
            EXPECT_EQ(bankConflicts(inBytes(Lanes, Bytes), Bytes), 0u);
          }
        }
}

/// What ldmatrix.trans gives lane Lane of the matrices whose rows begin at the
/// offsets that RowOf names: offsets of bytes, lowest first, a word each.
template <typename Rows>
std::array<uint32_t, 4> transposed(Rows RowOf, unsigned Matrix, unsigned Lane) {
  std::array<uint32_t, 4> Word;
  for (unsigned Byte = 0; Byte != 4; ++Byte)
    Word[Byte] =
        RowOf(8 * Matrix + Lane % 4 * 2 + Byte / 2) + Lane / 4 * 2 + Byte % 2;
  return Word;
}

/// Bytes across the rows: loads of pairs, taken apart as the instructions do,
/// give each register the element that the layout has there, for every lane,
/// warp, k-step and tile.
TEST(MatrixLayouts, PairsOfBytesAreTheFragments) {
  const MmaInstruction &I = *llvm::find_if(
      mmaInstructions(), [](const auto &Each) { return bytesOf(Each) == 1; });
  unsigned Compared = 0;
  for (const Case &C : Cases)
    for (bool IsA : {true, false}) {
      MmaTiling T(I, C.M, C.N, C.Warps, {false, IsA, !IsA});
      LinearLayout Whole = T.operand(IsA, C.K);
      unsigned Contiguous = IsA ? 0 : 1, StepBits = T.stepBits(IsA);
      LinearLayout Buffer = sharedMatrix(Whole.dimBits(), Contiguous, 1, true);
      Bases All = offsetsIn(Buffer, Whole.reg()),
            Lanes = offsetsIn(Buffer, Whole.lane());
      Bases Step(ArrayRef<uint32_t>(All).take_front(StepBits));
      auto Load = matchMatrixLoad(Step, Lanes, 1);
      ASSERT_EQ(Load.has_value(), perWarp(T, I, IsA) >= 16);
      if (!Load)
        continue;
      Lanes.append(offsetsIn(Buffer, Whole.warp()));
      Load->LaneOffsets.append(offsetsIn(Buffer, Whole.warp()));
      LinearMap Place(32, Load->LaneOffsets), Index(32, Load->RegisterOffsets),
          Later(32, Bases(ArrayRef<uint32_t>(All).drop_front(StepBits))),
          Registers(32, Step), Threads(32, Lanes);
      unsigned Half = Load->Matrices / 2;
      for (unsigned Thread = 0; Thread != 32u << C.Warps; ++Thread)
        for (unsigned K = 0; K != 1u << Later.inBits(); ++K)
          for (unsigned R = 0; R != 1u << StepBits; ++R, ++Compared) {
            unsigned Word = R / 4 % Load->Matrices, Q = R / 4 / Load->Matrices;
            auto RowOf = [&](unsigned Lane) {
              return Place.apply(Thread / 32 * 32 + Lane) ^ Index.apply(Q) ^
                     Later.apply(K);
            };
            // prmt takes bytes 0 and 2 or 1 and 3 of either word.
            auto Words = transposed(RowOf, Word % Half + (R % 4 < 2 ? 0 : Half),
                                    Thread % 32);
            ASSERT_EQ(Words[R % 2 * 2 + Word / Half], Threads.apply(Thread) ^
                                                          Registers.apply(R) ^
                                                          Later.apply(K))
                << "register " << R << " of thread " << Thread;
          }
    }
  EXPECT_GT(Compared, 100000u);
}

/// Without exchanged places the same reads do conflict: the check can fail.
TEST(MatrixLayouts, RowsOneBehindTheOtherWouldConflict) {
  Bases Rows{128, 256, 512, 16, 32};
  EXPECT_EQ(bankConflicts(Rows, 16), 7u);
}

} // namespace
