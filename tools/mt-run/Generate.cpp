//===- Generate.cpp - Arrays made by the command line ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Values.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <cmath>
#include <numbers>
#include <random>

using namespace mt;
using namespace mt::run;
using llvm::StringRef;

namespace {

enum class Generator { Zeros, Ones, Full, Arange, Rand, Randn, Unknown };

/// A call with its arguments sorted out.
struct GeneratorCall {
  Generator Function = Generator::Unknown;
  llvm::SmallVector<int64_t, 4> Shape;
  Type Element;
  std::string Value; ///< of full
  int64_t Start = 0; ///< of arange
  uint64_t Seed = 0;
  std::string Low, High; ///< of rand; empty: by type
};

} // namespace

static llvm::Error parseExtent(StringRef Text, int64_t &Extent) {
  Text = Text.trim();
  if (!Text.getAsInteger(10, Extent) && Extent >= 0)
    return llvm::Error::success();
  llvm::APInt Large;
  if (!Text.getAsInteger(10, Large))
    return llvm::createStringError("extent '" + Text + "' overflows 64 bits");
  return llvm::createStringError("'" + Text + "' is not an extent");
}

/// `1000` or `(64, 32)`.
static llvm::Error parseShape(StringRef Text, GeneratorCall &Call) {
  if (Text.consume_front("(") && !Text.consume_back(")"))
    return llvm::createStringError("'(' is not closed");
  llvm::SmallVector<StringRef> Extents;
  Text.split(Extents, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Extent : Extents) {
    if (Extent.trim().empty())
      continue;
    Call.Shape.emplace_back();
    if (llvm::Error E = parseExtent(Extent, Call.Shape.back()))
      return E;
  }
  return llvm::Error::success();
}

static llvm::Error parseKeyword(StringRef Key, StringRef Value,
                                GeneratorCall &Call) {
  bool IsRand = Call.Function == Generator::Rand;
  if (Key == "seed" && (IsRand || Call.Function == Generator::Randn)) {
    if (Value.getAsInteger(10, Call.Seed))
      return llvm::createStringError("seed '" + Value + "' is not a number");
    return llvm::Error::success();
  }
  if (!IsRand || (Key != "low" && Key != "high"))
    return llvm::createStringError("there is no option '" + Key + "' here");
  (Key == "low" ? Call.Low : Call.High) = Value.str();
  return llvm::Error::success();
}

/// Takes the element type off the end of the arguments.
static llvm::Error takeElement(Context &Ctx, std::vector<std::string> &Args,
                               Type Wanted, GeneratorCall &Call) {
  if (!Args.empty())
    Call.Element = parseElement(Ctx, Args.back());
  if (Call.Element) {
    Args.pop_back();
    return llvm::Error::success();
  }
  size_t Values = Call.Function == Generator::Full ? 2 : 1;
  if (Args.size() > Values && !Args.back().empty() &&
      llvm::isAlpha(Args.back().front()))
    return llvm::createStringError("'" + Args.back() +
                                   "' is not an element type");
  Call.Element = Wanted                               ? Wanted
                 : Call.Function == Generator::Arange ? Ctx.i32()
                                                      : Ctx.f32();
  return llvm::Error::success();
}

static llvm::Error parseArange(llvm::ArrayRef<std::string> Args,
                               GeneratorCall &Call) {
  if (Args.empty() || Args.size() > 2)
    return llvm::createStringError("arange takes one or two bounds");
  int64_t Stop;
  if (Args.size() == 2 && StringRef(Args[0]).getAsInteger(10, Call.Start))
    return llvm::createStringError("'" + Args[0] + "' is not an integer");
  if (StringRef(Args.back()).getAsInteger(10, Stop))
    return llvm::createStringError("'" + Args.back() + "' is not an integer");
  // Unsigned: bounds far apart must not overflow.
  uint64_t Size = Stop > Call.Start ? uint64_t(Stop) - uint64_t(Call.Start) : 0;
  if (Size > uint64_t(INT64_MAX))
    return llvm::createStringError("its size overflows 64 bits");
  Call.Shape = {int64_t(Size)};
  return llvm::Error::success();
}

static llvm::Expected<GeneratorCall>
parseGenerator(Context &Ctx, const ValueSpec &Spec, Type Wanted) {
  GeneratorCall Call;
  Call.Function = llvm::StringSwitch<Generator>(Spec.Function)
                      .Case("zeros", Generator::Zeros)
                      .Case("ones", Generator::Ones)
                      .Case("full", Generator::Full)
                      .Case("arange", Generator::Arange)
                      .Case("rand", Generator::Rand)
                      .Case("randn", Generator::Randn)
                      .Default(Generator::Unknown);
  if (Call.Function == Generator::Unknown)
    return llvm::createStringError("there is no generator '" + Spec.Function +
                                   "'; there are zeros, ones, full, arange, "
                                   "rand and randn");
  std::vector<std::string> Args = Spec.Positional;
  if (llvm::Error E = takeElement(Ctx, Args, Wanted, Call))
    return E;
  for (auto &[Key, Value] : Spec.Keywords)
    if (llvm::Error E = parseKeyword(Key, Value, Call))
      return E;
  if (Call.Function == Generator::Arange) {
    if (llvm::Error E = parseArange(Args, Call))
      return E;
    return Call;
  }
  size_t Needed = Call.Function == Generator::Full ? 2 : 1;
  if (Args.size() != Needed)
    return llvm::createStringError(Args.size() < Needed
                                       ? "its shape or value is missing"
                                       : "there are too many arguments");
  if (Needed == 2)
    Call.Value = Args[1];
  if (llvm::Error E = parseShape(Args[0], Call))
    return E;
  return Call;
}

