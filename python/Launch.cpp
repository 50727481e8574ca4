//===- Launch.cpp - kernel[grid](...) -------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On a hit no Python frame runs but the user's own: bind, parse, compare with
// the last key, pack slots, release the GIL, run.
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "FastLaunch.h"
#include "mytriton/IR/Kernel.h"
#include <chrono>

using namespace mt;
using namespace mt::python;

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {

/// Looks for signals while a grid runs without the GIL.
class SignalPoll {
public:
  /// Called often; takes the GIL once in a while.
  bool operator()() {
    auto Now = std::chrono::steady_clock::now();
    if (!Checked)
      Checked = Now; // not sooner: most launches never ask
    if (LLVM_LIKELY(Now - *Checked < std::chrono::milliseconds(20)))
      return false;
    PyEval_RestoreThread(State);
    Raised = PyErr_CheckSignals() != 0;
    State = PyEval_SaveThread();
    Checked = std::chrono::steady_clock::now();
    return Raised;
  }
  void releaseGIL() { State = PyEval_SaveThread(); }
  void takeGIL() { PyEval_RestoreThread(State); }
  bool raised() const { return Raised; }

private:
  PyThreadState *State = nullptr;
  std::optional<std::chrono::steady_clock::time_point> Checked;
  bool Raised = false;
};

} // namespace

LaunchParams LaunchRequest::launchParams(Grid Programs, bool WantsExtents,
                                         LaunchSlots &Slots) const {
  for (const Argument &A : Args) {
    if (A.Key.isConstexpr())
      continue;
    Slots.Args.push_back(A.Slot);
    if (WantsExtents)
      Slots.Extents.push_back(A.Key.Device ? deviceExtent(A) : A.Extent);
  }
  LaunchParams Launch;
  Launch.Programs = Programs;
  Launch.Args = Slots.Args;
  Launch.Extents = Slots.Extents;
  Launch.NumThreads = Options.NumThreads;
  if (HasDeviceArrays) {
    Launch.Device = this->Args[FirstDeviceArray].Device;
    Launch.Stream = currentStream(*this);
  }
  return Launch;
}

bool python::runCompiled(CompiledKernel &C, const LaunchRequest &Request,
                         Grid Programs) {
  LaunchSlots Slots;
  LaunchParams Launch =
      Request.launchParams(Programs, C.Code->wantsExtents(), Slots);
  if (Request.HasDeviceArrays)
    return runOnDevice(C, Launch);
  std::optional<DiagnosticCollector> Findings;
  SignalPoll Poll;
  Launch.Poll = Poll;
  if (C.Where.Check) {
    Findings.emplace();
    addSources(C, Findings->engine());
    Launch.Checks = &Findings->engine();
  }
  Poll.releaseGIL();
  llvm::Error E = C.Code->launch(Launch);
  Poll.takeGIL();
  bool Found = Findings && Findings->engine().hasErrors();
  if (LLVM_LIKELY(!E && !Found))
    return true;
  if (Poll.raised()) {
    llvm::consumeError(std::move(E));
  } else if (Found) {
    llvm::consumeError(std::move(E));
    Findings->raiseErrors("CheckError");
  } else {
    raiseError(PyExc_RuntimeError, std::move(E));
  }
  return false;
}

static bool parseOne(const Parameter &P, PyObject *Value, bool Warmup,
                     LaunchRequest &Request, HeldObjects &Held);

/// A tuple's elements, each like an unannotated parameter.
static bool parseTuple(const Parameter &P, PyObject *Value, bool Warmup,
                       LaunchRequest &Request, HeldObjects &Held) {
  Argument &A = Request.Args.emplace_back();
  A.Key.Class = ArgumentClass::Tuple;
  A.Key.Value = uint64_t(PyTuple_Size(Value));
  // Fields of a named tuple are known by name.
  if (PyObject_HasAttrString(Value, "_fields"))
    A.Object = reinterpret_cast<PyObject *>(Py_TYPE(Value));
  for (Py_ssize_t I = 0, E = PyTuple_Size(Value); I != E; ++I) {
    Parameter Element;
    Element.NameText = P.NameText + "[" + std::to_string(I) + "]";
    if (!parseOne(Element, PyTuple_GetItem(Value, I), Warmup, Request, Held))
      return false;
  }
  return true;
}

