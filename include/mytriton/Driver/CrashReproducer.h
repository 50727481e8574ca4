//===- CrashReproducer.h - What to send in after a crash --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On an internal error (a signal, a failed assertion, LLVM's fatal errors, a
// pass that breaks the IR) the tool writes the IR it works on to a file in the
// temporary directory, prints the command that replays it, and exits with 1.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_CRASHREPRODUCER_H
#define MYTRITON_DRIVER_CRASHREPRODUCER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/InitLLVM.h"
#include <string>
#include <vector>

namespace mt {

/// One per process, first in main of a tool: sets LLVM up, its stack traces
/// included, and installs signal handlers.
class CrashReproducer {
public:
  CrashReproducer(llvm::StringRef Tool, int &Argc, char **&Argv);
  ~CrashReproducer();
  CrashReproducer(const CrashReproducer &) = delete;

  /// Says what is being worked on: Text is kept by the caller. Args are
  /// mt-opt's arguments that replay it, without input and output files.
  void watch(llvm::StringRef Text, llvm::ArrayRef<std::string> Args);

  /// Writes the file and prints the command, for internal errors that are
  /// noticed without a crash.
  void write() const;

private:
  llvm::InitLLVM Init; // before our handler, which ends the process
  std::string Tool;
  std::string Command;
  llvm::StringRef Text;
};

/// Args without the input file and `-o FILE`: what a replay adds its own to.
std::vector<std::string> argumentsForReplay(llvm::ArrayRef<std::string> Args,
                                            llvm::StringRef Input,
                                            llvm::StringRef Output);

} // namespace mt

#endif // MYTRITON_DRIVER_CRASHREPRODUCER_H
