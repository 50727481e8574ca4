//===- ConvertLayout.cpp - From one layout to another ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion's map says from which register, lane and warp each thread
// takes each of its registers. Registers alone are renamed, lanes shuffled, few
// lane bits exchanged with register bits (ConvertBySwaps.cpp); everything else
// goes through shared memory.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"
#include "mytriton/Backend/GPU/ConversionBuffer.h"

using namespace mt;
using llvm::ArrayRef;

bool ThreadLowering::keepsThread(const LinearLayout &From,
                                 const LinearLayout &To) {
  LinearMap Map = conversionMap(From, To);
  unsigned FromRegs = From.reg().size(), ToRegs = To.reg().size();
  for (unsigned I = 0; I != Map.inBits(); ++I)
    if (I < ToRegs ? Map.basis(I) >> FromRegs != 0
                   : Map.basis(I) != 1u << (FromRegs + I - ToRegs))
      return false;
  return true;
}

Value *ThreadLowering::convert(Value *Form, LayoutRef From, LayoutRef To) {
  if (From == To)
    return Form;
  LinearMap Map = conversionMap(*From, *To);
  if (keepsThread(*From, *To)) {
    Bases Picked(Map.bases().take_front(To->reg().size()));
    return permute(Form, Picked);
  }
  if (Value *Shuffled = convertByShuffle(Form, From, To, Map))
    return Shuffled;
  if (Value *Swapped = convertBySwaps(Form, From, To, Map))
    return Swapped;
  return convertThroughShared(Form, From, To);
}

/// Null unless lanes come from lanes of the same warp, registers from
/// registers of some lane.
Value *ThreadLowering::convertByShuffle(Value *Form, LayoutRef From,
                                        LayoutRef To, const LinearMap &Map) {
  unsigned FromRegs = From->reg().size(), ToRegs = To->reg().size();
  unsigned NumLanes = From->lane().size();
  uint32_t RegMask = (1u << FromRegs) - 1;
  uint32_t LaneMask = ((1u << NumLanes) - 1) << FromRegs;
  Bases Picked, RegLanes, ThreadLanes;
  uint32_t Seen = 0;
  for (unsigned I = 0; I != Map.inBits(); ++I) {
    uint32_t Basis = Map.basis(I), Lane = (Basis & LaneMask) >> FromRegs;
    bool IsReg = I < ToRegs, IsLane = !IsReg && I < ToRegs + NumLanes;
    bool Fits = IsReg    ? !(Basis & ~(RegMask | LaneMask))
                : IsLane ? !(Basis & ~LaneMask)
                         : Basis == 1u << (FromRegs + I - ToRegs);
    // Lanes add up only if no two inputs set the same bit.
    if (!Fits || (Lane & (Lane - 1)) || (Lane & Seen))
      return nullptr;
    Seen |= Lane;
    if (IsReg)
      Picked.push_back(Basis & RegMask);
    (IsReg ? RegLanes : ThreadLanes).push_back(Lane);
  }
  Value *Lane = index(RegLanes, ThreadLanes);
  Value *Input = permute(Form, Picked);
  if (Lane->type().isFragment())
    Input = spread(Input, To);
  return B.create(OpKind::Shuffle, {Input, Lane}, {Input->type()})->result();
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

Value *ThreadLowering::createBuffer(int64_t Elements, Type Element) {
  return B.create(OpKind::SharedAlloc, {}, {Ctx.shared({Elements}, Element)})
      ->result();
}

void ThreadLowering::storeShared(Value *Buffer, Value *Index, Value *Form,
                                 Value *Mask, AttrDict Attrs) {
  if (Index->type().isScalar() && Form->type().isFragment())
    Index = B.create(OpKind::Splat, {Index},
                     {Ctx.withElement(Form->type(), Index->type())})
                ->result();
  B.create(OpKind::SharedStore, {Buffer, Index, Form, Mask}, ArrayRef<Type>(),
           Attrs);
}

Value *ThreadLowering::loadShared(Value *Buffer, Value *Index, AttrDict Attrs) {
  Type T = Ctx.withElement(Index->type(), Buffer->type().elementType());
  return B.create(OpKind::SharedLoad, {Buffer, Index}, {T}, Attrs)->result();
}

/// In as a layout of the coordinate bits in Used alone, in one dimension:
/// partial results of a reduction have no others.
static LinearLayout compact(const LinearLayout &In, uint32_t Used) {
  auto Each = [&](ArrayRef<uint32_t> From) {
    Bases R;
    for (uint32_t Basis : From)
      R.push_back(Basis ? 1u << llvm::popcount(Used & (Basis - 1)) : 0);
    return R;
  };
  return LinearLayout({uint8_t(llvm::popcount(Used))}, Each(In.reg()),
                      Each(In.lane()), Each(In.warp()));
}

Value *ThreadLowering::convertThroughShared(Value *Form, LayoutRef From,
                                            LayoutRef To) {
  if (Value *Converted = convertByRows(Form, From, To))
    return Converted;
  uint32_t Used = 0;
  for (uint32_t Basis : From->map().bases())
    Used |= Basis;
  LinearLayout Source = compact(*From, Used), Target = compact(*To, Used);
  Type Element = Form->type().elementType();
  ConversionBuffer Choice =
      chooseConversionBuffer(Source, Target, Element.byteSize());
  auto Moved = [&](ArrayRef<uint32_t> From) {
    Bases R;
    for (uint32_t Basis : From)
      R.push_back(Choice.Offsets.apply(Basis));
    return R;
  };
  auto Place = [&](const LinearLayout &In) {
    return place(Moved(In.reg()), Moved(In.threadBases()));
  };
  AttrDict Wide;
  if (Choice.VectorBits)
    Wide = Ctx.dict(
        {Ctx.named("gpu.width", Ctx.intAttr(int64_t(1) << Choice.VectorBits))});
  Value *Buffer = createBuffer(int64_t(1) << Source.numBits(), Element);
  // Only what stands in registers of its own is stored at once.
  bool IsArray =
      Form->type().isFragment() && !getDefining<PermuteRegistersOp>(Form);
  storeShared(Buffer, Place(Source), Form, ownerMask(From),
              IsArray ? Wide : AttrDict());
  return loadShared(Buffer, Place(Target), Wide);
}
