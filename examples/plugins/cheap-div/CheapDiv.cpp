//===- CheapDiv.cpp - Divisions by powers of two, made cheap --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pass plugin. Divisions are the slowest arithmetic a GPU has; where the
// divisor is a power of two there is an exact and cheap form:
//
//   x / 8.0      ->  x * 0.125     one rounding of the same real number
//   u / 8        ->  u >> 3        unsigned
//   u % 8        ->  u & 7         unsigned
//
// Signed divisions truncate, shifts round down: they stay as they are.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/PassPlugin.h"
#include "llvm/ADT/APFloat.h"

namespace {

class CheapDivPass : public mt::PassInfoMixin<CheapDivPass> {
public:
  explicit CheapDivPass(const mt::PassOptions &Options)
      : Floats(Options.flag("floats")), Integers(Options.flag("integers")) {}

  mt::PreservedAnalyses run(mt::Kernel &K, mt::KernelAnalysisManager &AM);

private:
  mt::Value *cheaper(mt::Op *O, mt::OpBuilder &B) const;
  bool Floats, Integers;
};

} // namespace

/// 1 / C if a float of C's type is exactly that, else null.
static mt::Constant *exactReciprocal(mt::Constant *C, mt::Context &Ctx) {
  llvm::APFloat Inverse(0.0);
  if (!C->asAPFloat().getExactInverse(&Inverse))
    return nullptr;
  return Ctx.constant(C->type(), Inverse.bitcastToAPInt().getZExtValue());
}

/// The op that replaces O; null if there is none.
mt::Value *CheapDivPass::cheaper(mt::Op *O, mt::OpBuilder &B) const {
  bool IsDiv = llvm::isa<mt::DivOp>(O);
  if (!IsDiv && !llvm::isa<mt::ModOp>(O))
    return nullptr;
  auto *Divisor = llvm::dyn_cast<mt::Constant>(O->operand(1));
  if (!Divisor)
    return nullptr;
  mt::Type T = Divisor->type();
  B.setInsertionPoint(O);
  B.setLoc(O->loc());
  auto Make = [&](mt::OpKind Kind, mt::Constant *Operand) {
    return B.create(Kind, {O->operand(0), Operand}, {O->type()})->result();
  };
  if (T.isFloat()) {
    mt::Constant *Inverse =
        IsDiv && Floats ? exactReciprocal(Divisor, B.context()) : nullptr;
    return Inverse ? Make(mt::OpKind::Mul, Inverse) : nullptr;
  }
  uint64_t N = Divisor->asUnsigned();
  if (!Integers || T.isSigned() || !llvm::isPowerOf2_64(N))
    return nullptr;
  if (IsDiv)
    return Make(mt::OpKind::Shr, B.context().constant(T, llvm::Log2_64(N)));
  return Make(mt::OpKind::And, B.context().constant(T, N - 1));
}

mt::PreservedAnalyses CheapDivPass::run(mt::Kernel &K,
                                        mt::KernelAnalysisManager &AM) {
  mt::PassContext &Context = mt::passContext(K, AM);
  mt::OpBuilder B(K);
  uint64_t NumReplaced = 0;
  mt::walk(K.body(), [&](mt::Op *O) {
    mt::Value *New = cheaper(O, B);
    if (!New)
      return;
    Context.remark(O->loc(), llvm::Twine("replaced ") + O->name() + " by " +
                                 New->definingOp()->name());
    O->replaceWith({New});
    ++NumReplaced;
  });
  Context.count("divisions replaced", NumReplaced);
  return NumReplaced ? mt::PreservedAnalyses::none()
                     : mt::PreservedAnalyses::all();
}

static void registerPasses(mt::PassBuilder &PB) {
  PB.registerKernelPass<"cheap-div", CheapDivPass>(
      "turn divisions by powers of two into cheaper ops",
      {mt::PassOption::flag("floats", true, "rewrite float divisions"),
       mt::PassOption::flag("integers", true, "rewrite unsigned ones")});
}

MT_PASS_PLUGIN("cheap-div", "1.0", registerPasses)
