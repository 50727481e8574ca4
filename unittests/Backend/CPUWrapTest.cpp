//===- CPUWrapTest.cpp - Indices modulo a bound on the target cpu ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `index % n` is as contiguous as the index while no lane passes a multiple of
// n, which is tested at run time. Both sides of the test must do what the
// interpreter does.
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "TextKernel.h"
#include <numeric>

using namespace mt;
using namespace mt::test;

namespace {

constexpr int Middle = 300, Size = 700;

/// Runs IR with windows into the middle of equal arrays, base and n.
void compare(const std::string &IR, llvm::StringRef Arch,
             llvm::ArrayRef<int> Bases) {
  TextKernel CPU("cpu", IR, Arch), Interp("interp", IR);
  for (int Base : Bases)
    for (int N : {1, 2, 7, 16, 40, 41, 64, 100, -40}) {
      std::vector<int32_t> Got(Size), Expected;
      std::iota(Got.begin(), Got.end(), 1000);
      Expected = Got;
      ASSERT_EQ(CPU.launch({2}, 1, Got.data() + Middle, Base, N), "");
      ASSERT_EQ(Interp.launch({2}, 1, Expected.data() + Middle, Base, N), "");
      ASSERT_EQ(Got, Expected) << IR << "base " << Base << " n " << N;
    }
}

/// $0 = type of the index, $1 = what the index is multiplied by.
constexpr const char *Row = R"(
kernel @k(x: ptr<i32>, base: i32, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 40 : i32
  %2 = arange {start=0, end=40} : vector<40 x i32>
  %3 = mul %2, $1 : vector<40 x i32>
  %4 = add %1, base : i32
  %5 = add %4, %3 : vector<40 x i32>
  %6 = cast %5 : vector<40 x $0>
  %7 = cast n : $0
  %8 = mod %6, %7 : vector<40 x $0>
  %9 = cast %8 : vector<40 x i32>
  %10 = addptr x, %9 : vector<40 x ptr<i32>>
  %11 = load %10, none, none : vector<40 x i32>
  %12 = addptr x, %2 : vector<40 x ptr<i32>>
  %13 = addptr %12, 150:i32 : vector<40 x ptr<i32>>
  store %13, %11, none
  %14 = cmp_lt %8, 5 : vector<40 x bool>
  %15 = load %10, %14, 7 : vector<40 x i32>
  %16 = addptr %12, 250:i32 : vector<40 x ptr<i32>>
  store %16, %15, none
})";

class CPUWrapTest : public testing::TestWithParam<std::string> {};

TEST_P(CPUWrapTest, Loads) {
  for (const char *Type : {"i32", "i16", "i64"})
    for (const char *Step : {"1", "-1", "3", "0"})
      compare(fillIn(Row, {Type, Step}), GetParam(),
              {0, 1, 23, 24, 25, 40, 60, 100, -1, -39, -40, -80});
  for (const char *Step : {"1", "3"}) // a negative n is a large one here
    compare(fillIn(Row, {"u32", Step}), GetParam(), {0, 1, 24, 40, 100});
}

/// One array read and written through the same pointers: where lanes meet,
/// all loads come before the stores.
TEST_P(CPUWrapTest, LoadsAndStoresOfTheSameLanes) {
  compare(R"(
kernel @k(x: ptr<i32>, base: i32, n: i32) {
  %0 = arange {start=0, end=40} : vector<40 x i32>
  %1 = add base, %0 : vector<40 x i32>
  %2 = mod %1, n : vector<40 x i32>
  %3 = addptr x, %2 : vector<40 x ptr<i32>>
  %4 = load %3, none, none : vector<40 x i32>
  %5 = mul %4, 3 : vector<40 x i32>
  store %3, %5, none
})",
          GetParam(), {0, 1, 24, 25, 39, 60, -1, -39});
}

/// As the usual matrix product has it: rows and columns wrap, a loop moves the
/// pointers.
TEST_P(CPUWrapTest, TilesThatALoopMoves) {
  compare(R"(
kernel @k(x: ptr<i32>, base: i32, n: i32) {
  %0 = arange {start=0, end=6} : vector<6 x i32>
  %1 = expand_dims %0 {axis=1} : block<6x1 x i32>
  %2 = add base, %1 : block<6x1 x i32>
  %3 = mod %2, n : block<6x1 x i32>
  %4 = mul %3, 2 : block<6x1 x i32>
  %5 = arange {start=0, end=20} : vector<20 x i32>
  %6 = expand_dims %5 {axis=0} : block<1x20 x i32>
  %7 = mod %6, n : block<1x20 x i32>
  %8 = add %4, %7 : block<6x20 x i32>
  %9 = addptr x, %8 : block<6x20 x ptr<i32>>
  %10 = zeros {shape=(6, 20), dtype=i32} : block<6x20 x i32>
  %p, %s = for %i in range(0:i32, 4, 1) iter_args(%q = %9, %t = %10) : block<6x20 x ptr<i32>>, block<6x20 x i32> {
    %11 = cmp_lt %6, 17 : block<1x20 x bool>
    %12 = load %q, %11, 1 : block<6x20 x i32>
    %13 = mul %t, 3 : block<6x20 x i32>
    %14 = add %13, %12 : block<6x20 x i32>
    %15 = addptr %q, 5:i32 : block<6x20 x ptr<i32>>
    yield %15, %14
  }
  %20 = mul %1, 20 : block<6x1 x i32>
  %21 = add %20, %6 : block<6x20 x i32>
  %22 = addptr x, %21 : block<6x20 x ptr<i32>>
  %23 = addptr %22, 200:i32 : block<6x20 x ptr<i32>>
  store %23, %s, none
})",
          GetParam(), {0, 1, 7, 10, 30, 36, 95, -1, -7});
}

INSTANTIATE_TEST_SUITE_P(Arch, CPUWrapTest,
                         testing::ValuesIn(cpuArchitectures()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name =
                               Info.param.empty() ? "native" : Info.param;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

} // namespace
