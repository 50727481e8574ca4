//===- PyRef.cpp - Owning reference to a Python object --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Frontend/PyRef.h"

using namespace mt;

static std::string textOr(PyRef Str, const char *Otherwise) {
  if (!Str) {
    PyErr_Clear();
    return Otherwise;
  }
  return pyText(Str.get()).str();
}

std::string mt::pyStr(PyObject *Object) {
  return textOr(PyRef::steal(PyObject_Str(Object)), "<unprintable>");
}

std::string mt::pyRepr(PyObject *Object) {
  return textOr(PyRef::steal(PyObject_Repr(Object)), "<unprintable>");
}

std::string mt::pyTypeName(PyObject *Object) {
  return textOr(PyRef::steal(PyObject_GetAttrString(
                    reinterpret_cast<PyObject *>(Py_TYPE(Object)), "__name__")),
                "object");
}

std::string mt::takePythonError() {
  PyObject *Type = nullptr, *Value = nullptr, *Trace = nullptr;
  PyErr_Fetch(&Type, &Value, &Trace);
  PyErr_NormalizeException(&Type, &Value, &Trace);
  PyRef T = PyRef::steal(Type), V = PyRef::steal(Value);
  PyRef Unused = PyRef::steal(Trace);
  if (!V)
    return "unknown error";
  std::string Text = pyTypeName(V.get());
  std::string What = pyStr(V.get());
  return What.empty() ? Text : Text + ": " + What;
}
