//===- UnusedOps.h - Leaving out what nothing uses --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_UNUSEDOPS_H
#define MYTRITON_LIB_BACKEND_MLIR_UNUSEDOPS_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mt::mlirtext {

/// Lines of a function without those that compute, without effects, what no
/// line behind them names. Emitters make an address for each register, though
/// one access moves several; most lines of a large kernel would be such.
std::string dropUnusedOps(llvm::StringRef Lines);

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_UNUSEDOPS_H
