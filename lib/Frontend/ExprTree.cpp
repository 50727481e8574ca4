//===- ExprTree.cpp - Symbolic, typed expression tree
//----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExprTree.h"

using namespace mt;
using namespace mt::sym;

Program::~Program() = default;

Expr *Program::makeExpr(ExprKind Kind, Type Ty, Location Loc, Body *Owner) {
  static_assert(std::is_trivially_destructible_v<Expr>,
                "the arena runs no destructors");
  Expr *E = new (Arena.Allocate<Expr>()) Expr();
  E->Kind = Kind;
  E->Ty = Ty;
  E->Loc = Loc;
  E->Owner = Owner;
  return E;
}

Expr *Program::makeOp(OpKind Op, llvm::ArrayRef<Expr *> Operands, Type Ty,
                      AttrDict Attrs, Location Loc, Body *Owner) {
  Expr *E = makeExpr(ExprKind::Op, Ty, Loc, Owner);
  E->Op = Op;
  E->Attrs = Attrs;
  E->Operands = Operands.copy(Arena);
  return E;
}

Stmt *Program::makeStmt(StmtKind Kind, Location Loc, Body *B) {
  Stmts.push_back(std::make_unique<Stmt>());
  Stmt *S = Stmts.back().get();
  S->Kind = Kind;
  S->Loc = Loc;
  B->Statements.push_back(S);
  return S;
}

Body *Program::makeBody(Body *Parent) {
  Bodies.push_back(std::make_unique<Body>());
  Body *B = Bodies.back().get();
  B->Parent = Parent;
  B->Depth = Parent ? Parent->Depth + 1 : 0;
  return B;
}

Expr *Program::addResult(Stmt *S, Type Ty, Body *Owner) {
  Expr *E = makeExpr(ExprKind::Result, Ty, S->Loc, Owner);
  E->Index = S->Results.size();
  S->Results.push_back(E);
  return E;
}

Expr *Program::addArgument(Body *B, Type Ty, Location Loc) {
  Expr *E = makeExpr(ExprKind::Argument, Ty, Loc, B);
  E->Index = B->Arguments.size();
  B->Arguments.push_back(E);
  return E;
}
