//===- Signature.h - What a kernel is specialized for -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel is compiled for the types of its run-time arguments and the values
// of its compile-time ones. Text form, as in Triton's ahead-of-time compiler:
//   "x=*fp32:16, y=ptr<f32>, n=i32, BLOCK=256"     by name
//   "*fp32:16, *fp32, i32, 256"                    by position
// A hint `:N` states that the value, or the address, is a multiple of N; on an
// integer `:1` states that it is 1.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_FRONTEND_SIGNATURE_H
#define MYTRITON_FRONTEND_SIGNATURE_H

#include "mytriton/IR/Types.h"
#include "mytriton/Support/Diagnostics.h"
#include "llvm/ADT/SmallVector.h"

struct _object;
typedef struct _object PyObject;

namespace mt {

class Context;

/// Categories of the errors the frontend reports (Diagnostic::Category). The
/// first is the special case of the second, as the Python exceptions are.
inline constexpr llvm::StringLiteral ASTFrontendErrorCategory =
    "ASTFrontendError";
inline constexpr llvm::StringLiteral CompileErrorCategory = "CompileError";

/// One argument: a run-time type, a compile-time value, or a tuple of them.
struct KernelArgument {
  /// The parameter's name; empty: the next parameter not named by another
  /// argument.
  std::string Name;
  /// Type of a run-time argument; null for a compile-time value.
  Type Ty;
  /// The value (an address, for pointers) is a multiple of this.
  unsigned Divisible = 1;
  /// The integer is 1; uses fold to the literal.
  bool EqualsOne = false;
  /// A compile-time value written as a Python literal or a type's name; used
  /// when Object is null. With a type too, the parameter's annotation decides:
  /// a `tl.constexpr` takes the value, any other the type.
  std::string Literal;
  /// A compile-time value as a Python object; borrowed for the compilation.
  PyObject *Object = nullptr;
  /// A tuple of arguments, which may be tuples again; Ty is null. Object is
  /// then the class of a named tuple, or null.
  bool IsTuple = false;
  std::vector<KernelArgument> Elements;

  bool isConstexpr() const { return !Ty && !IsTuple; }
  bool hasValue() const { return Object || !Literal.empty(); }
};

/// The arguments of one specialization, in any order.
struct KernelSignature {
  llvm::SmallVector<KernelArgument, 8> Args;
};

/// Parses the text form and appends to Result. Errors carry no location; they
/// quote the entry.
LogicalResult parseSignature(Context &Ctx, llvm::StringRef Text,
                             KernelSignature &Result, DiagnosticEngine &Diags);

/// Parses `NAME=VALUE` (an option -D) as a compile-time value.
LogicalResult parseDefinition(llvm::StringRef Text, KernelSignature &Result,
                              DiagnosticEngine &Diags);

/// The type spelt in Triton's way (`*fp32`, `*kfp16`, `i1`) or in the IR's
/// (`ptr<f32>`, `bool`); null if it is neither.
Type parseTypeSpelling(Context &Ctx, llvm::StringRef Text);

} // namespace mt

#endif // MYTRITON_FRONTEND_SIGNATURE_H
