//===- EmbeddedPython.cpp - A Python inside a tool ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that needs more than Python's limited API: PyConfig.
//
//===----------------------------------------------------------------------===//

#include <Python.h>

#include "EmbeddedPython.h"

bool mt::startEmbeddedPython(std::string &Error) {
  if (Py_IsInitialized())
    return true;
  // Sources are UTF-8, and so is what kernels print, whatever the locale.
  PyPreConfig Early;
  PyPreConfig_InitIsolatedConfig(&Early);
  Early.utf8_mode = 1;
  PyStatus Status = Py_PreInitialize(&Early);
  PyConfig Config;
  PyConfig_InitIsolatedConfig(&Config);
  Config.site_import = 0;
  Config.install_signal_handlers = 0;
  Config.pathconfig_warnings = 0;
  Config.write_bytecode = 0;
  if (!PyStatus_Exception(Status))
    Status = Py_InitializeFromConfig(&Config);
  PyConfig_Clear(&Config);
  if (!PyStatus_Exception(Status))
    return true;
  Error = "Python cannot start: ";
  Error += Status.err_msg ? Status.err_msg : "unknown error";
  return false;
}
