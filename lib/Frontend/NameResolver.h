//===- NameResolver.h - What a name outside the kernel means ----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways to know: a live function's closure and globals, or the top level of
// a file, read without running it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_NAMERESOLVER_H
#define MYTRITON_LIB_FRONTEND_NAMERESOLVER_H

#include "SemaValue.h"
#include "mytriton/Frontend/Frontend.h"
#include "llvm/ADT/DenseMap.h"

namespace mt {

class ASTReader;
class KernelSema;

class NameResolver {
public:
  virtual ~NameResolver();
  /// The meaning of Name, used at Use. Absent if nothing is known by that
  /// name; Error after reporting why it has no compile-time meaning.
  virtual SemaValue lookup(KernelSema &S, llvm::StringRef Name,
                           ast::SourceRange Use) = 0;
  /// Notes that the compilation depends on an attribute of a live module
  /// or class.
  virtual void noteMember(PyObject *Owner, llvm::StringRef Name,
                          PyObject *Value) {}
  /// Calls Fn with every name it knows, for "did you mean".
  virtual void forEachName(llvm::function_ref<void(llvm::StringRef)> Fn) = 0;
};

/// The syntax of a `@jit` function, and what its names and places refer to.
struct JitCode {
  ast::FunctionStmt *Function = nullptr;
  NameResolver *Resolver = nullptr;
  ASTReader *Reader = nullptr;
  llvm::StringRef FileName;
};

/// Reads live `@jit` objects that a kernel calls.
class FunctionLoader {
public:
  virtual ~FunctionLoader();
  /// Fails after reporting why the text of Jit cannot be read.
  virtual LogicalResult load(KernelSema &S, PyObject *Jit, ast::SourceRange Use,
                             JitCode &Code) = 0;
};

/// Names of a module's top level.
class StaticResolver : public NameResolver {
public:
  explicit StaticResolver(const ast::Tree &T) { collect(T.Statements, false); }

  SemaValue lookup(KernelSema &S, llvm::StringRef Name,
                   ast::SourceRange Use) override;
  void forEachName(llvm::function_ref<void(llvm::StringRef)> Fn) override;

  /// All functions, in source order.
  llvm::ArrayRef<ast::FunctionStmt *> functions() const { return Functions; }

private:
  enum class DefKind : uint8_t { Import, FromImport, Value, Function, Other };
  struct Definition {
    DefKind Kind;
    llvm::StringRef Module, Name; // imports
    ast::Expr *Value = nullptr;
    ast::Stmt *Where = nullptr;
    /// Under an `if` or in a loop: whether it runs is not known.
    bool Conditional = false;
  };

  void collect(ast::Body Statements, bool Conditional);
  void collectOne(ast::Stmt *S, bool Conditional);
  void collectImport(const ast::ImportStmt &S, bool Conditional);
  void collectTarget(ast::Expr *Target, ast::Expr *Value, ast::Stmt *S,
                     bool Conditional);
  void define(llvm::StringRef Name, Definition D);
  SemaValue meaning(KernelSema &S, llvm::StringRef Name, const Definition &D,
                    ast::SourceRange Use);
  SemaValue valueOf(KernelSema &S, llvm::StringRef Name, const Definition &D,
                    ast::SourceRange Use);
  /// A name that `from module import *` brought.
  SemaValue starImported(KernelSema &S, llvm::StringRef Name,
                         ast::SourceRange Use);

  llvm::DenseMap<llvm::StringRef, llvm::SmallVector<Definition, 1>> Names;
  llvm::SmallVector<ast::FunctionStmt *, 8> Functions;
  /// Names whose value is being computed, against cycles.
  llvm::SmallVector<llvm::StringRef, 4> Evaluating;
};

/// Names of a live function: closure, then globals, then builtins.
class LiveResolver : public NameResolver {
public:
  explicit LiveResolver(const LiveFunction &F);

  void noteMember(PyObject *Owner, llvm::StringRef Name,
                  PyObject *Value) override;

  SemaValue lookup(KernelSema &S, llvm::StringRef Name,
                   ast::SourceRange Use) override;
  void forEachName(llvm::function_ref<void(llvm::StringRef)> Fn) override;

private:
  SemaValue meaning(KernelSema &S, llvm::StringRef Name, PyObject *Value,
                    ast::SourceRange Use);

  const LiveFunction &F;
  PyRef Globals, Cells, FreeNames;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_NAMERESOLVER_H
