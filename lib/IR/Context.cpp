//===- Context.cpp - Owner of types, constants, attributes ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Context.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Allocator.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include <deque>
#include <map>
#include <mutex>
#include <tuple>

using namespace mt;
using llvm::ArrayRef;
using llvm::StringRef;

namespace {

/// Hash set of storage found by structural key: the usual two-step lookup,
/// hash first, then compare the few candidates.
template <typename StorageT> class Uniquer {
public:
  template <typename EqualFn, typename MakeFn>
  StorageT *get(llvm::hash_code Hash, EqualFn IsEqual, MakeFn Make) {
    // DenseMap reserves the two largest keys.
    auto &Bucket = Buckets[size_t(Hash) >> 1];
    for (StorageT *Candidate : Bucket)
      if (IsEqual(*Candidate))
        return Candidate;
    StorageT *New = Make();
    Bucket.push_back(New);
    return New;
  }

private:
  llvm::DenseMap<size_t, llvm::SmallVector<StorageT *, 1>> Buckets;
};

} // namespace

struct Context::Impl {
  std::mutex Lock;
  llvm::BumpPtrAllocator Arena;

  TypeStorage Scalars[NumScalarKinds];
  Uniquer<TypeStorage> Types;
  llvm::DenseMap<std::pair<const TypeStorage *, uint64_t>, Constant *>
      Constants;
  Uniquer<AttrStorage> Attrs;
  Uniquer<ArrayRef<NamedAttr>> Dicts;
  llvm::StringSet<> Strings;
  Uniquer<LocationScope> Scopes;

  template <typename T> ArrayRef<T> copy(ArrayRef<T> From) {
    T *Data = Arena.Allocate<T>(From.size());
    std::uninitialized_copy(From.begin(), From.end(), Data);
    return ArrayRef<T>(Data, From.size());
  }

  Type composite(TypeStorage Key) {
    std::lock_guard<std::mutex> Guard(Lock);
    llvm::hash_code Hash = llvm::hash_combine(
        Key.Kind, Key.IsConst, Key.AddressSpace, Key.Element, Key.Shape);
    return Types.get(
        Hash,
        [&](const TypeStorage &S) {
          return S.Kind == Key.Kind && S.IsConst == Key.IsConst &&
                 S.AddressSpace == Key.AddressSpace &&
                 S.Element == Key.Element && S.Shape == Key.Shape;
        },
        [&] {
          for (int64_t Extent : Key.Shape)
            Key.NumElements *= Extent;
          Key.Shape = copy(Key.Shape);
          return new (Arena.Allocate<TypeStorage>()) TypeStorage(Key);
        });
  }

  Attr attribute(AttrStorage Key) {
    std::lock_guard<std::mutex> Guard(Lock);
    llvm::hash_code Hash = llvm::hash_combine(
        Key.Kind, Key.Literal, Key.String, Key.Ty.storage(),
        llvm::hash_combine_range(
            llvm::map_range(Key.Elements, [](Attr A) { return A.storage(); })));
    return Attrs.get(
        Hash,
        [&](const AttrStorage &S) {
          return S.Kind == Key.Kind && S.Literal == Key.Literal &&
                 S.String == Key.String && S.Ty == Key.Ty &&
                 S.Elements == Key.Elements;
        },
        [&] {
          Key.String = Key.String.copy(Arena);
          Key.Elements = copy(Key.Elements);
          return new (Arena.Allocate<AttrStorage>()) AttrStorage(Key);
        });
  }
};

Context::Context() : P(std::make_unique<Impl>()) {
  for (unsigned I = 0; I != NumScalarKinds; ++I)
    P->Scalars[I].Kind = TypeKind(I);
}

Context::~Context() = default;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

Type Context::scalar(TypeKind K) {
  assert(unsigned(K) < NumScalarKinds && "not a scalar kind");
  return &P->Scalars[unsigned(K)];
}

Type Context::pointer(Type Pointee, bool IsConst, unsigned AddressSpace) {
  return P->composite(
      {TypeKind::Pointer, IsConst, AddressSpace, Pointee.storage(), {}, 1});
}

Type Context::tile(ArrayRef<int64_t> Shape, Type Element) {
  assert(!Shape.empty() && Element.isScalar() && "malformed tile type");
  return P->composite({TypeKind::Tile, false, 0, Element.storage(), Shape, 1});
}

Type Context::fragment(int64_t Registers, Type Element) {
  return P->composite(
      {TypeKind::Fragment, false, 0, Element.storage(), Registers, 1});
}

Type Context::shared(ArrayRef<int64_t> Shape, Type Element) {
  return P->composite(
      {TypeKind::Shared, false, 0, Element.storage(), Shape, 1});
}

