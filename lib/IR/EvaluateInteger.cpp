//===- EvaluateInteger.cpp - Integer, bool and pointer ops ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arithmetic is unsigned 64-bit, truncated to the type afterwards: nothing
// overflows, nothing traps. An op that takes integers and has no rule here does
// not compile.
//
//===----------------------------------------------------------------------===//

#include "EvaluateDetail.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::detail;

namespace {

/// The operands (B is 0 for unary ops), extended by their signedness.
struct Lane {
  uint64_t A, B;
  bool Signed;
  unsigned Width;

  bool isNegative() const { return Signed && int64_t(A) < 0; }
  bool less() const { return Signed ? int64_t(A) < int64_t(B) : A < B; }
  bool greater() const { return Signed ? int64_t(A) > int64_t(B) : A > B; }
  /// True where the division is one by 1: by zero, or overflowing.
  bool dividesByOne() const {
    uint64_t Lowest = signExtend(uint64_t(1) << (Width - 1), Width);
    return B == 0 || (Signed && B == ~uint64_t(0) && A == Lowest);
  }
  /// Bits of the product above the width.
  uint64_t multiplyHigh() const {
    if (Signed)
      return uint64_t((__int128(int64_t(A)) * int64_t(B)) >> Width);
    return uint64_t((unsigned __int128)(A)*B >> Width);
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

template <typename OpTy> uint64_t rule(const Lane &L) = delete;
#define MT_RULE(OP, RESULT)                                                    \
  template <> uint64_t rule<OP##Op>(const Lane &L) { return RESULT; }

// The low bit of these three is what bools want: xor, xor, and.
MT_RULE(Add, L.A + L.B)
MT_RULE(Sub, L.A - L.B)
MT_RULE(Mul, L.A *L.B)
MT_RULE(MulHi, L.multiplyHigh())
MT_RULE(Div, L.divide())
MT_RULE(Mod, L.modulo())
MT_RULE(And, L.A & L.B)
MT_RULE(Or, L.A | L.B)
MT_RULE(Xor, L.A ^ L.B)
MT_RULE(Shl, L.A << L.amount())
MT_RULE(Shr, L.shiftRight())
MT_RULE(CmpLt, L.less())
MT_RULE(CmpLe, !L.greater())
MT_RULE(CmpGt, L.greater())
MT_RULE(CmpGe, !L.less())
MT_RULE(CmpEq, L.A == L.B)
MT_RULE(CmpNe, L.A != L.B)
MT_RULE(Minimum, L.less() ? L.A : L.B)
MT_RULE(Maximum, L.greater() ? L.A : L.B)
MT_RULE(Neg, 0 - L.A)
MT_RULE(Not, ~L.A)
MT_RULE(Abs, L.isNegative() ? 0 - L.A : L.A)
#undef MT_RULE

template <typename OpTy> uint64_t apply(const Lane &L) {
  if constexpr (!computesOn<OpTy>(TS_Bits | TS_Pointer))
    llvm_unreachable("not an op on integers");
  else if constexpr (OpTy::Info.Result == ResultType::Bool)
    return rule<OpTy>(L);
  else
    return truncateTo(rule<OpTy>(L), L.Width);
}

} // namespace

uint64_t detail::evaluateInteger(OpKind Op, TypeKind Kind,
                                 llvm::ArrayRef<uint64_t> Operands) {
  uint64_t B = Operands.size() > 1 ? Operands[1] : 0;
  Lane L = {extendInteger(Operands[0], Kind), extendInteger(B, Kind),
            isSignedKind(Kind), integerWidth(Kind)};
  switch (Op) {
#define MT_OP(Name, Family)                                                    \
  case OpKind::Name:                                                           \
    return apply<Name##Op>(L);
#include "mytriton/IR/Ops.def"
  }
  llvm_unreachable("covered switch");
}
