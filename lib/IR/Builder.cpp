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

BroadcastOp *BroadcastOp::build(OpBuilder &B, Value *Input,
                                ArrayRef<int64_t> Shape) {
  Context &Ctx = B.context();
  AttrDict Attrs = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Shape))});
  Type Result = Ctx.tileOrScalar(Shape, Input->type().elementType());
  return llvm::cast<BroadcastOp>(B.create(Kind, {Input}, {Result}, Attrs));
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
