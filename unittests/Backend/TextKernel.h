//===- TextKernel.h - Runs a kernel written as text -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_TEXTKERNEL_H
#define MYTRITON_UNITTESTS_BACKEND_TEXTKERNEL_H

#include "mytriton/Driver/Compiler.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "gtest/gtest.h"

namespace mt::test {

/// `Text` with each `$0`, `$1` … replaced by one of Words.
inline std::string fillIn(llvm::StringRef Text,
                          llvm::ArrayRef<std::string> Words) {
  std::string Result;
  while (!Text.empty()) {
    auto [Before, After] = Text.split('$');
    Result += Before;
    if (!After.empty())
      Result += Words[After.front() - '0'];
    Text = After.drop_front(After.empty() ? 0 : 1);
  }
  return Result;
}

/// The first kernel of a module in text form, compiled for one target by way of
/// the target's pipeline.
class TextKernel {
public:
  TextKernel(llvm::StringRef Target, std::string IR, llvm::StringRef Arch = "")
      : Text(std::move(IR)) {
    Diags.setHandler([this](const Diagnostic &D) { Message = D.Message; });
    M = parseModule(Ctx, Text, "k.mt", Diags);
    CompilerOptions Options;
    Options.Target.Arch = Arch.str();
    if (M)
      Code = C.load(*M->kernels().front(), *C.findTarget(Target, Diags),
                    Options, Diags);
    if (!Code)
      ADD_FAILURE() << Message << "\n" << Text;
  }

  /// Launches; "" or what went wrong. Arguments are pointers or integers.
  template <typename... Ts>
  std::string launch(Grid Programs, unsigned Threads, Ts... Args) {
    llvm::SmallVector<uint64_t, 8> Words = {word(Args)...};
    LaunchParams Launch;
    Launch.Programs = Programs;
    Launch.Args = Words;
    Launch.NumThreads = Threads;
    return Code ? llvm::toString(Code->launch(Launch)) : "not compiled";
  }

private:
  static uint64_t word(const void *P) { return reinterpret_cast<uint64_t>(P); }
  static uint64_t word(int64_t I) { return I; }
  static uint64_t word(int I) { return I; }

  std::string Text, Message;
  Compiler C;
  Context Ctx;
  DiagnosticEngine Diags;
  std::unique_ptr<Module> M;
  std::unique_ptr<Executable> Code;
};

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_TEXTKERNEL_H
