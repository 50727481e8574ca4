//===- SourceCompiler.h - Source text to an artifact ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_SOURCECOMPILER_H
#define MYTRITON_PYTHON_SOURCECOMPILER_H

#include "mytriton/Frontend/PyRef.h"

namespace mt::python {

/// compile_source(text, file name, kernel name, signature, constants, target,
/// stage, num_warps): the artifact as str or bytes.
PyObject *compileSource(PyObject *, PyObject *Args);

/// What a stage yields as a Python object: bytes for binaries, else str.
PyObject *artifact(llvm::StringRef Stage, llvm::StringRef Data);

} // namespace mt::python

#endif // MYTRITON_PYTHON_SOURCECOMPILER_H