//===----------------------------------------------------------------------===//
// Filling
//===----------------------------------------------------------------------===//

/// The same numbers on every machine: the engine is standardized, its
/// distributions are not.
static double uniform(std::mt19937_64 &Random) {
  return double(Random() >> 11) * 0x1p-53;
}

static double normal(std::mt19937_64 &Random) {
  double Radius = std::sqrt(-2 * std::log(1 - uniform(Random)));
  return Radius * std::cos(2 * std::numbers::pi * uniform(Random));
}

static llvm::Error fillNumbers(HostArray &A, const GeneratorCall &Call) {
  std::string Value = Call.Function == Generator::Full ? Call.Value : "1";
  llvm::Expected<uint64_t> Bits = parseScalar(A.element(), Value);
  if (!Bits)
    return Bits.takeError();
  for (uint64_t I = 0; I != A.size(); ++I)
    A.set(I, *Bits);
  return llvm::Error::success();
}

static void fillArange(Context &Ctx, HostArray &A, int64_t Start) {
  for (uint64_t I = 0; I != A.size(); ++I)
    A.set(I, convertBits(uint64_t(Start) + I, Ctx.i64(), A.element()));
}

static llvm::Error fillRandFloat(Context &Ctx, HostArray &A,
                                 const GeneratorCall &Call) {
  double Low = 0, High = 1;
  if ((!Call.Low.empty() && StringRef(Call.Low).getAsDouble(Low)) ||
      (!Call.High.empty() && StringRef(Call.High).getAsDouble(High)) ||
      !(Low <= High))
    return llvm::createStringError(
        "low and high must be numbers in this order");
  std::mt19937_64 Random(Call.Seed);
  for (uint64_t I = 0; I != A.size(); ++I)
    A.set(I, doubleToBits(Low + (High - Low) * uniform(Random), A.element()));
  return llvm::Error::success();
}

/// Integers in [low, high), 0 and 100 if not given; bools are fair coins.
static llvm::Error fillRandInteger(Context &Ctx, HostArray &A,
                                   const GeneratorCall &Call) {
  int64_t Low = 0, High = A.element().isBool() ? 2 : 100;
  if ((!Call.Low.empty() && StringRef(Call.Low).getAsInteger(10, Low)) ||
      (!Call.High.empty() && StringRef(Call.High).getAsInteger(10, High)) ||
      Low >= High)
    return llvm::createStringError(
        "low and high must be integers in this order");
  std::mt19937_64 Random(Call.Seed);
  uint64_t Range = uint64_t(High) - uint64_t(Low);
  for (uint64_t I = 0; I != A.size(); ++I) {
    uint64_t V = uint64_t(Low) + Random() % Range;
    A.set(I, A.element().isBool() ? V & 1
                                  : convertBits(V, Ctx.i64(), A.element()));
  }
  return llvm::Error::success();
}

static llvm::Error fillRandn(HostArray &A, const GeneratorCall &Call) {
  if (!A.element().isFloat())
    return llvm::createStringError("randn makes floats, not " +
                                   A.element().str());
  std::mt19937_64 Random(Call.Seed);
  for (uint64_t I = 0; I != A.size(); ++I)
    A.set(I, doubleToBits(normal(Random), A.element()));
  return llvm::Error::success();
}

static llvm::Error fill(Context &Ctx, HostArray &A, const GeneratorCall &Call) {
  switch (Call.Function) {
  case Generator::Zeros:
  case Generator::Unknown: // rejected while parsing
    return llvm::Error::success();
  case Generator::Ones:
  case Generator::Full:
    return fillNumbers(A, Call);
  case Generator::Arange:
    fillArange(Ctx, A, Call.Start);
    return llvm::Error::success();
  case Generator::Rand:
    return A.element().isFloat() ? fillRandFloat(Ctx, A, Call)
                                 : fillRandInteger(Ctx, A, Call);
  case Generator::Randn:
    return fillRandn(A, Call);
  }
  llvm_unreachable("covered switch");
}

llvm::Expected<std::unique_ptr<HostArray>>
run::generate(Context &Ctx, const ValueSpec &Spec, Type Wanted) {
  llvm::Expected<GeneratorCall> Call = parseGenerator(Ctx, Spec, Wanted);
  if (!Call)
    return Call.takeError();
  auto A = HostArray::create(Call->Element, Call->Shape);
  if (!A)
    return A;
  if (llvm::Error E = fill(Ctx, **A, *Call))
    return E;
  return A;
}
