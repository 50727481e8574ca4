//===- SemaControl.cpp - if, conditional expressions -----------*- C++ -*-===//
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

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

sym::Expr *KernelSema::scalarCondition(SemaValue Test, Range R,
                                       StringRef What) {
  sym::Expr *E = toValue(Test, "the condition of " + What.str(), R);
  if (!E)
    return nullptr;
  if (E->Ty.isTile() && E->Ty.numElements() == 1) {
    Diags->warning(loc(R)) << "the condition of " << What << " is a block of "
                           << "one element; reduce it to a scalar";
    E = reshape(E, {}, R);
  }
  if (E->Ty.isTile()) {
    error(R) << "the condition of " << What
             << " must be a scalar: the truth of " << describe(Test)
             << " is ambiguous; use tl.where to choose element by element, or "
                "reduce it first";
    return nullptr;
  }
  return cast(E, In.Ctx.boolean(), R);
}

/// Visits a branch of S in a body of its own, whose scope is Start.
BranchEnd KernelSema::visitBranch(sym::Stmt *S, ScopeMap Start,
                                  llvm::function_ref<void()> Visit) {
  sym::Body *B = P.makeBody(Current);
  B->Holder = S;
  S->Bodies.push_back(B);
  sym::Body *Outer = std::exchange(Current, B);
  bool OuterDone = std::exchange(Done, false);
  Locals = std::move(Start);
  Visit();
  Current = Outer;
  Done = OuterDone;
  bool Leaves = exitState(Locals) == Exit::Always;
  bool LeavesLoop = exitState(Locals, /*OfLoop=*/true) == Exit::Always;
  return {std::move(Locals), B, Leaves, LeavesLoop};
}

/// Binds what the branches of S leave. IsEnd: the region ends behind S, so that
/// only what its boundary passes on is of interest.
void KernelSema::mergeBranches(sym::Stmt *S, Names Changed, BranchEnd &Then,
                               BranchEnd &Else, bool IsEnd, Range Where) {
  if (IsEnd && boundary()->Ends == Boundary::Frame) {
    Names Wanted(Frames.back().Carried);
    llvm::erase_if(Changed, [&](StringRef Name) {
      return !llvm::is_contained(Wanted, Name);
    });
    for (StringRef Flag : exitFlags())
      if (llvm::is_contained(Wanted, Flag))
        Changed.push_back(Flag);
  } else {
    llvm::append_range(Changed, exitFlags());
    // An iteration that ends here leaves nothing to skip.
    if (IsEnd && boundary()->Ends == Boundary::Iteration)
      llvm::erase(Changed, Frames.back().ContinueFlag);
  }
  Changed.push_back(ResultName);
  for (StringRef Name : Changed)
    mergeName(S, Name, Then, Else, Where);
  // One way or another the expanded loop is over.
  if (IsEnd && Then.LeavesLoop && Else.LeavesLoop &&
      boundary()->Ends == Boundary::Iteration)
    setFlag(Frames.back().BreakFlag, true, Where);
}

void KernelSema::visitRuntimeIf(const IfStmt &S, SemaValue Test) {
  sym::Expr *Condition = scalarCondition(Test, S.Test->Range, "'if'");
  if (!Condition)
    return;
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(S.Test->Range), Current);
  If->Operands.push_back(Condition);
  ScopeMap Before = Locals;
  auto VisitIn = [&](Body Statements) {
    return visitBranch(If, Before, [&] {
      Continuation End{{}, After, Boundary::Branch};
      After = &End;
      visitBody(Statements);
      After = End.Outer;
    });
  };
  BranchEnd Then = VisitIn(S.Then);
  BranchEnd Else = VisitIn(S.OrElse);
  Names Changed(summarize(S.Then).Assigned);
  addNew(Changed, summarize(S.OrElse).Assigned);
  // What follows a branch that leaves moves into the other one.
  bool Moves = Then.Leaves != Else.Leaves;
  if (Moves) {
    BranchEnd &Open = Then.Leaves ? Else : Then;
    sym::Body *Outer = std::exchange(Current, Open.Block);
    Locals = std::move(Open.Locals);
    addRestNames(Changed);
    if (exitState(Locals) == Exit::Sometimes)
      visitGuardedRest(S.Range);
    else
      visitRest();
    Open.LeavesLoop = exitState(Locals, /*OfLoop=*/true) == Exit::Always;
    Open.Locals = std::move(Locals);
    Current = Outer;
  }
  Locals = std::move(Before);
  bool IsEnd = Then.Leaves || Else.Leaves;
  mergeBranches(If, std::move(Changed), Then, Else, IsEnd, S.Test->Range);
  Done |= IsEnd;
}

void KernelSema::visitIf(const IfStmt &S) {
  SemaValue Test = visit(S.Test);
  if (Test.isError()) {
    // What the branches would have defined is unknown.
    forgetAssigned(S.Then);
    forgetAssigned(S.OrElse);
    return;
  }
  if (Test.isExpr() && !Test.expr()->Const)
    return visitRuntimeIf(S, Test);
  bool Known = Test.isExpr() || Test.isNone() ||
               (Test.isConst() && PyLong_Check(Test.object()));
  if (!Known && In.Options.AsTriton) {
    error(S.Test->Range)
        << "the condition of 'if' must be a bool, an int or None where it is "
           "known at compile time, got "
        << describe(Test);
    return;
  }
  std::optional<bool> Holds = truth(Test, S.Test->Range);
  if (Holds)
    visitBody(*Holds ? S.Then : S.OrElse);
}

//===----------------------------------------------------------------------===//
// a if c else b
//===----------------------------------------------------------------------===//

SemaValue KernelSema::visitRuntimeConditional(const ConditionalExpr &E,
                                              SemaValue Test) {
  sym::Expr *Condition =
      scalarCondition(Test, E.Test->Range, "a conditional expression");
  if (!Condition)
    return SemaValue::error();
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(E.Range), Current);
  If->Operands.push_back(Condition);
  SemaValue Values[2];
  ScopeMap Before = Locals;
  for (unsigned I = 0; I != 2; ++I) {
    Expr *Side = I == 0 ? E.Then : E.Else;
    visitBranch(If, Before,
                [&] { Values[I] = decay(visit(Side), Side->Range); });
  }
  Locals = std::move(Before);
  if (Values[0].isError() || Values[1].isError())
    return SemaValue::error();
  if (auto Merged = mergeValues(If, Values[0], Values[1], E.Range))
    return *Merged;
  error(E.Range) << "a conditional expression with a run-time condition needs "
                    "two values of one type, got "
                 << typeText(Values[0]) << " and " << typeText(Values[1]);
  return SemaValue::error();
}
