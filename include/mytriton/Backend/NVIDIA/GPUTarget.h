//===- GPUTarget.h - What targets for NVIDIA's GPUs share -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_GPUTARGET_H
#define MYTRITON_BACKEND_NVIDIA_GPUTARGET_H

#include "mytriton/Backend/Target.h"

namespace mt {

/// A target whose emitter reads thread IR: the same pipeline, the same kernels
/// refused, the same text at stage `thread`, the same driver.
class GPUTarget : public Target {
public:
  std::string pipeline(llvm::StringRef Stage,
                       const TargetOptions &Options) const final;
  LogicalResult checkSupported(Module &M, DiagnosticEngine &Diags) const final;
  LogicalResult emit(Module &M, llvm::StringRef Stage,
                     const TargetOptions &Options, llvm::raw_pwrite_stream &OS,
                     DiagnosticEngine &Diags) const final;
  bool canExecute() const override;
  std::string whyNoExecution() const override;

private:
  /// emit() for the stages behind `thread`.
  virtual LogicalResult emitCode(Module &M, llvm::StringRef Stage,
                                 const TargetOptions &Options,
                                 llvm::raw_pwrite_stream &OS,
                                 DiagnosticEngine &Diags) const = 0;
};

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_GPUTARGET_H
