//===- Module.cpp - The extension module ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "JitKernel.h"
#include "SourceCompiler.h"
#include "mytriton/Backend/NVIDIA/CubinFacts.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "mytriton/Support/Version.h"

using namespace mt;
using namespace mt::python;

static PyObject *setClasses(PyObject *, PyObject *Args) {
  PyObject *Constexpr, *DType, *Jit, *Compiled;
  if (!PyArg_ParseTuple(Args, "OOOO", &Constexpr, &DType, &Jit, &Compiled) ||
      !session().setClasses(Constexpr, DType, Jit, Compiled))
    return nullptr;
  Py_RETURN_NONE;
}

static PyObject *setDescriptorClass(PyObject *, PyObject *Class) {
  session().setDescriptorClass(Class);
  Py_RETURN_NONE;
}

static PyObject *loadPassPlugin(PyObject *, PyObject *Name) {
  PyObject *Bytes = nullptr;
  if (!PyUnicode_FSConverter(Name, &Bytes))
    return nullptr;
  PyRef Owner = PyRef::steal(Bytes);
  if (!session().loadPassPlugin(PyBytes_AsString(Bytes)))
    return nullptr;
  Py_RETURN_NONE;
}

static PyObject *targets(PyObject *, PyObject *) {
  PyObject *List = PyList_New(0);
  for (const std::unique_ptr<Target> &T :
       session().compiler().targets().targets()) {
    PyRef Entry = PyRef::steal(
        Py_BuildValue("(s#O)", T->name().data(), Py_ssize_t(T->name().size()),
                      T->canExecute() ? Py_True : Py_False));
    if (!Entry || PyList_Append(List, Entry.get()) != 0) {
      Py_DECREF(List);
      return nullptr;
    }
  }
  return List;
}

/// (cubin, symbol): what CodeFacts of the package holds; None if the bytes have
/// no such kernel.
static PyObject *cubinFacts(PyObject *, PyObject *Args) {
  const char *Bytes, *Symbol;
  Py_ssize_t Size;
  if (!PyArg_ParseTuple(Args, "y#s", &Bytes, &Size, &Symbol))
    return nullptr;
  llvm::Expected<CodeFacts> F =
      readCubinFacts(llvm::StringRef(Bytes, size_t(Size)), Symbol);
  if (F)
    return codeFactsTuple(*F);
  llvm::consumeError(F.takeError());
  Py_RETURN_NONE;
}

/// What Triton calls a device's properties, and its architecture; an exception
/// if there is no such device.
static PyObject *gpuProperties(PyObject *, PyObject *Number) {
  long Device = PyLong_AsLong(Number);
  if (Device == -1 && PyErr_Occurred())
    return nullptr;
  if (Device < 0 || Device >= cuda::deviceCount()) {
    raise(PyExc_ValueError, "there is no GPU " + llvm::Twine(Device) +
                                "; kernels can run on " +
                                llvm::Twine(cuda::deviceCount()));
    return nullptr;
  }
  cuda::DeviceFacts F = cuda::deviceFacts(int(Device));
  return Py_BuildValue(
      "{s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "arch", F.Major * 10 + F.Minor,
      "max_shared_mem", F.MaxSharedBytes, "max_num_regs", F.MaxRegs,
      "multiprocessor_count", F.NumMultiprocessors, "warpSize", F.WarpSize,
      "sm_clock_rate", F.ClockRate, "mem_clock_rate", F.MemoryClockRate,
      "mem_bus_width", F.MemoryBusWidth, "max_threads_per_sm",
      F.MaxThreadsPerMultiprocessor);
}

static PyObject *synchronizeGPU(PyObject *, PyObject *) {
  auto Wait = [] {
    WithoutGIL Unlocked;
    return cuda::synchronize();
  };
  if (llvm::Error E = Wait()) {
    raiseError(PyExc_RuntimeError, std::move(E));
    return nullptr;
  }
  Py_RETURN_NONE;
}

static PyObject *gpuCount(PyObject *, PyObject *) {
  return PyLong_FromLong(cuda::deviceCount());
}

static PyObject *gpuProblem(PyObject *, PyObject *) {
  return PyUnicode_FromString(cuda::unavailableReason().c_str());
}

static PyObject *currentGPU(PyObject *, PyObject *) {
  return PyLong_FromLong(cuda::currentDevice());
}

static PyMethodDef Functions[] = {
    {"set_classes", setClasses, METH_VARARGS,
     "(constexpr, dtype, JITFunction, CompiledKernel): the package's classes."},
    {"set_descriptor_class", setDescriptorClass, METH_O,
     "The class of descriptors made on the host."},
    {"load_pass_plugin", loadPassPlugin, METH_O,
     "Adds the passes of a shared library."},
    {"targets", targets, METH_NOARGS, "Pairs of a name and whether it runs."},
    {"cubin_facts", cubinFacts, METH_VARARGS,
     "(cubin, symbol): registers, bytes of local and shared memory, threads."},
    {"gpu_count", gpuCount, METH_NOARGS, "GPUs that kernels can run on."},
    {"gpu_problem", gpuProblem, METH_NOARGS, "Why there are none, or ''."},
    {"gpu_properties", gpuProperties, METH_O, "What a GPU is, as a dict."},
    {"synchronize_gpu", synchronizeGPU, METH_NOARGS,
     "Waits for what this thread's GPU was given to do."},
    {"current_gpu", currentGPU, METH_NOARGS, "The GPU this thread works on."},
    {"compile_source", compileSource, METH_VARARGS,
     "(text, file, kernel, signature, constants, target, stage, num_warps)"},
    {nullptr, nullptr, 0, nullptr}};

static PyModuleDef Definition = {PyModuleDef_HEAD_INIT,
                                 "_mytriton",
                                 "The compiler behind mytriton.",
                                 -1,
                                 Functions,
                                 nullptr,
                                 nullptr,
                                 nullptr,
                                 nullptr};

static bool addType(PyObject *M, const char *Name, PyObject *Type) {
  PyRef Owner = PyRef::steal(Type);
  return Type && PyModule_AddObjectRef(M, Name, Type) == 0;
}

PyMODINIT_FUNC PyInit__mytriton() {
  PyRef M = PyRef::steal(PyModule_Create(&Definition));
  if (!M || !addType(M.get(), "Kernel", createKernelType()) ||
      !addType(M.get(), "Launch", createLaunchType()) ||
      !addType(M.get(), "CompiledKernel", createCompiledType()) ||
      PyModule_AddStringConstant(M.get(), "version", MYTRITON_VERSION_STRING) ||
      PyModule_AddStringConstant(M.get(), "llvm_version",
                                 MYTRITON_LLVM_VERSION_STRING))
    return nullptr;
  session();
  return M.release();
}
