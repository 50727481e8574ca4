//===- GPUFixture.h - Runs kernels as tile IR and as thread IR --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H
#define MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Backend/ThreadPipeline.h"
#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"
#include <cmath>
#include <random>

namespace mt::test {

inline constexpr int64_t Guard = 64; // floats around what kernels may touch
inline constexpr int64_t Size = 3 * 5000 + 2 * Guard;

struct Arrays {
  std::vector<float> X, Y, Out;

  /// Whole numbers are small enough for sums of them to be exact.
  explicit Arrays(unsigned Seed, bool Whole = false)
      : X(Size), Y(Size), Out(Size) {
    std::mt19937 Random(Seed);
    std::uniform_real_distribution<float> Values(-4, 4);
    for (std::vector<float> *A : {&X, &Y, &Out})
      for (float &V : *A) {
        V = Values(Random);
        V = Whole ? std::round(V) : V;
      }
  }
  bool operator==(const Arrays &) const = default;
};

/// Arrays of a launch that overlap: where x and y start, in elements from out.
struct Overlap {
  int X, Y;
};

/// Parses one sample, a kernel over x, y, out and n, and runs it, as tile IR or
/// lowered.
class SampleRun {
public:
  SampleRun(const std::string &Text, const Compiler &C, Grid G = {3, 1, 1},
            std::optional<Overlap> Shared = std::nullopt)
      : Text(Text), C(C), G(G), Shared(Shared) {
    Diags.setHandler(
        [this](const Diagnostic &D) { Messages += D.Message + "\n"; });
  }

  /// Empty, or what went wrong.
  std::string tile(Arrays &A) { return parse() ? launch(A) : Messages; }
  std::string threads(Arrays &A, std::optional<unsigned> NumWarps) {
    return lower(NumWarps) ? launch(A) : Messages;
  }
  /// What runs say that lack one barrier each, in order of the barriers.
  std::vector<std::string>
  withoutEachBarrier(const Arrays &Start, std::optional<unsigned> NumWarps) {
    std::vector<std::string> Said;
    if (!lower(NumWarps))
      return {Messages};
    std::unique_ptr<Module> Complete = std::move(M);
    for (size_t I = 0;; ++I) {
      M = Complete->clone();
      llvm::SmallVector<Op *> Barriers;
      walk(kernel().body(), [&](Op *O) {
        if (llvm::isa<BarrierOp>(O))
          Barriers.push_back(O);
      });
      if (I == Barriers.size())
        return Said;
      Barriers[I]->erase();
      Arrays A = Start;
      Said.push_back(launch(A));
    }
  }
  Kernel &kernel() { return *M->kernels()[0]; }

private:
  bool parse() {
    M = parseModule(Ctx, Text, "sample.mt", Diags);
    return M != nullptr;
  }
  bool lower(std::optional<unsigned> NumWarps) {
    CompilerOptions Options;
    Options.Target.NumWarps = NumWarps;
    if (!parse() ||
        failed(C.runPasses(*M, threadPipeline(Options.Target), Options, Diags)))
      return false;
    if (Shared)
      insertBarriers(kernel(), /*AssumeDisjoint=*/false);
    return true;
  }
  std::string launch(Arrays &A) {
    auto E = C.targets().find("interp")->load(kernel(), {}, Diags);
    if (!E)
      return Messages;
    uint64_t Args[] = {uint64_t(A.X.data() + Guard),
                       uint64_t(A.Y.data() + Guard),
                       uint64_t(A.Out.data() + Guard), 200};
    if (Shared) {
      Args[0] = Args[2] + Shared->X * sizeof(float);
      Args[1] = Args[2] + Shared->Y * sizeof(float);
    }
    LaunchParams Launch;
    Launch.Programs = G;
    Launch.Args = Args;
    Launch.NumThreads = 1;
    return llvm::toString(E->launch(Launch));
  }

  std::string Text;
  const Compiler &C;
  Grid G;
  std::optional<Overlap> Shared;
  Context Ctx;
  DiagnosticEngine Diags;
  std::string Messages;
  std::unique_ptr<Module> M;
};

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H
