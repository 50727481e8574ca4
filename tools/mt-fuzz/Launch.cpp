//===- Launch.cpp - What a random kernel is launched with -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "Random.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <cstring>

using namespace mt;
using namespace mt::fuzz;

//===----------------------------------------------------------------------===//
// Contents
//===----------------------------------------------------------------------===//

static uint64_t maskOf(Type T) { return ~uint64_t(0) >> (64 - T.bitWidth()); }

static uint64_t randomFloat(Random &R, Type T) {
  const llvm::fltSemantics &Sem = T.floatSemantics();
  using llvm::APFloat;
  auto Bits = [](const APFloat &V) {
    return V.bitcastToAPInt().getZExtValue();
  };
  switch (R.below(16)) {
  case 0:
    return Bits(APFloat::getZero(Sem, R.percent(50) && !T.isFloat8()));
  case 1:
    return Bits(T.isFloat8() ? APFloat::getLargest(Sem)
                             : APFloat::getInf(Sem, R.percent(50)));
  case 2:
    return Bits(APFloat::getNaN(Sem));
  case 3:
    return Bits(APFloat::getLargest(Sem, R.percent(50)));
  case 4:
    return Bits(APFloat::getSmallest(Sem, R.percent(50)));
  case 5:
    return R.next() & maskOf(T);
  case 6:
  case 7:
  case 8:
    return doubleToBits(double(R.between(-16, 16)), T);
  default:
    return doubleToBits(double(R.between(-1000000, 1000000)) / 65536, T);
  }
}

uint64_t mt::fuzz::randomBits(Random &R, Type T) {
  if (T.isFloat())
    return randomFloat(R, T);
  if (T.isBool())
    return R.below(2);
  uint64_t Sign = uint64_t(1) << (T.bitWidth() - 1), All = maskOf(T);
  switch (R.below(8)) {
  case 0:
    return Sign;
  case 1:
    return Sign - 1;
  case 2:
    return All;
  case 3:
    return R.next() & All;
  case 4:
    return (R.next() & All) >> R.below(T.bitWidth());
  default:
    return uint64_t(R.between(-20, 20)) & All;
  }
}

static uint64_t smallBits(Random &R, Type T) {
  int64_t V = R.between(0, 7);
  return T.isFloat() ? doubleToBits(double(V), T) : uint64_t(V) & maskOf(T);
}

static uint8_t *bytesOf(Buffer &B) { return B.front().Bytes; }
static const uint8_t *bytesOf(const Buffer &B) { return B.front().Bytes; }

static uint64_t readElement(const Buffer &B, uint64_t At, Type T) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, bytesOf(B) + At, T.byteSize());
  return Bits;
}

/// Every byte, guards included, is an element of the first pointer's type.
void LaunchPlan::fill(uint64_t Seed) {
  Initial.resize(BufferBytes.size());
  for (unsigned I = 0; I != BufferBytes.size(); ++I) {
    uint64_t Cells = (BufferBytes[I] + sizeof(Cell) - 1) / sizeof(Cell);
    Initial[I].resize(Cells + 2 * GuardBytes / sizeof(Cell));
    auto Home = llvm::find_if(Arguments, [&](const Argument &A) {
      return A.Pointee && A.Buffer == I;
    });
    if (Home == Arguments.end())
      continue;
    Random R(Seed * 1021 + I);
    uint64_t Step = Home->Pointee.byteSize();
    for (uint64_t At = 0; At != Initial[I].size() * sizeof(Cell); At += Step) {
      uint64_t Bits = Home->IsSmall ? smallBits(R, Home->Pointee)
                                    : randomBits(R, Home->Pointee);
      std::memcpy(bytesOf(Initial[I]) + At, &Bits, Step);
    }
  }
}

//===----------------------------------------------------------------------===//
// Reading the attributes
//===----------------------------------------------------------------------===//

static std::optional<int64_t> intOf(AttrDict D, llvm::StringRef Name) {
  Attr A = D.get(Name);
  return A && A.isInt() ? std::optional(A.asInt()) : std::nullopt;
}

