//===- ModuleGenerator.cpp - Modules with every op ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using namespace mt::test;

/// Parameters must survive whatever they are called.
constexpr const char *Names[] = {"x",   "for", "none", "nan",  "true", "f32",
                                 "add", "loc", "a b",  "%0",   "\"",   "\\",
                                 "i32", "α",   "at",   "_x$1", "inf",  "0"};

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void Generator::startKernel(OpKind K, bool IsFunc) {
  std::string Name =
      std::string(getOpInfo(K).Mnemonic) + "$" + std::to_string(NumKernels++);
  if (NumKernels % 7 == 0)
    Name += " \"odd\" name\n";
  B = std::make_unique<OpBuilder>(M.addKernel(Name, IsFunc));
  NumNames = NumKernels;
}

/// A parameter of the current kernel, with a name that may clash.
Value *Generator::scalar(Type T) {
  unsigned N = NumNames++ % std::size(Names);
  std::string Name = Names[N];
  for (BlockArgument *P : B->kernel().params())
    if (P->name() == Name)
      Name += "'" + std::to_string(NumNames);
  AttrDict Hint;
  if (NumNames % 3 == 0)
    Hint = Ctx.dict({Ctx.named("divisible", Ctx.intAttr(16))});
  return B->kernel().addParam(Name, T, Hint);
}

Type Generator::shaped(Type T, Shape S) {
  switch (S) {
  case Shape::Scalar:
    return T;
  case Shape::Vector:
    return Ctx.tile({4}, T);
  case Shape::Block:
    return Ctx.tile({2, 4}, T);
  case Shape::Fragment:
    return Ctx.fragment(4, T);
  }
  return T;
}

Value *Generator::value(Type T, Shape S) {
  Value *V = scalar(T);
  if (S == Shape::Scalar)
    return V;
  if (S == Shape::Fragment)
    return B->create(OpKind::Splat, {V}, {shaped(T, S)})->result();
  return B->create<BroadcastOp>(V, shaped(T, S).shape())->result();
}

/// Every bit pattern of types up to 8 bits where the op works on scalars, else
/// the special ones.
llvm::SmallVector<Constant *> Generator::literals(Type T) {
  llvm::SmallVector<Constant *> Result;
  if (T.isPointer())
    return Result;
  unsigned Width = T.bitWidth();
  if (Width == 1 || (Width == 8 && SubjectShape == Shape::Scalar)) {
    for (unsigned Bits = 0; Bits != 1u << Width; ++Bits)
      Result.push_back(Ctx.constant(T, Bits));
    return Result;
  }
  uint64_t Sign = uint64_t(1) << (Width - 1);
  for (uint64_t Bits : {uint64_t(0), uint64_t(1), uint64_t(2), Sign, Sign + 1,
                        Sign - 1, ~uint64_t(0), Sign | Sign >> 3})
    Result.push_back(Ctx.constant(T, Bits));
  if (!T.isFloat())
    return Result;
  const llvm::fltSemantics &Sem = T.floatSemantics();
  using llvm::APFloat;
  for (const APFloat &V :
       {APFloat::getInf(Sem), APFloat::getInf(Sem, true), APFloat::getNaN(Sem),
        APFloat::getNaN(Sem, true, 5), APFloat::getSNaN(Sem),
        APFloat::getLargest(Sem), APFloat::getLargest(Sem, true),
        APFloat::getSmallest(Sem), APFloat::getSmallestNormalized(Sem)})
    Result.push_back(Ctx.constant(T, V.bitcastToAPInt().getZExtValue()));
  for (double V : {1.0, 0.1, -1.0 / 3, 1e-5, 1e-4, 123456789.0, 1e16, 1e15,
                   65504.0, 3.0e38, 1e300})
    Result.push_back(Ctx.floatConstant(T, V));
  return Result;
}

/// Loads and stores have no result and no writes, respectively.
static bool isAtomic(OpKind K) {
  const OpInfo &Info = getOpInfo(K);
  return Info.has(OT_Reads) && Info.has(OT_Writes) && K != OpKind::Call;
}

