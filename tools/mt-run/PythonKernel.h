//===- PythonKernel.h - Kernels written in Python ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_PYTHONKERNEL_H
#define MYTRITON_TOOLS_MTRUN_PYTHONKERNEL_H

#include "Launch.h"

namespace mt {
class Module;
}

namespace mt::run {

/// A Python file and which of its kernels to compile, how.
struct PythonSource {
  llvm::StringRef Text, FileName;
  llvm::StringRef Kernel; ///< empty: the only one
  /// `NAME=VALUE` of constexpr parameters.
  llvm::ArrayRef<std::string> Definitions;
  bool AsTriton = false;
  bool Debug = false;
};

/// Compiles the kernel for the types of Values: arrays are made (into Arrays)
/// to know theirs, an integer is an i32 if it fits, else i64, other numbers are
/// f32; `1000:i64` says otherwise. Values of parameters that are constexpr are
/// compiled in and leave Values. Null after an error.
std::unique_ptr<Module> compilePython(Context &Ctx, const PythonSource &Source,
                                      std::vector<ValueSpec> &Values,
                                      ArrayMap &Arrays,
                                      DiagnosticEngine &Diags);

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_PYTHONKERNEL_H
