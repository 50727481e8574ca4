//===- ModuleGenerator.h - Modules with every op ----------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes kernels with every op on every type it takes, in every shape, with
// special literals and clashing names.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_IR_MODULEGENERATOR_H
#define MYTRITON_UNITTESTS_IR_MODULEGENERATOR_H

#include "TextTestUtil.h"
#include "mytriton/IR/Builder.h"

namespace mt::test {

enum class Shape { Scalar, Vector, Block, Fragment };
constexpr Shape AllShapes[] = {Shape::Scalar, Shape::Vector, Shape::Block,
                               Shape::Fragment};

class Generator {
public:
  Generator() : M(Ctx) {
    for (unsigned I = 0; I != NumScalarKinds; ++I)
      Types.push_back(Ctx.scalar(TypeKind(I)));
    Types.push_back(Ctx.pointer(Ctx.f32()));
    Types.push_back(Ctx.pointer(Ctx.scalar(TypeKind::U8), true));
    Types.push_back(Ctx.pointer(Ctx.scalar(TypeKind::BF16), false, 3));
  }

  void generateAll();
  void checkRoundTrip();
  void checkCoverage();

private:
  // One kernel per op, element type and shape.
  void generate(OpKind K, Type T, Shape S);
  void plainOp(OpKind K, Type T, Shape S);
  void withLiterals(OpKind K, llvm::ArrayRef<Value *> Values);
  void create(OpKind K, llvm::ArrayRef<Value *> Operands, Type Result = {});
  void arange();
  void casts(Type T, Shape S);
  void regions(OpKind K, Type T, Shape S);
  void helper(OpKind K, Type T, Shape S);
  // Ops on tiles alone (ModuleGeneratorShapes.cpp).
  static bool isShapeOp(OpKind K);
  void tileOp(OpKind K, Type T);
  void fills(OpKind K, Type T);
  void reductions(OpKind K, Type T);
  void shapeOp(OpKind K, Type T);
  void combining(OpKind K, Type T);
  void cover(OpKind K, Type T);
  // Ops on registers and shared buffers (ModuleGeneratorThreads.cpp).
  static bool isThreadOp(OpKind K);
  void threadOp(OpKind K, Type T);
  static bool isMatrixOp(OpKind K);
  static bool takesMatrix(OpKind K, Type T);
  void matrixOp(OpKind K, Type T);

  bool takes(OpKind K, Type T, Shape S) const;
  void startKernel(OpKind K, bool IsFunc = false);
  Value *scalar(Type T);
  Value *value(Type T, Shape S);
  Type shaped(Type T, Shape S);
  llvm::SmallVector<Constant *> literals(Type T);
  AttrDict attrs(OpKind K, Shape S);

  Context Ctx;
  Module M;
  llvm::SmallVector<Type> Types;
  std::unique_ptr<OpBuilder> B;
  unsigned NumKernels = 0, NumNames = 0;
  /// Ops made, by kind and element type.
  unsigned Covered[NumOpKinds][NumScalarKinds + 1] = {};
  OpKind Subject{};
  Type SubjectType;
  Shape SubjectShape = Shape::Scalar;
};

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_IR_MODULEGENERATOR_H
