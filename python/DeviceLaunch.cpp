//===- DeviceLaunch.cpp - Arrays and streams of a GPU ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "JitKernel.h"
#include "mytriton/Runtime/CUDADriver.h"

using namespace mt;
using namespace mt::python;

static PyRef attribute(PyObject *Object, const char *Name) {
  PyRef R = PyRef::steal(PyObject_GetAttrString(Object, Name));
  PyErr_Clear();
  return R;
}

//===----------------------------------------------------------------------===//
// Where a kernel runs
//===----------------------------------------------------------------------===//

static bool cannotReach(const JitKernel &K, const LaunchRequest &Request) {
  if (Request.Where.OnHost) {
    raise(PyExc_ValueError,
          K.Name + "(): an argument is in GPU memory, but MYTRITON_BACKEND=" +
              Request.Where.Runner->name() + " runs on the CPU");
  } else if (Request.HasHostArrays) {
    raise(PyExc_ValueError,
          K.Name + "(): some arguments are in GPU memory and some in host "
                   "memory, which a GPU cannot access; move all to one side");
  } else {
    raise(errorClass("CudaUnavailableError"),
          K.Name + "(): an argument is in GPU memory, but " +
              cuda::unavailableReason() +
              "; pass NumPy arrays to run on the CPU");
  }
  return false;
}

bool python::placeKernel(JitKernel &K, LaunchRequest &Request, bool Warmup) {
  if (Request.HasDeviceArrays && !Request.Where.Explicit) {
    if (!session().namedBackend("cuda", Request.Where))
      return false;
    Request.Where.Explicit = false;
  }
  if (Request.HasDeviceArrays && (!Request.runsHere() || Request.HasHostArrays))
    return cannotReach(K, Request);
  if (Request.Where.OnHost || Request.HasDeviceArrays || Warmup ||
      K.WarnedCompileOnly)
    return true;
  K.WarnedCompileOnly = true;
  std::string Text =
      K.Name + "(): compiled for " + Request.Where.Runner->name().str() +
      " only, nothing ran: the arguments are in host memory; unset "
      "MYTRITON_BACKEND or set it to cpu to run them in place";
  return PyErr_WarnEx(errorClass("CompileOnlyWarning"), Text.c_str(), 1) == 0;
}

//===----------------------------------------------------------------------===//
// Streams
//===----------------------------------------------------------------------===//

/// What `Module.Name(Argument)` gives, if that module is imported; Argument may
/// be null.
static PyRef askModule(const char *Module, const char *Name,
                       PyObject *Argument) {
  PyObject *Found = PyDict_GetItemString(PyImport_GetModuleDict(), Module);
  PyRef Function = Found ? attribute(Found, Name) : PyRef();
  if (!Function)
    return {};
  PyRef Result = PyRef::steal(
      PyObject_CallFunctionObjArgs(Function.get(), Argument, nullptr));
  PyErr_Clear();
  return Result;
}

uint64_t python::currentStream(const LaunchRequest &Request) {
  if (Request.Options.Stream)
    return *Request.Options.Stream;
  PyObject *Array = Request.DeviceArray;
  PyRef ModuleName =
      attribute(reinterpret_cast<PyObject *>(Py_TYPE(Array)), "__module__");
  std::string Library = ModuleName ? pyStr(ModuleName.get()) : "";
  PyRef Address;
  if (llvm::StringRef(Library).starts_with("torch")) {
    PyRef Device = attribute(Array, "device");
    PyRef Index = Device ? attribute(Device.get(), "index") : PyRef();
    if (Index)
      Address = askModule("torch._C", "_cuda_getCurrentRawStream", Index.get());
  } else if (llvm::StringRef(Library).starts_with("cupy")) {
    if (PyRef Stream = askModule("cupy.cuda", "get_current_stream", nullptr))
      Address = attribute(Stream.get(), "ptr");
  }
  uint64_t Bits = Address ? PyLong_AsUnsignedLongLong(Address.get()) : 0;
  if (!PyErr_Occurred())
    return Bits;
  PyErr_Clear();
  return 0;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// Calls a method that gives an unsigned number.
static std::optional<uint64_t> callNumber(PyObject *Object, const char *Name) {
  PyRef Result = PyRef::steal(PyObject_CallMethod(Object, Name, nullptr));
  uint64_t Bits = Result ? PyLong_AsUnsignedLongLong(Result.get()) : 0;
  bool Failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  return Failed ? std::nullopt : std::optional(Bits);
}

/// The numbers of a tuple; none if it holds anything else.
static std::optional<llvm::SmallVector<int64_t, 6>> numbers(PyObject *Tuple) {
  llvm::SmallVector<int64_t, 6> Result;
  if (!Tuple || !PyTuple_Check(Tuple))
    return std::nullopt;
  for (Py_ssize_t I = 0, E = PyTuple_Size(Tuple); I != E; ++I)
    Result.push_back(PyLong_AsLongLong(PyTuple_GetItem(Tuple, I)));
  bool Failed = PyErr_Occurred() != nullptr;
  PyErr_Clear();
  return Failed ? std::nullopt : std::optional(Result);
}

/// Bytes of one element, from `<f4` and the like.
static int64_t elementBytes(PyObject *Interface) {
  PyObject *Text = PyDict_GetItemString(Interface, "typestr");
  int64_t Bytes = 0;
  if (!Text || !PyUnicode_Check(Text) ||
      pyText(Text).drop_front(2).getAsInteger(10, Bytes))
    return 0;
  return Bytes;
}

static ArrayExtent interfaceExtent(uint64_t Address, PyObject *Interface) {
  auto Shape = numbers(PyDict_GetItemString(Interface, "shape"));
  PyObject *Given = PyDict_GetItemString(Interface, "strides");
  bool IsDense = !Given || Given == Py_None;
  auto Strides = numbers(Given);
  int64_t Bytes = elementBytes(Interface);
  if (!Shape || Bytes == 0 ||
      (!IsDense && (!Strides || Strides->size() != Shape->size())))
    return {};
  int64_t Low = 0, High = Bytes, Dense = Bytes;
  for (size_t D = Shape->size(); D-- > 0;) {
    int64_t Extent = (*Shape)[D];
    if (Extent == 0)
      return {Address, 0};
    int64_t Span = (IsDense ? Dense : (*Strides)[D]) * (Extent - 1);
    (Span < 0 ? Low : High) += Span;
    Dense *= Extent;
  }
  return {Address + Low, uint64_t(High - Low)};
}

ArrayExtent python::deviceExtent(const Argument &A) {
  // PyTorch's views lie in one storage.
  PyRef Storage =
      PyRef::steal(PyObject_CallMethod(A.Object, "untyped_storage", nullptr));
  PyErr_Clear();
  if (Storage) {
    auto Base = callNumber(Storage.get(), "data_ptr");
    auto Bytes = callNumber(Storage.get(), "nbytes");
    return Base && Bytes ? ArrayExtent{*Base, *Bytes} : ArrayExtent();
  }
  PyRef Interface = attribute(A.Object, "__cuda_array_interface__");
  if (!Interface || !PyDict_Check(Interface.get()))
    return {};
  return interfaceExtent(A.Slot, Interface.get());
}
