//===- Capture.cpp - What kernels print -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "llvm/Support/raw_ostream.h"
#include <sys/mman.h>
#include <unistd.h>

using namespace mt::fuzz;

CaptureStdout::CaptureStdout()
    : Saved(dup(STDOUT_FILENO)), File(memfd_create("printed", 0)) {
  llvm::outs().flush();
  dup2(File, STDOUT_FILENO);
}

CaptureStdout::~CaptureStdout() { (void)finish(); }

std::string CaptureStdout::finish() {
  std::string Text;
  if (File < 0)
    return Text;
  llvm::outs().flush();
  dup2(Saved, STDOUT_FILENO);
  lseek(File, 0, SEEK_SET);
  char Buffer[4096];
  for (ssize_t N; (N = read(File, Buffer, sizeof(Buffer))) > 0;)
    Text.append(Buffer, N);
  close(File);
  close(Saved);
  File = -1;
  return Text;
}
