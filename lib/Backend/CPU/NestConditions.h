//===- NestConditions.h - Tests that a nest's fast code needs ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_NESTCONDITIONS_H
#define MYTRITON_BACKEND_CPU_NESTCONDITIONS_H

#include "Emitter.h"

namespace mt::cpu {

/// Emits the test that the fast code of N may run: an i1.
llvm::Value *emitConditions(KernelEmitter &E, Nest &N);

/// A stride as i64.
llvm::Value *strideValue(KernelEmitter &E, const Stride &S);

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_NESTCONDITIONS_H
