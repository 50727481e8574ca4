//===- Target.h - What every target offers ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A target is a small object: a name, a pipeline, stages it can emit and, if
// it can run code here, executables. Targets are registered explicitly by the
// host (TargetRegistry), never by static constructors.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_TARGET_H
#define MYTRITON_BACKEND_TARGET_H

#include "mytriton/Support/Diagnostics.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <atomic>
#include <memory>

namespace llvm {
class raw_pwrite_stream;
}

namespace mt {

class Kernel;
class Module;

/// How MLIR code takes a kernel's arrays.
enum class MLIRABI : uint8_t {
  Pointers, ///< `!llvm.ptr<1>`
  MemRefs,  ///< `memref<?xf32>`, five parameters of the machine's
};

/// Options a compilation passes to a target. Every member enters cache keys.
struct TargetOptions {
  std::string Arch;                 ///< `sm_90a`; empty = the target's default
  std::optional<unsigned> NumWarps; ///< unset: the compiler chooses
  unsigned NumStages = 3;
  bool EnableFpFusion = true;
  bool Debug = false;    ///< device asserts
  bool LineInfo = false; ///< machine code names source lines, for profilers
  /// Executables may choose code by what holds for a launch's arguments.
  bool LaunchPredicates = true;
  /// Unset: MLIR text shows memrefs where the kernel's pointers allow it, code
  /// takes pointers.
  std::optional<MLIRABI> ArrayABI;
  unsigned OptLevel = 2;
};

/// Launch grid: programs along x, y, z.
struct Grid {
  uint32_t X = 1, Y = 1, Z = 1;
  uint64_t size() const { return uint64_t(X) * Y * Z; }
};

/// Largest extent of a grid: program ids are i32.
inline constexpr uint32_t MaxGridExtent = 0x7fffffff;

/// Memory an argument may touch, for checks and for choosing streaming stores.
/// Base 0 = unknown.
struct ArrayExtent {
  uint64_t Base = 0;
  uint64_t Bytes = 0; ///< 0 with a Base = an empty array
};

/// One launch. Args holds one 64-bit slot per kernel parameter, in order:
/// addresses, integers extended to 64 bits, floats as their own bits.
struct LaunchParams {
  Grid Programs;
  llvm::ArrayRef<uint64_t> Args;
  /// Parallel to Args where known; may be empty.
  llvm::ArrayRef<ArrayExtent> Extents;
  /// 0 = all cores (or MYTRITON_NUM_THREADS).
  unsigned NumThreads = 0;
  /// A GPU's ordinal, if known, else -1: that which owns the first array.
  int Device = -1;
  /// A GPU's stream: the launch returns once it is in there. 0 = the default.
  uint64_t Stream = 0;
  /// Set from another thread or a signal handler to stop the grid early; the
  /// launch then fails with an error that says it was interrupted.
  const std::atomic<bool> *Cancel = nullptr;
  /// Called by the launching thread, and by no other, between programs and at
  /// least every 50 ms while it waits for other threads. Returning true stops
  /// the grid as Cancel does. It is cheap unless something is pending: a host
  /// language looks for signals here.
  llvm::function_ref<bool()> Poll = nullptr;
  /// Set: check every access and report out-of-bounds accesses, uses of
  /// undefined values and races as errors here. Only targets that can check
  /// accept it; others refuse the launch.
  DiagnosticEngine *Checks = nullptr;
};

/// What is known of the machine code of a GPU's kernel.
struct CodeFacts {
  unsigned NumRegs = 0;
  unsigned LocalBytes = 0;  ///< per thread; not 0: registers were spilled
  unsigned SharedBytes = 0; ///< per program
  unsigned NumThreads = 0;  ///< per program
  unsigned MaxThreads = 0;  ///< most threads a program could have
};

/// A kernel that can be launched in this process.
class Executable {
public:
  virtual ~Executable();
  /// Runs the whole grid. On the host it is done when this returns; on a GPU
  /// it is in the launch's stream.
  virtual llvm::Error launch(const LaunchParams &Launch) = 0;
  /// False if launches do not look at LaunchParams::Extents.
  virtual bool wantsExtents() const { return true; }
  /// Of the code that ran last, else of what is loaded; nothing on the host.
  virtual std::optional<CodeFacts> codeFacts() const { return std::nullopt; }
};

/// One compiler target.
class Target {
public:
  virtual ~Target();
  /// `cpu`, `interp`, `cuda`, …
  virtual llvm::StringRef name() const = 0;
  virtual llvm::StringRef description() const = 0;

  /// Stages `emit` accepts beyond ssa, in order of lowering (`thread`, `cuda`).
  virtual llvm::ArrayRef<llvm::StringRef> stages() const = 0;
  /// The pass pipeline from the fixed stage `ssa` to what Stage is printed
  /// from, as text. Empty = no passes.
  virtual std::string pipeline(llvm::StringRef Stage,
                               const TargetOptions &Options) const = 0;
  /// Runs before lowering: reports every op the target cannot take, with its
  /// location.
  virtual LogicalResult checkSupported(Module &M,
                                       DiagnosticEngine &Diags) const;
  /// Writes Stage of M, which has been through pipeline(Stage), to OS. Text or
  /// binary depends on the stage. Writes nothing after reporting an error.
  virtual LogicalResult emit(Module &M, llvm::StringRef Stage,
                             const TargetOptions &Options,
                             llvm::raw_pwrite_stream &OS,
                             DiagnosticEngine &Diags) const = 0;

  /// True if it runs calls of funcs; they are inlined for the others.
  virtual bool takesCalls() const { return false; }
  /// True if its executables honour LaunchParams::Checks.
  virtual bool canCheck() const { return false; }
  /// True if kernels can be run in this process (a GPU may be missing).
  virtual bool canExecute() const { return false; }
  /// Why canExecute() is false, as far as the target knows; else empty.
  virtual std::string whyNoExecution() const { return ""; }
  /// Compiles K, which has been through pipeline("run"), for execution here.
  /// Null after reporting errors.
  virtual std::unique_ptr<Executable>
  load(Kernel &K, const TargetOptions &Options, DiagnosticEngine &Diags) const;
};

/// The targets of a host process, in order of registration.
class TargetRegistry {
public:
  /// Takes ownership. Asserts that no target has this name yet.
  void add(std::unique_ptr<Target> T);
  /// Null if unknown.
  const Target *find(llvm::StringRef Name) const;
  llvm::ArrayRef<std::unique_ptr<Target>> targets() const { return Targets; }

private:
  llvm::SmallVector<std::unique_ptr<Target>, 4> Targets;
};

/// Registers every target this build contains. Each target's folder defines
/// its `create…Target()`; this list is the one place that names them all.
void registerAllTargets(TargetRegistry &Registry);

std::unique_ptr<Target> createInterpTarget();
std::unique_ptr<Target> createThreadsTarget();
std::unique_ptr<Target> createCPUTarget();
std::unique_ptr<Target> createCUDATarget();
std::unique_ptr<Target> createNVPTXTarget();
std::unique_ptr<Target> createMLIRTarget();

} // namespace mt

#endif // MYTRITON_BACKEND_TARGET_H
