//===- PyRef.h - Owning reference to a Python object ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_FRONTEND_PYREF_H
#define MYTRITON_FRONTEND_PYREF_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>

namespace mt {

/// Holds one reference; null after a failed call.
class PyRef {
public:
  PyRef() = default;
  PyRef(PyRef &&O) : P(std::exchange(O.P, nullptr)) {}
  PyRef(const PyRef &O) : P(O.P) { Py_XINCREF(P); }
  PyRef &operator=(PyRef O) {
    std::swap(P, O.P);
    return *this;
  }
  ~PyRef() { Py_XDECREF(P); }

  /// Takes over a new reference.
  static PyRef steal(PyObject *New) {
    PyRef R;
    R.P = New;
    return R;
  }
  /// Adds a reference to a borrowed one.
  static PyRef borrow(PyObject *Borrowed) {
    Py_XINCREF(Borrowed);
    return steal(Borrowed);
  }

  explicit operator bool() const { return P != nullptr; }
  PyObject *get() const { return P; }
  PyObject *release() { return std::exchange(P, nullptr); }

private:
  PyObject *P = nullptr;
};

/// The text of a str, valid while it lives; empty (with the error cleared) for
/// anything else.
inline llvm::StringRef pyText(PyObject *Str) {
  Py_ssize_t Size = 0;
  const char *Data =
      PyUnicode_Check(Str) ? PyUnicode_AsUTF8AndSize(Str, &Size) : nullptr;
  if (!Data) {
    PyErr_Clear();
    return {};
  }
  return {Data, size_t(Size)};
}

/// The attribute Name of Object as a borrowed reference (Object keeps it
/// alive), null if absent.
inline PyObject *pyAttr(PyObject *Object, PyObject *Name) {
  PyObject *R = PyObject_GetAttr(Object, Name);
  if (!R) {
    PyErr_Clear();
    return nullptr;
  }
  Py_DECREF(R);
  return R;
}

/// `str(Object)` and `repr(Object)`; a placeholder when that fails.
std::string pyStr(PyObject *Object);
std::string pyRepr(PyObject *Object);
/// The name of an object's class.
std::string pyTypeName(PyObject *Object);
/// Takes the pending Python error; `ZeroDivisionError: division by zero`.
std::string takePythonError();

} // namespace mt

#endif // MYTRITON_FRONTEND_PYREF_H
