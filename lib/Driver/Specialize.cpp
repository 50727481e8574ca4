//===- Specialize.cpp - Code chosen by what a launch fulfils --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Driver/Specialize.h"
#include "mytriton/Backend/ArrayUses.h"
#include "mytriton/Transforms/LaunchPredicates.h"
#include <map>
#include <mutex>

using namespace mt;

namespace {

/// One bit per predicate: those that hold.
using FactBits = uint32_t;

/// The code for one combination of facts.
struct Version {
  FactBits Facts;
  std::unique_ptr<Executable> Code;
};

class SpecializedExecutable : public Executable {
public:
  SpecializedExecutable(const Compiler &C, Kernel &K, const Target &T,
                        const CompilerOptions &Options,
                        llvm::ArrayRef<LaunchPredicate> Predicates)
      : C(C), T(T), Options(Options), Source(K.module().clone()),
        Name(K.name()), Predicates(Predicates), Arrays(K) {}

  LogicalResult prepare(const LaunchParams *First, DiagnosticEngine &Diags);
  llvm::Error launch(const LaunchParams &Launch) override;
  bool wantsExtents() const override { return WantsExtents; }
  std::optional<CodeFacts> codeFacts() const override {
    const Version *V = Last;
    return V ? V->Code->codeFacts() : std::nullopt;
  }

private:
  FactBits evaluate(const LaunchParams &Launch) const;
  llvm::Expected<const Version *> make(FactBits Facts);
  std::unique_ptr<Executable> compile(FactBits Facts, DiagnosticEngine &Diags);

  const Compiler &C;
  const Target &T;
  CompilerOptions Options;
  std::unique_ptr<Module> Source;
  std::string Name;
  llvm::SmallVector<LaunchPredicate, 8> Predicates;
  ArrayUses Arrays;
  std::atomic<bool> WantsExtents = false;

  std::mutex Mutex; ///< guards the making of versions
  std::map<FactBits, Version> Versions;
  std::atomic<const Version *> Last = nullptr;
};

} // namespace

FactBits SpecializedExecutable::evaluate(const LaunchParams &Launch) const {
  const Grid &G = Launch.Programs;
  LaunchValues Values{Launch.Args, {G.X, G.Y, G.Z}};
  FactBits Facts = 0;
  for (size_t I = 0; I != Predicates.size(); ++I) {
    const LaunchPredicate &P = Predicates[I];
    bool Holds = P.kind() == LaunchPredicate::Kind::Disjoint
                     ? !Arrays.mayOverlap(Launch.Extents)
                     : P.holds(Values);
    Facts |= FactBits(Holds) << I;
  }
  return Facts;
}

std::unique_ptr<Executable>
SpecializedExecutable::compile(FactBits Facts, DiagnosticEngine &Diags) {
  std::unique_ptr<Module> M = Source->clone();
  Kernel &K = *M->find(Name);
  llvm::SmallVector<LaunchPredicate, 8> Holding;
  for (size_t I = 0; I != Predicates.size(); ++I)
    if (Facts >> I & 1)
      Holding.push_back(Predicates[I]);
  setAssumedFacts(K, Holding);
  if (!Holding.empty() &&
      failed(C.runPasses(*M, LaunchFactsPipeline, Options, Diags)))
    return nullptr;
  return C.loadAsIs(K, T, Options, Diags);
}

/// What went wrong, in one text.
static llvm::Error
collectErrors(llvm::function_ref<void(DiagnosticEngine &)> Run) {
  DiagnosticEngine Diags;
  std::string Text;
  Diags.setHandler([&](const Diagnostic &D) {
    if (D.Kind == Severity::Error)
      Text += (Text.empty() ? "" : "\n") + D.Message;
  });
  Run(Diags);
  return llvm::createStringError(Text);
}

llvm::Expected<const Version *> SpecializedExecutable::make(FactBits Facts) {
  std::lock_guard<std::mutex> Lock(Mutex);
  Version &V = Versions[Facts];
  if (!V.Code) {
    llvm::Error E = collectErrors(
        [&](DiagnosticEngine &Diags) { V.Code = compile(Facts, Diags); });
    if (!V.Code)
      return E;
    llvm::consumeError(std::move(E));
    V.Facts = Facts;
    WantsExtents = WantsExtents || V.Code->wantsExtents();
  }
  Last = &V;
  return &V;
}

LogicalResult SpecializedExecutable::prepare(const LaunchParams *First,
                                             DiagnosticEngine &Diags) {
  WantsExtents = llvm::any_of(Predicates, [](const LaunchPredicate &P) {
    return P.kind() == LaunchPredicate::Kind::Disjoint;
  });
  FactBits Facts = First ? evaluate(*First) : 0;
  Version &V = Versions[Facts];
  V.Facts = Facts;
  V.Code = compile(Facts, Diags);
  if (!V.Code)
    return failure();
  WantsExtents = WantsExtents || V.Code->wantsExtents();
  Last = &V;
  return success();
}

llvm::Error SpecializedExecutable::launch(const LaunchParams &Launch) {
  FactBits Facts = evaluate(Launch);
  const Version *V = Last;
  if (LLVM_UNLIKELY(!V || V->Facts != Facts)) {
    llvm::Expected<const Version *> Made = make(Facts);
    if (!Made)
      return Made.takeError();
    V = *Made;
  }
  return V->Code->launch(Launch);
}

bool mt::asksLaunches(const Target &T, const TargetOptions &Options) {
  // What lowers to threads; a CPU finds all that out at run time for nothing.
  return Options.LaunchPredicates && Options.OptLevel > 0 &&
         llvm::is_contained(T.stages(), "thread");
}

std::unique_ptr<Executable>
mt::loadSpecialized(const Compiler &C, Kernel &K, const Target &T,
                    const CompilerOptions &Options,
                    llvm::ArrayRef<LaunchPredicate> Predicates,
                    const LaunchParams *First, DiagnosticEngine &Diags) {
  auto Code =
      std::make_unique<SpecializedExecutable>(C, K, T, Options, Predicates);
  if (failed(Code->prepare(First, Diags)))
    return nullptr;
  return Code;
}
