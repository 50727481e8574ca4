//===- Errors.h - Diagnostics and failures as Python exceptions -*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_ERRORS_H
#define MYTRITON_PYTHON_ERRORS_H

#include "mytriton/Frontend/PyRef.h"
#include "mytriton/Support/Diagnostics.h"
#include "llvm/Support/Error.h"

namespace mt::python {

/// Sets a Python exception with this text.
void raise(PyObject *Class, const llvm::Twine &Message);
/// A class of `mytriton.errors`, borrowed for the life of the process.
PyObject *errorClass(const char *Name);
/// Sets an exception of Class with the text of E.
void raiseError(PyObject *Class, llvm::Error E);

/// Collects the diagnostics of one compilation and turns them into Python's
/// exceptions and warnings.
class DiagnosticCollector {
public:
  DiagnosticCollector();
  DiagnosticCollector(const DiagnosticCollector &) = delete;

  DiagnosticEngine &engine() { return Engine; }
  /// Sets the exception for the errors: all of them as clang prints them. Its
  /// class follows the first one's category.
  void raiseErrors();
  /// As above with a class of `mytriton.errors`.
  void raiseErrors(const char *ClassName);
  /// Issues the warnings. False if one of them was made an exception.
  bool issueWarnings();

private:
  DiagnosticEngine Engine;
  std::vector<Diagnostic> Collected;
};

} // namespace mt::python

#endif // MYTRITON_PYTHON_ERRORS_H
