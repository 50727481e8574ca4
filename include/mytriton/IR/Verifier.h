//===- Verifier.h - Checks a module's invariants ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_VERIFIER_H
#define MYTRITON_IR_VERIFIER_H

#include "mytriton/Support/Diagnostics.h"

namespace mt {

class Kernel;
class Module;
class Op;

/// Structure first, then op rules, then dominance; each stage trusts the one
/// before and reports every independent fault. Linear in the number of ops.
LogicalResult verify(Kernel &K, DiagnosticEngine &Diags);
/// As above for all kernels, and the calls between them.
LogicalResult verify(Module &M, DiagnosticEngine &Diags);

/// The op's own rule, by family; used by verify(). Reports into Diags.
LogicalResult verifyOp(Op *O, DiagnosticEngine &Diags);

} // namespace mt

#endif // MYTRITON_IR_VERIFIER_H
