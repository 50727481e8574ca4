//===- Text.h - Printing and parsing textual IR -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The grammar is in docs/ir.md. Printing is reproducible byte for byte and
// reads back to an equal module.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_TEXT_H
#define MYTRITON_IR_TEXT_H

#include "mytriton/Support/Diagnostics.h"
#include <memory>

namespace mt {

class Context;
class Kernel;
class Module;
class Op;
class Value;

struct PrintOptions {
  bool Locations = false; ///< print loc(...) behind every op
};

/// What the printer tells about the position of ops, so that diagnostics can
/// point into printed IR.
void print(llvm::raw_ostream &OS, Module &M, PrintOptions Options = {});
void print(llvm::raw_ostream &OS, Kernel &K, PrintOptions Options = {});
/// The body lines alone, without header and indent (`SSAPrinter`).
void printBody(llvm::raw_ostream &OS, Kernel &K, PrintOptions Options = {});
/// One op on one line, regions elided; for diagnostics and debuggers.
std::string summarize(const Op *O);

/// Parses Text (kept alive by the caller while Diags lives) as FileName.
/// Returns null after reporting at least one error. The result is not
/// verified beyond what parsing needs.
std::unique_ptr<Module> parseModule(Context &Ctx, llvm::StringRef Text,
                                    llvm::StringRef FileName,
                                    DiagnosticEngine &Diags);

/// Deepest nesting of regions the parser accepts.
inline constexpr unsigned MaxRegionDepth = 256;

/// True if both modules are structurally equal (names of SSA values and
/// locations aside). Why receives the first difference.
bool structurallyEqual(Module &A, Module &B, std::string *Why = nullptr);

} // namespace mt

#endif // MYTRITON_IR_TEXT_H
