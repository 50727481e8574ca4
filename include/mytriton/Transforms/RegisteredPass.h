//===- RegisteredPass.h - A pass under the name pipelines use ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM's instrumentation identifies a pass by a static name. Wrapping each
// pass with its registered name makes that the name users write, also for
// plugins whose classes happen to be called alike.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_REGISTEREDPASS_H
#define MYTRITON_TRANSFORMS_REGISTEREDPASS_H

#include "mytriton/Transforms/PassManager.h"
#include "mytriton/Transforms/PassOptions.h"

namespace mt {

/// A string literal as a template argument.
template <size_t N> struct PassName {
  char Text[N];
  constexpr PassName(const char (&Literal)[N]) {
    for (size_t I = 0; I != N; ++I)
      Text[I] = Literal[I];
  }
  constexpr operator llvm::StringRef() const { return {Text, N - 1}; }
};

/// Runs a PassT as Name, prints itself with its options, and stays out of the
/// way once the compilation has failed.
template <PassName Name, typename PassT> class RegisteredPass {
public:
  explicit RegisteredPass(const PassOptions &Options)
      : Pass(make(Options)), Options(Options) {}

  static llvm::StringRef name() { return Name; }

  static bool isRequired() {
    if constexpr (requires { PassT::isRequired(); })
      return PassT::isRequired();
    return false;
  }

  template <typename IRUnitT>
  PreservedAnalyses run(IRUnitT &IR, llvm::AnalysisManager<IRUnitT> &AM) {
    PassContext &Context = passContext(IR, AM);
    if (Context.failed())
      return PreservedAnalyses::all();
    PassContext::PassScope Scope(Context, Name);
    return Pass.run(IR, AM);
  }

  void printPipeline(llvm::raw_ostream &OS,
                     llvm::function_ref<llvm::StringRef(llvm::StringRef)>) {
    OS << name();
    Options.print(OS);
  }

private:
  static PassT make(const PassOptions &Options) {
    if constexpr (std::is_constructible_v<PassT, const PassOptions &>)
      return PassT(Options);
    else
      return PassT();
  }

  PassT Pass;
  PassOptions Options;
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_REGISTEREDPASS_H
