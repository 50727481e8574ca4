//===- LogicalResult.h - Success or failure ---------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_SUPPORT_LOGICALRESULT_H
#define MYTRITON_SUPPORT_LOGICALRESULT_H

#include "llvm/Support/LogicalResult.h"

namespace mt {
using llvm::failed;
using llvm::failure;
using llvm::FailureOr;
using llvm::LogicalResult;
using llvm::succeeded;
using llvm::success;
} // namespace mt

#endif // MYTRITON_SUPPORT_LOGICALRESULT_H
