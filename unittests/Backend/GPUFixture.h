//===- GPUFixture.h - Runs kernels as tile IR and as thread IR --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H
#define MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H

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

/// Parses one sample, a kernel over x, y, out and n, and runs it, as tile IR or
/// lowered.
class SampleRun {
public:
  SampleRun(const std::string &Text, const Compiler &C, Grid G = {3, 1, 1})
      : Text(Text), C(C), G(G) {
    Diags.setHandler(
        [this](const Diagnostic &D) { Messages += D.Message + "\n"; });
  }

  /// Empty, or what went wrong.
  std::string tile(Arrays &A) { return parse() ? launch(A) : Messages; }
  /// Without a pass if one is named.
  std::string threads(Arrays &A, std::optional<unsigned> NumWarps,
                      llvm::StringRef Without = "") {
    CompilerOptions Options;
    Options.Target.NumWarps = NumWarps;
    if (!parse())
      return Messages;
    std::string Pipeline =
        C.targets().find("cuda")->pipeline("thread", Options.Target);
    if (size_t At = Pipeline.find(Without); !Without.empty())
      Pipeline.erase(At - 1, Without.size() + 1);
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
    Launch.Programs = G;
    Launch.Args = Args;
    Launch.NumThreads = 1;
    return llvm::toString(E->launch(Launch));
  }

  std::string Text;
  const Compiler &C;
  Grid G;
  Context Ctx;
  DiagnosticEngine Diags;
  std::string Messages;
  std::unique_ptr<Module> M;
};

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_GPUFIXTURE_H
