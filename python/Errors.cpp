//===- Errors.cpp - Diagnostics and failures as Python exceptions ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "mytriton/Frontend/Frontend.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"

using namespace mt;
using namespace mt::python;

void python::raise(PyObject *Class, const llvm::Twine &Message) {
  llvm::SmallString<256> Storage;
  llvm::StringRef Text = Message.toStringRef(Storage);
  PyRef Str = PyRef::steal(
      PyUnicode_DecodeUTF8(Text.data(), Text.size(), "backslashreplace"));
  if (Str)
    PyErr_SetObject(Class, Str.get());
}

PyObject *python::errorClass(const char *Name) {
  PyRef Module = PyRef::steal(PyImport_ImportModule("mytriton.errors"));
  PyRef Class = Module
                    ? PyRef::steal(PyObject_GetAttrString(Module.get(), Name))
                    : PyRef();
  PyErr_Clear();
  // The module keeps it alive.
  return Class ? Class.get() : PyExc_RuntimeError;
}

void python::raiseError(PyObject *Class, llvm::Error E) {
  raise(Class, llvm::toString(std::move(E)));
}

DiagnosticCollector::DiagnosticCollector() {
  Engine.setHandler([this](const Diagnostic &D) { Collected.push_back(D); });
}

void DiagnosticCollector::raiseErrors() {
  auto First = llvm::find_if(
      Collected, [](const Diagnostic &D) { return D.Kind == Severity::Error; });
  // Categories are named after the classes.
  llvm::StringRef Category =
      First == Collected.end() ? "" : llvm::StringRef(First->Category);
  bool Known = Category == ASTFrontendErrorCategory ||
               Category == "CompileTimeAssertionFailure";
  raiseErrors(Known ? Category.data() : "CompileError");
}

/// The places of the calls that led to D, innermost first.
static PyRef callPlaces(const Diagnostic &D) {
  PyRef Calls = PyRef::steal(PyList_New(0));
  for (Location Call = D.Loc.callSite(); Calls && Call;
       Call = Call.callSite()) {
    PyRef Place = PyRef::steal(Py_BuildValue("(s#II)", Call.file().data(),
                                             Py_ssize_t(Call.file().size()),
                                             Call.line(), Call.column()));
    if (!Place || PyList_Append(Calls.get(), Place.get()) != 0)
      return {};
  }
  return Calls;
}

/// Sets attributes that tools read instead of parsing the text.
static void setPlace(PyObject *Exception, const Diagnostic &D) {
  PyRef File = PyRef::steal(PyUnicode_FromStringAndSize(
      D.Loc.file().data(), Py_ssize_t(D.Loc.file().size())));
  PyRef Message = PyRef::steal(PyUnicode_FromStringAndSize(
      D.Message.data(), Py_ssize_t(D.Message.size())));
  PyRef Line = PyRef::steal(PyLong_FromLong(D.Loc.line()));
  PyRef Column = PyRef::steal(PyLong_FromLong(D.Loc.column()));
  PyRef Calls = callPlaces(D);
  if (File && Message && Line && Column && Calls) {
    PyObject_SetAttrString(Exception, "file", File.get());
    PyObject_SetAttrString(Exception, "message", Message.get());
    PyObject_SetAttrString(Exception, "line", Line.get());
    PyObject_SetAttrString(Exception, "column", Column.get());
    PyObject_SetAttrString(Exception, "calls", Calls.get());
  }
  PyErr_Clear();
}

void DiagnosticCollector::raiseErrors(const char *ClassName) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  const Diagnostic *First = nullptr;
  for (const Diagnostic &D : Collected) {
    if (D.Kind != Severity::Error)
      continue;
    printDiagnostic(OS, D, Engine);
    First = First ? First : &D;
  }
  llvm::StringRef Trimmed = llvm::StringRef(Text).rtrim('\n');
  PyObject *Class = errorClass(ClassName);
  PyRef Exception = PyRef::steal(PyObject_CallFunction(
      Class, "s#", Trimmed.data(), Py_ssize_t(Trimmed.size())));
  if (!Exception)
    return;
  if (First)
    setPlace(Exception.get(), *First);
  PyErr_SetObject(Class, Exception.get());
}

bool DiagnosticCollector::issueWarnings() {
  for (const Diagnostic &D : Collected) {
    if (D.Kind != Severity::Warning)
      continue;
    std::string File = D.Loc ? D.Loc.file().str() : "<kernel>";
    if (PyErr_WarnExplicit(errorClass("KernelWarning"), D.Message.c_str(),
                           File.c_str(), int(D.Loc.line()), nullptr,
                           nullptr) != 0)
      return false;
  }
  return true;
}
