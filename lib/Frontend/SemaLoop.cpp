//===- SemaLoop.cpp - for, while
//-------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `static_range`, and `range` with constant bounds while that stays small, are
// expanded here. Other loops become regions whose carried values are the names
// that exist before the loop and are assigned in it.
//
//===----------------------------------------------------------------------===//

#include "AssignedNames.h"
#include "Sema.h"
#include "mytriton/IR/Evaluate.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// Most operations a `static_range` may expand to.
static constexpr uint64_t MaxUnrolledOps = 1000000;

SemaValue Sema::callRange(const BoundCall &C) {
  if (!WantedRange) {
    error(C.Range) << "'" << C.Name << "' stands only in 'for … in " << C.Name
                   << "(…)' in kernels";
    return SemaValue::error();
  }
  RangeCall &R = *WantedRange;
  R.IsStatic = C.Function.Id == BuiltinId::StaticRange;
  R.IsPython = C.Name == "range";
  bool One = C[1].isAbsentOrNone();
  R.Bounds[0] = One ? integer(0, C.Range) : C[0];
  R.Bounds[1] = One ? C[0] : C[1];
  R.Bounds[2] = C[2].isAbsentOrNone() ? integer(1, C.Range) : C[2];
  R.Places[0] = C.Ranges[0];
  R.Places[1] = One ? C.Ranges[0] : C.Ranges[1];
  R.Places[2] = C[2].isAbsentOrNone() ? C.Range : C.Ranges[2];
  R.Known = true;
  for (SemaValue V : R.Bounds)
    R.Known &= !V.isExpr() || V.expr()->Const;
  return none();
}

bool Sema::readRange(const ForStmt &S, RangeCall &R) {
  SemaValue V;
  if (llvm::isa<CallExpr>(S.Iter)) {
    RangeCall *Outer = std::exchange(WantedRange, &R);
    V = visit(S.Iter);
    WantedRange = Outer;
    if (V.isError())
      return false;
    if (V.isNone() && !R.Bounds[0].isAbsent())
      return true;
  }
  unsupported(S.Iter->Range)
      << "kernels loop over range, tl.range or tl.static_range only";
  return false;
}

//===----------------------------------------------------------------------===//
// Expanded loops
//===----------------------------------------------------------------------===//

/// The names that exist and are assigned in the body keep their types through
/// an iteration, as in a loop that is not expanded.
void Sema::checkCarriedTypes(const ForStmt &S, const ScopeMap &Before) {
  for (auto &[Name, Old] : Before) {
    auto It = Locals.find(Name);
    if (It == Locals.end() || Old.IsConstexpr)
      continue;
    SemaValue A = Old.Value, B = It->second.Value;
    if (!A.isExpr() || !B.isExpr() || A.expr()->Ty == B.expr()->Ty)
      continue;
    reportCarried(Name, A, B, It->second.Where, Old.Where);
    It->second.Value = SemaValue::error();
  }
}

void Sema::reportCarried(StringRef Name, SemaValue Before, SemaValue After,
                         Range Where, Range First) {
  error(Where).note(loc(First), "its value before the loop is here")
      << "'" << Name << "' has type " << typeText(Before)
      << " before the loop and " << typeText(After)
      << " at the end of its body; start with a value of the final type, or "
         "cast in the body";
}

/// Takes back the names that are new in the body.
void Sema::endScope(const ScopeMap &Before, Range Loop) {
  llvm::SmallVector<StringRef, 4> New;
  for (auto &Entry : Locals)
    if (!Before.count(Entry.first))
      New.push_back(Entry.first);
  for (StringRef Name : New) {
    Locals.erase(Name);
    Ended[Name] = {Loop, "the loop"};
  }
}

void Sema::expand(const ForStmt &S, const RangeCall &R, uint64_t Trips,
                  int64_t Start, int64_t Step) {
  auto &Target = *llvm::cast<NameExpr>(S.Target);
  ScopeMap Before = Locals;
  Before.erase(Target.Id);
  uint64_t Factor =
      std::exchange(UnrollFactor, UnrollFactor * (Trips + !Trips));
  unsigned Errors = NumErrors;
  Continuation Loop{{}, After, /*IsLoop=*/true};
  After = &Loop;
  // One iteration's errors tell enough.
  for (uint64_t I = 0; I != Trips && NumErrors == Errors && !Returned; ++I) {
    bind(Target, integer(Start + int64_t(I) * Step, Target.Range), true);
    visitBody(S.Then);
    if (!R.IsStatic)
      checkCarriedTypes(S, Before);
  }
  After = Loop.Outer;
  UnrollFactor = Factor;
  // A static_range works in the enclosing scope (SY-23); of other loops nothing
  // new is seen outside.
  if (!R.IsStatic)
    endScope(Before, S.Range);
}

