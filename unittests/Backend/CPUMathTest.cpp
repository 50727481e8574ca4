//===- CPUMathTest.cpp - Errors of functions on the target cpu ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest error of each function of f32 over a dense sample of all bit
// patterns, in units of the last place of the exact result, against the limit
// that docs/math.md states.
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include <cfloat>
#include <cmath>

using namespace mt;
using namespace mt::test;

namespace {

/// A function, what it should give, and its largest error in ulp.
struct Function {
  OpKind Kind;
  double (*Exact)(double);
  double Limit;        ///< with fused multiply-add
  double LimitWithout; ///< without, on plain x86-64
};

double rsqrtOf(double X) { return 1.0 / std::sqrt(X); }

const Function Functions[] = {
    {OpKind::Exp, std::exp, 1.0, 1.0},   {OpKind::Exp2, std::exp2, 1.0, 1.15},
    {OpKind::Log, std::log, 1.0, 1.0},   {OpKind::Log2, std::log2, 1.5, 1.5},
    {OpKind::Tanh, std::tanh, 1.5, 1.5}, {OpKind::Erf, std::erf, 1.1, 1.25},
    {OpKind::Sin, std::sin, 0.6, 0.6},   {OpKind::Cos, std::cos, 0.6, 0.6},
    {OpKind::Sqrt, std::sqrt, 0.5, 0.5}, {OpKind::Rsqrt, rsqrtOf, 1.5, 1.5},
};

/// |Got - Exact| in units of the last place of an f32 near Exact.
double errorInUlps(float Got, double Exact) {
  if (std::isnan(Exact) || std::isnan(Got))
    return std::isnan(Exact) == std::isnan(Got) ? 0 : HUGE_VAL;
  float Rounded = Exact;
  if (std::isinf(Rounded) || std::isinf(Got))
    return Got == Rounded ? 0
           // Half a place beyond the largest finite number.
           : std::fabs(double(Got)) >= FLT_MAX && std::fabs(Exact) >= FLT_MAX
               ? 1
               : HUGE_VAL;
  int Exponent;
  std::frexp(Exact, &Exponent);
  double Ulp = std::ldexp(1.0, std::max(Exponent - 24, -149));
  return std::fabs(double(Got) - Exact) / Ulp;
}

class CPUMathTest
    : public testing::TestWithParam<std::tuple<std::string, unsigned>> {};

TEST_P(CPUMathTest, ErrorStaysBelowItsLimit) {
  const std::string &Arch = std::get<0>(GetParam());
  const Function &F = Functions[std::get<1>(GetParam())];
  constexpr uint32_t Step = 4093; // a prime: all patterns of low bits occur
  constexpr int64_t Block = 1024, Count = (uint64_t(1) << 32) / Step;
  std::vector<float> X(Count), Out(Count);
  for (int64_t I = 0; I != Count; ++I)
    X[I] = std::bit_cast<float>(uint32_t(I * Step));

  Kernels Ks;
  auto *PX = Ks.array("x", X.data(), Count, Ks.Ctx.f32());
  auto *PO = Ks.array("out", Out.data(), Count, Ks.Ctx.f32());
  auto *N = Ks.scalar("n", Ks.Ctx.i32(), Count);
  Value *Pid = Ks.B.create<ProgramIdOp>(0u)->result();
  Value *Start = Ks.op(OpKind::Mul, {Pid, Ks.i32(Block)});
  Value *Offsets = Ks.op(OpKind::Add, {Start, Ks.arange(Block)});
  Value *Mask = Ks.op(OpKind::CmpLt, {Offsets, N});
  Value *V = Ks.load(Ks.addptr(PX, Offsets), Mask);
  Ks.store(Ks.addptr(PO, Offsets), Ks.op(F.Kind, {V}), Mask);
  ASSERT_EQ(runOnCPU(Ks, {uint32_t((Count + Block - 1) / Block)}, Arch), "");

  double Worst = 0;
  float WorstAt = 0;
  for (int64_t I = 0; I != Count; ++I) {
    double Error = errorInUlps(Out[I], F.Exact(X[I]));
    if (Error > Worst) {
      Worst = Error;
      WorstAt = X[I];
    }
  }
  const char *Name = getOpInfo(F.Kind).Mnemonic;
  RecordProperty("largest_error_in_ulp", std::to_string(Worst));
  double Limit = Arch == "x86-64" ? F.LimitWithout : F.Limit;
  EXPECT_LE(Worst, Limit) << Name << "(" << WorstAt << ")";
}

INSTANTIATE_TEST_SUITE_P(
    Arch, CPUMathTest,
    testing::Combine(testing::Values("x86-64", ""),
                     testing::Range(0u, unsigned(std::size(Functions)))),
    [](const auto &Info) {
      const std::string &Arch = std::get<0>(Info.param);
      OpKind Kind = Functions[std::get<1>(Info.param)].Kind;
      return std::string(getOpInfo(Kind).Mnemonic) +
             (Arch.empty() ? "" : "_without_fma");
    });

} // namespace
