//===- ExprPrinter.cpp - Text of the expression tree
//-----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statements in program order, expressions in Python's notation. A node used
// more than once, or too deep for one line, is written as a definition in front
// of its first use, under the name of the variable it was assigned to.
//
//===----------------------------------------------------------------------===//

#include "ExprTree.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::sym;
using llvm::StringRef;

namespace {

/// Nodes deeper than this get a line of their own.
constexpr unsigned MaxHeight = 6;

class ExprPrinter {
public:
  ExprPrinter(llvm::raw_ostream &OS, Program &P) : OS(OS), P(P) {}
  void print();

private:
  // First pass: how often each node is used.
  void count(Expr *E);
  void count(Body &B);

  // Second pass.
  void body(Body &B);
  void stmt(Stmt &S);
  void effect(Stmt &S);
  void region(Stmt &S);
  void combine(Stmt &S);
  void results(Stmt &S);
  /// Writes the definitions E needs in front of the line that uses it.
  void define(Expr *E);
  void finishNode(Expr *E);
  void yields(Body &B, StringRef Word);
  void expr(Expr *E, unsigned Precedence = 0);
  void operation(Expr *E, unsigned Precedence);
  void attributes(AttrDict Attrs, bool First);
  StringRef nameFor(Expr *E);
  llvm::raw_ostream &line() { return OS.indent(2 * Indent); }

  llvm::raw_ostream &OS;
  Program &P;
  unsigned Indent = 1;
  llvm::DenseMap<Expr *, unsigned> Heights;
  llvm::StringMap<unsigned> Taken;
};

} // namespace

//===----------------------------------------------------------------------===//
// Counting
//===----------------------------------------------------------------------===//

void ExprPrinter::count(Expr *E) {
  llvm::SmallVector<Expr *, 32> Stack;
  auto Visit = [&](Expr *Node) {
    if (Node && ++Node->Uses == 1)
      Stack.push_back(Node);
  };
  Visit(E);
  while (!Stack.empty())
    for (Expr *Operand : Stack.pop_back_val()->Operands)
      Visit(Operand);
}

void ExprPrinter::count(Body &B) {
  for (Stmt *S : B.Statements) {
    for (Expr *E : S->Operands)
      count(E);
    for (Expr *E : S->Captures)
      count(E);
    for (Body *Inner : S->Bodies)
      count(*Inner);
  }
  for (Expr *E : B.Yields)
    count(E);
}

//===----------------------------------------------------------------------===//
// Names and definitions
//===----------------------------------------------------------------------===//

StringRef ExprPrinter::nameFor(Expr *E) {
  std::string Name = E->Name.empty() ? "t" : E->Name.str();
  unsigned &Number = Taken[Name];
  // A second value of one variable is written x_1; unnamed ones start at t0.
  if (Number++ || E->Name.empty())
    Name += (E->Name.empty() ? "" : "_") + std::to_string(Number - 1);
  if (Name != E->Name)
    ++Taken[Name];
  E->PrintedName = P.copy(Name);
  return E->PrintedName;
}

void ExprPrinter::finishNode(Expr *E) {
  unsigned Height = 0;
  for (Expr *Operand : E->Operands)
    if (Operand->PrintedName.empty())
      Height = std::max(Height, Heights.lookup(Operand));
  Heights[E] = Height + 1;
  bool Shared = E->Uses > 1 && !E->Operands.empty();
  bool NamedRange = E->Uses > 1 && E->Operands.empty();
  if (!Shared && !NamedRange && Height + 1 < MaxHeight)
    return;
  std::string Text;
  {
    llvm::raw_string_ostream Buffer(Text);
    ExprPrinter Inner(Buffer, P);
    Inner.operation(E, 0);
  }
  StringRef Name = nameFor(E);
  line() << Name << " = " << Text << " : " << E->Ty << '\n';
}

