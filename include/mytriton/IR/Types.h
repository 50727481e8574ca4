//===- Types.h - IR types ---------------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types are uniqued by the Context, so a Type is one pointer and compares by
// address. Scalars are the element types; a tile is what tile IR calls
// `vector<N x T>` (rank 1) or `block<M x N x T>` (rank 2 and more).
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_TYPES_H
#define MYTRITON_IR_TYPES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace llvm {
class raw_ostream;
struct fltSemantics;
} // namespace llvm

namespace mt {

class Context;

/// The element types, in promotion-neutral order, then the composite kinds.
enum class TypeKind : uint8_t {
  Bool,
  I8,
  I16,
  I32,
  I64,
  U8,
  U16,
  U32,
  U64,
  F8E4M3FN,
  F8E5M2,
  F8E4M3FNUZ,
  F8E5M2FNUZ,
  F16,
  BF16,
  F32,
  F64,
  Pointer,
  Tile,
  Fragment,
  Shared,
};

inline constexpr unsigned NumScalarKinds = unsigned(TypeKind::F64) + 1;

/// Storage of a type, immutable and owned by the Context.
struct TypeStorage {
  TypeKind Kind;
  bool IsConst = false;                 // Pointer
  unsigned AddressSpace = 0;            // Pointer
  const TypeStorage *Element = nullptr; // Pointer: pointee; Tile…: element
  llvm::ArrayRef<int64_t> Shape;        // Tile, Fragment (one extent), Shared
  int64_t NumElements = 1;
};

/// A handle to a uniqued type; null when default-constructed.
class Type {
public:
  Type() = default;
  Type(const TypeStorage *S) : S(S) {}

  explicit operator bool() const { return S != nullptr; }
  bool operator==(const Type &) const = default;
  TypeKind kind() const { return S->Kind; }
  const TypeStorage *storage() const { return S; }

  bool isBool() const { return kind() == TypeKind::Bool; }
  /// i8..u64; not bool.
  bool isInteger() const {
    return kind() >= TypeKind::I8 && kind() <= TypeKind::U64;
  }
  bool isIntegerOrBool() const { return kind() <= TypeKind::U64; }
  bool isSigned() const {
    return kind() >= TypeKind::I8 && kind() <= TypeKind::I64;
  }
  bool isFloat() const {
    return kind() >= TypeKind::F8E4M3FN && kind() <= TypeKind::F64;
  }
  bool isFloat8() const {
    return kind() >= TypeKind::F8E4M3FN && kind() <= TypeKind::F8E5M2FNUZ;
  }
  bool isF32() const { return kind() == TypeKind::F32; }
  bool isPointer() const { return kind() == TypeKind::Pointer; }
  bool isTile() const { return kind() == TypeKind::Tile; }
  bool isFragment() const { return kind() == TypeKind::Fragment; }
  bool isShared() const { return kind() == TypeKind::Shared; }
  /// bool, integer, float or pointer: what an element can be.
  bool isScalar() const { return kind() <= TypeKind::Pointer; }

  /// Value bits of a scalar: bool 1, pointer 64.
  unsigned bitWidth() const;
  /// Bytes of a scalar in memory: bool 1, pointer 8.
  unsigned byteSize() const;
  /// LLVM's description of a float type. Asserts isFloat().
  const llvm::fltSemantics &floatSemantics() const;

  /// The scalar of a tile, fragment or shared buffer; the type itself if it is
  /// a scalar already.
  Type elementType() const {
    return S->Kind > TypeKind::Pointer ? Type(S->Element) : *this;
  }
  /// What a pointer points to. Asserts isPointer().
  Type pointee() const;
  bool isConstPointer() const { return S->IsConst; }
  unsigned addressSpace() const { return S->AddressSpace; }

  /// Extents; empty for scalars.
  llvm::ArrayRef<int64_t> shape() const { return S->Shape; }
  unsigned rank() const { return S->Shape.size(); }
  /// Product of the extents; 1 for scalars.
  int64_t numElements() const { return S->NumElements; }

  /// Prints the textual form, `vector<256 x ptr<f32>>`.
  void print(llvm::raw_ostream &OS) const;
  std::string str() const;

private:
  const TypeStorage *S = nullptr;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Type T);
inline llvm::hash_code hash_value(Type T) {
  return llvm::hash_value(T.storage());
}

/// The scalar kind spelt Name (`f32`, `u8`, …), if any.
std::optional<TypeKind> parseScalarKind(llvm::StringRef Name);
/// The spelling of a scalar kind other than Pointer.
llvm::StringRef scalarKindName(TypeKind Kind);

/// NumPy's broadcast of two shapes: the shorter gets extents 1 on the left,
/// then extents must agree or be 1. On failure BadDim receives the index of
/// the offending dimension in the result.
std::optional<llvm::SmallVector<int64_t, 4>>
broadcastShapes(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B,
                unsigned *BadDim = nullptr);

/// Most elements one tile may have (as in Triton).
inline constexpr int64_t MaxTileElements = 1 << 20;
/// Highest rank of a tile.
inline constexpr unsigned MaxTileRank = 6;

} // namespace mt

template <> struct llvm::DenseMapInfo<mt::Type> {
  static mt::Type getEmptyKey() {
    return DenseMapInfo<const mt::TypeStorage *>::getEmptyKey();
  }
  static mt::Type getTombstoneKey() {
    return DenseMapInfo<const mt::TypeStorage *>::getTombstoneKey();
  }
  static unsigned getHashValue(mt::Type T) {
    return DenseMapInfo<const mt::TypeStorage *>::getHashValue(T.storage());
  }
  static bool isEqual(mt::Type A, mt::Type B) { return A == B; }
};

#endif // MYTRITON_IR_TYPES_H
