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

using namespace mt;
using namespace mt::test;

namespace {

/// `$M` and `$N` are extents, `$T` is their product, `$D` twice $N. Every
/// sample may use the M x N tile %x of array x, its offsets %o, and the
/// offsets %j of a row.
struct Sample {
  const char *Name, *Body;
};

const char Prologue[] = R"(
  %i = arange {start=0, end=$M} : vector<$M x i32>
  %j = arange {start=0, end=$N} : vector<$N x i32>
  %i2 = expand_dims %i {axis=1} : block<$Mx1 x i32>
  %j2 = expand_dims %j {axis=0} : block<1x$N x i32>
  %row = mul %i2, $N : block<$Mx1 x i32>
  %o = add %row, %j2 : block<$Mx$N x i32>
  %px = addptr x, %o : block<$Mx$N x ptr<f32>>
  %x = load %px, none, none : block<$Mx$N x f32>
)";

const Sample Samples[] = {
    {"masked_2d", R"(
  %0 = cmp_lt %i2, 3 : block<$Mx1 x bool>
  %1 = cmp_lt %j2, 5 : block<1x$N x bool>
  %2 = and %0, %1 : block<$Mx$N x bool>
  %3 = addptr y, %o : block<$Mx$N x ptr<f32>>
  %4 = load %3, %2, 7.0 : block<$Mx$N x f32>
  %5 = add %4, %x : block<$Mx$N x f32>
  %6 = addptr out, %o : block<$Mx$N x ptr<f32>>
  store %6, %5, none
)"},
    {"rows_and_columns_loaded", R"(
  %0 = addptr y, %i2 : block<$Mx1 x ptr<f32>>
  %1 = load %0, none, none : block<$Mx1 x f32>
  %2 = addptr y, %j : vector<$N x ptr<f32>>
  %3 = load %2, none, none : vector<$N x f32>
  %4 = expand_dims %3 {axis=0} : block<1x$N x f32>
  %5 = mul %1, %4 : block<$Mx$N x f32>
  %6 = broadcast %1 {shape=($M, $N)} : block<$Mx$N x f32>
  %7 = add %5, %6 : block<$Mx$N x f32>
  %8 = addptr out, %o : block<$Mx$N x ptr<f32>>
  store %8, %7, none
)"},
    {"transposed", R"(
  %0 = trans %x {order=(1, 0)} : block<$Nx$M x f32>
  %1 = mul %0, 2.0 : block<$Nx$M x f32>
  %2 = expand_dims %j {axis=1} : block<$Nx1 x i32>
  %3 = mul %2, $M : block<$Nx1 x i32>
  %4 = expand_dims %i {axis=0} : block<1x$M x i32>
  %5 = add %3, %4 : block<$Nx$M x i32>
  %6 = addptr out, %5 : block<$Nx$M x ptr<f32>>
  store %6, %1, none
)"},
    {"reshaped", R"(
  %0 = reshape %x {shape=($T,)} : vector<$T x f32>
  %1 = arange {start=0, end=$T} : vector<$T x i32>
  %2 = sub $T, %1 : vector<$T x i32>
  %3 = addptr out, %2 : vector<$T x ptr<f32>>
  store %3, %0, none
  %4 = reshape %1 {shape=($N, $M)} : block<$Nx$M x i32>
  %5 = reshape %0 {shape=($N, $M)} : block<$Nx$M x f32>
  %6 = addptr y, %4 : block<$Nx$M x ptr<f32>>
  store %6, %5, none
)"},
    {"sum_of_rows_and_columns", R"(
  %0 = sum %x {axis=1} : vector<$M x f32>
  %1 = addptr out, %i : vector<$M x ptr<f32>>
  store %1, %0, none
  %2 = max %x {axis=0} : vector<$N x f32>
  %3 = addptr y, %j : vector<$N x ptr<f32>>
  store %3, %2, none
  %4 = expand_dims %0 {axis=1} : block<$Mx1 x f32>
  %5 = sub %x, %4 : block<$Mx$N x f32>
  %6 = expand_dims %2 {axis=0} : block<1x$N x f32>
  %7 = sub %5, %6 : block<$Mx$N x f32>
  %8 = addptr out, $M:i32 : ptr<f32>
  %9 = addptr %8, %o : block<$Mx$N x ptr<f32>>
  store %9, %7, none
)"},
    {"sum_of_everything", R"(
  %0 = reshape %x {shape=($T,)} : vector<$T x f32>
  %1 = sum %0 : f32
  %2 = min %0 : f32
  %3 = mul %1, %2 : f32
  %4 = sub %0, %3 : vector<$T x f32>
  %5 = arange {start=0, end=$T} : vector<$T x i32>
  %6 = addptr out, %5 : vector<$T x ptr<f32>>
  store %6, %4, none
  %7 = sum %5 : i32
  %8 = cast %7 : f32
  %9 = addptr y, 1:i32 : ptr<f32>
  store %9, %8, none
  %10 = full 2.0 {shape=($M, $N), dtype=f32} : block<$Mx$N x f32>
  %11 = sum %10 {axis=0} : vector<$N x f32>
  %12 = sum %11 : f32
  store y, %12, none
)"},
    {"argmax", R"(
  %at = broadcast %j2 {shape=($M, $N)} : block<$Mx$N x i32>
  %0, %1 = reduce %x, %at {axis=1} : vector<$M x f32>, vector<$M x i32> combine(%a, %b, %c, %d) {
    %2 = cmp_gt %a, %c : bool
    %3 = cmp_eq %a, %c : bool
    %4 = cmp_lt %b, %d : bool
    %5 = and %3, %4 : bool
    %6 = or %2, %5 : bool
    %7 = select %6, %a, %c : f32
    %8 = select %6, %b, %d : i32
    yield %7, %8
  }
  %9 = addptr out, %i : vector<$M x ptr<f32>>
  store %9, %0, none
  %10 = addptr y, %i : vector<$M x ptr<f32>>
  %11 = cast %1 : vector<$M x f32>
  store %10, %11, none
  %12 = reduce %x {axis=0} : vector<$N x f32> combine(%a, %b) {
    %13 = mul %a, 0.0 : f32
    %14 = add %13, %b : f32
    %15 = maximum %14, %a : f32
    yield %15
  }
  %16 = addptr out, 100:i32 : ptr<f32>
  %17 = addptr %16, %j : vector<$N x ptr<f32>>
  store %17, %12, none
)"},
    {"scanned", R"(
  %0 = scan %x {axis=1} : block<$Mx$N x f32> combine(%a, %b) {
    %1 = add %a, %b : f32
    yield %1
  }
  %2 = addptr out, %o : block<$Mx$N x ptr<f32>>
  store %2, %0, none
  %3 = scan %x {axis=0, reverse=true} : block<$Mx$N x f32> combine(%a, %b) {
    %4 = add %a, %b : f32
    yield %4
  }
  %5 = addptr y, %o : block<$Mx$N x ptr<f32>>
  store %5, %3, none
  %6 = reshape %x {shape=($T,)} : vector<$T x f32>
  %7 = arange {start=0, end=$T} : vector<$T x i32>
  %8, %9 = scan %6, %7 {axis=0, reverse=true} : vector<$T x f32>, vector<$T x i32> combine(%a, %b, %c, %d) {
    %10 = cmp_ge %c, %a : bool
    %11 = select %10, %c, %a : f32
    %12 = select %10, %d, %b : i32
    yield %11, %12
  }
  %13 = addptr out, $T:i32 : ptr<f32>
  %14 = addptr %13, %7 : vector<$T x ptr<f32>>
  %15 = cast %9 : vector<$T x f32>
  %16 = add %15, %8 : vector<$T x f32>
  store %14, %16, none
)"},
    {"joined_and_split", R"(
  %0 = neg %x : block<$Mx$N x f32>
  %1 = join %x, %0 : block<$Mx$Nx2 x f32>
  %2 = reshape %1 {shape=($M, $D)} : block<$Mx$D x f32>
  %3 = arange {start=0, end=$D} : vector<$D x i32>
  %4 = mul %i2, $D : block<$Mx1 x i32>
  %5 = expand_dims %3 {axis=0} : block<1x$D x i32>
  %6 = add %4, %5 : block<$Mx$D x i32>
  %7 = addptr out, %6 : block<$Mx$D x ptr<f32>>
  store %7, %2, none
  %8 = addptr x, %6 : block<$Mx$D x ptr<f32>>
  %9 = load %8, none, none : block<$Mx$D x f32>
  %10 = reshape %9 {shape=($M, $N, 2)} : block<$Mx$Nx2 x f32>
  %11, %12 = split %10 : block<$Mx$N x f32>, block<$Mx$N x f32>
  %13 = sub %11, %12 : block<$Mx$N x f32>
  %14 = addptr y, %o : block<$Mx$N x ptr<f32>>
  store %14, %13, none
  %15 = join 1.5:f32, 2.5 : vector<2 x f32>
  %16, %17 = split %15 : f32, f32
  %18 = add %16, %17 : f32
  %19 = addptr y, 5000:i32 : ptr<f32>
  store %19, %18, none
)"},
    {"catenated_and_flipped", R"(
  %0 = flip %x {axis=1} : block<$Mx$N x f32>
  %1 = flip %0 {axis=0} : block<$Mx$N x f32>
  %2 = cat %x, %1 {axis=1} : block<$Mx$D x f32>
  %3 = arange {start=0, end=$D} : vector<$D x i32>
  %4 = mul %i2, $D : block<$Mx1 x i32>
  %5 = expand_dims %3 {axis=0} : block<1x$D x i32>
  %6 = add %4, %5 : block<$Mx$D x i32>
  %7 = addptr out, %6 : block<$Mx$D x ptr<f32>>
  store %7, %2, none
)"},
    {"gathered", R"(
  %0 = mul %o, 7 : block<$Mx$N x i32>
  %1 = mod %0, $N : block<$Mx$N x i32>
  %2 = gather %x, %1 {axis=1} : block<$Mx$N x f32>
  %3 = addptr out, %o : block<$Mx$N x ptr<f32>>
  store %3, %2, none
  %4 = broadcast 0:i64 {shape=(2, $N)} : block<2x$N x i64>
  %5 = gather %x, %4 {axis=0} : block<2x$N x f32>
  %6 = sum %5 {axis=0} : vector<$N x f32>
  %7 = addptr y, %j : vector<$N x ptr<f32>>
  store %7, %6, none
)"},
    {"product", R"(
  %0 = addptr y, %o : block<$Mx$N x ptr<f32>>
  %1 = load %0, none, none : block<$Mx$N x f32>
  %2 = trans %1 {order=(1, 0)} : block<$Nx$M x f32>
  %3 = zeros {shape=($M, $M), dtype=f32} : block<$Mx$M x f32>
  %4 = for %k in range(0:i32, 3, 1) iter_args(%acc = %3) : block<$Mx$M x f32> {
    %5 = dot %x, %2, %acc : block<$Mx$M x f32>
    yield %5
  }
  %6 = expand_dims %i {axis=0} : block<1x$M x i32>
  %7 = mul %i2, $M : block<$Mx1 x i32>
  %8 = add %7, %6 : block<$Mx$M x i32>
  %9 = addptr out, %8 : block<$Mx$M x ptr<f32>>
  store %9, %4, none
  %10 = cast %x : block<$Mx$N x i8>
  %11 = cast %2 : block<$Nx$M x i8>
  %12 = full 5:i32 {shape=($M, $M), dtype=i32} : block<$Mx$M x i32>
  %13 = dot %10, %11, %12 : block<$Mx$M x i32>
  %14 = cast %13 : block<$Mx$M x f32>
  %15 = addptr out, 4500:i32 : ptr<f32>
  %16 = addptr %15, %8 : block<$Mx$M x ptr<f32>>
  store %16, %14, none
)"},
    {"atomics", R"(
  %0 = mod %o, 5 : block<$Mx$N x i32>
  %1 = addptr out, %0 : block<$Mx$N x ptr<f32>>
  %2 = cmp_gt %x, 0.0 : block<$Mx$N x bool>
  %3 = atomic_add %1, %x, %2 : block<$Mx$N x f32>
  %4 = addptr out, 8:i32 : ptr<f32>
  %5 = atomic_max %4, 100.0, none {sem="relaxed"} : f32
  %6 = load %4, none, none : f32
  %7 = add %5, %6 : f32
  %8 = addptr out, 100:i32 : ptr<f32>
  %9 = addptr %8, %o : block<$Mx$N x ptr<f32>>
  %10 = atomic_xchg %9, %x, none : block<$Mx$N x f32>
  %11 = add %10, %7 : block<$Mx$N x f32>
  %12 = addptr y, %o : block<$Mx$N x ptr<f32>>
  store %12, %11, none
  %13 = atomic_cas %9, %x, 3.0 : block<$Mx$N x f32>
  %14 = addptr x, %o : block<$Mx$N x ptr<f32>>
  store %14, %13, none
  %15 = atomic_cas %4, 100.0, 50.0 : f32
  %16 = addptr out, 9:i32 : ptr<f32>
  store %16, %15, none
)"},
    {"carried_rows", R"(
  %0 = zeros {shape=($M,), dtype=f32} : vector<$M x f32>
  %1, %2 = for %k in range(0:i32, 4, 1) iter_args(%s = %0, %v = %x) : vector<$M x f32>, block<$Mx$N x f32> {
    %3 = max %v {axis=1} : vector<$M x f32>
    %4 = add %s, %3 : vector<$M x f32>
    %5 = expand_dims %4 {axis=1} : block<$Mx1 x f32>
    %6 = cmp_gt %5, %v : block<$Mx$N x bool>
    %7 = select %6, %5, %v : block<$Mx$N x f32>
    %8 = cmp_gt %k, 1 : bool
    %9 = if %8 : block<$Mx$N x f32> {
      %10 = neg %7 : block<$Mx$N x f32>
      yield %10
    } else {
      %11 = flip %7 {axis=0} : block<$Mx$N x f32>
      yield %11
    }
    yield %4, %9
  }
  %12 = expand_dims %1 {axis=1} : block<$Mx1 x f32>
  %13 = add %2, %12 : block<$Mx$N x f32>
  %14 = addptr out, %o : block<$Mx$N x ptr<f32>>
  store %14, %13, none
  %15, %16 = while iter_args(%q = 0:i32, %w = %1) : i32, vector<$M x f32> {
    %17 = max %w : f32
    %18 = cmp_lt %17, 1000.0 : bool
    %19 = cmp_lt %q, 2 : bool
    %20 = and %18, %19 : bool
    condition %20
  } do {
    %21 = add %q, 1 : i32
    %22 = scan %w {axis=0} : vector<$M x f32> combine(%a, %b) {
      %23 = add %a, %b : f32
      yield %23
    }
    yield %21, %22
  }
  %24 = addptr y, %i : vector<$M x ptr<f32>>
  store %24, %16, none
)"},
};

