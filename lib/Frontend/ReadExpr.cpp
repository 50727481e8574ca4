//===- ReadExpr.cpp - Expressions of Python's `ast`
//------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ASTReader.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

unsigned ASTReader::number(PyObject *Node, PyObject *Name) {
  PyObject *V = get(Node, Name);
  if (!V || !PyLong_Check(V))
    return 0;
  return unsigned(PyLong_AsLong(V));
}

StringRef ASTReader::text(PyObject *Node, PyObject *Name) {
  PyObject *V = get(Node, Name);
  return V ? pyText(V) : StringRef();
}

SourceRange ASTReader::range(PyObject *Node) {
  SourceRange R;
  R.Line = number(Node, N.lineno) + LineOffset;
  R.Col = number(Node, N.col_offset) + 1;
  R.EndLine = number(Node, N.end_lineno) + LineOffset;
  // Python's end is exclusive and counts from 0: as an inclusive one from 1 it
  // is the same number.
  R.EndCol = number(Node, N.end_col_offset);
  return R;
}

BinaryOp ASTReader::binaryOp(PyObject *Node) {
  PyObject *Op = get(Node, N.op);
  NodeClass C = N.classOf(Op);
  return BinaryOp(unsigned(C) - unsigned(NodeClass::Add));
}

static_assert(unsigned(NodeClass::BitXor) - unsigned(NodeClass::Add) ==
                  unsigned(BinaryOp::BitXor),
              "operators stand in one order in both lists");
static_assert(unsigned(NodeClass::NotIn) - unsigned(NodeClass::Eq) ==
                  unsigned(CompareOp::NotIn),
              "comparisons stand in one order in both lists");

llvm::ArrayRef<Expr *> ASTReader::exprs(PyObject *List) {
  size_t Size = List ? PyList_Size(List) : 0;
  auto Result = T.array<Expr *>(Size);
  for (size_t I = 0; I != Size; ++I)
    Result[I] = expr(PyList_GetItem(List, I));
  return Result;
}

Expr *ASTReader::optionalExpr(PyObject *Node, PyObject *Name) {
  PyObject *Child = get(Node, Name);
  return Child && Child != Py_None ? expr(Child) : nullptr;
}

Expr *ASTReader::readCall(PyObject *Node, SourceRange R) {
  auto *E = T.make<CallExpr>(R);
  E->Callee = expr(get(Node, N.func));
  E->Args = exprs(get(Node, N.args));
  PyObject *List = get(Node, N.keywords);
  auto Keywords = T.array<Keyword>(PyList_Size(List));
  for (size_t I = 0; I != Keywords.size(); ++I) {
    PyObject *K = PyList_GetItem(List, I);
    Keywords[I] = {text(K, N.arg), expr(get(K, N.value)), range(K)};
  }
  E->Keywords = Keywords;
  return E;
}

Expr *ASTReader::readCompare(PyObject *Node, SourceRange R) {
  auto *E = T.make<CompareExpr>(R);
  E->First = expr(get(Node, N.left));
  PyObject *List = get(Node, N.ops);
  auto Ops = T.array<CompareOp>(PyList_Size(List));
  for (size_t I = 0; I != Ops.size(); ++I) {
    NodeClass C = N.classOf(PyList_GetItem(List, I));
    Ops[I] = CompareOp(unsigned(C) - unsigned(NodeClass::Eq));
  }
  E->Ops = Ops;
  E->Rest = exprs(get(Node, N.comparators));
  return E;
}

Expr *ASTReader::readSequence(PyObject *Node, ExprKind K, SourceRange R) {
  SequenceExpr *E = T.makeSequence(K, R);
  E->Elements = exprs(get(Node, N.elts));
  return E;
}

/// "a list comprehension", for errors.
static StringRef describe(StringRef Class) {
  return llvm::StringSwitch<StringRef>(Class)
      .Case("Lambda", "a lambda")
      .Case("Dict", "a dictionary")
      .Case("Set", "a set")
      .Case("SetComp", "a set comprehension")
      .Case("DictComp", "a dictionary comprehension")
      .Case("GeneratorExp", "a generator expression")
      .Case("Await", "'await'")
      .Case("Yield", "'yield'")
      .Case("YieldFrom", "'yield from'")
      .Default("this expression");
}

Expr *ASTReader::unsupported(PyObject *Node, SourceRange R) {
  auto *E = T.make<UnsupportedExpr>(R);
  E->What = T.copy(describe(pyTypeName(Node)));
  return E;
}

