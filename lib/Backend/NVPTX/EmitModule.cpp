//===- EmitModule.cpp - Thread IR as LLVM IR for NVPTX --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitModule.h"
#include "DebugInfo.h"
#include "Emitter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::nvptx;

/// A kernel's name as PTX takes it, different from those in Taken.
static std::string symbolOf(const Kernel &K, llvm::StringSet<> &Taken) {
  std::string Name;
  for (char C : K.name())
    Name += llvm::isAlnum(C) || C == '_' ? C : '_';
  if (Name.empty() || llvm::isDigit(Name[0]) || Name == "_")
    Name = "kernel" + Name;
  std::string Unique = Name;
  for (unsigned I = 2; !Taken.insert(Unique).second; ++I)
    Unique = Name + "_" + std::to_string(I);
  return Unique;
}

std::vector<GPUKernelInfo> nvptx::emitKernels(mt::Module &Source,
                                              KernelFn Emit) {
  std::vector<GPUKernelInfo> Infos;
  llvm::StringSet<> Taken;
  for (std::unique_ptr<Kernel> &K : Source.kernels()) {
    Infos.push_back(describeKernel(*K));
    Infos.back().Symbol = symbolOf(*K, Taken);
    Emit(*K, Infos.back());
  }
  return Infos;
}

std::vector<GPUKernelInfo> nvptx::emitModule(mt::Module &Source,
                                             llvm::Module &Target,
                                             const EmissionOptions &Options) {
  std::optional<DebugInfo> Debug;
  if (Options.LineInfo)
    Debug.emplace(Target);
  auto Infos = emitKernels(Source, [&](Kernel &K, GPUKernelInfo &Info) {
    KernelEmitter(K, Target, Options.SM)
        .emit(Info.Symbol, Debug ? &*Debug : nullptr);
  });
  if (Debug)
    Debug->finish();
  return Infos;
}