static uint64_t scalarBits(Attr Value, Type T) {
  const Constant *C = Value.literal();
  if (T.isFloat())
    return doubleToBits(C->type().isFloat() ? C->asDouble() : C->asSigned(), T);
  return uint64_t(C->asSigned()) & maskOf(T);
}

bool LaunchPlan::readArgument(Kernel &K, BlockArgument *P, std::string &Why) {
  AttrDict D = K.paramAttrs(P->index());
  Argument A;
  A.Name = P->name().str();
  if (!P->type().isPointer()) {
    Attr Value = D.get("fuzz.value");
    if (!Value || Value.kind() != AttrKind::Literal) {
      Why = "parameter '" + A.Name + "' has no {fuzz.value=…}";
      return false;
    }
    A.Scalar = scalarBits(Value, P->type());
    if (P->type().isInteger() && P->type().isSigned())
      A.Scalar = llvm::SignExtend64(A.Scalar, P->type().bitWidth());
    Arguments.push_back(A);
    return true;
  }
  A.Pointee = P->type().pointee();
  std::optional<int64_t> Number = intOf(D, "fuzz.buffer"),
                         Size = intOf(D, "fuzz.size");
  if (!Number || *Number < 0 || *Number > 64 || !Size || *Size < 1 ||
      *Size > MaxTileElements) {
    Why = "parameter '" + A.Name + "' needs {fuzz.buffer=…, fuzz.size=…}";
    return false;
  }
  A.Buffer = *Number;
  A.Elements = *Size;
  A.Offset = intOf(D, "fuzz.at").value_or(0);
  Attr Fill = D.get("fuzz.fill");
  A.IsSmall =
      Fill && Fill.kind() == AttrKind::String && Fill.asString() == "small";
  A.Ulps = intOf(D, "fuzz.ulps").value_or(0);
  A.Terms = intOf(D, "fuzz.terms").value_or(0);
  if (BufferBytes.size() <= A.Buffer)
    BufferBytes.resize(A.Buffer + 1);
  uint64_t End = A.Offset + A.Elements * A.Pointee.byteSize();
  BufferBytes[A.Buffer] = std::max(BufferBytes[A.Buffer], End);
  Arguments.push_back(A);
  return true;
}

std::optional<LaunchPlan> LaunchPlan::get(Kernel &K, std::string &Why) {
  LaunchPlan Plan;
  if (Attr G = K.attrs().get("fuzz.grid")) {
    auto Extents = G.asIntList();
    if (!Extents || Extents->size() > 3) {
      Why = "{fuzz.grid=…} is no list of up to three extents";
      return std::nullopt;
    }
    Extents->resize(3, 1);
    Plan.Programs = {uint32_t((*Extents)[0]), uint32_t((*Extents)[1]),
                     uint32_t((*Extents)[2])};
  }
  for (BlockArgument *P : K.params())
    if (!Plan.readArgument(K, P, Why))
      return std::nullopt;
  for (auto [A, P] : llvm::zip_equal(Plan.Arguments, K.params()))
    if (Attr Bound = K.paramAttrs(P->index()).get("fuzz.bound")) {
      auto It = llvm::find_if(Plan.Arguments, [&](const Argument &B) {
        return Bound.kind() == AttrKind::String && B.Name == Bound.asString();
      });
      if (It == Plan.Arguments.end()) {
        Why = "{fuzz.bound=…} of '" + A.Name + "' names no parameter";
        return std::nullopt;
      }
      A.Bound = It - Plan.Arguments.begin();
    }
  Plan.fill(intOf(K.attrs(), "fuzz.seed").value_or(0));
  return Plan;
}

std::vector<uint64_t> LaunchPlan::args(Memory &Where) const {
  std::vector<uint64_t> Result;
  for (const Argument &A : Arguments)
    Result.push_back(A.Pointee
                         ? reinterpret_cast<uint64_t>(bytesOf(Where[A.Buffer]) +
                                                      GuardBytes + A.Offset)
                         : A.Scalar);
  return Result;
}

