//===- InterpTarget.cpp - The target interp -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs programs one after the other, x fastest. Nothing is lowered first, so
// what it computes is what the IR says.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Machine.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;
using namespace mt::interp;

namespace {

class InterpExecutable : public Executable {
public:
  explicit InterpExecutable(std::unique_ptr<Program> P) : P(std::move(P)) {}
  llvm::Error launch(const LaunchParams &Launch) override;

private:
  std::unique_ptr<Program> P;
};

class InterpTarget : public mt::Target {
public:
  llvm::StringRef name() const override { return "interp"; }
  llvm::StringRef description() const override {
    return "interpreter, and checker of memory accesses";
  }
  llvm::ArrayRef<llvm::StringRef> stages() const override { return {}; }
  std::string pipeline(llvm::StringRef, const TargetOptions &) const override {
    return "";
  }
  LogicalResult emit(Module &M, llvm::StringRef Stage, const TargetOptions &,
                     llvm::raw_pwrite_stream &,
                     DiagnosticEngine &Diags) const override;
  bool canCheck() const override { return true; }
  bool canExecute() const override { return true; }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &,
                                   DiagnosticEngine &Diags) const override;
};

} // namespace

llvm::Error InterpExecutable::launch(const LaunchParams &Launch) {
  size_t NumParams = P->params().size();
  if (Launch.Args.size() != NumParams)
    return llvm::createStringError(
        "kernel '" + P->name() + "' takes " + llvm::Twine(NumParams) +
        (NumParams == 1 ? " argument" : " arguments") + ", not " +
        llvm::Twine(Launch.Args.size()));
  const Grid &G = Launch.Programs;
  if (!G.size())
    return llvm::Error::success();
  std::optional<Checker> Check;
  if (Launch.Checks)
    Check.emplace(*P, Launch, *Launch.Checks);
  Machine M(*P, Launch, Check ? &*Check : nullptr);
  for (uint32_t Z = 0; Z != G.Z; ++Z)
    for (uint32_t Y = 0; Y != G.Y; ++Y)
      for (uint32_t X = 0; X != G.X && !M.stopped(); ++X)
        M.runProgram({X, Y, Z});
  if (Check)
    Check->finish();
  return M.takeError();
}

LogicalResult InterpTarget::emit(Module &, llvm::StringRef Stage,
                                 const TargetOptions &,
                                 llvm::raw_pwrite_stream &,
                                 DiagnosticEngine &Diags) const {
  return Diags.error({}) << "target 'interp' has no stage '" << Stage << "'";
}

std::unique_ptr<Executable> InterpTarget::load(Kernel &K, const TargetOptions &,
                                               DiagnosticEngine &Diags) const {
  std::unique_ptr<Program> P = Program::build(K, Diags);
  if (!P)
    return nullptr;
  return std::make_unique<InterpExecutable>(std::move(P));
}

std::unique_ptr<mt::Target> mt::createInterpTarget() {
  return std::make_unique<InterpTarget>();
}
