//===- SemaExpr.cpp - Expressions
//------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue KernelSema::visit(Expr *E) {
  switch (E->Kind) {
  case ExprKind::Constant:
    return SemaValue::constant(llvm::cast<ConstantExpr>(E)->Value);
  case ExprKind::Name:
    return visitName(*llvm::cast<NameExpr>(E));
  case ExprKind::Attribute:
    return visitAttribute(*llvm::cast<AttributeExpr>(E));
  case ExprKind::Call:
    return visitCall(*llvm::cast<CallExpr>(E));
  case ExprKind::Binary:
    return visitBinary(*llvm::cast<BinaryExpr>(E));
  case ExprKind::Unary:
    return visitUnary(*llvm::cast<UnaryExpr>(E));
  case ExprKind::Compare:
    return visitCompare(*llvm::cast<CompareExpr>(E));
  case ExprKind::BoolOp:
    return visitBool(*llvm::cast<BoolExpr>(E));
  case ExprKind::Conditional:
    return visitConditional(*llvm::cast<ConditionalExpr>(E));
  case ExprKind::Tuple:
  case ExprKind::List:
    return visitSequence(*llvm::cast<SequenceExpr>(E));
  case ExprKind::Subscript:
    return visitSubscript(*llvm::cast<SubscriptExpr>(E));
  case ExprKind::Named:
    return visitNamed(*llvm::cast<NamedExpr>(E));
  case ExprKind::FString:
    return visitFString(*llvm::cast<FStringExpr>(E));
  case ExprKind::Comprehension:
    return visitComprehension(*llvm::cast<ComprehensionExpr>(E));
  case ExprKind::Slice:
    unsupported(E->Range) << "a slice stands only inside a subscript";
    return SemaValue::error();
  case ExprKind::Starred:
    unsupported(E->Range)
        << "a starred expression is not supported here; write the elements";
    return SemaValue::error();
  case ExprKind::Formatted:
  case ExprKind::Unsupported:
    break;
  }
  StringRef What = "this expression";
  if (auto *U = llvm::dyn_cast<UnsupportedExpr>(E))
    What = U->What;
  unsupported(E->Range) << What << " is not supported in kernels";
  return SemaValue::error();
}

