//===- Fold.cpp - Constant folding and local simplification ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The walk over the ops, evaluation of ops on literals, and the dispatch to the
// rules of each family.
//
//===----------------------------------------------------------------------===//

#include "Fold.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/Transforms/Passes.h"
#include <bit>

using namespace mt;

//===----------------------------------------------------------------------===//
// Questions about constants
//===----------------------------------------------------------------------===//

static uint64_t mask(Type T) { return ~uint64_t(0) >> (64 - T.bitWidth()); }

bool mt::isZero(const Constant *C) {
  return C && C->type().isIntegerOrBool() && C->bits() == 0;
}

bool mt::isOne(const Constant *C) {
  return C && C->type().isIntegerOrBool() && C->bits() == 1;
}

bool mt::isAllOnes(const Constant *C) {
  return C && C->type().isIntegerOrBool() && C->bits() == mask(C->type());
}

static uint64_t signBit(Type T) { return uint64_t(1) << (T.bitWidth() - 1); }

bool mt::isLowest(const Constant *C) {
  if (!C || !C->type().isIntegerOrBool())
    return false;
  return C->bits() == (C->type().isSigned() ? signBit(C->type()) : 0);
}

bool mt::isHighest(const Constant *C) {
  if (!C || !C->type().isIntegerOrBool())
    return false;
  uint64_t All = mask(C->type());
  return C->bits() == (C->type().isSigned() ? All >> 1 : All);
}

bool mt::isFloat(const Constant *C, double V) {
  return C && C->type().isFloat() &&
         std::bit_cast<uint64_t>(bitsToDouble(C->bits(), C->type())) ==
             std::bit_cast<uint64_t>(V);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

/// 8-bit floats are storage types: targets need not agree on their arithmetic,
/// so only conversions are computed here. No literal spells a pointer.
static bool canEvaluate(Op *O) {
  Type Result = O->type();
  if (!Result.isScalar() || Result.isPointer())
    return false;
  if (O->kind() == OpKind::Cast || O->kind() == OpKind::Select)
    return true;
  return !O->operand(0)->type().isFloat8();
}

Value *Folder::evaluateConstants(Op *O) {
  llvm::SmallVector<Type, 3> Types;
  llvm::SmallVector<uint64_t, 3> Bits;
  for (Value *V : O->operands()) {
    Constant *C = asConstant(V);
    if (!C)
      return nullptr;
    Types.push_back(C->type());
    Bits.push_back(C->bits());
  }
  if (!canEvaluate(O))
    return nullptr;
  return Ctx.constant(O->type(),
                      evaluate(O->kind(), O->attrs(), Types, Bits, O->type()));
}

void Folder::moveLiteralRight(Op *O) {
  Value *L = O->operand(0), *R = O->operand(1);
  if (!asConstant(L) || asConstant(R))
    return;
  O->setOperand(0, R);
  O->setOperand(1, L);
  ++NumFolded;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

Value *Folder::create(Op *O, OpKind Kind, llvm::ArrayRef<Value *> Operands,
                      Type Ty) {
  Op *New = K.createOp(Kind, O->loc(), Operands, Ty);
  O->block()->insert(New, O);
  if (!Created)
    Created = New;
  return New->result();
}

Value *Folder::simplify(Op *O) {
  uint32_t Traits = opTraits(O->kind());
  if (Traits & OT_Elementwise) {
    if (Value *V = evaluateConstants(O))
      return V;
    if (Traits & OT_Commutative)
      moveLiteralRight(O);
  }
  return simplifyByKind(O);
}

Folder::Position Folder::visit(Position At) {
  Op *O = &*At;
  std::optional<Position> GoOn;
  if (auto *For = llvm::dyn_cast<ForOp>(O))
    GoOn = foldFor(For);
  else if (auto *While = llvm::dyn_cast<WhileOp>(O))
    GoOn = foldWhile(While);
  else if (auto *If = llvm::dyn_cast<IfOp>(O))
    GoOn = foldIf(If);
  if (GoOn) {
    ++NumFolded;
    return *GoOn;
  }
  Position Next = std::next(At);
  if (O->kind() == OpKind::Store) {
    NumFolded += foldStore(O);
    return Next;
  }
  Created = nullptr;
  Value *New;
  do {
    Again = false;
    New = simplify(O);
    NumFolded += Again;
  } while (!New && Again);
  if (!New)
    return Next;
  O->replaceWith({New});
  ++NumFolded;
  return Created ? Created->getIterator() : Next;
}

void Folder::visitBlock(Block &B) {
  for (Position At = B.begin(); At != B.end();)
    At = visit(At);
}

/// A parameter specialized to a value is that value.
uint64_t Folder::foldParameters() {
  uint64_t N = 0;
  if (K.isFunc())
    return N; // callers pass what they like
  for (BlockArgument *P : K.params()) {
    Attr Equals = K.paramAttrs(P->index()).get("equals");
    if (!Equals || !Equals.isInt() || !P->type().isInteger() || P->use_empty())
      continue;
    P->replaceAllUsesWith(Ctx.intConstant(P->type(), Equals.asInt()));
    ++N;
  }
  return N;
}

uint64_t Folder::run() {
  NumFolded = foldParameters();
  visitBlock(K.body());
  return NumFolded;
}

// Long because it lists every op: this is where a new one breaks the build.
Value *Folder::simplifyByKind(Op *O) {
  switch (O->kind()) {
#define MT_OP(Name, Family)                                                    \
  case OpKind::Name:                                                           \
    return rule(llvm::cast<Name##Op>(O));
#include "mytriton/IR/Ops.def"
  }
  llvm_unreachable("covered switch");
}

PreservedAnalyses FoldPass::run(Kernel &K, KernelAnalysisManager &AM) {
  uint64_t NumFolded = Folder(K).run();
  passContext(K, AM).count("ops simplified", NumFolded);
  return NumFolded ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
