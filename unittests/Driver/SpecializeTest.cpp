//===- SpecializeTest.cpp - Code chosen by facts about a launch -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels are interpreted with the code that launches choose and with the code
// that assumes nothing, on sizes and grids for which the facts hold and on
// others. What they write must be equal in every byte.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Driver/Specialize.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Transforms/LaunchPredicates.h"
#include "gtest/gtest.h"
#include <set>

using namespace mt;

namespace {

/// The tutorial's matrix product with blocks of 4 x 2 x 4, on integers.
constexpr llvm::StringRef Matmul = R"(
kernel @matmul(a: ptr<i32>, b: ptr<i32>, c: ptr<i32>, M: i32, N: i32, K: i32) {
  %0 = add K, 3 : i32
  %1 = div %0, 4 : i32
  %2 = zeros {shape=(4, 2), dtype=i32} : block<4x2 x i32>
  %3 = program_id {axis=0} : i32
  %4 = add N, 1 : i32
  %5 = div %4, 2 : i32
  %6 = mul %5, 3 : i32
  %7 = div %3, %6 : i32
  %8 = mul %7, 3 : i32
  %9 = mod %3, %6 : i32
  %10 = add M, 3 : i32
  %11 = div %10, 4 : i32
  %12 = sub %11, %8 : i32
  %13 = minimum %12, 3 : i32
  %14 = mod %9, %13 : i32
  %15 = add %8, %14 : i32
  %16 = mul %15, 4 : i32
  %17 = arange {start=0, end=4} : vector<4 x i32>
  %18 = add %16, %17 : vector<4 x i32>
  %19 = mod %18, M : vector<4 x i32>
  %20 = expand_dims %19 {axis=1} : block<4x1 x i32>
  %21 = mul %20, K : block<4x1 x i32>
  %28 = div %9, %13 : i32
  %29 = mul %28, 2 : i32
  %r2 = arange {start=0, end=2} : vector<2 x i32>
  %30 = add %29, %r2 : vector<2 x i32>
  %31 = mod %30, N : vector<2 x i32>
  %32 = expand_dims %31 {axis=0} : block<1x2 x i32>
  %acc = for %k in range(0, %1, 1) iter_args(%p = %2) : block<4x2 x i32> {
    %k4 = mul %k, 4 : i32
    %left = sub K, %k4 : i32
    %s = for %j in range(0, 4:i32, 1) iter_args(%q = %p) : block<4x2 x i32> {
      %ok = cmp_lt %j, %left : bool
      %at = add %k4, %j : i32
      %ai = add %21, %at : block<4x1 x i32>
      %ap = addptr a, %ai : block<4x1 x ptr<i32>>
      %av = load %ap, %ok, 0 : block<4x1 x i32>
      %bi0 = mul %at, N : i32
      %bi = add %32, %bi0 : block<1x2 x i32>
      %bp = addptr b, %bi : block<1x2 x ptr<i32>>
      %bv = load %bp, %ok, 0 : block<1x2 x i32>
      %m = mul %av, %bv : block<4x2 x i32>
      %n = add %q, %m : block<4x2 x i32>
      yield %n
    }
    yield %s
  }
  %53 = expand_dims %18 {axis=1} : block<4x1 x i32>
  %54 = mul %53, N : block<4x1 x i32>
  %56 = expand_dims %30 {axis=0} : block<1x2 x i32>
  %ci = add %54, %56 : block<4x2 x i32>
  %57 = addptr c, %ci : block<4x2 x ptr<i32>>
  %58 = cmp_lt %53, M : block<4x1 x bool>
  %59 = cmp_lt %56, N : block<1x2 x bool>
  %60 = and %58, %59 : block<4x2 x bool>
  store %57, %acc, %60
}
)";

/// Three passes over rows of M elements in blocks of 8; a store lies between.
constexpr llvm::StringRef Rows = R"(
kernel @rows(a: ptr<i32>, b: ptr<i32>, c: ptr<i32>, M: i32, N: i32, K: i32) {
  %0 = zeros {shape=(8,), dtype=i32} : vector<8 x i32>
  %1 = program_id {axis=0} : i32
  %2 = mul %1, M : i32
  %3 = addptr a, %2 : ptr<i32>
  %r = arange {start=0, end=8} : vector<8 x i32>
  %t = for %i in range(0, M, 8) iter_args(%s = %0) : vector<8 x i32> {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr %3, %at : vector<8 x ptr<i32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0 : vector<8 x i32>
    %n = add %s, %v : vector<8 x i32>
    yield %n
  }
  %sum = sum %t : i32
  %bp = addptr b, %1 : ptr<i32>
  %in = cmp_lt %1, N : bool
  store %bp, %sum, %in
  for %i in range(0, M, 8) {
    %at = add %i, %r : vector<8 x i32>
    %p = addptr %3, %at : vector<8 x ptr<i32>>
    %ok = cmp_lt %at, M : vector<8 x bool>
    %v = load %p, %ok, 0 : vector<8 x i32>
    %d = sub %v, %sum : vector<8 x i32>
    %q = add %at, %2 : vector<8 x i32>
    %o = addptr c, %q : vector<8 x ptr<i32>>
    store %o, %d, %ok
  }
}
)";

