//===- GPULoweringTest.cpp - Thread IR computes what tile IR does ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"
#include <random>

using namespace mt;

namespace {

constexpr int64_t Guard = 64; // floats around what kernels may touch
constexpr int64_t Size = 3 * 5000 + 2 * Guard;

struct Arrays {
  std::vector<float> X, Y, Out;

  explicit Arrays(unsigned Seed) : X(Size), Y(Size), Out(Size) {
    std::mt19937 Random(Seed);
    std::uniform_real_distribution<float> Values(-4, 4);
    for (std::vector<float> *A : {&X, &Y, &Out})
      for (float &V : *A)
        V = Values(Random);
  }
  bool operator==(const Arrays &) const = default;
};

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

/// Parses one sample and runs it, as tile IR or lowered.
class SampleRun {
public:
  SampleRun(const std::string &Text, const Compiler &C) : Text(Text), C(C) {
    Diags.setHandler(
        [this](const Diagnostic &D) { Messages += D.Message + "\n"; });
  }

  /// Empty, or what went wrong.
  std::string tile(Arrays &A) { return parse() ? launch(A) : Messages; }
  std::string threads(Arrays &A, std::optional<unsigned> NumWarps) {
    CompilerOptions Options;
    Options.Target.NumWarps = NumWarps;
    if (!parse())
      return Messages;
    std::string Pipeline =
        C.targets().find("cuda")->pipeline("thread", Options.Target);
    if (failed(C.runPasses(*M, Pipeline, Options, Diags)))
      return Messages;
    return launch(A);
  }
  Kernel &kernel() { return *M->kernels()[0]; }

private:
  bool parse() {
    M = parseModule(Ctx, Text, "sample.mt", Diags);
    return M != nullptr;
  }
  std::string launch(Arrays &A) {
    auto E = C.targets().find("interp")->load(kernel(), {}, Diags);
    if (!E)
      return Messages;
    uint64_t Args[] = {uint64_t(A.X.data() + Guard),
                       uint64_t(A.Y.data() + Guard),
                       uint64_t(A.Out.data() + Guard), 200};
    LaunchParams Launch;
    Launch.Programs = {3, 1, 1};
    Launch.Args = Args;
    Launch.NumThreads = 1;
    return llvm::toString(E->launch(Launch));
  }

  std::string Text;
  const Compiler &C;
  Context Ctx;
  DiagnosticEngine Diags;
  std::string Messages;
  std::unique_ptr<Module> M;
};

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
