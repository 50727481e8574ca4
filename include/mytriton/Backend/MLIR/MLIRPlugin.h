//===- MLIRPlugin.h - Compiling MLIR text -----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR itself lives in libMyTritonMLIR, which is loaded when it is first
// needed: the file that MYTRITON_MLIR_PLUGIN names, else the one beside
// libMyTriton. A build without MLIR lacks it, and a plugin of another version
// is refused; both are errors that say what to do.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_MLIR_MLIRPLUGIN_H
#define MYTRITON_BACKEND_MLIR_MLIRPLUGIN_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace llvm {
class LLVMContext;
class Module;
} // namespace llvm

namespace mt {

/// Success if MLIR can be used, else why not.
llvm::Error loadMLIRPlugin();
/// True if MLIR can be used.
bool hasMLIRPlugin();

/// Parses Text and lets MLIR verify it. An error names the line and column of
/// Text it was found at: `mlir:3:14: use of undeclared SSA value name`.
llvm::Error verifyMLIR(llvm::StringRef Text);

/// LLVM IR, in Context, of the one `gpu.module` that Text holds. LineInfo:
/// instructions keep the locations that Text gives them.
llvm::Expected<std::unique_ptr<llvm::Module>>
lowerMLIR(llvm::StringRef Text, bool LineInfo, llvm::LLVMContext &Context);

} // namespace mt

#endif // MYTRITON_BACKEND_MLIR_MLIRPLUGIN_H
