//===- LinearLayoutTest.cpp - The algebra against enumeration -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mt;
using llvm::StringRef;

namespace {

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// Maps with every kind of rank: bases are 0, repeated or sums now and then.
LinearMap randomMap(std::mt19937 &Random, unsigned In, unsigned Out) {
  Bases B;
  for (unsigned I = 0; I != In; ++I) {
    uint32_t V = Random() & ((1u << Out) - 1);
    if (Random() % 4 == 0)
      V = 0;
    if (I && Random() % 4 == 0)
      V = B[Random() % I];
    B.push_back(V);
  }
  return LinearMap(Out, B);
}

TEST(LinearMap, RankNullSpaceAndFreeBitsAreThoseOfTheEnumeratedMap) {
  std::mt19937 Random(1);
  for (int Round = 0; Round != 300; ++Round) {
    unsigned In = Random() % 9, Out = Random() % 9;
    LinearMap M = randomMap(Random, In, Out);
    std::set<uint32_t> Image, Kernel;
    for (uint32_t X = 0; X != 1u << In; ++X) {
      Image.insert(M.apply(X));
      if (M.apply(X) == 0)
        Kernel.insert(X);
    }
    EXPECT_EQ(1u << M.rank(), Image.size());
    EXPECT_EQ(M.isInjective(), Image.size() == 1u << In);
    EXPECT_EQ(M.isSurjective(), Image.size() == 1u << Out);
    // The null space spans the kernel, and nothing else.
    LinearMap Null(In, M.nullSpace());
    std::set<uint32_t> Spanned;
    for (uint32_t X = 0; X != 1u << Null.inBits(); ++X)
      Spanned.insert(Null.apply(X));
    EXPECT_EQ(Spanned, Kernel);
    // Inputs without free bits: one for each element of the image.
    std::map<uint32_t, int> Owners;
    for (uint32_t X = 0; X != 1u << In; ++X)
      if (!(X & M.freeBits()))
        ++Owners[M.apply(X)];
    EXPECT_EQ(Owners.size(), Image.size());
    for (auto [Y, Count] : Owners)
      EXPECT_EQ(Count, 1);
  }
}

TEST(LinearMap, PreimagesAreOwners) {
  std::mt19937 Random(2);
  for (int Round = 0; Round != 300; ++Round) {
    unsigned In = Random() % 9, Out = Random() % 9;
    LinearMap M = randomMap(Random, In, Out);
    std::set<uint32_t> Image;
    for (uint32_t X = 0; X != 1u << In; ++X)
      Image.insert(M.apply(X));
    for (uint32_t Y = 0; Y != 1u << Out; ++Y) {
      std::optional<uint32_t> X = M.preimage(Y);
      ASSERT_EQ(X.has_value(), Image.count(Y) == 1);
      if (!X)
        continue;
      EXPECT_EQ(M.apply(*X), Y);
      EXPECT_EQ(*X & M.freeBits(), 0u);
    }
    if (!M.isSurjective())
      continue;
    LinearMap Inverse = M.pseudoInverse();
    for (uint32_t Y = 0; Y != 1u << Out; ++Y)
      EXPECT_EQ(Inverse.apply(Y), *M.preimage(Y));
  }
}

TEST(LinearMap, ComposesMultipliesAndDivides) {
  std::mt19937 Random(3);
  for (int Round = 0; Round != 200; ++Round) {
    unsigned In = Random() % 6, Mid = Random() % 6, Out = Random() % 6;
    LinearMap First = randomMap(Random, In, Mid),
              Then = randomMap(Random, Mid, Out);
    LinearMap Both = Then.after(First);
    for (uint32_t X = 0; X != 1u << In; ++X)
      EXPECT_EQ(Both.apply(X), Then.apply(First.apply(X)));
    LinearMap Product = First.product(Then);
    for (uint32_t X = 0; X != 1u << In; ++X)
      for (uint32_t Y = 0; Y != 1u << Mid; ++Y)
        EXPECT_EQ(Product.apply(X | Y << In), First.apply(X) | Then.apply(Y)
                                                                   << Mid);
    EXPECT_EQ(Product.divideLeft(First), Then);
    if (In && First.basis(0) + 1 < 1u << Mid) {
      Bases Other(First.bases());
      Other[0] += 1;
      EXPECT_EQ(Product.divideLeft(LinearMap(Mid, Other)), std::nullopt);
    }
  }
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// Bases written like "n1 m8 | n2 n4 m1 m2 m4 | m16": registers, lanes, warps;
/// 0 for none. Dimensions are named by one letter each, in order.
LinearLayout parse(StringRef Dims, llvm::ArrayRef<uint8_t> Bits,
                   StringRef Text) {
  LinearLayout Shape(Bits, {}, {}, {});
  Bases In[3];
  unsigned Part = 0;
  llvm::SmallVector<StringRef> Words;
  Text.split(Words, ' ', -1, false);
  for (StringRef Word : Words) {
    if (Word == "|") {
      ++Part;
      continue;
    }
    uint32_t Basis = 0;
    unsigned Extent;
    if (Word != "0" && !Word.drop_front().getAsInteger(10, Extent))
      Basis = Extent << Shape.shiftOf(Dims.find(Word[0]));
    In[Part].push_back(Basis);
  }
  return LinearLayout(Bits, In[0], In[1], In[2]);
}

std::string spell(StringRef Dims, const LinearLayout &L) {
  std::string Text;
  for (LayoutInput I :
       {LayoutInput::Register, LayoutInput::Lane, LayoutInput::Warp}) {
    if (I != LayoutInput::Register)
      Text += "| ";
    for (uint32_t B : L.bases(I)) {
      if (!B)
        Text += "0";
      for (unsigned D = 0; D != L.rank(); ++D)
        if (uint32_t Part = (B & L.maskOf(D)) >> L.shiftOf(D))
          Text += Dims[D] + std::to_string(Part);
      Text += " ";
    }
  }
  return StringRef(Text).rtrim().str();
}

TEST(LinearLayout, BlockedTakesVectorLanesWarpsAndRegisters) {
  // 128 x 64 of 16 bits, four warps, eight elements per access.
  LinearLayout L = LinearLayout::blocked({7, 6}, {1, 0}, 3, {5, 2});
  EXPECT_EQ(spell("mn", L), "n1 n2 n4 m16 m32 m64 | n8 n16 n32 m1 m2 | m4 m8");
  // What the tile is too small for is held in copies.
  L = LinearLayout::blocked({2, 3}, {1, 0}, 0, {5, 1});
  EXPECT_EQ(spell("mn", L), "| n1 n2 n4 m1 m2 | 0");
  L = LinearLayout::blocked({1, 1}, {0, 1}, 2, {2, 1});
  EXPECT_EQ(spell("mn", L), "m1 n1 | 0 0 | 0");
  L = LinearLayout::blocked({}, {}, 0, {5, 1});
  EXPECT_EQ(spell("", L), "| 0 0 0 0 0 | 0");
}

TEST(LinearLayout, EveryElementOfABlockedLayoutHasAnOwner) {
  for (unsigned M = 0; M != 6; ++M)
    for (unsigned N = 0; N != 6; ++N)
      for (unsigned V = 0; V != 3; ++V) {
        uint8_t Dims[] = {uint8_t(M), uint8_t(N)};
        LinearLayout L = LinearLayout::blocked(Dims, {1, 0}, V, {5, 2});
        LinearMap Map = L.map();
        EXPECT_TRUE(Map.isSurjective());
        EXPECT_EQ(Map.inBits(), L.reg().size() + 7);
        for (uint32_t B : L.reg())
          EXPECT_NE(B, 0u);
      }
}

TEST(LinearLayout, SliceDropsADimensionAndItsRegisters) {
  // Rows of a warpgroup's accumulator: two values per thread, in four lanes.
  LinearLayout Acc =
      parse("mn", {6, 6}, "n1 m8 n8 n16 n32 | n2 n4 m1 m2 m4 | m16 m32");
  EXPECT_EQ(spell("m", Acc.slice(1)), "m8 | 0 0 m1 m2 m4 | m16 m32");
  EXPECT_EQ(spell("n", Acc.slice(0)), "n1 n8 n16 n32 | n2 n4 0 0 0 | 0 0");
  EXPECT_EQ(Acc.collapse(1).dimBits()[1], 0);
  EXPECT_EQ(spell("mn", Acc.collapse(1)), "m8 | 0 0 m1 m2 m4 | m16 m32");
}

TEST(LinearLayout, SliceIsTheProjection) {
  std::mt19937 Random(4);
  for (int Round = 0; Round != 50; ++Round) {
    uint8_t Dims[] = {uint8_t(Random() % 4), uint8_t(Random() % 4),
                      uint8_t(Random() % 4)};
    LinearLayout L = LinearLayout::blocked(Dims, {2, 0, 1}, Random() % 3,
                                           {3, unsigned(Random() % 2)});
    for (unsigned D = 0; D != 3; ++D) {
      LinearLayout S = L.slice(D);
      // The thread's part projects; registers give the same set.
      std::set<uint32_t> Got, Expected;
      unsigned Low = L.shiftOf(D);
      for (uint32_t X = 0; X != 1u << L.map().inBits(); ++X) {
        uint32_t Y = L.map().apply(X);
        Expected.insert((Y & ((1u << Low) - 1)) |
                        (Y >> (Low + Dims[D]) << Low));
      }
      for (uint32_t X = 0; X != 1u << S.map().inBits(); ++X)
        Got.insert(S.map().apply(X));
      EXPECT_EQ(Got, Expected);
      EXPECT_EQ(S.lane().size(), L.lane().size());
      EXPECT_EQ(S.warp().size(), L.warp().size());
    }
  }
}

TEST(LinearLayout, TransposedMovesCoordinates) {
  LinearLayout L = LinearLayout::blocked({2, 3, 1}, {2, 1, 0}, 1, {3, 1});
  LinearLayout T = L.transposed({2, 0, 1}); // result dims: 1, 2, 3 bits
  ASSERT_EQ(T.dimBits()[0], 1);
  for (uint32_t X = 0; X != 1u << L.map().inBits(); ++X) {
    uint32_t From = L.map().apply(X), To = T.map().apply(X);
    for (unsigned I = 0; I != 3; ++I) {
      unsigned D = std::array{2, 0, 1}[I];
      EXPECT_EQ((To & T.maskOf(I)) >> T.shiftOf(I),
                (From & L.maskOf(D)) >> L.shiftOf(D));
    }
  }
}

/// Checks a fragment's table against PTX's description of it: row and column
/// of register R in lane L.
template <typename PlaceT>
void expectFragment(StringRef Dims, llvm::ArrayRef<uint8_t> Bits,
                    StringRef Table, PlaceT Place) {
  LinearLayout L = parse(Dims, Bits, Table);
  unsigned Regs = L.numRegisters();
  for (unsigned Lane = 0; Lane != 32; ++Lane)
    for (unsigned R = 0; R != Regs; ++R) {
      auto [Row, Column] = Place(R, Lane);
      uint32_t Expected = Row << L.shiftOf(0) | Column << L.shiftOf(1);
      EXPECT_EQ(L.map().apply(R | Lane << L.reg().size()), Expected)
          << Table.str() << ", register " << R << ", lane " << Lane;
    }
}

using Place = std::pair<unsigned, unsigned>;

TEST(LinearLayout, MatrixFragmentsAreLinear) {
  // Accumulator of m16n8: c0, c1 in row lane / 4, c2, c3 eight rows below.
  expectFragment("mn", {4, 3}, "n1 m8 | n2 n4 m1 m2 m4",
                 [](unsigned R, unsigned L) {
                   return Place(L / 4 + 8 * (R / 2), L % 4 * 2 + R % 2);
                 });
  // A of m16k16, 16 bits: a0 a1 | a2 a3 rows below | a4 … columns behind.
  expectFragment(
      "mk", {4, 4}, "k1 m8 k8 | k2 k4 m1 m2 m4", [](unsigned R, unsigned L) {
        return Place(L / 4 + 8 * (R / 2 % 2), L % 4 * 2 + R % 2 + 8 * (R / 4));
      });
  // B of k16n8, 16 bits.
  expectFragment("kn", {4, 3}, "k1 k8 | k2 k4 n1 n2 n4",
                 [](unsigned R, unsigned L) {
                   return Place(L % 4 * 2 + R % 2 + 8 * (R / 2), L / 4);
                 });
  // A of m16k8 and B of k8n8, tf32.
  expectFragment("mk", {4, 3}, "m8 k4 | k1 k2 m1 m2 m4",
                 [](unsigned R, unsigned L) {
                   return Place(L / 4 + 8 * (R % 2), L % 4 + 4 * (R / 2));
                 });
  expectFragment(
      "kn", {3, 3}, "k4 | k1 k2 n1 n2 n4",
      [](unsigned R, unsigned L) { return Place(L % 4 + 4 * R, L / 4); });
  // A of m16k32 and B of k32n8, 8 bits.
  expectFragment("mk", {4, 5}, "k1 k2 m8 k16 | k4 k8 m1 m2 m4",
                 [](unsigned R, unsigned L) {
                   return Place(L / 4 + 8 * (R / 4 % 2),
                                L % 4 * 4 + R % 4 + 16 * (R / 8));
                 });
  expectFragment("kn", {5, 3}, "k1 k2 k16 | k4 k8 n1 n2 n4",
                 [](unsigned R, unsigned L) {
                   return Place(L % 4 * 4 + R % 4 + 16 * (R / 4), L / 4);
                 });
}

TEST(LinearLayout, SwizzledSharedLayoutsAreLinear) {
  struct Mode {
    unsigned From, To, Bits, RowBits;
  };
  // XOR offset bits [From, From + Bits) onto [To, To + Bits); rows of 2^RowBits
  // bytes.
  for (Mode M : {Mode{7, 4, 1, 5}, Mode{7, 4, 2, 6}, Mode{7, 4, 3, 7}}) {
    uint8_t Dims[] = {3, uint8_t(M.RowBits)};
    Bases Offsets;
    for (unsigned I = 0; I != 3 + M.RowBits; ++I) {
      uint32_t Basis = 1u << I;
      if (I >= M.From && I < M.From + M.Bits)
        Basis ^= 1u << (I - M.From + M.To);
      Offsets.push_back(Basis);
    }
    LinearLayout L(Dims, {}, {}, {}, Offsets);
    for (uint32_t X = 0; X != 1u << Offsets.size(); ++X) {
      uint32_t Swizzled = X ^ (((X >> M.From) & ((1u << M.Bits) - 1)) << M.To);
      EXPECT_EQ(L.map().apply(X), Swizzled);
    }
    EXPECT_TRUE(L.map().isInjective());
    EXPECT_EQ(L.map().pseudoInverse().after(L.map()),
              LinearMap::identity(3 + M.RowBits));
  }
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A layout that spreads shuffled coordinate bits over its inputs, with copies.
LinearLayout randomLayout(std::mt19937 &Random, llvm::ArrayRef<uint8_t> Dims) {
  Bases Bits;
  LinearLayout Shape(Dims, {}, {}, {});
  for (unsigned I = 0; I != Shape.numBits(); ++I)
    Bits.push_back(1u << I);
  std::shuffle(Bits.begin(), Bits.end(), Random);
  Bases Threads;
  for (unsigned I = 0; I != 5; ++I) {
    bool Copy = Bits.empty() || Random() % 4 == 0;
    Threads.push_back(Copy ? 0 : Bits.pop_back_val());
  }
  return LinearLayout(Dims, Bits, llvm::ArrayRef(Threads).take_front(3),
                      llvm::ArrayRef(Threads).drop_front(3));
}

TEST(LinearLayout, ConversionsFindEveryElement) {
  std::mt19937 Random(5);
  for (int Round = 0; Round != 300; ++Round) {
    uint8_t Dims[] = {uint8_t(Random() % 4), uint8_t(Random() % 4)};
    LinearLayout From = randomLayout(Random, Dims),
                 To = randomLayout(Random, Dims);
    LinearMap C = conversionMap(From, To);
    for (uint32_t X = 0; X != 1u << To.map().inBits(); ++X)
      EXPECT_EQ(From.map().apply(C.apply(X)), To.map().apply(X));
    // Nothing moves where nothing changes.
    EXPECT_EQ(conversionMap(From, From),
              LinearMap::identity(From.map().inBits()));
  }
}

} // namespace
