//===- GPULoweringTest.cpp - Thread IR computes what tile IR does ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "GPUFixture.h"

using namespace mt;
using namespace mt::test;

namespace {

/// A kernel over x, y, out and n; `$B` is the block size.
struct Sample {
  const char *Name, *Body;
};

const Sample Samples[] = {
    {"masked_add", R"(
  %0 = program_id {axis=0} : i32
  %1 = mul %0, $B : i32
  %2 = arange {start=0, end=$B} : vector<$B x i32>
  %3 = add %1, %2 : vector<$B x i32>
  %4 = addptr x, %3 : vector<$B x ptr<f32>>
  %5 = cmp_lt %3, n : vector<$B x bool>
  %6 = load %4, %5, 0.0 : vector<$B x f32>
  %7 = addptr y, %3 : vector<$B x ptr<f32>>
  %8 = load %7, %5, 0.0 : vector<$B x f32>
  %9 = add %6, %8 : vector<$B x f32>
  %10 = addptr out, %3 : vector<$B x ptr<f32>>
  store %10, %9, %5
)"},
    {"without_masks_and_with_a_start", R"(
  %0 = program_id {axis=0} : i32
  %1 = mul %0, $B : i32
  %2 = arange {start=3, end=$E} : vector<$B x i32>
  %3 = add %2, %1 : vector<$B x i32>
  %4 = addptr x, %3 : vector<$B x ptr<f32>>
  %5 = load %4, none, none : vector<$B x f32>
  %6 = exp %5 : vector<$B x f32>
  %7 = addptr out, %3 : vector<$B x ptr<f32>>
  store %7, %6, none
)"},
    {"carried_tiles", R"(
  %0 = arange {start=0, end=$B} : vector<$B x i32>
  %1 = broadcast 0.0:f32 {shape=($B,)} : vector<$B x f32>
  %2 = addptr x, %0 : vector<$B x ptr<f32>>
  %3, %4, %5 = for %i in range(0:i32, 7, 2) iter_args(%a = %1, %p = %2, %c = %1) : vector<$B x f32>, vector<$B x ptr<f32>>, vector<$B x f32> {
    %6 = load %p, none, none : vector<$B x f32>
    %7 = add %a, %6 : vector<$B x f32>
    %8 = addptr %p, %i : vector<$B x ptr<f32>>
    %9 = broadcast 2.0:f32 {shape=($B,)} : vector<$B x f32>
    yield %7, %8, %9
  }
  %10 = mul %3, %5 : vector<$B x f32>
  %11 = addptr out, %0 : vector<$B x ptr<f32>>
  store %11, %10, none
)"},
    {"loops_over_loads", R"(
  %0 = program_id {axis=0} : i32
  %1 = arange {start=0, end=$B} : vector<$B x i32>
  %2 = broadcast 0.0:f32 {shape=($B,)} : vector<$B x f32>
  %3 = add n, %0 : i32
  %4 = sub 2, n : i32
  %5, %6 = for %i in range(5, %3, 9) iter_args(%a = %2, %c = %2) : vector<$B x f32>, vector<$B x f32> {
    %7 = add %1, %i : vector<$B x i32>
    %8 = cmp_lt %7, n : vector<$B x bool>
    %9 = addptr x, %7 : vector<$B x ptr<f32>>
    %10 = load %9, %8, 1.0 : vector<$B x f32>
    %11 = add %c, %10 : vector<$B x f32>
    yield %11, %a
  }
  %12 = for %i in range(0, %4, 3) iter_args(%a = %5) : vector<$B x f32> {
    %13 = addptr x, %1 : vector<$B x ptr<f32>>
    %14 = load %13, none, none : vector<$B x f32>
    %15 = mul %a, %14 : vector<$B x f32>
    yield %15
  }
  %16 = add %12, %6 : vector<$B x f32>
  %17 = mul %0, $B : i32
  %18 = add %1, %17 : vector<$B x i32>
  %19 = addptr out, %18 : vector<$B x ptr<f32>>
  store %19, %16, none
)"},
    {"branches_with_tiles", R"(
  %0 = program_id {axis=0} : i32
  %1 = mul %0, $B : i32
  %2 = arange {start=0, end=$B} : vector<$B x i32>
  %3 = add %1, %2 : vector<$B x i32>
  %4 = addptr x, %3 : vector<$B x ptr<f32>>
  %5 = load %4, none, none : vector<$B x f32>
  %6 = cmp_gt %0, 0 : bool
  %7 = if %6 : vector<$B x f32> {
    %8 = neg %5 : vector<$B x f32>
    yield %8
  } else {
    %9 = broadcast 7.0:f32 {shape=($B,)} : vector<$B x f32>
    yield %9
  }
  %10 = addptr out, %3 : vector<$B x ptr<f32>>
  store %10, %7, none
)"},
    {"scalars_in_memory", R"(
  %0 = program_id {axis=0} : i32
  %1 = addptr out, %0 : ptr<f32>
  %2 = addptr x, %0 : ptr<f32>
  %3 = load %2, none, none : f32
  store %1, %3, none
  %4 = for %i in range(0, n, 64) iter_args(%a = 0.0) : f32 {
    %5 = load %1, none, none : f32
    %6 = add %5, 1.0 : f32
    store %1, %6, none
    %7 = add %a, %6 : f32
    yield %7
  }
  %8 = arange {start=8, end=$F} : vector<$B x i32>
  %9 = mul %0, $B : i32
  %10 = add %8, %9 : vector<$B x i32>
  %11 = addptr out, %10 : vector<$B x ptr<f32>>
  store %11, %4, none
)"},
    {"while_doubles", R"(
  %0 = arange {start=0, end=$B} : vector<$B x i32>
  %1 = addptr x, %0 : vector<$B x ptr<f32>>
  %2 = load %1, none, none : vector<$B x f32>
  %3, %4 = while iter_args(%k = 1, %v = %2) : i32, vector<$B x f32> {
    %5 = cmp_lt %k, n : bool
    condition %5
  } do {
    %6 = shl %k, 1 : i32
    %7 = mul %v, 0.5 : vector<$B x f32>
    yield %6, %7
  }
  %8 = addptr out, %0 : vector<$B x ptr<f32>>
  %9 = cast %3 : f32
  %10 = add %4, %9 : vector<$B x f32>
  store %8, %10, none
)"},
    {"one_address_for_a_tile", R"(
  %0 = program_id {axis=0} : i32
  %1 = arange {start=0, end=$B} : vector<$B x i32>
  %2 = addptr out, %0 : ptr<f32>
  %3 = broadcast %2 {shape=($B,)} : vector<$B x ptr<f32>>
  %4 = cmp_eq %1, 0 : vector<$B x bool>
  %5 = cast %1 : vector<$B x f32>
  store %3, %5, %4
  %6 = broadcast x {shape=($B,)} : vector<$B x ptr<f32>>
  %7 = load %6, %4, 5.0 : vector<$B x f32>
  %8 = add %1, 16 : vector<$B x i32>
  %9 = addptr out, %8 : vector<$B x ptr<f32>>
  store %9, %7, none
)"},
    {"tiles_of_one_element", R"(
  %0 = arange {start=5, end=6} : vector<1 x i32>
  %1 = addptr x, %0 : vector<1 x ptr<f32>>
  %2 = load %1, none, none : vector<1 x f32>
  %3 = arange {start=0, end=$B} : vector<$B x i32>
  %4 = addptr y, %3 : vector<$B x ptr<f32>>
  %5 = load %4, none, none : vector<$B x f32>
  %6 = mul %2, %5 : vector<$B x f32>
  %7 = addptr out, %3 : vector<$B x ptr<f32>>
  store %7, %6, none
  %8 = addptr y, %0 : vector<1 x ptr<f32>>
  store %8, %2, none
)"},
    {"two_block_sizes", R"(
  %0 = arange {start=0, end=$B} : vector<$B x i32>
  %1 = addptr x, %0 : vector<$B x ptr<f32>>
  %2 = load %1, none, none : vector<$B x f32>
  %3 = addptr out, %0 : vector<$B x ptr<f32>>
  store %3, %2, none
  %4 = arange {start=0, end=48} : vector<48 x i32>
  %5 = addptr y, %4 : vector<48 x ptr<f32>>
  %6 = cmp_lt %4, n : vector<48 x bool>
  %7 = load %5, %6, 1.0 : vector<48 x f32>
  %8 = addptr y, 100:i64 : ptr<f32>
  %9 = addptr %8, %4 : vector<48 x ptr<f32>>
  store %9, %7, %6
)"},
};

std::string instantiate(const Sample &S, int64_t Block) {
  std::string Text = "kernel @k(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, "
                     "n: i32) {";
  for (const char *C = S.Body; *C; ++C) {
    if (*C != '$') {
      Text += *C;
      continue;
    }
    ++C;
    Text += std::to_string(*C == 'B'   ? Block
                           : *C == 'E' ? Block + 3
                                       : Block + 8);
  }
  return Text + "}\n";
}

TEST(GPULowering, ThreadIRComputesWhatTileIRDoes) {
  Compiler C;
  for (const Sample &S : Samples)
    for (int64_t Block : {2, 7, 16, 32, 100, 256, 300, 1000, 1024, 4096})
      for (std::optional<unsigned> Warps :
           {std::optional<unsigned>(), std::optional<unsigned>(1),
            std::optional<unsigned>(4)}) {
        SCOPED_TRACE(std::string(S.Name) + ", block " + std::to_string(Block) +
                     ", warps " + std::to_string(Warps.value_or(0)));
        Arrays Expected(Block), Got(Block);
        std::string Text = instantiate(S, Block);
        ASSERT_EQ(SampleRun(Text, C).tile(Expected), "");
        SampleRun Threads(Text, C);
        ASSERT_EQ(Threads.threads(Got, Warps), "");
        EXPECT_EQ(Got, Expected);
        if (Warps)
          EXPECT_EQ(numThreads(Threads.kernel()), 32 * *Warps);
      }
}

TEST(GPULowering, KernelsDoSomething) {
  // The comparison above would hold for kernels that store nothing, too.
  Compiler C;
  for (const Sample &S : Samples) {
    Arrays Before(1), After(1);
    ASSERT_EQ(SampleRun(instantiate(S, 32), C).tile(After), "") << S.Name;
    EXPECT_NE(After.Out, Before.Out) << S.Name;
  }
}

} // namespace
