//===- Files.h - Input and output files of the tools ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_FILES_H
#define MYTRITON_DRIVER_FILES_H

#include "mytriton/Support/Diagnostics.h"

namespace mt {

/// Reads a file, or standard input for `-`. Null after an error.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef File,
                                              DiagnosticEngine &Diags);

/// How messages call an input: `<stdin>` for `-`.
llvm::StringRef inputName(llvm::StringRef File);

/// Writes Content to File (`-`: standard output) as a whole: through a
/// temporary file that is renamed, so that a failure leaves what was there.
LogicalResult writeOutput(llvm::StringRef File, llvm::StringRef Content,
                          DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_DRIVER_FILES_H