void ExprPrinter::define(Expr *E) {
  if (!E)
    return;
  llvm::SmallVector<std::pair<Expr *, bool>, 32> Stack{{E, false}};
  while (!Stack.empty()) {
    auto [Node, Done] = Stack.pop_back_val();
    if (Node->Kind != ExprKind::Op || !Node->PrintedName.empty() ||
        Heights.count(Node))
      continue;
    if (Done) {
      finishNode(Node);
      continue;
    }
    Stack.push_back({Node, true});
    for (Expr *Operand : llvm::reverse(Node->Operands))
      Stack.push_back({Operand, false});
  }
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

namespace {
struct Infix {
  StringRef Text;
  unsigned Precedence = 0; ///< 0: written as a call
};
} // namespace

/// Ops with an operator of their own. A new op needs no row: it is written as a
/// call.
static constexpr std::pair<OpKind, Infix> Operators[] = {
    {OpKind::Mul, {"*", 8}},    {OpKind::Div, {"/", 8}},
    {OpKind::Mod, {"%", 8}},    {OpKind::Add, {"+", 7}},
    {OpKind::AddPtr, {"+", 7}}, {OpKind::Sub, {"-", 7}},
    {OpKind::Shl, {"<<", 6}},   {OpKind::Shr, {">>", 6}},
    {OpKind::And, {"&", 5}},    {OpKind::Xor, {"^", 4}},
    {OpKind::Or, {"|", 3}},     {OpKind::CmpLt, {"<", 2}},
    {OpKind::CmpLe, {"<=", 2}}, {OpKind::CmpGt, {">", 2}},
    {OpKind::CmpGe, {">=", 2}}, {OpKind::CmpEq, {"==", 2}},
    {OpKind::CmpNe, {"!=", 2}},
};

static Infix infixOf(const Expr &E) {
  if (E.Op == OpKind::Div && !E.Ty.elementType().isFloat())
    return {"//", 8};
  for (auto &[Kind, I] : Operators)
    if (Kind == E.Op)
      return I;
  return {};
}

void ExprPrinter::attributes(AttrDict Attrs, bool First) {
  for (const NamedAttr &A : Attrs.entries()) {
    OS << (First ? "" : ", ") << A.Name << '=' << A.Value;
    First = false;
  }
}

void ExprPrinter::operation(Expr *E, unsigned Precedence) {
  Infix I = infixOf(*E);
  if (I.Precedence) {
    bool Parens = I.Precedence < Precedence;
    OS << (Parens ? "(" : "");
    expr(E->Operands[0], I.Precedence);
    OS << ' ' << I.Text << ' ';
    // Python's operators group to the left, and comparisons do not group.
    expr(E->Operands[1], I.Precedence + 1);
    OS << (Parens ? ")" : "");
    return;
  }
  if (E->Op == OpKind::Neg || E->Op == OpKind::Not) {
    OS << (E->Op == OpKind::Neg ? '-' : '~');
    return expr(E->Operands[0], 9);
  }
  OS << getOpInfo(E->Op).Mnemonic << '(';
  for (auto [N, Operand] : llvm::enumerate(E->Operands)) {
    OS << (N ? ", " : "");
    expr(Operand);
  }
  bool First = E->Operands.empty();
  if (E->Op == OpKind::Cast)
    OS << ", " << E->Ty.elementType();
  attributes(E->Attrs, First);
  OS << ')';
}

void ExprPrinter::expr(Expr *E, unsigned Precedence) {
  if (!E)
    OS << "none";
  else if (E->isConstant())
    E->Const->print(OS);
  else if (!E->PrintedName.empty())
    OS << E->PrintedName;
  else if (E->Kind == ExprKind::Param)
    OS << E->Name;
  else
    operation(E, Precedence);
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void ExprPrinter::results(Stmt &S) {
  for (auto [I, R] : llvm::enumerate(S.Results))
    OS << (I ? ", " : "") << nameFor(R);
  if (!S.Results.empty())
    OS << " = ";
}

void ExprPrinter::effect(Stmt &S) {
  const OpInfo &Info = getOpInfo(S.Op);
  if (S.Op == OpKind::Store)
    define(S.Operands[1]);
  for (Expr *E : S.Operands)
    define(E);
  line();
  results(S);
  OS << Info.Mnemonic << '(';
  bool First = true;
  for (auto [I, E] : llvm::enumerate(S.Operands)) {
    bool Optional = I < Info.NumOperands && Info.Operands[I].Optional;
    if (!E && Optional)
      continue;
    OS << (First ? "" : ", ");
    if (Optional)
      OS << Info.Operands[I].Name << '=';
    expr(E);
    First = false;
  }
  attributes(S.Attrs, First);
  OS << ')';
  for (Expr *R : S.Results)
    OS << " : " << R->Ty;
  OS << '\n';
}

void ExprPrinter::yields(Body &B, StringRef Word) {
  if (B.Yields.empty())
    return;
  for (Expr *E : B.Yields)
    define(E);
  line() << Word << ' ';
  for (auto [I, E] : llvm::enumerate(B.Yields)) {
    OS << (I ? ", " : "");
    expr(E);
  }
  OS << '\n';
}

/// `y = reduce(x, axis=0) combine(a, b) {`.
void ExprPrinter::combine(Stmt &S) {
  line();
  results(S);
  OS << getOpInfo(S.Op).Mnemonic << '(';
  for (auto [I, E] : llvm::enumerate(S.Operands)) {
    OS << (I ? ", " : "");
    expr(E);
  }
  attributes(S.Attrs, /*First=*/false);
  OS << ") combine(";
  for (auto [I, A] : llvm::enumerate(S.Bodies[0]->Arguments))
    OS << (I ? ", " : "") << nameFor(A);
  OS << ") {\n";
  ++Indent;
  body(*S.Bodies[0]);
  yields(*S.Bodies[0], "yield");
  --Indent;
  line() << "}\n";
}

void ExprPrinter::region(Stmt &S) {
  for (Expr *E : S.Operands)
    define(E);
  for (Expr *E : S.Captures)
    define(E);
  bool IsFor = S.Kind == StmtKind::For, IsIf = S.Kind == StmtKind::If;
  if (S.Kind == StmtKind::Combine)
    return combine(S);
  llvm::ArrayRef<Expr *> Arguments = S.Bodies[0]->Arguments;
  line();
  results(S);
  OS << (IsFor ? "for" : IsIf ? "if" : "while");
  unsigned FirstInit = IsFor ? 3 : IsIf ? 1 : 0;
  if (IsIf) {
    OS << ' ';
    expr(S.Operands[0]);
  }
  if (IsFor) {
    OS << ' ' << nameFor(Arguments.front()) << " in range(";
    for (unsigned I = 0; I != 3; ++I) {
      OS << (I ? ", " : "");
      expr(S.Operands[I]);
    }
    OS << ')';
    Arguments = Arguments.drop_front();
  }
  for (unsigned I = FirstInit; I != S.Operands.size(); ++I) {
    OS << (I == FirstInit ? " carrying " : ", ")
       << nameFor(Arguments[I - FirstInit]) << " = ";
    expr(S.Operands[I]);
  }
  OS << " {\n";
  for (auto [I, B] : llvm::enumerate(S.Bodies)) {
    if (I)
      line() << (IsIf ? "} else {\n" : "} do {\n");
    ++Indent;
    body(*B);
    yields(*B, S.Kind == StmtKind::While && I == 0 ? "condition" : "yield");
    --Indent;
  }
  line() << "}\n";
}

void ExprPrinter::stmt(Stmt &S) {
  if (S.Kind == StmtKind::Effect)
    effect(S);
  else
    region(S);
}

void ExprPrinter::body(Body &B) {
  for (Stmt *S : B.Statements)
    stmt(*S);
}

void ExprPrinter::print() {
  count(*P.Top);
  OS << "kernel " << P.Name << '(';
  for (auto [I, Each] : llvm::enumerate(P.Params)) {
    OS << (I ? ", " : "") << Each.Name << ": " << Each.Ty;
    ++Taken[Each.Name];
  }
  OS << ")\n";
  body(*P.Top);
}

void mt::sym::print(llvm::raw_ostream &OS, Program &P) {
  ExprPrinter(OS, P).print();
}
