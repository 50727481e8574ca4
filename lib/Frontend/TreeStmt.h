//===- TreeStmt.h - Statements of the kernel tree --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_TREESTMT_H
#define MYTRITON_LIB_FRONTEND_TREESTMT_H

#include "TreeExpr.h"

namespace mt::ast {

enum class StmtKind : uint8_t {
  Expr,
  Assign,
  AnnAssign,
  AugAssign,
  For,
  While,
  If,
  Return,
  Pass,
  Break,
  Continue,
  Assert,
  Function,
  Import,
  Try,
  Unsupported,
};

struct Stmt {
  StmtKind Kind;
  SourceRange Range;
};
using Body = llvm::ArrayRef<Stmt *>;

struct ExprStmt : NodeOf<Stmt, StmtKind::Expr> {
  Expr *Value;
};
struct AssignStmt : NodeOf<Stmt, StmtKind::Assign> {
  llvm::ArrayRef<Expr *> Targets;
  Expr *Value;
};
/// Value is null for a bare declaration.
struct AnnAssignStmt : NodeOf<Stmt, StmtKind::AnnAssign> {
  Expr *Target, *Annotation, *Value;
};
struct AugAssignStmt : NodeOf<Stmt, StmtKind::AugAssign> {
  Expr *Target;
  BinaryOp Op;
  Expr *Value;
};
struct ForStmt : NodeOf<Stmt, StmtKind::For> {
  Expr *Target, *Iter;
  Body Then, OrElse;
};
struct WhileStmt : NodeOf<Stmt, StmtKind::While> {
  Expr *Test;
  Body Then, OrElse;
};
struct IfStmt : NodeOf<Stmt, StmtKind::If> {
  Expr *Test;
  Body Then, OrElse;
};
struct ReturnStmt : NodeOf<Stmt, StmtKind::Return> {
  Expr *Value;
};
struct AssertStmt : NodeOf<Stmt, StmtKind::Assert> {
  Expr *Test, *Message;
};
struct PassStmt : NodeOf<Stmt, StmtKind::Pass> {};
struct BreakStmt : NodeOf<Stmt, StmtKind::Break> {};
struct ContinueStmt : NodeOf<Stmt, StmtKind::Continue> {};
/// `import a.b as c` and `from m import n as c`.
struct ImportedName {
  llvm::StringRef Name, As;
};
struct ImportStmt : NodeOf<Stmt, StmtKind::Import> {
  bool IsFrom;
  llvm::StringRef Module; ///< of a `from`; empty for a plain import
  llvm::ArrayRef<ImportedName> Names;
};
/// All bodies of a `try`, in order; module level only.
struct TryStmt : NodeOf<Stmt, StmtKind::Try> {
  llvm::ArrayRef<Body> Bodies;
};
struct UnsupportedStmt : NodeOf<Stmt, StmtKind::Unsupported> {
  llvm::StringRef What; ///< "'with'"
  llvm::StringRef Name; ///< of a class
};

struct Param {
  llvm::StringRef Name;
  Expr *Annotation, *Default; // null if absent
  SourceRange Range;
};

/// A `def`. The body is read when it is needed: a module may hold many
/// functions of which one is compiled.
struct FunctionStmt : NodeOf<Stmt, StmtKind::Function> {
  llvm::StringRef Name;
  SourceRange NameRange;
  llvm::ArrayRef<Param> Params;
  llvm::ArrayRef<Expr *> Decorators;
  llvm::StringRef BadParams; ///< why the parameter list is not supported
  bool HasVarArg;            ///< the last parameter is `*args`
  bool IsAsync;
  PyObject *Node;
  bool BodyRead;
  Body Statements;
};

} // namespace mt::ast

#endif // MYTRITON_LIB_FRONTEND_TREESTMT_H
