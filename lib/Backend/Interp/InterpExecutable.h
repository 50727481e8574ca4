//===- InterpExecutable.h - A kernel to interpret ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_INTERPEXECUTABLE_H
#define MYTRITON_LIB_BACKEND_INTERP_INTERPEXECUTABLE_H

#include "mytriton/Backend/Target.h"

namespace mt::interp {

/// Resolves K as it stands, tile IR or thread IR. Refers to K's context only.
/// Null after reporting errors.
std::unique_ptr<Executable> interpret(Kernel &K, DiagnosticEngine &Diags);

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_INTERPEXECUTABLE_H
