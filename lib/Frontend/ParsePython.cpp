//===- ParsePython.cpp - Text to Python's `ast`
//----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builtin `compile` with the flag that stops after parsing. The limited
// API has no call for that, and the module `ast` would cost its import.
//
//===----------------------------------------------------------------------===//

#include "ASTReader.h"
#include "mytriton/IR/Context.h"

using namespace mt;
using llvm::StringRef;

/// `ast.PyCF_ONLY_AST`, fixed since Python 2.5.
static constexpr long OnlyAST = 0x400;

PythonNames::PythonNames() {
  auto Keep = [&](PyObject *New) {
    Owned.push_back(PyRef::steal(New));
    return New;
  };
#define MT_ATTR(Name) Name = Keep(PyUnicode_InternFromString(#Name));
#include "ASTNames.def"
  PyObject *Module = Keep(PyImport_ImportModule("_ast"));
  auto Add = [&](const char *Name, NodeClass C) {
    if (PyObject *Class = Keep(PyObject_GetAttrString(Module, Name)))
      Classes[reinterpret_cast<PyTypeObject *>(Class)] = C;
    else
      PyErr_Clear();
  };
#define MT_NODE(Name) Add(#Name, NodeClass::Name);
#include "ASTNames.def"
  PyObject *Builtins = Keep(PyImport_ImportModule("builtins"));
  Compile = PyRef::steal(PyObject_GetAttrString(Builtins, "compile"));
  Exec = PyRef::steal(PyUnicode_InternFromString("exec"));
  Flags = PyRef::steal(PyLong_FromLong(OnlyAST));
}

/// Python counts a SyntaxError's columns in characters, carets in bytes.
static unsigned byteColumn(std::optional<StringRef> Line, long Characters) {
  if (!Line || Characters <= 1)
    return 1;
  size_t Byte = 0;
  for (long Left = Characters - 1; Left > 0 && Byte < Line->size(); --Left) {
    ++Byte;
    while (Byte < Line->size() && ((*Line)[Byte] & 0xc0) == 0x80)
      ++Byte;
  }
  return unsigned(Byte) + 1;
}

static long longAttr(PyObject *Object, const char *Name) {
  PyRef V = PyRef::steal(PyObject_GetAttrString(Object, Name));
  if (!V || !PyLong_Check(V.get())) {
    PyErr_Clear();
    return 0;
  }
  return PyLong_AsLong(V.get());
}

/// Reports the pending exception of the parser at its place.
static void reportSyntaxError(const SourceText &Source, int FirstLine,
                              Context &Ctx, DiagnosticEngine &Diags) {
  PyObject *Type = nullptr, *Value = nullptr, *Trace = nullptr;
  PyErr_Fetch(&Type, &Value, &Trace);
  PyErr_NormalizeException(&Type, &Value, &Trace);
  PyRef T = PyRef::steal(Type), V = PyRef::steal(Value);
  PyRef Unused = PyRef::steal(Trace);
  const LocationScope *Scope = Ctx.scope(Source.FileName);
  if (!V || !PyErr_GivenExceptionMatches(T.get(), PyExc_SyntaxError)) {
    // Bytes that are no text, or nesting too deep: no line to show.
    std::string Why = V ? pyStr(V.get()) : std::string();
    Diags.error({}).category(ASTFrontendErrorCategory)
        << "Python cannot parse '" << Source.FileName
        << "': " << (Why.empty() && V ? pyTypeName(V.get()) : Why);
    return;
  }
  unsigned Line = std::max(1l, longAttr(V.get(), "lineno") + FirstLine - 1);
  unsigned End = std::max(1l, longAttr(V.get(), "end_lineno") + FirstLine - 1);
  auto Text = Diags.sourceLine(Source.FileName, Line);
  unsigned Col = byteColumn(Text, longAttr(V.get(), "offset"));
  unsigned EndCol = byteColumn(Diags.sourceLine(Source.FileName, End),
                               longAttr(V.get(), "end_offset"));
  Location Loc(Scope, Line, Col);
  if (End == Line && EndCol > Col + 1)
    Loc = Location(Scope, Line, Col, End, EndCol - 1);
  PyRef Message = PyRef::steal(PyObject_GetAttrString(V.get(), "msg"));
  Diags.error(Loc).category(ASTFrontendErrorCategory)
      << (Message ? pyStr(Message.get()) : std::string("invalid syntax"));
}

/// True if the first line that says something is indented.
static bool isIndented(StringRef Text) {
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    StringRef Body = Line.ltrim(" \t\r\f");
    if (!Body.empty() && Body.front() != '#')
      return Body.size() != Line.size();
    Text = Rest;
  }
  return false;
}

/// Text of a nested function parses inside a block of its own.
static constexpr StringRef Wrapper = "if 1:\n";

PyRef mt::parsePython(const PythonNames &Names, const SourceText &Source,
                      Context &Ctx, DiagnosticEngine &Diags, int &FirstLine) {
  bool Wrap = isIndented(Source.Text) && Source.FirstLine > 1;
  FirstLine = int(Source.FirstLine) - Wrap;
  std::string Wrapped;
  StringRef Text = Source.Text;
  if (Wrap) {
    Wrapped = (Wrapper + Text).str();
    Text = Wrapped;
  }
  Text.consume_front("\xef\xbb\xbf"); // byte order mark
  // Python counts the columns of errors in str text the same way in every
  // version, unlike those in bytes.
  PyRef Code = PyRef::steal(
      PyUnicode_DecodeUTF8(Text.data(), Text.size(), /*errors=*/nullptr));
  PyRef File = PyRef::steal(PyUnicode_DecodeFSDefaultAndSize(
      Source.FileName.data(), Source.FileName.size()));
  PyRef Module;
  if (Code && File)
    Module = PyRef::steal(PyObject_CallFunctionObjArgs(
        Names.Compile.get(), Code.get(), File.get(), Names.Exec.get(),
        Names.Flags.get(), Py_True, nullptr));
  if (!Module) {
    reportSyntaxError(Source, FirstLine, Ctx, Diags);
    return {};
  }
  if (!Wrap)
    return Module;
  PyObject *Body = pyAttr(Module.get(), Names.body);
  return PyRef::borrow(PyList_GetItem(Body, 0));
}
