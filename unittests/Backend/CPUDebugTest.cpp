//===- CPUDebugTest.cpp - Asserts and prints on the target cpu ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextKernel.h"
#include "gmock/gmock.h"
#include <algorithm>
#include <random>

using namespace mt;
using namespace mt::test;
using testing::HasSubstr;

namespace {

/// What a launch writes to stdout.
template <typename... Ts>
std::string printed(TextKernel &K, Grid G, unsigned Threads, Ts... Args) {
  testing::internal::CaptureStdout();
  std::string Error = K.launch(G, Threads, Args...);
  std::string Text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(Error, "");
  return Text;
}

/// Prints loaded tiles, what is computed from them, and scalars.
constexpr const char *Printing = R"(
kernel @k(x: ptr<$0>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 19 : i32
  %2 = arange {start=0, end=19} : vector<19 x i32>
  %3 = add %1, %2 : vector<19 x i32>
  %4 = addptr x, %3 : vector<19 x ptr<$0>>
  %5 = load %4, none, none : vector<19 x $0>
  %6 = load x, none, none : $0
  print %5 {prefix=" tile: "}
  print %5, %6, n {prefix=" hex: ", hex=true}
  print %3, %0 {prefix=" numbers: "}
  %7 = cmp_eq %5, %6 : vector<19 x bool>
  print %7 {prefix=" equal: "}
  print {prefix=" nothing"}
  %8 = for %9 in range(0, n, 1) iter_args(%10 = %5) : vector<19 x $0> {
    print %10, %9 {prefix=" carried: "}
    %11 = select %7, %6, %10 : vector<19 x $0>
    yield %11
  }
  print %8 {prefix=" result: "}
})";

TEST(CPUDebug, PrintsWhatTheInterpreterPrints) {
  for (const char *Type : {"i8", "u8", "i16", "u16", "i32", "u32", "i64", "u64",
                           "f16", "bf16", "f32", "f64", "f8e5m2", "bool"}) {
    std::string IR = fillIn(Printing, {Type});
    TextKernel CPU("cpu", IR), Interp("interp", IR);
    std::mt19937_64 Random(Type[0] + Type[1]);
    std::vector<uint64_t> X(3 * 19);
    for (uint64_t &W : X)
      W = Random() & (Type[0] == 'b' && Type[1] == 'o' ? 0x0101010101010101
                                                       : 0xbfffbfffbfffbfff);
    std::string Expected = printed(Interp, {3}, 1, X.data(), 2);
    ASSERT_THAT(Expected, HasSubstr("(2, 0, 0) carried: "));
    EXPECT_EQ(printed(CPU, {3}, 1, X.data(), 2), Expected);
  }
}

TEST(CPUDebug, LinesOfSeveralThreadsDoNotMix) {
  TextKernel K("cpu", R"(
kernel @k() {
  %0 = program_id {axis=0} : i32
  %1 = num_programs {axis=1} : i32
  print %0, %1 {prefix=" ids: "}
})");
  std::string Text = printed(K, {20, 3, 2}, 4);
  llvm::SmallVector<llvm::StringRef> Lines;
  llvm::StringRef(Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  std::vector<std::string> Got(Lines.begin(), Lines.end()), Expected;
  for (int Z = 0; Z != 2; ++Z)
    for (int Y = 0; Y != 3; ++Y)
      for (int X = 0; X != 20; ++X)
        Expected.push_back(
            fillIn("($0, $1, $2) ids: $0 3",
                   {std::to_string(X), std::to_string(Y), std::to_string(Z)}));
  std::sort(Got.begin(), Got.end());
  std::sort(Expected.begin(), Expected.end());
  EXPECT_EQ(Got, Expected);
}

/// x[i] < limit where i < n; programs then leave a mark.
constexpr const char *Asserting = R"(
kernel @k(x: ptr<i32>, n: i32, limit: i32, out: ptr<i32>) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 33 : i32
  %2 = arange {start=0, end=33} : vector<33 x i32>
  %3 = add %1, %2 : vector<33 x i32>
  %4 = cmp_lt %3, n : vector<33 x bool>
  %5 = addptr x, %3 : vector<33 x ptr<i32>>
  %6 = load %5, %4, 0 : vector<33 x i32>
  %7 = cmp_lt %6, limit : vector<33 x bool>
  assert %7, %4 {message="x is large"} loc("a.py":12:5)
  %8 = cmp_ge n, 0 : bool
  assert %8, none {message=""} loc("a.py":13:9)
  %9 = addptr out, %0 : ptr<i32>
  store %9, 1, none
})";

