//===- Runner.h - Runs a kernel in several ways -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter on the kernel as it is, with all checks on, says what comes
// out and that nothing about it is undefined. Every other way must agree.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_RUNNER_H
#define MYTRITON_TOOLS_MT_FUZZ_RUNNER_H

#include "Launch.h"
#include "mytriton/Driver/Compiler.h"
#include <atomic>
#include <map>

namespace mt::fuzz {

class Random;

/// One way from a kernel to its results.
struct Way {
  std::string Pipeline; ///< passes before the target's own; may be empty
  std::string Target = "interp";
  unsigned OptLevel = 2; ///< of the target
  std::string Arch = {}; ///< empty: this computer
  /// Of the target; unset: its choice.
  std::optional<unsigned> NumWarps = {};
  bool LaunchPredicates = true;
  std::string str() const;
};

enum class Outcome : uint8_t {
  Agrees,
  Differs,
  Refused, ///< the target has no lowering of some op
};

/// What one way gave.
struct Verdict {
  Outcome What = Outcome::Agrees;
  std::string Why; ///< difference, error message, or the op that is refused
};

/// A kernel, its launch, and what the interpreter makes of it.
struct Expectation {
  LaunchPlan Plan;
  Memory Result;
  std::optional<std::string> Printed; ///< set if the kernel prints
};

class Runner {
public:
  /// Isolates every way, else only machine code.
  Runner(const Compiler &C, bool IsolateAll);

  /// Checks and runs M as it is. Unset, with the reason in Why, if M is no
  /// fair test: some fault, or nothing to launch.
  std::optional<Expectation> expect(Module &M, std::string &Why);
  /// Runs a copy of M in one way; where that may crash, in a copy of this
  /// process.
  Verdict run(Module &M, const Expectation &E, const Way &W);

  /// The ways one kernel is tried. Fixed is a pipeline that is always tried.
  std::vector<Way> chooseWays(Random &R, llvm::StringRef Fixed, bool HasCalls,
                              bool OnCPU) const;

  /// Time an isolated way may take.
  unsigned Seconds = DefaultSeconds;
  static constexpr unsigned DefaultSeconds = 10;
  /// Set by a watchdog to end a launch that takes too long.
  std::atomic<bool> Cancel = false;

private:
  std::unique_ptr<Executable> compile(Module &M, const Way &W,
                                      DiagnosticEngine &Diags, Verdict &V);
  Verdict runHere(Module &M, const Expectation &E, const Way &W);
  std::string randomPipeline(Random &R, bool HasCalls) const;
  std::string launch(Executable &E, const LaunchPlan &Plan, Memory &Where,
                     DiagnosticEngine *Checks,
                     std::optional<std::string> &Printed);

  const Compiler &C;
  bool IsolateAll;
  /// Processors older than this computer whose code runs here.
  std::vector<std::string> Architectures;
};

/// The kernel of M that is launched: its first one that is no func.
Kernel *findKernel(Module &M);

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_RUNNER_H
