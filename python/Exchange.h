//===- Exchange.h - Arrays through DLPack -----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The layouts are DLPack's (versions 1.0 to 1.x, and the unversioned form). The
// exchange interface is a table of C functions that a class of arrays offers:
// with it a launch asks for an array's memory and for the current stream
// without running any Python code.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_PYTHON_EXCHANGE_H
#define MYTRITON_PYTHON_EXCHANGE_H

#include "Arguments.h"

namespace mt::python {

namespace dlpack {

struct Version {
  uint32_t Major, Minor;
};

struct Tensor {
  void *Data;
  int32_t DeviceType, DeviceId;
  int32_t NumDims;
  uint8_t Code, Bits;
  uint16_t Lanes;
  int64_t *Shape, *Strides; ///< in elements; no strides: dense
  uint64_t ByteOffset;
};

struct ExchangeHeader {
  Version Number;
  const ExchangeHeader *Previous; ///< the table of an older version
};

struct Exchange {
  ExchangeHeader Header;
  void *Allocate, *ManagedFromObject, *ManagedToObject;
  /// Fills a tensor that is valid as long as the object; -1 with an exception.
  int (*TensorFromObject)(void *Object, Tensor *Result);
  int (*CurrentStream)(int DeviceType, int32_t DeviceId, void **Stream);
};

inline constexpr int CPU = 1, CUDA = 2, CUDAHost = 3, CUDAManaged = 13;

} // namespace dlpack

/// The exchange interface of a class; null if it has none that can be used.
const dlpack::Exchange *exchangeOf(PyTypeObject *Class);

/// Reads an array through the exchange interface of its class.
ArrayParse parseExchanged(const Parameter &P, PyObject *Value,
                          const dlpack::Exchange &Exchange, Argument &Result);

/// What a kernel is compiled for, of an array, in the words of the interface:
/// quickly compared with another array's.
class ArrayPattern {
public:
  ArrayPattern() = default;
  /// Of an array that P was given and parseExchanged has read.
  ArrayPattern(const Parameter &P, const dlpack::Tensor &T);
  /// True if a kernel for this pattern serves T as well.
  bool matches(const dlpack::Tensor &T) const {
    return T.DeviceType == DeviceType && T.DeviceId == DeviceId &&
           T.Code == Code && T.Bits == Bits && T.Lanes == Lanes &&
           ((addressOf(T) & AlignmentBits) == 0) == IsAligned;
  }
  static uint64_t addressOf(const dlpack::Tensor &T) {
    return reinterpret_cast<uint64_t>(T.Data) + T.ByteOffset;
  }

private:
  int32_t DeviceType = 0, DeviceId = 0;
  uint8_t Code = 0, Bits = 0;
  uint16_t Lanes = 0;
  uint8_t AlignmentBits = 0; ///< of the address: those that matter
  bool IsAligned = true;
};

/// What the elements span.
ArrayExtent extentOf(const dlpack::Tensor &T);

/// Reads an array that has `__dlpack__` and `__dlpack_device__`; its memory is
/// held by Held.
ArrayParse parseCapsule(const Parameter &P, PyObject *Value, Argument &Result,
                        HeldObjects &Held);

} // namespace mt::python

#endif // MYTRITON_PYTHON_EXCHANGE_H
