//===- Session.cpp - What one process shares ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Errors.h"
#include "llvm/ADT/StringSwitch.h"
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <unistd.h>

using namespace mt;
using namespace mt::python;

Session &python::session() {
  static Session *S = new Session;
  return *S;
}

Session::Session() : TheFrontend(std::make_unique<Frontend>()) {
  // A thread that does not exist in a child may have held them.
  pthread_atfork(nullptr, nullptr, [] {
    new (&session().FrontendMutex) std::mutex;
    session().C.resetLocks();
  });
}

Session::FrontendLock::FrontendLock(Session &S) : S(S) {
  if (S.FrontendMutex.try_lock())
    return;
  // Its holder may be waiting for the GIL.
  WithoutGIL Unlocked;
  S.FrontendMutex.lock();
}

bool python::environmentFlag(const char *Name, bool Wanted) {
  const char *Value = getenv(Name);
  if (!Value)
    return false;
  auto Said =
      llvm::StringSwitch<std::optional<bool>>(llvm::StringRef(Value).lower())
          .Cases({"1", "true", "yes", "on", "y"}, true)
          .Cases({"0", "false", "no", "off", "n"}, false)
          .Default(std::nullopt);
  return Said == Wanted;
}

static std::string knownTargets(const TargetRegistry &Registry) {
  std::string Names;
  for (const std::unique_ptr<Target> &T : Registry.targets())
    Names += (Names.empty() ? "" : ", ") + T->name().str();
  return Names;
}

/// The stage that `src` shows for a target.
static llvm::StringRef sourceStage(const Target &T) {
  for (llvm::StringRef Wanted : {"cuda", "mlir", "ptx", "llvm", "thread"})
    if (llvm::is_contained(T.stages(), Wanted))
      return Wanted;
  return "ssa";
}

/// Reads MYTRITON_MLIR_ABI; false with an exception set if it says nothing.
static bool readArrayABI(std::optional<MLIRABI> &Result) {
  const char *Value = getenv("MYTRITON_MLIR_ABI");
  if (!Value || !*Value)
    return true;
  Result = llvm::StringSwitch<std::optional<MLIRABI>>(Value)
               .Case("ptr", MLIRABI::Pointers)
               .Case("memref", MLIRABI::MemRefs)
               .Default(std::nullopt);
  if (!Result)
    raise(PyExc_ValueError, "MYTRITON_MLIR_ABI is '" + llvm::Twine(Value) +
                                "'; there are ptr and memref");
  return Result.has_value();
}

bool Session::resolveBackend(llvm::StringRef Name, bool Check,
                             Backend &Result) {
  Result = {};
  Result.Explicit = !Name.empty();
  Result.Check = Check;
  llvm::StringRef Runner = Result.Explicit ? Name : Check ? "interp" : "cpu";
  const Target *T = target(Runner);
  if (!T) {
    raise(PyExc_ValueError, "unknown backend '" + Runner +
                                "'; this build has " +
                                knownTargets(C.targets()));
    return false;
  }
  if (Check && !T->canCheck()) {
    raise(PyExc_ValueError, "MYTRITON_CHECK: the backend '" + Runner +
                                "' cannot check memory accesses; use "
                                "MYTRITON_BACKEND=interp");
    return false;
  }
  Result.Runner = T;
  Result.OnHost = llvm::is_contained({"cpu", "interp", "threads"}, T->name());
  const Target *Cuda = target("cuda");
  Result.Source = Result.Explicit || !Cuda ? T : Cuda;
  Result.SourceStage = sourceStage(*Result.Source);
  bool MakesMLIR = llvm::is_contained(T->stages(), "mlir");
  return !MakesMLIR || readArrayABI(Result.ArrayABI);
}

/// Looks at few places, since launches find them out of the caches: a variable
/// that is added becomes the last one, removing one moves the last one, and a
/// new value is another pointer.
bool Session::isSameEnvironment() const {
  if (!environ || environ != List)
    return false;
  for (auto [Place, Text] : OwnVariables)
    if (List[Place] != Text)
      return false;
  return !List[NumVariables] &&
         (NumVariables == 0 || List[NumVariables - 1] == LastVariable);
}

