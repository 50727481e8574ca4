//===- Target.cpp - Targets and their registry ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/Target.h"
#include "mytriton/IR/Kernel.h"
#include <cassert>

using namespace mt;

Executable::~Executable() = default;
Target::~Target() = default;

LogicalResult Target::checkSupported(Module &, DiagnosticEngine &) const {
  return success();
}

std::unique_ptr<Executable> Target::load(Kernel &K, const TargetOptions &,
                                         DiagnosticEngine &Diags) const {
  Diags.error(K.loc()) << "target '" << name()
                       << "' cannot run kernels in this process";
  return nullptr;
}

void TargetRegistry::add(std::unique_ptr<Target> T) {
  assert(!find(T->name()) && "a target of this name is registered already");
  Targets.push_back(std::move(T));
}

const Target *TargetRegistry::find(llvm::StringRef Name) const {
  for (const std::unique_ptr<Target> &T : Targets)
    if (T->name() == Name)
      return T.get();
  return nullptr;
}
