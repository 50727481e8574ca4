//===- SemaLoop.cpp - Loops that remain
//-------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Regions whose carried values are the names that exist before the loop and are
// assigned in it. A `for` that can be left becomes a `while` over the number of
// iterations left.
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

void KernelSema::reportCarried(StringRef Name, SemaValue Before,
                               SemaValue After, Range Where, Range First) {
  error(Where).note(loc(First), "its value before the loop is here")
      << "'" << Name << "' has type " << typeText(Before)
      << " before the loop and " << typeText(After)
      << " at the end of its body; start with a value of the final type, or "
         "cast in the body";
}

/// After an error: whatever the body assigns has no known value.
void KernelSema::forgetAssigned(Body Statements) {
  for (StringRef Name : summarize(Statements).Assigned)
    Locals[Name].Value = SemaValue::error();
}

/// The names a loop whose body is summarized may carry. Numbers that a helper
/// was called with are values from here on; flags start as false.
KernelSema::Names KernelSema::namesToCarry(const BodySummary &Summary,
                                           Range Where) {
  Names Result(Summary.Assigned);
  for (StringRef Name : Result) {
    auto It = Locals.find(Name);
    if (It != Locals.end() && !It->second.IsConstexpr)
      It->second.Value = decay(It->second.Value, It->second.Where);
  }
  auto AddFlag = [&](StringRef Flag) {
    setFlag(Flag, false, Where);
    Locals[Flag].Value = decay(boolean(false), Where);
    Result.push_back(Flag);
  };
  if (Summary.HasBreak)
    AddFlag(Frames.back().BreakFlag);
  if (Summary.HasReturn)
    AddFlag(ReturnFlag);
  return Result;
}

/// Binds the names carried by a loop to arguments of its first body; collects
/// the initial values.
void KernelSema::enterLoop(OpenLoop &L, sym::Body *Entry,
                           llvm::ArrayRef<StringRef> Assigned) {
  L.Before = Locals;
  for (StringRef Name : Assigned) {
    auto It = Locals.find(Name);
    llvm::SmallVector<sym::Expr *, 2> Parts, Arguments;
    if (It == Locals.end() || !flatten(It->second.Value, Parts) ||
        Parts.empty())
      continue;
    for (sym::Expr *Init : Parts) {
      L.S->Operands.push_back(Init);
      sym::Expr *A = P.addArgument(Entry, Init->Ty, L.S->Loc);
      A->Name = P.copy(Name.split('.').first);
      Arguments.push_back(A);
    }
    llvm::ArrayRef<sym::Expr *> Rest = Arguments;
    It->second.Value = rebuild(It->second.Value, Rest);
    It->second.Owner = Entry;
    L.Carried.push_back(Name);
  }
  Frames.back().Carried = L.Carried;
  Frames.back().Before = &L.Before;
}

/// Checks the final values of carried names, yields them from the body, and
/// binds the names to the loop's results in the scope in front of the loop.
void KernelSema::leaveLoop(OpenLoop &L) {
  for (StringRef Name : L.Carried) {
    SemaValue Start = L.Before[Name].Value, End = Locals[Name].Value;
    if (isHidden(Name)) // a flag that is not set is false
      End = decay(End.isAbsent() ? boolean(false) : End, L.Where);
    llvm::SmallVector<sym::Expr *, 2> SP, EP, Results;
    if (!flattenPair(Start, End, SP, EP)) {
      if (!End.isError())
        reportCarried(Name, Start, End, Locals[Name].Where,
                      L.Before[Name].Where);
      L.Before[Name].Value = SemaValue::error();
      continue;
    }
    for (sym::Expr *E : EP) {
      yieldFrom(L.Do, E);
      Results.push_back(P.addResult(L.S, E->Ty, Current));
    }
    llvm::ArrayRef<sym::Expr *> Rest = Results;
    L.Before[Name].Value = rebuild(Start, Rest);
    L.Before[Name].Owner = Current;
  }
  leaveWithResult(L);
  checkCompileTimeNames(L.Before);
  L.Before.erase(Frames.back().BreakFlag);
  Frames.pop_back();
  std::swap(Locals, L.Before);
  for (auto &Entry : L.Before)
    if (!Locals.count(Entry.first))
      Ended[Entry.first] = {L.Where, "the loop"};
}

