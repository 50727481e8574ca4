//===- EmbeddedPython.h - A Python inside a tool ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_EMBED_EMBEDDEDPYTHON_H
#define MYTRITON_TOOLS_EMBED_EMBEDDEDPYTHON_H

#include <string>

namespace mt {

/// Starts Python for the frontend, isolated from the user's environment: no
/// site packages, no PYTHON… variables, no signal handlers. The calling thread
/// holds the GIL from then on. Python is not stopped again: the process ends
/// soon, and tearing the interpreter down would take longer than compiling.
/// False with one sentence in Error if Python cannot start.
bool startEmbeddedPython(std::string &Error);

} // namespace mt

#endif // MYTRITON_TOOLS_EMBED_EMBEDDEDPYTHON_H
