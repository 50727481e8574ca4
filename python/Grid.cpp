//===- Grid.cpp - How many programs a launch runs -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "JitKernel.h"

using namespace mt;
using namespace mt::python;

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

bool python::evaluateGrid(const JitKernel &K, PyObject *Value,
                          const BoundValues &Bound, Grid &Result) {
  if (!PyCallable_Check(Value))
    return readGrid(K, Value, Result);
  PyRef Meta = makeMeta(K, Bound);
  PyRef Extents =
      Meta ? PyRef::steal(PyObject_CallFunctionObjArgs(Value, Meta.get(), NULL))
           : PyRef();
  return Extents && readGrid(K, Extents.get(), Result);
}
