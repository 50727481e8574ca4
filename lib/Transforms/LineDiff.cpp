//===- LineDiff.cpp - Difference of two texts, line by line ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "LineDiff.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

using llvm::ArrayRef;
using llvm::StringRef;

using Lines = llvm::SmallVector<StringRef, 0>;

static Lines splitLines(StringRef Text) {
  Text.consume_back("\n");
  Lines Result;
  Text.split(Result, '\n');
  return Result;
}

static void printAll(llvm::raw_ostream &OS, char Prefix,
                     ArrayRef<StringRef> Part) {
  for (StringRef Line : Part)
    OS << Prefix << Line << '\n';
}

/// The table of longest common subsequences grows with the product of the
/// lengths; beyond this many cells the changed part is shown as replaced.
static constexpr size_t MaxCells = 4u << 20;

static void printChanged(llvm::raw_ostream &OS, ArrayRef<StringRef> A,
                         ArrayRef<StringRef> B) {
  if ((A.size() + 1) * (B.size() + 1) > MaxCells) {
    printAll(OS, '-', A);
    printAll(OS, '+', B);
    return;
  }
  size_t Width = B.size() + 1;
  // Common[I * Width + J]: how many lines A[I...] and B[J...] share.
  std::vector<uint32_t> Common((A.size() + 1) * Width);
  for (size_t I = A.size(); I-- > 0;)
    for (size_t J = B.size(); J-- > 0;)
      Common[I * Width + J] = A[I] == B[J]
                                  ? Common[(I + 1) * Width + J + 1] + 1
                                  : std::max(Common[(I + 1) * Width + J],
                                             Common[I * Width + J + 1]);
  size_t I = 0, J = 0;
  while (I != A.size() || J != B.size()) {
    if (I != A.size() && J != B.size() && A[I] == B[J]) {
      OS << ' ' << A[I] << '\n';
      ++I, ++J;
    } else if (J == B.size() ||
               (I != A.size() &&
                Common[(I + 1) * Width + J] >= Common[I * Width + J + 1])) {
      OS << '-' << A[I++] << '\n';
    } else {
      OS << '+' << B[J++] << '\n';
    }
  }
}

void mt::printLineDiff(llvm::raw_ostream &OS, StringRef Before,
                       StringRef After) {
  Lines AllA = splitLines(Before), AllB = splitLines(After);
  ArrayRef<StringRef> A = AllA, B = AllB;
  size_t Same = 0;
  while (Same < A.size() && Same < B.size() && A[Same] == B[Same])
    ++Same;
  printAll(OS, ' ', A.take_front(Same));
  A = A.drop_front(Same);
  B = B.drop_front(Same);
  size_t Tail = 0;
  while (Tail < A.size() && Tail < B.size() &&
         A[A.size() - 1 - Tail] == B[B.size() - 1 - Tail])
    ++Tail;
  printChanged(OS, A.drop_back(Tail), B.drop_back(Tail));
  printAll(OS, ' ', A.take_back(Tail));
}
