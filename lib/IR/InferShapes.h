//===- InferShapes.h - Result types of shape-changing ops -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_INFERSHAPES_H
#define MYTRITON_LIB_IR_INFERSHAPES_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/OpInfo.h"
#include "mytriton/Support/LogicalResult.h"

namespace mt {

/// True if the result of K follows from operands and attributes by a rule of
/// its own (ResultType::Shaped and a few Explicit ones).
bool hasShapeRule(OpKind K);

/// Appends the result types of such an op, whose operands obey its OpInfo.
/// Fails with a sentence in Why.
LogicalResult inferShapedResults(Context &Ctx, OpKind K,
                                 llvm::ArrayRef<Value *> Operands,
                                 AttrDict Attrs,
                                 llvm::SmallVectorImpl<Type> &Results,
                                 std::string &Why);

} // namespace mt

#endif // MYTRITON_LIB_IR_INFERSHAPES_H
