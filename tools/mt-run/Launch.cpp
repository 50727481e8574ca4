//===- Launch.cpp - Launches and their time -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "llvm/Support/Format.h"
#include <algorithm>
#include <chrono>

using namespace mt;
using namespace mt::run;

static LaunchParams paramsOf(const Job &J) {
  LaunchParams P;
  P.Programs = J.Programs;
  P.Args = J.Arguments.slots();
  P.Extents = J.Arguments.extents();
  P.NumThreads = J.NumThreads;
  P.Cancel = &cancelFlag();
  P.Checks = J.Checks;
  return P;
}

static int launch(const Job &J, const LaunchParams &Params,
                  DiagnosticEngine &Diags) {
  llvm::Error E = llvm::Error::success();
  {
    SignalScope Signals(J.Arguments.arrays());
    E = J.Code.launch(Params);
  }
  if (!E && !cancelFlag())
    return 0;
  std::string Why = llvm::toString(std::move(E));
  if (cancelFlag()) {
    Diags.error({}) << "interrupted";
    return InterruptedStatus;
  }
  Diags.error({}) << Why;
  return 1;
}

int run::launchOnce(const Job &J, DiagnosticEngine &Diags) {
  if (int Status = launch(J, paramsOf(J), Diags))
    return Status;
  for (const WatchedArray &W : J.Arguments.arrays())
    if (!W.Array->memory().isIntact())
      Diags.error({}) << "the kernel wrote outside '" << W.Name
                      << "'; -check tells where";
  return Diags.hasErrors() ? 1 : 0;
}

/// 12.3 us and the like.
static void printTime(llvm::raw_ostream &OS, double Seconds) {
  static constexpr std::pair<double, const char *> Units[] = {
      {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}};
  for (auto [Size, Name] : Units)
    if (Seconds >= Size || Size == 1e-9) {
      OS << llvm::format("%.3g ", Seconds / Size) << Name;
      return;
    }
}

int run::benchmark(const Job &J, llvm::raw_ostream &OS,
                   DiagnosticEngine &Diags) {
  using Clock = std::chrono::steady_clock;
  constexpr double TotalSeconds = 1;
  constexpr size_t MinLaunches = 3, MaxLaunches = 10000;
  LaunchParams Params = paramsOf(J);
  Params.Checks = nullptr;
  std::vector<double> Times;
  Clock::time_point Start = Clock::now();
  double Elapsed = 0;
  while (Times.size() < MinLaunches ||
         (Elapsed < TotalSeconds && Times.size() < MaxLaunches)) {
    Clock::time_point Before = Clock::now();
    if (int Status = launch(J, Params, Diags))
      return Status;
    Clock::time_point After = Clock::now();
    Times.push_back(std::chrono::duration<double>(After - Before).count());
    Elapsed = std::chrono::duration<double>(After - Start).count();
  }
  std::sort(Times.begin(), Times.end());
  double Median = Times[Times.size() / 2];
  uint64_t Bytes = 0;
  for (const WatchedArray &W : J.Arguments.arrays())
    Bytes += W.Array->bytes();
  OS << "median ";
  printTime(OS, Median);
  OS << " of " << Times.size() << " launches (fastest ";
  printTime(OS, Times.front());
  OS << "), " << llvm::format("%.3g", double(Bytes) / Median * 1e-9)
     << " GB/s counting each array once\n";
  return 0;
}