/// Some of the types each atomic takes: floats only where there are any.
static bool takesAtomic(OpKind K, Type T) {
  bool MayBeFloat = K == OpKind::AtomicAdd || K == OpKind::AtomicMax ||
                    K == OpKind::AtomicMin || K == OpKind::AtomicXchg;
  return (T.isInteger() || (T.isFloat() && MayBeFloat)) && T.bitWidth() >= 32;
}

AttrDict Generator::attrs(OpKind K, Shape S) {
  const OpInfo &Info = getOpInfo(K);
  llvm::SmallVector<NamedAttr> Entries;
  for (unsigned I = 0; I != Info.NumAttrs; ++I) {
    const AttrSpec &Spec = Info.Attrs[I];
    Attr A;
    switch (Spec.Kind) {
    case AttrSpecKind::Int:
      A = Ctx.intAttr(NumKernels % 3);
      break;
    case AttrSpecKind::Bool:
      A = Ctx.boolAttr(NumKernels % 2);
      break;
    case AttrSpecKind::Type:
      A = Ctx.typeAttr(SubjectType);
      break;
    case AttrSpecKind::Shape:
      A = Ctx.shapeAttr(shaped(SubjectType, S).shape());
      break;
    case AttrSpecKind::String:
      A = isAtomic(K) ? Ctx.stringAttr(I ? "gpu" : "relaxed")
                      : Ctx.stringAttr("te\"xt\\\n{}\x01");
      break;
    }
    if (Spec.Required || NumKernels % 2)
      Entries.push_back(Ctx.named(Spec.Name, A));
  }
  if (NumKernels % 5 == 0)
    Entries.push_back(Ctx.named(
        "my.note", Ctx.arrayAttr({Ctx.literalAttr(Ctx.floatConstant(
                                      Ctx.scalar(TypeKind::F64), -0.0)),
                                  Ctx.tupleAttr({Ctx.stringAttr("}")}),
                                  Ctx.literalAttr(Ctx.intConstant(
                                      Ctx.scalar(TypeKind::U8), 255))})));
  return Ctx.dict(Entries);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void Generator::create(OpKind K, llvm::ArrayRef<Value *> Operands,
                       Type Result) {
  const OpInfo &Info = getOpInfo(K);
  llvm::SmallVector<Type, 1> Results;
  std::string Why;
  AttrDict D = attrs(K, Shape::Vector);
  if (Result)
    Results.push_back(Result);
  else
    ASSERT_TRUE(succeeded(inferResultTypes(Ctx, K, Operands, D, Results, Why)))
        << Info.Mnemonic << ": " << Why;
  B->create(K, Operands, Results, D);
  unsigned Column =
      SubjectType.isPointer() ? NumScalarKinds : unsigned(SubjectType.kind());
  ++Covered[unsigned(K)][Column];
}

/// True if the op's Element operands accept T and its level accepts S.
bool Generator::takes(OpKind K, Type T, Shape S) const {
  const OpInfo &Info = getOpInfo(K);
  unsigned Set = T.isBool()      ? TS_Bool
                 : T.isInteger() ? TS_Int
                 : T.isFloat()   ? TS_Float
                                 : TS_Pointer;
  if ((isAtomic(K) && !takesAtomic(K, T)) ||
      (isMatrixOp(K) && !takesMatrix(K, T)))
    return false;
  bool HasInteger = false;
  for (unsigned I = 0; I != Info.NumOperands; ++I)
    HasInteger |= Info.Operands[I].Type == OperandType::Integer;
  if (HasInteger && !Info.NumRegions && !T.isInteger())
    return false;
  bool IsTile = S == Shape::Vector || S == Shape::Block;
  if (Info.has(OT_ThreadOnly) ? IsTile
                              : !Info.has(OT_Thread) && S == Shape::Fragment)
    return false;
  return Info.Elements & Set;
}

/// Each operand in turn is every special literal of its type, then all are.
void Generator::withLiterals(OpKind K, llvm::ArrayRef<Value *> Values) {
  llvm::SmallVector<Value *> Operands(Values), AllLiterals(Values);
  create(K, Operands);
  for (auto [I, V] : llvm::enumerate(Values)) {
    for (Constant *C : literals(V->type().elementType())) {
      Operands[I] = AllLiterals[I] = C;
      create(K, Operands);
    }
    Operands[I] = V;
    if (getOpInfo(K).Operands[I].Optional) {
      Operands[I] = nullptr;
      create(K, Operands);
      Operands[I] = V;
    }
  }
  create(K, AllLiterals);
}

void Generator::plainOp(OpKind K, Type T, Shape S) {
  const OpInfo &Info = getOpInfo(K);
  llvm::SmallVector<Value *> Values;
  for (unsigned I = 0; I != Info.NumOperands; ++I) {
    switch (Info.Operands[I].Type) {
    case OperandType::Bool:
      Values.push_back(value(Ctx.boolean(), S));
      break;
    case OperandType::Pointer:
      Values.push_back(value(Ctx.pointer(T), S));
      break;
    case OperandType::Element:
    case OperandType::Pointee:
    case OperandType::Integer:
    case OperandType::Shared:
    case OperandType::Any:
      Values.push_back(value(T, S));
      break;
    }
  }
  withLiterals(K, Values);
}

void Generator::arange() {
  for (auto [Start, End] : {std::pair<int64_t, int64_t>{0, 1},
                            {-5, 7},
                            {INT32_MIN, INT32_MIN + 256ll},
                            {0, MaxTileElements}}) {
    B->create<ArangeOp>(Start, End);
    ++Covered[unsigned(OpKind::Arange)][unsigned(TypeKind::I32)];
  }
}

void Generator::casts(Type T, Shape S) {
  Value *V = value(T, S);
  llvm::SmallVector<Value *> Inputs{V};
  if (S == Shape::Scalar)
    llvm::append_range(Inputs, literals(T));
  for (Type To : Types)
    for (Value *Input : Inputs) {
      bool IsAddress = To.isPointer() || T.isPointer();
      bool IsBitcast = IsAddress && T.bitWidth() == To.bitWidth();
      if (IsAddress && !IsBitcast)
        continue;
      AttrDict D;
      if (IsBitcast)
        D = Ctx.dict({Ctx.named("bitcast", Ctx.boolAttr(true))});
      B->create(OpKind::Cast, {Input}, {Ctx.withElement(Input->type(), To)}, D);
      ++Covered[unsigned(OpKind::Cast)]
               [T.isPointer() ? NumScalarKinds : unsigned(T.kind())];
    }
}

//===----------------------------------------------------------------------===//
// Regions, calls
//===----------------------------------------------------------------------===//

/// `for`, `while` and `if` that carry a value of T, literals included, and one
/// of each that carries nothing.
void Generator::regions(OpKind K, Type T, Shape S) {
  llvm::SmallVector<Value *> Inits{value(T, S)};
  if (S == Shape::Scalar)
    llvm::append_range(Inits, literals(T));
  Value *Condition = scalar(Ctx.boolean());
  for (Value *Init : Inits) {
    OpBuilder::Guard G(*B);
    Value *Same = Init;
    if (K == OpKind::For) {
      Type Iv = T.isInteger() ? T : Ctx.i32();
      Constant *Zero = Ctx.constant(Iv, 0);
      auto *Loop = B->create<ForOp>(Iv, Zero, scalar(Iv), Zero,
                                    llvm::ArrayRef<Value *>{Init, Init});
      B->setInsertionPointToEnd(Loop->body());
      B->createTerminator(OpKind::Yield, {Loop->carried(1), Same});
    } else if (K == OpKind::While || K == OpKind::Condition) {
      auto *Loop = B->create<WhileOp>(llvm::ArrayRef<Value *>{Init});
      B->setInsertionPointToEnd(Loop->conditionBlock());
      B->createTerminator(
          OpKind::Condition,
          {T.isBool() && S == Shape::Scalar ? Loop->carried(0) : Condition});
      B->setInsertionPointToEnd(Loop->doBlock());
      B->createTerminator(OpKind::Yield, {Same});
    } else {
      auto *If = B->create<IfOp>(Condition, llvm::ArrayRef<Type>{Init->type()});
      for (Block *Body : {&If->thenBlock(), &If->elseBlock()}) {
        B->setInsertionPointToEnd(*Body);
        B->createTerminator(OpKind::Yield, {Same});
      }
    }
    ++Covered[unsigned(K)][T.isPointer() ? NumScalarKinds : unsigned(T.kind())];
  }
}

/// A func that returns T, and a kernel that calls it.
void Generator::helper(OpKind K, Type T, Shape S) {
  Type Full = shaped(T, S);
  Kernel &F = M.addKernel("helper$" + std::to_string(NumKernels++), true);
  OpBuilder InFunc(F);
  llvm::SmallVector<Value *> Returned{F.addParam("", Full),
                                      F.addParam("", Full)};
  auto Lits = literals(T);
  if (S == Shape::Scalar && !Lits.empty())
    Returned.push_back(Lits.back());
  llvm::SmallVector<Type> Results;
  for (Value *V : Returned)
    Results.push_back(V->type());
  F.setResultTypes(Results);
  InFunc.createTerminator(OpKind::Return, Returned);
  startKernel(K);
  AttrDict Callee = Ctx.dict({Ctx.named("callee", Ctx.stringAttr(F.name()))});
  Value *V = value(T, S);
  B->create(OpKind::Call, {V, V}, Results, Callee);
  if (S == Shape::Scalar)
    for (Constant *C : Lits)
      B->create(OpKind::Call, {C, V}, Results, Callee);
  unsigned Column = T.isPointer() ? NumScalarKinds : unsigned(T.kind());
  ++Covered[unsigned(K)][Column];
}

//===----------------------------------------------------------------------===//
// Everything
//===----------------------------------------------------------------------===//

void Generator::generate(OpKind K, Type T, Shape S) {
  SubjectType = T;
  SubjectShape = S;
  const OpInfo &Info = getOpInfo(K);
  if (isShapeOp(K) || K == OpKind::Reduce || K == OpKind::Scan) {
    if (S == Shape::Block)
      isShapeOp(K) ? tileOp(K, T) : combining(K, T);
    return;
  }
  if (isThreadOp(K)) {
    if (S == Shape::Fragment)
      threadOp(K, T);
    return;
  }
  if (!takes(K, T, S))
    return;
  if (K == OpKind::Return || K == OpKind::Call) {
    if (S != Shape::Fragment)
      helper(K, T, S);
    return;
  }
  if (Info.NumOperands == 0 && !Info.Variadic &&
      (S != Shape::Scalar || T != Ctx.i32()))
    return; // one sample does
  startKernel(K);
  if (Info.has(OT_CustomForm))
    return regions(K, T, S);
  if (K == OpKind::Arange)
    return arange();
  if (K == OpKind::Cast)
    return casts(T, S);
  if (K == OpKind::Broadcast && S != Shape::Block) {
    create(K, {value(T, S)}, Ctx.tile({4}, T));
    for (Constant *C : literals(T))
      create(K, {C}, Ctx.tile({4}, T));
  } else if ((K == OpKind::FragmentIndex || K == OpKind::Splat) &&
             S == Shape::Scalar) {
    create(K, {scalar(T)}, Ctx.fragment(8, T));
    for (Constant *C : literals(T))
      create(K, {C}, Ctx.fragment(8, T));
  } else if (Info.Result != ResultType::Explicit && K != OpKind::Broadcast) {
    plainOp(K, T, S);
  }
}

void Generator::generateAll() {
  for (unsigned K = 0; K != NumOpKinds; ++K)
    for (Type T : Types)
      for (Shape S : AllShapes)
        generate(OpKind(K), T, S);
}
