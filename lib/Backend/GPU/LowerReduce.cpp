//===- LowerReduce.cpp - Reductions ---------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Register bits of the axis are folded within the thread, lane bits by
// shuffles; partial results of several warps go through shared memory to
// registers of every thread and are folded there. The lower half of what a bit
// tells apart is always the combine rule's first operand.
//
// An extent that is no power of two is padded at its end. `sum`, `max` and
// `min` put their neutral element there. Other rules have none: wherever the
// upper half is padding the lower one stays as it is.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"
#include "llvm/ADT/APFloat.h"

using namespace mt;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Combine rules
//===----------------------------------------------------------------------===//

static OpKind combinerOf(OpKind K) {
  return K == OpKind::Sum   ? OpKind::Add
         : K == OpKind::Max ? OpKind::Maximum
                            : OpKind::Minimum;
}

/// The region's ops work on scalars; here they work on forms.
ThreadLowering::Values ThreadLowering::combine(Op *O, ArrayRef<Value *> A,
                                               ArrayRef<Value *> Other) {
  if (!O->numRegions()) {
    AttrDict Attrs;
    if (O->kind() != OpKind::Sum)
      Attrs = Ctx.dict({Ctx.named("gpu.any_zero", Ctx.boolAttr(true))});
    if (Attr Propagate = O->attr("propagate_nan"))
      Attrs = Ctx.withAttr(Attrs, "propagate_nan", Propagate);
    return {createLanes(combinerOf(O->kind()), {A[0], Other[0]},
                        A[0]->type().elementType(), Attrs)};
  }
  llvm::DenseMap<Value *, Value *> Map;
  Block &Body = O->body();
  for (unsigned I = 0; I != A.size(); ++I) {
    Map[Body.arg(I)] = A[I];
    Map[Body.arg(A.size() + I)] = Other[I];
  }
  auto Mapped = [&](Op &From) {
    Values R;
    for (Value *V : From.operands()) {
      Value *To = Map.lookup(V);
      R.push_back(To ? To : V);
    }
    return R;
  };
  for (Op &Each : Body) {
    if (Each.hasTrait(OT_Terminator))
      return Mapped(Each);
    B.setLoc(Each.loc());
    Map[Each.result()] = createLanes(Each.kind(), Mapped(Each),
                                     Each.type().elementType(), Each.attrs());
  }
  llvm_unreachable("a combine region ends in yield");
}

/// Combining with it changes nothing; null where there is no such element.
static Constant *neutralElement(Context &Ctx, Op *O) {
  Type T = O->operand(0)->type().elementType();
  if (O->kind() == OpKind::Sum)
    return Ctx.constant(T, 0);
  if (O->kind() != OpKind::Max && O->kind() != OpKind::Min)
    return nullptr;
  bool IsMax = O->kind() == OpKind::Max;
  if (T.isFloat()) {
    const llvm::fltSemantics &Sem = T.floatSemantics();
    // Where NaN loses against everything, infinity would win against it.
    if (Attr Propagate = O->attr("propagate_nan");
        Propagate && !Propagate.asBool())
      return Ctx.constant(
          T, llvm::APFloat::getQNaN(Sem).bitcastToAPInt().getZExtValue());
    auto Inf = llvm::APFloat::semanticsHasInf(Sem)
                   ? llvm::APFloat::getInf(Sem, IsMax)
                   : llvm::APFloat::getLargest(Sem, IsMax);
    return Ctx.constant(T, Inf.bitcastToAPInt().getZExtValue());
  }
  unsigned Width = T.bitWidth();
  llvm::APInt Bound = T.isSigned()
                          ? (IsMax ? llvm::APInt::getSignedMinValue(Width)
                                   : llvm::APInt::getSignedMaxValue(Width))
                          : (IsMax ? llvm::APInt::getZero(Width)
                                   : llvm::APInt::getAllOnes(Width));
  return Ctx.constant(T, Bound.getZExtValue());
}

/// True if the order of operands shows in no bit of the result.
static bool isExactlyCommutative(Op *O) {
  Type T = O->operand(0)->type().elementType();
  return O->kind() == OpKind::Sum || (!O->numRegions() && T.isIntegerOrBool());
}

//===----------------------------------------------------------------------===//
// One reduction
//===----------------------------------------------------------------------===//

namespace mt {

class ReductionLowering {
public:
  ReductionLowering(ThreadLowering &T, Op *O)
      : T(T), O(O), Axis(O->intAttr("axis")),
        Shape(T.Assigned.tileOf(O->operand(0)).shape()),
        In(*T.Assigned.reduced(O, Axis)), Mask(In.maskOf(Axis)) {}

  ThreadLowering::Values run();

private:
  using Values = ThreadLowering::Values;

  bool isPadded() const { return !llvm::isPowerOf2_64(Shape[Axis]); }
  void readOperands();
  void foldRegisters();
  void foldRegister(unsigned I);
  void foldLanes();
  void gatherWarps();
  /// V = combine(V, Upper) where what Basis adds leaves an element.
  void fold(const Values &Lower, const Values &Upper, uint32_t Basis);

