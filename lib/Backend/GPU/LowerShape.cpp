//===- LowerShape.cpp - Ops that rearrange elements -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps flat coordinates, or permutes their bits, costs nothing: the form
// of the input is the form of the result in a changed layout. The rest writes
// elements to a shared buffer in row-major order and reads others.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;

void ThreadLowering::lowerReshape(Op *O) {
  Value *Input = O->operand(0);
  Placement From = Assigned.of(Input);
  bool IsFree = llvm::isa<TransOp>(O) ||
                keepsCoordinates(From.Tile.shape(), O->type().shape());
  if (!IsFree)
    return lowerReshapeThroughShared(O);
  define(O->result(), get(Input, From.Home));
  retire(O);
}

void ThreadLowering::lowerReshapeThroughShared(Op *O) {
  Value *Input = O->operand(0);
  Extents From = Assigned.tileOf(Input).shape(), Shape = O->type().shape();
  LayoutRef In = Assigned.preferred(Input),
            To = Assigned.preferred(O->result());
  Value *Buffer =
      createBuffer(O->type().numElements(), O->type().elementType());
  Value *Form = getAs(Input, From, In);
  storeShared(Buffer, elementIndex(*In, From), Form,
              ownerAndElementMask(In, From));
  define(O->result(), loadElements(Buffer, elementIndex(*To, Shape),
                                   elementMask(To, Shape)));
  retire(O);
}

/// Lanes without an element read element 0.
Value *ThreadLowering::loadElements(Value *Buffer, Value *Index, Value *Mask) {
  if (Mask)
    Index = createSelect(Mask, Index, Ctx.intConstant(Ctx.i32(), 0));
  return loadShared(Buffer, Index);
}

void ThreadLowering::lowerJoin(JoinOp *O) {
  Extents Half = Assigned.tileOf(O->operand(0)).shape();
  // The result's home is that of the halves with one register bit more.
  LayoutRef To = Assigned.preferred(O->result());
  Bases Regs(llvm::ArrayRef(To->reg()).drop_back());
  LayoutRef From =
      L.unique(To->with(LayoutInput::Register, Regs).slice(Half.size()));
  Value *A = getFragment(O->operand(0), Half, From);
  Value *Other = getFragment(O->operand(1), Half, From);
  Type T = Ctx.fragment(To->numRegisters(), O->type().elementType());
  define(O->result(),
         B.create(OpKind::ConcatRegisters, {A, Other}, {T})->result());
  retire(O);
}

void ThreadLowering::lowerSplit(SplitOp *O) {
  LayoutRef From = Assigned.splittable(O->input());
  Value *Form = getAs(O->input(), Assigned.tileOf(O->input()).shape(), From);
  unsigned At = llvm::find(From->reg(), 1u) - From->reg().begin();
  Bases Picked;
  for (unsigned I = 0; I != From->reg().size(); ++I)
    if (I != At)
      Picked.push_back(1u << I);
  for (unsigned Half = 0; Half != 2; ++Half)
    define(O->result(Half), permute(Form, Picked, Half << At));
  retire(O);
}

void ThreadLowering::lowerCat(CatOp *O) {
  Extents Shape = O->type().shape();
  LayoutRef To = Assigned.preferred(O->result());
  Value *Buffer =
      createBuffer(O->type().numElements(), O->type().elementType());
  int64_t Stride = 1;
  for (int64_t E : Shape.drop_front(O->axis() + 1))
    Stride *= E;
  int64_t Start = 0;
  for (Value *V : O->operands()) {
    Extents Part = Assigned.tileOf(V).shape();
    LayoutRef In = Assigned.preferred(V);
    Value *Form = getAs(V, Part, In);
    Value *Index = elementIndex(*In, Shape);
    if (Start)
      Index = create(OpKind::Add, Index, Start * Stride);
    storeShared(Buffer, Index, Form, ownerAndElementMask(In, Part));
    Start += Part[O->axis()];
  }
  define(O->result(), loadElements(Buffer, elementIndex(*To, Shape),
                                   elementMask(To, Shape)));
  retire(O);
}

void ThreadLowering::lowerFlip(FlipOp *O) {
  Extents Shape = O->type().shape();
  LayoutRef In = Assigned.preferred(O->input()),
            To = Assigned.preferred(O->result());
  Value *Buffer =
      createBuffer(O->type().numElements(), O->type().elementType());
  Value *Form = getAs(O->input(), Shape, In);
  storeShared(Buffer, elementIndex(*In, Shape), Form,
              ownerAndElementMask(In, Shape));
  // index + (last - 2 * coordinate) * stride
  int64_t Stride = 1;
  for (int64_t E : Shape.drop_front(O->axis() + 1))
    Stride *= E;
  Value *Twice = create(OpKind::Mul, coordinate(*To, O->axis()), 2 * Stride);
  Value *Last = create(OpKind::Add, elementIndex(*To, Shape),
                       (Shape[O->axis()] - 1) * Stride);
  Value *Index = create(OpKind::Sub, Last, Twice);
  define(O->result(), loadElements(Buffer, Index, elementMask(To, Shape)));
  retire(O);
}

void ThreadLowering::lowerGather(GatherOp *O) {
  Extents Shape = O->type().shape();
  Type Source = Assigned.tileOf(O->source());
  LayoutRef In = Assigned.preferred(O->source()),
            To = Assigned.preferred(O->result());
  Value *Buffer = createBuffer(Source.numElements(), O->type().elementType());
  Value *Form = getAs(O->source(), Source.shape(), In);
  storeShared(Buffer, elementIndex(*In, Source.shape()), Form,
              ownerAndElementMask(In, Source.shape()));
  Value *Pick = getAs(O->index(), Shape, To);
  int64_t Extent = Source.shape()[O->axis()], Stride = 1;
  for (int64_t E : Source.shape().drop_front(O->axis() + 1))
    Stride *= E;
  // Compared in the index's own type, so that casting loses nothing.
  Type T = Pick->type().elementType();
  Value *Inside = nullptr;
  if (T.bitWidth() > 8 || Extent < (T.isSigned() ? 128 : 256))
    Inside = createCompare(OpKind::CmpLt, Pick, Extent);
  if (T.isSigned())
    Inside = both(Inside, createCompare(OpKind::CmpGe, Pick, 0));
  if (T != Ctx.i32())
    Pick = createLanes(OpKind::Cast, {Pick}, Ctx.i32());
  if (Inside)
    Pick = createSelect(Inside, Pick, Ctx.intConstant(Ctx.i32(), 0));
  if (Stride != 1)
    Pick = create(OpKind::Mul, Pick, Stride);
  // The other coordinates are those of the result.
  Value *Sum = Pick;
  int64_t Step = 1;
  for (unsigned D = Shape.size(); D-- != 0; Step *= Source.shape()[D]) {
    if (D == O->axis() || !To->dimBits()[D])
      continue;
    Sum = create(OpKind::Add, Sum,
                 Step == 1 ? coordinate(*To, D)
                           : create(OpKind::Mul, coordinate(*To, D), Step));
  }
  define(O->result(), loadElements(Buffer, Sum, elementMask(To, Shape)));
  retire(O);
}
