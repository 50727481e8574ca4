//===- FastLaunch.h - A launch like the one before --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most launches differ from the last one in addresses and numbers only. What
// such a launch has to be compared with is kept ready: no keys are built and
// nothing is looked up.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_FASTLAUNCH_H
#define MYTRITON_PYTHON_FASTLAUNCH_H

#include "Exchange.h"
#include "JitKernel.h"

namespace mt::python {

/// A launch on a GPU, as far as the next one must be like it. Does not change
/// once it is made, so that whoever runs one can hold it. Needs the GIL.
class FastLaunch : public llvm::RefCountedBase<FastLaunch> {
public:
  /// From a launch that ran; null if later ones cannot be this simple.
  static llvm::IntrusiveRefCntPtr<const FastLaunch>
  record(const JitKernel &K, PyObject *GridObject, const Grid &Programs,
         const CallArguments &In, const LaunchRequest &Request,
         const PyRef &Compiled);

  /// Runs a call that is like this one. Done is false, with no exception, if it
  /// is not; else the result is a new reference, or null with an exception.
  PyObject *run(const JitKernel &K, PyObject *GridObject,
                llvm::ArrayRef<PyObject *> Values, size_t NumPositional,
                PyObject *NamesTuple, bool &Done) const;

  /// For the garbage collector.
  int traverse(visitproc visit, void *arg) const;
  const PyRef &compiled() const { return Compiled; }

private:
  /// What one value of a call must be like.
  struct Expected {
    /// Exchanged: an array read through Exchange; Array: by any other way.
    enum Kind : uint8_t { Same, Exchanged, Array, Number } How = Same;
    unsigned Param = 0;   ///< its place among the parameters; ~0: an option
    unsigned Slot = 0;    ///< where it goes; ~0: it is compiled in
    PyRef Object;         ///< Same: the object; else its class
    PyRef Last;           ///< Number: the object; it has the recorded slot
    uint64_t Word = 0;    ///< Array, Number: ArgumentKey::word()
    ArrayPattern Pattern; ///< Exchanged

    bool expectLike(const Parameter &P, PyObject *Value, const Argument &A);
    bool isSame(PyObject *Value) const;
  };

  bool read(const JitKernel &K, llvm::ArrayRef<PyObject *> Values,
            LaunchSlots &Slots, HeldObjects &Held) const;
  bool readExchanged(const Expected &E, PyObject *Value,
                     LaunchSlots &Slots) const;
  bool readOther(const JitKernel &K, const Expected &E, PyObject *Value,
                 LaunchSlots &Slots, HeldObjects &Held) const;
  uint64_t stream(llvm::ArrayRef<PyObject *> Given) const;
  void recordGrid(PyObject *GridObject, const Grid &Programs);
  bool readGridOf(const JitKernel &K, PyObject *GridObject,
                  llvm::ArrayRef<PyObject *> Values, Grid &Programs) const;
  bool isSettled() const;

  PyRef Compiled, Names;
  /// A grid that cannot change, and what it says; null for others.
  PyRef FixedGrid;
  Grid FixedPrograms;
  size_t NumPositional = 0;
  llvm::SmallVector<Expected, 12> Values;
  /// Slots as the recorded launch had them: defaults are not read again.
  llvm::SmallVector<uint64_t, 12> Slots;
  /// Of all arrays; null where they have none.
  const dlpack::Exchange *Exchange = nullptr;
  unsigned FirstArray = ~0u; ///< among the values
  int Device = -1;
  std::optional<uint64_t> Stream;
  uint64_t EnvironmentNumber = 0, PluginNumber = 0;
};

} // namespace mt::python

#endif // MYTRITON_PYTHON_FASTLAUNCH_H
