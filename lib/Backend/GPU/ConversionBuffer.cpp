//===- ConversionBuffer.cpp - From layout to layout through memory --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/ConversionBuffer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using llvm::ArrayRef;

/// Lane bits of the accesses that memory does together: 128 bytes.
static uint32_t phaseOf(const LinearLayout &L, unsigned AccessBytes) {
  unsigned Bits = AccessBytes <= 4 ? 5 : AccessBytes == 8 ? 4 : 3;
  uint32_t R = 0;
  for (uint32_t Basis : L.lane().take_front(Bits))
    R |= Basis;
  return R;
}

ConversionBuffer mt::chooseConversionBuffer(const LinearLayout &From,
                                            const LinearLayout &To,
                                            unsigned ElementBytes) {
  constexpr unsigned MaxAccessBytes = 16, LineBytes = 128;
  unsigned NumBits = From.numBits(), Vector = 0;
  unsigned MaxVector = llvm::Log2_32(MaxAccessBytes / ElementBytes);
  ArrayRef<uint32_t> A = From.reg(), B = To.reg();
  while (Vector < std::min<size_t>(A.size(), B.size()) && Vector < MaxVector &&
         A[Vector] && A[Vector] == B[Vector])
    ++Vector;
  unsigned AccessBytes = ElementBytes << Vector;
  uint32_t InA = phaseOf(From, AccessBytes), InB = phaseOf(To, AccessBytes);
  uint32_t All = (1u << NumBits) - 1, InVector = 0;
  for (uint32_t Basis : A.take_front(Vector))
    InVector |= Basis;
  Bases Columns(NumBits, 0);
  unsigned Next = 0;
  // Each of Bits that has no place yet gets the next offset bit below Limit;
  // returns those for which there is none.
  auto Give = [&](uint32_t Bits, unsigned Limit) {
    uint32_t Homeless = 0;
    for (unsigned I = 0; I != NumBits; ++I) {
      if (!(Bits >> I & 1) || Columns[I])
        continue;
      if (Next < Limit)
        Columns[I] = 1u << Next++;
      else
        Homeless |= 1u << I;
    }
    return Homeless;
  };
  for (uint32_t Basis : A.take_front(Vector))
    Columns[llvm::Log2_32(Basis)] = 1u << Next++;
  unsigned Line =
      std::min<unsigned>(llvm::Log2_32(LineBytes / ElementBytes), NumBits);
  Give(InA & InB, Line);
  Give(InA, Line);
  uint32_t Homeless = Give(InB, Line);
  Give(All, Line);
  // Lanes of the second layout share bits of the bank with the first's own.
  Bases Shared;
  for (unsigned I = 0; I != NumBits; ++I)
    if ((InA & ~InB & ~InVector) >> I & 1)
      Shared.push_back(Columns[I]);
  Give(All, NumBits);
  for (unsigned I = 0; I != NumBits && !Shared.empty(); ++I)
    if (Homeless >> I & 1)
      Columns[I] |= Shared.pop_back_val();
  return {LinearMap(NumBits, Columns), Vector};
}
