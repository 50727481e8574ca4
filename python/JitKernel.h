//===- JitKernel.h - A jitted function and its compiled kernels -*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_JITKERNEL_H
#define MYTRITON_PYTHON_JITKERNEL_H

#include "Arguments.h"
#include "CompiledKernel.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace mt::python {

class FastLaunch;

/// Keywords of a launch that are not parameters.
struct LaunchOptions {
  std::optional<unsigned> NumWarps;
  unsigned NumStages = 3;
  bool Debug = false;
  bool EnableFpFusion = true;
  bool LaunchPredicates = true;
  unsigned MaxRegisters = 0; ///< 0: any number
  bool Cooperative = false;
  /// Not part of the key.
  unsigned NumThreads = 0;
  /// A GPU's stream: given by the caller, else the array library's own.
  std::optional<uint64_t> Stream;

  uint64_t word(bool Check) const {
    return uint64_t(NumWarps.value_or(0)) | uint64_t(NumStages) << 16 |
           uint64_t(Debug) << 32 | uint64_t(EnableFpFusion) << 33 |
           uint64_t(Check) << 34 | uint64_t(LaunchPredicates) << 35 |
           uint64_t(Cooperative) << 36 | uint64_t(MaxRegisters) << 40;
  }
};

/// What `_mytriton.Kernel` holds.
struct JitKernel {
  PyRef Function;
  std::string Name;
  std::vector<Parameter> Params;
  bool Debug = false;
  /// Where Triton and this language differ, do as Triton.
  bool AsTriton = false;
  /// The package chooses the compiled symbol's name.
  bool NamesSymbol = false;

  /// Read when first compiled.
  std::shared_ptr<const FunctionSource> Source;

  /// Compiled kernels by hash of their key.
  llvm::DenseMap<uint64_t, llvm::SmallVector<PyRef, 1>> Cache;
  /// The one launched last.
  PyRef Last;
  /// The one that ran last on a GPU, and what launches like that look like.
  PyRef Repeated;
  llvm::IntrusiveRefCntPtr<const FastLaunch> Fast;
  /// Whether it was said that nothing runs.
  bool WarnedCompileOnly = false;
};

/// The C++ side of a Python object of class `_mytriton.Kernel`.
JitKernel &kernelOf(PyObject *Self);

/// A call's values in the order of the parameters; borrowed.
struct BoundValues {
  llvm::SmallVector<PyObject *, 16> Values;
  LaunchOptions Options;
};

/// What a launch is called with; borrowed.
struct CallArguments {
  llvm::ArrayRef<PyObject *> Positional;
  /// Parallel: names, which are str, and values.
  llvm::ArrayRef<PyObject *> Names, Named;
  bool Warmup = false; ///< compile only
  /// Compiles for this target; empty: as the environment says.
  llvm::StringRef Target = {};
  /// A call of `kernel[grid]`, by vector; its tuple of names, or null.
  bool IsVector = false;
  PyObject *NamesTuple = nullptr;
};

/// Matches arguments with the parameters. False after setting an exception that
/// names the argument.
bool bindArguments(const JitKernel &K, const CallArguments &In,
                   BoundValues &Result);

/// What an executable is launched with, of one request.
struct LaunchSlots {
  llvm::SmallVector<uint64_t, 16> Args;
  llvm::SmallVector<ArrayExtent, 16> Extents;
};

/// Everything a launch knows before it looks for compiled code.
struct LaunchRequest {
  Backend Where;
  LaunchOptions Options;
  /// In the order of the parameters, a tuple before its elements.
  llvm::SmallVector<Argument, 16> Args;
  /// Where each parameter starts in Args.
  llvm::SmallVector<unsigned, 16> Starts;
  bool HasDeviceArrays = false, HasHostArrays = false;
  /// Place in Args of the first array of a GPU, if there is one.
  unsigned FirstDeviceArray = 0;

  /// The kernel's memory and its target go together: it can run, not only be
  /// compiled.
  bool runsHere() const {
    return Where.OnHost ? !HasDeviceArrays
                        : HasDeviceArrays && Where.Runner->canExecute();
  }
  /// Makes a key of the arguments and options.
  void makeKey(CacheKey &Key) const;
  /// The launch on a grid; what it refers to is in Slots. Extents are left out
  /// if nobody asks for them.
  LaunchParams launchParams(Grid Programs, bool WantsExtents,
                            LaunchSlots &Slots) const;
};

/// The compiled kernel for a key: the last one, one of the cache, or null.
/// Failed is set with an exception if a comparison raised one.
PyRef findCompiled(JitKernel &K, const CacheKey &Key, bool &Failed);
/// Remembers a compiled kernel.
void addCompiled(JitKernel &K, const PyRef &New);

/// Compiles for a request, and for the launch that follows if there is one;
/// null after setting an exception.
PyRef compileKernel(PyObject *Self, const LaunchRequest &Request,
                    const CacheKey &Key, const Grid *Programs);

/// `kernel[grid]`: an object to be called with the arguments.
PyObject *makeLaunch(PyObject *Self, PyObject *GridObject);

/// Binds, compiles and runs. A new reference to the compiled kernel.
PyObject *launchKernel(PyObject *Self, PyObject *GridObject,
                       const CallArguments &In);

/// The same for a tuple and a dict or null.
PyObject *launchCalled(PyObject *Self, PyObject *GridObject,
                       PyObject *Positional, PyObject *Keywords, bool Warmup,
                       llvm::StringRef Target = {});

/// Sends a kernel whose arrays are a GPU's there, unless the environment says
/// where it runs, and refuses arguments its target cannot reach. False after
/// setting an exception.
bool placeKernel(JitKernel &K, LaunchRequest &Request, bool Warmup);

/// The stream to launch in: the one asked for, else that in which the library
/// of the first array works now.
uint64_t currentStream(const LaunchRequest &Request);

/// The stream in which an array's library works now on a device.
uint64_t streamOf(const dlpack::Exchange &Exchange, int Device);
/// The same for libraries without the interface.
uint64_t streamOf(PyObject *Array);

/// What GridObject, which may be a function of the arguments, says.
bool evaluateGrid(const JitKernel &K, PyObject *GridObject,
                  const BoundValues &Bound, Grid &Programs);

/// Starts code of a GPU; false after setting an exception that names the kernel
/// and its arguments.
bool runOnDevice(CompiledKernel &C, const LaunchParams &Launch);

/// Runs a compiled kernel; false after setting an exception.
bool runCompiled(CompiledKernel &C, const LaunchRequest &Request,
                 Grid Programs);

// Creation of the types, by Module.cpp.
PyObject *createKernelType();
PyObject *createLaunchType();
PyObject *createCompiledType();

} // namespace mt::python

#endif // MYTRITON_PYTHON_JITKERNEL_H