/// A two-dimensional grid over tiles of 4 x 8 whose masks are used in a loop.
constexpr llvm::StringRef Tiles = R"(
kernel @tiles(a: ptr<i32>, b: ptr<i32>, c: ptr<i32>, M: i32, N: i32, K: i32) {
  %px = program_id {axis=0} : i32
  %py = program_id {axis=1} : i32
  %x = mul %px, 4 : i32
  %y = mul %py, 8 : i32
  %rx = arange {start=0, end=4} : vector<4 x i32>
  %ry = arange {start=0, end=8} : vector<8 x i32>
  %row = add %x, %rx : vector<4 x i32>
  %col = add %y, %ry : vector<8 x i32>
  %rows = expand_dims %row {axis=1} : block<4x1 x i32>
  %cols = expand_dims %col {axis=0} : block<1x8 x i32>
  %0 = zeros {shape=(4, 8), dtype=i32} : block<4x8 x i32>
  %okr = cmp_lt %rows, M : block<4x1 x bool>
  %okc = cmp_gt N, %cols : block<1x8 x bool>
  %t = for %k in range(0, K, 1) iter_args(%s = %0) : block<4x8 x i32> {
    %ai0 = mul %rows, K : block<4x1 x i32>
    %ai = add %ai0, %k : block<4x1 x i32>
    %ap = addptr a, %ai : block<4x1 x ptr<i32>>
    %av = load %ap, %okr, 0 : block<4x1 x i32>
    %bi0 = mul %k, N : i32
    %bi = add %cols, %bi0 : block<1x8 x i32>
    %bp = addptr b, %bi : block<1x8 x ptr<i32>>
    %bv = load %bp, %okc, 0 : block<1x8 x i32>
    %m = mul %av, %bv : block<4x8 x i32>
    %n = add %s, %m : block<4x8 x i32>
    yield %n
  }
  %ok = and %okr, %okc : block<4x8 x bool>
  %ci0 = mul %rows, N : block<4x1 x i32>
  %ci = add %ci0, %cols : block<4x8 x i32>
  %cp = addptr c, %ci : block<4x8 x ptr<i32>>
  store %cp, %t, %ok
}
)";

struct Sizes {
  int32_t M, N, K;
  Grid Programs;
};

class SpecializeTest : public testing::Test {
protected:
  void compile(llvm::StringRef Text) {
    Diags.setHandler([](const Diagnostic &D) { ADD_FAILURE() << D.Message; });
    M = parseModule(Ctx, Text, "k.mt", Diags);
    ASSERT_TRUE(M);
    ASSERT_TRUE(succeeded(C.runPasses(*M, "fold,cse,dce", Options, Diags)));
    Kernel &K = *M->kernels().front();
    Predicates = collectLaunchPredicates(K);
    for (const LaunchPredicate &P : Predicates)
      Names.push_back(P.str(K));
    const Target &T = *C.findTarget("interp", Diags);
    Chosen = loadSpecialized(C, K, T, Options, Predicates, nullptr, Diags);
    Plain = C.loadAsIs(K, T, Options, Diags);
    ASSERT_TRUE(Chosen && Plain);
  }

  /// One launch; the arrays afterwards, one behind the other.
  std::vector<int32_t> run(Executable &Code, const Sizes &S, size_t Gap) {
    constexpr size_t Size = 4096;
    // Gap 0: all arrays are one and the same memory.
    std::vector<int32_t> Memory(Size + 2 * Gap);
    for (size_t I = 0; I != Memory.size(); ++I)
      Memory[I] = int32_t(I * 2654435761u) >> 20;
    uint64_t Args[6];
    ArrayExtent Extents[6] = {};
    for (size_t I = 0; I != 3; ++I) {
      Args[I] = uint64_t(Memory.data() + I * Gap);
      Extents[I] = {Args[I], std::min(Gap ? Gap : Size, Size) * 4};
    }
    Args[3] = uint64_t(int64_t(S.M));
    Args[4] = uint64_t(int64_t(S.N));
    Args[5] = uint64_t(int64_t(S.K));
    LaunchParams Launch;
    Launch.Programs = S.Programs;
    Launch.Args = Args;
    Launch.Extents = Extents;
    std::string Problem = llvm::toString(Code.launch(Launch));
    EXPECT_EQ(Problem, "");
    LaunchValues Values{Args, {S.Programs.X, S.Programs.Y, S.Programs.Z}};
    for (size_t I = 0; I != Predicates.size(); ++I)
      if (Predicates[I].kind() != LaunchPredicate::Kind::Disjoint)
        Seen.insert({Names[I], Predicates[I].holds(Values)});
    return Memory;
  }

