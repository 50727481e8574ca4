//===- LiteralTyping.cpp - Types of literals left out in text -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LiteralTyping.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;
using llvm::ArrayRef;

/// First value of Slot stays.
static void setOnce(Type &Slot, Type T) {
  if (!Slot)
    Slot = T;
}

static Type elementOf(Type T) { return T ? T.elementType() : T; }

LiteralTyping::LiteralTyping(Context &Ctx, const OpInfo &Info,
                             ArrayRef<Type> Known, ArrayRef<Type> Results,
                             ArrayRef<Type> Outer)
    : Ctx(Ctx), Info(Info), Results(Results), Outer(Outer) {
  if (!Results.empty()) {
    if (Info.Result == ResultType::Element || Info.Result == ResultType::Shaped)
      Element = elementOf(Results[0]);
    else if (Info.Result == ResultType::Pointee)
      Pointee = elementOf(Results[0]);
  }
  for (unsigned I = 0, E = Known.size(); I != E; ++I)
    fix(I, Known[I]);
}

void LiteralTyping::fix(unsigned I, Type T) {
  if (!T || I >= Info.NumOperands)
    return;
  T = T.elementType();
  switch (Info.Operands[I].Type) {
  case OperandType::Element:
  case OperandType::Shared: // the element of what it holds
    return setOnce(Element, T);
  case OperandType::Integer:
    return setOnce(Integer, T);
  case OperandType::Pointer:
    if (T.isPointer())
      setOnce(Pointee, T.pointee());
    return;
  case OperandType::Bool:
  case OperandType::Pointee:
  case OperandType::Any:
    return;
  }
}

Type LiteralTyping::at(unsigned I) const {
  if (I >= Info.NumOperands)
    return variadicAt(I - Info.NumOperands);
  switch (Info.Operands[I].Type) {
  case OperandType::Element:
    return Element;
  case OperandType::Bool:
    return Ctx.boolean();
  case OperandType::Pointee:
    return Pointee;
  case OperandType::Integer:
    return Integer;
  case OperandType::Pointer:
  case OperandType::Shared:
  case OperandType::Any:
    return Type();
  }
  return Type();
}

/// Initial values of loops pair with results, values of terminators with what
/// encloses them. The arguments of other ops (calls) spell their types.
Type LiteralTyping::variadicAt(unsigned I) const {
  if (Info.has(OT_Terminator))
    return I < Outer.size() ? elementOf(Outer[I]) : Type();
  if (Info.NumRegions)
    return I < Results.size() ? elementOf(Results[I]) : Type();
  return Type();
}

void mt::getOuterTypes(Block &B, llvm::SmallVectorImpl<Type> &Types) {
  if (Op *Parent = B.parentOp())
    for (OpResult *R : Parent->results())
      Types.push_back(R->type());
  else
    llvm::append_range(Types, B.kernel()->resultTypes());
}
