//===- compile-time.cpp - From source text to CUDA C++, timed
//--------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   bench-compile-time [runs]
//
// Compiles the add kernel from a source string, with a new constexpr each time
// and no cache, and prints the median time of each part in microseconds.
//
//===----------------------------------------------------------------------===//

#include "EmbeddedPython.h"
#include "mytriton/Driver/Compiler.h"
#include "mytriton/Frontend/Frontend.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <chrono>

using namespace mt;

static constexpr llvm::StringLiteral Source = R"(
import triton
import triton.language as tl

@triton.jit
def add_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    x_values = tl.load(x + offsets, mask=mask, other=0.0)
    y_values = tl.load(y + offsets, mask=mask, other=0.0)
    tl.store(out + offsets, x_values + y_values, mask=mask)
)";

using Clock = std::chrono::steady_clock;

static double micros(Clock::time_point From, Clock::time_point To) {
  return std::chrono::duration<double, std::micro>(To - From).count();
}

static double median(std::vector<double> Times) {
  std::nth_element(Times.begin(), Times.begin() + Times.size() / 2,
                   Times.end());
  return Times[Times.size() / 2];
}

namespace {
struct Samples {
  std::vector<double> Frontend, Passes, Emit, Total;
};
} // namespace

/// One compilation; false after errors.
static bool compileOnce(Frontend &F, const Compiler &C, Context &Ctx,
                        unsigned Block, Samples *S) {
  DiagnosticEngine Diags;
  CompilerOptions Options;
  Options.Passes.VerifyEach = false; // as the Python package compiles
  auto T0 = Clock::now();
  KernelSignature Signature;
  std::string Text =
      "x=*fp32, y=*fp32, out=*fp32, n=i32, BLOCK=" + std::to_string(Block);
  if (failed(parseSignature(Ctx, Text, Signature, Diags)))
    return false;
  auto Result = F.compileText(Ctx, Diags, {Source, "add.py"}, "", Signature);
  if (failed(Result))
    return false;
  auto T1 = Clock::now();
  Module &M = Result->module();
  if (failed(C.runPasses(M, Compiler::ssaPipeline(2), Options, Diags)))
    return false;
  auto T2 = Clock::now();
  const Target *Cuda = C.findTarget("cuda", Diags);
  if (!Cuda || !C.compile(M, Cuda, "cuda", Options, Diags))
    return false;
  auto T3 = Clock::now();
  if (S) {
    S->Frontend.push_back(micros(T0, T1));
    S->Passes.push_back(micros(T1, T2));
    S->Emit.push_back(micros(T2, T3));
    S->Total.push_back(micros(T0, T3));
  }
  return true;
}

int main(int argc, char **argv) {
  unsigned Runs = argc > 1 ? std::max(1, atoi(argv[1])) : 1000;
  std::string Error;
  if (!startEmbeddedPython(Error)) {
    llvm::errs() << Error << '\n';
    return 1;
  }
  Compiler C;
  Frontend F;
  Context Ctx;
  Samples S;
  for (unsigned I = 0; I != 50; ++I)
    if (!compileOnce(F, C, Ctx, 32 + I, nullptr))
      return 1;
  for (unsigned I = 0; I != Runs; ++I)
    if (!compileOnce(F, C, Ctx, 100 + I, &S))
      return 1;
  llvm::outs() << llvm::format(
      "frontend %.1f us, passes %.1f us, cuda %.1f us, "
      "total %.1f us (medians of %u)\n",
      median(S.Frontend), median(S.Passes), median(S.Emit), median(S.Total),
      Runs);
  return 0;
}
