//===- CUDADriver.cpp - Running machine code on NVIDIA GPUs ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <dlfcn.h>
#include <mutex>

using namespace mt;
using namespace mt::cuda;

namespace {

/// The part of the driver's interface used here; names as in its header.
struct Driver {
  int (*Init)(unsigned Flags);
  int (*DeviceGetCount)(int *);
  int (*DeviceGetAttribute)(int *, int Attribute, int Device);
  int (*DevicePrimaryCtxRetain)(void **Context, int Device);
  int (*CtxGetCurrent)(void **Context);
  int (*CtxGetDevice)(int *Device);
  int (*CtxSetCurrent)(void *Context);
  int (*CtxSynchronize)();
  int (*CtxPushCurrent)(void *Context);
  int (*CtxPopCurrent)(void **Context);
  int (*ModuleLoadData)(void **Module, const void *Image);
  int (*ModuleUnload)(void *Module);
  int (*ModuleGetFunction)(void **Function, void *Module, const char *Name);
  int (*FuncGetAttribute)(int *, int Attribute, void *Function);
  int (*FuncSetAttribute)(void *Function, int Attribute, int Value);
  int (*LaunchKernel)(void *Function, unsigned GridX, unsigned GridY,
                      unsigned GridZ, unsigned BlockX, unsigned BlockY,
                      unsigned BlockZ, unsigned SharedBytes, void *Stream,
                      void **Params, void **Extra);
  int (*LaunchCooperative)(void *Function, unsigned GridX, unsigned GridY,
                           unsigned GridZ, unsigned BlockX, unsigned BlockY,
                           unsigned BlockZ, unsigned SharedBytes, void *Stream,
                           void **Params);
  int (*PointerGetAttribute)(void *Data, int Attribute, uint64_t Address);
  int (*GetErrorName)(int Error, const char **);
  int (*GetErrorString)(int Error, const char **);

  int NumDevices = 0;
  /// Why nothing can run; empty if it can.
  std::string Problem;
};

// Numbers of the driver's enumerations, which never change.
enum DeviceAttribute {
  DeviceWarpSize = 10,
  DeviceMaxRegs = 12,
  DeviceClockRate = 13,
  DeviceMultiprocessors = 16,
  DeviceMemoryClockRate = 36,
  DeviceMemoryBusWidth = 37,
  DeviceThreadsPerMultiprocessor = 39,
  ComputeMajor = 75,
  ComputeMinor = 76,
  DeviceMaxShared = 97,
};
enum FunctionAttribute {
  FunctionMaxThreads = 0,
  FunctionShared = 1,
  FunctionLocal = 3,
  FunctionRegs = 4,
  FunctionMaxDynamicShared = 8,
};
enum PointerAttribute { PointerDevice = 9 };

} // namespace

template <typename Fn>
static bool bind(void *Library, const char *Name, Fn &Target) {
  Target = reinterpret_cast<Fn>(dlsym(Library, Name));
  return Target != nullptr;
}

static bool bindAll(void *L, Driver &D) {
  return bind(L, "cuInit", D.Init) &&
         bind(L, "cuDeviceGetCount", D.DeviceGetCount) &&
         bind(L, "cuDeviceGetAttribute", D.DeviceGetAttribute) &&
         bind(L, "cuDevicePrimaryCtxRetain", D.DevicePrimaryCtxRetain) &&
         bind(L, "cuCtxGetCurrent", D.CtxGetCurrent) &&
         bind(L, "cuCtxGetDevice", D.CtxGetDevice) &&
         bind(L, "cuCtxSetCurrent", D.CtxSetCurrent) &&
         bind(L, "cuCtxSynchronize", D.CtxSynchronize) &&
         bind(L, "cuCtxPushCurrent_v2", D.CtxPushCurrent) &&
         bind(L, "cuCtxPopCurrent_v2", D.CtxPopCurrent) &&
         bind(L, "cuModuleLoadData", D.ModuleLoadData) &&
         bind(L, "cuModuleUnload", D.ModuleUnload) &&
         bind(L, "cuModuleGetFunction", D.ModuleGetFunction) &&
         bind(L, "cuFuncGetAttribute", D.FuncGetAttribute) &&
         bind(L, "cuFuncSetAttribute", D.FuncSetAttribute) &&
         bind(L, "cuLaunchKernel", D.LaunchKernel) &&
         bind(L, "cuLaunchCooperativeKernel", D.LaunchCooperative) &&
         bind(L, "cuPointerGetAttribute", D.PointerGetAttribute) &&
         bind(L, "cuGetErrorName", D.GetErrorName) &&
         bind(L, "cuGetErrorString", D.GetErrorString);
}