SemaValue KernelSema::evaluateGlobal(Expr *E, StringRef Name, Range Use) {
  ScopeMap Outer;
  std::swap(Outer, Locals);
  GlobalUses.push_back({Name, Use});
  SemaValue V = visit(E);
  GlobalUses.pop_back();
  std::swap(Outer, Locals);
  return V;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

SemaValue KernelSema::lookupLocal(StringRef Name) {
  auto It = Locals.find(Name);
  if (It == Locals.end())
    return {};
  if (It->second.Owner && It->second.Owner != Current)
    capture(It->second.Value, It->second.Owner);
  return It->second.Value;
}

SemaValue KernelSema::visitName(const NameExpr &E) {
  SemaValue V = lookupLocal(E.Id);
  if (!V.isAbsent())
    return V;
  V = In.Resolver->lookup(*this, E.Id, E.Range);
  if (!V.isAbsent())
    return V;
  if (const Builtin *B = findBuiltin(E.Id, BF_Python)) {
    Entity Ent;
    Ent.Kind = EntityKind::Builtin;
    Ent.Name = B->Name;
    Ent.Function = B;
    return makeEntity(Ent);
  }
  return reportUndefined(E);
}

SemaValue KernelSema::reportUndefined(const NameExpr &E) {
  if (auto It = Ended.find(E.Id); It != Ended.end()) {
    error(E.Range).note(loc(It->second.first), It->second.second + " is here")
        << "'" << E.Id << "' is defined only in " << It->second.second
        << "; give it a value before";
    return SemaValue::error();
  }
  SpellingHelp Help(E.Id);
  for (auto &Entry : Locals)
    if (!isHidden(Entry.first))
      Help.consider(Entry.first);
  In.Resolver->forEachName([&](StringRef Name) { Help.consider(Name); });
  forEachBuiltin(BF_Python, [&](StringRef Name) { Help.consider(Name); });
  error(E.Range) << "name '" << E.Id << "' is not defined" << Help.suffix();
  return SemaValue::error();
}

SemaValue KernelSema::quietDotted(Expr *E) {
  if (auto *Name = llvm::dyn_cast<NameExpr>(E)) {
    SemaValue V = lookupLocal(Name->Id);
    if (!V.isAbsent())
      return V;
    // A value that cannot be computed is no reason for an error here.
    unsigned Errors = NumErrors;
    DiagnosticEngine *Loud = std::exchange(Diags, &Silent);
    V = In.Resolver->lookup(*this, Name->Id, Name->Range);
    Diags = Loud;
    NumErrors = Errors;
    return V;
  }
  auto *A = llvm::dyn_cast<AttributeExpr>(E);
  if (!A)
    return {};
  SemaValue Base = quietDotted(A->Base);
  if (!Base.isEntity() || Base.entity()->Kind != EntityKind::Module)
    return {};
  return moduleAttr(*Base.entity(), A->Attr, A->Range);
}

//===----------------------------------------------------------------------===//
// Compound expressions
//===----------------------------------------------------------------------===//

SemaValue KernelSema::visitSequence(const SequenceExpr &E) {
  llvm::SmallVector<SemaValue, 4> Elements;
  bool Failed = false;
  for (Expr *Each : E.Elements) {
    auto *Star = llvm::dyn_cast<StarredExpr>(Each);
    SemaValue V = visit(Star ? Star->Value : Each);
    Failed |= V.isError();
    if (!Star) {
      Elements.push_back(V);
    } else if (V.isTuple()) {
      llvm::append_range(Elements, V.elements());
    } else if (!V.isError()) {
      error(Each->Range) << "'*' spreads a tuple, got " << describe(V);
      Failed = true;
    }
  }
  return Failed ? SemaValue::error()
                : makeTuple(Elements, E.Kind == ExprKind::List);
}

/// `[f(x) for x in t]` over a tuple, whose names are its own (SY-14).
SemaValue KernelSema::visitComprehension(const ComprehensionExpr &E) {
  SemaValue Iter = visit(E.Iter);
  if (Iter.isError())
    return Iter;
  if (!Iter.isTuple()) {
    unsupported(E.Iter->Range)
        << "a list comprehension runs over a tuple in kernels, got "
        << describe(Iter);
    return SemaValue::error();
  }
  ScopeMap Before = Locals;
  llvm::SmallVector<SemaValue, 4> Elements;
  bool Failed = false;
  for (SemaValue Each : Iter.elements()) {
    assign(E.Target, Each);
    Elements.push_back(visit(E.Element));
    Failed |= Elements.back().isError();
    if (Failed)
      break;
  }
  Locals = std::move(Before);
  return Failed ? SemaValue::error() : makeTuple(Elements, /*IsList=*/true);
}

SemaValue KernelSema::visitConditional(const ConditionalExpr &E) {
  SemaValue Test = visit(E.Test);
  if (Test.isError())
    return Test;
  if (!Test.isExpr() || Test.expr()->Const) {
    std::optional<bool> Holds = truth(Test, E.Test->Range);
    if (!Holds)
      return SemaValue::error();
    return visit(*Holds ? E.Then : E.Else);
  }
  return visitRuntimeConditional(E, Test);
}

SemaValue KernelSema::visitNamed(const NamedExpr &E) {
  SemaValue V = decay(visit(E.Value), E.Value->Range);
  assign(E.Target, V);
  return V;
}

/// The text of one part of an f-string; null after reporting.
PyRef KernelSema::formatPart(Expr *Part) {
  auto *Hole = llvm::dyn_cast<FormattedExpr>(Part);
  SemaValue V = visit(Hole ? Hole->Value : Part);
  if (V.isError())
    return {};
  PyRef Object = toObject(V);
  if (!Object) {
    unsupported(Part->Range)
        << "an f-string holds compile-time values only, got " << describe(V);
    return {};
  }
  if (!Hole)
    return Object;
  if (Hole->Conversion == 'r' || Hole->Conversion == 'a')
    Object = PyRef::steal(PyObject_Repr(Object.get()));
  else if (Hole->Conversion == 's')
    Object = PyRef::steal(PyObject_Str(Object.get()));
  SemaValue Spec = Hole->Spec ? visit(Hole->Spec) : SemaValue();
  if (Spec.isError() || !Object)
    return {};
  PyRef Text = PyRef::steal(
      PyObject_Format(Object.get(), Spec.isConst() ? Spec.object() : nullptr));
  if (!Text)
    error(Part->Range) << takePythonError();
  return Text;
}

SemaValue KernelSema::visitFString(const FStringExpr &E) {
  std::string Text;
  for (Expr *Part : E.Parts) {
    PyRef Object = formatPart(Part);
    if (!Object)
      return SemaValue::error();
    Text += pyStr(Object.get());
  }
  return string(Text, E.Range);
}