static bool parseOne(const Parameter &P, PyObject *Value, bool Warmup,
                     LaunchRequest &Request, HeldObjects &Held) {
  if (LLVM_UNLIKELY(PyTuple_Check(Value)) && !P.IsConstexpr)
    return parseTuple(P, Value, Warmup, Request, Held);
  if (PyObject *Tuple = session().descriptorArgument(Value, Held))
    return parseTuple(P, Tuple, Warmup, Request, Held);
  if (LLVM_UNLIKELY(PyErr_Occurred() != nullptr))
    return false;
  Argument &A = Request.Args.emplace_back();
  if (!parseArgument(P, Value, Warmup, A, Held))
    return false;
  if (A.Key.Class != ArgumentClass::Pointer)
    return true;
  bool IsFirst = !Request.HasDeviceArrays;
  (A.Key.Device ? Request.HasDeviceArrays : Request.HasHostArrays) = true;
  if (!A.Key.Device)
    return true;
  A.Object = Value;
  if (IsFirst)
    Request.FirstDeviceArray = unsigned(Request.Args.size() - 1);
  return true;
}

static bool parseArguments(const JitKernel &K, const BoundValues &Bound,
                           bool Warmup, LaunchRequest &Request,
                           HeldObjects &Held) {
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I) {
    Request.Starts.push_back(Request.Args.size());
    if (!parseOne(K.Params[I], Bound.Values[I], Warmup, Request, Held))
      return false;
  }
  return true;
}

/// Names the compile-time argument that cannot be part of a key.
static void explainUnhashable(const JitKernel &K,
                              const LaunchRequest &Request) {
  if (!PyErr_ExceptionMatches(PyExc_TypeError))
    return;
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I) {
    const Argument &A = Request.Args[Request.Starts[I]];
    if (A.Key.Class != ArgumentClass::Object)
      continue;
    PyErr_Clear();
    if (PyObject_Hash(A.Object) != -1)
      continue;
    PyErr_Clear();
    raise(PyExc_TypeError,
          "argument '" + K.Params[I].NameText +
              "': a compile-time value must be hashable, and a " +
              pyTypeName(A.Object) + " is not; pass a tuple instead");
    return;
  }
}

/// Everything before code is needed. False after setting an exception.
static bool prepare(JitKernel &K, PyObject *GridObject, const CallArguments &In,
                    LaunchRequest &Request, HeldObjects &Held, Grid &Programs) {
  BoundValues Bound;
  if (!bindArguments(K, In, Bound))
    return false;
  Request.Options = Bound.Options;
  if (In.Target.empty()) {
    const Backend *Where = session().currentBackend();
    if (!Where)
      return false;
    Request.Where = *Where;
  } else if (!session().namedBackend(In.Target, Request.Where)) {
    return false;
  }
  return parseArguments(K, Bound, In.Warmup, Request, Held) &&
         placeKernel(K, Request, In.Warmup) &&
         (In.Warmup || evaluateGrid(K, GridObject, Bound, Programs));
}

/// Keeps what the next launch can be compared with, once two launches in a row
/// have run the same code.
static void remember(JitKernel &K, PyObject *GridObject, const Grid &Programs,
                     const CallArguments &In, const LaunchRequest &Request,
                     const PyRef &Compiled) {
  bool IsSecond = K.Repeated.get() == Compiled.get();
  K.Repeated = Compiled;
  if (IsSecond && In.IsVector)
    K.Fast = FastLaunch::record(K, GridObject, Programs, In, Request, Compiled);
}

PyObject *python::launchKernel(PyObject *Self, PyObject *GridObject,
                               const CallArguments &In) {
  JitKernel &K = kernelOf(Self);
  LaunchRequest Request;
  HeldObjects Held;
  Grid Programs;
  if (!prepare(K, GridObject, In, Request, Held, Programs))
    return nullptr;
  CacheKey Key;
  Request.makeKey(Key);
  bool Failed;
  PyRef Compiled = findCompiled(K, Key, Failed);
  if (Failed) {
    explainUnhashable(K, Request);
    return nullptr;
  }
  bool Runs = !In.Warmup && Request.runsHere() && Programs.size() != 0;
  if (!Compiled)
    Compiled = compileKernel(Self, Request, Key, Runs ? &Programs : nullptr);
  if (!Compiled)
    return nullptr;
  if (Runs && !runCompiled(compiledIn(Compiled), Request, Programs))
    return nullptr;
  if (Runs && Request.HasDeviceArrays)
    remember(K, GridObject, Programs, In, Request, Compiled);
  return Compiled.release();
}
