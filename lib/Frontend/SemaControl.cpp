//===- SemaControl.cpp - if, conditional expressions
//-----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compile-time condition picks a branch, and the other is not even looked at.
// A run-time one makes an `if` with a result for each value that differs
// between the branches.
//
//===----------------------------------------------------------------------===//

#include "AssignedNames.h"
#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Values across regions
//===----------------------------------------------------------------------===//

/// The run-time values V is made of; false if a part has none.
bool Sema::flatten(SemaValue V, llvm::SmallVectorImpl<sym::Expr *> &Parts) {
  if (V.isExpr()) {
    Parts.push_back(V.expr());
    return true;
  }
  if (!V.hasElements())
    return false;
  for (SemaValue E : V.elements())
    if (!flatten(E, Parts))
      return false;
  return true;
}

/// A value shaped like V with other parts; Parts loses those it takes.
SemaValue Sema::rebuild(SemaValue V, llvm::ArrayRef<sym::Expr *> &Parts) {
  if (!V.hasElements()) {
    sym::Expr *E = Parts.front();
    Parts = Parts.drop_front();
    if (V.isExpr() && E->Name.empty())
      E->Name = V.expr()->Name;
    return E;
  }
  llvm::SmallVector<SemaValue, 4> Elements;
  for (SemaValue E : V.elements())
    Elements.push_back(rebuild(E, Parts));
  return withElements(V, Elements);
}

/// Whether two tuples or aggregates differ in their elements at most.
static bool sameForm(SemaValue A, SemaValue B) {
  return A.kind() == B.kind() && A.hasElements() &&
         A.elements().size() == B.elements().size() &&
         (!A.isAggregate() || *A.aggregate() == *B.aggregate());
}

/// Appends the run-time values A and B are made of; false unless both have one
/// type, so that either can stand for the other.
bool Sema::flattenPair(SemaValue A, SemaValue B,
                       llvm::SmallVectorImpl<sym::Expr *> &AParts,
                       llvm::SmallVectorImpl<sym::Expr *> &BParts) {
  if (A.isExpr() && B.isExpr()) {
    AParts.push_back(A.expr());
    BParts.push_back(B.expr());
    return A.expr()->Ty == B.expr()->Ty;
  }
  if (!sameForm(A, B))
    return false;
  for (auto [X, Y] : llvm::zip(A.elements(), B.elements()))
    if (!flattenPair(X, Y, AParts, BParts))
      return false;
  return true;
}

static bool sameValue(SemaValue A, SemaValue B) {
  if (A.kind() != B.kind())
    return false;
  if (A.isExpr())
    return A.expr() == B.expr() ||
           (A.expr()->Const && A.expr()->Const == B.expr()->Const);
  if (A.isConst())
    return A.object() == B.object() ||
           // 1 == 1.0 == True, which become values of different types.
           (Py_TYPE(A.object()) == Py_TYPE(B.object()) &&
            PyObject_RichCompareBool(A.object(), B.object(), Py_EQ) == 1);
  if (A.isEntity())
    return A.entity() == B.entity() || (A.entity()->Kind == EntityKind::DType &&
                                        A.entity()->Ty == B.entity()->Ty);
  if (!sameForm(A, B))
    return false;
  for (auto [X, Y] : llvm::zip(A.elements(), B.elements()))
    if (!sameValue(X, Y))
      return false;
  return true;
}

