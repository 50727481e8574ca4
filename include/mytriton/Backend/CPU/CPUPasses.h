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

/// Adds the passes of the target cpu.
void registerCPUPasses(PassBuilder &PB);

namespace cpu {

/// `prepare-dot`: gives products the types they are computed in.
void registerPrepareDot(PassBuilder &PB);
/// `scalarize-carried`: carries tiles that only move as their distances.
void registerScalarizeCarried(PassBuilder &PB);

} // namespace cpu

} // namespace mt

#endif // MYTRITON_BACKEND_CPU_CPUPASSES_H
