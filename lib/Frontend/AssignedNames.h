//===- AssignedNames.h - What a body assigns --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_ASSIGNEDNAMES_H
#define MYTRITON_LIB_FRONTEND_ASSIGNEDNAMES_H

#include "Tree.h"

namespace mt {

/// What control flow must know of a body before it is visited.
struct BodySummary {
  /// Names the body assigns, nested statements included, in source order.
  llvm::SmallVector<llvm::StringRef, 8> Assigned;
  /// Operators and calls, as a measure of size.
  uint64_t Operations = 0;
  /// A matrix product, which is never worth repeating.
  bool HasDot = false;
  /// A `break` that leaves the body, and a `return` anywhere in it.
  bool HasBreak = false, HasReturn = false;
};

BodySummary summarize(ast::Body B);
BodySummary summarize(ast::Expr *E);

/// Appends those of More that are not in List.
void addNew(llvm::SmallVectorImpl<llvm::StringRef> &List,
            llvm::ArrayRef<llvm::StringRef> More);

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_ASSIGNEDNAMES_H
