//===- InterpExecutable.cpp - A kernel to interpret -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InterpExecutable.h"
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

std::unique_ptr<Executable> interp::interpret(Kernel &K,
                                              DiagnosticEngine &Diags) {
  std::unique_ptr<Program> P = Program::build(K, Diags);
  if (!P)
    return nullptr;
  return std::make_unique<InterpExecutable>(std::move(P));
}
