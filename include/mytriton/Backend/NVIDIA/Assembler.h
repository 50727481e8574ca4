//===- Assembler.h - PTX to machine code ------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Assemblers are looked for when PTX is first assembled, in this order:
// nvJitLink, nvPTXCompiler, both libraries of a CUDA toolkit; the driver, which
// takes PTX itself; last the program `ptxas`. MYTRITON_ASSEMBLER names the one
// to use instead: `nvjitlink`, `nvptxcompiler`, `driver` or `ptxas`.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_ASSEMBLER_H
#define MYTRITON_BACKEND_NVIDIA_ASSEMBLER_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mt {

struct AssemblerOptions {
  std::string Arch = "sm_90a";
  bool LineInfo = false; ///< keep the lines that PTX names
  /// PTX itself will do as a result: who asks hands it to the driver.
  bool ForDriver = false;
};

/// A cubin, or PTX where the driver is the assembler. Fails with the
/// assembler's log, or, if there is none, saying what was looked for.
llvm::Expected<std::string> assemblePTX(llvm::StringRef PTX,
                                        const AssemblerOptions &Options);

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_ASSEMBLER_H
