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
#include "JitKernel.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <chrono>

using namespace mt;
using namespace mt::python;

//===----------------------------------------------------------------------===//
// The grid
//===----------------------------------------------------------------------===//

static bool badGrid(const JitKernel &K, PyObject *Class,
                    const llvm::Twine &What) {
  raise(Class, K.Name + ": the launch grid " + What);
  return false;
}

static bool readExtent(const JitKernel &K, PyObject *Value, unsigned Axis,
                       uint32_t &Result) {
  PyRef Index = PyRef::steal(PyNumber_Index(Value));
  if (!Index) {
    PyErr_Clear();
    return badGrid(K, PyExc_TypeError,
                   "must hold integers, but grid[" + llvm::Twine(Axis) +
                       "] is " + pyRepr(Value));
  }
  int Overflow;
  int64_t V = PyLong_AsLongLongAndOverflow(Index.get(), &Overflow);
  if (Overflow || V < 0 || V > int64_t(MaxGridExtent))
    return badGrid(K, PyExc_ValueError,
                   "needs extents from 0 to " + llvm::Twine(MaxGridExtent) +
                       ", but grid[" + llvm::Twine(Axis) + "] is " +
                       pyStr(Value));
  Result = uint32_t(V);
  return true;
}

static bool readGrid(const JitKernel &K, PyObject *Value, Grid &Result) {
  uint32_t *Extents[] = {&Result.X, &Result.Y, &Result.Z};
  bool IsTuple = PyTuple_Check(Value);
  if (!IsTuple && !PyList_Check(Value))
    return readExtent(K, Value, 0, Result.X);
  Py_ssize_t Size = IsTuple ? PyTuple_Size(Value) : PyList_Size(Value);
  if (Size < 1 || Size > 3)
    return badGrid(K, PyExc_ValueError,
                   "needs one to three extents, got " + pyRepr(Value));
  for (Py_ssize_t I = 0; I != Size; ++I) {
    PyRef Extent = PyRef::borrow(IsTuple ? PyTuple_GetItem(Value, I)
                                         : PyList_GetItem(Value, I));
    if (!Extent || !readExtent(K, Extent.get(), unsigned(I), *Extents[I]))
      return false;
  }
  double Programs = double(Result.X) * Result.Y * Result.Z;
  if (Programs > 9e18)
    return badGrid(K, PyExc_ValueError, "has too many programs");
  return true;
}

/// What a callable grid is told: parameters and options by name.
static PyRef makeMeta(const JitKernel &K, const BoundValues &Bound) {
  PyRef Meta = PyRef::steal(PyDict_New());
  for (unsigned I = 0, E = K.Params.size(); Meta && I != E; ++I)
    if (PyDict_SetItem(Meta.get(), K.Params[I].Name.get(), Bound.Values[I]))
      return {};
  return Meta;
}

static bool evaluateGrid(const JitKernel &K, PyObject *Value,
                         const BoundValues &Bound, Grid &Result) {
  if (!PyCallable_Check(Value))
    return readGrid(K, Value, Result);
  PyRef Meta = makeMeta(K, Bound);
  PyRef Extents =
      Meta ? PyRef::steal(PyObject_CallFunctionObjArgs(Value, Meta.get(), NULL))
           : PyRef();
  return Extents && readGrid(K, Extents.get(), Result);
}

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

/// What findings point into: the kernel's source, and for helpers, which may
/// stand elsewhere, the files as they are now.
static void addSources(DiagnosticEngine &Diags, CompiledKernel &C) {
  llvm::StringSet<> Seen;
  for (auto &K : C.SSA->kernels())
    walk(K->body(), [&](Op *O) {
      if (!O->loc() || !Seen.insert(O->loc().file()).second)
        return;
      if (auto Text = llvm::MemoryBuffer::getFile(O->loc().file()))
        Diags.addSource(O->loc().file(), std::move(*Text));
    });
  // Searched before the file.
  Diags.addSourceText(C.Source->File, C.Source->Text, C.Source->FirstLine);
}

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

/// An argument as its parameter's type shows it.
static std::string valueText(Type T, uint64_t Slot) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (T.isPointer())
    OS << "0x" << llvm::utohexstr(Slot, /*LowerCase=*/true);
  else
    session().constant(T, Slot)->print(OS);
  return Text;
}

/// An error of the driver, with what was launched.
static bool raiseLaunchError(CompiledKernel &C, const LaunchParams &Launch,
                             llvm::Error E) {
  std::string Text = C.Name + "(): " + llvm::toString(std::move(E));
  const char *Separator = "\n  arguments: ";
  for (auto [P, Slot] : llvm::zip(C.ssaKernel().params(), Launch.Args)) {
    Text += Separator + P->name().str() + ": " + P->type().str() + " = " +
            valueText(P->type(), Slot);
    Separator = ", ";
  }
  raise(PyExc_RuntimeError, Text);
  return false;
}

/// Runs on a GPU, where a launch returns at once and has nothing to look for.
static llvm::Error launchOnDevice(Executable &Code,
                                  const LaunchParams &Launch) {
  WithoutGIL Unlocked;
  return Code.launch(Launch);
}

bool python::runCompiled(CompiledKernel &C, const LaunchRequest &Request,
                         Grid Programs) {
  LaunchSlots Slots;
  LaunchParams Launch =
      Request.launchParams(Programs, C.Code->wantsExtents(), Slots);
  if (Request.HasDeviceArrays) {
    llvm::Error E = launchOnDevice(*C.Code, Launch);
    if (LLVM_LIKELY(!E))
      return true;
    return raiseLaunchError(C, Launch, std::move(E));
  }
  std::optional<DiagnosticCollector> Findings;
  SignalPoll Poll;
  Launch.Poll = Poll;
  if (C.Where.Check) {
    Findings.emplace();
    addSources(Findings->engine(), C);
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
  return Compiled.release();
}
