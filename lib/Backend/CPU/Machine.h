//===- Machine.h - What the code generator knows of a CPU -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_MACHINE_H
#define MYTRITON_BACKEND_CPU_MACHINE_H

#include "mytriton/Support/Diagnostics.h"
#include <memory>

namespace llvm {
class TargetMachine;
}

namespace mt::cpu {

/// The processor that code is made for. Decided by features, never by the
/// processor's name: virtual machines mask features of the model they report.
struct Machine {
  std::string Triple;
  std::string CPU;      ///< name LLVM knows, `generic` levels included
  std::string Features; ///< `+avx2,-avx512f`
  unsigned VectorBits = 128;
  unsigned NumVectorRegisters = 16;
  bool IsX86 = false;
  bool HasFMA = false;
  bool HasF16C = false;
  /// Vector loads and stores of every element size take a mask: loop tails and
  /// predicates need no scalar code.
  bool HasMasks = false;
  bool HasScalef = false;

  /// The machine named by `-arch=`; empty = this computer. Fails after
  /// reporting a name LLVM does not know.
  static std::optional<Machine> get(llvm::StringRef Arch,
                                    DiagnosticEngine &Diags);
  /// A feature this machine has and the computer we run on lacks; empty if
  /// its code can run here.
  std::string missingHere() const;
  /// LLVM's code generator for this machine; null after an internal error.
  std::unique_ptr<llvm::TargetMachine> createTargetMachine() const;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_MACHINE_H