std::vector<ArrayExtent> LaunchPlan::extents(Memory &Where) const {
  std::vector<uint64_t> Bases = args(Where);
  std::vector<ArrayExtent> Result;
  for (auto [A, Base] : llvm::zip_equal(Arguments, Bases))
    Result.push_back(A.Pointee
                         ? ArrayExtent{Base, A.Elements * A.Pointee.byteSize()}
                         : ArrayExtent());
  return Result;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Floats in the order of their values as integers, so that a difference
/// counts the numbers between two of them.
static int64_t ordered(uint64_t Bits, Type T) {
  uint64_t Sign = uint64_t(1) << (T.bitWidth() - 1);
  return Bits & Sign ? -int64_t(Bits & (Sign - 1)) : int64_t(Bits);
}

static bool isNaN(uint64_t Bits, Type T) {
  return T.isFloat() && std::isnan(bitsToDouble(Bits, T));
}

/// Distance of 1 to the next float.
static double epsilonOf(Type T) {
  return std::ldexp(
      1.0, 1 - int(llvm::APFloat::semanticsPrecision(T.floatSemantics())));
}

static double largestOf(Type T) {
  return llvm::APFloat::getLargest(T.floatSemantics()).convertToDouble();
}

bool LaunchPlan::isTolerated(const Argument &A, uint64_t Element,
                             uint64_t Expected, uint64_t Found,
                             const Memory &Where) const {
  if (Expected == Found)
    return true;
  Type T = A.Pointee;
  if (!T.isFloat())
    return false;
  double Sum = 0;
  if (A.Bound) {
    const Argument &B = Arguments[*A.Bound];
    uint64_t At = GuardBytes + B.Offset + Element * B.Pointee.byteSize();
    Sum = bitsToDouble(readElement(Where[B.Buffer], At, B.Pointee), B.Pointee);
    // Some partial sum may overflow in another order.
    if (!(Sum * (1 + double(A.Terms + 1) * epsilonOf(T)) <= largestOf(T)))
      return true;
  }
  if (isNaN(Expected, T) || isNaN(Found, T))
    return isNaN(Expected, T) && isNaN(Found, T);
  if (A.Ulps)
    return uint64_t(std::abs(ordered(Expected, T) - ordered(Found, T))) <=
           A.Ulps;
  if (!A.Bound)
    return false;
  double Error = std::abs(bitsToDouble(Expected, T) - bitsToDouble(Found, T));
  // Products and sums that are denormal are off by their last bit.
  double Step = epsilonOf(T) * Sum + bitsToDouble(1, T);
  return Error <= double(A.Terms + 1) * Step;
}

static std::string spell(uint64_t Bits, Type T) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Constant(T, T.isBool() ? Bits & 1 : Bits).print(OS);
  OS << " (0x" << llvm::Twine::utohexstr(Bits) << ")";
  return Text;
}

std::string LaunchPlan::firstDifference(const Memory &Expected,
                                        const Memory &Found) const {
  for (const Argument &A : Arguments) {
    if (!A.Pointee)
      continue;
    uint64_t Step = A.Pointee.byteSize();
    for (uint64_t I = 0; I != A.Elements; ++I) {
      uint64_t At = GuardBytes + A.Offset + I * Step;
      uint64_t X = readElement(Expected[A.Buffer], At, A.Pointee);
      uint64_t Y = readElement(Found[A.Buffer], At, A.Pointee);
      if (!isTolerated(A, I, X, Y, Expected))
        return (A.Name + "[" + llvm::Twine(I) + "] should be " +
                spell(X, A.Pointee) + " and is " + spell(Y, A.Pointee))
            .str();
    }
  }
  for (unsigned I = 0; I != Expected.size(); ++I) {
    uint64_t Total = Expected[I].size() * sizeof(Cell);
    for (uint64_t Start : {uint64_t(0), Total - GuardBytes})
      if (Total && std::memcmp(bytesOf(Expected[I]) + Start,
                               bytesOf(Found[I]) + Start, GuardBytes) != 0)
        return "memory outside every array of buffer " + std::to_string(I) +
               " was written";
  }
  return "";
}
