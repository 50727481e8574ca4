//===- Exchange.cpp - Arrays through DLPack -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exchange.h"
#include "Errors.h"

using namespace mt;
using namespace mt::python;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

static const dlpack::Exchange *usable(const void *Table) {
  auto *Header = static_cast<const dlpack::ExchangeHeader *>(Table);
  while (Header && Header->Number.Major != 1)
    Header = Header->Previous;
  auto *E = reinterpret_cast<const dlpack::Exchange *>(Header);
  return E && E->TensorFromObject && E->CurrentStream ? E : nullptr;
}

static const dlpack::Exchange *ask(PyTypeObject *Class) {
  PyRef Capsule = PyRef::steal(PyObject_GetAttrString(
      reinterpret_cast<PyObject *>(Class), "__dlpack_c_exchange_api__"));
  const void *Table = nullptr;
  if (Capsule && PyCapsule_IsValid(Capsule.get(), "dlpack_exchange_api"))
    Table = PyCapsule_GetPointer(Capsule.get(), "dlpack_exchange_api");
  PyErr_Clear();
  return usable(Table);
}

const dlpack::Exchange *python::exchangeOf(PyTypeObject *Class) {
  struct Known {
    PyTypeObject *Class; ///< kept alive, so that no other takes its place
    const dlpack::Exchange *Interface;
  };
  static constexpr unsigned MaxKnown = 8;
  static Known Classes[MaxKnown];
  static unsigned NumKnown = 0;
  for (unsigned I = 0; I != NumKnown; ++I)
    if (LLVM_LIKELY(Classes[I].Class == Class))
      return Classes[I].Interface;
  const dlpack::Exchange *Interface = ask(Class);
  if (Interface && NumKnown != MaxKnown) {
    Py_INCREF(reinterpret_cast<PyObject *>(Class));
    Classes[NumKnown++] = {Class, Interface};
  }
  return Interface;
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// The element type of a code and a width.
static std::optional<TypeKind> kindOf(const dlpack::Tensor &T) {
  if (T.Lanes != 1)
    return std::nullopt;
  switch (T.Code << 8 | T.Bits) {
  case 0 << 8 | 8:
    return TypeKind::I8;
  case 0 << 8 | 16:
    return TypeKind::I16;
  case 0 << 8 | 32:
    return TypeKind::I32;
  case 0 << 8 | 64:
    return TypeKind::I64;
  case 1 << 8 | 8:
    return TypeKind::U8;
  case 1 << 8 | 16:
    return TypeKind::U16;
  case 1 << 8 | 32:
    return TypeKind::U32;
  case 1 << 8 | 64:
    return TypeKind::U64;
  case 2 << 8 | 16:
    return TypeKind::F16;
  case 2 << 8 | 32:
    return TypeKind::F32;
  case 2 << 8 | 64:
    return TypeKind::F64;
  case 4 << 8 | 16:
    return TypeKind::BF16;
  case 6 << 8 | 8:
    return TypeKind::Bool;
  case 10 << 8 | 8:
    return TypeKind::F8E4M3FN;
  case 11 << 8 | 8:
    return TypeKind::F8E4M3FNUZ;
  case 12 << 8 | 8:
    return TypeKind::F8E5M2;
  case 13 << 8 | 8:
    return TypeKind::F8E5M2FNUZ;
  default:
    return std::nullopt;
  }
}

ArrayPattern::ArrayPattern(const Parameter &P, const dlpack::Tensor &T)
    : DeviceType(T.DeviceType), DeviceId(T.DeviceId), Code(T.Code),
      Bits(T.Bits), Lanes(T.Lanes) {
  AlignmentBits = P.NoSpecialize || P.NoAlignment ? 0 : 15;
  IsAligned = (addressOf(T) & AlignmentBits) == 0;
}

ArrayExtent python::extentOf(const dlpack::Tensor &T) {
  uint64_t Address = ArrayPattern::addressOf(T);
  int64_t Low = 0, High = 1, Dense = 1;
  for (int D = T.NumDims; D-- > 0;) {
    int64_t Extent = T.Shape[D];
    if (Extent == 0) // its address may be null, which would say "unknown"
      return {std::max<uint64_t>(Address, 1), 0};
    int64_t Span = (T.Strides ? T.Strides[D] : Dense) * (Extent - 1);
    (Span < 0 ? Low : High) += Span;
    Dense *= Extent;
  }
  int64_t Bytes = T.Bits / 8;
  return {Address + Low * Bytes, uint64_t((High - Low) * Bytes)};
}

static ArrayParse badDevice(const Parameter &P, int DeviceType) {
  raise(
      PyExc_TypeError,
      "argument '" + P.NameText +
          "': the array is in memory of DLPack's "
          "device type " +
          llvm::Twine(DeviceType) +
          ", which no target here can use; the host's (1) and CUDA's (2) can");
  return ArrayParse::Failed;
}

static ArrayParse badElements(const Parameter &P, const dlpack::Tensor &T) {
  raise(PyExc_TypeError,
        "argument '" + P.NameText + "': arrays of " +
            llvm::Twine(unsigned(T.Lanes)) + " x " +
            llvm::Twine(unsigned(T.Bits)) + " bits of DLPack's type code " +
            llvm::Twine(unsigned(T.Code)) +
            " are not supported; the element type must be bool, an integer or "
            "a float");
  return ArrayParse::Failed;
}

static ArrayParse read(const Parameter &P, const dlpack::Tensor &T,
                       Argument &Result) {
  std::optional<TypeKind> Kind = kindOf(T);
  if (LLVM_UNLIKELY(!Kind))
    return badElements(P, T);
  bool IsDevice =
      T.DeviceType == dlpack::CUDA || T.DeviceType == dlpack::CUDAManaged;
  if (LLVM_UNLIKELY(!IsDevice && T.DeviceType != dlpack::CPU &&
                    T.DeviceType != dlpack::CUDAHost))
    return badDevice(P, T.DeviceType);
  setArray(P, ArrayPattern::addressOf(T), *Kind, Result);
  Result.Key.Device = IsDevice;
  Result.Device = IsDevice ? T.DeviceId : -1;
  Result.Extent = extentOf(T);
  return ArrayParse::Array;
}

ArrayParse python::parseExchanged(const Parameter &P, PyObject *Value,
                                  const dlpack::Exchange &Exchange,
                                  Argument &Result) {
  dlpack::Tensor T;
  if (LLVM_LIKELY(Exchange.TensorFromObject(Value, &T) == 0)) {
    Result.Exchange = &Exchange;
    return read(P, T, Result);
  }
  // Its library knows arrays that the interface has no words for.
  PyErr_Clear();
  return ArrayParse::NotAnArray;
}

/// The tensor in a capsule, and whether it may only be read.
static const dlpack::Tensor *tensorIn(PyObject *Capsule, bool &IsReadOnly) {
  struct Managed {
    dlpack::Version Number;
    void *Owner;
    void (*Delete)(Managed *);
    uint64_t Flags;
    dlpack::Tensor Tensor;
  };
  IsReadOnly = false;
  if (PyCapsule_IsValid(Capsule, "dltensor"))
    return static_cast<dlpack::Tensor *>(
        PyCapsule_GetPointer(Capsule, "dltensor"));
  if (!PyCapsule_IsValid(Capsule, "dltensor_versioned"))
    return nullptr;
  auto *M = static_cast<Managed *>(
      PyCapsule_GetPointer(Capsule, "dltensor_versioned"));
  IsReadOnly = M->Flags & 1;
  return M->Number.Major == 1 ? &M->Tensor : nullptr;
}

/// DLPack's device type of an array, 0 if it does not say.
static long deviceTypeOf(PyObject *Value) {
  PyRef Pair =
      PyRef::steal(PyObject_CallMethod(Value, "__dlpack_device__", nullptr));
  long Type = 0;
  if (Pair && PyTuple_Check(Pair.get()) && PyTuple_Size(Pair.get()) == 2)
    Type = PyLong_AsLong(PyTuple_GetItem(Pair.get(), 0));
  PyErr_Clear();
  return std::max(Type, 0L);
}

ArrayParse python::parseCapsule(const Parameter &P, PyObject *Value,
                                Argument &Result, HeldObjects &Held) {
  long Type = deviceTypeOf(Value);
  if (Type == 0)
    return ArrayParse::NotAnArray;
  PyRef Export = PyRef::steal(PyObject_GetAttrString(Value, "__dlpack__"));
  PyRef None = PyRef::steal(PyTuple_New(0));
  // Work on the array so far is to be done in front of the default stream.
  PyRef Options = Type == dlpack::CUDA || Type == dlpack::CUDAManaged
                      ? PyRef::steal(Py_BuildValue("{s:i}", "stream", 1))
                      : PyRef();
  PyErr_Clear();
  if (!Export)
    return ArrayParse::NotAnArray;
  PyRef Capsule =
      PyRef::steal(PyObject_Call(Export.get(), None.get(), Options.get()));
  if (!Capsule)
    return ArrayParse::Failed;
  bool IsReadOnly;
  const dlpack::Tensor *T = tensorIn(Capsule.get(), IsReadOnly);
  if (!T)
    return ArrayParse::NotAnArray;
  ArrayParse R = read(P, *T, Result);
  Result.Key.IsConst = IsReadOnly;
  Held.hold(std::move(Capsule));
  return R;
}
