//===- LineDiff.h - Difference of two texts, line by line -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_TRANSFORMS_LINEDIFF_H
#define MYTRITON_LIB_TRANSFORMS_LINEDIFF_H

#include "llvm/Support/raw_ostream.h"

namespace mt {

/// Prints all lines of both texts: `-` before removed ones, `+` before added
/// ones, a blank before common ones.
void printLineDiff(llvm::raw_ostream &OS, llvm::StringRef Before,
                   llvm::StringRef After);

} // namespace mt

#endif // MYTRITON_LIB_TRANSFORMS_LINEDIFF_H
