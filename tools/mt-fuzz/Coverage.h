//===- Coverage.h - Which ops ran on which types ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_COVERAGE_H
#define MYTRITON_TOOLS_MT_FUZZ_COVERAGE_H

#include "mytriton/IR/Kernel.h"
#include <array>

namespace mt::fuzz {

/// Counts ops by the element type they work on.
class Coverage {
public:
  /// Counts every op of M.
  void add(Module &M);
  /// One line per op of tile IR, one column per element type.
  void print(llvm::raw_ostream &OS) const;
  /// Ops of tile IR that never occurred.
  std::vector<llvm::StringRef> missing() const;

private:
  /// The scalars, pointers, and ops without operands and results.
  static constexpr unsigned NumColumns = NumScalarKinds + 2;
  std::array<std::array<uint64_t, NumColumns>, NumOpKinds> Counts = {};
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_COVERAGE_H
