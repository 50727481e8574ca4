//===- Isolate.h - Runs something that may crash ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_ISOLATE_H
#define MYTRITON_TOOLS_MT_FUZZ_ISOLATE_H

#include "Runner.h"

namespace mt::fuzz {

/// Calls Fn in a copy of this process and returns what it returned. A crash, or
/// more than some seconds of work, is a difference that names the signal and
/// the first line on stderr.
Verdict runIsolated(unsigned Seconds, llvm::function_ref<Verdict()> Fn);

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_ISOLATE_H
