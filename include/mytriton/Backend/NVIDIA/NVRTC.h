//===- NVRTC.h - CUDA C++ to machine code, in this process ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// NVRTC is loaded when it is first asked for: programs built with MyTriton
// start and run where no CUDA toolkit is installed.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_NVRTC_H
#define MYTRITON_BACKEND_NVIDIA_NVRTC_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mt {

struct NVRTCOptions {
  std::string Arch = "sm_90a";
  bool EmitPTX = false;  ///< PTX text instead of a cubin
  bool LineInfo = false; ///< line tables
};

struct NVRTCResult {
  std::string Code;
  std::string Log; ///< warnings; empty if there are none
};

/// Compiles Source, called FileName in messages. Contraction is off: what
/// fuses is decided in the IR. Fails if NVRTC is missing (saying where it was
/// looked for) or refuses the program (with its log).
llvm::Expected<NVRTCResult> compileWithNVRTC(llvm::StringRef Source,
                                             llvm::StringRef FileName,
                                             const NVRTCOptions &Options);

/// True if the library can be loaded.
bool hasNVRTC();

} // namespace mt

#endif // MYTRITON_BACKEND_NVIDIA_NVRTC_H
