//===- PrepareDot.h - What a product is computed in -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_PREPAREDOT_H
#define MYTRITON_BACKEND_CPU_PREPAREDOT_H

#include "mytriton/IR/Ops.h"
#include <optional>

namespace mt::cpu {

/// The type that prepare-dot gives operands and accumulator of O; nothing for
/// operands that do not go together (integers with floats).
std::optional<TypeKind> dotComputeKind(const DotOp *O);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_PREPAREDOT_H
