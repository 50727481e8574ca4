//===- Compiler.h - LLVM IR to machine code and into memory -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_COMPILER_H
#define MYTRITON_BACKEND_CPU_COMPILER_H

#include "Machine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

namespace llvm {
class Module;
class raw_pwrite_stream;
} // namespace llvm

namespace mt::cpu {

/// Runs the short pipeline: the emitter's loops are in final form, what is
/// left are common subexpressions, invariants and dead code.
void optimize(llvm::Module &M, llvm::TargetMachine &TM, unsigned Level);

enum class FileKind { Assembly, Object };

/// Writes M as assembly text or an object file. False if the target cannot.
bool writeCode(llvm::Module &M, llvm::TargetMachine &TM, FileKind Kind,
               llvm::raw_pwrite_stream &OS);

/// Machine code in this process; freed on destruction.
class LoadedCode {
public:
  ~LoadedCode();
  /// Links an object file.
  static llvm::Expected<std::unique_ptr<LoadedCode>>
  load(std::unique_ptr<llvm::MemoryBuffer> Object);
  /// The address of a function.
  llvm::Expected<uint64_t> lookup(llvm::StringRef Symbol);

private:
  LoadedCode();
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_COMPILER_H
