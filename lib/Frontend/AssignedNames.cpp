//===- AssignedNames.cpp - What a body assigns, and how large it is
//--------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignedNames.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

namespace {

/// Visits every expression and statement of a body.
class Walker {
public:
  explicit Walker(BodySummary &Summary) : S(Summary) {}

  void body(Body B) {
    for (Stmt *Each : B)
      stmt(Each);
  }
  void expr(Expr *E);

private:
  void stmt(Stmt *St);
  void target(Expr *E);
  void all(llvm::ArrayRef<Expr *> List) {
    for (Expr *E : List)
      expr(E);
  }
  void call(CallExpr &C);
  void loop(Body B) {
    ++Loops;
    body(B);
    --Loops;
  }

  BodySummary &S;
  unsigned Loops = 0;
};

} // namespace

void Walker::target(Expr *E) {
  if (auto *Name = llvm::dyn_cast<NameExpr>(E)) {
    if (!llvm::is_contained(S.Assigned, Name->Id))
      S.Assigned.push_back(Name->Id);
  } else if (auto *Sequence = llvm::dyn_cast<SequenceExpr>(E)) {
    for (Expr *Each : Sequence->Elements)
      target(Each);
  }
}

void Walker::call(CallExpr &C) {
  ++S.Operations;
  expr(C.Callee);
  if (auto *A = llvm::dyn_cast<AttributeExpr>(C.Callee))
    S.HasDot |= A->Attr == "dot" || A->Attr == "dot_scaled";
  if (auto *N = llvm::dyn_cast<NameExpr>(C.Callee))
    S.HasDot |= N->Id == "dot";
  all(C.Args);
  for (const Keyword &K : C.Keywords)
    expr(K.Value);
}

void Walker::expr(Expr *E) {
  if (!E)
    return;
  if (auto *C = llvm::dyn_cast<CallExpr>(E))
    return call(*C);
  if (auto *B = llvm::dyn_cast<BinaryExpr>(E)) {
    ++S.Operations;
    return all({B->Lhs, B->Rhs});
  }
  if (auto *U = llvm::dyn_cast<UnaryExpr>(E)) {
    ++S.Operations;
    return expr(U->Operand);
  }
  if (auto *C = llvm::dyn_cast<CompareExpr>(E)) {
    S.Operations += C->Ops.size();
    expr(C->First);
    return all(C->Rest);
  }
  if (auto *B = llvm::dyn_cast<BoolExpr>(E))
    return all(B->Operands);
  if (auto *C = llvm::dyn_cast<ConditionalExpr>(E))
    return all({C->Test, C->Then, C->Else});
  if (auto *Seq = llvm::dyn_cast<SequenceExpr>(E))
    return all(Seq->Elements);
  if (auto *A = llvm::dyn_cast<AttributeExpr>(E))
    return expr(A->Base);
  if (auto *Sub = llvm::dyn_cast<SubscriptExpr>(E)) {
    ++S.Operations;
    return all({Sub->Base, Sub->Index});
  }
  if (auto *N = llvm::dyn_cast<NamedExpr>(E)) {
    target(N->Target);
    return expr(N->Value);
  }
  if (auto *C = llvm::dyn_cast<ComprehensionExpr>(E))
    return all({C->Iter, C->Element});
  if (auto *Star = llvm::dyn_cast<StarredExpr>(E))
    return expr(Star->Value);
  if (auto *F = llvm::dyn_cast<FStringExpr>(E))
    return all(F->Parts);
  if (auto *F = llvm::dyn_cast<FormattedExpr>(E))
    return expr(F->Value);
}

void Walker::stmt(Stmt *St) {
  if (auto *A = llvm::dyn_cast<AssignStmt>(St)) {
    expr(A->Value);
    for (Expr *T : A->Targets)
      target(T);
  } else if (auto *A = llvm::dyn_cast<AnnAssignStmt>(St)) {
    expr(A->Value);
    if (A->Value)
      target(A->Target);
  } else if (auto *A = llvm::dyn_cast<AugAssignStmt>(St)) {
    ++S.Operations;
    expr(A->Value);
    target(A->Target);
  } else if (auto *E = llvm::dyn_cast<ExprStmt>(St)) {
    expr(E->Value);
  } else if (auto *F = llvm::dyn_cast<ForStmt>(St)) {
    expr(F->Iter);
    target(F->Target);
    loop(F->Then);
    body(F->OrElse);
  } else if (auto *W = llvm::dyn_cast<WhileStmt>(St)) {
    expr(W->Test);
    loop(W->Then);
    body(W->OrElse);
  } else if (auto *I = llvm::dyn_cast<IfStmt>(St)) {
    expr(I->Test);
    body(I->Then);
    body(I->OrElse);
  } else if (auto *R = llvm::dyn_cast<ReturnStmt>(St)) {
    S.HasReturn = true;
    expr(R->Value);
  } else if (auto *A = llvm::dyn_cast<AssertStmt>(St)) {
    all({A->Test, A->Message});
  } else if (St->Kind == StmtKind::Break) {
    S.HasBreak |= Loops == 0;
  }
}

BodySummary mt::summarize(Body B) {
  BodySummary Summary;
  Walker(Summary).body(B);
  return Summary;
}

BodySummary mt::summarize(Expr *E) {
  BodySummary Summary;
  Walker(Summary).expr(E);
  return Summary;
}

void mt::addNew(llvm::SmallVectorImpl<StringRef> &List,
                llvm::ArrayRef<StringRef> More) {
  for (StringRef Name : More)
    if (!llvm::is_contained(List, Name))
      List.push_back(Name);
}
