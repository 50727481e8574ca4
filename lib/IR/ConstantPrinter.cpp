//===- ConstantPrinter.cpp - Shortest spelling of literals ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats print as Python's repr lays them out: the fewest digits that read
// back to the same bits in the literal's own type, fixed notation for
// exponents in [-4, 16), else scientific with at least two exponent digits.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Value.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>

using namespace mt;
using llvm::APFloat;

/// The digits of the shortest decimal and its exponent: 0.d1d2d3… × 10^Exp.
namespace {
struct Decimal {
  llvm::SmallString<24> Digits;
  int Exponent = 0;
};
} // namespace

/// Splits `d.ddde±xx` into a Decimal.
static Decimal splitScientific(llvm::StringRef Text) {
  Decimal Result;
  auto [Mantissa, Exponent] = Text.split('e');
  for (char C : Mantissa)
    if (C != '.')
      Result.Digits.push_back(C);
  while (Result.Digits.size() > 1 && Result.Digits.back() == '0')
    Result.Digits.pop_back();
  int E = 0;
  Exponent.consume_front("+");
  Exponent.getAsInteger(10, E);
  Result.Exponent = E + 1;
  return Result;
}

template <typename FloatT> static Decimal shortestOf(FloatT V) {
  char Buffer[64];
  auto End = std::to_chars(Buffer, Buffer + sizeof(Buffer), V,
                           std::chars_format::scientific)
                 .ptr;
  return splitScientific(llvm::StringRef(Buffer, End - Buffer));
}

/// Shortest digits for the narrow types: tries 1, 2, … digits until the text
/// reads back to the same bits.
static Decimal shortestNarrow(const Constant &C) {
  double V = std::abs(C.asDouble());
  APFloat Magnitude = C.asAPFloat();
  Magnitude.clearSign();
  for (int Precision = 0;; ++Precision) {
    char Buffer[64];
    auto End = std::to_chars(Buffer, Buffer + sizeof(Buffer), V,
                             std::chars_format::scientific, Precision)
                   .ptr;
    llvm::StringRef Text(Buffer, End - Buffer);
    APFloat Back(C.type().floatSemantics());
    llvm::consumeError(
        Back.convertFromString(Text, APFloat::rmNearestTiesToEven).takeError());
    if (Back.bitwiseIsEqual(Magnitude) || Precision > 17)
      return splitScientific(Text);
  }
}

static void printDecimal(llvm::raw_ostream &OS, const Decimal &D) {
  llvm::StringRef Digits = D.Digits;
  int N = Digits.size();
  if (D.Exponent > -4 && D.Exponent <= 16) {
    if (D.Exponent <= 0) {
      OS << "0." << std::string(-D.Exponent, '0') << Digits;
    } else if (N <= D.Exponent) {
      OS << Digits << std::string(D.Exponent - N, '0') << ".0";
    } else {
      OS << Digits.take_front(D.Exponent) << '.'
         << Digits.drop_front(D.Exponent);
    }
    return;
  }
  OS << Digits.front();
  if (N > 1)
    OS << '.' << Digits.drop_front();
  int E = D.Exponent - 1;
  OS << 'e' << (E < 0 ? '-' : '+') << llvm::format("%02d", std::abs(E));
}

/// The payload-free NaN prints `nan`; any other shows its bits.
static void printNaN(llvm::raw_ostream &OS, const Constant &C) {
  APFloat Default = APFloat::getNaN(C.type().floatSemantics());
  if (Default.bitwiseIsEqual(C.asAPFloat()))
    OS << "nan";
  else
    OS << "nan(0x" << llvm::utohexstr(C.bits(), /*LowerCase=*/true) << ')';
}

static void printFloat(llvm::raw_ostream &OS, const Constant &C) {
  APFloat V = C.asAPFloat();
  if (V.isNaN())
    return printNaN(OS, C);
  if (V.isNegative())
    OS << '-';
  if (V.isInfinity()) {
    OS << "inf";
    return;
  }
  if (V.isZero()) {
    OS << "0.0";
    return;
  }
  switch (C.type().kind()) {
  case TypeKind::F64:
    return printDecimal(OS, shortestOf(std::abs(C.asDouble())));
  case TypeKind::F32:
    return printDecimal(OS, shortestOf(float(std::abs(C.asDouble()))));
  default:
    return printDecimal(OS, shortestNarrow(C));
  }
}

void Constant::print(llvm::raw_ostream &OS) const {
  if (Ty.isFloat())
    printFloat(OS, *this);
  else if (Ty.isBool())
    OS << (asBool() ? "true" : "false");
  else if (Ty.isSigned())
    OS << asSigned();
  else
    OS << asUnsigned();
}
