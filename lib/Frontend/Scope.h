//===- Scope.h - What control flow keeps while it is analysed ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `continue`, `break` and `return` under run-time conditions become flags:
// names of a scope, merged and carried like the kernel's own, which no Python
// identifier can equal because they hold a dot.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_SCOPE_H
#define MYTRITON_LIB_FRONTEND_SCOPE_H

#include "SemaValue.h"
#include "llvm/ADT/DenseMap.h"

namespace mt {

/// What a local name holds.
struct Variable {
  SemaValue Value;
  ast::SourceRange Where;
  /// The body it was bound in, for captures.
  sym::Body *Owner = nullptr;
  /// Declared `: tl.constexpr`.
  bool IsConstexpr = false;
};
using ScopeMap = llvm::DenseMap<llvm::StringRef, Variable>;

/// Set once the function has returned; its value is under ResultName.
inline constexpr llvm::StringLiteral ReturnFlag = "returned.flag";
inline constexpr llvm::StringLiteral ResultName = "result.value";

/// True for flags and the like, which the source cannot name.
inline bool isHidden(llvm::StringRef Name) { return Name.contains('.'); }

/// The scope at the end of a branch.
struct BranchEnd {
  ScopeMap Locals;
  sym::Body *Block;
  /// The branch ends in `continue`, `break` or `return`.
  bool Leaves = false;
  /// It ends in `break` or `return`.
  bool LeavesLoop = false;
};

enum class Boundary : uint8_t {
  None,
  Branch,    ///< of an `if` that remains
  Iteration, ///< of a loop that is expanded
  Frame,     ///< the body of a loop that remains, or of the function
};

/// What is left of the current region behind the current statement: the rest
/// of the statement lists around it, from the inside out, up to a boundary.
struct Continuation {
  ast::Body Rest;
  const Continuation *Outer = nullptr;
  Boundary Ends = Boundary::None;
};

/// Whether an exit has been executed, so that the rest must not run.
enum class Exit : uint8_t { Never, Sometimes, Always };

/// The running function, or a loop in it.
struct Frame {
  enum KindTy : uint8_t { Function, Loop, Expanded };
  KindTy Kind = Function;
  /// Flags that tell that an iteration or the loop was left.
  llvm::StringRef ContinueFlag, BreakFlag;
  /// Loop: what it carries, and the scope in front of it.
  llvm::ArrayRef<llvm::StringRef> Carried;
  const ScopeMap *Before = nullptr;
};

/// What a loop ranges over.
struct RangeCall {
  bool IsStatic = false;
  bool IsPython = false; ///< `range`, not `tl.range`
  bool Known = false;    ///< all bounds are known at compile time
  SemaValue Bounds[3];   ///< start, end, step
  ast::SourceRange Places[3];
  std::optional<int64_t> NumStages;
};

/// A loop that remains, while its body is visited.
struct OpenLoop {
  sym::Stmt *S = nullptr;
  sym::Body *Do = nullptr;
  ast::SourceRange Where;
  llvm::SmallVector<llvm::StringRef, 8> Carried;
  ScopeMap Before;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SCOPE_H
