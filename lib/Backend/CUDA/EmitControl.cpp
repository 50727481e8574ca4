//===- EmitControl.cpp - Loops and branches -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// A carried value is a variable named after the result. Every iteration starts
// by copying it to the name of the region's argument, so that what the body
// yields may be assigned in any order.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/LoopCounting.h"

using namespace mt;

/// Assigns what B yields to the results of the op around it.
void Emitter::emitYield(Block &B, Op *Results) {
  Op *Yield = B.terminator();
  for (unsigned I = 0; I != Results->numResults(); ++I)
    assign(Results->result(I), Yield->operand(I));
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

/// `for (int v0 = lb; v0 < ub; v0 += step) {`
void Emitter::forHeader(ForOp *O) {
  auto *Step = llvm::cast<Constant>(O->step());
  bool Down = Step->type().isSigned() && Step->asSigned() < 0;
  line() << "for (" << cudaType(O->inductionVar()->type()) << ' ';
  name(O->inductionVar());
  OS << " = ";
  use(O->lowerBound());
  OS << "; ";
  name(O->inductionVar());
  OS << (Down ? " > " : " < ");
  use(O->upperBound());
  OS << "; ";
  name(O->inductionVar());
  OS << " += ";
  use(O->step());
  OS << ") {\n";
}

/// A 64-bit counter cannot overflow on 32-bit bounds and steps.
void Emitter::forWideHeader(ForOp *O) {
  auto *Step = llvm::cast<Constant>(O->step());
  bool Down = Step->type().isSigned() && Step->asSigned() < 0;
  unsigned Counter = Numbers.lookup(O->inductionVar());
  line() << "for (long long mt_i" << Counter << " = ";
  use(O->lowerBound());
  OS << "; mt_i" << Counter << (Down ? " > " : " < ");
  use(O->upperBound());
  OS << "; mt_i" << Counter << " += ";
  use(O->step());
  OS << ") {\n";
  ++Indent;
  declare(O->inductionVar());
  OS << " = (" << cudaType(O->inductionVar()->type()) << ")mt_i" << Counter
     << ";\n";
  --Indent;
}

/// Any bounds and step: counts trips.
void Emitter::forCountedHeader(ForOp *O) {
  Prelude.TripCounts = true;
  Type T = O->inductionVar()->type();
  unsigned Counter = Numbers.lookup(O->inductionVar());
  const char *Wide = T.isSigned() ? "(long long)" : "(unsigned long long)";
  line() << "unsigned long long mt_n" << Counter << " = mt_trip_count(" << Wide;
  use(O->lowerBound());
  OS << ", " << Wide;
  use(O->upperBound());
  OS << ", " << Wide;
  use(O->step());
  OS << ");\n";
  line() << "for (unsigned long long mt_i" << Counter << " = 0; mt_i" << Counter
         << " < mt_n" << Counter << "; ++mt_i" << Counter << ") {\n";
  ++Indent;
  declare(O->inductionVar());
  OS << " = (" << cudaType(T) << ")((unsigned long long)";
  use(O->lowerBound());
  OS << " + mt_i" << Counter << " * (unsigned long long)";
  use(O->step());
  OS << ");\n";
  --Indent;
}

void Emitter::emitFor(ForOp *O) {
  for (unsigned I = 0; I != O->numCarried(); ++I)
    declareAs(O->result(I), O->init(I));
  switch (countingOf(O)) {
  case LoopCounting::Index:
    forHeader(O);
    break;
  case LoopCounting::Wide:
    forWideHeader(O);
    break;
  case LoopCounting::Trips:
    forCountedHeader(O);
    break;
  }
  ++Indent;
  for (unsigned I = 0; I != O->numCarried(); ++I)
    declareAs(O->carried(I), O->result(I));
  emitBlock(O->body());
  emitYield(O->body(), O);
  --Indent;
  line() << "}\n";
}

//===----------------------------------------------------------------------===//
// while, if
//===----------------------------------------------------------------------===//

void Emitter::emitWhile(WhileOp *O) {
  for (unsigned I = 0; I != O->numResults(); ++I)
    declareAs(O->result(I), O->operand(I));
  line() << "while (true) {\n";
  ++Indent;
  for (unsigned I = 0; I != O->numResults(); ++I)
    declareAs(O->carried(I), O->result(I));
  emitBlock(O->conditionBlock());
  line() << "if (!";
  use(O->conditionBlock().terminator()->operand(0));
  OS << ") {\n";
  line() << "    break;\n";
  line() << "}\n";
  emitBlock(O->doBlock());
  emitYield(O->doBlock(), O);
  --Indent;
  line() << "}\n";
}

void Emitter::emitIf(IfOp *O) {
  for (Value *V : O->results()) {
    declare(V);
    OS << ";\n";
  }
  line() << "if (";
  use(O->condition());
  OS << ") {\n";
  ++Indent;
  emitBlock(O->thenBlock());
  emitYield(O->thenBlock(), O);
  --Indent;
  line() << "}";
  Block &Else = O->elseBlock();
  if (O->numResults() ||
      (!Else.empty() && &Else.front() != Else.terminator())) {
    OS << " else {\n";
    ++Indent;
    emitBlock(Else);
    emitYield(Else, O);
    --Indent;
    line() << "}";
  }
  OS << '\n';
}
