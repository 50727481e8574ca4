//===- LowerMma.cpp - Matrix products on tensor cores ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each warp multiplies the rows and columns of its part of the result. An
// operand comes from shared memory, where it was put as soon as it was there;
// what a thread holds already, or can compute, it keeps in registers. The
// fragments of the next k-step are asked for before this one's product.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"
#include "mytriton/Backend/GPU/MatrixLayouts.h"

using namespace mt;
using llvm::ArrayRef;

namespace mt {

class MmaLowering {
public:
  MmaLowering(ThreadLowering &T, DotOp *Dot, const MmaTiling &Tiling)
      : T(T), Dot(Dot), Tiling(Tiling), I(Tiling.instruction()),
        Shape(T.Assigned.tileOf(Dot->result()).shape()),
        Operand(T.Ctx.scalar(I.Operand)) {}

  Value *run();

private:
  /// Gives the fragment of each k-step.
  using Source = std::function<Value *(unsigned)>;
  Source prepare(Value *V, bool IsA);
  Source fromRegisters(Value *V, bool IsA, LayoutRef Whole);
  Source fromShared(Value *V, bool IsA, LayoutRef Whole);
  Value *stage(Value *V, LayoutRef Home, const LinearLayout &Buffer);
  Value *accumulator(const LinearLayout &Full);
  Value *castTo(Value *Form, Type To);

  ThreadLowering &T;
  DotOp *Dot;
  const MmaTiling &Tiling;
  const MmaInstruction &I;
  Extents Shape;
  Type Operand; ///< what the instruction multiplies
  /// Some operand is read byte by byte.
  bool ReadsBytes = false;
};

} // namespace mt

Value *MmaLowering::castTo(Value *Form, Type To) {
  if (Form->type().elementType() == To)
    return Form;
  return T.createLanes(OpKind::Cast, {Form}, To);
}

