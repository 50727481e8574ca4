//===- Bind.cpp - Arguments of a launch to parameters ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "JitKernel.h"
#include "mytriton/IR/Facts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::python;

static constexpr llvm::StringLiteral OptionNames =
    "num_warps, num_stages, num_ctas, maxnreg, debug, sanitize_overflow, "
    "enable_fp_fusion, launch_predicates, launch_cooperative_grid, "
    "num_cpu_threads, stream";

static bool badOption(const JitKernel &K, llvm::StringRef Name, PyObject *Value,
                      llvm::StringRef Expected) {
  raise(PyExc_ValueError, K.Name + "(): the option '" + Name + "' must be " +
                              Expected + ", got " + pyRepr(Value));
  return false;
}

/// An integer option in [Low, High].
static bool readCount(const JitKernel &K, llvm::StringRef Name, PyObject *Value,
                      unsigned Low, unsigned High, unsigned &Result) {
  PyRef Index = PyRef::steal(PyNumber_Index(Value));
  long V = Index ? PyLong_AsLong(Index.get()) : -1;
  PyErr_Clear();
  if (V < long(Low) || V > long(High))
    return badOption(K, Name, Value,
                     "an integer from " + std::to_string(Low) + " to " +
                         std::to_string(High));
  Result = unsigned(V);
  return true;
}

static bool readWarps(const JitKernel &K, PyObject *Value, LaunchOptions &O) {
  unsigned V = 0;
  if (Value == Py_None)
    return true;
  if (!readCount(K, "num_warps", Value, 1, 32, V))
    return false;
  if (!llvm::isPowerOf2_32(V))
    return badOption(K, "num_warps", Value, "a power of two");
  O.NumWarps = V;
  return true;
}

/// A stream: its address, or an object of PyTorch or CuPy that has it.
static bool readStream(const JitKernel &K, PyObject *Value, LaunchOptions &O) {
  PyRef Address = PyRef::borrow(Value);
  for (const char *Name : {"cuda_stream", "ptr"})
    if (PyRef Inner = PyRef::steal(PyObject_GetAttrString(Value, Name))) {
      Address = Inner;
      break;
    }
  PyErr_Clear();
  if (Value == Py_None)
    return true;
  uint64_t Bits = PyLong_Check(Address.get())
                      ? PyLong_AsUnsignedLongLong(Address.get())
                      : uint64_t(-1);
  bool Failed = !PyLong_Check(Address.get()) || PyErr_Occurred();
  PyErr_Clear();
  if (Failed)
    return badOption(K, "stream", Value,
                     "a stream of PyTorch or CuPy, or its address");
  O.Stream = Bits;
  return true;
}

/// Found is false if there is no such option.
static bool readOption(const JitKernel &K, llvm::StringRef Name,
                       PyObject *Value, LaunchOptions &O, bool &Found) {
  Found = true;
  if (Name == "num_warps")
    return readWarps(K, Value, O);
  if (Name == "num_stages")
    return readCount(K, Name, Value, 0, 64, O.NumStages);
  if (Name == "num_cpu_threads")
    return readCount(K, Name, Value, 0, 65536, O.NumThreads);
  if (Name == "num_ctas") {
    unsigned One = 1;
    return readCount(K, Name, Value, 1, 1, One);
  }
  if (Name == "stream")
    return readStream(K, Value, O);
  if (Name == "maxnreg")
    return Value == Py_None ||
           readCount(K, Name, Value, 1, MostRegisters, O.MaxRegisters);
  bool *Flag = Name == "debug"                     ? &O.Debug
               : Name == "enable_fp_fusion"        ? &O.EnableFpFusion
               : Name == "launch_predicates"       ? &O.LaunchPredicates
               : Name == "launch_cooperative_grid" ? &O.Cooperative
                                                   : nullptr;
  if (Flag) {
    int Truth = PyObject_IsTrue(Value);
    *Flag = Truth == 1;
    return Truth >= 0;
  }
  if (Name == "sanitize_overflow")
    return PyObject_IsTrue(Value) >= 0;
  Found = false;
  return true;
}

static std::string parameterNames(const JitKernel &K) {
  std::string Names;
  for (const Parameter &P : K.Params)
    Names += (Names.empty() ? "" : ", ") + P.NameText;
  return Names;
}

static bool tooManyArguments(const JitKernel &K, size_t Given) {
  raise(PyExc_TypeError, K.Name + "() takes " + llvm::Twine(K.Params.size()) +
                             " arguments (" + parameterNames(K) + "), got " +
                             llvm::Twine(Given));
  return false;
}

static int findParameter(const JitKernel &K, PyObject *Name) {
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I)
    if (K.Params[I].Name.get() == Name)
      return int(I);
  // Not interned: compare texts.
  llvm::StringRef Text = pyText(Name);
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I)
    if (K.Params[I].NameText == Text)
      return int(I);
  return -1;
}

static bool bindKeyword(const JitKernel &K, PyObject *Name, PyObject *Value,
                        BoundValues &Result) {
  int Index = findParameter(K, Name);
  if (Index >= 0 && Result.Values[Index]) {
    raise(PyExc_TypeError, K.Name + "() got two values for argument '" +
                               K.Params[Index].NameText + "'");
    return false;
  }
  if (Index >= 0)
    Result.Values[Index] = Value;
  // A parameter may share an option's name: both receive the value.
  llvm::StringRef Text = pyText(Name);
  if (Index >= 0 && !Text.starts_with("num_"))
    return true;
  bool Found;
  if (!readOption(K, Text, Value, Result.Options, Found))
    return false;
  if (Found || Index >= 0)
    return true;
  raise(PyExc_KeyError, K.Name + "() got an unknown keyword argument '" + Text +
                            "'; parameters are " + parameterNames(K) +
                            "; options are " + OptionNames);
  return false;
}

static bool fillDefaults(const JitKernel &K, BoundValues &Result) {
  std::string Missing;
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I) {
    if (LLVM_LIKELY(Result.Values[I] != nullptr))
      continue;
    Result.Values[I] = K.Params[I].Default.get();
    if (!Result.Values[I])
      Missing += (Missing.empty() ? "'" : ", '") + K.Params[I].NameText + "'";
  }
  if (LLVM_LIKELY(Missing.empty()))
    return true;
  raise(PyExc_TypeError,
        K.Name + "() is missing " +
            (llvm::StringRef(Missing).contains(',') ? "the arguments "
                                                    : "the argument ") +
            Missing);
  return false;
}

bool python::bindArguments(const JitKernel &K, const CallArguments &In,
                           BoundValues &Result) {
  size_t Given = In.Positional.size(), Total = K.Params.size();
  if (Given > Total)
    return tooManyArguments(K, Given);
  const Environment &Variables = session().environment();
  Result.Options.Debug = K.Debug || Variables.Debug;
  Result.Options.LaunchPredicates = Variables.LaunchPredicates;
  if (K.AsTriton)
    Result.Options.NumWarps = 4;
  Result.Values.assign(In.Positional.begin(), In.Positional.end());
  Result.Values.resize(Total);
  for (auto [Name, Value] : llvm::zip_equal(In.Names, In.Named))
    if (!bindKeyword(K, Name, Value, Result))
      return false;
  return fillDefaults(K, Result);
}