bool Sema::constantBounds(const RangeCall &R, int64_t (&Bounds)[3]) {
  static constexpr StringRef What[] = {
      "the start of a range", "the end of a range", "the step of a range"};
  for (unsigned I = 0; I != 3; ++I) {
    auto V = constInt(R.Bounds[I], What[I], R.Places[I]);
    if (!V)
      return false;
    Bounds[I] = *V;
  }
  if (Bounds[2] != 0)
    return true;
  error(R.Places[2]) << "the step of a range must not be zero";
  return false;
}

void Sema::visitFor(const ForStmt &S) {
  if (!S.OrElse.empty()) {
    unsupported(S.Range) << "'else' of a loop is not supported in kernels";
    return;
  }
  if (!llvm::isa<NameExpr>(S.Target)) {
    unsupported(S.Target->Range) << "the index of a loop must be a simple name";
    return;
  }
  RangeCall R;
  if (!readRange(S, R))
    return forgetAssigned(S.Then);
  if (!R.IsStatic && (!R.Known || !R.IsPython || In.Options.AsTriton))
    return visitRuntimeFor(S, R);
  int64_t B[3];
  if (!constantBounds(R, B))
    return forgetAssigned(S.Then);
  uint64_t Trips = tripCount(B[0], B[1], B[2], /*IsSigned=*/true);
  BodySummary Size = summarize(S.Then);
  double Total = double(Trips) * double(UnrollFactor) *
                 double(std::max<uint64_t>(Size.Operations, 1));
  if (!R.IsStatic && (Total > In.Options.UnrollBudget || Size.HasDot))
    return visitRuntimeFor(S, R);
  if (Total > MaxUnrolledOps) {
    error(S.Iter->Range) << "this tl.static_range would expand to about "
                         << uint64_t(Total) << " operations, more than "
                         << MaxUnrolledOps << "; use range";
    return forgetAssigned(S.Then);
  }
  expand(S, R, Trips, B[0], B[2]);
}

//===----------------------------------------------------------------------===//
// Loops that remain
//===----------------------------------------------------------------------===//

/// After an error: whatever the body assigns has no known value.
void Sema::forgetAssigned(Body Statements) {
  for (StringRef Name : summarize(Statements).Assigned)
    Locals[Name].Value = SemaValue::error();
}

/// Bounds as values of one integer type; false after reporting.
bool Sema::loopBounds(const RangeCall &R, sym::Stmt *Loop, Type &Index) {
  static constexpr StringRef What[] = {"start", "end", "step"};
  sym::Expr *Values[3] = {};
  for (unsigned I = 0; I != 3; ++I) {
    std::string Name = "the " + What[I].str() + " of a range";
    sym::Expr *E = toValue(R.Bounds[I], Name, R.Places[I]);
    if (!E)
      return false;
    if (E->Ty.isTile() || !E->Ty.isInteger()) {
      error(R.Places[I]) << Name << " must be an integer scalar, got " << E->Ty;
      return false;
    }
    Values[I] = E;
    Index = Index ? promote(Index, E->Ty, Division::No, "range", R.Places[I])
                  : E->Ty;
  }
  if (Values[2]->Const && Values[2]->Const->bits() == 0) {
    error(R.Places[2]) << "the step of a range must not be zero";
    return false;
  }
  for (unsigned I = 0; I != 3; ++I)
    Loop->Operands.push_back(cast(Values[I], Index, R.Places[I]));
  return true;
}

/// Numbers that a helper was called with are values from here on.
void Sema::decayAssigned(llvm::ArrayRef<StringRef> Assigned) {
  for (StringRef Name : Assigned) {
    auto It = Locals.find(Name);
    if (It != Locals.end() && !It->second.IsConstexpr)
      It->second.Value = decay(It->second.Value, It->second.Where);
  }
}

/// Binds the names carried by a loop to arguments of its body; collects the
/// initial values.
void Sema::enterLoop(sym::Stmt *Loop, sym::Body *B,
                     llvm::ArrayRef<StringRef> Assigned,
                     llvm::SmallVectorImpl<StringRef> &Carried) {
  for (StringRef Name : Assigned) {
    auto It = Locals.find(Name);
    llvm::SmallVector<sym::Expr *, 2> Parts, Arguments;
    if (It == Locals.end() || !flatten(It->second.Value, Parts) ||
        Parts.empty())
      continue;
    for (sym::Expr *Init : Parts) {
      Loop->Operands.push_back(Init);
      sym::Expr *A = P.addArgument(B, Init->Ty, Loop->Loc);
      A->Name = P.copy(Name);
      Arguments.push_back(A);
    }
    llvm::ArrayRef<sym::Expr *> Rest = Arguments;
    It->second.Value = rebuild(It->second.Value, Rest);
    It->second.Owner = B;
    Carried.push_back(Name);
  }
}

