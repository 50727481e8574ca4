//===- Specialize.h - Code chosen by what a launch fulfils ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_SPECIALIZE_H
#define MYTRITON_DRIVER_SPECIALIZE_H

#include "mytriton/Driver/Compiler.h"

namespace mt {

class LaunchPredicate;

/// True if launches for T are asked for facts about their arguments.
bool asksLaunches(const Target &T, const TargetOptions &Options);

/// Makes K, which is at the fixed stage `ssa`, executable: each launch finds
/// out which predicates it fulfils and runs code made for just those, compiled
/// when a combination is first seen. First: the launch to compile for now;
/// null: the code that assumes nothing is made. Null after errors. C must
/// outlive the result.
std::unique_ptr<Executable>
loadSpecialized(const Compiler &C, Kernel &K, const Target &T,
                const CompilerOptions &Options,
                llvm::ArrayRef<LaunchPredicate> Predicates,
                const LaunchParams *First, DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_DRIVER_SPECIALIZE_H
