//===- TreePrinter.cpp - Text of the kernel tree
//---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One node a line, children indented, the place of each node behind it.
//
//===----------------------------------------------------------------------===//

#include "Tree.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

namespace {

class TreePrinter {
public:
  explicit TreePrinter(llvm::raw_ostream &OS) : OS(OS) {}

  void function(const FunctionStmt &F);

private:
  void line(const llvm::Twine &Text, SourceRange R) {
    OS.indent(2 * Depth) << Text << " <" << R.Line << ':' << R.Col;
    if (R.EndLine != R.Line)
      OS << '-' << R.EndLine << ':' << R.EndCol;
    else if (R.EndCol > R.Col)
      OS << '-' << R.EndCol;
    OS << ">\n";
  }
  void expr(const Expr *E);
  void exprChildren(const Expr *E);
  void callChildren(const CallExpr &E);
  std::string label(const Expr *E);
  void stmt(const Stmt *S);
  void stmtChildren(const Stmt *S);
  std::string label(const Stmt *S);
  void children(llvm::ArrayRef<Expr *> List) {
    for (const Expr *E : List)
      expr(E);
  }
  void body(StringRef Label, Body B);

  llvm::raw_ostream &OS;
  unsigned Depth = 0;
};

} // namespace

std::string TreePrinter::label(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::Constant:
    return "constant " + pyRepr(llvm::cast<ConstantExpr>(E)->Value);
  case ExprKind::Name:
    return ("name " + llvm::cast<NameExpr>(E)->Id).str();
  case ExprKind::Attribute:
    return ("attribute ." + llvm::cast<AttributeExpr>(E)->Attr).str();
  case ExprKind::Call:
    return "call";
  case ExprKind::Binary:
    return ("binary " + spelling(llvm::cast<BinaryExpr>(E)->Op)).str();
  case ExprKind::Unary:
    return ("unary " + spelling(llvm::cast<UnaryExpr>(E)->Op)).str();
  case ExprKind::Compare: {
    std::string Text = "compare";
    for (CompareOp Op : llvm::cast<CompareExpr>(E)->Ops)
      Text += " " + spelling(Op).str();
    return Text;
  }
  case ExprKind::BoolOp:
    return llvm::cast<BoolExpr>(E)->IsAnd ? "and" : "or";
  case ExprKind::Conditional:
    return "conditional";
  case ExprKind::Tuple:
    return "tuple";
  case ExprKind::List:
    return "list";
  case ExprKind::Subscript:
    return "subscript";
  case ExprKind::Slice:
    return "slice";
  case ExprKind::Named:
    return "named";
  case ExprKind::Starred:
    return "starred";
  case ExprKind::FString:
    return "fstring";
  case ExprKind::Formatted:
    return "formatted";
  case ExprKind::Comprehension:
    return "comprehension";
  case ExprKind::Unsupported:
    return ("unsupported " + llvm::cast<UnsupportedExpr>(E)->What).str();
  }
  llvm_unreachable("covered switch");
}

void TreePrinter::callChildren(const CallExpr &E) {
  expr(E.Callee);
  children(E.Args);
  for (const Keyword &K : E.Keywords) {
    line("keyword " + (K.Name.empty() ? StringRef("**") : K.Name), K.Range);
    ++Depth;
    expr(K.Value);
    --Depth;
  }
}

void TreePrinter::exprChildren(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::Constant:
  case ExprKind::Name:
  case ExprKind::Unsupported:
    return;
  case ExprKind::Attribute:
    return expr(llvm::cast<AttributeExpr>(E)->Base);
  case ExprKind::Call:
    return callChildren(*llvm::cast<CallExpr>(E));
  case ExprKind::Binary: {
    auto *B = llvm::cast<BinaryExpr>(E);
    return children({B->Lhs, B->Rhs});
  }
  case ExprKind::Unary:
    return expr(llvm::cast<UnaryExpr>(E)->Operand);
  case ExprKind::Compare:
    expr(llvm::cast<CompareExpr>(E)->First);
    return children(llvm::cast<CompareExpr>(E)->Rest);
  case ExprKind::BoolOp:
    return children(llvm::cast<BoolExpr>(E)->Operands);
  case ExprKind::Conditional: {
    auto *C = llvm::cast<ConditionalExpr>(E);
    return children({C->Test, C->Then, C->Else});
  }
  case ExprKind::Tuple:
  case ExprKind::List:
    return children(llvm::cast<SequenceExpr>(E)->Elements);
  case ExprKind::Subscript: {
    auto *S = llvm::cast<SubscriptExpr>(E);
    return children({S->Base, S->Index});
  }
  case ExprKind::Slice: {
    auto *S = llvm::cast<SliceExpr>(E);
    return children({S->Lower, S->Upper, S->Step});
  }
  case ExprKind::Named: {
    auto *N = llvm::cast<NamedExpr>(E);
    return children({N->Target, N->Value});
  }
  case ExprKind::Starred:
    return expr(llvm::cast<StarredExpr>(E)->Value);
  case ExprKind::FString:
    return children(llvm::cast<FStringExpr>(E)->Parts);
  case ExprKind::Formatted:
    return expr(llvm::cast<FormattedExpr>(E)->Value);
  case ExprKind::Comprehension: {
    auto *C = llvm::cast<ComprehensionExpr>(E);
    return children({C->Element, C->Target, C->Iter});
  }
  }
}

