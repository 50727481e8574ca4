//===- GPUDotTest.cpp - Products on tensor cores --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Thread IR of a loop over products computes what tile IR does. Elements are
// small whole numbers, so sums are exact in any order. The interpreter fails
// where a barrier or a wait is missing.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"
#include <random>

using namespace mt;

namespace {

/// a[M, D] · b[D, N], Depth columns at a time.
struct Product {
  const char *Operand, *Result;
  int M, N, Depth;
  unsigned Warps = 4, Stages = 3;
  int D = 80;                  ///< rest of the last iteration is masked
  bool BByColumns = false;     ///< b is stored by columns, and transposed
  bool Hints = true;           ///< pointers are known to be aligned
  const char *Other = nullptr; ///< what masked lanes hold; zero
};

std::string
replaceAll(std::string Text,
           llvm::ArrayRef<std::pair<const char *, std::string>> By) {
  for (auto &[From, To] : By)
    for (size_t At; (At = Text.find(From)) != std::string::npos;)
      Text.replace(At, strlen(From), To);
  return Text;
}

const char Text[] = R"(
kernel @product(a: ptr<$T>$H, b: ptr<$T>$H, out: ptr<$R>$H, n: i32$H) attributes {num_warps=$W} {
  %i = arange {start=0, end=$M} : vector<$M x i32>
  %j = arange {start=0, end=$N} : vector<$N x i32>
  %k = arange {start=0, end=$K} : vector<$K x i32>
  %i2 = expand_dims %i {axis=1} : block<$Mx1 x i32>
  %j2 = expand_dims %j {axis=0} : block<1x$N x i32>
  %jc = expand_dims %j {axis=1} : block<$Nx1 x i32>
  %ka = expand_dims %k {axis=0} : block<1x$K x i32>
  %kb = expand_dims %k {axis=1} : block<$Kx1 x i32>
  %ra = mul %i2, $D : block<$Mx1 x i32>
  %oa = add %ra, %ka : block<$Mx$K x i32>
  %pa = addptr a, %oa : block<$Mx$K x ptr<$T>>
  $B
  %zero = broadcast $O:$R {shape=($M, $N)} : block<$Mx$N x $R>
  %acc, %qa, %qb = for %s in range(0:i32, n, $K) iter_args(%c = %zero, %xa = %pa, %xb = %pb) : block<$Mx$N x $R>, block<$Mx$K x ptr<$T>>, block<$S x ptr<$T>> {
    %left = sub n, %s : i32
    %ma = cmp_lt %ka, %left : block<1x$K x bool>
    %va = load %xa, %ma, $F : block<$Mx$K x $T>
    %mb = cmp_lt $V, %left : block<$X x bool>
    %lb = load %xb, %mb, $F : block<$S x $T>
    $L
    %d = dot %va, %vb, %c {precision="tf32"} : block<$Mx$N x $R>
    %na = addptr %xa, $K:i32 : block<$Mx$K x ptr<$T>>
    %nb = addptr %xb, $P:i32 : block<$S x ptr<$T>>
    yield %d, %na, %nb
  }
  %ro = mul %i2, $N : block<$Mx1 x i32>
  %oo = add %ro, %j2 : block<$Mx$N x i32>
  %po = addptr out, %oo : block<$Mx$N x ptr<$R>>
  store %po, %acc, none
}
)";

