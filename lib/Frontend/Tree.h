//===- Tree.h - Kernel tree: Python syntax with locations -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's `ast`, read once into plain nodes. Nodes live in the tree's arena;
// names and constants point into Python objects that the tree keeps alive.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_TREE_H
#define MYTRITON_LIB_FRONTEND_TREE_H

#include "mytriton/Frontend/PyRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/Casting.h"

namespace llvm {
class raw_ostream;
}

namespace mt::ast {

/// Lines and columns start at 1 and columns count bytes; the end is inclusive.
struct SourceRange {
  unsigned Line = 0, Col = 0, EndLine = 0, EndCol = 0;
};

enum class ExprKind : uint8_t {
  Constant,
  Name,
  Attribute,
  Call,
  Binary,
  Unary,
  Compare,
  BoolOp,
  Conditional,
  Tuple,
  List,
  Subscript,
  Slice,
  Named,
  Starred,
  FString,
  Formatted,
  Unsupported,
};

enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mult,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMult,
  LShift,
  RShift,
  BitAnd,
  BitOr,
  BitXor,
};

enum class UnaryOp : uint8_t { Neg, Pos, Invert, Not };

enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Is, IsNot, In, NotIn };

/// Spellings, `//` and `is not`.
llvm::StringRef spelling(BinaryOp Op);
llvm::StringRef spelling(UnaryOp Op);
llvm::StringRef spelling(CompareOp Op);

struct Expr {
  ExprKind Kind;
  SourceRange Range;
};

/// Ties a node class to its kind.
template <typename Base, auto K> struct NodeOf : Base {
  static constexpr auto ClassKind = K;
  static bool classof(const Base *N) { return N->Kind == K; }
};

struct ConstantExpr : NodeOf<Expr, ExprKind::Constant> {
  PyObject *Value;
};
struct NameExpr : NodeOf<Expr, ExprKind::Name> {
  llvm::StringRef Id;
};
struct AttributeExpr : NodeOf<Expr, ExprKind::Attribute> {
  Expr *Base;
  llvm::StringRef Attr;
};
/// `name=value`; `**value` has an empty name.
struct Keyword {
  llvm::StringRef Name;
  Expr *Value;
  SourceRange Range;
};
struct CallExpr : NodeOf<Expr, ExprKind::Call> {
  Expr *Callee;
  llvm::ArrayRef<Expr *> Args;
  llvm::ArrayRef<Keyword> Keywords;
};
struct BinaryExpr : NodeOf<Expr, ExprKind::Binary> {
  BinaryOp Op;
  Expr *Lhs, *Rhs;
};
struct UnaryExpr : NodeOf<Expr, ExprKind::Unary> {
  UnaryOp Op;
  Expr *Operand;
};
/// `First Ops[0] Rest[0] Ops[1] Rest[1] …`.
struct CompareExpr : NodeOf<Expr, ExprKind::Compare> {
  Expr *First;
  llvm::ArrayRef<CompareOp> Ops;
  llvm::ArrayRef<Expr *> Rest;
};
struct BoolExpr : NodeOf<Expr, ExprKind::BoolOp> {
  bool IsAnd;
  llvm::ArrayRef<Expr *> Operands;
};
struct ConditionalExpr : NodeOf<Expr, ExprKind::Conditional> {
  Expr *Test, *Then, *Else;
};
/// A tuple or a list display.
struct SequenceExpr : Expr {
  llvm::ArrayRef<Expr *> Elements;
  static bool classof(const Expr *E) {
    return E->Kind == ExprKind::Tuple || E->Kind == ExprKind::List;
  }
};
struct SubscriptExpr : NodeOf<Expr, ExprKind::Subscript> {
  Expr *Base, *Index;
};
/// Members are null where left out.
struct SliceExpr : NodeOf<Expr, ExprKind::Slice> {
  Expr *Lower, *Upper, *Step;
};
struct NamedExpr : NodeOf<Expr, ExprKind::Named> {
  Expr *Target, *Value;
};
struct StarredExpr : NodeOf<Expr, ExprKind::Starred> {
  Expr *Value;
};
struct FStringExpr : NodeOf<Expr, ExprKind::FString> {
  llvm::ArrayRef<Expr *> Parts;
};
/// `{Value!r:spec}` of an f-string; Conversion is 's', 'r', 'a' or 0.
struct FormattedExpr : NodeOf<Expr, ExprKind::Formatted> {
  Expr *Value;
  char Conversion;
};
/// What kernels cannot contain; reported only when it is reached.
struct UnsupportedExpr : NodeOf<Expr, ExprKind::Unsupported> {
  llvm::StringRef What; ///< "a lambda"
};

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
  bool IsAsync;
  PyObject *Node;
  bool BodyRead;
  Body Statements;
};

/// Owns nodes and keeps the Python objects they point to alive.
class Tree {
public:
  template <typename T> T *make(SourceRange Range) {
    T *N = new (Arena.Allocate<T>()) T();
    N->Kind = T::ClassKind;
    N->Range = Range;
    return N;
  }
  SequenceExpr *makeSequence(ExprKind Kind, SourceRange Range) {
    auto *N = new (Arena.Allocate<SequenceExpr>()) SequenceExpr();
    N->Kind = Kind;
    N->Range = Range;
    return N;
  }
  template <typename T> llvm::MutableArrayRef<T> array(size_t N) {
    T *Data = Arena.Allocate<T>(N);
    std::uninitialized_value_construct_n(Data, N);
    return {Data, N};
  }
  PyObject *keep(PyRef Object) {
    Kept.push_back(std::move(Object));
    return Kept.back().get();
  }
  llvm::StringRef copy(llvm::StringRef Text) { return Text.copy(Arena); }

  Body Statements;

private:
  llvm::BumpPtrAllocator Arena;
  llvm::SmallVector<PyRef, 4> Kept;
};

/// Writes one function in an indented form, one node a line (`-emit=ast`).
void printFunction(llvm::raw_ostream &OS, const FunctionStmt &F);

} // namespace mt::ast

#endif // MYTRITON_LIB_FRONTEND_TREE_H
