//===- FastLaunch.cpp - A launch like the one before ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastLaunch.h"

using namespace mt;
using namespace mt::python;

static constexpr unsigned None = ~0u;

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

static unsigned paramOf(const JitKernel &K, PyObject *Name) {
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I)
    if (K.Params[I].Name.get() == Name || K.Params[I].NameText == pyText(Name))
      return I;
  return None;
}

/// True if the launch has nothing that must be looked at more closely: one
/// argument per parameter, all arrays through one interface and on one device.
static bool isSimple(const JitKernel &K, const LaunchRequest &Request) {
  if (!Request.HasDeviceArrays || Request.HasHostArrays ||
      Request.Where.Check || Request.Args.size() != K.Params.size())
    return false;
  const Argument &First = Request.Args[Request.FirstDeviceArray];
  for (const Argument &A : Request.Args) {
    if (A.Key.Class == ArgumentClass::Tuple)
      return false;
    if (A.Key.Class == ArgumentClass::Pointer &&
        (A.Exchange != First.Exchange || A.Device != First.Device))
      return false;
  }
  return true;
}

/// Not the object itself, but another array or number of this class and key.
/// False for numbers of other libraries, which are converted first.
bool FastLaunch::Expected::expectLike(const Parameter &P, PyObject *Value,
                                      const Argument &A) {
  bool IsArray = A.Key.Class == ArgumentClass::Pointer;
  How = !IsArray ? Number : A.Exchange ? Exchanged : Array;
  Object = PyRef::borrow(reinterpret_cast<PyObject *>(Py_TYPE(Value)));
  Word = A.Key.word();
  if (How == Exchanged) {
    dlpack::Tensor T;
    bool IsRead = A.Exchange->TensorFromObject(Value, &T) == 0;
    PyErr_Clear();
    if (IsRead)
      Pattern = ArrayPattern(P, T);
    return IsRead;
  }
  if (IsArray)
    return true;
  Last = PyRef::borrow(Value);
  return Py_IS_TYPE(Value, &PyLong_Type) || Py_IS_TYPE(Value, &PyFloat_Type) ||
         PyBool_Check(Value);
}

/// Remembers what a tuple of integers says.
void FastLaunch::recordGrid(PyObject *GridObject, const Grid &Programs) {
  if (!PyTuple_CheckExact(GridObject))
    return;
  for (Py_ssize_t I = 0, E = PyTuple_Size(GridObject); I != E; ++I)
    if (!Py_IS_TYPE(PyTuple_GetItem(GridObject, I), &PyLong_Type))
      return;
  FixedGrid = PyRef::borrow(GridObject);
  FixedPrograms = Programs;
}

/// Most compile-time values are literals, so the same object each time;
/// integers may have been computed.
bool FastLaunch::Expected::isSame(PyObject *Value) const {
  if (LLVM_LIKELY(Value == Object.get()))
    return true;
  if (!Py_IS_TYPE(Value, &PyLong_Type) ||
      !Py_IS_TYPE(Object.get(), &PyLong_Type))
    return false;
  int Overflow, OldOverflow;
  int64_t New = PyLong_AsLongLongAndOverflow(Value, &Overflow);
  int64_t Old = PyLong_AsLongLongAndOverflow(Object.get(), &OldOverflow);
  return New == Old && !Overflow && !OldOverflow;
}

llvm::IntrusiveRefCntPtr<const FastLaunch>
FastLaunch::record(const JitKernel &K, PyObject *GridObject,
                   const Grid &Programs, const CallArguments &In,
                   const LaunchRequest &Request, const PyRef &Compiled) {
  if (!isSimple(K, Request))
    return nullptr;
  auto F = llvm::makeIntrusiveRefCnt<FastLaunch>();
  llvm::SmallVector<unsigned, 12> SlotOf;
  for (const Argument &A : Request.Args) {
    SlotOf.push_back(A.Key.isConstexpr() ? None : unsigned(F->Slots.size()));
    if (!A.Key.isConstexpr())
      F->Slots.push_back(A.Slot);
  }
  auto Add = [&](PyObject *Value, unsigned Param, bool IsOption) {
    Expected E;
    E.Param = Param;
    E.Slot = Param == None || IsOption ? None : SlotOf[Param];
    E.Object = PyRef::borrow(Value);
    if (E.Slot != None &&
        !E.expectLike(K.Params[Param], Value, Request.Args[Param]))
      return false;
    if (Param == Request.FirstDeviceArray && !IsOption)
      F->FirstArray = F->Values.size();
    F->Values.push_back(std::move(E));
    return true;
  };
  for (auto [I, Value] : llvm::enumerate(In.Positional))
    if (!Add(Value, unsigned(I), /*IsOption=*/false))
      return nullptr;
  for (auto [Name, Value] : llvm::zip_equal(In.Names, In.Named))
    if (!Add(Value, paramOf(K, Name), pyText(Name).starts_with("num_")))
      return nullptr;
  const Argument &First = Request.Args[Request.FirstDeviceArray];
  if (F->FirstArray == None) // a parameter's default
    return nullptr;
  F->Compiled = Compiled;
  F->recordGrid(GridObject, Programs);
  F->NumPositional = In.Positional.size();
  F->Names = In.NamesTuple ? PyRef::borrow(In.NamesTuple) : PyRef();
  F->Exchange = First.Exchange;
  F->Device = First.Device;
  F->Stream = Request.Options.Stream;
  F->EnvironmentNumber = session().environment().Number;
  F->PluginNumber = session().pluginGeneration();
  return F;
}

