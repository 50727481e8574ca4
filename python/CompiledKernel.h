//===- CompiledKernel.h - One specialization of a kernel --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps the module at the fixed stage `ssa`, from which every other text or
// binary is made when somebody asks for it, and the code that runs.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_COMPILEDKERNEL_H
#define MYTRITON_PYTHON_COMPILEDKERNEL_H

#include "Session.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/SmallVector.h"

namespace mt::python {

/// What a kernel is compiled for. Borrows its objects.
struct CacheKey {
  llvm::SmallVector<uint64_t, 48> Words;
  /// Compile-time values compared with ==.
  llvm::SmallVector<PyObject *, 4> Objects;
};

/// A global or closure variable that a compilation read.
struct WatchedName {
  PyRef Owner; ///< the dict of globals, a module, a class or a closure's cell
  PyRef Name;  ///< null for a cell
  PyRef Value;
  /// A copy of a list, dict or set: those change in place.
  PyRef Snapshot;

  /// -1 after setting an exception.
  int changed() const;
};

/// The text of a kernel's function.
struct FunctionSource {
  std::string Text, File;
  unsigned FirstLine = 1;
};

struct CompiledKernel {
  // The context outlives what it owns types and constants for.
  std::unique_ptr<Context> Ctx;
  std::optional<FrontendResult> Expressions;
  std::unique_ptr<Module> SSA;
  std::unique_ptr<Executable> Code;
  /// Guards the making of texts, which happens without the GIL.
  std::mutex Mutex;

  std::string Name;
  std::shared_ptr<const FunctionSource> Source;
  Backend Where;
  CompilerOptions Options;

  llvm::SmallVector<uint64_t, 0> Words;
  llvm::SmallVector<PyRef, 0> Objects;
  llvm::SmallVector<WatchedName, 0> Watched;

  mt::Kernel &ssaKernel() { return *SSA->kernels().front(); }
  /// True if compiled for Key: words equal, objects of equal type and value.
  /// -1 after setting an exception.
  int matches(const CacheKey &Key) const;
  /// 1 if a global it was compiled with has another value; -1 on error.
  int outdated() const;
};

/// `_mytriton.CompiledKernel`.
struct CompiledObject {
  PyObject_HEAD CompiledKernel *Impl;
};

/// An empty one of the package's class; null after setting an exception.
PyRef newCompiled();

/// Gives Diags what C's places point into: the kernel's source, and for
/// helpers, which may stand elsewhere, the files as they are now.
void addSources(CompiledKernel &C, DiagnosticEngine &Diags);

inline CompiledKernel &compiledIn(const PyRef &Ref) {
  return *reinterpret_cast<CompiledObject *>(Ref.get())->Impl;
}

/// Facts about machine code as a tuple, in the order the package expects.
PyObject *codeFactsTuple(const CodeFacts &F);

/// Options of the driver for one launch: from the launch and the environment.
CompilerOptions driverOptions();

} // namespace mt::python

#endif // MYTRITON_PYTHON_COMPILEDKERNEL_H
