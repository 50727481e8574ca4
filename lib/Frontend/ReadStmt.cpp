//===- ReadStmt.cpp - Statements of Python's `ast`
//-------------------------===//
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

Body ASTReader::body(PyObject *List) {
  size_t Size = List && PyList_Check(List) ? PyList_Size(List) : 0;
  auto Result = T.array<Stmt *>(Size);
  for (size_t I = 0; I != Size; ++I)
    Result[I] = stmt(PyList_GetItem(List, I));
  return Result;
}

void ASTReader::readModule(PyObject *Module) {
  T.Statements = body(get(Module, N.body));
}

void ASTReader::readBody(FunctionStmt &F) {
  if (F.BodyRead)
    return;
  F.BodyRead = true;
  F.Statements = body(get(F.Node, N.body));
}

Stmt *ASTReader::readAssignment(PyObject *Node, NodeClass C, SourceRange R) {
  if (C == NodeClass::Assign) {
    auto *S = T.make<AssignStmt>(R);
    S->Targets = exprs(get(Node, N.targets));
    S->Value = expr(get(Node, N.value));
    return S;
  }
  if (C == NodeClass::AugAssign) {
    auto *S = T.make<AugAssignStmt>(R);
    S->Target = expr(get(Node, N.target));
    S->Op = binaryOp(Node);
    S->Value = expr(get(Node, N.value));
    return S;
  }
  auto *S = T.make<AnnAssignStmt>(R);
  S->Target = expr(get(Node, N.target));
  S->Annotation = expr(get(Node, N.annotation));
  S->Value = optionalExpr(Node, N.value);
  return S;
}

Stmt *ASTReader::readControl(PyObject *Node, NodeClass C, SourceRange R) {
  if (C == NodeClass::For) {
    auto *S = T.make<ForStmt>(R);
    S->Target = expr(get(Node, N.target));
    S->Iter = expr(get(Node, N.iter));
    S->Then = body(get(Node, N.body));
    S->OrElse = body(get(Node, N.orelse));
    return S;
  }
  if (C == NodeClass::While) {
    auto *S = T.make<WhileStmt>(R);
    S->Test = expr(get(Node, N.test));
    S->Then = body(get(Node, N.body));
    S->OrElse = body(get(Node, N.orelse));
    return S;
  }
  auto *S = T.make<IfStmt>(R);
  S->Test = expr(get(Node, N.test));
  S->Then = body(get(Node, N.body));
  S->OrElse = body(get(Node, N.orelse));
  return S;
}

/// Why the parameter list of a function is not supported; empty if it is.
static StringRef badParams(const PythonNames &N, PyObject *Args) {
  auto Has = [&](PyObject *Name) {
    PyObject *V = pyAttr(Args, Name);
    return V && V != Py_None && (!PyList_Check(V) || PyList_Size(V) != 0);
  };
  if (Has(N.kwarg))
    return "a '**kwargs' parameter";
  if (Has(N.kwonlyargs))
    return "a keyword-only parameter";
  return {};
}

void ASTReader::readParams(FunctionStmt &F, PyObject *Args) {
  F.BadParams = badParams(N, Args);
  PyObject *Lists[2] = {get(Args, N.posonlyargs), get(Args, N.args)};
  size_t Count = PyList_Size(Lists[0]) + PyList_Size(Lists[1]);
  PyObject *VarArg = get(Args, N.vararg);
  F.HasVarArg = VarArg && VarArg != Py_None;
  auto Params = T.array<Param>(Count + F.HasVarArg);
  size_t I = 0;
  for (PyObject *List : Lists)
    for (Py_ssize_t K = 0, E = PyList_Size(List); K != E; ++K, ++I) {
      PyObject *P = PyList_GetItem(List, K);
      Params[I] = {text(P, N.arg), optionalExpr(P, N.annotation), nullptr,
                   range(P)};
    }
  if (F.HasVarArg)
    Params[Count] = {text(VarArg, N.arg), nullptr, nullptr, range(VarArg)};
  auto Defaults = exprs(get(Args, N.defaults));
  for (size_t K = 0; K != Defaults.size(); ++K)
    Params[Count - Defaults.size() + K].Default = Defaults[K];
  F.Params = Params;
}

