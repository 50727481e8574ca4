//===- Arguments.h - Host values as kernel arguments ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One host value becomes two words of the cache key (what the kernel is
// compiled for) and one 64-bit slot (what it is launched with). Arrays are
// recognized by protocol; no array library is imported.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_ARGUMENTS_H
#define MYTRITON_PYTHON_ARGUMENTS_H

#include "mytriton/Backend/Target.h"
#include "mytriton/Frontend/PyRef.h"
#include "mytriton/IR/Types.h"

namespace mt::python {

/// How a value enters the key.
enum class ArgumentClass : uint8_t {
  Scalar,  ///< run-time number: its type and what is known of its value
  Pointer, ///< run-time array: element type, alignment
  None,    ///< compile-time values, by value
  Bool,
  Int,
  Float,
  Object, ///< compile-time value compared with ==
  Tuple,  ///< the arguments that follow belong to it; Value is their number
};

/// What the kernel is compiled for, of one parameter.
struct ArgumentKey {
  ArgumentClass Class = ArgumentClass::None;
  TypeKind Kind = TypeKind::I32; ///< of a scalar, or what is pointed to
  bool IsConst = false;          ///< read-only memory
  bool Divisible16 = false;
  bool EqualsOne = false;
  bool Device = false; ///< memory of a GPU
  uint64_t Value = 0;  ///< compile-time number

  /// The key's first word; the second is Value.
  uint64_t word() const {
    return uint64_t(Class) | uint64_t(Kind) << 8 | uint64_t(IsConst) << 16 |
           uint64_t(Divisible16) << 17 | uint64_t(EqualsOne) << 18 |
           uint64_t(Device) << 19;
  }
  bool isConstexpr() const { return Class >= ArgumentClass::None; }
};

namespace dlpack {
struct Exchange;
}

/// One parsed argument.
struct Argument {
  ArgumentKey Key;
  uint64_t Slot = 0;
  ArrayExtent Extent;
  /// A GPU's ordinal, if the array says it; else -1.
  int Device = -1;
  /// What the array was read through, if that was an exchange interface.
  const dlpack::Exchange *Exchange = nullptr;
  /// A compile-time value as an object, the class of a named tuple, or an array
  /// of a GPU; borrowed.
  PyObject *Object = nullptr;
};

/// One parameter of a kernel, as its `def` declares it.
struct Parameter {
  PyRef Name; ///< interned
  std::string NameText;
  PyRef Default; ///< null without a default
  bool IsConstexpr = false;
  /// Nothing about the value enters the key.
  bool NoSpecialize = false;
  /// Only the value 1 enters the key, not divisibility.
  bool NoAlignment = false;
  /// An annotation that fixes the scalar type (`n: tl.int64`).
  std::optional<TypeKind> Annotated;
};

/// Buffers that stay exported while a launch uses their memory, and objects
/// that stand in for arguments.
class HeldObjects {
public:
  HeldObjects() = default;
  HeldObjects(const HeldObjects &) = delete;
  ~HeldObjects();
  /// A view to be filled by PyObject_GetBuffer.
  Py_buffer &newBuffer() { return Buffers.emplace_back(); }
  void dropBuffer() { Buffers.pop_back(); }
  PyObject *hold(PyRef Object) {
    Objects.push_back(std::move(Object));
    return Objects.back().get();
  }

private:
  llvm::SmallVector<Py_buffer, 6> Buffers;
  llvm::SmallVector<PyRef, 2> Objects;
};

/// Turns Value into Result. On failure a Python exception that names the
/// parameter is set. MockArrays: a dtype stands for an aligned array, a text
/// for an argument of the type it spells.
bool parseArgument(const Parameter &P, PyObject *Value, bool MockArrays,
                   Argument &Result, HeldObjects &Held);

/// Turns one of Python's numbers into Result.
bool parseNumber(const Parameter &P, PyObject *Value, Argument &Result);

/// The key of a compile-time value; Object is set to what must be compared.
bool parseConstexpr(const Parameter &P, PyObject *Value, Argument &Result,
                    HeldObjects &Held);

/// How an attempt to read a value as an array went.
enum class ArrayParse : uint8_t {
  NotAnArray, ///< no exception is set
  Scalar,     ///< an array library's scalar: use `item()`
  Array,
  Failed, ///< an exception is set
};
ArrayParse parseArray(const Parameter &P, PyObject *Value, Argument &Result,
                      HeldObjects &Held);

/// True for classes of arrays that parseDevicePointer is for.
bool hasDevicePointers(PyTypeObject *Class);
/// Reads a dense array of a GPU by attributes of CuPy's.
ArrayParse parseDevicePointer(const Parameter &P, PyObject *Value,
                              Argument &Result);

/// Makes Result an array of Kind at Address.
void setArray(const Parameter &P, uint64_t Address, TypeKind Kind,
              Argument &Result);

/// The memory an array of a GPU spans; unknown if its library does not say.
ArrayExtent deviceExtent(const Argument &A);

/// The element type spelt as array libraries and signatures spell it
/// (`float32`, `fp32`, `torch.bfloat16`).
std::optional<TypeKind> parseDTypeName(llvm::StringRef Name);

} // namespace mt::python

#endif // MYTRITON_PYTHON_ARGUMENTS_H