/// Checks the final values of carried names, yields them from B, and binds the
/// names to the loop's results in the scope Before.
void Sema::leaveLoop(sym::Stmt *Loop, sym::Body *B, ScopeMap Before,
                     llvm::ArrayRef<StringRef> Carried) {
  for (StringRef Name : Carried) {
    SemaValue Start = Before[Name].Value, End = Locals[Name].Value;
    llvm::SmallVector<sym::Expr *, 2> SP, EP, Results;
    if (!flattenPair(Start, End, SP, EP)) {
      if (!End.isError())
        reportCarried(Name, Start, End, Locals[Name].Where, Before[Name].Where);
      Before[Name].Value = SemaValue::error();
      continue;
    }
    for (sym::Expr *E : EP) {
      yieldFrom(B, E);
      Results.push_back(P.addResult(Loop, E->Ty, Current));
    }
    llvm::ArrayRef<sym::Expr *> Rest = Results;
    Before[Name].Value = rebuild(Start, Rest);
    Before[Name].Owner = Current;
  }
  checkCompileTimeNames(Before);
  std::swap(Locals, Before);
  for (auto &Entry : Before)
    if (!Locals.count(Entry.first))
      Ended[Entry.first] = {bodyRange(Loop), "the loop"};
}

/// A name with a compile-time value keeps it through a loop that remains.
void Sema::checkCompileTimeNames(ScopeMap &Before) {
  for (auto &[Name, Old] : Before) {
    auto It = Locals.find(Name);
    if (It == Locals.end() || Old.Value.isExpr() || Old.Value.hasElements() ||
        Old.Value.isError() || It->second.Where.Line == Old.Where.Line)
      continue;
    error(It->second.Where).note(loc(Old.Where), "its value before is here")
        << "'" << Name
        << "' is known at compile time before the loop and cannot be assigned "
           "in it; start with a run-time value";
    Old.Value = SemaValue::error();
  }
}

void Sema::visitRuntimeFor(const ForStmt &S, const RangeCall &R) {
  auto &Target = *llvm::cast<NameExpr>(S.Target);
  sym::Stmt *Loop = P.makeStmt(sym::StmtKind::For, loc(S.Iter->Range), Current);
  Type Index;
  if (!loopBounds(R, Loop, Index)) {
    Current->Statements.pop_back();
    return forgetAssigned(S.Then);
  }
  LoopPlaces[Loop] = S.Range;
  sym::Body *B = P.makeBody(Current);
  B->Holder = Loop;
  Loop->Bodies.push_back(B);
  sym::Expr *Iv = P.addArgument(B, Index, loc(Target.Range));
  Locals.erase(Target.Id); // its old value is not carried, nor seen afterwards
  llvm::SmallVector<StringRef, 4> Assigned = summarize(S.Then).Assigned,
                                  Carried;
  llvm::erase(Assigned, Target.Id);
  decayAssigned(Assigned);
  ScopeMap Before = Locals;
  enterLoop(Loop, B, Assigned, Carried);
  sym::Body *Outer = std::exchange(Current, B);
  bind(Target, Iv, /*IsConstexpr=*/false);
  visitLoopBody(S.Then, S.Range);
  Current = Outer;
  leaveLoop(Loop, B, std::move(Before), Carried);
}

void Sema::visitLoopBody(Body Statements, Range Loop) {
  Continuation Next{{}, After, /*IsLoop=*/true};
  After = &Next;
  visitBody(Statements);
  After = Next.Outer;
  if (!Returned)
    return;
  Returned = false;
  unsupported(Loop) << "'return' inside a loop is not supported in kernels";
}

void Sema::visitWhile(const WhileStmt &S) {
  if (!S.OrElse.empty()) {
    unsupported(S.Range) << "'else' of a loop is not supported in kernels";
    return;
  }
  sym::Stmt *Loop =
      P.makeStmt(sym::StmtKind::While, loc(S.Test->Range), Current);
  LoopPlaces[Loop] = S.Range;
  sym::Body *Head = P.makeBody(Current), *Do = P.makeBody(Current);
  Head->Holder = Do->Holder = Loop;
  Loop->Bodies = {Head, Do};
  BodySummary Names = summarize(S.Then);
  decayAssigned(Names.Assigned);
  ScopeMap Before = Locals;
  llvm::SmallVector<StringRef, 4> Carried;
  enterLoop(Loop, Head, Names.Assigned, Carried);
  ScopeMap Entry = Locals;
  sym::Body *Outer = std::exchange(Current, Head);
  SemaValue Test = visit(S.Test);
  sym::Expr *Condition = nullptr;
  if (Test.isExpr())
    Condition = scalarCondition(Test, S.Test->Range, "'while'");
  else if (!Test.isError())
    error(S.Test->Range) << "the condition of 'while' must be a run-time "
                            "boolean that the body changes, got "
                         << describe(Test);
  if (Condition)
    yieldFrom(Head, Condition);
  Locals = std::move(Entry);
  Current = Do;
  visitLoopBody(S.Then, S.Range);
  Current = Outer;
  leaveLoop(Loop, Do, std::move(Before), Carried);
}