void TreePrinter::expr(const Expr *E) {
  if (!E) {
    OS.indent(2 * Depth) << "none\n";
    return;
  }
  line(label(E), E->Range);
  ++Depth;
  exprChildren(E);
  --Depth;
}

std::string TreePrinter::label(const Stmt *S) {
  switch (S->Kind) {
  case StmtKind::Expr:
    return "expression";
  case StmtKind::Assign:
    return "assign";
  case StmtKind::AnnAssign:
    return "assign annotated";
  case StmtKind::AugAssign:
    return ("assign " + spelling(llvm::cast<AugAssignStmt>(S)->Op) + "=").str();
  case StmtKind::For:
    return "for";
  case StmtKind::While:
    return "while";
  case StmtKind::If:
    return "if";
  case StmtKind::Return:
    return "return";
  case StmtKind::Pass:
    return "pass";
  case StmtKind::Break:
    return "break";
  case StmtKind::Continue:
    return "continue";
  case StmtKind::Assert:
    return "assert";
  case StmtKind::Function:
    return ("def " + llvm::cast<FunctionStmt>(S)->Name).str();
  case StmtKind::Import:
    return "import";
  case StmtKind::Try:
    return "try";
  case StmtKind::Unsupported:
    return ("unsupported " + llvm::cast<UnsupportedStmt>(S)->What).str();
  }
  llvm_unreachable("covered switch");
}

void TreePrinter::body(StringRef Label, Body B) {
  if (B.empty())
    return;
  OS.indent(2 * Depth) << Label << '\n';
  ++Depth;
  for (const Stmt *S : B)
    stmt(S);
  --Depth;
}

void TreePrinter::stmtChildren(const Stmt *S) {
  if (auto *E = llvm::dyn_cast<ExprStmt>(S)) {
    expr(E->Value);
  } else if (auto *A = llvm::dyn_cast<AssignStmt>(S)) {
    children(A->Targets);
    expr(A->Value);
  } else if (auto *A = llvm::dyn_cast<AnnAssignStmt>(S)) {
    children({A->Target, A->Annotation, A->Value});
  } else if (auto *A = llvm::dyn_cast<AugAssignStmt>(S)) {
    children({A->Target, A->Value});
  } else if (auto *F = llvm::dyn_cast<ForStmt>(S)) {
    children({F->Target, F->Iter});
    body("do", F->Then);
    body("else", F->OrElse);
  } else if (auto *W = llvm::dyn_cast<WhileStmt>(S)) {
    expr(W->Test);
    body("do", W->Then);
    body("else", W->OrElse);
  } else if (auto *I = llvm::dyn_cast<IfStmt>(S)) {
    expr(I->Test);
    body("then", I->Then);
    body("else", I->OrElse);
  } else if (auto *R = llvm::dyn_cast<ReturnStmt>(S)) {
    if (R->Value)
      expr(R->Value);
  } else if (auto *A = llvm::dyn_cast<AssertStmt>(S)) {
    expr(A->Test);
  }
}

void TreePrinter::stmt(const Stmt *S) {
  line(label(S), S->Range);
  ++Depth;
  stmtChildren(S);
  --Depth;
}

void TreePrinter::function(const FunctionStmt &F) {
  line("kernel " + F.Name, F.NameRange);
  ++Depth;
  for (const Param &P : F.Params) {
    line("param " + P.Name, P.Range);
    ++Depth;
    if (P.Annotation)
      expr(P.Annotation);
    if (P.Default)
      expr(P.Default);
    --Depth;
  }
  for (const Stmt *S : F.Statements)
    stmt(S);
  --Depth;
}

void mt::ast::printFunction(llvm::raw_ostream &OS, const FunctionStmt &F) {
  TreePrinter(OS).function(F);
}
