//===- ParseLiterals.cpp - Reads numbers and boolean words ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// A number is rounded once, to its own type.
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include <charconv>

using namespace mt;
using llvm::APFloat;
using llvm::StringRef;

/// The end of `nan(0x7fc00001)` if P stands behind the `nan`, else P.
static const char *scanPayload(const char *P, const char *End) {
  if (!StringRef(P, End - P).starts_with("(0x"))
    return P;
  const char *Q = P + 3;
  while (Q != End && llvm::isHexDigit(*Q))
    ++Q;
  return Q != End && *Q == ')' && Q != P + 3 ? Q + 1 : P;
}

LogicalResult Parser::parseLiteral(StringRef &Out, Type &Spelt) {
  const Token &T = Lex.tok();
  const char *Begin = T.Begin, *End = T.End, *TextEnd = Lex.end();
  if (T.isWord("nan"))
    End = scanPayload(End, TextEnd);
  Out = StringRef(Begin, End - Begin);
  if (TextEnd - End > 1 && *End == ':' && isIdentStart(End[1])) {
    Lex.resumeAt(End + 1);
    return parseType(Spelt);
  }
  Lex.resumeAt(End);
  return success();
}

Constant *Parser::makeLiteral(StringRef Lit, Type T) {
  auto &Slot = Literals.slot(Lit, T.storage());
  if (!Slot.matches(Lit, T.storage())) {
    Constant *C = makeLiteralUncached(Lit, T);
    if (!C)
      return nullptr;
    Slot = {Lit, T.storage(), C};
  }
  return Slot.Result;
}

Constant *Parser::makeLiteralUncached(StringRef Lit, Type T) {
  if (T.isFloat())
    return makeFloat(Lit, T);
  bool IsWord = Lit == "true" || Lit == "false";
  if (T.isBool() && IsWord)
    return Ctx.boolConstant(Lit == "true");
  if (T.isBool())
    return (void)error(Lit, "a bool is written true or false"), nullptr;
  if (T.isInteger() && !IsWord)
    return makeInteger(Lit, T);
  (void)error(Lit, "'" + Lit + "' is no literal of type " + T.str());
  return nullptr;
}

Constant *Parser::makeInteger(StringRef Lit, Type T) {
  StringRef Digits = Lit;
  bool Negative = Digits.consume_front("-");
  if (!llvm::all_of(Digits, llvm::isDigit))
    return (void)error(Lit, "'" + Lit + "' is no integer, but its type is " +
                                T.str()),
           nullptr;
  uint64_t Magnitude = 0;
  unsigned Width = T.bitWidth() - (T.isSigned() ? 1 : 0);
  uint64_t Limit = llvm::maskTrailingOnes<uint64_t>(Width);
  if (Negative)
    Limit = T.isSigned() ? Limit + 1 : 0;
  if (Digits.getAsInteger(10, Magnitude) || Magnitude > Limit)
    return (void)error(Lit, "this number does not fit in " + T.str()), nullptr;
  return Ctx.constant(T, Negative ? -Magnitude : Magnitude);
}

template <typename FloatT>
static bool convertFast(StringRef Lit, uint64_t &Bits) {
  FloatT V;
  auto [End, Code] = std::from_chars(Lit.begin(), Lit.end(), V);
  if (Code != std::errc() || End != Lit.end())
    return false;
  if constexpr (sizeof(FloatT) == 4)
    Bits = llvm::bit_cast<uint32_t>(V);
  else
    Bits = llvm::bit_cast<uint64_t>(V);
  return true;
}

/// The bits of `inf`, `-inf`, `nan` and `nan(0x…)`; nothing if the type has no
/// such value or the bits are no NaN.
static std::optional<uint64_t> specialBits(StringRef Lit, Type T) {
  const llvm::fltSemantics &S = T.floatSemantics();
  if (Lit.consume_front("nan(0x")) {
    uint64_t Bits;
    if (Lit.drop_back().getAsInteger(16, Bits) ||
        (T.bitWidth() < 64 && Bits >> T.bitWidth()))
      return std::nullopt;
    APFloat V(S, llvm::APInt(T.bitWidth(), Bits));
    return V.isNaN() ? std::optional(Bits) : std::nullopt;
  }
  APFloat V = Lit == "nan" ? APFloat::getNaN(S) : APFloat::getZero(S);
  if (Lit != "nan") {
    if (!APFloat::semanticsHasInf(S))
      return std::nullopt;
    V = APFloat::getInf(S, Lit.starts_with("-"));
  }
  return V.bitcastToAPInt().getZExtValue();
}

Constant *Parser::makeFloat(StringRef Lit, Type T) {
  if (Lit == "true" || Lit == "false")
    return (void)error(Lit, "a number of type " + T.str() + " is expected"),
           nullptr;
  StringRef Magnitude = Lit;
  Magnitude.consume_front("-");
  if (!llvm::isDigit(Magnitude.front())) {
    auto Bits = specialBits(Lit, T);
    if (!Bits)
      return (void)error(Lit, "type " + T.str() + " has no such value"),
             nullptr;
    return Ctx.constant(T, *Bits);
  }
  uint64_t Bits;
  if (T.isF32() && convertFast<float>(Lit, Bits))
    return Ctx.constant(T, Bits);
  if (T.kind() == TypeKind::F64 && convertFast<double>(Lit, Bits))
    return Ctx.constant(T, Bits);
  APFloat V(T.floatSemantics());
  auto Status = V.convertFromString(Lit, APFloat::rmNearestTiesToEven);
  if (!Status) {
    llvm::consumeError(Status.takeError());
    return (void)error(Lit, "malformed number"), nullptr;
  }
  if (!V.isFinite() || (*Status & APFloat::opOverflow))
    return (void)error(Lit, "this number is too large for " + T.str()), nullptr;
  return Ctx.constant(T, V.bitcastToAPInt().getZExtValue());
}
