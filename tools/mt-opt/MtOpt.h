//===- MtOpt.h - One run of mt-opt ------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTOPT_H
#define MYTRITON_TOOLS_MTOPT_H

#include "mytriton/Driver/CommandLine.h"
#include "llvm/ADT/SmallString.h"

namespace mt {

class CrashReproducer;
class Module;

/// What only mt-opt is told.
struct MtOptOptions {
  std::string Pipeline;
  bool VerifyRoundtrip = false;
  bool VerifyDiagnostics = false;
  bool SplitInputFile = false;
  bool DisableOutput = false;
};

class MtOpt {
public:
  MtOpt(const Compiler &C, const DriverOptions &Options,
        const MtOptOptions &Tool, const CrashReproducer &Reproducer)
      : C(C), Options(Options), Tool(Tool), Reproducer(Reproducer) {}

  /// The text or bytes to write; unset if anything failed.
  std::optional<llvm::SmallString<0>>
  run(std::unique_ptr<llvm::MemoryBuffer> Input);

private:
  /// One part of a split input, or all of it.
  LogicalResult processPart(std::shared_ptr<const llvm::MemoryBuffer> Part,
                            llvm::SmallVectorImpl<char> &Output);
  LogicalResult compile(std::shared_ptr<const llvm::MemoryBuffer> Part,
                        llvm::SmallVectorImpl<char> &Output,
                        DiagnosticEngine &Diags);
  LogicalResult verifyRoundtrip(Module &M, DiagnosticEngine &Diags) const;
  LogicalResult emit(Module &M, llvm::SmallVectorImpl<char> &Output,
                     DiagnosticEngine &Diags);

  const Compiler &C;
  const DriverOptions &Options;
  const MtOptOptions &Tool;
  const CrashReproducer &Reproducer;
  PipelineReport Report;
};

} // namespace mt

#endif // MYTRITON_TOOLS_MTOPT_H
