//===- EmitMath.cpp - Functions of floats ---------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f16 and bf16 compute as float and round once more; twice as many bits and
// two make the second rounding harmless for division and square root.
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::nvptx;

llvm::Value *ScalarEmitter::asFloat(Type Element, llvm::Value *X) {
  if (Element.kind() == TypeKind::F32 || Element.kind() == TypeKind::F64)
    return X;
  if (Element.isFloat8())
    return widenFloat8(Element, X);
  return B.CreateFPExt(X, B.getFloatTy());
}

llvm::Value *ScalarEmitter::fromFloat(Type Element, llvm::Value *X) {
  if (Element.kind() == TypeKind::F32 || Element.kind() == TypeKind::F64)
    return X;
  return B.CreateFPTrunc(X, registerType(Element));
}

/// The word of the function's name in C.
static llvm::StringRef functionName(OpKind Kind) {
  switch (Kind) {
  case OpKind::Exp:
    return "exp";
  case OpKind::Exp2:
    return "exp2";
  case OpKind::Log:
    return "log";
  case OpKind::Log2:
    return "log2";
  case OpKind::Rsqrt:
    return "rsqrt";
  case OpKind::Sin:
    return "sin";
  case OpKind::Cos:
    return "cos";
  case OpKind::Erf:
    return "erf";
  case OpKind::Tanh:
    return "tanh";
  default:
    assert(Kind == OpKind::Mod && "not a function of floats");
    return "fmod";
  }
}

/// A function of libdevice, which the compiler links if one is declared.
llvm::Value *ScalarEmitter::callLibdevice(llvm::StringRef Name,
                                          llvm::ArrayRef<llvm::Value *> Ops) {
  llvm::Type *Ty = Ops[0]->getType();
  llvm::SmallVector<llvm::Type *, 2> Params(Ops.size(), Ty);
  std::string Symbol = ("__nv_" + Name + (Ty->isFloatTy() ? "f" : "")).str();
  llvm::Module *M = B.GetInsertBlock()->getModule();
  llvm::FunctionCallee F = M->getOrInsertFunction(
      Symbol, llvm::FunctionType::get(Ty, Params, /*isVarArg=*/false));
  return B.CreateCall(F, Ops);
}

/// The fast one for f32, unless the program asks for more.
llvm::Value *ScalarEmitter::emitDivision(const Op *O, Type Element,
                                         llvm::Value *Left,
                                         llvm::Value *Right) {
  if (Element.isF32() && !O->boolAttr("math.exact"))
    return call(llvm::Intrinsic::nvvm_div_full, {Left, Right});
  return B.CreateFDiv(Left, Right);
}

/// The processor's own instruction for f32. Results below 2^-126 are 0.
llvm::Value *ScalarEmitter::emitExponential(const Op *O, llvm::Value *X) {
  bool IsNatural = llvm::isa<ExpOp>(O);
  if (X->getType()->isDoubleTy())
    return callLibdevice(functionName(O->kind()), {X});
  if (IsNatural)
    X = B.CreateFMul(X, llvm::ConstantFP::get(X->getType(), 1.44269504f));
  return B.CreateIntrinsic(llvm::Intrinsic::nvvm_ex2_approx_ftz, {X->getType()},
                           {X});
}

llvm::Value *ScalarEmitter::emitMath(const Op *O, Type Element,
                                     llvm::ArrayRef<llvm::Value *> Ops) {
  llvm::SmallVector<V, 2> Wide;
  for (V Operand : Ops)
    Wide.push_back(asFloat(Element, Operand));
  V Result;
  switch (O->kind()) {
  case OpKind::Div:
    Result = emitDivision(O, Element, Wide[0], Wide[1]);
    break;
  case OpKind::Exp:
  case OpKind::Exp2:
    Result = emitExponential(O, Wide[0]);
    break;
  case OpKind::Sqrt:
    Result = B.CreateUnaryIntrinsic(llvm::Intrinsic::sqrt, Wide[0]);
    break;
  case OpKind::Floor:
    Result = B.CreateUnaryIntrinsic(llvm::Intrinsic::floor, Wide[0]);
    break;
  case OpKind::Ceil:
    Result = B.CreateUnaryIntrinsic(llvm::Intrinsic::ceil, Wide[0]);
    break;
  default: // not an instruction
    Result = callLibdevice(functionName(O->kind()), Wide);
  }
  return fromFloat(Element, Result);
}
