//===- Frontend.h - Python kernels to tile IR -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python source -> kernel tree (syntax with locations) -> expression tree
// (symbolic, typed) -> tile IR. The interpreter lends its parser and its
// arithmetic on compile-time values; kernels are never executed, nothing is
// evaluated from text, and no Python object outlives a call.
//
// Every function needs an initialized interpreter and the GIL.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_FRONTEND_FRONTEND_H
#define MYTRITON_FRONTEND_FRONTEND_H

#include "mytriton/Frontend/Signature.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace mt {

class Module;

namespace sym {
class Program;
}

/// Options of one compilation. Every member enters cache keys.
struct FrontendOptions {
  /// Where Triton and the reference document differ, do as Triton does.
  bool AsTriton = false;
  /// Keep device asserts.
  bool Debug = false;
  /// Constant `range` loops are expanded up to this many operations.
  unsigned UnrollBudget = 4096;
};

/// A piece of Python source. Views must outlive the call.
struct SourceText {
  llvm::StringRef Text;
  llvm::StringRef FileName;
  /// Line of the file that Text starts at. Text of a nested function may be
  /// indented.
  unsigned FirstLine = 1;
};

/// What a compilation yields. The expression tree refers to types and
/// constants of the Context, to nothing else.
class FrontendResult {
public:
  FrontendResult(std::unique_ptr<Module> M, std::unique_ptr<sym::Program> P);
  FrontendResult(FrontendResult &&);
  FrontendResult &operator=(FrontendResult &&);
  ~FrontendResult();

  Module &module() { return *M; }
  std::unique_ptr<Module> takeModule();
  /// Writes the expression tree (`-emit=expr`).
  void printExpressions(llvm::raw_ostream &OS) const;

private:
  std::unique_ptr<Module> M;
  std::unique_ptr<sym::Program> Exprs;
};

/// A live function: what `@jit` wraps.
struct LiveFunction {
  /// The Python function; its globals, closure, defaults and annotations give
  /// names their meaning.
  PyObject *Function = nullptr;
  SourceText Source;
  /// Called for every global or closure variable the compilation reads (the
  /// function that names it, name, value), so that the caller can notice a
  /// later change. The function is this one or a helper it calls; for an
  /// attribute of a live module or class, that.
  llvm::function_ref<void(PyObject *, llvm::StringRef, PyObject *)> OnGlobal =
      nullptr;
};

/// Holds what stays the same between compilations: interned names and the
/// interpreter's node classes. One per interpreter; not thread-safe beyond the
/// GIL.
class Frontend {
public:
  Frontend();
  ~Frontend();
  Frontend(const Frontend &) = delete;

  /// Compiles the kernel called Name (empty: the only one) of a file, reading
  /// the module's top level without running it.
  llvm::FailureOr<FrontendResult>
  compileText(Context &Ctx, DiagnosticEngine &Diags, const SourceText &Source,
              llvm::StringRef Name, const KernelSignature &Signature,
              const FrontendOptions &Options = {});

  /// Compiles a live function.
  llvm::FailureOr<FrontendResult> compileFunction(
      Context &Ctx, DiagnosticEngine &Diags, const LiveFunction &Function,
      const KernelSignature &Signature, const FrontendOptions &Options = {});

  /// Names of the `@jit` functions of a file, in source order.
  llvm::FailureOr<std::vector<std::string>>
  listKernels(Context &Ctx, DiagnosticEngine &Diags, const SourceText &Source);

  /// Writes the kernel tree of a kernel (`-emit=ast`); needs no signature.
  LogicalResult printTree(Context &Ctx, DiagnosticEngine &Diags,
                          const SourceText &Source, llvm::StringRef Name,
                          llvm::raw_ostream &OS);

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace mt

#endif // MYTRITON_FRONTEND_FRONTEND_H
