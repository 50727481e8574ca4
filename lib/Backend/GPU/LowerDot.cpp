//===- LowerDot.cpp - Matrix products -------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tensor cores do not take. Both operands go to shared memory. A loop over
// the inner dimension reads, in each step, the elements of a's column and b's
// row that belong to the thread's part of the result, and adds their products.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;

namespace mt {

class DotLowering {
public:
  DotLowering(ThreadLowering &T, DotOp *Dot)
      : T(T), Dot(Dot), Shape(T.Assigned.tileOf(Dot->result()).shape()),
        To(T.L.product(Shape)),
        Depth(T.Assigned.tileOf(Dot->a()).shape().back()),
        Element(T.Assigned.tileOf(Dot->result()).elementType()) {}

  Value *run();

private:
  /// One operand in shared memory, padded to what any lane may ask for.
  struct Operand {
    Value *Buffer;
    /// Where this thread's first elements are, and how far the next ones.
    Value *Start;
    int64_t Step;
    /// Registers of the result that have an element of their own here.
    Bases Picked;
  };
  Operand stage(Value *V, bool IsA);
  Value *read(const Operand &From, Value *Inner);
  Type computeType() const;
  Value *castTo(Value *Form, Type To);

  ThreadLowering &T;
  DotOp *Dot;
  Extents Shape;
  LayoutRef To;
  int64_t Depth;
  Type Element;
};

} // namespace mt

/// What products are formed and added in.
Type DotLowering::computeType() const {
  Context &Ctx = T.Ctx;
  Type In = T.Assigned.tileOf(Dot->a()).elementType();
  if (!Element.isFloat())
    return Element;
  bool IsDouble = Element.kind() == TypeKind::F64 || In.kind() == TypeKind::F64;
  return IsDouble ? Ctx.scalar(TypeKind::F64) : Ctx.f32();
}

Value *DotLowering::castTo(Value *Form, Type To) {
  if (Form->type().elementType() == To)
    return Form;
  return T.createLanes(OpKind::Cast, {Form}, To);
}

DotLowering::Operand DotLowering::stage(Value *V, bool IsA) {
  Extents From = T.Assigned.tileOf(V).shape();
  unsigned Rank = Shape.size(), Inner = IsA ? Rank - 1 : Rank - 2,
           Missing = IsA ? Rank - 1 : Rank - 2;
  // Rows and columns of padding are there, so that lanes past an extent read
  // something that nobody uses.
  llvm::SmallVector<int64_t, 6> Padded;
  for (int64_t E : From)
    Padded.push_back(llvm::PowerOf2Ceil(E));
  // A row of a is read by few lanes, a column by many: one element more keeps
  // the rows in different banks.
  int64_t Row = Padded.back() + (IsA ? 1 : 0), Total = 1;
  llvm::SmallVector<int64_t, 6> Sizes(Padded);
  Sizes.back() = Row;
  for (int64_t E : Sizes)
    Total *= E;
  LayoutRef In = T.Assigned.preferred(V);
  Operand R;
  R.Buffer = T.createBuffer(Total, T.Assigned.tileOf(V).elementType());
  Value *Form = T.getAs(V, From, In);
  T.storeShared(R.Buffer, T.elementIndex(*In, Sizes), Form,
                T.ownerAndElementMask(In, From));
  R.Step = IsA ? 1 : Row;
  // Coordinates of the result without the dimension that V does not have.
  LinearLayout Outer = *To;
  Outer = Outer.collapse(Missing);
  R.Start = nullptr;
  int64_t Stride = 1;
  for (unsigned D = Rank; D-- != 0; Stride *= Sizes[D]) {
    if (D == Inner || !Outer.dimBits()[D])
      continue;
    Value *Part = T.coordinate(Outer, D);
    if (Stride != 1)
      Part = T.create(OpKind::Mul, Part, Stride);
    R.Start = R.Start ? T.create(OpKind::Add, Part, R.Start) : Part;
  }
  if (!R.Start)
    R.Start = T.Ctx.intConstant(T.Ctx.i32(), 0);
  unsigned Next = 0;
  for (uint32_t Basis : To->reg())
    R.Picked.push_back(Basis & ~To->maskOf(Missing) ? 1u << Next++ : 0);
  return R;
}

Value *DotLowering::read(const Operand &From, Value *Inner) {
  Value *Offset =
      From.Step == 1 ? Inner : T.create(OpKind::Mul, Inner, From.Step);
  Value *Index = T.create(OpKind::Add, From.Start, Offset);
  Value *Form = castTo(T.loadShared(From.Buffer, Index), computeType());
  return T.permute(Form, From.Picked);
}

Value *DotLowering::run() {
  Context &Ctx = T.Ctx;
  Operand A = stage(Dot->a(), true), Other = stage(Dot->b(), false);
  Type Compute = computeType();
  Value *Init = castTo(T.getAs(Dot->acc(), Shape, To), Compute);
  Init = T.spread(Init, To);
  Constant *Zero = Ctx.intConstant(Ctx.i32(), 0),
           *One = Ctx.intConstant(Ctx.i32(), 1),
           *End = Ctx.intConstant(Ctx.i32(), Depth);
  auto *Loop = T.B.create<ForOp>(Ctx.i32(), Zero, End, One,
                                 llvm::ArrayRef<Value *>{Init});
  {
    OpBuilder::Guard G(T.B);
    T.B.setInsertionPointToEnd(Loop->body());
    Value *Inner = Loop->inductionVar(), *Sum = Loop->carried(0);
    Value *X = read(A, Inner), *Y = read(Other, Inner);
    if (Compute.isFloat())
      Sum = T.createLanes(OpKind::Fma, {X, Y, Sum}, Compute);
    else
      Sum = T.create(OpKind::Add, T.create(OpKind::Mul, X, Y), Sum);
    T.B.createTerminator(OpKind::Yield, {T.spread(Sum, To)});
  }
  return castTo(Loop->result(), Element);
}

void ThreadLowering::lowerDot(DotOp *Dot) {
  const MmaTiling *Tiling = Assigned.tilingOf(Dot);
  define(Dot->result(),
         Tiling ? lowerToMma(Dot, *Tiling) : DotLowering(*this, Dot).run());
  retire(Dot);
}
