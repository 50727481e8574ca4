//===- CheckFacts.cpp - Ops that contradict themselves --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFacts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::interp;

/// True if the exact result of K on signed values does not fit T.
static bool wraps(OpKind K, Type T, int64_t A, int64_t B) {
  int64_t Exact;
  bool Overflows = K == OpKind::Mul   ? llvm::MulOverflow(A, B, Exact)
                   : K == OpKind::Sub ? llvm::SubOverflow(A, B, Exact)
                   : K == OpKind::Neg ? llvm::SubOverflow<int64_t>(0, A, Exact)
                                      : llvm::AddOverflow(A, B, Exact);
  return Overflows || !llvm::isIntN(T.bitWidth(), Exact);
}

static std::string quoted(const Instr &I) {
  return "'" + std::string(getOpInfo(I.Kind).Mnemonic) + "'";
}

void interp::checkFacts(Machine &M, const Instr &I,
                        llvm::ArrayRef<uint64_t> Operands) {
  Type T = I.ElementTypes[0];
  int64_t A = extendFrom(T, Operands[0]);
  int64_t B = Operands.size() > 1 ? extendFrom(T, Operands[1]) : 0;
  auto Values = [&] {
    std::string Text = std::to_string(A);
    return Operands.size() > 1 ? Text + " and " + std::to_string(B) : Text;
  };
  if (I.NoWrap && wraps(I.Kind, T, A, B))
    M.fail(I.Loc, quoted(I) + " is marked nowrap, but the result of " +
                      Values() + " does not fit " + T.str());
  if (I.NonNegative && (A < 0 || B < 0))
    M.fail(I.Loc,
           quoted(I) + " is marked nonneg, but has the operands " + Values());
}

void interp::checkLoopFacts(Machine &M, const Instr &I, uint64_t Lb,
                            uint64_t Step, uint64_t Trips) {
  if (!Trips)
    return;
  Type T = I.ElementTypes[0];
  uint64_t Last = truncateTo(T, Lb + (Trips - 1) * Step);
  uint64_t Past = Last + Step;
  bool Fits = T.isSigned() ? !wraps(OpKind::Add, T, extendFrom(T, Last),
                                    extendFrom(T, Step))
                           : Past > Last && llvm::isUIntN(T.bitWidth(), Past);
  if (!Fits)
    M.fail(I.Loc, quoted(I) + " is marked nowrap, but its index does not fit " +
                      T.str() + " one step past its end");
}