/// V, which is in layout Home, in a buffer.
Value *MmaLowering::stage(Value *V, LayoutRef Home,
                          const LinearLayout &Buffer) {
  auto Key = std::make_pair(V, Buffer);
  auto Known = T.Staged.find(Key);
  if (Known != T.Staged.end())
    return Known->second;
  OpBuilder::Guard G(T.B);
  bool MayMove = !T.isWhileArgument(V);
  if (MayMove)
    T.setInsertionPointAfter(V);
  Extents From = T.Assigned.tileOf(V).shape();
  Value *Memory = T.createBuffer(int64_t(1) << Buffer.numBits(), Operand);
  Value *Form = castTo(T.get(V, Home), Operand);
  T.storeMatrix(Memory, Buffer, *Home, Form, T.ownerAndElementMask(Home, From));
  if (MayMove)
    T.Staged[Key] = Memory;
  return Memory;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Registers of one k-step of a fragment that holds all of them.
MmaLowering::Source MmaLowering::fromRegisters(Value *V, bool IsA,
                                               LayoutRef Whole) {
  Extents From = T.Assigned.tileOf(V).shape();
  Value *Form = castTo(T.getFragment(V, From, Whole), Operand);
  Bases Step;
  for (unsigned B = 0; B != Tiling.stepBits(IsA); ++B)
    Step.push_back(1u << B);
  return
      [=, this](unsigned K) { return T.permute(Form, Step, K << Step.size()); };
}

MmaLowering::Source MmaLowering::fromShared(Value *V, bool IsA,
                                            LayoutRef Whole) {
  LayoutRef Home = T.Assigned.preferred(V);
  unsigned Fastest = fastestDim(*Home), Bytes = Operand.byteSize();
  unsigned StepBits = Tiling.stepBits(IsA);
  // Across the rows, matrices are of elements of 2 bytes.
  bool IsWide = Bytes != 2 && Fastest == (IsA ? 0u : 1u);
  LinearLayout Buffer = sharedMatrix(Whole->dimBits(), Fastest, Bytes, IsWide);
  Value *Memory = stage(V, Home, Buffer);
  Bases Registers = offsetsIn(Buffer, Whole->reg()),
        Lanes = offsetsIn(Buffer, Whole->lane()),
        Warps = offsetsIn(Buffer, Whole->warp());
  Bases Steps(Registers.begin() + StepBits, Registers.end());
  Registers.truncate(StepBits);
  LinearMap StepMap(32, Steps);
  Type Fragment = T.Ctx.fragment(int64_t(1) << StepBits, Operand);
  auto Matrix = matchMatrixLoad(Registers, Lanes, Bytes);
  if (!Matrix) {
    ReadsBytes |= Bytes == 1;
    Lanes.append(Warps);
    return [=, this](unsigned K) {
      return T.loadShared(Memory, T.place(Registers, Lanes, StepMap.apply(K)));
    };
  }
  Matrix->LaneOffsets.append(Warps);
  return [=, this](unsigned K) -> Value * {
    Value *Place =
        T.place(Matrix->RegisterOffsets, Matrix->LaneOffsets, StepMap.apply(K));
    Context &Ctx = T.Ctx;
    AttrDict Attrs =
        Ctx.dict({Ctx.named("matrices", Ctx.intAttr(Matrix->Matrices))});
    if (Matrix->Transposed)
      Attrs = Ctx.withAttr(Attrs, "transposed", Ctx.boolAttr(true));
    return T.B
        .create(OpKind::SharedLoadMatrix, {Memory, Place}, {Fragment}, Attrs)
        ->result();
  };
}

MmaLowering::Source MmaLowering::prepare(Value *V, bool IsA) {
  Placement P = T.Assigned.of(V);
  unsigned KBits = llvm::Log2_64(P.Tile.shape()[IsA ? 1 : 0]);
  LayoutRef Whole = T.L.unique(Tiling.operand(IsA, KBits));
  bool InRegisters =
      !P.isFixed() || ThreadLowering::keepsThread(*P.Home, *Whole);
  return InRegisters ? fromRegisters(V, IsA, Whole) : fromShared(V, IsA, Whole);
}

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

/// Where, as bits of a register's number, each of Wanted stands in Among;
/// 0 for those that are 0.
static Bases placesOf(ArrayRef<uint32_t> Wanted, ArrayRef<uint32_t> Among) {
  Bases Places;
  for (uint32_t Basis : Wanted)
    Places.push_back(Basis ? 1u << (llvm::find(Among, Basis) - Among.begin())
                           : 0);
  return Places;
}

/// The accumulator with copies of what has bases of 0.
Value *MmaLowering::accumulator(const LinearLayout &Full) {
  LayoutRef Home = T.Assigned.of(Dot->result()).Home;
  Value *Form = castTo(T.getFragment(Dot->acc(), Shape, Home),
                       T.Ctx.scalar(I.Accumulator));
  return T.spread(T.permute(Form, placesOf(Full.reg(), Home->reg())),
                  T.L.unique(Full));
}

Value *MmaLowering::run() {
  unsigned Steps = T.Assigned.tileOf(Dot->a()).shape()[1] / I.K;
  Source A = prepare(Dot->a(), true), Other = prepare(Dot->b(), false);
  LinearLayout Full = Tiling.accumulator();
  Value *Sum = accumulator(Full);
  AttrDict Attrs =
      T.Ctx.dict({T.Ctx.named("shape", T.Ctx.shapeAttr({I.M, I.N, I.K}))});
  // Single bytes take a register each until they are packed: they come late.
  bool Early = !ReadsBytes;
  Value *X = Early ? A(0) : nullptr, *Y = Early ? Other(0) : nullptr;
  for (unsigned K = 0; K != Steps; ++K) {
    bool HasNext = Early && K + 1 != Steps;
    X = Early ? X : A(K);
    Y = Early ? Y : Other(K);
    Value *NextX = HasNext ? A(K + 1) : nullptr;
    Value *NextY = HasNext ? Other(K + 1) : nullptr;
    Sum = T.B.create(OpKind::Mma, {X, Y, Sum}, {Sum->type()}, Attrs)->result();
    X = NextX;
    Y = NextY;
  }
  LayoutRef Home = T.Assigned.of(Dot->result()).Home;
  return castTo(T.permute(Sum, placesOf(Home->reg(), Full.reg())),
                T.Assigned.tileOf(Dot->result()).elementType());
}

Value *ThreadLowering::lowerToMma(DotOp *Dot, const MmaTiling &Tiling) {
  return MmaLowering(*this, Dot, Tiling).run();
}
