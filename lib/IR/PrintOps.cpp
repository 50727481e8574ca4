//===- PrintOps.cpp - Writes ops ------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Printer.h"
#include "mytriton/IR/Context.h"
#include <string_view>

using namespace mt;

/// Names of ops, ready to be copied.
static PaddedText paddedName(OpKind K) {
  struct Row {
    char Text[PaddedText::Pad];
    uint8_t Size;
    constexpr Row(std::string_view Name) : Text(), Size(Name.size()) {
      for (size_t I = 0; I != Name.size(); ++I)
        Text[I] = Name[I];
    }
  };
  static constexpr Row Table[] = {
#define MT_OP(Name, Family) Row(Name##Op::Info.Mnemonic),
#include "mytriton/IR/Ops.def"
  };
  const Row &R = Table[unsigned(K)];
  return {R.Text, R.Size};
}

void Printer::printOps(Block &B) {
  for (Op &O : B)
    printOp(O);
}

void Printer::printOp(Op &O) {
  static constexpr OpPrinter Table[] = {
#define MT_OP(Name, Family) pickPrinter<Name##Op>(),
#include "mytriton/IR/Ops.def"
  };
  Out.indent(Indent);
  if (unsigned N = O.numResults()) {
    uint32_t First = ValueNumbering::first(&O);
    for (unsigned I = 0; I != N; ++I) {
      if (I)
        Out << ", ";
      printNumber(First + I);
    }
    Out << " = ";
  }
  Out << paddedName(O.kind());
  (this->*Table[unsigned(O.kind())])(O);
  if (Options.Locations && !Summary)
    printLoc(O.loc());
  Out << '\n';
}

void Printer::printPlain(Op &O) {
  if (unsigned N = O.numOperands()) {
    Out << ' ';
    printOperands(O, 0, N);
  }
  printTail(O, O.attrs());
}

void Printer::printTail(const Op &O, AttrDict Attrs) {
  if (!Attrs.empty()) {
    Out << ' ';
    printAttrs(Attrs);
  }
  printTypesOf(O);
}

//===----------------------------------------------------------------------===//
// Terminators and calls
//===----------------------------------------------------------------------===//

void Printer::printTerminator(Op &O) { printPlain(O); }

template <> void Printer::printCustom<OpKind::Yield>(Op &O) {
  printTerminator(O);
}
template <> void Printer::printCustom<OpKind::Condition>(Op &O) {
  printTerminator(O);
}
template <> void Printer::printCustom<OpKind::Return>(Op &O) {
  printTerminator(O);
}

template <> void Printer::printCustom<OpKind::Call>(Op &O) {
  Attr Callee = O.attr("callee");
  bool HasName = Callee && Callee.kind() == AttrKind::String;
  Out << ' ' << spellSymbol(HasName ? Callee.asString() : "") << '(';
  printOperands(O, 0, O.numOperands());
  Out << ')';
  Context &Ctx = O.kernel()->context();
  printTail(O, HasName ? Ctx.withAttr(O.attrs(), "callee", Attr()) : O.attrs());
}

//===----------------------------------------------------------------------===//
// Ops with regions
//===----------------------------------------------------------------------===//

/// ` iter_args(%1 = init, …)`, nothing without carried values.
void Printer::printIterArgs(const Op &O, Block &Args, unsigned FirstArg,
                            unsigned FirstInit) {
  if (O.numOperands() <= FirstInit)
    return;
  Out << " iter_args(";
  for (unsigned I = FirstInit, E = O.numOperands(); I != E; ++I) {
    if (I != FirstInit)
      Out << ", ";
    printNumber(ValueNumbering::first(&Args) + FirstArg + I - FirstInit);
    Out << " = ";
    printOperand(O, I);
  }
  Out << ')';
}

void Printer::printRegion(Block &B, bool MayDropYield) {
  if (Summary) {
    Out << " { ... }";
    return;
  }
  Out << " {\n";
  Indent += 2;
  for (Op &O : B) {
    bool Implied = MayDropYield && &O == &B.back() &&
                   O.kind() == OpKind::Yield && !O.numOperands() &&
                   O.attrs().empty();
    if (!Implied)
      printOp(O);
  }
  Indent -= 2;
  Out.indent(Indent);
  Out << '}';
}

template <> void Printer::printCustom<OpKind::For>(Op &O) {
  Out << ' ';
  printNumber(ValueNumbering::first(&O.body()));
  Out << " in range(";
  printOperands(O, 0, std::min(3u, O.numOperands()));
  Out << ')';
  printIterArgs(O, O.body(), 1, 3);
  printTail(O, O.attrs());
  printRegion(O.body(), O.numResults() == 0);
}

template <> void Printer::printCustom<OpKind::While>(Op &O) {
  printIterArgs(O, O.body(0), 0, 0);
  printTail(O, O.attrs());
  printRegion(O.body(0), false);
  Out << " do";
  printRegion(O.body(1), O.numResults() == 0);
}

/// ` %x, %y {axis=0} : f32, i32 combine(%a, %b, %c, %d) { … }`
void Printer::printCombining(Op &O) {
  Out << ' ';
  printOperands(O, 0, O.numOperands());
  printTail(O, O.attrs());
  Out << " combine(";
  for (unsigned I = 0, E = O.body().args().size(); I != E; ++I) {
    if (I)
      Out << ", ";
    printNumber(ValueNumbering::first(&O.body()) + I);
  }
  Out << ')';
  printRegion(O.body(), false);
}

template <> void Printer::printCustom<OpKind::Reduce>(Op &O) {
  printCombining(O);
}
template <> void Printer::printCustom<OpKind::Scan>(Op &O) {
  printCombining(O);
}

template <> void Printer::printCustom<OpKind::If>(Op &O) {
  Out << ' ';
  printOperands(O, 0, O.numOperands());
  printTail(O, O.attrs());
  printRegion(O.body(0), O.numResults() == 0);
  Block &Else = O.body(1);
  bool IsEmpty = Else.empty() || (&Else.front() == &Else.back() &&
                                  Else.front().kind() == OpKind::Yield &&
                                  !Else.front().numOperands());
  if (!O.numResults() && IsEmpty)
    return;
  Out << " else";
  printRegion(Else, O.numResults() == 0);
}