const Environment &Session::environment() {
  if (LLVM_LIKELY(isSameEnvironment()))
    return Env;
  List = environ;
  OwnVariables.clear();
  NumVariables = 0;
  LastVariable = nullptr;
  for (char **Each = environ; Each && *Each; ++Each) {
    LastVariable = *Each;
    if (llvm::StringRef(LastVariable).starts_with("MYTRITON_"))
      OwnVariables.push_back({NumVariables, LastVariable});
    ++NumVariables;
  }
  const char *Name = getenv("MYTRITON_BACKEND");
  Env.Backend = Name ? Name : "";
  Env.Check = environmentFlag("MYTRITON_CHECK");
  Env.Debug = environmentFlag("MYTRITON_DEBUG");
  Env.LaunchPredicates = !environmentFlag("MYTRITON_LAUNCH_PREDICATES", false);
  Env.LineInfo = !environmentFlag("MYTRITON_DISABLE_LINE_INFO");
  ++Env.Number;
  Current.reset();
  return Env;
}

const Backend *Session::currentBackend() {
  const Environment &Now = environment();
  if (LLVM_LIKELY(Current.has_value()))
    return &*Current;
  Backend Found;
  if (!resolveBackend(Now.Backend, Now.Check, Found))
    return nullptr;
  Current = Found;
  return &*Current;
}

const Backend *Session::deviceBackend() {
  if (LLVM_LIKELY(Device.has_value()))
    return &*Device;
  Backend Found;
  if (!resolveBackend("cuda", /*Check=*/false, Found))
    return nullptr;
  Found.Explicit = false;
  Device = Found;
  return &*Device;
}

bool Session::loadPassPlugin(llvm::StringRef File) {
  auto Load = [&] {
    WithoutGIL Unlocked;
    return C.loadPassPlugin(File);
  };
  llvm::Error E = Load();
  ++PluginGeneration;
  if (!E)
    return true;
  raiseError(PyExc_RuntimeError, std::move(E));
  return false;
}

PyObject *Session::unwrapConstexpr(PyObject *Value, HeldObjects &Held) {
  if (LLVM_LIKELY((PyObject *)Py_TYPE(Value) != ConstexprClass.get()))
    return nullptr;
  PyRef Inner = PyRef::steal(PyObject_GetAttrString(Value, "value"));
  PyErr_Clear();
  return Inner ? Held.hold(std::move(Inner)) : nullptr;
}

PyObject *Session::descriptorArgument(PyObject *Value, HeldObjects &Held) {
  if (LLVM_LIKELY((PyObject *)Py_TYPE(Value) != DescriptorClass.get()))
    return nullptr;
  PyRef Tuple =
      PyRef::steal(PyObject_CallMethod(Value, "_launch_argument", nullptr));
  return Tuple ? Held.hold(std::move(Tuple)) : nullptr;
}

bool Session::isJitFunction(PyObject *Value) {
  return PyObject_TypeCheck(Value, (PyTypeObject *)JitClass.get());
}

bool Session::isDType(PyObject *Value) {
  return PyObject_TypeCheck(Value, (PyTypeObject *)DTypeClass.get());
}

std::optional<TypeKind> Session::kindOfDType(PyObject *DType) {
  for (auto &[Known, Kind] : KnownDTypes)
    if (Known.get() == DType)
      return Kind;
  std::optional<TypeKind> Kind = parseDTypeName(pyStr(DType));
  // PyTorch's dtypes are single objects; others may be made anew each time.
  if (Kind && KnownDTypes.size() < 64)
    KnownDTypes.push_back({PyRef::borrow(DType), *Kind});
  return Kind;
}

bool Session::setClasses(PyObject *Constexpr, PyObject *DType, PyObject *Jit,
                         PyObject *Compiled) {
  ConstexprClass = PyRef::borrow(Constexpr);
  DTypeClass = PyRef::borrow(DType);
  JitClass = PyRef::borrow(Jit);
  CompiledClass = PyRef::borrow(Compiled);
  llvm::Error E = C.loadPassPluginsFromEnvironment();
  if (!E)
    return true;
  raiseError(PyExc_ImportError, std::move(E));
  return false;
}
