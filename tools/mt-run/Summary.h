//===- Summary.h - What a launch did to its arrays --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_SUMMARY_H
#define MYTRITON_TOOLS_MTRUN_SUMMARY_H

#include "Launch.h"
#include "llvm/ADT/StringSet.h"

namespace mt::run {

/// Notices which arrays change.
class ChangeTracker {
public:
  /// Remembers the arrays as they are now.
  explicit ChangeTracker(const BoundArguments &Arguments);
  /// Prints type, range, mean and first values of each array that has changed
  /// since and is not in Written; says so if none has.
  void printSummary(llvm::raw_ostream &OS, Context &Ctx,
                    const llvm::StringSet<> &Written) const;

private:
  const BoundArguments &Arguments;
  std::vector<uint64_t> Hashes;
};

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_SUMMARY_H
