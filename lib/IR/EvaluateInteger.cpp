//===- EvaluateInteger.cpp - Integer, bool and pointer ops ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arithmetic is unsigned 64-bit, truncated to the type afterwards: nothing
// overflows, nothing traps.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDetail.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::detail;

namespace {

/// The two operands, extended by their signedness.
struct Pair {
  uint64_t A, B;
  bool Signed;
  unsigned Width;

  bool less() const { return Signed ? int64_t(A) < int64_t(B) : A < B; }
  bool greater() const { return Signed ? int64_t(A) > int64_t(B) : A > B; }
  /// True where the division is one by 1: by zero, or overflowing.
  bool dividesByOne() const {
    return B == 0 ||
           (Signed && B == ~uint64_t(0) &&
            A == uint64_t(signExtend(uint64_t(1) << (Width - 1), Width)));
  }
  uint64_t divide() const {
    if (dividesByOne())
      return A;
    return Signed ? uint64_t(int64_t(A) / int64_t(B)) : A / B;
  }
  uint64_t modulo() const {
    if (dividesByOne())
      return 0;
    return Signed ? uint64_t(int64_t(A) % int64_t(B)) : A % B;
  }
  unsigned amount() const { return B & (Width - 1); }
  uint64_t shiftRight() const {
    return Signed ? uint64_t(int64_t(A) >> amount()) : A >> amount();
  }
};

} // namespace

static uint64_t evaluateBinary(OpKind Op, const Pair &P) {
  switch (Op) {
  case OpKind::Add:
    return P.A + P.B; // the low bit is the xor of bools
  case OpKind::Sub:
    return P.A - P.B;
  case OpKind::Mul:
    return P.A * P.B;
  case OpKind::Div:
    return P.divide();
  case OpKind::Mod:
    return P.modulo();
  case OpKind::And:
    return P.A & P.B;
  case OpKind::Or:
    return P.A | P.B;
  case OpKind::Xor:
    return P.A ^ P.B;
  case OpKind::Shl:
    return P.A << P.amount();
  case OpKind::Shr:
    return P.shiftRight();
  case OpKind::Minimum:
    return P.less() ? P.A : P.B;
  case OpKind::Maximum:
    return P.greater() ? P.A : P.B;
  default:
    llvm_unreachable("not a binary integer op");
  }
}

/// Comparisons; nothing for other ops.
static std::optional<bool> compare(OpKind Op, const Pair &P) {
  switch (Op) {
  case OpKind::CmpLt:
    return P.less();
  case OpKind::CmpLe:
    return !P.greater();
  case OpKind::CmpGt:
    return P.greater();
  case OpKind::CmpGe:
    return !P.less();
  case OpKind::CmpEq:
    return P.A == P.B;
  case OpKind::CmpNe:
    return P.A != P.B;
  default:
    return std::nullopt;
  }
}

uint64_t detail::evaluateInteger(OpKind Op, TypeKind Kind,
                                 llvm::ArrayRef<uint64_t> Operands) {
  unsigned Width = integerWidth(Kind);
  uint64_t A = extendInteger(Operands[0], Kind);
  switch (Op) {
  case OpKind::Neg:
    return truncateTo(0 - A, Width);
  case OpKind::Not:
    return truncateTo(~A, Width);
  case OpKind::Abs:
    return truncateTo(isSignedKind(Kind) && int64_t(A) < 0 ? 0 - A : A, Width);
  default:
    break;
  }
  Pair P = {A, extendInteger(Operands[1], Kind), isSignedKind(Kind), Width};
  if (std::optional<bool> Result = compare(Op, P))
    return *Result;
  return truncateTo(evaluateBinary(Op, P), Width);
}
