//===- ExprTree.h - Symbolic, typed expression tree -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sema makes of a kernel: pure expressions, shared where the source
// shares them, and statements, which keep the program's order. Whatever touches
// memory is a statement, so no load ever moves across a store.
//
// Lowering (tools.md 1.3) visits the statements in order and lowers each pure
// expression at its first use.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_EXPRTREE_H
#define MYTRITON_LIB_FRONTEND_EXPRTREE_H

#include "mytriton/IR/Attributes.h"
#include "mytriton/IR/OpInfo.h"
#include "mytriton/IR/Value.h"
#include "mytriton/Support/Location.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include <memory>

namespace mt {
class Context;
class Module;
} // namespace mt

namespace mt::sym {

struct Stmt;
struct Body;

enum class ExprKind : uint8_t {
  Constant, ///< a scalar literal
  Param,    ///< a parameter of the kernel
  Op,       ///< a pure op on other expressions
  Result,   ///< a result of a statement
  Argument, ///< an argument of a body: induction variable, carried value
};

/// A value that exists when the kernel runs. Nodes are shared, immutable but
/// for the notes of the two walkers, and live in the program's arena.
struct Expr {
  ExprKind Kind;
  OpKind Op;      // Op
  unsigned Index; // Param, Result, Argument
  Type Ty;
  Location Loc;
  AttrDict Attrs;                  // Op
  llvm::ArrayRef<Expr *> Operands; // Op
  /// The value, where it is known: always for Constant, and for an Op on
  /// scalars that are known. Lowering still emits the op.
  mt::Constant *Const = nullptr;
  /// The variable it was first assigned to; empty if none.
  llvm::StringRef Name;
  /// The body it was made in.
  Body *Owner = nullptr;
  /// Lowering's note: the SSA value, once made.
  Value *Lowered = nullptr;
  /// The printer's notes.
  unsigned Uses = 0;
  llvm::StringRef PrintedName;

  bool isConstant() const { return Kind == ExprKind::Constant; }
};

enum class StmtKind : uint8_t {
  Effect,  ///< a memory op, or one of several results: load, store, split
  Combine, ///< a reduction or scan by a function
  For,
  While,
  If,
};

/// One statement. Operands may be null (`none`); those of a `for` are start,
/// stop, step and the initial values; of a `while` the initial values; of an
/// `if` the condition; of a combine the inputs.
struct Stmt {
  StmtKind Kind;
  OpKind Op; // Effect, Combine
  Location Loc;
  AttrDict Attrs;
  llvm::SmallVector<Expr *, 4> Operands;
  llvm::SmallVector<Expr *, 1> Results;
  /// For: the body. While: condition and body. If: then and else. Combine: the
  /// function, of two groups of elements.
  llvm::SmallVector<Body *, 2> Bodies;
  /// Values of enclosing bodies that the statement's bodies read, in the order
  /// the source names them.
  llvm::SmallVector<Expr *, 4> Captures;
};

/// Statements of one region.
struct Body {
  Body *Parent = nullptr;
  /// The statement that holds this body; null for the kernel's.
  Stmt *Holder = nullptr;
  unsigned Depth = 0;
  llvm::SmallVector<Expr *, 2> Arguments;
  llvm::SmallVector<Stmt *, 8> Statements;
  /// What the region yields; for a while's first body the condition.
  llvm::SmallVector<Expr *, 2> Yields;
};

struct Param {
  llvm::StringRef Name;
  Type Ty;
  AttrDict Attrs;
};

/// One kernel. Owns all nodes.
class Program {
public:
  explicit Program(Context &Ctx) : Ctx(Ctx) { Top = makeBody(nullptr); }
  ~Program();
  Program(const Program &) = delete;

  Context &context() const { return Ctx; }

  Expr *makeExpr(ExprKind Kind, Type Ty, Location Loc, Body *Owner);
  Expr *makeOp(OpKind Op, llvm::ArrayRef<Expr *> Operands, Type Ty,
               AttrDict Attrs, Location Loc, Body *Owner);
  /// A statement at the end of B.
  Stmt *makeStmt(StmtKind Kind, Location Loc, Body *B);
  Body *makeBody(Body *Parent);
  /// A new result of S.
  Expr *addResult(Stmt *S, Type Ty, Body *Owner);
  /// A new argument of B.
  Expr *addArgument(Body *B, Type Ty, Location Loc);

  llvm::StringRef copy(llvm::StringRef Text) { return Text.copy(Arena); }

  llvm::StringRef Name;
  Location Loc;
  llvm::SmallVector<Param, 8> Params;
  Body *Top;

private:
  Context &Ctx;
  llvm::BumpPtrAllocator Arena;
  // Statements and bodies hold containers, so they are freed one by one.
  llvm::SmallVector<std::unique_ptr<Stmt>, 0> Stmts;
  llvm::SmallVector<std::unique_ptr<Body>, 4> Bodies;
};

/// Writes P as text (`-emit=expr`; the form is described in docs/language.md).
void print(llvm::raw_ostream &OS, Program &P);

/// Lowers P to a module with one kernel.
std::unique_ptr<Module> lower(Program &P);

} // namespace mt::sym

#endif // MYTRITON_LIB_FRONTEND_EXPRTREE_H
