//===- SemaExpr.cpp - Expressions
//------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaValue Sema::visit(Expr *E) {
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

SemaValue Sema::evaluateGlobal(Expr *E, StringRef Name, Range Use) {
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

void Sema::capture(SemaValue V, sym::Body *Owner) {
  if (V.hasElements()) {
    for (SemaValue E : V.elements())
      capture(E, Owner);
    return;
  }
  if (!V.isExpr() || V.expr()->isConstant())
    return;
  for (sym::Body *B = Current; B && B->Depth > Owner->Depth; B = B->Parent) {
    sym::Stmt *Holder = B->Holder;
    if (!llvm::is_contained(Holder->Captures, V.expr()))
      Holder->Captures.push_back(V.expr());
  }
}

SemaValue Sema::lookupLocal(StringRef Name) {
  auto It = Locals.find(Name);
  if (It == Locals.end())
    return {};
  if (It->second.Owner && It->second.Owner != Current)
    capture(It->second.Value, It->second.Owner);
  return It->second.Value;
}

SemaValue Sema::visitName(const NameExpr &E) {
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

SemaValue Sema::reportUndefined(const NameExpr &E) {
  if (auto It = Ended.find(E.Id); It != Ended.end()) {
    error(E.Range).note(loc(It->second.first), It->second.second + " is here")
        << "'" << E.Id << "' is defined only in " << It->second.second
        << "; give it a value before";
    return SemaValue::error();
  }
  SpellingHelp Help(E.Id);
  for (auto &Entry : Locals)
    Help.consider(Entry.first);
  In.Resolver->forEachName([&](StringRef Name) { Help.consider(Name); });
  forEachBuiltin(BF_Python, [&](StringRef Name) { Help.consider(Name); });
  error(E.Range) << "name '" << E.Id << "' is not defined" << Help.suffix();
  return SemaValue::error();
}

SemaValue Sema::quietDotted(Expr *E) {
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

SemaValue Sema::visitSequence(const SequenceExpr &E) {
  llvm::SmallVector<SemaValue, 4> Elements;
  bool Failed = false;
  for (Expr *Each : E.Elements) {
    Elements.push_back(visit(Each));
    Failed |= Elements.back().isError();
  }
  return Failed ? SemaValue::error()
                : makeTuple(Elements, E.Kind == ExprKind::List);
}

SemaValue Sema::visitConditional(const ConditionalExpr &E) {
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

SemaValue Sema::visitNamed(const NamedExpr &E) {
  SemaValue V = decay(visit(E.Value), E.Value->Range);
  assign(E.Target, V);
  return V;
}

SemaValue Sema::visitFString(const FStringExpr &E) {
  std::string Text;
  for (Expr *Part : E.Parts) {
    auto *Hole = llvm::dyn_cast<FormattedExpr>(Part);
    SemaValue V = visit(Hole ? Hole->Value : Part);
    if (V.isError())
      return V;
    PyRef Object = toObject(V);
    if (!Object) {
      unsupported(Part->Range)
          << "an f-string holds compile-time values only, got " << describe(V);
      return SemaValue::error();
    }
    bool Repr = Hole && (Hole->Conversion == 'r' || Hole->Conversion == 'a');
    Text += Repr ? pyRepr(Object.get()) : pyStr(Object.get());
  }
  return string(Text, E.Range);
}