/// `i32`, `(i32, f32)` or what describe() says.
std::string Sema::typeText(SemaValue V) {
  if (V.isExpr())
    return V.expr()->Ty.str();
  if (!V.isTuple())
    return describe(V);
  std::string Text;
  for (SemaValue E : V.elements())
    Text += (Text.empty() ? "(" : ", ") + typeText(E);
  return Text.empty() ? "()" : Text + ")";
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

sym::Expr *Sema::scalarCondition(SemaValue Test, Range R, StringRef What) {
  sym::Expr *E = toValue(Test, "the condition of " + What.str(), R);
  if (!E)
    return nullptr;
  if (E->Ty.isTile()) {
    error(R) << "the condition of " << What
             << " must be a scalar: the truth of " << describe(Test)
             << " is ambiguous; use tl.where to choose element by element, or "
                "reduce it first";
    return nullptr;
  }
  return cast(E, In.Ctx.boolean(), R);
}

Sema::BranchEnd Sema::visitBranch(sym::Stmt *S, Body Statements,
                                  ScopeMap Start) {
  sym::Body *B = P.makeBody(Current);
  B->Holder = S;
  S->Bodies.push_back(B);
  sym::Body *Outer = std::exchange(Current, B);
  bool OuterReturned = std::exchange(Returned, false);
  SemaValue OuterResult = std::exchange(Result, SemaValue());
  Locals = std::move(Start);
  visitBody(Statements);
  Current = Outer;
  return {std::move(Locals), B, std::exchange(Returned, OuterReturned),
          std::exchange(Result, OuterResult)};
}

/// The value of Name after a branch, Absent if it has none; made a run-time
/// value if the branches disagree.
SemaValue Sema::branchValue(BranchEnd &End, StringRef Name) {
  auto It = End.Locals.find(Name);
  return It == End.Locals.end() ? SemaValue() : It->second.Value;
}

void Sema::mergeName(sym::Stmt *S, StringRef Name, BranchEnd &Then,
                     BranchEnd &Else, Range Where) {
  SemaValue A = branchValue(Then, Name), B = branchValue(Else, Name);
  if (A.isError() || B.isError()) {
    Locals[Name].Value = SemaValue::error();
    return;
  }
  if (A.isAbsent() || B.isAbsent()) {
    // Defined in one branch only: unknown afterwards.
    Locals.erase(Name);
    Ended[Name] = {Where, "one branch of the 'if'"};
    return;
  }
  if (sameValue(A, B)) {
    Locals[Name] = Then.Locals[Name];
    Locals[Name].Owner = Current;
    return;
  }
  A = decay(A, Where);
  B = decay(B, Where);
  llvm::SmallVector<sym::Expr *, 2> TP, EP;
  if (!flattenPair(A, B, TP, EP)) {
    error(Where).note(loc(Else.Locals[Name].Where), "the other value is here")
        << "mismatched type for '" << Name << "' between the branches of this "
        << "'if': " << typeText(A) << " and " << typeText(B)
        << "; cast one of them";
    Locals[Name].Value = SemaValue::error();
    return;
  }
  llvm::SmallVector<sym::Expr *, 2> Results;
  for (auto [T, E] : llvm::zip(TP, EP)) {
    yieldFrom(Then.Block, T);
    yieldFrom(Else.Block, E);
    Results.push_back(P.addResult(S, T->Ty, Current));
  }
  llvm::ArrayRef<sym::Expr *> Parts = Results;
  Variable &V = Locals[Name];
  V.Value = rebuild(A, Parts);
  V.Owner = Current;
  V.Where = Then.Locals[Name].Where;
}

/// Yields E from a body; a value of an enclosing body is captured.
void Sema::yieldFrom(sym::Body *B, sym::Expr *E) {
  B->Yields.push_back(E);
  if (E->Owner && E->Owner != B && E->Owner->Depth < B->Depth &&
      !E->isConstant()) {
    sym::Body *Outer = std::exchange(Current, B);
    capture(E, E->Owner);
    Current = Outer;
  }
}

void Sema::visitRuntimeIf(const IfStmt &S, SemaValue Test) {
  sym::Expr *Condition = scalarCondition(Test, S.Test->Range, "'if'");
  if (!Condition)
    return;
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(S.Test->Range), Current);
  If->Operands.push_back(Condition);
  ScopeMap Before = Locals;
  BranchEnd Then = visitBranch(If, S.Then, Before);
  BranchEnd Else = visitBranch(If, S.OrElse, Before);
  Locals = std::move(Before);
  if (Then.Returned || Else.Returned) {
    returnInBranch(S, If, Then, Else);
    return;
  }
  BodySummary Names = summarize(S.Then);
  for (StringRef Name : summarize(S.OrElse).Assigned)
    if (!llvm::is_contained(Names.Assigned, Name))
      Names.Assigned.push_back(Name);
  for (StringRef Name : Names.Assigned)
    mergeName(If, Name, Then, Else, S.Test->Range);
}

