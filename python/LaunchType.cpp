//===- LaunchType.cpp - The object kernel[grid] ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FastLaunch.h"
#include <structmember.h>

using namespace mt;
using namespace mt::python;

// The protocol of calls by vector is older than its entry into the limited
// interface: every CPython from 3.9 on has it with these values.
using VectorcallFunction = PyObject *(*)(PyObject *, PyObject *const *, size_t,
                                         PyObject *);
static constexpr unsigned HaveVectorcall = 1u << 11;
static constexpr size_t VectorcallOffset = size_t(1)
                                           << (8 * sizeof(size_t) - 1);

namespace {
struct LaunchObject {
  PyObject_HEAD PyObject *Kernel, *Grid;
  VectorcallFunction Vectorcall;
};
} // namespace

static PyTypeObject *LaunchType;

/// Memory of an object that is gone: each launch needs one, for a moment.
static LaunchObject *Spare;

static void destroyLaunch(PyObject *Self) {
  PyTypeObject *Type = Py_TYPE(Self);
  auto *L = reinterpret_cast<LaunchObject *>(Self);
  Py_DECREF(L->Kernel);
  Py_DECREF(L->Grid);
  if (Spare)
    PyObject_Free(Self);
  else
    Spare = L;
  Py_DECREF(Type);
}

PyObject *python::launchCalled(PyObject *Self, PyObject *GridObject,
                               PyObject *Positional, PyObject *Keywords,
                               bool Warmup, llvm::StringRef Target) {
  llvm::SmallVector<PyObject *, 16> Values, Names, Named;
  for (Py_ssize_t I = 0, E = PyTuple_Size(Positional); I != E; ++I)
    Values.push_back(PyTuple_GetItem(Positional, I));
  PyObject *Name, *Value;
  Py_ssize_t Position = 0;
  while (Keywords && PyDict_Next(Keywords, &Position, &Name, &Value)) {
    Names.push_back(Name);
    Named.push_back(Value);
  }
  return launchKernel(Self, GridObject, {Values, Names, Named, Warmup, Target});
}

static PyObject *call(PyObject *Self, PyObject *Args, PyObject *Keywords) {
  auto *L = reinterpret_cast<LaunchObject *>(Self);
  return launchCalled(L->Kernel, L->Grid, Args, Keywords, /*Warmup=*/false);
}

/// Called without a tuple and a dict being made: the positional arguments, then
/// those that NamesTuple names.
static PyObject *callVector(PyObject *Self, PyObject *const *Args,
                            size_t Number, PyObject *NamesTuple) {
  auto *L = reinterpret_cast<LaunchObject *>(Self);
  size_t NumPositional = Number & ~VectorcallOffset;
  size_t NumNamed = NamesTuple ? size_t(PyTuple_Size(NamesTuple)) : 0;
  JitKernel &K = kernelOf(L->Kernel);
  // Held: what runs meanwhile may replace it.
  if (llvm::IntrusiveRefCntPtr<const FastLaunch> Fast = K.Fast) {
    bool Done;
    PyObject *Result = Fast->run(K, L->Grid, {Args, NumPositional + NumNamed},
                                 NumPositional, NamesTuple, Done);
    if (LLVM_LIKELY(Done))
      return Result;
  }
  llvm::SmallVector<PyObject *, 16> Names;
  for (size_t I = 0; I != NumNamed; ++I)
    Names.push_back(PyTuple_GetItem(NamesTuple, Py_ssize_t(I)));
  CallArguments In = {
      {Args, NumPositional}, Names, {Args + NumPositional, NumNamed}};
  In.IsVector = true;
  In.NamesTuple = NamesTuple;
  return launchKernel(L->Kernel, L->Grid, In);
}

PyObject *python::makeLaunch(PyObject *Self, PyObject *GridObject) {
  auto *New = reinterpret_cast<PyObject *>(std::exchange(Spare, nullptr));
  New =
      New ? PyObject_Init(New, LaunchType) : PyType_GenericAlloc(LaunchType, 0);
  if (!New)
    return nullptr;
  auto *L = reinterpret_cast<LaunchObject *>(New);
  Py_INCREF(Self);
  Py_INCREF(GridObject);
  L->Kernel = Self;
  L->Grid = GridObject;
  L->Vectorcall = callVector;
  return New;
}

PyObject *python::createLaunchType() {
  static PyMemberDef Members[] = {{"__vectorcalloffset__", T_PYSSIZET,
                                   offsetof(LaunchObject, Vectorcall), READONLY,
                                   nullptr},
                                  {nullptr, 0, 0, 0, nullptr}};
  static PyType_Slot Slots[] = {{Py_tp_dealloc, (void *)destroyLaunch},
                                {Py_tp_call, (void *)call},
                                {Py_tp_members, Members},
                                {0, nullptr}};
  static PyType_Spec Spec = {
      "mytriton._mytriton.Launch", sizeof(LaunchObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION | HaveVectorcall,
      Slots};
  PyObject *Type = PyType_FromSpec(&Spec);
  LaunchType = reinterpret_cast<PyTypeObject *>(Type);
  return Type;
}
