//===- LowerScan.cpp - Scans ----------------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One step per bit of the axis, from the lowest: runs of 2^b elements are
// scanned already, and every element whose bit b is set takes in the last
// element of the run in front of it. (In reverse: bit clear, first element,
// behind.) The layout puts the low bits of the axis into registers, the next
// into lanes, the highest into warps, so that a step's source is a constant
// register, then a lane's last register, then a warp's last lane.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;
using llvm::ArrayRef;

namespace mt {

class ScanLowering {
public:
  ScanLowering(ThreadLowering &T, ScanOp *Scan)
      : T(T), Scan(Scan), Axis(Scan->axis()), Reverse(Scan->isReverse()),
        Shape(T.Assigned.tileOf(Scan->operand(0)).shape()),
        In(*T.L.along(Shape, Axis)), Mask(In.maskOf(Axis)) {}

  ThreadLowering::Values run();

private:
  using Values = ThreadLowering::Values;

  /// Inputs that hold bits of the axis, as bits of their own index.
  uint32_t axisInputs(ArrayRef<uint32_t> B) const;
  /// The register at the end of each run within the thread, one for each
  /// register bit of the other axes.
  Value *lastRegister(Value *Form);
  /// What lastRegister gave, for all registers.
  Value *toAllRegisters(Value *Form);
  /// Own with the bits Below set and Bit clear; the other way round in
  /// reverse.
  Value *sourceIndex(Value *Own, uint32_t Bit, uint32_t Below);
  Value *fromRegister(Value *Form, unsigned I);
  Value *fromLane(Value *Form, unsigned I);
  Value *fromWarp(Value *Form, unsigned I);
  void step(unsigned Bit, llvm::function_ref<Value *(Value *)> Source);

  ThreadLowering &T;
  ScanOp *Scan;
  unsigned Axis;
  bool Reverse;
  Extents Shape;
  LinearLayout In;
  uint32_t Mask;
  Values V;
};

} // namespace mt

uint32_t ScanLowering::axisInputs(ArrayRef<uint32_t> B) const {
  uint32_t R = 0;
  for (unsigned I = 0; I != B.size(); ++I)
    R |= B[I] & Mask ? 1u << I : 0;
  return R;
}

Value *ScanLowering::fromRegister(Value *Form, unsigned I) {
  // Registers of the axis are the lowest ones, in the order of its bits.
  uint32_t Below = (1u << I) - 1;
  Bases Picked;
  for (unsigned R = 0; R != In.reg().size(); ++R)
    Picked.push_back(R <= I ? 0 : 1u << R);
  return T.permute(Form, Picked, Reverse ? 1u << I : Below);
}

Value *ScanLowering::lastRegister(Value *Form) {
  uint32_t Own = axisInputs(In.reg());
  Bases Picked;
  for (unsigned R = 0; R != In.reg().size(); ++R)
    if (!(Own >> R & 1))
      Picked.push_back(1u << R);
  return T.permute(Form, Picked, Reverse ? 0 : Own);
}

Value *ScanLowering::toAllRegisters(Value *Form) {
  uint32_t Own = axisInputs(In.reg());
  Bases Picked;
  unsigned Next = 0;
  for (unsigned R = 0; R != In.reg().size(); ++R)
    Picked.push_back(Own >> R & 1 ? 0 : 1u << Next++);
  return T.permute(Form, Picked);
}

Value *ScanLowering::sourceIndex(Value *Own, uint32_t Bit, uint32_t Below) {
  uint32_t Cleared = Reverse ? Below : Bit, Set = Reverse ? Bit : Below;
  if (Cleared)
    Own = T.create(OpKind::And, Own, ~int64_t(Cleared));
  return Set ? T.create(OpKind::Or, Own, Set) : Own;
}

Value *ScanLowering::fromLane(Value *Form, unsigned I) {
  uint32_t Below = axisInputs(In.lane()) & ((1u << I) - 1);
  Value *Lane = T.create(OpKind::And, T.createThreadId(), WarpSize - 1);
  Lane = sourceIndex(Lane, 1u << I, Below);
  return toAllRegisters(T.shuffle(lastRegister(Form), Lane));
}