/// Visits what follows the `if`, up to the end of the function, in the branch
/// that does not return. False after reporting that this is not possible.
bool Sema::continueIn(const IfStmt &S, BranchEnd &Open) {
  for (const Continuation *C = After; C; C = C->Outer)
    if (C->IsLoop) {
      unsupported(S.Range)
          << "'return' under a run-time condition inside a loop is not "
             "supported; return behind the loop, or keep a flag";
      return false;
    }
  sym::Body *Outer = std::exchange(Current, Open.Block);
  const Continuation *All = After;
  Returned = false;
  Result = SemaValue();
  Locals = std::move(Open.Locals);
  for (const Continuation *C = All; C && !Returned; C = C->Outer) {
    After = C->Outer;
    visitBody(C->Rest);
  }
  After = All;
  Current = Outer;
  Open.Result = Returned ? Result : none();
  return true;
}

/// One branch or both end the function: what follows the `if` moves into the
/// other branch, and the `if` gives the function's result.
void Sema::returnInBranch(const IfStmt &S, sym::Stmt *If, BranchEnd &Then,
                          BranchEnd &Else) {
  bool Both = Then.Returned && Else.Returned;
  if (!Both && !continueIn(S, Then.Returned ? Else : Then)) {
    Returned = false;
    return;
  }
  Returned = true;
  mergeResults(S, If, Then, Else);
}

void Sema::mergeResults(const IfStmt &S, sym::Stmt *If, BranchEnd &Then,
                        BranchEnd &Else) {
  Result = SemaValue::error();
  if (Then.Result.isError() || Else.Result.isError())
    return;
  if (sameValue(Then.Result, Else.Result)) {
    Result = Then.Result;
    return;
  }
  SemaValue A = decay(Then.Result, S.Range), B = decay(Else.Result, S.Range);
  llvm::SmallVector<sym::Expr *, 2> TP, EP, Results;
  if (!flattenPair(A, B, TP, EP)) {
    error(S.Test->Range) << "the function returns " << typeText(A)
                         << " under this condition "
                         << "and " << typeText(B)
                         << " otherwise; return values of one type";
    return;
  }
  for (auto [T, E] : llvm::zip(TP, EP)) {
    yieldFrom(Then.Block, T);
    yieldFrom(Else.Block, E);
    Results.push_back(P.addResult(If, T->Ty, Current));
  }
  llvm::ArrayRef<sym::Expr *> Parts = Results;
  Result = rebuild(A, Parts);
}

void Sema::visitIf(const IfStmt &S) {
  SemaValue Test = visit(S.Test);
  if (Test.isError()) {
    // What the branches would have defined is unknown.
    BodySummary Names = summarize(S.Then);
    for (StringRef Name : Names.Assigned)
      Locals[Name].Value = SemaValue::error();
    for (StringRef Name : summarize(S.OrElse).Assigned)
      Locals[Name].Value = SemaValue::error();
    return;
  }
  if (Test.isExpr() && !Test.expr()->Const)
    return visitRuntimeIf(S, Test);
  std::optional<bool> Holds = truth(Test, S.Test->Range);
  if (Holds)
    visitBody(*Holds ? S.Then : S.OrElse);
}

//===----------------------------------------------------------------------===//
// a if c else b
//===----------------------------------------------------------------------===//

SemaValue Sema::visitRuntimeConditional(const ConditionalExpr &E,
                                        SemaValue Test) {
  sym::Expr *Condition =
      scalarCondition(Test, E.Test->Range, "a conditional expression");
  if (!Condition)
    return SemaValue::error();
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(E.Range), Current);
  If->Operands.push_back(Condition);
  sym::Body *Outer = Current;
  sym::Expr *Values[2] = {};
  for (unsigned I = 0; I != 2; ++I) {
    Expr *Side = I == 0 ? E.Then : E.Else;
    sym::Body *B = P.makeBody(Outer);
    B->Holder = If;
    If->Bodies.push_back(B);
    Current = B;
    Values[I] =
        toValue(visit(Side), "a side of a conditional expression", Side->Range);
    Current = Outer;
  }
  if (!Values[0] || !Values[1])
    return SemaValue::error();
  if (Values[0]->Ty != Values[1]->Ty) {
    error(E.Range)
        << "a conditional expression with a run-time condition needs "
           "two values of one type, got "
        << Values[0]->Ty << " and " << Values[1]->Ty;
    return SemaValue::error();
  }
  for (unsigned I = 0; I != 2; ++I)
    yieldFrom(If->Bodies[I], Values[I]);
  return P.addResult(If, Values[0]->Ty, Current);
}
