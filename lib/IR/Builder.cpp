//===- Builder.cpp - Creates ops at a place -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"

using namespace mt;
using llvm::ArrayRef;

void OpBuilder::setInsertionPointAfter(Op *O) {
  B = O->block();
  auto Next = std::next(O->getIterator());
  Before = Next == B->end() ? nullptr : &*Next;
}

Op *OpBuilder::create(OpKind Kind, ArrayRef<Value *> Operands,
                      ArrayRef<Type> Results, AttrDict Attrs) {
  Op *O = K.createOp(Kind, Loc, Operands, Results, Attrs);
  B->insert(O, Before);
  return O;
}

Op *OpBuilder::create(OpKind Kind, ArrayRef<Value *> Operands, AttrDict Attrs) {
  llvm::SmallVector<Type, 1> Results;
  std::string Why;
  LogicalResult Inferred =
      inferResultTypes(context(), Kind, Operands, Attrs, Results, Why);
  (void)Inferred;
  assert(succeeded(Inferred) && "operands break the op's type rule");
  return create(Kind, Operands, Results, Attrs);
}

CastOp *OpBuilder::createCast(Value *V, Type Element) {
  Type Result = context().withElement(V->type(), Element);
  return llvm::cast<CastOp>(create(OpKind::Cast, {V}, {Result}));
}

//===----------------------------------------------------------------------===//
// Ops with attributes or regions
//===----------------------------------------------------------------------===//

static AttrDict oneInt(OpBuilder &B, llvm::StringRef Name, int64_t V) {
  Context &Ctx = B.context();
  return Ctx.dict({Ctx.named(Name, Ctx.intAttr(V))});
}

ProgramIdOp *ProgramIdOp::build(OpBuilder &B, unsigned Axis) {
  return llvm::cast<ProgramIdOp>(B.create(
      Kind, ArrayRef<Value *>(), B.context().i32(), oneInt(B, "axis", Axis)));
}

NumProgramsOp *NumProgramsOp::build(OpBuilder &B, unsigned Axis) {
  return llvm::cast<NumProgramsOp>(B.create(
      Kind, ArrayRef<Value *>(), B.context().i32(), oneInt(B, "axis", Axis)));
}

ArangeOp *ArangeOp::build(OpBuilder &B, int64_t Start, int64_t End) {
  Context &Ctx = B.context();
  AttrDict Attrs = Ctx.dict({Ctx.named("start", Ctx.intAttr(Start)),
                             Ctx.named("end", Ctx.intAttr(End))});
  return llvm::cast<ArangeOp>(B.create(
      Kind, ArrayRef<Value *>(), Ctx.tile({End - Start}, Ctx.i32()), Attrs));
}

/// An op whose result types follow from its shape rule.
template <typename OpTy>
static OpTy *shaped(OpBuilder &B, ArrayRef<Value *> Operands, AttrDict Attrs) {
  return llvm::cast<OpTy>(B.create(OpTy::Kind, Operands, Attrs));
}

static AttrDict oneShape(OpBuilder &B, llvm::StringRef Name,
                         ArrayRef<int64_t> Shape) {
  Context &Ctx = B.context();
  return Ctx.dict({Ctx.named(Name, Ctx.shapeAttr(Shape))});
}

static AttrDict creationAttrs(OpBuilder &B, ArrayRef<int64_t> Shape,
                              Type Element) {
  Context &Ctx = B.context();
  return Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Shape)),
                   Ctx.named("dtype", Ctx.typeAttr(Element))});
}

ZerosOp *ZerosOp::build(OpBuilder &B, ArrayRef<int64_t> Shape, Type Element) {
  return shaped<ZerosOp>(B, {}, creationAttrs(B, Shape, Element));
}

EmptyOp *EmptyOp::build(OpBuilder &B, ArrayRef<int64_t> Shape, Type Element) {
  return shaped<EmptyOp>(B, {}, creationAttrs(B, Shape, Element));
}

FullOp *FullOp::build(OpBuilder &B, Value *Fill, ArrayRef<int64_t> Shape) {
  return shaped<FullOp>(B, {Fill}, creationAttrs(B, Shape, Fill->type()));
}

BroadcastOp *BroadcastOp::build(OpBuilder &B, Value *Input,
                                ArrayRef<int64_t> Shape) {
  return shaped<BroadcastOp>(B, {Input}, oneShape(B, "shape", Shape));
}

ExpandDimsOp *ExpandDimsOp::build(OpBuilder &B, Value *Input, unsigned Axis) {
  return shaped<ExpandDimsOp>(B, {Input}, oneInt(B, "axis", Axis));
}

