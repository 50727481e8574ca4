//===- PrintFormat.h - Texts that kernels print -----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_PRINTFORMAT_H
#define MYTRITON_BACKEND_NVIDIA_PRINTFORMAT_H

#include <string>

namespace mt {

class AssertOp;
class PrintElementsOp;

/// What printf on a GPU is given for a failed assert; its arguments are the
/// three ids of the program.
std::string assertFormat(const AssertOp *O);

/// The same for one element of a print; the ids of the program, the
/// coordinates and the values follow. Floats are printed as double, pointers
/// and {hex} as unsigned integers of their width.
std::string printFormat(const PrintElementsOp *O);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_PRINTFORMAT_H
