//===- Attributes.h - Op attributes -----------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes are immutable, uniqued by the Context, and compare by address.
// An op holds one AttrDict, so ops with equal attributes share it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_ATTRIBUTES_H
#define MYTRITON_IR_ATTRIBUTES_H

#include "mytriton/IR/Types.h"

namespace mt {

class Constant;

enum class AttrKind : uint8_t {
  Literal, ///< a number or boolean; i64, f64 and bool print without a type
  String,  ///< "text"
  Type,    ///< f32
  Tuple,   ///< (8, 16)
  Array,   ///< [0, 1]
};

class Attr;

/// Storage of an attribute, immutable and owned by the Context.
struct AttrStorage {
  AttrKind Kind;
  const Constant *Literal = nullptr;
  llvm::StringRef String = {};
  mt::Type Ty = {};
  llvm::ArrayRef<Attr> Elements = {};
};

/// A handle to a uniqued attribute; null when absent.
class Attr {
public:
  Attr() = default;
  Attr(const AttrStorage *S) : S(S) {}

  explicit operator bool() const { return S != nullptr; }
  bool operator==(const Attr &) const = default;
  AttrKind kind() const { return S->Kind; }
  const AttrStorage *storage() const { return S; }

  /// True for a literal of integer type.
  bool isInt() const;
  bool isBool() const;
  /// The literal's value. Asserts isInt().
  int64_t asInt() const;
  bool asBool() const;
  const Constant *literal() const { return S->Literal; }
  llvm::StringRef asString() const { return S->String; }
  mt::Type asType() const { return S->Ty; }
  /// Elements of a tuple or array.
  llvm::ArrayRef<Attr> elements() const { return S->Elements; }
  /// The integers of a tuple or array; nothing if one is not an integer.
  std::optional<llvm::SmallVector<int64_t, 4>> asIntList() const;

  void print(llvm::raw_ostream &OS) const;

private:
  const AttrStorage *S = nullptr;
};

/// One `name=value`; the name's storage is interned by the Context, so equal
/// names have equal data pointers.
struct NamedAttr {
  llvm::StringRef Name;
  Attr Value;
  bool operator==(const NamedAttr &O) const {
    return Name.data() == O.Name.data() && Value == O.Value;
  }
};

/// A uniqued list of named attributes in the order they print. Null = empty.
class AttrDict {
public:
  AttrDict() = default;
  /// From Context::getDict only.
  explicit AttrDict(const llvm::ArrayRef<NamedAttr> *S) : S(S) {}

  bool operator==(const AttrDict &) const = default;
  bool empty() const { return !S; }
  llvm::ArrayRef<NamedAttr> entries() const {
    return S ? *S : llvm::ArrayRef<NamedAttr>();
  }
  /// The attribute called Name; null if absent.
  Attr get(llvm::StringRef Name) const;
  const void *opaque() const { return S; }

  /// Prints `{a=1, b=2}`, nothing when empty.
  void print(llvm::raw_ostream &OS) const;

private:
  const llvm::ArrayRef<NamedAttr> *S = nullptr;
};

llvm::raw_ostream &operator<<(llvm::raw_ostream &OS, Attr A);

} // namespace mt

#endif // MYTRITON_IR_ATTRIBUTES_H