ReshapeOp *ReshapeOp::build(OpBuilder &B, Value *Input,
                            ArrayRef<int64_t> Shape) {
  return shaped<ReshapeOp>(B, {Input}, oneShape(B, "shape", Shape));
}

TransOp *TransOp::build(OpBuilder &B, Value *Input, ArrayRef<int64_t> Order) {
  return shaped<TransOp>(B, {Input}, oneShape(B, "order", Order));
}

JoinOp *JoinOp::build(OpBuilder &B, Value *A, Value *Other) {
  return shaped<JoinOp>(B, {A, Other}, AttrDict());
}

SplitOp *SplitOp::build(OpBuilder &B, Value *Input) {
  return shaped<SplitOp>(B, {Input}, AttrDict());
}

CatOp *CatOp::build(OpBuilder &B, Value *A, Value *Other, unsigned Axis) {
  return shaped<CatOp>(B, {A, Other}, oneInt(B, "axis", Axis));
}

FlipOp *FlipOp::build(OpBuilder &B, Value *Input, unsigned Axis) {
  return shaped<FlipOp>(B, {Input}, oneInt(B, "axis", Axis));
}

GatherOp *GatherOp::build(OpBuilder &B, Value *Source, Value *Index,
                          unsigned Axis) {
  return shaped<GatherOp>(B, {Source, Index}, oneInt(B, "axis", Axis));
}

DotOp *DotOp::build(OpBuilder &B, Value *A, Value *Other, Value *Acc,
                    AttrDict Attrs) {
  return shaped<DotOp>(B, {A, Other, Acc}, Attrs);
}

/// Makes the region's arguments: two groups of the inputs' element types.
static Op *withCombineRegion(Op *O) {
  for (unsigned Group = 0; Group != 2; ++Group)
    for (Value *Input : O->operands())
      O->body().addArgument(Input->type().elementType());
  return O;
}

ReduceOp *ReduceOp::build(OpBuilder &B, ArrayRef<Value *> Inputs,
                          unsigned Axis) {
  llvm::SmallVector<Type, 2> Types;
  for (Value *Input : Inputs) {
    llvm::SmallVector<int64_t, 4> Shape(Input->type().shape());
    Shape.erase(Shape.begin() + Axis);
    Types.push_back(
        B.context().tileOrScalar(Shape, Input->type().elementType()));
  }
  Op *O = B.create(Kind, Inputs, Types, oneInt(B, "axis", Axis));
  return llvm::cast<ReduceOp>(withCombineRegion(O));
}

ScanOp *ScanOp::build(OpBuilder &B, ArrayRef<Value *> Inputs, unsigned Axis,
                      bool Reverse) {
  Context &Ctx = B.context();
  AttrDict Attrs = oneInt(B, "axis", Axis);
  if (Reverse)
    Attrs = Ctx.withAttr(Attrs, "reverse", Ctx.boolAttr(true));
  llvm::SmallVector<Type, 2> Types;
  for (Value *Input : Inputs)
    Types.push_back(Input->type());
  Op *O = B.create(Kind, Inputs, Types, Attrs);
  return llvm::cast<ScanOp>(withCombineRegion(O));
}

ForOp *ForOp::build(OpBuilder &B, Type IvType, Value *Lb, Value *Ub,
                    Value *Step, ArrayRef<Value *> Inits) {
  llvm::SmallVector<Value *, 8> Operands{Lb, Ub, Step};
  llvm::SmallVector<Type, 4> Types;
  for (Value *Init : Inits) {
    Operands.push_back(Init);
    Types.push_back(Init->type());
  }
  Op *O = B.create(Kind, Operands, Types);
  O->body().addArgument(IvType);
  for (Type T : Types)
    O->body().addArgument(T);
  return llvm::cast<ForOp>(O);
}

ForOp *ForOp::build(OpBuilder &B, Value *Lb, Value *Ub, Value *Step,
                    ArrayRef<Value *> Inits) {
  return build(B, Lb->type(), Lb, Ub, Step, Inits);
}

WhileOp *WhileOp::build(OpBuilder &B, ArrayRef<Value *> Inits) {
  llvm::SmallVector<Type, 4> Types;
  for (Value *Init : Inits)
    Types.push_back(Init->type());
  Op *O = B.create(Kind, Inits, Types);
  for (Type T : Types)
    O->body(0).addArgument(T);
  return llvm::cast<WhileOp>(O);
}

IfOp *IfOp::build(OpBuilder &B, Value *Condition, ArrayRef<Type> Results) {
  return llvm::cast<IfOp>(B.create(Kind, {Condition}, Results));
}
