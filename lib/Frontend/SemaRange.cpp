//===- SemaRange.cpp - Ranges, expanded loops
//-------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `static_range`, and `range` with constant bounds while that stays small, are
// expanded here.
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "mytriton/IR/Evaluate.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// Most operations a `static_range` may expand to.
static constexpr uint64_t MaxUnrolledOps = 1000000;

SemaValue KernelSema::callRange(const BoundCall &C) {
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
  constexpr unsigned NumStages = 3;
  if (!R.IsStatic && !C[NumStages].isAbsentOrNone()) {
    R.NumStages = constInt(C[NumStages], "num_stages", C.Ranges[NumStages]);
    if (!R.NumStages)
      return SemaValue::error();
  }
  R.Known = true;
  for (SemaValue V : R.Bounds)
    R.Known &= !V.isExpr() || V.expr()->Const;
  return none();
}

bool KernelSema::readRange(const ForStmt &S, RangeCall &R) {
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
void KernelSema::checkCarriedTypes(const ScopeMap &Before) {
  for (auto &[Name, Old] : Before) {
    auto It = Locals.find(Name);
    if (It == Locals.end() || Old.IsConstexpr || isHidden(Name))
      continue;
    SemaValue A = Old.Value, B = It->second.Value;
    if (!A.isExpr() || !B.isExpr() || A.expr()->Ty == B.expr()->Ty)
      continue;
    reportCarried(Name, A, B, It->second.Where, Old.Where);
    It->second.Value = SemaValue::error();
  }
}

/// Takes back the names that are new in the body.
void KernelSema::endScope(const ScopeMap &Before, Range Loop) {
  llvm::SmallVector<StringRef, 4> New;
  for (auto &Entry : Locals)
    if (!Before.count(Entry.first) && !isHidden(Entry.first))
      New.push_back(Entry.first);
  for (StringRef Name : New) {
    Locals.erase(Name);
    Ended[Name] = {Loop, "the loop"};
  }
}

/// Visits one iteration of an expanded loop.
void KernelSema::expandOnce(const ForStmt &S) {
  Continuation End{{}, After, Boundary::Iteration};
  Continuation All{S.Then, &End};
  After = &All;
  if (exitState(Locals) == Exit::Sometimes)
    visitGuardedRest(S.Range);
  else
    visitRest();
  After = End.Outer;
}

void KernelSema::expand(const ForStmt &S, const RangeCall &R, uint64_t Trips,
                        int64_t Start, int64_t Step) {
  auto &Target = *llvm::cast<NameExpr>(S.Target);
  ScopeMap Before = Locals;
  Before.erase(Target.Id);
  uint64_t Factor =
      std::exchange(UnrollFactor, UnrollFactor * (Trips + !Trips));
  unsigned Errors = NumErrors;
  Frame F = makeFrame(Frame::Expanded);
  Frames.push_back(F);
  // One iteration's errors tell enough.
  for (uint64_t I = 0; I != Trips && NumErrors == Errors; ++I) {
    Locals.erase(F.ContinueFlag);
    if (exitState(Locals) == Exit::Always)
      break;
    bind(Target, integer(Start + int64_t(I) * Step, Target.Range), true);
    expandOnce(S);
    if (!R.IsStatic)
      checkCarriedTypes(Before);
  }
  Locals.erase(F.ContinueFlag);
  Locals.erase(F.BreakFlag);
  Frames.pop_back();
  UnrollFactor = Factor;
  // A static_range works in the enclosing scope (SY-23); of other loops nothing
  // new is seen outside.
  if (!R.IsStatic)
    endScope(Before, S.Range);
}

bool KernelSema::constantBounds(const RangeCall &R, int64_t (&Bounds)[3]) {
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

void KernelSema::visitFor(const ForStmt &S) {
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
  uint64_t Trips = mt::tripCount(B[0], B[1], B[2], /*IsSigned=*/true);
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

/// Bounds as values of one integer type; false after reporting.
bool KernelSema::loopBounds(const RangeCall &R,
                            llvm::SmallVectorImpl<sym::Expr *> &Bounds) {
  static constexpr StringRef What[] = {"start", "end", "step"};
  sym::Expr *Values[3] = {};
  Type Index;
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
    Bounds.push_back(cast(Values[I], Index, R.Places[I]));
  return true;
}
