//===- Reducer.h - Makes a failing kernel small -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tries one edit after the other on a copy and keeps those that leave a valid,
// well-defined kernel which still fails in the same way.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_REDUCER_H
#define MYTRITON_TOOLS_MT_FUZZ_REDUCER_H

#include "Runner.h"
#include <chrono>

namespace mt::fuzz {

class Reducer {
public:
  Reducer(const Compiler &C, Runner &Run, Way Failing, uint64_t Seed,
          std::chrono::seconds Limit);

  /// The smallest failing module found, at least a copy of M.
  std::unique_ptr<Module> reduce(Module &M);
  /// The way it fails, of which passes may have been dropped.
  const Way &way() const { return Failing; }
  /// What is wrong with the result.
  const std::string &why() const { return Why; }

private:
  using Edit = llvm::function_ref<bool(Module &)>;
  bool isTame(Module &M);
  bool fails(Module &M, const Way &W);
  /// Applies E, which may decline, to a copy; keeps it if it still fails.
  bool attempt(Edit E);
  bool expired() const { return std::chrono::steady_clock::now() > End; }

  bool dropRuns();
  bool editOps();
  bool editOp(unsigned Index);
  bool dropPasses();
  bool runPasses();
  bool simplifyLaunch();
  bool shrinkExtents();

  const Compiler &C;
  Runner &Run;
  Way Failing;
  uint64_t Seed;
  std::chrono::seconds Limit;
  std::chrono::steady_clock::time_point End;
  std::unique_ptr<Module> Best;
  std::string Why;
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_REDUCER_H
