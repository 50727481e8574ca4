//===- Compiler.h - LLVM IR to PTX ------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_COMPILER_H
#define MYTRITON_LIB_BACKEND_NVPTX_COMPILER_H

#include "mytriton/Support/Diagnostics.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mt::nvptx {

/// LLVM's code generator for one architecture, borrowed: making one takes as
/// long as compiling a small kernel, and one works for one thread at a time.
class CodeGenerator {
public:
  /// Fails if LLVM does not know Arch (`sm_90a`).
  static llvm::Expected<CodeGenerator> get(llvm::StringRef Arch);
  ~CodeGenerator();
  CodeGenerator(CodeGenerator &&);

  /// 90 for `sm_90a`.
  unsigned sm() const { return SM; }
  /// Sets the triple and the data layout of an empty module.
  void prepare(llvm::Module &M) const;
  /// Links what M uses of libdevice and runs the short pipeline: code comes
  /// from the emitter in final form but for common subexpressions, invariants
  /// of loops and dead code.
  llvm::Error optimize(llvm::Module &M, unsigned Level) const;
  /// M as PTX; it may be changed.
  std::string writePTX(llvm::Module &M) const;

private:
  CodeGenerator(std::string Arch, std::unique_ptr<llvm::TargetMachine> TM);

  std::string Arch;
  unsigned SM;
  std::unique_ptr<llvm::TargetMachine> TM;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_COMPILER_H
