//===- Session.h - What one process shares ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler with its targets and plugins, the frontend, and the Python
// classes that C++ tells apart. Made when the extension is imported and never
// destroyed: at exit, threads may still use it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_SESSION_H
#define MYTRITON_PYTHON_SESSION_H

#include "Arguments.h"
#include "mytriton/Driver/Compiler.h"
#include "mytriton/Frontend/Frontend.h"
#include "mytriton/Frontend/Signature.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include <mutex>

namespace mt::python {

/// Where a launch goes, from MYTRITON_BACKEND and MYTRITON_CHECK.
struct Backend {
  /// What the kernel is compiled for. Never null.
  const Target *Runner = nullptr;
  /// Runner works on the host's memory.
  bool OnHost = true;
  /// What `src` shows.
  const Target *Source = nullptr;
  llvm::StringRef SourceStage;
  /// The variable was set.
  bool Explicit = false;
  bool Check = false;
  /// MYTRITON_MLIR_ABI, where Runner makes MLIR.
  std::optional<MLIRABI> ArrayABI;
};

/// The variables that a launch goes by.
struct Environment {
  std::string Backend;          ///< MYTRITON_BACKEND
  bool Check = false;           ///< MYTRITON_CHECK
  bool Debug = false;           ///< MYTRITON_DEBUG
  bool LaunchPredicates = true; ///< MYTRITON_LAUNCH_PREDICATES
  bool LineInfo = true;         ///< not MYTRITON_DISABLE_LINE_INFO
  uint64_t Number = 0;          ///< grows whenever one of these changes
};

class Session {
public:
  Session();

  const Compiler &compiler() const { return C; }
  Type scalarType(TypeKind Kind) { return Types.scalar(Kind); }
  Constant *constant(Type T, uint64_t Bits) {
    return Types.constant(scalarType(T.kind()), Bits);
  }
  /// `*fp32`, `i64`; null for other texts.
  Type parseType(llvm::StringRef Text) {
    return parseTypeSpelling(Types, Text);
  }

  /// The frontend, for one thread at a time: another thread may run Python
  /// code while a compilation of this one calls into the interpreter. Needs
  /// the GIL.
  class FrontendLock {
  public:
    explicit FrontendLock(Session &S);
    ~FrontendLock() { S.FrontendMutex.unlock(); }
    Frontend &operator*() { return *S.TheFrontend; }

  private:
    Session &S;
  };

  /// The environment as it is now; cheap while nothing has changed.
  const Environment &environment();
  /// What the environment says. Null after setting an exception.
  const Backend *currentBackend();
  /// Where arrays of a GPU are sent if the environment says nothing; null after
  /// setting an exception.
  const Backend *deviceBackend();
  /// What kernels are compiled for when a target is named. False after setting
  /// an exception.
  bool namedBackend(llvm::StringRef Name, Backend &Result) {
    return resolveBackend(Name, /*Check=*/false, Result);
  }

  /// Loads a pass plugin; waits for running compilations. False after setting
  /// an exception.
  bool loadPassPlugin(llvm::StringRef File);
  /// Grows when plugins are loaded: kernels are compiled again.
  uint64_t pluginGeneration() const { return PluginGeneration; }

  /// The value inside a `tl.constexpr`, held by Held; null for other objects.
  PyObject *unwrapConstexpr(PyObject *Value, HeldObjects &Held);
  bool isJitFunction(PyObject *Value);
  bool isDType(PyObject *Value);
  /// The element type a `dtype` attribute names; remembers the object.
  std::optional<TypeKind> kindOfDType(PyObject *DType);

  /// Python classes registered by the package.
  bool setClasses(PyObject *Constexpr, PyObject *DType, PyObject *Jit,
                  PyObject *Compiled);
  void setDescriptorClass(PyObject *Class) {
    DescriptorClass = PyRef::borrow(Class);
  }
  /// The tuple a descriptor made on the host is launched as, held by Held; null
  /// for other objects, or with an exception set.
  PyObject *descriptorArgument(PyObject *Value, HeldObjects &Held);
  PyObject *compiledClass() { return CompiledClass.get(); }

private:
  bool resolveBackend(llvm::StringRef Name, bool Check, Backend &Result);
  const Target *target(llvm::StringRef Name) { return C.targets().find(Name); }

  Compiler C;
  Context Types;
  std::unique_ptr<Frontend> TheFrontend;
  std::mutex FrontendMutex;
  uint64_t PluginGeneration = 0;
  bool isSameEnvironment() const;
  /// The process's list of variables when it was last read: its length, its
  /// last one, and those of this project with their places.
  char **List = nullptr;
  size_t NumVariables = 0;
  char *LastVariable = nullptr;
  llvm::SmallVector<std::pair<size_t, char *>, 4> OwnVariables;
  Environment Env;
  std::optional<Backend> Current, Device;
  llvm::SmallVector<std::pair<PyRef, TypeKind>, 8> KnownDTypes;
  PyRef ConstexprClass, DTypeClass, JitClass, CompiledClass, DescriptorClass;
};

/// The process's session.
Session &session();

/// Releases the GIL for a scope.
class WithoutGIL {
public:
  WithoutGIL() : State(PyEval_SaveThread()) {}
  ~WithoutGIL() { PyEval_RestoreThread(State); }
  WithoutGIL(const WithoutGIL &) = delete;

private:
  PyThreadState *State;
};

/// True if the variable says Wanted: `1`, `true`, `yes`, `on` and `y`, or `0`,
/// `false`, `no`, `off` and `n`, in any case.
bool environmentFlag(const char *Name, bool Wanted = true);

} // namespace mt::python

#endif // MYTRITON_PYTHON_SESSION_H
