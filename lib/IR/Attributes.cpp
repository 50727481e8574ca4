//===- Attributes.cpp - Op attributes -------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Attributes.h"
#include "mytriton/IR/Value.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;

bool Attr::isInt() const {
  return kind() == AttrKind::Literal && S->Literal->type().isInteger();
}

bool Attr::isBool() const {
  return kind() == AttrKind::Literal && S->Literal->type().isBool();
}

int64_t Attr::asInt() const {
  assert(isInt() && "not an integer attribute");
  return S->Literal->asSigned();
}

bool Attr::asBool() const {
  assert(isBool() && "not a bool attribute");
  return S->Literal->asBool();
}

std::optional<llvm::SmallVector<int64_t, 4>> Attr::asIntList() const {
  if (kind() != AttrKind::Tuple && kind() != AttrKind::Array)
    return std::nullopt;
  llvm::SmallVector<int64_t, 4> Result;
  for (Attr Element : elements()) {
    if (!Element.isInt())
      return std::nullopt;
    Result.push_back(Element.asInt());
  }
  return Result;
}

void Attr::print(llvm::raw_ostream &OS) const {
  switch (kind()) {
  case AttrKind::Literal: {
    S->Literal->print(OS);
    TypeKind K = S->Literal->type().kind();
    // The types an untyped literal reads back as need no suffix.
    if (K != TypeKind::I64 && K != TypeKind::F64 && K != TypeKind::Bool)
      OS << ':' << S->Literal->type();
    return;
  }
  case AttrKind::String:
    OS << '"';
    OS.write_escaped(S->String, /*UseHexEscapes=*/true) << '"';
    return;
  case AttrKind::Type:
    OS << S->Ty;
    return;
  case AttrKind::Tuple:
    OS << '(';
    llvm::interleaveComma(elements(), OS);
    OS << (elements().size() == 1 ? ",)" : ")");
    return;
  case AttrKind::Array:
    OS << '[';
    llvm::interleaveComma(elements(), OS);
    OS << ']';
    return;
  }
}

llvm::raw_ostream &mt::operator<<(llvm::raw_ostream &OS, Attr A) {
  A.print(OS);
  return OS;
}

Attr AttrDict::get(llvm::StringRef Name) const {
  for (const NamedAttr &Entry : entries())
    if (Entry.Name == Name)
      return Entry.Value;
  return Attr();
}

void AttrDict::print(llvm::raw_ostream &OS) const {
  if (empty())
    return;
  OS << '{';
  bool First = true;
  for (const NamedAttr &Entry : entries()) {
    OS << (First ? "" : ", ") << Entry.Name << '=' << Entry.Value;
    First = false;
  }
  OS << '}';
}
