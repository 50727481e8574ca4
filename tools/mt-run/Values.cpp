//===- Values.cpp - What the command line says about an argument ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "NpyFile.h"
#include "mytriton/Driver/Files.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using namespace mt::run;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// NAME=VALUE
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef S) {
  return !S.empty() && !llvm::isDigit(S.front()) &&
         llvm::all_of(S, [](char C) { return llvm::isAlnum(C) || C == '_'; });
}

/// Splits at commas outside parentheses.
static std::vector<std::string> splitArguments(StringRef Text) {
  std::vector<std::string> R;
  if (Text.trim().empty())
    return R;
  int Depth = 0;
  size_t Start = 0;
  for (size_t I = 0; I <= Text.size(); ++I) {
    char C = I == Text.size() ? ',' : Text[I];
    Depth += (C == '(') - (C == ')');
    if (C != ',' || (Depth > 0 && I != Text.size()))
      continue;
    R.push_back(Text.slice(Start, I).trim().str());
    Start = I + 1;
  }
  return R;
}

static void parseCall(StringRef Text, ValueSpec &Spec) {
  size_t Open = Text.find('(');
  StringRef Function = Text.take_front(Open).trim();
  if (Open == StringRef::npos || !Text.ends_with(")") ||
      !isIdentifier(Function))
    return;
  Spec.What = ValueSpec::Kind::Call;
  Spec.Function = Function.str();
  StringRef Inside = Text.substr(Open + 1).drop_back();
  for (const std::string &Argument : splitArguments(Inside)) {
    auto [Key, Value] = StringRef(Argument).split('=');
    if (isIdentifier(Key.trim()) && StringRef(Argument).contains('='))
      Spec.Keywords.emplace_back(Key.trim().str(), Value.trim().str());
    else
      Spec.Positional.push_back(Argument);
  }
}

/// `1000:i64` is a number and its type; other text may hold colons.
static std::pair<std::string, std::string> splitType(StringRef Value) {
  auto [Text, Type] = Value.rsplit(':');
  bool Typed = isIdentifier(Type) && !Text.empty() &&
               (llvm::isAlnum(Text.front()) || Text.front() == '-');
  if (!Typed)
    return {Value.str(), ""};
  return {Text.str(), Type.str()};
}

std::optional<ValueSpec> run::parseValue(StringRef Text,
                                         DiagnosticEngine &Diags) {
  auto [Name, Value] = Text.split('=');
  ValueSpec Spec;
  Spec.Name = Name.trim().str();
  Value = Value.trim();
  if (!Text.contains('=') || Spec.Name.empty() || Value.empty()) {
    Diags.error({}) << "expected ARGUMENT=VALUE instead of '" << Text << "'";
    return std::nullopt;
  }
  if (Value.consume_front("@"))
    Spec.What = ValueSpec::Kind::File;
  else
    parseCall(Value, Spec);
  Spec.Text = Value.str();
  if (Spec.What == ValueSpec::Kind::Scalar)
    std::tie(Spec.Text, Spec.TypeName) = splitType(Value);
  return Spec;
}

//===----------------------------------------------------------------------===//
// Types and scalars
//===----------------------------------------------------------------------===//

Type run::parseElement(Context &Ctx, StringRef Text) {
  static constexpr std::pair<StringRef, TypeKind> Others[] = {
      {"int1", TypeKind::Bool},        {"i1", TypeKind::Bool},
      {"bool_", TypeKind::Bool},       {"int8", TypeKind::I8},
      {"int16", TypeKind::I16},        {"int32", TypeKind::I32},
      {"int64", TypeKind::I64},        {"uint8", TypeKind::U8},
      {"uint16", TypeKind::U16},       {"uint32", TypeKind::U32},
      {"uint64", TypeKind::U64},       {"float16", TypeKind::F16},
      {"fp16", TypeKind::F16},         {"bfloat16", TypeKind::BF16},
      {"float32", TypeKind::F32},      {"fp32", TypeKind::F32},
      {"float64", TypeKind::F64},      {"fp64", TypeKind::F64},
      {"fp8e4nv", TypeKind::F8E4M3FN}, {"fp8e5", TypeKind::F8E5M2}};
  if (std::optional<TypeKind> Kind = parseScalarKind(Text))
    return Ctx.scalar(*Kind);
  for (auto [Name, Kind] : Others)
    if (Name == Text)
      return Ctx.scalar(Kind);
  return Type();
}