std::string textOf(const Product &P) {
  auto Number = [](int V) { return std::to_string(V); };
  bool IsFloat = P.Operand[0] == 'f' || P.Operand[0] == 'b';
  std::string Zero = IsFloat ? "0.0" : "0";
  std::string B = P.BByColumns ? R"(%rb = mul %jc, $D : block<$Nx1 x i32>
  %ob = add %rb, %ka : block<$Nx$K x i32>
  %pb = addptr b, %ob : block<$Nx$K x ptr<$T>>)"
                               : R"(%rb = mul %kb, $N : block<$Kx1 x i32>
  %ob = add %rb, %j2 : block<$Kx$N x i32>
  %pb = addptr b, %ob : block<$Kx$N x ptr<$T>>)";
  std::string Take = P.BByColumns
                         ? "%vb = trans %lb {order=(1, 0)} : block<$Kx$N x $T>"
                         : "%vb = reshape %lb {shape=($K, $N)} : "
                           "block<$Kx$N x $T>";
  return replaceAll(Text, {{"$B", B},
                           {"$L", Take},
                           {"$S", P.BByColumns ? "$Nx$K" : "$Kx$N"},
                           {"$X", P.BByColumns ? "1x$K" : "$Kx1"},
                           {"$V", P.BByColumns ? "%ka" : "%kb"},
                           {"$P", P.BByColumns ? "$K" : Number(P.Depth * P.N)},
                           {"$F", P.Other ? P.Other : Zero},
                           {"$O", Zero},
                           {"$T", P.Operand},
                           {"$R", P.Result},
                           {"$H", P.Hints ? " {divisible=16}" : ""},
                           {"$W", Number(P.Warps)},
                           {"$M", Number(P.M)},
                           {"$N", Number(P.N)},
                           {"$K", Number(P.Depth)},
                           {"$D", Number(P.D)}});
}

/// Runs the text as tile IR or lowered; keeps what comes of it.
class Launched {
public:
  Launched(const Product &P, bool Lowered, llvm::StringRef Without = "")
      : P(P) {
    Diags.setHandler(
        [this](const Diagnostic &D) { Error += D.Message + "\n"; });
    M = parseModule(Ctx, textOf(P), "product.mt", Diags);
    if (M && Lowered)
      lower(Without);
    if (M && Error.empty())
      launch();
  }

  unsigned count(OpKind K) {
    unsigned N = 0;
    walk(M->kernels()[0]->body(), [&](Op *O) { N += O->kind() == K; });
    return N;
  }

  std::string Error;
  std::vector<uint8_t> Out;

private:
  void lower(llvm::StringRef Without) {
    CompilerOptions Options;
    Options.Target.NumStages = P.Stages;
    std::string Pipeline =
        C.targets().find("threads")->pipeline("thread", Options.Target);
    if (!Without.empty())
      Pipeline.erase(Pipeline.find(Without) - 1, Without.size() + 1);
    (void)C.runPasses(*M, Pipeline, Options, Diags);
  }
  std::vector<uint8_t> random(llvm::StringRef Name, size_t Elements,
                              unsigned Seed) {
    Type T = Ctx.scalar(*parseScalarKind(Name));
    std::mt19937 Random(Seed);
    std::vector<uint8_t> R(Elements * T.byteSize() + 64);
    for (size_t I = 0; I != Elements; ++I) {
      double V = int(Random() % 9) - 4;
      uint64_t Bits = T.isFloat() ? doubleToBits(V, T) : uint64_t(int64_t(V));
      memcpy(&R[I * T.byteSize()], &Bits, T.byteSize());
    }
    return R;
  }
  void launch() {
    auto E = C.targets().find("interp")->load(*M->kernels()[0], {}, Diags);
    ASSERT_TRUE(E) << Error;
    std::vector<uint8_t> A = random(P.Operand, P.M * P.D, 1),
                         B = random(P.Operand, P.N * P.D, 2);
    Out = random(P.Result, P.M * P.N, 3);
    auto Aligned = [](std::vector<uint8_t> &V) {
      uint64_t At = (uint64_t(V.data()) + 15) & ~uint64_t(15);
      memmove(reinterpret_cast<void *>(At), V.data(), V.size() - 16);
      return At;
    };
    uint64_t Args[] = {Aligned(A), Aligned(B), uint64_t(Out.data()),
                       uint64_t(P.D)};
    LaunchParams Launch;
    Launch.Args = Args;
    Launch.NumThreads = 1;
    Error += llvm::toString(E->launch(Launch));
  }

  Product P;
  Compiler C;
  Context Ctx;
  DiagnosticEngine Diags;
  std::unique_ptr<Module> M;
};

struct Named {
  const char *Name;
  Product P;
  unsigned Products, Copies; ///< mma and async_copy ops; in the loop, before it
};

