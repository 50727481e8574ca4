//===- RunElementwise.cpp - Ops that work lane by lane --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFacts.h"
#include "Checker.h"
#include "Handlers.h"
#include "Machine.h"
#include "mytriton/IR/Evaluate.h"

using namespace mt;
using namespace mt::interp;

namespace {

/// Values and shadows of one lane's operands.
struct LaneOperands {
  llvm::SmallVector<uint64_t, 4> Bits;
  llvm::SmallVector<Shadow, 4> Shadows;
};

} // namespace

/// `and` with a defined false, and `or` with a defined true, are defined
/// whatever the other side is; masks are built that way.
static bool decides(const Instr &I, uint64_t Bits) {
  if (!I.ElementTypes[0].isBool())
    return false;
  return (I.Kind == OpKind::And && !Bits) || (I.Kind == OpKind::Or && Bits);
}

/// The first operand that is undefined, or came from a parameter, passes that
/// on; `select` looks only at what it takes.
static Shadow resultShadow(const Instr &I, const LaneOperands &Ops) {
  if (I.Kind == OpKind::Select && !Ops.Shadows[0].Origin)
    return Ops.Shadows[Ops.Bits[0] ? 1 : 2];
  Shadow R;
  for (unsigned K = 0; K != Ops.Bits.size(); ++K) {
    const Shadow &S = Ops.Shadows[K];
    if (!S.Origin && decides(I, Ops.Bits[K]))
      return {};
    R.Origin = R.Origin ? R.Origin : S.Origin;
    R.Param = R.Param ? R.Param : S.Param;
  }
  return R;
}

void interp::runElementwise(Machine &M, const Instr &I) {
  const Slot Dst = I.Results[0].Dst;
  const Type Result = I.resultElement();
  const unsigned NumOperands = I.Operands.size();
  const bool Checked = M.checker() != nullptr;
  const bool SaysFacts = saysFacts(M, I);
  LaneOperands Ops;
  Ops.Bits.resize(NumOperands);
  Ops.Shadows.resize(NumOperands);
  size_t Out = Dst.Offset;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      for (unsigned K = 0; K != NumOperands; ++K) {
        size_t Index = I.Operands[K].lane(T, R);
        Ops.Bits[K] = M.lane(Index);
        if (Checked)
          Ops.Shadows[K] = M.shadow(Index);
      }
      if (SaysFacts)
        checkFacts(M, I, Ops.Bits);
      M.lane(Out) = evaluate(I.Kind, I.Attrs, I.ElementTypes, Ops.Bits, Result);
      if (Checked)
        M.shadow(Out) = resultShadow(I, Ops);
    }
}
