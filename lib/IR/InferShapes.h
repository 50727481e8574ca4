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

/// Appends the result types of an op of ResultType::Shaped, whose operands obey
/// its OpInfo.
/// Fails with a sentence in Why.
LogicalResult inferShapedResults(Context &Ctx, OpKind K,
                                 llvm::ArrayRef<Value *> Operands,
                                 AttrDict Attrs,
                                 llvm::SmallVectorImpl<Type> &Results,
                                 std::string &Why);

} // namespace mt

#endif // MYTRITON_LIB_IR_INFERSHAPES_H
