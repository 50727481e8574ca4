//===- NpyFile.cpp - NumPy's file format ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NpyFile.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/Endian.h"
#include <cstring>

using namespace mt;
using namespace mt::run;
using llvm::StringRef;

static constexpr StringRef Magic("\x93NUMPY", 6);

namespace {

struct NpyType {
  const char *Code; ///< without byte order
  TypeKind Kind;
};

constexpr NpyType NpyTypes[] = {
    {"b1", TypeKind::Bool}, {"i1", TypeKind::I8},  {"i2", TypeKind::I16},
    {"i4", TypeKind::I32},  {"i8", TypeKind::I64}, {"u1", TypeKind::U8},
    {"u2", TypeKind::U16},  {"u4", TypeKind::U32}, {"u8", TypeKind::U64},
    {"f2", TypeKind::F16},  {"f4", TypeKind::F32}, {"f8", TypeKind::F64}};

/// What the header's dictionary says.
struct Header {
  std::string Descr;
  bool FortranOrder = false;
  llvm::SmallVector<int64_t, 4> Shape;
  StringRef Data;
};

} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// The text behind `'Key':` in a Python dictionary, unset if there is none.
static std::optional<StringRef> valueOf(StringRef Dict, StringRef Key) {
  for (const char *Quote : {"'", "\""}) {
    size_t At = Dict.find((Quote + Key + Quote).str());
    if (At == StringRef::npos)
      continue;
    StringRef Rest = Dict.substr(At + Key.size() + 2).ltrim();
    if (Rest.consume_front(":"))
      return Rest.ltrim();
  }
  return std::nullopt;
}

static llvm::Error malformed(const llvm::Twine &What) {
  return llvm::createStringError("is not a valid .npy file: " + What);
}

static llvm::Error readShape(StringRef Text, Header &H) {
  size_t End = Text.find(')');
  if (!Text.consume_front("(") || End == StringRef::npos)
    return malformed("its header has no shape");
  llvm::SmallVector<StringRef> Extents;
  Text.take_front(End - 1).split(Extents, ',');
  for (StringRef Extent : Extents) {
    Extent = Extent.trim();
    int64_t N;
    if (Extent.empty())
      continue;
    if (Extent.getAsInteger(10, N) || N < 0)
      return malformed("'" + Extent + "' is not an extent");
    H.Shape.push_back(N);
  }
  return llvm::Error::success();
}

static llvm::Error readDict(StringRef Dict, Header &H) {
  std::optional<StringRef> Descr = valueOf(Dict, "descr");
  std::optional<StringRef> Order = valueOf(Dict, "fortran_order");
  std::optional<StringRef> Shape = valueOf(Dict, "shape");
  if (!Descr || !Order || !Shape)
    return malformed("its header lacks descr, fortran_order or shape");
  if (Descr->starts_with("["))
    return llvm::createStringError("holds records, which kernels cannot use");
  char Quote = Descr->empty() ? 0 : Descr->front();
  if (Quote != '\'' && Quote != '"')
    return malformed("its header has no element type");
  H.Descr = Descr->drop_front().split(Quote).first.str();
  H.FortranOrder = Order->starts_with("True");
  return readShape(*Shape, H);
}

static llvm::Expected<Header> readHeader(StringRef Content) {
  if (!Content.consume_front(Magic))
    return llvm::createStringError("is not an .npy file");
  if (Content.size() < 6)
    return malformed("it ends inside its header");
  unsigned Version = uint8_t(Content[0]);
  if (Version < 1 || Version > 3)
    return llvm::createStringError("has .npy version " + llvm::Twine(Version) +
                                   ", which is not known");
  unsigned LengthBytes = Version == 1 ? 2 : 4;
  const char *At = Content.data() + 2;
  size_t Length = Version == 1 ? llvm::support::endian::read16le(At)
                               : llvm::support::endian::read32le(At);
  StringRef Rest = Content.drop_front(2 + LengthBytes);
  if (Rest.size() < Length)
    return malformed("it ends inside its header");
  Header H;
  H.Data = Rest.drop_front(Length);
  if (llvm::Error E = readDict(Rest.take_front(Length), H))
    return E;
  return H;
}

static llvm::Expected<Type> elementOf(Context &Ctx, StringRef Descr) {
  StringRef Code = Descr;
  char Order = Code.empty() ? 0 : Code.front();
  if (Order == '<' || Order == '|' || Order == '>' || Order == '=')
    Code = Code.drop_front();
  if (Code == "?")
    Code = "b1";
  for (const NpyType &T : NpyTypes)
    if (Code == T.Code) {
      if (Order == '>' && Ctx.scalar(T.Kind).byteSize() > 1)
        return llvm::createStringError("is big-endian; save x.astype('<" +
                                       Code + "')");
      return Ctx.scalar(T.Kind);
    }
  return llvm::createStringError("holds elements of type '" + Descr +
                                 "', which kernels cannot use");
}

llvm::Expected<std::unique_ptr<HostArray>> run::readNpy(Context &Ctx,
                                                        StringRef Content) {
  llvm::Expected<Header> H = readHeader(Content);
  if (!H)
    return H.takeError();
  llvm::Expected<Type> Element = elementOf(Ctx, H->Descr);
  if (!Element)
    return Element.takeError();
  if (H->FortranOrder && H->Shape.size() > 1)
    return llvm::createStringError(
        "is in Fortran order; save np.ascontiguousarray(x)");
  auto A = HostArray::create(*Element, H->Shape);
  if (!A)
    return llvm::createStringError("cannot be loaded: " +
                                   llvm::toString(A.takeError()));
  if (H->Data.size() < (*A)->bytes())
    return malformed("it holds " + llvm::Twine(H->Data.size()) +
                     " bytes of data instead of " + llvm::Twine((*A)->bytes()));
  std::memcpy((*A)->data(), H->Data.data(), (*A)->bytes());
  return A;
}

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static std::string header(TypeKind Kind, llvm::ArrayRef<int64_t> Shape) {
  std::string Dict = "{'descr': '";
  for (const NpyType &T : NpyTypes)
    if (T.Kind == Kind)
      Dict += (T.Code[1] == '1' ? "|" : "<") + std::string(T.Code);
  Dict += "', 'fortran_order': False, 'shape': (";
  for (size_t I = 0; I != Shape.size(); ++I)
    Dict += (I ? " " : "") + std::to_string(Shape[I]) + ",";
  if (Shape.size() > 1)
    Dict.pop_back();
  Dict += "), }";
  // Data starts at a multiple of 64; a newline ends the padding.
  while ((Magic.size() + 4 + Dict.size() + 1) % 64)
    Dict += ' ';
  Dict += '\n';
  std::string R = Magic.str() + std::string("\1\0", 2);
  R += char(Dict.size() & 0xff);
  R += char(Dict.size() >> 8);
  return R + Dict;
}

std::string run::writeNpy(Context &Ctx, const HostArray &A) {
  TypeKind Kind = A.element().kind();
  bool Known =
      llvm::any_of(NpyTypes, [&](const NpyType &T) { return T.Kind == Kind; });
  std::string R = header(Known ? Kind : TypeKind::F32, A.shape());
  if (Known) {
    R.append(reinterpret_cast<const char *>(A.data()), A.bytes());
    return R;
  }
  for (uint64_t I = 0; I != A.size(); ++I) {
    uint32_t Bits = convertBits(A.get(I), A.element(), Ctx.f32());
    R.append(reinterpret_cast<const char *>(&Bits), sizeof(Bits));
  }
  return R;
}
