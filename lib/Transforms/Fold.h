//===- Fold.h - Rules of the pass fold --------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Transforms. Rules stand in one file per op family. Each looks
// at one op and the ops that define its operands, and never makes a result
// that differs in any bit (NaN payloads aside) or in its type.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_TRANSFORMS_FOLD_H
#define MYTRITON_LIB_TRANSFORMS_FOLD_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"

namespace mt {

/// Folds one kernel. Ops are visited in program order, so operands are final
/// when an op is reached; an op is revisited until no rule applies, and what a
/// rule creates is visited like everything else. One run reaches a fixed point.
class Folder {
public:
  explicit Folder(Kernel &K) : K(K), Ctx(K.context()) {}

  /// Number of ops simplified.
  uint64_t run();

private:
  using Position = Block::OpList::iterator;

  // Fold.cpp: the walk.
  uint64_t foldParameters();
  void visitBlock(Block &B);
  /// Folds the op at a position; returns where to go on.
  Position visit(Position At);
  /// What replaces O's result; null if nothing does. A rule that changes O in
  /// place says so through changedInPlace().
  Value *simplify(Op *O);
  Value *simplifyByKind(Op *O);
  Value *evaluateConstants(Op *O);
  void moveLiteralRight(Op *O);

  // FoldArith.cpp
  Value *foldAdd(Op *O);
  Value *foldSub(Op *O);
  Value *foldMul(Op *O);
  Value *foldDiv(Op *O);
  Value *foldMod(Op *O);
  Value *foldShift(Op *O);
  Value *foldNeg(Op *O);
  Value *foldExtremum(Op *O);
  Value *foldIdempotent(Op *O);
  Value *mergeLiterals(Op *O);

  // FoldLogic.cpp
  Value *foldAnd(Op *O);
  Value *foldOr(Op *O);
  Value *foldXor(Op *O);
  Value *foldNot(Op *O);
  Value *foldCompare(Op *O);
  Value *foldSelect(Op *O);

  // FoldCast.cpp
  Value *foldCast(Op *O);
  Value *foldBroadcast(Op *O);

  // FoldMemory.cpp
  Value *foldAddPtr(Op *O);
  Value *foldLoad(Op *O);
  /// True if the store was erased.
  bool foldStore(Op *O);

  // FoldControl.cpp: where to go on if the op was dissolved, nothing if it
  // stays (its regions are folded then).
  std::optional<Position> foldFor(ForOp *O);
  std::optional<Position> foldWhile(WhileOp *O);
  std::optional<Position> foldIf(IfOp *O);
  Position inlineBlock(Block &B, Op *Before, llvm::ArrayRef<Value *> Results);

  // What rules use.

  /// V if it can stand for O's result, else null: implied broadcasting may
  /// give the result a larger shape than V has.
  static Value *keep(Op *O, Value *V) {
    return V->type() == O->type() ? V : nullptr;
  }
  /// The constant if O's result is a scalar, else null.
  Value *scalar(Op *O, uint64_t Bits) {
    return O->type().isScalar() ? Ctx.constant(O->type(), Bits) : nullptr;
  }
  void changedInPlace() { Again = true; }
  /// A new op in front of O, at O's location.
  Value *create(Op *O, OpKind Kind, llvm::ArrayRef<Value *> Operands, Type Ty);

  Kernel &K;
  Context &Ctx;
  uint64_t NumFolded = 0;
  bool Again = false;
  Op *Created = nullptr; // first new op of the current visit
};

/// V as a constant, null if it is none or not there.
inline Constant *asConstant(Value *V) {
  return llvm::dyn_cast_or_null<Constant>(V);
}

// Questions about constants; false for null.

/// An integer or bool zero.
bool isZero(const Constant *C);
/// An integer or bool one.
bool isOne(const Constant *C);
/// An integer or bool with all bits set.
bool isAllOnes(const Constant *C);
/// Integer limits, by the constant's own type; bool counts as unsigned.
bool isLowest(const Constant *C);
bool isHighest(const Constant *C);
/// A float of exactly this value; zeros with this sign.
bool isFloat(const Constant *C, double V);

} // namespace mt

#endif // MYTRITON_LIB_TRANSFORMS_FOLD_H