Type Context::withElement(Type Like, Type Element) {
  if (Like.isScalar())
    return Element;
  return P->composite(
      {Like.kind(), false, 0, Element.storage(), Like.shape(), 1});
}

Type Context::tileOrScalar(ArrayRef<int64_t> Shape, Type Element) {
  return Shape.empty() ? Element : tile(Shape, Element);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Constant *Context::constant(Type Scalar, uint64_t Bits) {
  assert(Scalar.isScalar() && !Scalar.isPointer() && "no such constants");
  if (unsigned Width = Scalar.bitWidth(); Width < 64)
    Bits &= llvm::maskTrailingOnes<uint64_t>(Width);
  std::lock_guard<std::mutex> Guard(P->Lock);
  Constant *&Slot = P->Constants[{Scalar.storage(), Bits}];
  if (!Slot)
    Slot = new (P->Arena.Allocate<Constant>()) Constant(Scalar, Bits);
  return Slot;
}

Constant *Context::floatConstant(Type Float, double V) {
  llvm::APFloat Value(V);
  bool LosesInfo;
  Value.convert(Float.floatSemantics(), llvm::APFloat::rmNearestTiesToEven,
                &LosesInfo);
  return constant(Float, Value.bitcastToAPInt().getZExtValue());
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

Attr Context::intAttr(int64_t V) { return literalAttr(intConstant(i64(), V)); }

Attr Context::boolAttr(bool V) { return literalAttr(boolConstant(V)); }

Attr Context::literalAttr(const Constant *C) {
  AttrStorage Key{AttrKind::Literal};
  Key.Literal = C;
  return P->attribute(Key);
}

Attr Context::stringAttr(StringRef S) {
  AttrStorage Key{AttrKind::String};
  Key.String = S;
  return P->attribute(Key);
}

Attr Context::typeAttr(Type T) {
  AttrStorage Key{AttrKind::Type};
  Key.Ty = T;
  return P->attribute(Key);
}

Attr Context::tupleAttr(ArrayRef<Attr> Elements) {
  AttrStorage Key{AttrKind::Tuple};
  Key.Elements = Elements;
  return P->attribute(Key);
}

Attr Context::arrayAttr(ArrayRef<Attr> Elements) {
  AttrStorage Key{AttrKind::Array};
  Key.Elements = Elements;
  return P->attribute(Key);
}

Attr Context::shapeAttr(ArrayRef<int64_t> Shape) {
  llvm::SmallVector<Attr, 4> Elements;
  for (int64_t Extent : Shape)
    Elements.push_back(intAttr(Extent));
  return tupleAttr(Elements);
}

AttrDict Context::dict(ArrayRef<NamedAttr> Entries) {
  if (Entries.empty())
    return AttrDict();
  llvm::hash_code Hash = 0;
  for (const NamedAttr &Entry : Entries)
    Hash = llvm::hash_combine(Hash, Entry.Name.data(), Entry.Value.storage());
  std::lock_guard<std::mutex> Guard(P->Lock);
  return AttrDict(P->Dicts.get(
      Hash, [&](const ArrayRef<NamedAttr> &S) { return S == Entries; },
      [&] {
        auto *Slot = P->Arena.Allocate<ArrayRef<NamedAttr>>();
        return new (Slot) ArrayRef<NamedAttr>(P->copy(Entries));
      }));
}

AttrDict Context::withAttr(AttrDict D, StringRef Name, Attr Value) {
  llvm::SmallVector<NamedAttr, 4> Entries(D.entries());
  auto It = llvm::find_if(Entries,
                          [&](const NamedAttr &E) { return E.Name == Name; });
  if (It != Entries.end() && !Value)
    Entries.erase(It);
  else if (It != Entries.end())
    It->Value = Value;
  else if (Value)
    Entries.push_back(named(Name, Value));
  return dict(Entries);
}

//===----------------------------------------------------------------------===//
// Names and places
//===----------------------------------------------------------------------===//

StringRef Context::intern(StringRef S) {
  std::lock_guard<std::mutex> Guard(P->Lock);
  return P->Strings.insert(S).first->getKey();
}

const LocationScope *Context::scope(StringRef File, Location CallSite) {
  StringRef Name = intern(File);
  llvm::hash_code Hash =
      llvm::hash_combine(Name.data(), CallSite.scope(), CallSite.line(),
                         CallSite.column(), CallSite.endLine());
  std::lock_guard<std::mutex> Guard(P->Lock);
  return P->Scopes.get(
      Hash,
      [&](const LocationScope &S) {
        return S.File.data() == Name.data() && S.CallSite == CallSite;
      },
      [&] {
        return new (P->Arena.Allocate<LocationScope>())
            LocationScope(Name, CallSite);
      });
}