static llvm::Error badScalar(Type Ty, StringRef Text, StringRef Why) {
  return llvm::createStringError("'" + Text + "' " + Why + " " + Ty.str());
}

static llvm::Expected<uint64_t> parseInteger(Type Ty, StringRef Text) {
  llvm::APInt V;
  StringRef Digits = Text;
  bool Negative = Digits.consume_front("-");
  if (Digits.empty() || !llvm::isDigit(Digits.front()) ||
      Digits.getAsInteger(0, V))
    return badScalar(Ty, Text, "is not a value of type");
  llvm::APSInt Wide(V.zext(std::max(V.getBitWidth(), 64u) + 2),
                    /*isUnsigned=*/false);
  if (Negative)
    Wide = -Wide;
  unsigned Bits = Ty.bitWidth();
  bool Fits = Ty.isSigned() ? Wide.isSignedIntN(Bits)
                            : !Wide.isNegative() && Wide.isIntN(Bits);
  if (!Fits)
    return badScalar(Ty, Text, "does not fit type");
  return Wide.trunc(Bits).getZExtValue();
}

static llvm::Expected<uint64_t> parseFloat(Type Ty, StringRef Text) {
  llvm::APFloat V(llvm::APFloat::IEEEdouble());
  bool Narrow = Ty.isFloat8(); // these lack infinities: by way of a double
  if (!Narrow)
    V = llvm::APFloat(Ty.floatSemantics());
  auto Status = V.convertFromString(Text, llvm::APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return badScalar(Ty, Text, "is not a value of type");
  }
  if (*Status & llvm::APFloat::opOverflow)
    return badScalar(Ty, Text, "does not fit type");
  return Narrow ? doubleToBits(V.convertToDouble(), Ty)
                : V.bitcastToAPInt().getZExtValue();
}

llvm::Expected<uint64_t> run::parseScalar(Type Ty, StringRef Text) {
  if (Ty.isFloat())
    return parseFloat(Ty, Text);
  if (!Ty.isBool())
    return parseInteger(Ty, Text);
  if (Text == "true" || Text == "True" || Text == "1")
    return 1;
  if (Text == "false" || Text == "False" || Text == "0")
    return 0;
  return badScalar(Ty, Text, "is not a value of type");
}

//===----------------------------------------------------------------------===//
// Arrays
//===----------------------------------------------------------------------===//

/// An f4 file for a kernel whose element type NumPy does not know.
static llvm::Expected<std::unique_ptr<HostArray>>
convertTo(Type Wanted, std::unique_ptr<HostArray> A) {
  auto R = HostArray::create(Wanted, A->shape());
  if (R)
    for (uint64_t I = 0; I != A->size(); ++I)
      (*R)->set(I, convertBits(A->get(I), A->element(), Wanted));
  return R;
}

static llvm::Expected<std::unique_ptr<HostArray>>
readArray(Context &Ctx, StringRef Content, Type Wanted) {
  auto A = readNpy(Ctx, Content);
  bool Foreign =
      Wanted && (Wanted.isFloat8() || Wanted.kind() == TypeKind::BF16);
  if (A && Foreign && (*A)->element().isF32())
    return convertTo(Wanted, std::move(*A));
  return A;
}

std::unique_ptr<HostArray> run::makeArray(Context &Ctx, const ValueSpec &Spec,
                                          Type Wanted,
                                          DiagnosticEngine &Diags) {
  bool IsFile = Spec.What == ValueSpec::Kind::File;
  std::unique_ptr<llvm::MemoryBuffer> Content;
  if (IsFile && !(Content = readInput(Spec.Text, Diags)))
    return nullptr;
  auto A = IsFile ? readArray(Ctx, Content->getBuffer(), Wanted)
                  : generate(Ctx, Spec, Wanted);
  if (!A) {
    std::string Why = llvm::toString(A.takeError());
    Diags.error({}) << "argument '" << Spec.Name << "': '" << Spec.Text
                    << (IsFile ? "' " : "': ") << Why;
    return nullptr;
  }
  if (Wanted && (*A)->element() != Wanted) {
    Diags.error({}) << "argument '" << Spec.Name << "' holds "
                    << (*A)->element() << ", but the kernel takes a pointer to "
                    << Wanted;
    return nullptr;
  }
  return std::move(*A);
}