static std::string describe(const Driver &D, int Code) {
  const char *Name = nullptr, *Text = nullptr;
  if (D.GetErrorName(Code, &Name) != 0 || !Name)
    return "CUDA error " + std::to_string(Code);
  D.GetErrorString(Code, &Text);
  return std::string(Name) + (Text ? std::string(": ") + Text : "");
}

static Driver openDriver() {
  Driver D;
  void *Library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_GLOBAL);
  if (!Library) {
    D.Problem = "no NVIDIA driver is installed (libcuda.so.1 was not found)";
    return D;
  }
  if (!bindAll(Library, D)) {
    D.Problem = "the NVIDIA driver is too old: its library lacks a function";
    return D;
  }
  if (int Code = D.Init(0))
    D.Problem = "the NVIDIA driver does not start: " + describe(D, Code);
  else if (D.DeviceGetCount(&D.NumDevices) != 0 || D.NumDevices == 0)
    D.Problem = "the NVIDIA driver finds no GPU";
  return D;
}

/// Opened once and kept: threads may use it until the process ends.
static const Driver &driver() {
  static const Driver *D = new Driver(openDriver());
  return *D;
}

bool cuda::isAvailable() { return driver().Problem.empty(); }

std::string cuda::unavailableReason() { return driver().Problem; }

