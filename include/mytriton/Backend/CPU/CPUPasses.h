//===- CPUPasses.h - Passes of the target cpu -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_CPUPASSES_H
#define MYTRITON_BACKEND_CPU_CPUPASSES_H

namespace mt {

class PassBuilder;

/// Adds `prepare-dot`.
void registerCPUPasses(PassBuilder &PB);

} // namespace mt

#endif // MYTRITON_BACKEND_CPU_CPUPASSES_H