Stmt *ASTReader::readFunction(PyObject *Node, bool IsAsync, SourceRange R) {
  auto *F = T.make<FunctionStmt>(R);
  F->Name = text(Node, N.name);
  // Python records where `def` starts; the name follows one blank later.
  unsigned Skip = IsAsync ? strlen("async def ") : strlen("def ");
  F->NameRange = {R.Line, R.Col + Skip, R.Line,
                  R.Col + Skip + unsigned(F->Name.size()) - 1};
  F->IsAsync = IsAsync;
  F->Node = Node;
  readParams(*F, get(Node, N.args));
  F->Decorators = exprs(get(Node, N.decorator_list));
  return F;
}

Stmt *ASTReader::readImport(PyObject *Node, bool IsFrom, SourceRange R) {
  auto *S = T.make<ImportStmt>(R);
  S->IsFrom = IsFrom;
  if (IsFrom) {
    // `from . import x` names no module a kernel file could be read with.
    bool Relative = number(Node, N.level) != 0;
    S->Module = Relative ? StringRef(".") : text(Node, N.module);
  }
  PyObject *List = get(Node, N.names);
  auto Names = T.array<ImportedName>(PyList_Size(List));
  for (size_t I = 0; I != Names.size(); ++I) {
    PyObject *Alias = PyList_GetItem(List, I);
    Names[I] = {text(Alias, N.name), text(Alias, N.asname)};
  }
  S->Names = Names;
  return S;
}

Stmt *ASTReader::readTry(PyObject *Node, SourceRange R) {
  llvm::SmallVector<Body, 4> Bodies;
  Bodies.push_back(body(get(Node, N.body)));
  PyObject *Handlers = get(Node, N.handlers);
  for (Py_ssize_t I = 0, E = PyList_Size(Handlers); I != E; ++I)
    Bodies.push_back(body(get(PyList_GetItem(Handlers, I), N.body)));
  Bodies.push_back(body(get(Node, N.orelse)));
  Bodies.push_back(body(get(Node, N.finalbody)));
  auto *S = T.make<TryStmt>(R);
  auto Stored = T.array<Body>(Bodies.size());
  llvm::copy(Bodies, Stored.begin());
  S->Bodies = Stored;
  return S;
}

/// The statement's keyword in quotes, for errors.
static StringRef describe(StringRef Class) {
  return llvm::StringSwitch<StringRef>(Class)
      .Case("ClassDef", "'class'")
      .Case("Delete", "'del'")
      .Case("Global", "'global'")
      .Case("Nonlocal", "'nonlocal'")
      .Cases({"With", "AsyncWith"}, "'with'")
      .Case("AsyncFor", "'async for'")
      .Case("Raise", "'raise'")
      .Case("Match", "'match'")
      .Case("TryStar", "'try'")
      .Case("TypeAlias", "'type'")
      .Default("this statement");
}

Stmt *ASTReader::unsupportedStmt(PyObject *Node, SourceRange R) {
  auto *S = T.make<UnsupportedStmt>(R);
  S->What = T.copy(describe(pyTypeName(Node)));
  S->Name = text(Node, N.name);
  return S;
}

Stmt *ASTReader::stmt(PyObject *Node) {
  SourceRange R = range(Node);
  NodeClass C = N.classOf(Node);
  switch (C) {
  case NodeClass::Expr: {
    auto *S = T.make<ExprStmt>(R);
    S->Value = expr(get(Node, N.value));
    return S;
  }
  case NodeClass::Assign:
  case NodeClass::AnnAssign:
  case NodeClass::AugAssign:
    return readAssignment(Node, C, R);
  case NodeClass::For:
  case NodeClass::While:
  case NodeClass::If:
    return readControl(Node, C, R);
  case NodeClass::Return: {
    auto *S = T.make<ReturnStmt>(R);
    S->Value = optionalExpr(Node, N.value);
    return S;
  }
  case NodeClass::Assert: {
    auto *S = T.make<AssertStmt>(R);
    S->Test = expr(get(Node, N.test));
    S->Message = optionalExpr(Node, N.msg);
    return S;
  }
  case NodeClass::Pass:
    return T.make<PassStmt>(R);
  case NodeClass::Break:
    return T.make<BreakStmt>(R);
  case NodeClass::Continue:
    return T.make<ContinueStmt>(R);
  case NodeClass::FunctionDef:
  case NodeClass::AsyncFunctionDef:
    return readFunction(Node, C == NodeClass::AsyncFunctionDef, R);
  case NodeClass::Import:
  case NodeClass::ImportFrom:
    return readImport(Node, C == NodeClass::ImportFrom, R);
  case NodeClass::Try:
    return readTry(Node, R);
  default:
    return unsupportedStmt(Node, R);
  }
}
