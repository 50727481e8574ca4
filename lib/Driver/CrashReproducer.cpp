//===- CrashReproducer.cpp - What to send in after a crash ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/CrashReproducer.h"
#include "mytriton/Support/Version.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <sys/syscall.h>
#include <unistd.h>

using namespace mt;
using llvm::StringRef;

/// A signal handler gets no better way to the object. Taken by the first
/// thread that crashes.
static std::atomic<const CrashReproducer *> Current = nullptr;

/// The thread that crashed first.
static std::atomic<long> CrashedThread = 0;

static long currentThread() { return syscall(SYS_gettid); }

/// Stands in front of LLVM's handler, which lets a second thread that crashes
/// at the same time take over half of the first one's callbacks. Here it waits
/// until the first has written everything; a crash while handling a crash ends
/// the process.
static void handleCrash(int) {
  long First = 0;
  if (!CrashedThread.compare_exchange_strong(First, currentThread())) {
    if (First != currentThread())
      sleep(120);
    _exit(1);
  }
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  llvm::sys::RunSignalHandlers();    // the last one ends the process
}

/// LLVM's own handlers, and the stack they run on, must be there already.
static void installSignalHandlers() {
  struct sigaction Action = {};
  Action.sa_handler = handleCrash;
  Action.sa_flags = SA_ONSTACK | SA_NODEFER;
  for (int Signal : {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP})
    sigaction(Signal, &Action, nullptr);
}

/// Runs behind LLVM's handlers, which print the stack and what was going on.
static void handleSignal(void *) {
  if (const CrashReproducer *R = Current.exchange(nullptr))
    R->write();
  _exit(1);
}

static void handleFatalError(void *, const char *Message, bool) {
  llvm::errs() << "internal error: " << Message << '\n';
  if (const CrashReproducer *R = Current.exchange(nullptr))
    R->write();
  llvm::sys::RunInterruptHandlers(); // removes temporary files
  _exit(1);
}

CrashReproducer::CrashReproducer(StringRef Tool, int &Argc, char **&Argv)
    : Init(Argc, Argv), Tool(Tool) {
  llvm::setBugReportMsg("");
  llvm::sys::AddSignalHandler(handleSignal, nullptr);
  installSignalHandlers();
  llvm::install_fatal_error_handler(handleFatalError);
  Current = this;
}

CrashReproducer::~CrashReproducer() {
  Current = nullptr;
  llvm::remove_fatal_error_handler();
}

void CrashReproducer::watch(StringRef NewText,
                            llvm::ArrayRef<std::string> Args) {
  Text = NewText;
  Command = "mt-opt";
  llvm::raw_string_ostream OS(Command);
  for (const std::string &Arg : Args) {
    OS << ' ';
    llvm::sys::printArg(OS, Arg, /*Quote=*/false);
  }
}

void CrashReproducer::write() const {
  int FD;
  llvm::SmallString<128> Path;
  std::error_code Error =
      llvm::sys::fs::createTemporaryFile("mytriton", "mt", FD, Path);
  llvm::errs() << Tool << ": internal error; ";
  if (Error || Text.data() == nullptr) {
    llvm::errs() << "no reproducer was written"
                 << (Error ? ": " + Error.message() : std::string()) << '\n';
    return;
  }
  llvm::raw_fd_ostream OS(FD, /*shouldClose=*/true);
  OS << "// An internal error of " << Tool << ", " MYTRITON_BUILD_STAMP
     << ".\n// Replay with: " << Command << ' ' << Path << '\n'
     << Text;
  OS.close();
  OS.clear_error();
  llvm::errs() << "replay with:\n  " << Command << ' ' << Path << '\n';
}

std::vector<std::string>
mt::argumentsForReplay(llvm::ArrayRef<std::string> Args, StringRef Input,
                       StringRef Output) {
  std::vector<std::string> Result;
  for (size_t I = 0; I != Args.size(); ++I) {
    StringRef Arg = Args[I];
    if (Arg == "-o" || Arg == "--o") {
      ++I; // and its value
      continue;
    }
    if (Arg == Input || Arg == ("-o=" + Output).str() ||
        Arg == ("--o=" + Output).str())
      continue;
    Result.push_back(Args[I]);
  }
  return Result;
}
