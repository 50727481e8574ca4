//===- Summary.cpp - What a launch did to its arrays ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Summary.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mt;
using namespace mt::run;

static constexpr uint64_t ShownValues = 8;

static void printElement(llvm::raw_ostream &OS, Context &Ctx, Type Ty,
                         uint64_t Bits) {
  Ctx.constant(Ty, Bits)->print(OS);
}

/// Comparable value of an element; 64-bit integers may round, so it only
/// chooses among elements.
static double asNumber(Type Ty, uint64_t Bits) {
  if (Ty.isFloat())
    return bitsToDouble(Bits, Ty);
  if (Ty.isSigned())
    return double(llvm::SignExtend64(Bits, Ty.bitWidth()));
  return double(Bits);
}

/// True if element A is less than B, exactly.
static bool isLess(Type Ty, uint64_t A, uint64_t B) {
  if (Ty.isFloat())
    return bitsToDouble(A, Ty) < bitsToDouble(B, Ty);
  if (!Ty.isSigned())
    return A < B;
  return llvm::SignExtend64(A, Ty.bitWidth()) <
         llvm::SignExtend64(B, Ty.bitWidth());
}

namespace {

struct Statistics {
  uint64_t Min = 0, Max = 0; ///< bits of elements
  uint64_t Numbers = 0, NaNs = 0;
  double Sum = 0;
};

} // namespace

static Statistics measure(const HostArray &A) {
  Statistics S;
  Type Ty = A.element();
  for (uint64_t I = 0; I != A.size(); ++I) {
    uint64_t Bits = A.get(I);
    double V = asNumber(Ty, Bits);
    if (std::isnan(V)) {
      ++S.NaNs;
      continue;
    }
    if (!S.Numbers || isLess(Ty, Bits, S.Min))
      S.Min = Bits;
    if (!S.Numbers || isLess(Ty, S.Max, Bits))
      S.Max = Bits;
    ++S.Numbers;
    S.Sum += V;
  }
  return S;
}

static void printArray(llvm::raw_ostream &OS, Context &Ctx,
                       const WatchedArray &W) {
  const HostArray &A = *W.Array;
  Statistics S = measure(A);
  OS << W.Name << ": " << A.typeName();
  if (S.Numbers) {
    OS << ", min ";
    printElement(OS, Ctx, A.element(), S.Min);
    OS << ", max ";
    printElement(OS, Ctx, A.element(), S.Max);
    OS << ", mean " << llvm::format("%.6g", S.Sum / double(S.Numbers));
  }
  if (S.NaNs)
    OS << ", " << S.NaNs << " nan";
  OS << ": [";
  uint64_t Shown = std::min(A.size(), ShownValues);
  for (uint64_t I = 0; I != Shown; ++I) {
    OS << (I ? ", " : "");
    printElement(OS, Ctx, A.element(), A.get(I));
  }
  OS << (A.size() > Shown ? ", ...]\n" : "]\n");
}

ChangeTracker::ChangeTracker(const BoundArguments &Arguments)
    : Arguments(Arguments) {
  for (const WatchedArray &W : Arguments.arrays())
    Hashes.push_back(W.Array->hash());
}

void ChangeTracker::printSummary(llvm::raw_ostream &OS, Context &Ctx,
                                 const llvm::StringSet<> &Written) const {
  bool Any = false;
  for (size_t I = 0; I != Hashes.size(); ++I) {
    const WatchedArray &W = Arguments.arrays()[I];
    if (W.Array->hash() == Hashes[I])
      continue;
    Any = true;
    if (!Written.contains(W.Name))
      printArray(OS, Ctx, W);
  }
  if (!Any)
    OS << "no array has changed\n";
}
