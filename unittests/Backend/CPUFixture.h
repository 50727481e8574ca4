//===- CPUFixture.h - Runs a kernel on the target cpu -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_CPUFIXTURE_H
#define MYTRITON_UNITTESTS_BACKEND_CPUFIXTURE_H

#include "InterpFixture.h"

namespace mt::test {

/// The processors tests compile for; those this computer is not are left out.
inline std::vector<std::string> cpuArchitectures() {
  std::vector<std::string> Result;
  for (const char *Arch : {"x86-64", "x86-64-v3", "x86-64-v4", ""}) {
    Kernels Probe;
    TargetOptions Options;
    Options.Arch = Arch;
    if (createCPUTarget()->load(Probe.K, Options, Probe.Diags))
      Result.push_back(Arch);
  }
  return Result;
}

/// Compiles Ks' kernel; null after an error, which is reported.
inline std::unique_ptr<Executable> compileForCPU(Kernels &Ks,
                                                 llvm::StringRef Arch = "") {
  TargetOptions Options;
  Options.Arch = Arch.str();
  std::unique_ptr<Executable> E =
      createCPUTarget()->load(Ks.K, Options, Ks.Diags);
  if (!E)
    ADD_FAILURE() << (Ks.Messages.empty() ? "no message" : Ks.Messages.back());
  return E;
}

/// Runs compiled code with Ks' arguments; "" or what went wrong.
inline std::string launch(Executable &E, Kernels &Ks, Grid Programs = {},
                          unsigned Threads = 1) {
  LaunchParams Launch;
  Launch.Programs = Programs;
  Launch.Args = Ks.Args;
  Launch.Extents = Ks.Extents;
  Launch.Cancel = Ks.Cancel;
  Launch.NumThreads = Threads;
  return llvm::toString(E.launch(Launch));
}

/// Compiles and runs Ks' kernel; "" or what went wrong.
inline std::string runOnCPU(Kernels &Ks, Grid Programs = {},
                            llvm::StringRef Arch = "", unsigned Threads = 1) {
  std::unique_ptr<Executable> E = compileForCPU(Ks, Arch);
  return E ? launch(*E, Ks, Programs, Threads) : "not compiled";
}

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_CPUFIXTURE_H
