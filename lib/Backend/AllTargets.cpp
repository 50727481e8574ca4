//===- AllTargets.cpp - The targets of this build ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/Target.h"

void mt::registerAllTargets(TargetRegistry &Registry) {
#ifdef MYTRITON_TARGET_CPU
  Registry.add(createCPUTarget());
#endif
#ifdef MYTRITON_TARGET_INTERP
  Registry.add(createInterpTarget());
#endif
#ifdef MYTRITON_TARGET_CUDA
  Registry.add(createCUDATarget());
#endif
#ifdef MYTRITON_TARGET_NVPTX
  Registry.add(createNVPTXTarget());
#endif
#ifdef MYTRITON_TARGET_MLIR
  Registry.add(createMLIRTarget());
#endif
#ifdef MYTRITON_TARGET_INTERP
  Registry.add(createThreadsTarget());
#endif
}
