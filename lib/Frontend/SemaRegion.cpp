//===- SemaRegion.cpp - Values across regions ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that two branches leave with different values becomes a result of
// their `if`. A branch that ends in `continue`, `break` or `return` leaves
// names nobody reads: what the other branch says holds, and a placeholder
// stands in.
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// The run-time values V is made of; false if V is none and holds none.
bool KernelSema::flatten(SemaValue V,
                         llvm::SmallVectorImpl<sym::Expr *> &Parts) {
  if (V.isExpr()) {
    Parts.push_back(V.expr());
    return true;
  }
  if (!V.hasElements())
    return false;
  for (SemaValue E : V.elements())
    flatten(E, Parts);
  return true;
}

/// A value shaped like V with other parts; Parts loses those it takes.
SemaValue KernelSema::rebuild(SemaValue V, llvm::ArrayRef<sym::Expr *> &Parts) {
  if (V.isExpr()) {
    sym::Expr *E = Parts.front();
    Parts = Parts.drop_front();
    if (E->Name.empty())
      E->Name = V.expr()->Name;
    return E;
  }
  if (!V.hasElements())
    return V;
  llvm::SmallVector<SemaValue, 4> Elements;
  for (SemaValue E : V.elements())
    Elements.push_back(rebuild(E, Parts));
  return withElements(V, Elements);
}

