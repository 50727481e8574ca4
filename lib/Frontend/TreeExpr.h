//===- TreeExpr.h - Expressions of the kernel tree -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_TREEEXPR_H
#define MYTRITON_LIB_FRONTEND_TREEEXPR_H

#include "mytriton/Frontend/PyRef.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Casting.h"

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
  Comprehension,
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
  Expr *Spec; ///< null if absent
};
/// `[Element for Target in Iter]`.
struct ComprehensionExpr : NodeOf<Expr, ExprKind::Comprehension> {
  Expr *Element, *Target, *Iter;
};
/// What kernels cannot contain; reported only when it is reached.
struct UnsupportedExpr : NodeOf<Expr, ExprKind::Unsupported> {
  llvm::StringRef What; ///< "a lambda"
};

} // namespace mt::ast

#endif // MYTRITON_LIB_FRONTEND_TREEEXPR_H
