//===- PrintValues.cpp - Writes operands ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "LiteralTyping.h"
#include "Printer.h"

using namespace mt;

void Printer::printArgument(const BlockArgument *A) {
  if (A->owner() == KernelBody)
    Out << ParamNames[A->index()];
  else
    printNumber(ValueNumbering::first(A->owner()) + A->index());
}

void Printer::printConstant(const Constant *C) {
  Type T = C->type();
  if (T.isFloat())
    Out << Texts.get(C, [&](llvm::raw_ostream &OS) { C->print(OS); });
  else if (T.isBool())
    Out << (C->asBool() ? "true" : "false");
  else if (T.isSigned())
    Out.number(C->asSigned());
  else
    Out.number(C->asUnsigned());
}

void Printer::printValue(const Value *V) {
  switch (V->valueKind()) {
  case ValueKind::Constant:
    return printConstant(llvm::cast<Constant>(V));
  case ValueKind::Argument:
    return printArgument(llvm::cast<BlockArgument>(V));
  case ValueKind::Result: {
    auto *R = llvm::cast<OpResult>(V);
    // Text for debugging: valid IR uses no op that stands nowhere.
    if (!R->owner()->block())
      Out << "<<detached>>";
    else
      printNumber(ValueNumbering::first(R->owner()) + R->index());
  }
  }
}

void Printer::printOperand(const Op &O, unsigned I) {
  const Value *V = O.operand(I);
  if (!V)
    Out << "none";
  else if (auto *C = llvm::dyn_cast<Constant>(V))
    printLiteral(O, I, C);
  else
    printValue(V);
}

void Printer::printOperands(const Op &O, unsigned Begin, unsigned End) {
  for (unsigned I = Begin; I != End; ++I) {
    if (I != Begin)
      Out << ", ";
    printOperand(O, I);
  }
}

/// Spells the literal's type if the parser would not find it.
void Printer::printLiteral(const Op &O, unsigned I, const Constant *C) {
  printConstant(C);
  llvm::SmallVector<Type, 8> Known, Results, Outer;
  for (const Value *V : O.operands())
    Known.push_back(V && !llvm::isa<Constant>(V) ? V->type() : Type());
  for (const OpResult *R : O.results())
    Results.push_back(R->type());
  if (O.hasTrait(OT_Terminator) && O.block())
    getOuterTypes(*O.block(), Outer);
  LiteralTyping Typing(O.kernel()->context(), O.info(), Known, Results, Outer);
  // Literals to the left have spelt the types that were open before them.
  for (unsigned J = 0; J != I; ++J)
    if (const Value *V = O.operand(J); V && llvm::isa<Constant>(V))
      if (!Typing.at(J))
        Typing.fix(J, V->type());
  if (Typing.at(I) == C->type())
    return;
  Out << ':';
  printType(C->type());
}
