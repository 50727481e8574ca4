//===- FuseFMA.cpp - Fuses float products into sums -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// a * b + c becomes fma(a, b, c) where nothing else uses the product. This is
// the only place where MyTriton contracts floats: emitters never do, so every
// target rounds alike. Signs go into a factor or the addend, which is exact.
// What is added to a product of matrices becomes its accumulator.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

FuseFMAPass::FuseFMAPass(const PassOptions &Options)
    : Enabled(Options.flag("enable_fp_fusion")) {}

/// The product that V is, if it may be fused.
static MulOp *fusibleProduct(Value *V) {
  auto *Mul = getDefining<MulOp>(V);
  return Mul && V->hasOneUse() ? Mul : nullptr;
}

/// -V, as a literal where V is one.
static Value *negated(OpBuilder &B, Value *V) {
  auto *C = llvm::dyn_cast<Constant>(V);
  if (!C)
    return B.create<NegOp>(V)->result();
  Type T = C->type();
  return B.context().constant(T,
                              evaluate(OpKind::Neg, {}, {T}, {C->bits()}, T));
}

static bool fuse(Op *O, OpBuilder &B) {
  bool IsSub = O->kind() == OpKind::Sub;
  if (!IsSub && O->kind() != OpKind::Add)
    return false;
  Type Element = O->type().elementType();
  if (!Element.isFloat() || Element.isFloat8())
    return false;
  Value *Addend = O->operand(1);
  MulOp *Mul = fusibleProduct(O->operand(0));
  bool ProductIsRight = !Mul;
  if (ProductIsRight) {
    Addend = O->operand(0);
    Mul = fusibleProduct(O->operand(1));
  }
  if (!Mul)
    return false;
  B.setInsertionPoint(O);
  B.setLoc(O->loc());
  Value *L = Mul->lhs(), *R = Mul->rhs();
  if (IsSub && !ProductIsRight)
    Addend = negated(B, Addend); // l * r - c
  else if (IsSub && llvm::isa<Constant>(R))
    R = negated(B, R); // c - l * r, without an op for the sign
  else if (IsSub)
    L = negated(B, L);
  Op *Fma = B.create(OpKind::Fma, {L, R, Addend}, {O->type()});
  O->replaceWith({Fma->result()});
  Mul->erase();
  return true;
}

static bool isZero(Value *V) {
  if (getDefining<ZerosOp>(V))
    return true;
  Op *Fill = V->definingOp();
  if (!Fill || !llvm::isa<FullOp, BroadcastOp>(Fill))
    return false;
  auto *C = llvm::dyn_cast<Constant>(Fill->operand(0));
  return C && C->bits() == 0;
}

/// acc + dot a, b, 0 is dot a, b, acc.
static bool fuseDot(Op *O, OpBuilder &B) {
  if (O->kind() != OpKind::Add)
    return false;
  for (unsigned I : {0u, 1u}) {
    auto *Dot = getDefining<DotOp>(O->operand(I));
    Value *Acc = O->operand(1 - I);
    if (!Dot || !Dot->result()->hasOneUse() || !isZero(Dot->acc()) ||
        Acc->type() != Dot->type())
      continue;
    B.setInsertionPoint(O);
    B.setLoc(Dot->loc());
    auto *Sum = B.create<DotOp>(Dot->a(), Dot->b(), Acc, Dot->attrs());
    O->replaceWith({Sum->result()});
    Dot->erase();
    return true;
  }
  return false;
}

PreservedAnalyses FuseFMAPass::run(Kernel &K, KernelAnalysisManager &AM) {
  Attr Wanted = K.attrs().get("enable_fp_fusion");
  if (!Enabled || (Wanted && Wanted.isBool() && !Wanted.asBool()))
    return PreservedAnalyses::all();
  OpBuilder B(K);
  uint64_t NumFused = 0;
  walk(K.body(), [&](Op *O) { NumFused += fuse(O, B) || fuseDot(O, B); });
  passContext(K, AM).count("products fused", NumFused);
  return NumFused ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
