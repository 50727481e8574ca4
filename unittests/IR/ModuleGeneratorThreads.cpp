//===- ModuleGeneratorThreads.cpp - Random ops of thread IR ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"

using namespace mt;
using namespace mt::test;

/// Ops of thread IR whose operands are no plain list of fragments.
bool Generator::isThreadOp(OpKind K) {
  switch (K) {
  case OpKind::PermuteRegisters:
  case OpKind::ConcatRegisters:
  case OpKind::Shuffle:
  case OpKind::ShuffleXor:
  case OpKind::SharedAlloc:
  case OpKind::SharedLoad:
  case OpKind::SharedStore:
  case OpKind::PrintElements:
    return true;
  default:
    return isMatrixOp(K);
  }
}

bool Generator::isMatrixOp(OpKind K) {
  return K == OpKind::Mma || K == OpKind::SharedLoadMatrix ||
         K == OpKind::AsyncCopy;
}

/// The matrix ops that take no operand of T.
bool Generator::takesMatrix(OpKind K, Type T) {
  if (K == OpKind::Mma)
    return findMma(T);
  return K != OpKind::SharedLoadMatrix || (T.byteSize() <= 4 && !T.isBool());
}

/// One product, one load of matrices, one copy of elements of T.
void Generator::matrixOp(OpKind K, Type T) {
  if (!takesMatrix(K, T))
    return;
  startKernel(K);
  SubjectType = T;
  Value *Index = value(Ctx.i32(), Shape::Fragment);
  Value *Buffer =
      B->create(OpKind::SharedAlloc, {}, {Ctx.shared({64}, T)}, AttrDict())
          ->result();
  auto Int = [&](llvm::StringRef Name, int64_t V) {
    return Ctx.named(Name, Ctx.intAttr(V));
  };
  if (const MmaInstruction *I = findMma(T); K == OpKind::Mma) {
    Constant *One = literals(T)[0];
    Constant *Zero = Ctx.constant(Ctx.scalar(I->Accumulator), 0);
    auto Splat = [&](Constant *C, unsigned Registers) {
      Type Of = Ctx.fragment(Registers, C->type());
      return B->create(OpKind::Splat, {C}, {Of})->result();
    };
    Value *A = Splat(One, I->aRegisters()),
          *Other = Splat(One, I->bRegisters());
    Value *C = Splat(Zero, I->cRegisters());
    B->create(
        K, {A, Other, C}, {C->type()},
        Ctx.dict({Ctx.named("shape", Ctx.shapeAttr({I->M, I->N, I->K}))}));
  } else if (K == OpKind::SharedLoadMatrix) {
    AttrDict Attrs = Ctx.dict({Int("matrices", 4)});
    if (T.byteSize() == 2)
      Attrs = Ctx.withAttr(Attrs, "transposed", Ctx.boolAttr(true));
    B->create(K, {Buffer, Index}, {Ctx.fragment(4 * 4 * 4 / T.byteSize(), T)},
              Attrs);
  } else {
    Value *Ptr = value(Ctx.pointer(T), Shape::Fragment);
    Value *Mask = value(Ctx.boolean(), Shape::Fragment);
    AttrDict Attrs = Ctx.dict({Int("width", 8 / T.byteSize())});
    B->create(K, {Ptr, Buffer, Index, Mask}, llvm::ArrayRef<Type>(), Attrs);
    B->create(K, {Ptr, Buffer, Index, nullptr}, llvm::ArrayRef<Type>(), Attrs);
  }
  cover(K, T);
}

/// One sample, from a fragment of 4 registers of T.
void Generator::threadOp(OpKind K, Type T) {
  if (isMatrixOp(K))
    return matrixOp(K, T);
  startKernel(K);
  SubjectType = T;
  Value *V = value(T, Shape::Fragment),
        *Index = value(Ctx.i32(), Shape::Fragment);
  Type Buffer = Ctx.shared({64}, T);
  auto Attrs = [&](llvm::StringRef Name, Attr A) {
    return Ctx.dict({Ctx.named(Name, A)});
  };
  auto Alloc = [&](AttrDict D) {
    return B->create(OpKind::SharedAlloc, {}, {Buffer}, D)->result();
  };
  switch (K) {
  case OpKind::PermuteRegisters:
    B->create(K, {V}, {Ctx.fragment(2, T)},
              Ctx.dict({Ctx.named("bases", Ctx.shapeAttr({2})),
                        Ctx.named("offset", Ctx.intAttr(1))}));
    B->create(K, {V}, {T}, Attrs("bases", Ctx.shapeAttr({})));
    break;
  case OpKind::ConcatRegisters:
    B->create(K, {V, V}, {Ctx.fragment(8, T)});
    for (Constant *C : literals(T))
      B->create(K, {C, C}, {Ctx.fragment(2, T)});
    break;
  case OpKind::Shuffle:
    B->create(K, {V, Index}, {V->type()});
    B->create(K, {scalar(T), Ctx.intConstant(Ctx.i32(), 3)}, {T});
    break;
  case OpKind::ShuffleXor:
    B->create(K, {V}, {V->type()}, Attrs("mask", Ctx.intAttr(16)));
    break;
  case OpKind::SharedAlloc:
    Alloc({});
    Alloc(Attrs("offset", Ctx.intAttr(128)));
    break;
  case OpKind::SharedLoad:
    B->create(K, {Alloc({}), Index}, {V->type()});
    B->create(K, {Alloc({}), Ctx.intConstant(Ctx.i32(), 3)}, {T});
    break;
  case OpKind::SharedStore:
    B->create(K, {Alloc({}), Index, V, value(Ctx.boolean(), Shape::Fragment)},
              llvm::ArrayRef<Type>());
    for (Constant *C : literals(T))
      B->create(K, {Alloc({}), Index, C, nullptr}, llvm::ArrayRef<Type>());
    break;
  default:
    B->create(K, {nullptr, Index, V}, llvm::ArrayRef<Type>(),
              Ctx.dict({Ctx.named("prefix", Ctx.stringAttr("v = ")),
                        Ctx.named("rank", Ctx.intAttr(1))}));
  }
  cover(K, T);
}
