//===- ASTReader.h - Python's `ast` to the kernel tree ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_ASTREADER_H
#define MYTRITON_LIB_FRONTEND_ASTREADER_H

#include "Tree.h"
#include "mytriton/Frontend/Frontend.h"
#include "llvm/ADT/DenseMap.h"

namespace mt {

/// Classes of `_ast` the reader tells apart.
enum class NodeClass : uint8_t {
  Unknown,
#define MT_NODE(Name) Name,
#include "ASTNames.def"
};

/// What the reader needs of an interpreter, looked up once: the parser, the
/// node classes and the interned names of their attributes.
class PythonNames {
public:
  PythonNames();

  NodeClass classOf(PyObject *Node) const {
    auto It = Classes.find(Py_TYPE(Node));
    return It == Classes.end() ? NodeClass::Unknown : It->second;
  }

#define MT_ATTR(Name) PyObject *Name = nullptr;
#include "ASTNames.def"
  /// The builtin `compile` and its constant arguments.
  PyRef Compile, Exec, Flags;

private:
  llvm::DenseMap<PyTypeObject *, NodeClass> Classes;
  llvm::SmallVector<PyRef, 64> Owned;
};

/// Parses Source with Python's parser. Null after reporting a syntax error at
/// its place. FirstLine receives the line of the file that line 1 of the parsed
/// text is.
PyRef parsePython(const PythonNames &Names, const SourceText &Source,
                  Context &Ctx, DiagnosticEngine &Diags, int &FirstLine);

class ASTReader {
public:
  /// FirstLine: as parsePython gave it.
  ASTReader(const PythonNames &Names, ast::Tree &T, int FirstLine)
      : N(Names), T(T), LineOffset(FirstLine - 1) {}

  /// Reads the top level of a module; function bodies stay unread.
  void readModule(PyObject *Module);
  /// Reads the body of F unless that is done.
  void readBody(ast::FunctionStmt &F);

private:
  ast::SourceRange range(PyObject *Node);
  PyObject *get(PyObject *Node, PyObject *Name) { return pyAttr(Node, Name); }
  unsigned number(PyObject *Node, PyObject *Name);
  llvm::StringRef text(PyObject *Node, PyObject *Name);

  // Expressions (ReadExpr.cpp).
  ast::Expr *expr(PyObject *Node);
  ast::Expr *optionalExpr(PyObject *Node, PyObject *Name);
  llvm::ArrayRef<ast::Expr *> exprs(PyObject *List);
  ast::Expr *readCall(PyObject *Node, ast::SourceRange R);
  ast::Expr *readCompare(PyObject *Node, ast::SourceRange R);
  ast::Expr *readSequence(PyObject *Node, ast::ExprKind K, ast::SourceRange R);
  ast::Expr *readOperation(PyObject *Node, NodeClass C, ast::SourceRange R);
  ast::Expr *readPrimary(PyObject *Node, NodeClass C, ast::SourceRange R);
  ast::Expr *readFormatted(PyObject *Node, ast::SourceRange R);
  ast::Expr *readComprehension(PyObject *Node, ast::SourceRange R);
  ast::Expr *unsupported(PyObject *Node, ast::SourceRange R);
  ast::BinaryOp binaryOp(PyObject *Node);

  // Statements (ReadStmt.cpp).
  ast::Stmt *stmt(PyObject *Node);
  ast::Body body(PyObject *List);
  ast::Stmt *readAssignment(PyObject *Node, NodeClass C, ast::SourceRange R);
  ast::Stmt *readControl(PyObject *Node, NodeClass C, ast::SourceRange R);
  ast::Stmt *readFunction(PyObject *Node, bool IsAsync, ast::SourceRange R);
  void readParams(ast::FunctionStmt &F, PyObject *Args);
  ast::Stmt *readImport(PyObject *Node, bool IsFrom, ast::SourceRange R);
  ast::Stmt *readTry(PyObject *Node, ast::SourceRange R);
  ast::Stmt *unsupportedStmt(PyObject *Node, ast::SourceRange R);

  const PythonNames &N;
  ast::Tree &T;
  int LineOffset;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_ASTREADER_H
