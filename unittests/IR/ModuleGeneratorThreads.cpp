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
    return false;
  }
}

/// One sample, from a fragment of 4 registers of T.
void Generator::threadOp(OpKind K, Type T) {
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
