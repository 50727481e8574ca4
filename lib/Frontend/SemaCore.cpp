//===- SemaCore.cpp - Values, errors
//---------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SemaCore.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

SemaCore::SemaCore(const SemaInput &In, sym::Program &P)
    : In(In), P(P), Scope(In.Ctx.scope(In.FileName)), Current(P.Top),
      Diags(&In.Diags) {
  Silent.setHandler([](const Diagnostic &) {});
}

SemaCore::~SemaCore() = default;

InFlightDiagnostic SemaCore::report(Range R, StringRef Category) {
  ++NumErrors;
  DiagnosticEngine *Engine = Diags;
  if (!LibraryName.empty() && std::exchange(LibraryFailed, true))
    Engine = &Silent;
  InFlightDiagnostic D = Engine->error(loc(R)).category(Category);
  for (auto &[Name, Use] : llvm::reverse(GlobalUses))
    D.note(loc(Use), "the value of '" + Name + "' is needed here");
  if (!LibraryName.empty())
    D << "in " << LibraryName << ": ";
  return D;
}

void SemaCore::capture(SemaValue V, sym::Body *Owner) {
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

void SemaCore::yieldFrom(sym::Body *B, sym::Expr *E) {
  B->Yields.push_back(E);
  if (E->Owner && E->Owner != B && E->Owner->Depth < B->Depth &&
      !E->isConstant()) {
    sym::Body *Outer = std::exchange(Current, B);
    capture(E, E->Owner);
    Current = Outer;
  }
}

SemaValue SemaCore::makeTuple(llvm::ArrayRef<SemaValue> Elements, bool IsList) {
  static_assert(std::is_trivially_destructible_v<SemaValue>);
  auto *Data = new (Arena.Allocate<TupleData>()) TupleData();
  Data->Elements = Elements.copy(Arena);
  Data->IsList = IsList;
  return SemaValue::tuple(Data);
}

SemaValue SemaCore::withElements(SemaValue V,
                                 llvm::ArrayRef<SemaValue> Elements) {
  auto *Data = new (Arena.Allocate<TupleData>()) TupleData();
  Data->Elements = Elements.copy(Arena);
  Data->IsList = V.isList();
  Data->Aggregate = V.aggregate();
  Data->Class = V.tupleClass();
  return SemaValue::tuple(Data);
}

SemaValue SemaCore::makeNamedTuple(llvm::ArrayRef<SemaValue> Elements,
                                   PyObject *Class) {
  auto *Data = new (Arena.Allocate<TupleData>()) TupleData();
  Data->Elements = Elements.copy(Arena);
  Data->Class = Class;
  return SemaValue::tuple(Data);
}

SemaValue SemaCore::makeEntity(const Entity &E) {
  static_assert(std::is_trivially_destructible_v<Entity>);
  return SemaValue::entity(new (Arena.Allocate<Entity>()) Entity(E));
}

SemaValue SemaCore::foreign(StringRef Name) {
  Entity E;
  E.Kind = EntityKind::Foreign;
  E.Name = Name.copy(Arena);
  return makeEntity(E);
}
