//===- CPUExecutable.h - A kernel that runs on CPU threads ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_CPU_CPUEXECUTABLE_H
#define MYTRITON_BACKEND_CPU_CPUEXECUTABLE_H

#include "Compiler.h"
#include "Emitter.h"
#include "mytriton/Backend/Target.h"

namespace mt::cpu {

/// The function that Emitter.h describes.
using EntryPoint = uint32_t (*)(const uint64_t *Args, const uint32_t *Grid,
                                uint64_t Count, void *Scratch,
                                const bool *Cancel, uint32_t Flags,
                                PrintSink *Sink);

class CPUExecutable : public Executable {
public:
  CPUExecutable(std::unique_ptr<LoadedCode> Code, uint64_t Entry,
                KernelTraits Traits, std::string Name, size_t NumParams)
      : Code(std::move(Code)), Entry(reinterpret_cast<EntryPoint>(Entry)),
        Traits(Traits), Name(std::move(Name)), NumParams(NumParams) {}
  llvm::Error launch(const LaunchParams &Launch) override;

private:
  std::unique_ptr<LoadedCode> Code;
  EntryPoint Entry;
  KernelTraits Traits;
  std::string Name;
  size_t NumParams;
};

} // namespace mt::cpu

#endif // MYTRITON_BACKEND_CPU_CPUEXECUTABLE_H