Expr *ASTReader::readOperation(PyObject *Node, NodeClass C, SourceRange R) {
  if (C == NodeClass::BinOp) {
    auto *E = T.make<BinaryExpr>(R);
    E->Op = binaryOp(Node);
    E->Lhs = expr(get(Node, N.left));
    E->Rhs = expr(get(Node, N.right));
    return E;
  }
  if (C == NodeClass::UnaryOp) {
    auto *E = T.make<UnaryExpr>(R);
    NodeClass Op = N.classOf(get(Node, N.op));
    E->Op = UnaryOp(unsigned(Op) - unsigned(NodeClass::USub));
    E->Operand = expr(get(Node, N.operand));
    return E;
  }
  if (C == NodeClass::BoolOp) {
    auto *E = T.make<BoolExpr>(R);
    E->IsAnd = N.classOf(get(Node, N.op)) == NodeClass::And;
    E->Operands = exprs(get(Node, N.values));
    return E;
  }
  auto *E = T.make<ConditionalExpr>(R);
  E->Test = expr(get(Node, N.test));
  E->Then = expr(get(Node, N.body));
  E->Else = expr(get(Node, N.orelse));
  return E;
}

Expr *ASTReader::readFormatted(PyObject *Node, SourceRange R) {
  auto *E = T.make<FormattedExpr>(R);
  E->Value = expr(get(Node, N.value));
  PyObject *C = get(Node, N.conversion);
  long Conversion = C && PyLong_Check(C) ? PyLong_AsLong(C) : -1;
  E->Conversion = Conversion > 0 ? char(Conversion) : 0;
  E->Spec = optionalExpr(Node, N.format_spec);
  return E;
}

/// One `for` without a filter; anything else is not supported.
Expr *ASTReader::readComprehension(PyObject *Node, SourceRange R) {
  PyObject *Generators = get(Node, N.generators);
  PyObject *Only = PyList_GetItem(Generators, 0);
  if (PyList_Size(Generators) != 1 || PyList_Size(get(Only, N.ifs)) != 0 ||
      number(Only, N.is_async) != 0) {
    auto *E = T.make<UnsupportedExpr>(R);
    E->What = "a list comprehension with a filter or several loops";
    return E;
  }
  auto *E = T.make<ComprehensionExpr>(R);
  E->Element = expr(get(Node, N.elt));
  E->Target = expr(get(Only, N.target));
  E->Iter = expr(get(Only, N.iter));
  return E;
}

Expr *ASTReader::readPrimary(PyObject *Node, NodeClass C, SourceRange R) {
  if (C == NodeClass::Attribute) {
    auto *E = T.make<AttributeExpr>(R);
    E->Base = expr(get(Node, N.value));
    E->Attr = text(Node, N.attr);
    return E;
  }
  if (C == NodeClass::Subscript) {
    auto *E = T.make<SubscriptExpr>(R);
    E->Base = expr(get(Node, N.value));
    E->Index = expr(get(Node, N.slice));
    return E;
  }
  if (C == NodeClass::Slice) {
    auto *E = T.make<SliceExpr>(R);
    E->Lower = optionalExpr(Node, N.lower);
    E->Upper = optionalExpr(Node, N.upper);
    E->Step = optionalExpr(Node, N.step);
    return E;
  }
  if (C == NodeClass::NamedExpr) {
    auto *E = T.make<NamedExpr>(R);
    E->Target = expr(get(Node, N.target));
    E->Value = expr(get(Node, N.value));
    return E;
  }
  if (C == NodeClass::Starred) {
    auto *E = T.make<StarredExpr>(R);
    E->Value = expr(get(Node, N.value));
    return E;
  }
  if (C == NodeClass::FormattedValue)
    return readFormatted(Node, R);
  auto *E = T.make<FStringExpr>(R);
  E->Parts = exprs(get(Node, N.values));
  return E;
}

Expr *ASTReader::expr(PyObject *Node) {
  SourceRange R = range(Node);
  NodeClass C = N.classOf(Node);
  switch (C) {
  case NodeClass::Name: {
    auto *E = T.make<NameExpr>(R);
    E->Id = text(Node, N.id);
    return E;
  }
  case NodeClass::Constant: {
    auto *E = T.make<ConstantExpr>(R);
    E->Value = get(Node, N.value);
    return E;
  }
  case NodeClass::Call:
    return readCall(Node, R);
  case NodeClass::Compare:
    return readCompare(Node, R);
  case NodeClass::BinOp:
  case NodeClass::UnaryOp:
  case NodeClass::BoolOp:
  case NodeClass::IfExp:
    return readOperation(Node, C, R);
  case NodeClass::Tuple:
    return readSequence(Node, ExprKind::Tuple, R);
  case NodeClass::List:
    return readSequence(Node, ExprKind::List, R);
  case NodeClass::Attribute:
  case NodeClass::Subscript:
  case NodeClass::Slice:
  case NodeClass::NamedExpr:
  case NodeClass::Starred:
  case NodeClass::JoinedStr:
  case NodeClass::FormattedValue:
    return readPrimary(Node, C, R);
  case NodeClass::ListComp:
    return readComprehension(Node, R);
  default:
    return unsupported(Node, R);
  }
}
