//===- SemaCombine.cpp - Reductions and scans by a function
//----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The `@jit` function that combines two groups of elements is expanded on
// scalars into the region of a `reduce` or `scan`.
//
//===----------------------------------------------------------------------===//

#include "NameResolver.h"
#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// The blocks to combine, of one shape; false after reporting.
bool Sema::combineInputs(const BoundCall &C,
                         llvm::SmallVectorImpl<sym::Expr *> &Inputs) {
  llvm::ArrayRef<SemaValue> Given = C.Args.take_front();
  if (C[0].isTuple())
    Given = C[0].elements();
  for (SemaValue V : Given) {
    sym::Expr *E = toValue(V, "an argument of " + C.Name.str(), C.Ranges[0]);
    if (!E)
      return false;
    if (!E->Ty.isTile()) {
      error(C.Ranges[0]) << C.Name << " needs blocks, got " << E->Ty;
      return false;
    }
    Inputs.push_back(E);
    if (E->Ty.shape() == Inputs[0]->Ty.shape())
      continue;
    error(C.Ranges[0]) << "the blocks of " << C.Name << " must have one shape, "
                       << "got " << Inputs[0]->Ty << " and " << E->Ty;
    return false;
  }
  if (!Inputs.empty())
    return true;
  error(C.Ranges[0]) << C.Name << " needs at least one block";
  return false;
}

/// Checks what the function gave and yields it from the region.
bool Sema::yieldCombined(const BoundCall &C, sym::Stmt *S, SemaValue Result,
                         StringRef Function) {
  llvm::ArrayRef<SemaValue> Given(Result);
  if (Result.isTuple())
    Given = Result.elements();
  if (Given.size() != S->Operands.size()) {
    error(C.Range) << "'" << Function << "' must give " << S->Operands.size()
                   << (S->Operands.size() == 1 ? " value" : " values")
                   << ", one per block of " << C.Name << ", but gives "
                   << Given.size();
    return false;
  }
  for (auto [V, Input] : llvm::zip(Given, S->Operands)) {
    sym::Expr *E =
        toValue(V, "the result of '" + Function.str() + "'", C.Range);
    if (!E)
      return false;
    Type Wanted = Input->Ty.elementType();
    if (E->Ty != Wanted) {
      error(C.Range) << "'" << Function << "' must keep the type of the "
                     << "elements, " << Wanted << ", but gives " << E->Ty
                     << "; cast its result, or the block before " << C.Name;
      return false;
    }
    yieldFrom(S->Bodies[0], E);
  }
  return true;
}

/// A `reduce` or `scan` of Inputs by the function argument Index; null after
/// reporting. The caller adds results.
sym::Stmt *Sema::combine(OpKind K, const BoundCall &C, unsigned Index,
                         llvm::ArrayRef<sym::Expr *> Inputs, AttrDict Attrs) {
  SemaValue Function = C[Index];
  if (!Function.isEntity() ||
      Function.entity()->Kind != EntityKind::JitFunction) {
    error(C.Ranges[Index]) << C.Name << " combines elements by a @triton.jit "
                           << "function, got " << describe(Function);
    return nullptr;
  }
  StringRef Name = Function.entity()->Name;
  JitCode Code;
  if (!findCode(*Function.entity(), C.Ranges[Index], Code))
    return nullptr;
  size_t Wanted = 2 * Inputs.size();
  if (Code.Function->Params.size() != Wanted) {
    error(C.Ranges[Index]) << "'" << Name << "' must have " << Wanted
                           << " parameters, two per block of " << C.Name
                           << ", but has " << Code.Function->Params.size();
    return nullptr;
  }
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Combine, loc(C.Range), Current);
  S->Op = K;
  S->Attrs = Attrs;
  S->Operands.assign(Inputs.begin(), Inputs.end());
  sym::Body *B = P.makeBody(Current);
  B->Holder = S;
  S->Bodies.push_back(B);
  llvm::SmallVector<SemaValue, 4> Args;
  for (size_t I = 0; I != Wanted; ++I) {
    Type Element = Inputs[I % Inputs.size()]->Ty.elementType();
    sym::Expr *A = P.addArgument(B, Element, S->Loc);
    A->Name = P.copy(Code.Function->Params[I].Name);
    Args.push_back(A);
  }
  sym::Body *Outer = std::exchange(Current, B);
  SemaValue Result = runHelper(Code, C.Ranges[Index], Args);
  bool Done = !Result.isError() && yieldCombined(C, S, Result, Name);
  Current = Outer;
  return Done ? S : nullptr;
}

SemaValue Sema::combineResults(const BoundCall &C,
                               llvm::ArrayRef<SemaValue> Results) {
  return C[0].isTuple() ? makeTuple(Results, /*IsList=*/false) : Results[0];
}

SemaValue Sema::callReduce(const BoundCall &C) {
  enum { Input, Axis, Function, KeepDims };
  llvm::SmallVector<sym::Expr *, 2> Inputs;
  Reduction How;
  if (!combineInputs(C, Inputs) ||
      !reductionAxis(C, Inputs[0], Axis, KeepDims, How))
    return SemaValue::error();
  unsigned Rank = Inputs[0]->Ty.rank();
  if (!How.Axis)
    for (sym::Expr *&E : Inputs)
      E = reshape(E, {E->Ty.numElements()}, C.Range);
  AttrDict Attrs =
      In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(How.Axis.value_or(0)))});
  sym::Stmt *S = combine(OpKind::Reduce, C, Function, Inputs, Attrs);
  if (!S)
    return SemaValue::error();
  Extents Shape(Inputs[0]->Ty.shape());
  Shape.erase(Shape.begin() + How.Axis.value_or(0));
  llvm::SmallVector<SemaValue, 2> Results;
  for (sym::Expr *E : Inputs) {
    Type Ty = In.Ctx.tileOrScalar(Shape, E->Ty.elementType());
    sym::Expr *Result = P.addResult(S, Ty, Current);
    Results.push_back(How.KeepDims ? keepDims(Result, How, Rank, C.Range)
                                   : Result);
  }
  return combineResults(C, Results);
}

SemaValue Sema::callScan(const BoundCall &C) {
  enum { Input, Axis, Function, Reverse };
  llvm::SmallVector<sym::Expr *, 2> Inputs;
  std::optional<bool> FromEnd = false;
  if (!C[Reverse].isAbsent())
    FromEnd = constBool(C[Reverse], "reverse", C.Ranges[Reverse]);
  if (!FromEnd || !combineInputs(C, Inputs))
    return SemaValue::error();
  auto At = axisArgument(C[Axis], Inputs[0]->Ty.rank(), C.Ranges[Axis], C.Name);
  if (!At)
    return SemaValue::error();
  AttrDict Attrs = In.Ctx.dict({In.Ctx.named("axis", In.Ctx.intAttr(*At))});
  if (*FromEnd)
    Attrs = In.Ctx.withAttr(Attrs, "reverse", In.Ctx.boolAttr(true));
  sym::Stmt *S = combine(OpKind::Scan, C, Function, Inputs, Attrs);
  if (!S)
    return SemaValue::error();
  llvm::SmallVector<SemaValue, 2> Results;
  for (sym::Expr *E : Inputs)
    Results.push_back(P.addResult(S, E->Ty, Current));
  return combineResults(C, Results);
}
