//===- Printer.cpp - Writes modules and kernels ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Printer.h"
#include "Lexer.h"

using namespace mt;
using llvm::StringRef;

TextBuffer &TextBuffer::writeSlow(StringRef S) {
  flush();
  if (S.size() > Capacity) {
    OS.write(S.data(), S.size());
    return *this;
  }
  return *this << S;
}

//===----------------------------------------------------------------------===//
// Numbering
//===----------------------------------------------------------------------===//

uint32_t ValueNumbering::number(Block &B, uint32_t Next) {
  // The numbers take the place of the positions in the block.
  B.OrderValid = false;
  for (Op &O : B) {
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I) {
      Block &Body = O.body(I);
      Body.FirstNumber = Next;
      Next = number(Body, Next + Body.args().size());
    }
    O.Order = Next;
    Next += O.numResults();
  }
  return Next;
}

void ValueNumbering::run(Kernel &K) {
  // Parameters of kernels have names, arguments of funcs have numbers.
  K.body().FirstNumber = 0;
  number(K.body(), K.isFunc() ? K.params().size() : 0);
}

//===----------------------------------------------------------------------===//
// Modules and kernels
//===----------------------------------------------------------------------===//

void Printer::printModule(Module &M) {
  bool First = true;
  for (auto &K : M.kernels()) {
    if (!First)
      Out << '\n';
    First = false;
    printKernel(*K);
  }
}

/// A name behind `@` or as a parameter, quoted unless Plain.
static std::string spell(StringRef Name, bool Plain) {
  if (Plain)
    return Name.str();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << '"';
  OS.write_escaped(Name, /*UseHexEscapes=*/true) << '"';
  return Text;
}

std::string mt::spellSymbol(StringRef Name) {
  std::string Text("@");
  Text += spell(Name, !Name.empty() && llvm::all_of(Name, isIdentBody));
  return Text;
}

void Printer::enterKernel(Kernel &K) {
  ValueNumbering::run(K);
  KernelBody = K.isFunc() ? nullptr : &K.body();
  ParamNames.clear();
  if (!K.isFunc())
    for (const BlockArgument *A : K.params())
      ParamNames.push_back(spell(A->name(), isPlainName(A->name())));
}

void Printer::printKernel(Kernel &K) {
  enterKernel(K);
  if (K.isAnonymous()) {
    // Without any text the kernel would not read back.
    if (!K.params().empty() || K.body().empty()) {
      Out << "params";
      if (!K.params().empty())
        Out << ' ';
      printParams(K);
      Out << '\n';
    }
    printOps(K.body());
    return;
  }
  printHeader(K);
  Out << " {\n";
  Indent = 2;
  printOps(K.body());
  Indent = 0;
  Out << "}\n";
}

void Printer::printHeader(Kernel &K) {
  Out << llvm::StringRef(K.isFunc() ? "func " : "kernel ")
      << spellSymbol(K.name()) << '(';
  printParams(K);
  Out << ')';
  if (K.isFunc()) {
    Out << " -> (";
    for (auto [I, T] : llvm::enumerate(K.resultTypes())) {
      if (I)
        Out << ", ";
      printType(T);
    }
    Out << ')';
  }
  if (!K.attrs().empty()) {
    Out << " attributes ";
    printAttrs(K.attrs());
  }
}

void Printer::printParams(Kernel &K) {
  for (auto [I, A] : llvm::enumerate(K.params())) {
    if (I)
      Out << ", ";
    printArgument(A);
    Out << ": ";
    printType(A->type());
    AttrDict D = K.paramAttrs(I);
    if (D.empty())
      continue;
    Out << ' ';
    printAttrs(D);
  }
}

void Printer::printBody(Kernel &K) {
  enterKernel(K);
  printOps(K.body());
}

void Printer::printSummary(const Op *O) {
  enterKernel(*O->kernel());
  Summary = true;
  printOp(*const_cast<Op *>(O));
}

//===----------------------------------------------------------------------===//
// Types, attributes, locations
//===----------------------------------------------------------------------===//

void Printer::printType(Type T) {
  if (T)
    Out << Texts.get(T.storage(), [&](llvm::raw_ostream &OS) { T.print(OS); });
  else
    Out << "<<no type>>";
}

void Printer::printAttrs(AttrDict D) {
  Out << Texts.get(D.opaque(), [&](llvm::raw_ostream &OS) { D.print(OS); });
}

void Printer::printTypesOf(const Op &O) {
  for (unsigned I = 0, E = O.numResults(); I != E; ++I) {
    Out << llvm::StringRef(I ? ", " : " : ");
    printType(O.result(I)->type());
  }
}

void Printer::printLoc(Location L) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  L.print(OS);
  Out << " loc(" << Text << ')';
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

void mt::print(llvm::raw_ostream &OS, Module &M, PrintOptions Options) {
  Printer(OS, Options).printModule(M);
}

void mt::print(llvm::raw_ostream &OS, Kernel &K, PrintOptions Options) {
  Printer(OS, Options).printKernel(K);
}

void mt::printBody(llvm::raw_ostream &OS, Kernel &K, PrintOptions Options) {
  Printer(OS, Options).printBody(K);
}

std::string mt::summarize(const Op *O) {
  std::string Text;
  {
    llvm::raw_string_ostream OS(Text);
    Printer(OS, PrintOptions()).printSummary(O);
  }
  return StringRef(Text).rtrim().str();
}
