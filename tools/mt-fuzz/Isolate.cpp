//===- Isolate.cpp - Runs something that may crash ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolate.h"
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mt;
using namespace mt::fuzz;

/// Longest text that comes back.
static constexpr size_t MaxText = 4000; // fits a pipe, so nobody waits

/// The child: its errors and its verdict go into the pipe.
[[noreturn]] static void runChild(int Pipe, unsigned Seconds,
                                  llvm::function_ref<Verdict()> Fn) {
  for (int Signal : {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    std::signal(Signal, SIG_DFL);
  // The watchdog's thread is not part of the copy. Time on the processor
  // counts: the machine may be busy.
  rlimit Limit = {Seconds, Seconds + 1};
  setrlimit(RLIMIT_CPU, &Limit);
  dup2(Pipe, STDERR_FILENO);
  Verdict V = Fn();
  std::string Text(1, char('0' + unsigned(V.What)));
  Text += V.Why.substr(0, MaxText);
  // The last line that begins with a 0 byte is the verdict.
  Text.insert(Text.begin(), '\0');
  (void)!write(Pipe, Text.data(), Text.size());
  _exit(0);
}

static std::string readAll(int Pipe) {
  std::string Text;
  char Buffer[4096];
  for (ssize_t N; (N = read(Pipe, Buffer, sizeof(Buffer))) > 0;)
    Text.append(Buffer, N);
  return Text;
}

Verdict mt::fuzz::runIsolated(unsigned Seconds,
                              llvm::function_ref<Verdict()> Fn) {
  int Ends[2];
  if (pipe(Ends) != 0)
    return Fn();
  pid_t Child = fork();
  if (Child < 0) {
    close(Ends[0]);
    close(Ends[1]);
    return Fn();
  }
  if (Child == 0) {
    close(Ends[0]);
    runChild(Ends[1], Seconds, Fn);
  }
  close(Ends[1]);
  std::string Text = readAll(Ends[0]);
  close(Ends[0]);
  int Status = 0;
  waitpid(Child, &Status, 0);
  size_t Mark = Text.find('\0');
  if (!WIFSIGNALED(Status) && Mark != std::string::npos)
    return {Outcome(Text[Mark + 1] - '0'), Text.substr(Mark + 2)};
  std::string Why = "crashed";
  if (WIFSIGNALED(Status))
    Why += std::string(" (") + strsignal(WTERMSIG(Status)) + ")";
  llvm::StringRef FirstLine = llvm::StringRef(Text).split('\n').first;
  if (!FirstLine.empty())
    Why += ": " + FirstLine.str();
  return {Outcome::Differs, Why};
}