int FastLaunch::traverse(visitproc visit, void *arg) const {
  Py_VISIT(Compiled.get());
  Py_VISIT(Names.get());
  Py_VISIT(FixedGrid.get());
  for (const Expected &E : Values) {
    Py_VISIT(E.Object.get());
    Py_VISIT(E.Last.get());
  }
  return 0;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

/// Reads a value that may differ from the recorded one. What is wrong with it
/// is said by the other way.
bool FastLaunch::readExchanged(const Expected &E, PyObject *Value,
                               LaunchSlots &Result) const {
  dlpack::Tensor T;
  if (LLVM_UNLIKELY(Exchange->TensorFromObject(Value, &T) != 0)) {
    PyErr_Clear();
    return false;
  }
  Result.Args[E.Slot] = ArrayPattern::addressOf(T);
  if (!Result.Extents.empty())
    Result.Extents[E.Slot] = extentOf(T);
  return E.Pattern.matches(T);
}

/// The same for numbers and for arrays of other libraries.
bool FastLaunch::readOther(const JitKernel &K, const Expected &E,
                           PyObject *Value, LaunchSlots &Result,
                           HeldObjects &Held) const {
  Argument A;
  A.Object = Value;
  const Parameter &P = K.Params[E.Param];
  bool IsRead = E.How == Expected::Array
                    ? parseArray(P, Value, A, Held) == ArrayParse::Array
                    : parseNumber(P, Value, A);
  if (LLVM_UNLIKELY(!IsRead)) {
    PyErr_Clear();
    return false;
  }
  Result.Args[E.Slot] = A.Slot;
  if (E.How == Expected::Array && !Result.Extents.empty())
    Result.Extents[E.Slot] = deviceExtent(A);
  return A.Key.word() == E.Word &&
         (E.How == Expected::Number || A.Device == Device);
}

bool FastLaunch::read(const JitKernel &K, llvm::ArrayRef<PyObject *> Given,
                      LaunchSlots &Result, HeldObjects &Held) const {
  Result.Args.assign(Slots.begin(), Slots.end());
  if (compiledIn(Compiled).Code->wantsExtents())
    Result.Extents.resize(Slots.size());
  for (size_t I = 0, End = Values.size(); I != End; ++I) {
    const Expected &E = Values[I];
    PyObject *Value = Given[I];
    if (E.How == Expected::Same) {
      if (!E.isSame(Value))
        return false;
      continue;
    }
    if (E.How == Expected::Number && Value == E.Last.get())
      continue;
    if (reinterpret_cast<PyObject *>(Py_TYPE(Value)) != E.Object.get())
      return false;
    bool Fits = E.How == Expected::Exchanged
                    ? readExchanged(E, Value, Result)
                    : readOther(K, E, Value, Result, Held);
    if (!Fits)
      return false;
  }
  return true;
}

/// True if nothing around the kernel has changed.
bool FastLaunch::isSettled() const {
  if (session().environment().Number != EnvironmentNumber ||
      session().pluginGeneration() != PluginNumber)
    return false;
  int Outdated = compiledIn(Compiled).outdated();
  if (Outdated < 0)
    PyErr_Clear();
  return Outdated == 0;
}

bool FastLaunch::readGridOf(const JitKernel &K, PyObject *GridObject,
                            llvm::ArrayRef<PyObject *> Given,
                            Grid &Programs) const {
  if (GridObject == FixedGrid.get()) {
    Programs = FixedPrograms;
    return true;
  }
  BoundValues Bound;
  if (PyCallable_Check(GridObject)) {
    for (const Parameter &P : K.Params)
      Bound.Values.push_back(P.Default.get());
    for (size_t I = 0, End = Values.size(); I != End; ++I)
      if (Values[I].Param != None)
        Bound.Values[Values[I].Param] = Given[I];
  }
  return evaluateGrid(K, GridObject, Bound, Programs);
}

uint64_t FastLaunch::stream(llvm::ArrayRef<PyObject *> Given) const {
  if (Stream)
    return *Stream;
  return Exchange ? streamOf(*Exchange, Device) : streamOf(Given[FirstArray]);
}

PyObject *FastLaunch::run(const JitKernel &K, PyObject *GridObject,
                          llvm::ArrayRef<PyObject *> Given,
                          size_t GivenPositional, PyObject *NamesTuple,
                          bool &Done) const {
  Done = false;
  LaunchSlots Read;
  HeldObjects Held;
  if (Given.size() != Values.size() || GivenPositional != NumPositional ||
      NamesTuple != Names.get() || !isSettled() || !read(K, Given, Read, Held))
    return nullptr;
  Done = true;
  LaunchParams Launch;
  if (!readGridOf(K, GridObject, Given, Launch.Programs))
    return nullptr;
  PyRef Result = Compiled;
  if (Launch.Programs.size() == 0)
    return Result.release();
  Launch.Args = Read.Args;
  Launch.Extents = Read.Extents;
  Launch.Device = Device;
  Launch.Stream = stream(Given);
  return runOnDevice(compiledIn(Result), Launch) ? Result.release() : nullptr;
}
