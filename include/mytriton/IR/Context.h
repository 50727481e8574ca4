//===- Context.h - Owner of types, constants, attributes --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One Context may serve several compilations and threads: every uniquer is
// locked (scalar types need no lock). Nothing it hands out is ever freed
// before the Context is.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_CONTEXT_H
#define MYTRITON_IR_CONTEXT_H

#include "mytriton/IR/Attributes.h"
#include "mytriton/IR/Value.h"
#include "mytriton/Support/Location.h"
#include <memory>

namespace llvm {
class APFloat;
}

namespace mt {

class Context {
public:
  Context();
  ~Context();
  Context(const Context &) = delete;

  // Types.
  Type scalar(TypeKind K);
  Type boolean() { return scalar(TypeKind::Bool); }
  Type i32() { return scalar(TypeKind::I32); }
  Type i64() { return scalar(TypeKind::I64); }
  Type f32() { return scalar(TypeKind::F32); }
  Type pointer(Type Pointee, bool IsConst = false, unsigned AddressSpace = 0);
  /// A tile of rank >= 1; extents are positive (not checked here).
  Type tile(llvm::ArrayRef<int64_t> Shape, Type Element);
  Type fragment(int64_t Registers, Type Element);
  Type shared(llvm::ArrayRef<int64_t> Shape, Type Element);
  /// Like's container (tile, fragment…) with another element type; a scalar if
  /// Like is one.
  Type withElement(Type Like, Type Element);
  /// A tile of Shape, or Element itself for rank 0.
  Type tileOrScalar(llvm::ArrayRef<int64_t> Shape, Type Element);

  // Constants.
  /// From raw bits; bits above the type's width are dropped.
  Constant *constant(Type Scalar, uint64_t Bits);
  Constant *intConstant(Type IntOrBool, int64_t V) {
    return constant(IntOrBool, uint64_t(V));
  }
  Constant *boolConstant(bool V) { return constant(boolean(), V); }
  /// V rounded to the float type (nearest even).
  Constant *floatConstant(Type Float, double V);

  // Attributes.
  Attr intAttr(int64_t V);
  Attr boolAttr(bool V);
  Attr literalAttr(const Constant *C);
  Attr stringAttr(llvm::StringRef S);
  Attr typeAttr(Type T);
  Attr tupleAttr(llvm::ArrayRef<Attr> Elements);
  Attr arrayAttr(llvm::ArrayRef<Attr> Elements);
  Attr shapeAttr(llvm::ArrayRef<int64_t> Shape);
  NamedAttr named(llvm::StringRef Name, Attr Value) {
    return {intern(Name), Value};
  }
  AttrDict dict(llvm::ArrayRef<NamedAttr> Entries);
  /// D with one entry added or replaced (Value null: removed).
  AttrDict withAttr(AttrDict D, llvm::StringRef Name, Attr Value);

  // Names and places.
  /// A copy of S with a unique address.
  llvm::StringRef intern(llvm::StringRef S);
  const LocationScope *scope(llvm::StringRef File, Location CallSite = {});

private:
  struct Impl;
  std::unique_ptr<Impl> P;
};

} // namespace mt

#endif // MYTRITON_IR_CONTEXT_H
