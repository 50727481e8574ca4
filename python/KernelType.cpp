//===- KernelType.cpp - The Python class of jitted functions --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "FastLaunch.h"

using namespace mt;
using namespace mt::python;

namespace {
struct KernelObject {
  PyObject_HEAD JitKernel *Impl;
};
} // namespace

JitKernel &python::kernelOf(PyObject *Self) {
  return *reinterpret_cast<KernelObject *>(Self)->Impl;
}

static PyObject *newObject(PyTypeObject *Type, PyObject *, PyObject *) {
  auto Alloc = (allocfunc)PyType_GetSlot(Type, Py_tp_alloc);
  auto *Self = reinterpret_cast<KernelObject *>(Alloc(Type, 0));
  if (Self)
    Self->Impl = new JitKernel;
  return reinterpret_cast<PyObject *>(Self);
}

static int traverse(PyObject *Self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(Self));
  JitKernel &K = kernelOf(Self);
  Py_VISIT(K.Function.get());
  for (Parameter &P : K.Params)
    Py_VISIT(P.Default.get());
  for (auto &Bucket : K.Cache)
    for (PyRef &Entry : Bucket.second)
      Py_VISIT(Entry.get());
  Py_VISIT(K.Last.get());
  Py_VISIT(K.Repeated.get());
  return K.Fast ? K.Fast->traverse(visit, arg) : 0;
}

/// Drops compiled kernels. Their destructors run last, since they may run
/// Python code that launches again.
static void clearCache(JitKernel &K) {
  auto Old = std::move(K.Cache);
  PyRef Last = std::move(K.Last), Repeated = std::move(K.Repeated);
  llvm::IntrusiveRefCntPtr<const FastLaunch> Fast = std::move(K.Fast);
  K.Cache.clear();
}

static int clear(PyObject *Self) {
  JitKernel &K = kernelOf(Self);
  clearCache(K);
  PyRef Function = std::move(K.Function);
  for (Parameter &P : K.Params)
    P.Default = PyRef();
  return 0;
}

static void destroy(PyObject *Self) {
  PyTypeObject *Type = Py_TYPE(Self);
  PyObject_GC_UnTrack(Self);
  delete reinterpret_cast<KernelObject *>(Self)->Impl;
  auto Free = (freefunc)PyType_GetSlot(Type, Py_tp_free);
  Free(Self);
  Py_DECREF(Type);
}

/// One parameter from a tuple (name, has default, default, is constexpr, no
/// specialization, no alignment, annotated type or None).
static bool readParameter(PyObject *Tuple, Parameter &P) {
  PyObject *Name, *Default, *Annotated;
  int HasDefault, IsConstexpr, NoSpecialize, NoAlignment;
  if (!PyArg_ParseTuple(Tuple, "UpOpppO", &Name, &HasDefault, &Default,
                        &IsConstexpr, &NoSpecialize, &NoAlignment, &Annotated))
    return false;
  Py_INCREF(Name);
  PyUnicode_InternInPlace(&Name);
  P.Name = PyRef::steal(Name);
  P.NameText = pyText(Name).str();
  if (HasDefault)
    P.Default = PyRef::borrow(Default);
  P.IsConstexpr = IsConstexpr;
  P.NoSpecialize = NoSpecialize;
  P.NoAlignment = NoAlignment;
  if (PyUnicode_Check(Annotated))
    P.Annotated = parseDTypeName(pyText(Annotated));
  return true;
}

static int initialize(PyObject *Self, PyObject *Args, PyObject *) {
  JitKernel &K = kernelOf(Self);
  PyObject *Function, *Params;
  const char *Name;
  int Debug, NamesSymbol, AsTriton;
  if (!PyArg_ParseTuple(Args, "OsO!ppp:Kernel", &Function, &Name, &PyList_Type,
                        &Params, &Debug, &NamesSymbol, &AsTriton))
    return -1;
  K.Function = PyRef::borrow(Function);
  K.Name = Name;
  K.Debug = Debug;
  K.NamesSymbol = NamesSymbol;
  K.AsTriton = AsTriton;
  K.Params.clear();
  for (Py_ssize_t I = 0, E = PyList_Size(Params); I != E; ++I)
    if (!readParameter(PyList_GetItem(Params, I), K.Params.emplace_back()))
      return -1;
  return 0;
}

static PyObject *clearCacheMethod(PyObject *Self, PyObject *) {
  // The source too, since it may have been replaced.
  kernelOf(Self).Source.reset();
  clearCache(kernelOf(Self));
  Py_RETURN_NONE;
}

static PyObject *cacheSize(PyObject *Self, PyObject *) {
  size_t Size = 0;
  for (auto &Bucket : kernelOf(Self).Cache)
    Size += Bucket.second.size();
  return PyLong_FromSize_t(Size);
}

/// _launch(grid, args, kwargs, warmup, target="")
static PyObject *launchMethod(PyObject *Self, PyObject *Args) {
  PyObject *GridObject, *Positional, *Keywords;
  const char *Target = "";
  int Warmup;
  if (!PyArg_ParseTuple(Args, "OO!O!p|s", &GridObject, &PyTuple_Type,
                        &Positional, &PyDict_Type, &Keywords, &Warmup, &Target))
    return nullptr;
  return launchCalled(Self, GridObject, Positional, Keywords, Warmup != 0,
                      Target);
}

static PyMethodDef Methods[] = {
    {"clear_cache", clearCacheMethod, METH_NOARGS,
     "Frees every compiled kernel of this function and forgets its source."},
    {"_cache_size", cacheSize, METH_NOARGS, "How many kernels are compiled."},
    {"_launch", launchMethod, METH_VARARGS,
     "(grid, args, kwargs, warmup, target=\"\")"},
    {nullptr, nullptr, 0, nullptr}};

PyObject *python::createKernelType() {
  static PyType_Slot Slots[] = {
      {Py_tp_new, (void *)newObject},   {Py_tp_init, (void *)initialize},
      {Py_tp_dealloc, (void *)destroy}, {Py_tp_traverse, (void *)traverse},
      {Py_tp_clear, (void *)clear},     {Py_mp_subscript, (void *)makeLaunch},
      {Py_tp_methods, Methods},         {0, nullptr}};
  static PyType_Spec Spec = {
      "mytriton._mytriton.Kernel", sizeof(KernelObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, Slots};
  return PyType_FromSpec(&Spec);
}