/// What a `return` in the body gave leaves the loop as one more carried value,
/// which nobody reads unless the loop was left that way.
void KernelSema::leaveWithResult(OpenLoop &L) {
  auto It = Locals.find(ResultName);
  if (It == Locals.end())
    return;
  Variable V = It->second;
  llvm::SmallVector<sym::Expr *, 2> Parts, Results;
  flatten(V.Value, Parts);
  for (sym::Expr *E : Parts) {
    L.S->Operands.push_back(placeholder(E->Ty, L.Where));
    P.addArgument(L.S->Bodies[0], E->Ty, L.S->Loc);
    yieldFrom(L.Do, E);
    Results.push_back(P.addResult(L.S, E->Ty, Current));
  }
  llvm::ArrayRef<sym::Expr *> Rest = Results;
  V.Value = rebuild(V.Value, Rest);
  V.Owner = Current;
  L.Before[ResultName] = V;
}

/// A name with a compile-time value keeps it through a loop that remains.
void KernelSema::checkCompileTimeNames(ScopeMap &Before) {
  for (auto &[Name, Old] : Before) {
    auto It = Locals.find(Name);
    if (It == Locals.end() || Old.Value.isExpr() || Old.Value.hasElements() ||
        Old.Value.isError() || isHidden(Name) ||
        It->second.Where.Line == Old.Where.Line)
      continue;
    error(It->second.Where).note(loc(Old.Where), "its value before is here")
        << "'" << Name
        << "' is known at compile time before the loop and cannot be assigned "
           "in it; start with a run-time value";
    Old.Value = SemaValue::error();
  }
}

