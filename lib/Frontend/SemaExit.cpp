//===- SemaExit.cpp - continue, break, return ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An exit ends its region: what follows is not visited. Under a run-time
// condition it sets a flag, and what follows the condition
//
//   * moves into the other branch, if one branch always leaves, or
//   * stands in an `if` that no flag is set, if one leaves at times.
//
// Flags are bound in the scope like names, so branches merge them and loops
// carry them with everything else.
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// A frame for what starts here; its flags are named after its depth.
Frame KernelSema::makeFrame(Frame::KindTy Kind) {
  std::string Depth = std::to_string(Frames.size());
  Frame F;
  F.Kind = Kind;
  F.ContinueFlag = P.copy("skipped." + Depth);
  F.BreakFlag = P.copy("stopped." + Depth);
  return F;
}

void KernelSema::setFlag(StringRef Name, bool V, Range Where) {
  Locals[Name] = {boolean(V), Where, Current};
}

/// The flags an exit at the current place may set.
llvm::SmallVector<StringRef, 3> KernelSema::exitFlags() const {
  if (Frames.back().Kind == Frame::Function)
    return {ReturnFlag};
  return {Frames.back().ContinueFlag, Frames.back().BreakFlag, ReturnFlag};
}

/// Forgets every exit, where it is known that none was taken.
void KernelSema::clearFlags(ScopeMap &Scope) {
  for (StringRef Flag : exitFlags())
    Scope.erase(Flag);
  Scope.erase(ResultName);
}

/// OfLoop: only exits that end the loop count.
Exit KernelSema::exitState(const ScopeMap &Scope, bool OfLoop) const {
  Exit State = Exit::Never;
  for (StringRef Flag : exitFlags()) {
    auto It = Scope.find(Flag);
    if (It == Scope.end() || (OfLoop && Flag == Frames.back().ContinueFlag))
      continue;
    SemaValue V = It->second.Value;
    if (V.isExpr() && !V.expr()->Const)
      State = Exit::Sometimes;
    else if (V.isExpr() ? V.expr()->Const->asBool() : V.object() == Py_True)
      return Exit::Always;
  }
  return State;
}

/// True at run time if one of Flags is set; null if none can be.
sym::Expr *KernelSema::exitCondition(llvm::ArrayRef<StringRef> Flags,
                                     Range Where) {
  sym::Expr *Any = nullptr;
  for (StringRef Flag : Flags) {
    SemaValue V = lookupLocal(Flag);
    if (!V.isExpr() || V.expr()->Const)
      continue;
    Any = Any ? op(OpKind::Or, {Any, V.expr()}, In.Ctx.boolean(), Where)
              : V.expr();
  }
  return Any;
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

/// At `continue` and `break` the names of a loop have the types it carries.
void KernelSema::checkExitTypes(const Stmt &S) {
  const Frame &F = Frames.back();
  if (F.Kind != Frame::Loop)
    return;
  for (StringRef Name : F.Carried) {
    auto First = F.Before->find(Name);
    auto Last = Locals.find(Name);
    llvm::SmallVector<sym::Expr *, 2> SP, EP;
    if (isHidden(Name) || First == F.Before->end() || Last == Locals.end() ||
        Last->second.Value.isError() ||
        flattenPair(First->second.Value, Last->second.Value, SP, EP))
      continue;
    reportCarried(Name, First->second.Value, Last->second.Value,
                  Last->second.Where, First->second.Where);
    Last->second.Value = SemaValue::error();
  }
}

void KernelSema::visitExit(const Stmt &S) {
  bool IsBreak = S.Kind == StmtKind::Break;
  if (Frames.back().Kind == Frame::Function) {
    unsupported(S.Range) << (IsBreak ? "'break'" : "'continue'")
                         << " stands outside of a loop";
    return;
  }
  checkExitTypes(S);
  const Frame &F = Frames.back();
  setFlag(IsBreak ? F.BreakFlag : F.ContinueFlag, true, S.Range);
  Done = true;
}

void KernelSema::visitReturn(const ReturnStmt &S) {
  SemaValue V = S.Value ? visit(S.Value) : none();
  bool IsKernel = CallStack.size() == 1;
  if (IsKernel && !V.isNone() && !V.isError())
    error(S.Value->Range)
        << "a kernel cannot return a value; write results with tl.store";
  if (!IsKernel)
    Locals[ResultName] = {V, S.Range, Current};
  setFlag(ReturnFlag, true, S.Range);
  Done = true;
}

/// What the function that ends here returned; None if it did not. Where it fell
/// off its end behind a `return` with a value, the value is undefined (SY-33).
SemaValue KernelSema::functionResult() {
  SemaValue V = lookupLocal(ResultName);
  return V.isAbsent() ? none() : V;
}

//===----------------------------------------------------------------------===//
// What follows a condition
//===----------------------------------------------------------------------===//

const Continuation *KernelSema::boundary() const {
  const Continuation *C = After;
  while (C->Ends == Boundary::None)
    C = C->Outer;
  return C;
}

bool KernelSema::hasRest() const {
  for (const Continuation *C = After; C->Ends == Boundary::None; C = C->Outer)
    if (!C->Rest.empty())
      return true;
  return false;
}

/// Adds the names that what follows in this region assigns.
void KernelSema::addRestNames(Names &Result) const {
  for (const Continuation *C = After; C->Ends == Boundary::None; C = C->Outer)
    addNew(Result, summarize(C->Rest).Assigned);
}

/// Visits what follows in this region.
void KernelSema::visitRest() {
  const Continuation *All = After;
  bool OuterDone = std::exchange(Done, false);
  for (const Continuation *C = All; C->Ends == Boundary::None && !Done;
       C = C->Outer) {
    After = C->Outer;
    visitBody(C->Rest);
  }
  After = All;
  Done = OuterDone;
}

/// Visits what follows in this region under the condition that no exit was
/// taken.
void KernelSema::visitGuardedRest(Range Where) {
  if (!hasRest())
    return;
  sym::Expr *Left = exitCondition(exitFlags(), Where);
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(Where), Current);
  If->Operands.push_back(Left);
  ScopeMap Before = Locals, Start = Locals;
  clearFlags(Start);
  BranchEnd Exited = visitBranch(If, Locals, [] {});
  Exited.Leaves = true;
  Exited.LeavesLoop = !Before.count(Frames.back().ContinueFlag);
  BranchEnd Stayed = visitBranch(If, std::move(Start), [&] { visitRest(); });
  // Known there: the flag that led there, if there is but one.
  if (Left->Kind != sym::ExprKind::Op)
    for (StringRef Flag : exitFlags())
      if (Exited.Locals.count(Flag) && Exited.Locals[Flag].Value.isExpr() &&
          Exited.Locals[Flag].Value.expr() == Left)
        Exited.Locals[Flag].Value = boolean(true);
  // A flag that the rest does not set is false there, as it is outside then.
  for (StringRef Flag : exitFlags())
    if (!Stayed.Locals.count(Flag) && Before.count(Flag))
      Stayed.Locals[Flag] = Exited.Locals[Flag] = Before[Flag];
  Names Changed;
  addRestNames(Changed);
  Locals = std::move(Before);
  mergeBranches(If, std::move(Changed), Exited, Stayed, /*IsEnd=*/true, Where);
}

/// After a statement that may hold exits.
void KernelSema::leaveIfExited(const Stmt &S) {
  Exit State = exitState(Locals);
  if (State == Exit::Never)
    return;
  if (State == Exit::Sometimes)
    visitGuardedRest(S.Range);
  Done = true;
}
