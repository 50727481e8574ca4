//===- Types.cpp - IR types -----------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Types.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::APFloat;

namespace {
/// What is fixed for each scalar kind.
struct ScalarFacts {
  llvm::StringLiteral Name;
  uint8_t Bits;
  uint8_t Bytes;
};
} // namespace

static constexpr ScalarFacts Facts[NumScalarKinds] = {
    {"bool", 1, 1},       {"i8", 8, 1},     {"i16", 16, 2},
    {"i32", 32, 4},       {"i64", 64, 8},   {"u8", 8, 1},
    {"u16", 16, 2},       {"u32", 32, 4},   {"u64", 64, 8},
    {"f8e4m3fn", 8, 1},   {"f8e5m2", 8, 1}, {"f8e4m3fnuz", 8, 1},
    {"f8e5m2fnuz", 8, 1}, {"f16", 16, 2},   {"bf16", 16, 2},
    {"f32", 32, 4},       {"f64", 64, 8},
};

unsigned Type::bitWidth() const {
  assert(isScalar() && "only scalars have a width");
  return isPointer() ? 64 : Facts[unsigned(kind())].Bits;
}

unsigned Type::byteSize() const {
  assert(isScalar() && "only scalars have a size");
  return isPointer() ? 8 : Facts[unsigned(kind())].Bytes;
}

const llvm::fltSemantics &Type::floatSemantics() const {
  switch (kind()) {
  case TypeKind::F8E4M3FN:
    return APFloat::Float8E4M3FN();
  case TypeKind::F8E5M2:
    return APFloat::Float8E5M2();
  case TypeKind::F8E4M3FNUZ:
    return APFloat::Float8E4M3FNUZ();
  case TypeKind::F8E5M2FNUZ:
    return APFloat::Float8E5M2FNUZ();
  case TypeKind::F16:
    return APFloat::IEEEhalf();
  case TypeKind::BF16:
    return APFloat::BFloat();
  case TypeKind::F32:
    return APFloat::IEEEsingle();
  case TypeKind::F64:
    return APFloat::IEEEdouble();
  default:
    llvm_unreachable("not a float type");
  }
}

Type Type::pointee() const {
  assert(isPointer() && "not a pointer");
  return Type(S->Element);
}

llvm::StringRef mt::scalarKindName(TypeKind Kind) {
  assert(unsigned(Kind) < NumScalarKinds && "not a named scalar");
  return Facts[unsigned(Kind)].Name;
}

std::optional<TypeKind> mt::parseScalarKind(llvm::StringRef Name) {
  for (unsigned I = 0; I != NumScalarKinds; ++I)
    if (Facts[I].Name == Name)
      return TypeKind(I);
  return std::nullopt;
}

void Type::print(llvm::raw_ostream &OS) const {
  switch (kind()) {
  case TypeKind::Pointer:
    OS << "ptr<" << (isConstPointer() ? "const " : "") << pointee();
    if (addressSpace())
      OS << ", " << addressSpace();
    OS << '>';
    return;
  case TypeKind::Tile:
    OS << (rank() == 1 ? "vector<" : "block<");
    break;
  case TypeKind::Fragment:
    OS << "frag<";
    break;
  case TypeKind::Shared:
    OS << "shared<";
    break;
  default:
    OS << scalarKindName(kind());
    return;
  }
  // Extents are joined by a bare x, set off from the element: `16x32 x f32`.
  bool First = true;
  for (int64_t Extent : shape()) {
    OS << (First ? "" : "x") << Extent;
    First = false;
  }
  OS << " x " << elementType() << '>';
}

std::string Type::str() const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS);
  return Text;
}

llvm::raw_ostream &mt::operator<<(llvm::raw_ostream &OS, Type T) {
  if (T)
    T.print(OS);
  else
    OS << "<<no type>>";
  return OS;
}

std::optional<llvm::SmallVector<int64_t, 4>>
mt::broadcastShapes(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B,
                    unsigned *BadDim) {
  if (A.size() < B.size())
    std::swap(A, B);
  llvm::SmallVector<int64_t, 4> Result(A.begin(), A.end());
  unsigned Pad = A.size() - B.size();
  for (unsigned I = 0; I != B.size(); ++I) {
    int64_t &Extent = Result[Pad + I];
    if (Extent == B[I] || B[I] == 1)
      continue;
    if (Extent != 1) {
      if (BadDim)
        *BadDim = Pad + I;
      return std::nullopt;
    }
    Extent = B[I];
  }
  return Result;
}