void KernelSema::visitLoopBody(OpenLoop &L, Body Statements) {
  sym::Body *Outer = std::exchange(Current, L.Do);
  bool OuterDone = std::exchange(Done, false);
  clearFlags(Locals); // the loop goes on, so no exit was taken
  Continuation End{{}, After, Boundary::Frame};
  After = &End;
  visitBody(Statements);
  After = End.Outer;
  Done = OuterDone;
  Current = Outer;
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

void KernelSema::visitRuntimeFor(const ForStmt &S, const RangeCall &R) {
  auto &Target = *llvm::cast<NameExpr>(S.Target);
  llvm::SmallVector<sym::Expr *, 3> Bounds;
  if (!loopBounds(R, Bounds))
    return forgetAssigned(S.Then);
  BodySummary Summary = summarize(S.Then);
  llvm::erase(Summary.Assigned, Target.Id);
  Locals.erase(Target.Id); // its old value is not carried, nor seen afterwards
  Frames.push_back(makeFrame(Frame::Loop));
  if (Summary.HasBreak || Summary.HasReturn)
    return visitExitingFor(S, Bounds, Summary);
  OpenLoop L;
  L.Where = S.Range;
  L.S = P.makeStmt(sym::StmtKind::For, loc(S.Iter->Range), Current);
  L.S->Operands.append(Bounds.begin(), Bounds.end());
  if (R.NumStages)
    L.S->Attrs = In.Ctx.dict(
        {In.Ctx.named("gpu.num_stages", In.Ctx.intAttr(*R.NumStages))});
  L.Do = P.makeBody(Current);
  L.Do->Holder = L.S;
  L.S->Bodies.push_back(L.Do);
  sym::Expr *Iv = P.addArgument(L.Do, Bounds[0]->Ty, loc(Target.Range));
  enterLoop(L, L.Do, namesToCarry(Summary, S.Range));
  bindIn(L.Do, Target, Iv);
  visitLoopBody(L, S.Then);
  leaveLoop(L);
}

void KernelSema::bindIn(sym::Body *B, const NameExpr &Target, sym::Expr *E) {
  sym::Body *Outer = std::exchange(Current, B);
  bind(Target, E, /*IsConstexpr=*/false);
  Current = Outer;
}

static Type unsignedOf(Context &Ctx, Type Ty) {
  switch (Ty.bitWidth()) {
  case 8:
    return Ctx.scalar(TypeKind::U8);
  case 16:
    return Ctx.scalar(TypeKind::U16);
  case 32:
    return Ctx.scalar(TypeKind::U32);
  default:
    return Ctx.scalar(TypeKind::U64);
  }
}

/// How often a loop with these bounds runs, as an unsigned integer of their
/// width: that of the distance can wrap nowhere.
sym::Expr *KernelSema::tripCount(llvm::ArrayRef<sym::Expr *> Bounds,
                                 Range Where) {
  sym::Expr *Start = Bounds[0], *Stop = Bounds[1], *Step = Bounds[2];
  Type Ty = Start->Ty, Count = unsignedOf(In.Ctx, Ty);
  auto Binary = [&](OpKind K, sym::Expr *L, sym::Expr *R, Type T) {
    return op(K, {L, R}, T, Where);
  };
  auto Number = [&](uint64_t V, Type T) {
    return constantExpr(In.Ctx.intConstant(T, V), Where);
  };
  auto Choose = [&](sym::Expr *C, sym::Expr *X, sym::Expr *Y) {
    return X == Y ? X : op(OpKind::Select, {C, X, Y}, X->Ty, Where);
  };
  Type Bool = In.Ctx.boolean();
  // Downwards the bounds change places and the step its sign.
  sym::Expr *Down = Ty.isSigned()
                        ? Binary(OpKind::CmpLt, Step, Number(0, Ty), Bool)
                        : constantExpr(In.Ctx.boolConstant(false), Where);
  sym::Expr *Low = Start, *High = Stop, *Size = Step;
  if (!Down->Const || Down->Const->asBool()) {
    sym::Expr *Negated = op(OpKind::Neg, {Step}, Ty, Where);
    bool Always = Down->Const != nullptr;
    Low = Always ? Stop : Choose(Down, Stop, Start);
    High = Always ? Start : Choose(Down, Start, Stop);
    Size = Always ? Negated : Choose(Down, Negated, Step);
  }
  sym::Expr *Runs = Binary(OpKind::CmpLt, Low, High, Bool);
  if (!Size->Const)
    Runs = Binary(OpKind::And, Runs,
                  Binary(OpKind::CmpNe, Step, Number(0, Ty), Bool), Bool);
  sym::Expr *Distance = Binary(OpKind::Sub, cast(High, Count, Where),
                               cast(Low, Count, Where), Count);
  if (!Size->Const || Size->Const->bits() != 1) {
    sym::Expr *One = Number(1, Count);
    Distance = Binary(OpKind::Sub, Distance, One, Count);
    Distance = Binary(OpKind::Div, Distance, cast(Size, Count, Where), Count);
    Distance = Binary(OpKind::Add, Distance, One, Count);
  }
  return Choose(Runs, Distance, Number(0, Count));
}

/// A `for` with `break` or `return`: a `while` that carries the index and the
/// number of iterations left.
void KernelSema::visitExitingFor(const ForStmt &S,
                                 llvm::ArrayRef<sym::Expr *> Bounds,
                                 const BodySummary &Summary) {
  auto &Target = *llvm::cast<NameExpr>(S.Target);
  sym::Expr *Trips = tripCount(Bounds, S.Iter->Range);
  OpenLoop L = openWhile(loc(S.Iter->Range), S.Range);
  sym::Body *Head = L.S->Bodies[0];
  L.S->Operands = {Bounds[0], Trips};
  sym::Expr *Index = P.addArgument(Head, Bounds[0]->Ty, loc(Target.Range));
  sym::Expr *Left = P.addArgument(Head, Trips->Ty, L.S->Loc);
  enterLoop(L, Head, namesToCarry(Summary, S.Range));
  sym::Body *Outer = std::exchange(Current, Head);
  sym::Expr *Zero = constantExpr(In.Ctx.intConstant(Left->Ty, 0), S.Range);
  sym::Expr *More =
      op(OpKind::CmpNe, {Left, Zero}, In.Ctx.boolean(), S.Iter->Range);
  yieldFrom(Head, unlessExited(More, S.Iter->Range));
  Current = Outer;
  bindIn(L.Do, Target, Index);
  visitLoopBody(L, S.Then);
  Current = L.Do;
  capture(Bounds[2], Outer);
  sym::Expr *One = constantExpr(In.Ctx.intConstant(Left->Ty, 1), S.Range);
  yieldFrom(L.Do, op(OpKind::Add, {Index, Bounds[2]}, Index->Ty, S.Range));
  yieldFrom(L.Do, op(OpKind::Sub, {Left, One}, Left->Ty, S.Range));
  Current = Outer;
  P.addResult(L.S, Index->Ty, Current);
  P.addResult(L.S, Left->Ty, Current);
  leaveLoop(L);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

OpenLoop KernelSema::openWhile(Location Loc, Range Where) {
  OpenLoop L;
  L.Where = Where;
  L.S = P.makeStmt(sym::StmtKind::While, Loc, Current);
  sym::Body *Head = P.makeBody(Current);
  L.Do = P.makeBody(Current);
  Head->Holder = L.Do->Holder = L.S;
  L.S->Bodies = {Head, L.Do};
  return L;
}

/// E, and no exit of the loop around has been taken; E null: true.
sym::Expr *KernelSema::unlessExited(sym::Expr *E, Range Where) {
  sym::Expr *Left = exitCondition({Frames.back().BreakFlag, ReturnFlag}, Where);
  if (!Left)
    return E;
  sym::Expr *Stays = op(OpKind::Not, {Left}, In.Ctx.boolean(), Where);
  return E ? op(OpKind::And, {Stays, E}, In.Ctx.boolean(), Where) : Stays;
}

/// The value of the condition of a `while`, in its first body. A loop that has
/// been left does not evaluate it again.
sym::Expr *KernelSema::whileCondition(const WhileStmt &S, bool HasExits) {
  Range Where = S.Test->Range;
  sym::Expr *Condition = nullptr;
  auto Visit = [&] {
    SemaValue Test = visit(S.Test);
    std::optional<bool> Known;
    if (isCompileTime(Test) && HasExits)
      Known = truth(Test, Where);
    if (Known)
      Condition = constantExpr(In.Ctx.boolConstant(*Known), Where);
    else if (Test.isExpr())
      Condition = scalarCondition(Test, Where, "'while'");
    else if (!Test.isError())
      error(Where) << "the condition of 'while' must be a run-time boolean "
                      "that the body changes, got "
                   << describe(Test);
  };
  sym::Expr *Left =
      HasExits ? exitCondition({Frames.back().BreakFlag, ReturnFlag}, Where)
               : nullptr;
  if (!Left) {
    Visit();
    return Condition;
  }
  sym::Stmt *If = P.makeStmt(sym::StmtKind::If, loc(Where), Current);
  If->Operands.push_back(Left);
  ScopeMap Scope = Locals;
  BranchEnd Exited = visitBranch(If, Scope, [] {});
  BranchEnd Stayed = visitBranch(If, Scope, Visit);
  Locals = std::move(Scope);
  if (!Condition)
    return nullptr;
  if (Stayed.Block->Statements.empty()) {
    // Nothing but arithmetic: no need to branch around it.
    Current->Statements.pop_back();
    bool IsTrue = Condition->Const && Condition->Const->asBool();
    return unlessExited(IsTrue ? nullptr : Condition, Where);
  }
  yieldFrom(Exited.Block, constantExpr(In.Ctx.boolConstant(false), Where));
  yieldFrom(Stayed.Block, Condition);
  return P.addResult(If, Condition->Ty, Current);
}

void KernelSema::visitWhile(const WhileStmt &S) {
  if (!S.OrElse.empty()) {
    unsupported(S.Range) << "'else' of a loop is not supported in kernels";
    return;
  }
  if (!summarize(S.Test).Assigned.empty()) {
    unsupported(S.Test->Range)
        << "an assignment in the condition of 'while' is "
           "not supported in kernels; assign in the body";
    return forgetAssigned(S.Then);
  }
  BodySummary Summary = summarize(S.Then);
  Frames.push_back(makeFrame(Frame::Loop));
  OpenLoop L = openWhile(loc(S.Test->Range), S.Range);
  sym::Body *Head = L.S->Bodies[0];
  enterLoop(L, Head, namesToCarry(Summary, S.Range));
  ScopeMap Entry = Locals;
  sym::Body *Outer = std::exchange(Current, Head);
  sym::Expr *Condition =
      whileCondition(S, Summary.HasBreak || Summary.HasReturn);
  if (Condition)
    yieldFrom(Head, Condition);
  Locals = std::move(Entry);
  Current = Outer;
  visitLoopBody(L, S.Then);
  leaveLoop(L);
}
