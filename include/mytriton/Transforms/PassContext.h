//===- PassContext.h - What a pass may use besides its IR -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One PassContext serves one kernel (or the module itself) during one run of a
// pipeline. Nothing in it is shared between threads.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSCONTEXT_H
#define MYTRITON_TRANSFORMS_PASSCONTEXT_H

#include "mytriton/Support/Diagnostics.h"
#include <map>

namespace mt {

class KernelScheduler;

/// Counters of passes, printed by `-stats`. Ordered, so that output is
/// reproducible.
class Statistics {
public:
  void add(llvm::StringRef Pass, llvm::StringRef What, uint64_t N) {
    Counts[{Pass.str(), What.str()}] += N;
  }
  /// The value of one counter, 0 if nothing was counted.
  uint64_t get(llvm::StringRef Pass, llvm::StringRef What) const;
  bool empty() const { return Counts.empty(); }
  void merge(const Statistics &Other);
  /// One line per counter: number, pass, text.
  void print(llvm::raw_ostream &OS) const;

private:
  std::map<std::pair<std::string, std::string>, uint64_t> Counts;
};

/// `-Rpass=` shows what a pass did, `-Rpass-missed=` what it could not do.
enum class RemarkKind : uint8_t { Passed, Missed };

/// Which passes' remarks are wanted; unset = none.
struct RemarkFilter {
  std::function<bool(llvm::StringRef Pass)> Passed, Missed;
};

class PassContext {
public:
  PassContext(DiagnosticEngine &Diags, Statistics &Stats,
              const RemarkFilter *Remarks = nullptr,
              KernelScheduler *Scheduler = nullptr)
      : Diags(Diags), Stats(Stats), Remarks(Remarks), Scheduler(Scheduler) {}

  /// For errors of the user's program. After an error the remaining passes on
  /// this kernel are not run.
  DiagnosticEngine &diags() { return Diags; }
  /// True once anything was reported as an error.
  bool failed() const { return Diags.hasErrors(); }

  /// Adds N to a counter of the running pass: `Ctx.count("ops merged")`. Call
  /// it once per kernel with the total rather than once per op.
  void count(llvm::StringRef What, uint64_t N = 1) {
    if (N)
      Stats.add(Pass, What, N);
  }

  /// True if the running pass's remarks are wanted; ask before doing work for
  /// a message.
  bool wantsRemarks(RemarkKind Kind) const;
  /// Reports what the running pass did at Loc (`-Rpass=`).
  void remark(Location Loc, const llvm::Twine &Message) {
    emitRemark(RemarkKind::Passed, Loc, Message);
  }
  /// Reports what the running pass could not do at Loc (`-Rpass-missed=`).
  void missed(Location Loc, const llvm::Twine &Message) {
    emitRemark(RemarkKind::Missed, Loc, Message);
  }

  /// Name of the running pass as pipelines spell it.
  llvm::StringRef runningPass() const { return Pass; }
  /// Null where kernels are simply visited one after the other.
  KernelScheduler *scheduler() const { return Scheduler; }

  /// Names the running pass for the time of its run.
  class PassScope {
  public:
    PassScope(PassContext &C, llvm::StringRef Name) : C(C), Outer(C.Pass) {
      C.Pass = Name;
    }
    ~PassScope() { C.Pass = Outer; }
    PassScope(const PassScope &) = delete;

  private:
    PassContext &C;
    llvm::StringRef Outer;
  };

private:
  void emitRemark(RemarkKind Kind, Location Loc, const llvm::Twine &Message);

  DiagnosticEngine &Diags;
  Statistics &Stats;
  const RemarkFilter *Remarks;
  KernelScheduler *Scheduler;
  llvm::StringRef Pass;
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSCONTEXT_H
