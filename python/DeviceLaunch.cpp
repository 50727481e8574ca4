//===- DeviceLaunch.cpp - Arrays and streams of a GPU ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Exchange.h"
#include "JitKernel.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/ADT/StringExtras.h"

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
              Request.Where.Runner->whyNoExecution() +
              "; pass NumPy arrays to run on the CPU");
  }
  return false;
}

/// Programs that wait for each other would wait for ever.
static bool cannotCooperate(const JitKernel &K, const LaunchRequest &Request) {
  raise(PyExc_ValueError,
        K.Name +
            "(): launch_cooperative_grid=True needs a GPU, which runs all "
            "programs at the same time; " +
            Request.Where.Runner->name() + " does not");
  return false;
}

bool python::placeKernel(JitKernel &K, LaunchRequest &Request, bool Warmup) {
  if (Request.HasDeviceArrays && !Request.Where.Explicit) {
    const Backend *Device = session().deviceBackend();
    if (!Device)
      return false;
    Request.Where = *Device;
  }
  if (Request.HasDeviceArrays && (!Request.runsHere() || Request.HasHostArrays))
    return cannotReach(K, Request);
  if (Request.Where.OnHost && Request.Options.Cooperative && !Warmup)
    return cannotCooperate(K, Request);
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

/// The stream an array's library works in, from what that library offers.
static PyRef streamOfLibrary(PyObject *Array) {
  PyRef ModuleName =
      attribute(reinterpret_cast<PyObject *>(Py_TYPE(Array)), "__module__");
  std::string Library = ModuleName ? pyStr(ModuleName.get()) : "";
  if (llvm::StringRef(Library).starts_with("torch")) {
    PyRef Device = attribute(Array, "device");
    PyRef Index = Device ? attribute(Device.get(), "index") : PyRef();
    return Index
               ? askModule("torch._C", "_cuda_getCurrentRawStream", Index.get())
               : PyRef();
  }
  if (llvm::StringRef(Library).starts_with("cupy"))
    if (PyRef Stream = askModule("cupy.cuda", "get_current_stream", nullptr))
      return attribute(Stream.get(), "ptr");
  return {};
}

uint64_t python::streamOf(const dlpack::Exchange &Exchange, int Device) {
  void *Stream = nullptr;
  if (LLVM_LIKELY(Exchange.CurrentStream(dlpack::CUDA, Device, &Stream) == 0))
    return reinterpret_cast<uint64_t>(Stream);
  PyErr_Clear();
  return 0;
}

uint64_t python::currentStream(const LaunchRequest &Request) {
  if (Request.Options.Stream)
    return *Request.Options.Stream;
  const Argument &Array = Request.Args[Request.FirstDeviceArray];
  return Array.Exchange ? streamOf(*Array.Exchange, Array.Device)
                        : streamOf(Array.Object);
}

uint64_t python::streamOf(PyObject *Array) {
  PyRef Address = streamOfLibrary(Array);
  uint64_t Bits = Address ? PyLong_AsUnsignedLongLong(Address.get()) : 0;
  if (!PyErr_Occurred())
    return Bits;
  PyErr_Clear();
  return 0;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

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

/// A launch returns at once and has nothing to look for.
static llvm::Error launchOnDevice(Executable &Code,
                                  const LaunchParams &Launch) {
  WithoutGIL Unlocked;
  return Code.launch(Launch);
}

bool python::runOnDevice(CompiledKernel &C, const LaunchParams &Launch) {
  llvm::Error E = launchOnDevice(*C.Code, Launch);
  if (LLVM_LIKELY(!E))
    return true;
  return raiseLaunchError(C, Launch, std::move(E));
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

ArrayExtent python::deviceExtent(const Argument &A) {
  if (A.Extent.Base)
    return A.Extent;
  // PyTorch's views lie in one storage.
  PyRef Storage =
      PyRef::steal(PyObject_CallMethod(A.Object, "untyped_storage", nullptr));
  PyErr_Clear();
  if (Storage) {
    auto Base = callNumber(Storage.get(), "data_ptr");
    auto Bytes = callNumber(Storage.get(), "nbytes");
    return Base && Bytes ? ArrayExtent{*Base, *Bytes} : ArrayExtent();
  }
  return {};
}