  void compare(const Sizes &S, size_t Gap = 4096) {
    EXPECT_EQ(run(*Chosen, S, Gap), run(*Plain, S, Gap))
        << "M=" << S.M << " N=" << S.N << " K=" << S.K << " grid "
        << S.Programs.X << "x" << S.Programs.Y;
  }

  /// True if launches fulfilled and broke every predicate.
  void expectBothWays() {
    for (size_t I = 0; I != Predicates.size(); ++I) {
      if (Predicates[I].kind() == LaunchPredicate::Kind::Disjoint)
        continue;
      EXPECT_TRUE(Seen.contains({Names[I], true})) << Names[I];
      EXPECT_TRUE(Seen.contains({Names[I], false})) << Names[I];
    }
  }

  Context Ctx;
  Compiler C;
  CompilerOptions Options;
  DiagnosticEngine Diags;
  std::unique_ptr<Module> M;
  llvm::SmallVector<LaunchPredicate, 8> Predicates;
  std::vector<std::string> Names;
  std::unique_ptr<Executable> Chosen, Plain;
  std::set<std::pair<std::string, bool>> Seen;
};

} // namespace

TEST_F(SpecializeTest, GroupedTiles) {
  compile(Matmul);
  EXPECT_EQ(Names,
            (std::vector<std::string>{"grid.x <= cdiv(M, 4) * cdiv(N, 2)",
                                      "M % 4 == 0", "N % 2 == 0", "1 <= K <= 4",
                                      "K % 4 == 0", "N % 4 == 0"}));
  for (int32_t M : {-4, 0, 1, 4, 7, 8, 20})
    for (int32_t N : {-2, 0, 1, 2, 5, 6})
      for (int32_t K : {-4, 0, 1, 4, 6, 8}) {
        // As many programs as needed, fewer, and more.
        uint32_t Needed = std::max(0, (M + 3) / 4) * std::max(0, (N + 1) / 2);
        for (uint32_t X : {Needed, Needed / 2, Needed + 3})
          compare({M, N, K, {X, 1, 1}});
      }
  expectBothWays();
}

TEST_F(SpecializeTest, RowsInOnePass) {
  compile(Rows);
  EXPECT_EQ(Names, (std::vector<std::string>{"1 <= M <= 8", "M % 8 == 0",
                                             "disjoint", "M % 4 == 0"}));
  for (int32_t M : {-8, -1, 0, 1, 7, 8, 9, 16, 20})
    for (uint32_t X : {0u, 1u, 5u}) {
      compare({M, int32_t(X), 0, {X, 1, 1}});
      // One array inside another: a store changes what is loaded later.
      compare({M, int32_t(X), 0, {X, 1, 1}}, /*Gap=*/0);
    }
  expectBothWays();
}

TEST_F(SpecializeTest, PlainTiles) {
  compile(Tiles);
  EXPECT_EQ(Names, (std::vector<std::string>{"grid.x * 4 <= M",
                                             "grid.y * 8 <= N", "M % 4 == 0",
                                             "N % 4 == 0", "K % 4 == 0"}));
  for (int32_t M : {-4, 0, 3, 4, 8, 9})
    for (int32_t N : {-8, 0, 5, 8, 16, 17})
      for (int32_t K : {-1, 0, 3, 4})
        for (uint32_t More : {0u, 1u})
          compare({M,
                   N,
                   K,
                   {uint32_t(std::max(0, (M + 3) / 4)) + More,
                    uint32_t(std::max(0, (N + 7) / 8)) + More, 1}});
  expectBothWays();
}

TEST_F(SpecializeTest, OnlyTargetsThatGainAreAsked) {
  TargetOptions On, Off;
  Off.LaunchPredicates = false;
  EXPECT_TRUE(asksLaunches(*C.findTarget("cuda", Diags), On));
  EXPECT_TRUE(asksLaunches(*C.findTarget("threads", Diags), On));
  EXPECT_FALSE(asksLaunches(*C.findTarget("cuda", Diags), Off));
  EXPECT_FALSE(asksLaunches(*C.findTarget("cpu", Diags), On));
}