const Named Samples[] = {
    {"f16", {"f16", "f32", 32, 32, 32}, 2, 8},
    {"f16_one_stage", {"f16", "f32", 32, 32, 32, 4, 1}, 2, 0},
    {"f16_two_stages", {"f16", "f32", 32, 32, 32, 4, 2}, 2, 6},
    {"f16_four_stages", {"f16", "f32", 32, 32, 32, 4, 4}, 2, 10},
    {"f16_one_warp", {"f16", "f32", 32, 64, 16, 1, 3, 64}, 1, 8},
    {"f16_eight_warps", {"f16", "f32", 64, 64, 64, 8, 3, 96}, 4, 8},
    {"f16_short", {"f16", "f32", 32, 32, 32, 4, 3, 16}, 2, 8},
    {"f16_nothing", {"f16", "f32", 32, 32, 32, 4, 3, 0}, 2, 8},
    {"f16_by_columns", {"f16", "f32", 32, 64, 32, 4, 3, 80, true}, 2, 8},
    {"f16_sum_in_f16", {"f16", "f16", 32, 32, 32}, 2, 8},
    {"f16_other_than_zero",
     {"f16", "f32", 32, 32, 32, 4, 3, 80, false, true, "1.0"},
     2,
     0},
    {"f16_not_aligned",
     {"f16", "f32", 32, 32, 32, 4, 3, 75, false, false},
     2,
     0},
    {"f16_few_rows", {"f16", "f32", 4, 32, 32}, 2, 4},
    {"f16_few_columns", {"f16", "f32", 32, 4, 32, 2}, 2, 8},
    {"f16_shallow", {"f16", "f32", 32, 32, 8}, 0, 0},
    {"f16_odd_extents", {"f16", "f32", 24, 40, 32}, 2, 0},
    {"bf16", {"bf16", "f32", 64, 32, 32}, 2, 8},
    {"tf32", {"f32", "f32", 32, 32, 32}, 4, 8},
    {"tf32_by_columns", {"f32", "f32", 32, 32, 16, 4, 3, 80, true}, 2, 8},
    {"i8", {"i8", "i32", 32, 64, 64}, 2, 8},
    {"i8_by_columns", {"i8", "i32", 64, 64, 32, 4, 3, 80, true}, 1, 8},
    {"f8", {"f8e4m3fn", "f32", 32, 32, 32}, 2, 0},
};

class GPUProducts : public ::testing::TestWithParam<Named> {};

TEST_P(GPUProducts, ThreadsComputeWhatTilesDo) {
  const Named &S = GetParam();
  Launched Tile(S.P, false), Threads(S.P, true);
  ASSERT_EQ(Tile.Error, "");
  ASSERT_EQ(Threads.Error, "");
  EXPECT_EQ(Tile.Out, Threads.Out);
  EXPECT_EQ(Threads.count(OpKind::Mma), S.Products);
  EXPECT_EQ(Threads.count(OpKind::AsyncCopy), S.Copies);
}

INSTANTIATE_TEST_SUITE_P(All, GPUProducts, ::testing::ValuesIn(Samples),
                         [](const auto &Info) {
                           return std::string(Info.param.Name);
                         });

/// What no copy can bring is loaded once before the loop, and in it for the
/// next iteration.
TEST(GPUDot, OtherLoadsAreAnIterationAhead) {
  for (Product P :
       {Product{"f8e4m3fn", "f32", 32, 32, 32},
        Product{"f16", "f32", 32, 32, 32, 4, 3, 75, false, false},
        Product{"f16", "f32", 32, 32, 32, 4, 3, 80, false, true, "1.0"}})
    for (unsigned Stages : {1, 3}) {
      P.Stages = Stages;
      Launched R(P, true);
      EXPECT_EQ(R.Error, "");
      EXPECT_EQ(R.count(OpKind::Load), Stages > 1 ? 4u : 2u);
    }
}

TEST(GPUDotRaces, MissingBarriersAreErrors) {
  for (unsigned Stages : {1, 3}) {
    Launched R({"f16", "f32", 32, 32, 32, 4, Stages}, true, "insert-barriers");
    EXPECT_NE(R.Error.find("meet in shared memory with no barrier"),
              std::string::npos)
        << R.Error;
  }
}

} // namespace