struct Extents {
  int64_t M, N;
};

/// Aligned arrays are accessed several elements at a time.
std::string instantiate(const Sample &S, Extents E, bool Aligned = false) {
  std::string Body = std::string(Prologue) + S.Body, Text;
  for (size_t I = 0; I != Body.size(); ++I) {
    if (Body[I] != '$') {
      Text += Body[I];
      continue;
    }
    char C = Body[++I];
    Text += std::to_string(C == 'M'   ? E.M
                           : C == 'N' ? E.N
                           : C == 'T' ? E.M * E.N
                                      : 2 * E.N);
  }
  std::string Array = Aligned ? "ptr<f32> {divisible=16}" : "ptr<f32>";
  return "kernel @k(x: " + Array + ", y: " + Array + ", out: " + Array +
         ", n: i32) {" + Text + "}\n";
}

/// Programs of the grid would write the same elements: one is enough.
constexpr Grid One = {1, 1, 1};

class GPUTiles : public ::testing::TestWithParam<Sample> {};

TEST_P(GPUTiles, ThreadIRComputesWhatTileIRDoes) {
  Compiler C;
  for (Extents E : {Extents{4, 8},
                    {1, 16},
                    {16, 2},
                    {5, 7},
                    {3, 16},
                    {16, 3},
                    {8, 64},
                    {64, 32},
                    {33, 40},
                    {2, 200}})
    for (std::optional<unsigned> Warps :
         {std::optional<unsigned>(), std::optional<unsigned>(1),
          std::optional<unsigned>(4)}) {
      SCOPED_TRACE(std::to_string(E.M) + " x " + std::to_string(E.N) +
                   ", warps " + std::to_string(Warps.value_or(0)));
      Arrays Before(E.N, true), Expected = Before, Got = Before;
      // The layouts of aligned arrays in every other case.
      bool Aligned = (E.M + E.N + Warps.value_or(0)) % 2 == 0;
      std::string Text = instantiate(GetParam(), E, Aligned);
      ASSERT_EQ(SampleRun(Text, C, One).tile(Expected), "");
      EXPECT_NE(Expected, Before);
      SampleRun Threads(Text, C, One);
      ASSERT_EQ(Threads.threads(Got, Warps), "");
      EXPECT_EQ(Got.X, Expected.X);
      EXPECT_EQ(Got.Y, Expected.Y);
      EXPECT_EQ(Got.Out, Expected.Out);
      if (::testing::Test::HasFailure())
        return;
    }
}

TEST(GPURaces, MissingBarriersAreErrors) {
  Compiler C;
  auto Run = [&](const Sample &S) {
    Arrays A(1, true);
    return SampleRun(instantiate(S, {16, 16}), C, One)
        .threads(A, std::nullopt, "insert-barriers");
  };
  for (const Sample &S : Samples) {
    bool Exchanges = S.Name == llvm::StringRef("transposed") ||
                     S.Name == llvm::StringRef("product");
    if (Exchanges)
      EXPECT_NE(Run(S).find("meet in shared memory with no barrier"),
                std::string::npos)
          << S.Name;
  }
  std::string Shift = Run({"shift", R"(
  %0 = addptr x, 1:i32 : ptr<f32>
  %1 = addptr %0, %o : block<$Mx$N x ptr<f32>>
  store %1, %x, none
)"});
  EXPECT_NE(Shift.find("meet in global memory with no barrier"),
            std::string::npos)
      << Shift;
}

INSTANTIATE_TEST_SUITE_P(All, GPUTiles, ::testing::ValuesIn(Samples),
                         [](const auto &Info) {
                           return std::string(Info.param.Name);
                         });

} // namespace