  ThreadLowering &T;
  Op *O;
  unsigned Axis;
  Extents Shape;
  LinearLayout In; ///< of the partial results so far
  uint32_t Mask;
  Values V;
  bool HasNeutral = false;
};

} // namespace mt

void ReductionLowering::readOperands() {
  LayoutRef Home = T.L.unique(In);
  Value *Elements = nullptr;
  Constant *Neutral = neutralElement(T.Ctx, O);
  HasNeutral = Neutral;
  if (isPadded() && Neutral) {
    // Padding of other axes does no harm.
    llvm::SmallVector<int64_t, 6> Along(Shape.size(), 1);
    Along[Axis] = Shape[Axis];
    Elements = T.elementMask(Home, Along);
  }
  for (Value *Operand : O->operands()) {
    Value *Form = T.getAs(Operand, Shape, Home);
    if (Elements)
      Form = T.createSelect(Elements, Form, Neutral);
    V.push_back(Form);
  }
}

void ReductionLowering::fold(const Values &Lower, const Values &Upper,
                             uint32_t Basis) {
  V = T.combine(O, Lower, Upper);
  if (!isPadded() || HasNeutral)
    return;
  // Bits that are folded count as 0 from here on.
  Value *At = T.coordinate(In, Axis);
  At = T.create(OpKind::Add, At, Basis >> In.shiftOf(Axis));
  Value *IsElement = T.createCompare(OpKind::CmpLt, At, Shape[Axis]);
  for (unsigned I = 0; I != V.size(); ++I)
    V[I] = T.createSelect(IsElement, V[I], Lower[I]);
}

void ReductionLowering::foldRegister(unsigned I) {
  Bases Regs(In.reg()), Picked;
  for (unsigned R = 0; R != Regs.size(); ++R)
    if (R != I)
      Picked.push_back(1u << R);
  uint32_t Basis = Regs[I];
  Regs.erase(Regs.begin() + I);
  Values Lower, Upper;
  for (Value *Form : V) {
    Lower.push_back(T.permute(Form, Picked));
    Upper.push_back(T.permute(Form, Picked, 1u << I));
  }
  In = In.with(LayoutInput::Register, Regs);
  fold(Lower, Upper, Basis);
}

void ReductionLowering::foldRegisters() {
  for (unsigned I = In.reg().size(); I-- != 0;)
    if (In.reg()[I] & Mask)
      foldRegister(I);
}

void ReductionLowering::foldLanes() {
  uint32_t Folded = 0;
  for (unsigned I = 0; I != In.lane().size(); ++I) {
    uint32_t Basis = In.lane()[I];
    if (!(Basis & Mask))
      continue;
    Values Upper;
    for (Value *Form : V)
      Upper.push_back(T.shuffleXor(Form, 1u << I));
    Bases Lanes(In.lane());
    Lanes[I] = 0;
    In = In.with(LayoutInput::Lane, Lanes);
    fold(Values(V), Upper, Basis);
    Folded |= 1u << I;
  }
  if (!Folded || (isExactlyCommutative(O) && (!isPadded() || HasNeutral)))
    return;
  // Each lane combined in its own order: all take what the lowest one has. Of
  // partial results of several warps, that is the one that counts anyway.
  if (llvm::any_of(In.warp(), [&](uint32_t Basis) { return Basis & Mask; }))
    return;
  Bases Terms;
  for (unsigned I = 0; I != In.lane().size(); ++I)
    Terms.push_back(Folded >> I & 1 ? 0 : 1u << I);
  Terms.append(In.warp().size(), 0);
  Value *Lowest = T.threadPart(Terms);
  for (Value *&Form : V)
    Form = T.shuffle(Form, Lowest);
}

/// Bits of warps become bits of registers, the same in all warps.
void ReductionLowering::gatherWarps() {
  Bases Warps(In.warp()), Regs(In.reg());
  for (uint32_t &Basis : Warps)
    if (Basis & Mask) {
      Regs.push_back(Basis);
      Basis = 0;
    }
  LinearLayout To =
      In.with(LayoutInput::Register, Regs).with(LayoutInput::Warp, Warps);
  if (To == In)
    return;
  for (Value *&Form : V)
    Form = T.convert(Form, T.L.unique(In), T.L.unique(To));
  In = To;
}

ThreadLowering::Values ReductionLowering::run() {
  readOperands();
  foldRegisters();
  foldLanes();
  gatherWarps();
  foldRegisters();
  return V;
}

Value *ThreadLowering::shuffleXor(Value *Form, uint32_t LaneBits) {
  AttrDict Attrs = Ctx.dict({Ctx.named("mask", Ctx.intAttr(LaneBits))});
  return B.create(OpKind::ShuffleXor, {Form}, {Form->type()}, Attrs)->result();
}

Value *ThreadLowering::shuffle(Value *Form, Value *Lane) {
  return B.create(OpKind::Shuffle, {Form, Lane}, {Form->type()})->result();
}

void ThreadLowering::lowerReduction(Op *O) {
  Location Loc = O->loc();
  Values Results = ReductionLowering(*this, O).run();
  B.setLoc(Loc);
  for (unsigned I = 0; I != Results.size(); ++I)
    define(O->result(I), Results[I]);
  retire(O);
}