static llvm::Error failed(int Code, const llvm::Twine &What) {
  return llvm::createStringError(What + ": " + describe(driver(), Code));
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

int cuda::deviceCount() { return isAvailable() ? driver().NumDevices : 0; }

int cuda::currentDevice() {
  void *Context = nullptr;
  int Device = 0;
  if (isAvailable() && driver().CtxGetCurrent(&Context) == 0 && Context)
    driver().CtxGetDevice(&Device);
  return Device;
}

llvm::Error cuda::synchronize() {
  void *Context = nullptr;
  if (!isAvailable() || driver().CtxGetCurrent(&Context) != 0 || !Context)
    return llvm::Error::success();
  if (int Code = driver().CtxSynchronize())
    return failed(Code, "what a GPU was given to do went wrong");
  return llvm::Error::success();
}

static DeviceFacts askDevice(int Device) {
  auto Ask = [&](DeviceAttribute A) {
    int Value = 0;
    driver().DeviceGetAttribute(&Value, A, Device);
    return Value;
  };
  DeviceFacts F;
  F.Major = Ask(ComputeMajor);
  F.Minor = Ask(ComputeMinor);
  F.NumMultiprocessors = Ask(DeviceMultiprocessors);
  F.MaxThreadsPerMultiprocessor = Ask(DeviceThreadsPerMultiprocessor);
  F.WarpSize = Ask(DeviceWarpSize);
  F.MaxSharedBytes = Ask(DeviceMaxShared);
  F.MaxRegs = Ask(DeviceMaxRegs);
  F.ClockRate = Ask(DeviceClockRate);
  F.MemoryClockRate = Ask(DeviceMemoryClockRate);
  F.MemoryBusWidth = Ask(DeviceMemoryBusWidth);
  return F;
}

// Asked once for each device: the driver asks the hardware for clock rates,
// which takes milliseconds.
DeviceFacts cuda::deviceFacts(int Device) {
  static std::mutex Lock;
  static llvm::DenseMap<int, DeviceFacts> Known;
  std::lock_guard<std::mutex> Guard(Lock);
  auto [Entry, IsNew] = Known.try_emplace(Device);
  if (IsNew)
    Entry->second = askDevice(Device);
  return Entry->second;
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

/// Makes a context current unless the thread has one that will do.
int ActiveContext::activate(int Wanted) {
  const Driver &D = driver();
  void *Current = nullptr;
  if (int Code = D.CtxGetCurrent(&Current))
    return Code;
  if (Current) {
    Handle = Current;
    // With a single device there is nothing to ask.
    int Code = D.NumDevices > 1 ? D.CtxGetDevice(&Device) : 0;
    if (Code != 0 || Wanted < 0 || Wanted == Device)
      return Code;
  }
  Device = std::max(Wanted, 0);
  if (int Code = D.DevicePrimaryCtxRetain(&Handle, Device))
    return Code;
  // A thread without a context keeps this one, as it would from its first call
  // into the CUDA runtime.
  if (!Current)
    return D.CtxSetCurrent(Handle);
  int Code = D.CtxPushCurrent(Handle);
  Pushed = Code == 0;
  return Code;
}

ActiveContext::ActiveContext(int Wanted, uint64_t Address)
    : Failure(llvm::Error::success()) {
  llvm::ErrorAsOutParameter Guard(&Failure);
  const Driver &D = driver();
  if (!D.Problem.empty()) {
    Failure = llvm::createStringError(D.Problem);
    return;
  }
  if (D.NumDevices == 1)
    Wanted = std::min(Wanted, 0);
  else if (Wanted < 0 && Address != 0 &&
           D.PointerGetAttribute(&Wanted, PointerDevice, Address))
    Wanted = -1;
  if (int Code = activate(Wanted))
    Failure = failed(Code, "device " + llvm::Twine(Device) + " cannot be used");
}

ActiveContext::~ActiveContext() {
  llvm::consumeError(std::move(Failure));
  void *Old;
  if (Pushed)
    driver().CtxPopCurrent(&Old);
}

std::string ActiveContext::arch() const {
  const Driver &D = driver();
  int Major = 0, Minor = 0;
  D.DeviceGetAttribute(&Major, ComputeMajor, Device);
  D.DeviceGetAttribute(&Minor, ComputeMinor, Device);
  // From Hopper on, the device's own instructions need the suffix.
  return "sm_" + std::to_string(Major * 10 + Minor) + (Major >= 9 ? "a" : "");
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

llvm::Expected<std::unique_ptr<LoadedFunction>>
LoadedFunction::load(llvm::StringRef Image, llvm::StringRef Symbol,
                     unsigned DynamicShared) {
  const Driver &D = driver();
  std::unique_ptr<LoadedFunction> F(new LoadedFunction);
  F->DynamicShared = DynamicShared;
  // PTX is read up to a zero byte.
  std::string Code = Image.str(), Name = Symbol.str();
  if (int Error = D.ModuleLoadData(&F->Module, Code.c_str()))
    return failed(Error, "kernel '" + Symbol + "' cannot be loaded");
  if (int Error = D.ModuleGetFunction(&F->Function, F->Module, Name.c_str()))
    return failed(Error, "the loaded code has no kernel '" + Symbol + "'");
  // Above 48 KiB a function must ask for it.
  if (DynamicShared > 48 << 10)
    if (int Error = D.FuncSetAttribute(F->Function, FunctionMaxDynamicShared,
                                       int(DynamicShared)))
      return failed(Error, "kernel '" + Symbol + "' needs " +
                               llvm::Twine(DynamicShared) +
                               " bytes of shared memory");
  return F;
}

LoadedFunction::~LoadedFunction() {
  if (Module)
    driver().ModuleUnload(Module);
}

/// Apart from what every launch runs through.
LLVM_ATTRIBUTE_NOINLINE static llvm::Error
launchFailed(int Code, std::array<uint32_t, 3> Grid, unsigned NumThreads) {
  return failed(Code, "launching a grid of " + llvm::Twine(Grid[0]) + " x " +
                          llvm::Twine(Grid[1]) + " x " + llvm::Twine(Grid[2]) +
                          " programs of " + llvm::Twine(NumThreads) +
                          " threads");
}

llvm::Error LoadedFunction::launch(std::array<uint32_t, 3> Grid,
                                   unsigned NumThreads, uint64_t Stream,
                                   llvm::ArrayRef<uint64_t> Slots,
                                   bool Cooperative) const {
  llvm::SmallVector<void *, 16> Params(Slots.size());
  for (auto [Param, Slot] : llvm::zip_equal(Params, Slots))
    Param = const_cast<uint64_t *>(&Slot);
  auto *In = reinterpret_cast<void *>(Stream);
  int Error = LLVM_UNLIKELY(Cooperative)
                  ? driver().LaunchCooperative(Function, Grid[0], Grid[1],
                                               Grid[2], NumThreads, 1, 1,
                                               DynamicShared, In, Params.data())
                  : driver().LaunchKernel(Function, Grid[0], Grid[1], Grid[2],
                                          NumThreads, 1, 1, DynamicShared, In,
                                          Params.data(), nullptr);
  return LLVM_LIKELY(Error == 0) ? llvm::Error::success()
                                 : launchFailed(Error, Grid, NumThreads);
}

FunctionFacts LoadedFunction::facts() const {
  const Driver &D = driver();
  FunctionFacts Facts;
  D.FuncGetAttribute(&Facts.NumRegs, FunctionRegs, Function);
  D.FuncGetAttribute(&Facts.LocalBytes, FunctionLocal, Function);
  D.FuncGetAttribute(&Facts.SharedBytes, FunctionShared, Function);
  D.FuncGetAttribute(&Facts.MaxThreads, FunctionMaxThreads, Function);
  return Facts;
}