/// Whether two tuples or aggregates differ in their elements at most.
static bool sameForm(SemaValue A, SemaValue B) {
  return A.kind() == B.kind() && A.hasElements() &&
         A.elements().size() == B.elements().size() &&
         A.tupleClass() == B.tupleClass() &&
         (!A.isAggregate() || *A.aggregate() == *B.aggregate());
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

/// Appends the run-time values A and B are made of; false unless either can
/// stand for the other: values of one type, in tuples of one form.
bool KernelSema::flattenPair(SemaValue A, SemaValue B,
                             llvm::SmallVectorImpl<sym::Expr *> &AParts,
                             llvm::SmallVectorImpl<sym::Expr *> &BParts) {
  if (A.isExpr() && B.isExpr()) {
    AParts.push_back(A.expr());
    BParts.push_back(B.expr());
    return A.expr()->Ty == B.expr()->Ty;
  }
  if (!A.hasElements())
    return sameValue(A, B);
  if (!sameForm(A, B))
    return false;
  for (auto [X, Y] : llvm::zip(A.elements(), B.elements()))
    if (!flattenPair(X, Y, AParts, BParts))
      return false;
  return true;
}

/// `i32`, `(i32, f32)` or what describe() says.
std::string KernelSema::typeText(SemaValue V) {
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
// Two branches
//===----------------------------------------------------------------------===//

/// A value nobody reads.
sym::Expr *KernelSema::placeholder(Type Ty, Range Where) {
  Type Element = Ty.elementType();
  if (!Element.isPointer())
    return zeros(Ty.shape(), Element, Where);
  return cast(zeros(Ty.shape(), In.Ctx.scalar(TypeKind::I64), Where), Element,
              Where);
}

/// What holds behind S if its branches leave A and B; none if their types
/// differ.
std::optional<SemaValue> KernelSema::mergeValues(sym::Stmt *S, SemaValue A,
                                                 SemaValue B, Range Where) {
  if (sameValue(A, B))
    return A;
  A = decay(A, Where);
  B = decay(B, Where);
  llvm::SmallVector<sym::Expr *, 2> AParts, BParts, Results;
  if (!flattenPair(A, B, AParts, BParts))
    return std::nullopt;
  for (auto [X, Y] : llvm::zip(AParts, BParts)) {
    if (sameValue(X, Y)) {
      Results.push_back(X);
      continue;
    }
    yieldFrom(S->Bodies[0], X);
    yieldFrom(S->Bodies[1], Y);
    Results.push_back(P.addResult(S, X->Ty, Current));
  }
  llvm::ArrayRef<sym::Expr *> Parts = Results;
  return rebuild(A, Parts);
}

/// V, left by one branch of S (0 or 1), where the other leaves what nobody
/// reads.
SemaValue KernelSema::takeValue(sym::Stmt *S, SemaValue V, unsigned Branch,
                                Range Where) {
  llvm::SmallVector<sym::Expr *, 2> Parts, Results;
  flatten(V, Parts);
  for (sym::Expr *E : Parts) {
    if (E->isConstant()) {
      Results.push_back(E);
      continue;
    }
    yieldFrom(S->Bodies[Branch], E);
    yieldFrom(S->Bodies[1 - Branch], placeholder(E->Ty, Where));
    Results.push_back(P.addResult(S, E->Ty, Current));
  }
  llvm::ArrayRef<sym::Expr *> Rest = Results;
  return rebuild(V, Rest);
}

/// The value of Name after a branch, Absent if it has none; a flag that was not
/// set is False.
SemaValue KernelSema::branchValue(BranchEnd &End, StringRef Name) {
  auto It = End.Locals.find(Name);
  if (It != End.Locals.end())
    return It->second.Value;
  return isHidden(Name) && Name != ResultName ? boolean(false) : SemaValue();
}

/// True if nobody reads what End leaves under Name, because its exit leads past
/// every reader. `continue` and `break` have checked the names of their loop.
bool KernelSema::canIgnore(const BranchEnd &End, StringRef Name) const {
  if (!End.Leaves || !End.Locals.count(Name))
    return End.Leaves;
  const Frame &F = Frames.back();
  if (F.Kind == Frame::Loop && !llvm::is_contained(F.Carried, Name))
    return true;
  auto It = End.Locals.find(ReturnFlag);
  return It != End.Locals.end() && It->second.Value.isConst() &&
         It->second.Value.object() == Py_True;
}

void KernelSema::mergeName(sym::Stmt *S, StringRef Name, BranchEnd &Then,
                           BranchEnd &Else, Range Where) {
  if (!Then.Locals.count(Name) && !Else.Locals.count(Name))
    return;
  SemaValue A = branchValue(Then, Name), B = branchValue(Else, Name);
  Variable &V = Locals[Name];
  V.Owner = Current;
  V.Where = (A.isAbsent() ? Else : Then).Locals[Name].Where;
  V.IsConstexpr = !A.isAbsent() && Then.Locals[Name].IsConstexpr;
  if (A.isError() || B.isError()) {
    V.Value = SemaValue::error();
    return;
  }
  bool IsResult = Name == ResultName;
  std::optional<SemaValue> Merged;
  // A flag that one branch sets is the condition.
  if (isHidden(Name) && !IsResult && A.isConst() && B.isConst() &&
      A.object() != B.object()) {
    sym::Expr *Condition = S->Operands[0];
    V.Value = A.object() == Py_True
                  ? Condition
                  : op(OpKind::Not, {Condition}, Condition->Ty, Where);
    return;
  }
  if (!A.isAbsent() && !B.isAbsent())
    Merged = mergeValues(S, A, B, Where);
  if (!Merged && (IsResult ? A.isAbsent() : canIgnore(Then, Name)) &&
      !B.isAbsent())
    Merged = takeValue(S, B, 1, Where);
  if (!Merged && (IsResult ? B.isAbsent() : canIgnore(Else, Name)) &&
      !A.isAbsent())
    Merged = takeValue(S, A, 0, Where);
  if (Merged) {
    V.Value = *Merged;
    return;
  }
  if (A.isAbsent() || B.isAbsent()) {
    // Defined in one branch only: unknown afterwards.
    Locals.erase(Name);
    Ended[Name] = {Where, "one branch of the 'if'"};
    return;
  }
  Range Other = Else.Locals[Name].Where;
  V.Value = SemaValue::error();
  A = decay(A, Where);
  B = decay(B, Where);
  if (IsResult)
    error(Where).note(loc(Other), "the other 'return' is here")
        << "return type mismatch: the function returns " << typeText(A)
        << " under this condition and " << typeText(B)
        << " otherwise; return values of one type";
  else
    error(Where).note(loc(Other), "the other value is here")
        << "mismatched type for '" << Name << "' between the branches of this "
        << "'if': " << typeText(A) << " and " << typeText(B)
        << "; cast one of them";
}
