//===- InterpTarget.cpp - The target interp -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs programs one after the other, x fastest. Nothing is lowered first, so
// what it computes is what the IR says.
//
//===----------------------------------------------------------------------===//

#include "InterpExecutable.h"

using namespace mt;
using namespace mt::interp;

namespace {

class InterpTarget : public mt::Target {
public:
  llvm::StringRef name() const override { return "interp"; }
  llvm::StringRef description() const override {
    return "interpreter, and checker of memory accesses";
  }
  llvm::ArrayRef<llvm::StringRef> stages() const override { return {}; }
  std::string pipeline(llvm::StringRef, const TargetOptions &) const override {
    return "";
  }
  LogicalResult emit(Module &M, llvm::StringRef Stage, const TargetOptions &,
                     llvm::raw_pwrite_stream &,
                     DiagnosticEngine &Diags) const override;
  bool takesCalls() const override { return true; }
  bool canCheck() const override { return true; }
  bool canExecute() const override { return true; }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &,
                                   DiagnosticEngine &Diags) const override {
    return interpret(K, Diags);
  }
};

} // namespace

LogicalResult InterpTarget::emit(Module &, llvm::StringRef Stage,
                                 const TargetOptions &,
                                 llvm::raw_pwrite_stream &,
                                 DiagnosticEngine &Diags) const {
  return Diags.error({}) << "target 'interp' has no stage '" << Stage << "'";
}

std::unique_ptr<mt::Target> mt::createInterpTarget() {
  return std::make_unique<InterpTarget>();
}
