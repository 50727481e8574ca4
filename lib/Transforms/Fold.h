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

  // Which rule an op has. One without an entry does not compile.
#define MT_FOLD(OP, METHOD)                                                    \
  Value *rule(OP##Op *O) { return METHOD(O); }
#define MT_NO_RULE(OP)                                                         \
  Value *rule(OP##Op *) { return nullptr; }
  MT_FOLD(Add, foldAdd)
  MT_FOLD(Sub, foldSub)
  MT_FOLD(Mul, foldMul)
  MT_FOLD(Div, foldDiv)
  MT_FOLD(Mod, foldMod)
  MT_FOLD(And, foldAnd)
  MT_FOLD(Or, foldOr)
  MT_FOLD(Xor, foldXor)
  MT_FOLD(Shl, foldShift)
  MT_FOLD(Shr, foldShift)
  MT_FOLD(CmpLt, foldCompare)
  MT_FOLD(CmpLe, foldCompare)
  MT_FOLD(CmpGt, foldCompare)
  MT_FOLD(CmpGe, foldCompare)
  MT_FOLD(CmpEq, foldCompare)
  MT_FOLD(CmpNe, foldCompare)
  MT_FOLD(Minimum, foldExtremum)
  MT_FOLD(Maximum, foldExtremum)
  MT_FOLD(Neg, foldNeg)
  MT_FOLD(Not, foldNot)
  MT_FOLD(Abs, foldIdempotent)
  MT_FOLD(Floor, foldIdempotent)
  MT_FOLD(Ceil, foldIdempotent)
  MT_FOLD(Select, foldSelect)
  MT_FOLD(Cast, foldCast)
  MT_FOLD(Broadcast, foldBroadcast)
  MT_FOLD(AddPtr, foldAddPtr)
  MT_FOLD(Load, foldLoad)
  // Nothing is known about these beyond their literals; regions and stores are
  // folded by the walk.
  MT_NO_RULE(Fma)
  MT_NO_RULE(MulHi)
  MT_NO_RULE(Exp)
  MT_NO_RULE(Exp2)
  MT_NO_RULE(Log)
  MT_NO_RULE(Log2)
  MT_NO_RULE(Sqrt)
  MT_NO_RULE(Rsqrt)
  MT_NO_RULE(Sin)
  MT_NO_RULE(Cos)
  MT_NO_RULE(Erf)
  MT_NO_RULE(Tanh)
  MT_NO_RULE(ProgramId)
  MT_NO_RULE(NumPrograms)
  MT_NO_RULE(Arange)
  MT_NO_RULE(Zeros)
  MT_NO_RULE(Full)
  MT_NO_RULE(Empty)
  MT_NO_RULE(ExpandDims)
  MT_NO_RULE(Reshape)
  MT_NO_RULE(Trans)
  MT_NO_RULE(Join)
  MT_NO_RULE(Split)
  MT_NO_RULE(Cat)
  MT_NO_RULE(Flip)
  MT_NO_RULE(Gather)
  MT_NO_RULE(Sum)
  MT_NO_RULE(Max)
  MT_NO_RULE(Min)
  MT_NO_RULE(Reduce)
  MT_NO_RULE(Scan)
  MT_NO_RULE(Dot)
  MT_NO_RULE(Store)
  MT_NO_RULE(AtomicAdd)
  MT_NO_RULE(AtomicMax)
  MT_NO_RULE(AtomicMin)
  MT_NO_RULE(AtomicAnd)
  MT_NO_RULE(AtomicOr)
  MT_NO_RULE(AtomicXor)
  MT_NO_RULE(AtomicXchg)
  MT_NO_RULE(AtomicCas)
  MT_NO_RULE(Assert)
  MT_NO_RULE(Print)
  MT_NO_RULE(For)
  MT_NO_RULE(While)
  MT_NO_RULE(If)
  MT_NO_RULE(Yield)
  MT_NO_RULE(Condition)
  MT_NO_RULE(Return)
  MT_NO_RULE(Call)
  MT_NO_RULE(ThreadId)
  MT_NO_RULE(FragmentIndex)
  MT_NO_RULE(Splat)
  MT_NO_RULE(PermuteRegisters)
  MT_NO_RULE(ConcatRegisters)
  MT_NO_RULE(Shuffle)
  MT_NO_RULE(ShuffleXor)
  MT_NO_RULE(SharedAlloc)
  MT_NO_RULE(SharedLoad)
  MT_NO_RULE(SharedStore)
  MT_NO_RULE(MaskedCas)
  MT_NO_RULE(PrintElements)
  MT_NO_RULE(Barrier)
  MT_NO_RULE(Mma)
  MT_NO_RULE(SharedLoadMatrix)
  MT_NO_RULE(AsyncCopy)
  MT_NO_RULE(AsyncCommit)
  MT_NO_RULE(AsyncWait)
#undef MT_FOLD
#undef MT_NO_RULE

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