Value *ScanLowering::fromWarp(Value *Form, unsigned I) {
  // The totals of warps, by warp bits of the axis and the other coordinates.
  unsigned Shift = In.shiftOf(Axis);
  unsigned Within = llvm::popcount(axisInputs(In.reg())) +
                    llvm::popcount(axisInputs(In.lane()));
  auto Compact = [&](ArrayRef<uint32_t> From) {
    Bases R;
    uint32_t Low = (1u << Shift) - 1;
    for (uint32_t B : From)
      R.push_back((B & Low) | ((B & ~Low) >> (Shift + Within) << Shift));
    return R;
  };
  // Bits of other axes above the axis keep their place above its warp bits.
  Bases Regs, Lanes, Warps = Compact(In.warp());
  for (uint32_t B : In.reg())
    if (!(B & Mask))
      Regs.push_back(Compact({B})[0]);
  for (uint32_t B : In.lane())
    Lanes.push_back(B & Mask ? 0 : Compact({B})[0]);
  Bases Threads(Lanes);
  Threads.append(Warps.begin(), Warps.end());
  Value *Last = lastRegister(Form);
  Value *Buffer = T.createBuffer(int64_t(1) << (In.numBits() - Within),
                                 Last->type().elementType());
  Value *Own = T.index(Regs, Threads);
  // Stored by the thread whose lane is at the end of the run.
  uint32_t AxisLanes = axisInputs(In.lane());
  Value *IsEnd = nullptr;
  if (AxisLanes)
    IsEnd = T.createCompare(
        OpKind::CmpEq, T.create(OpKind::And, T.createThreadId(), AxisLanes),
        Reverse ? 0 : AxisLanes);
  T.storeShared(Buffer, Own, Last, T.both(IsEnd, T.ownerMask(T.L.unique(In))));
  uint32_t Bit = Warps[I], Below = 0;
  for (unsigned W = 0; W != I; ++W)
    Below |= In.warp()[W] & Mask ? Warps[W] : 0;
  return toAllRegisters(T.loadShared(Buffer, sourceIndex(Own, Bit, Below)));
}

void ScanLowering::step(unsigned Bit,
                        llvm::function_ref<Value *(Value *)> Source) {
  Values From;
  for (Value *Form : V)
    From.push_back(Source(Form));
  Values Next = T.combine(Scan, From, V);
  Value *At = T.coordinate(In, Axis);
  Value *IsSet = T.create(OpKind::And, At, int64_t(1) << Bit);
  Value *Takes =
      T.createCompare(Reverse ? OpKind::CmpEq : OpKind::CmpNe, IsSet, 0);
  if (Reverse && !llvm::isPowerOf2_64(Shape[Axis])) {
    // The run behind may be padding: it starts past the extent then.
    Value *Start = T.create(OpKind::And, At, ~((int64_t(1) << Bit) - 1));
    Start = T.create(OpKind::Or, Start, int64_t(1) << Bit);
    Takes = T.both(Takes, T.createCompare(OpKind::CmpLt, Start, Shape[Axis]));
  }
  for (unsigned I = 0; I != V.size(); ++I)
    V[I] = T.createSelect(Takes, Next[I], V[I]);
}

ThreadLowering::Values ScanLowering::run() {
  LayoutRef Home = T.L.unique(In);
  for (Value *Operand : Scan->operands())
    V.push_back(T.spread(T.getAs(Operand, Shape, Home), Home));
  unsigned Bit = 0;
  for (unsigned I = 0; I != In.reg().size(); ++I)
    if (In.reg()[I] & Mask)
      step(Bit++, [&](Value *F) { return fromRegister(F, I); });
  for (unsigned I = 0; I != In.lane().size(); ++I)
    if (In.lane()[I] & Mask)
      step(Bit++, [&](Value *F) { return fromLane(F, I); });
  for (unsigned I = 0; I != In.warp().size(); ++I)
    if (In.warp()[I] & Mask)
      step(Bit++, [&](Value *F) { return fromWarp(F, I); });
  return V;
}

void ThreadLowering::lowerScan(ScanOp *Scan) {
  Location Loc = Scan->loc();
  Values Results = ScanLowering(*this, Scan).run();
  B.setLoc(Loc);
  for (unsigned I = 0; I != Results.size(); ++I)
    define(Scan->result(I), Results[I]);
  retire(Scan);
}
