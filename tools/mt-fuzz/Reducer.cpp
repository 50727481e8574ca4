//===- Reducer.cpp - Makes a failing kernel small -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"
#include "Edits.h"
#include "Exactness.h"
#include "Isolate.h"
#include "Watchdog.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Verifier.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::fuzz;

Reducer::Reducer(const Compiler &C, Runner &Run, Way Failing, uint64_t Seed,
                 std::chrono::seconds Limit)
    : C(C), Run(Run), Failing(std::move(Failing)), Seed(Seed), Limit(Limit) {}

/// True if M makes pointers of integers: the checker does not know where they
/// may point.
static bool makesPointers(Module &M) {
  bool Found = false;
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) {
      Found |= O->kind() == OpKind::Cast &&
               O->type().elementType().isPointer() &&
               !O->operand(0)->type().elementType().isPointer();
    });
  return Found;
}

/// True if M, which an edit may have made wild, can be run at all.
bool Reducer::isTame(Module &M) {
  Verdict V = runIsolated(Run.Seconds, [&] {
    std::string Why;
    return Verdict{Run.expect(M, Why) ? Outcome::Agrees : Outcome::Refused, ""};
  });
  return V.What == Outcome::Agrees;
}

bool Reducer::fails(Module &M, const Way &W) {
  // An edit may make a loop that does not end.
  Watchdog::get().restart(Run.Cancel, Seed, /*CancelAfter=*/2);
  DiagnosticEngine Diags;
  Diags.setHandler([](const Diagnostic &) {});
  std::string Ignored;
  if (failed(verify(M, Diags)) ||
      (W.Target != "interp" &&
       (!hasExactResults(M, Ignored) || !hasDistinctLanes(M))))
    return false;
  if (makesPointers(M) && !isTame(M))
    return false;
  std::optional<Expectation> E = Run.expect(M, Ignored);
  if (!E)
    return false;
  Verdict V = Run.run(M, *E, W);
  if (V.What != Outcome::Differs)
    return false;
  Why = V.Why;
  return true;
}

bool Reducer::attempt(Edit E) {
  if (expired())
    return false;
  std::unique_ptr<Module> Copy = Best->clone();
  if (!E(*Copy) || !fails(*Copy, Failing))
    return false;
  Best = std::move(Copy);
  return true;
}

bool Reducer::editOp(unsigned Index) {
  bool Changed = false;
  for (unsigned Kind = 0; Kind != NumOpEdits; ++Kind) {
    bool Accepted = attempt([&](Module &M) {
      Op *O = opAt(M, Index);
      return O && applyEdit(O, Kind);
    });
    Changed |= Accepted;
    if (Accepted && Kind == 0)
      return true; // the op is gone
  }
  return Changed;
}

/// Drops runs of ops at once, long ones first.
bool Reducer::dropRuns() {
  bool Changed = false;
  for (unsigned Length = countOps(*Best) / 2; Length > 1; Length /= 2)
    for (unsigned I = countOps(*Best); I > Length && !expired();) {
      I -= Length;
      Changed |= attempt([&](Module &M) { return dropRange(M, I, Length); });
      I = std::min(I, countOps(*Best));
    }
  return Changed;
}

/// Last op first: what a dropped op used is then dropped too.
bool Reducer::editOps() {
  bool Changed = false;
  for (unsigned I = countOps(*Best); I-- != 0 && !expired();)
    Changed |= editOp(I);
  return Changed;
}

bool Reducer::dropPasses() {
  llvm::SmallVector<llvm::StringRef> Parts;
  std::string Text = Failing.Pipeline;
  llvm::StringRef(Text).split(Parts, ',');
  bool Changed = false;
  for (size_t I = Parts.size(); I-- != 0 && Parts.size() > 1;) {
    llvm::SmallVector<llvm::StringRef> Fewer(Parts);
    Fewer.erase(Fewer.begin() + I);
    Way W = Failing;
    W.Pipeline = llvm::join(Fewer, ",");
    if (expired() || !fails(*Best, W))
      continue;
    Parts = Fewer;
    Failing.Pipeline = W.Pipeline;
    Changed = true;
  }
  return Changed;
}

/// What passes simplify without hiding the fault.
bool Reducer::runPasses() {
  bool Changed = false;
  for (const char *Pass :
       {"inline", "dce", "loop-simplify", "unroll", "cse", "fold", "licm"}) {
    unsigned Before = countOps(*Best);
    Changed |= attempt([&](Module &M) {
      DiagnosticEngine Diags;
      Diags.setHandler([](const Diagnostic &) {});
      return succeeded(C.runPasses(M, Pass, {}, Diags)) && countOps(M) < Before;
    });
  }
  return Changed;
}

bool Reducer::simplifyLaunch() {
  bool Changed = attempt(useOneProgram);
  for (unsigned I = Best->kernels().back()->params().size(); I-- != 0;)
    Changed |= attempt([&](Module &M) { return dropParam(M, I); });
  for (size_t I = Best->size(); I-- != 0;)
    Changed |= attempt([&](Module &M) { return dropFunc(M, I); });
  return Changed;
}

bool Reducer::shrinkExtents() {
  bool Changed = false;
  for (int64_t From : extentsIn(*Best))
    for (int64_t To : {1, 2, 4})
      if (To < From &&
          attempt([&](Module &M) { return replaceExtent(M, From, To); })) {
        Changed = true;
        break;
      }
  return Changed;
}

std::unique_ptr<Module> Reducer::reduce(Module &M) {
  End = std::chrono::steady_clock::now() + Limit;
  Run.Seconds = 3;
  Best = M.clone();
  bool Changed = fails(*Best, Failing);
  while (Changed && !expired()) {
    Changed = dropPasses();
    Changed |= runPasses();
    Changed |= dropRuns();
    Changed |= runPasses();
    Changed |= editOps();
    Changed |= shrinkExtents();
    Changed |= simplifyLaunch();
  }
  Run.Seconds = Runner::DefaultSeconds;
  return std::move(Best);
}