TEST(CPUDebug, AssertsSayWhereAndInWhichProgram) {
  TextKernel CPU("cpu", Asserting), Interp("interp", Asserting);
  std::vector<int32_t> X(5 * 33), Out(5);
  for (TextKernel *K : {&CPU, &Interp}) {
    X.assign(X.size(), 3);
    ASSERT_EQ(K->launch({5}, 1, X.data(), 150, 4, Out.data()), "");
    EXPECT_EQ(Out, std::vector<int32_t>(5, 1));
    X[2 * 33 + 32] = 9;
    X[160] = 9; // masked off
    Out.assign(5, 0);
    EXPECT_EQ(K->launch({5}, 1, X.data(), 150, 4, Out.data()),
              "a.py:12:5: assertion failed: x is large [program (2, 0, 0)]");
    // Programs are whole: those before ran, those behind did not.
    EXPECT_EQ(Out, (std::vector<int32_t>{1, 1, 0, 0, 0}));
    EXPECT_EQ(K->launch({1}, 1, X.data(), -1, 4, Out.data()),
              "a.py:13:9: assertion failed [program (0, 0, 0)]");
  }
}

TEST(CPUDebug, AnAssertStopsAllThreads) {
  TextKernel K("cpu", Asserting);
  constexpr unsigned Programs = 40000;
  std::vector<int32_t> X(Programs * 33, 1), Out(Programs);
  X[100 * 33] = 8;
  std::string Text =
      K.launch({Programs}, 4, X.data(), int(X.size()), 4, Out.data());
  EXPECT_EQ(Text,
            "a.py:12:5: assertion failed: x is large [program (100, 0, 0)]");
  EXPECT_EQ(Out[100], 0);
  // The executable works again afterwards.
  X[100 * 33] = 1;
  EXPECT_EQ(K.launch({Programs}, 4, X.data(), int(X.size()), 4, Out.data()),
            "");
  EXPECT_EQ(Out, std::vector<int32_t>(Programs, 1));
}

/// Asserts under conditions and in loops, with masks of another shape.
TEST(CPUDebug, AssertsInRegions) {
  const char *IR = R"(
kernel @k(x: ptr<f32>, n: i32) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = addptr x, %0 : vector<8 x ptr<f32>>
  for %2 in range(0, n, 1) {
    %3 = load %1, none, none : vector<8 x f32>
    %5 = cmp_lt %2, 3 : bool
    if %5 {
      %6 = cmp_lt %3, 10.0 : vector<8 x bool>
      %7 = cmp_ne %2, 1 : bool
      assert %6, %7 {message="early"}
    } else {
      assert %5, none {message="late"}
    }
    store %1, 20.0, none
  }
})";
  TextKernel CPU("cpu", IR), Interp("interp", IR);
  for (auto [N, Expected] :
       {std::pair<int, const char *>{2, ""}, {3, "early"}}) {
    std::vector<float> X(8, 1.0f), Y = X;
    std::string Got = CPU.launch({1}, 1, X.data(), N);
    EXPECT_EQ(Got, Interp.launch({1}, 1, Y.data(), N));
    EXPECT_THAT(Got, HasSubstr(Expected));
    EXPECT_EQ(X, Y);
  }
}

} // namespace
