//===- TypeNames.h - Triton's names of types --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_TYPENAMES_H
#define MYTRITON_LIB_FRONTEND_TYPENAMES_H

#include "mytriton/Frontend/Signature.h"

namespace mt {

/// An element type by its name in the language (`float32`, `int1`), in Triton's
/// signatures (`fp32`, `i1`) or in the IR (`f32`, `bool`); null if unknown.
Type parseTypeName(Context &Ctx, llvm::StringRef Name);
/// As Triton prints the type: `fp32`, `int8`, `pointer<fp32>`.
std::string tritonTypeName(Type Ty);

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_TYPENAMES_H
