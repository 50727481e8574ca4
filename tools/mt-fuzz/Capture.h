//===- Capture.h - What kernels print ---------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_CAPTURE_H
#define MYTRITON_TOOLS_MT_FUZZ_CAPTURE_H

#include <string>

namespace mt::fuzz {

/// Keeps what is written to standard output during its life.
class CaptureStdout {
public:
  CaptureStdout();
  ~CaptureStdout();
  CaptureStdout(const CaptureStdout &) = delete;
  /// Ends the capture and returns the text.
  std::string finish();

private:
  int Saved = -1, File = -1;
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_CAPTURE_H
