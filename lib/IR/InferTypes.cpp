//===- InferTypes.cpp - Result types from operands ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InferShapes.h"
#include "mytriton/IR/Builder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::ArrayRef;

namespace {

/// Applies an op's OperandType/ResultType rules to one set of operands.
class TypeRule {
public:
  TypeRule(Context &Ctx, OpKind K, ArrayRef<Value *> Operands, std::string &Why)
      : Ctx(Ctx), Info(getOpInfo(K)), Operands(Operands), Why(Why) {}

  LogicalResult check() {
    if (failed(checkCount()))
      return failure();
    for (unsigned I = 0; I != Info.NumOperands; ++I)
      if (Operands[I] && failed(checkOperand(I)))
        return failure();
    // The arguments of a call have nothing to do with each other.
    bool IsAccess =
        (Info.has(OT_Reads) || Info.has(OT_Writes)) && Info.NumOperands;
    if (Info.has(OT_Elementwise) || IsAccess)
      return joinShapes();
    return success();
  }

  /// The result type in the joined shape; null for none.
  Type result() const {
    switch (Info.Result) {
    case ResultType::None:
    case ResultType::Explicit:
    case ResultType::Shaped:
      return Type();
    case ResultType::I32:
      return Ctx.i32();
    case ResultType::Bool:
      return shaped(Ctx.boolean());
    case ResultType::Element:
      return shaped(Element);
    case ResultType::Pointer:
      return shaped(Pointer);
    case ResultType::Pointee:
      return shaped(Pointer.pointee());
    }
    llvm_unreachable("covered switch");
  }

private:
  LogicalResult fail(const llvm::Twine &Message) {
    Why = Message.str();
    return failure();
  }
  std::string operandName(unsigned I) const {
    return (llvm::Twine("operand '") + Info.Operands[I].Name + "'").str();
  }

  LogicalResult checkCount() {
    unsigned N = Info.NumOperands;
    if (Operands.size() == N || (Info.Variadic && Operands.size() > N)) {
      for (unsigned I = 0; I != N; ++I)
        if (!Operands[I] && !Info.Operands[I].Optional)
          return fail(operandName(I) + " must not be none");
      return success();
    }
    return fail(llvm::Twine("expected ") + (Info.Variadic ? "at least " : "") +
                llvm::Twine(N) + " operand" + (N == 1 ? "" : "s") + ", got " +
                llvm::Twine(Operands.size()));
  }

  bool accepts(Type T) const {
    unsigned Kind = T.isBool()      ? TS_Bool
                    : T.isInteger() ? TS_Int
                    : T.isFloat()   ? TS_Float
                                    : TS_Pointer;
    return Info.Elements & Kind;
  }

  LogicalResult checkOperand(unsigned I) {
    Type Full = Operands[I]->type();
    bool WantsBuffer = Info.Operands[I].Type == OperandType::Shared;
    if (Full.isShared() != WantsBuffer)
      return fail(operandName(I) + (WantsBuffer ? " must" : " cannot") +
                  " be a shared buffer");
    Type T = Full.elementType();
    switch (Info.Operands[I].Type) {
    case OperandType::Element:
      if (!Element)
        Element = T;
      if (T != Element)
        return fail("operands have element types " +
                    llvm::Twine(Element.str()) + " and " + T.str() +
                    "; they must be equal");
      if (!accepts(T))
        return fail(operandName(I) + " has element type " + T.str() +
                    ", which '" + Info.Mnemonic + "' does not take");
      return success();
    case OperandType::Bool:
      return T.isBool()
                 ? success()
                 : fail(operandName(I) + " must be bool, got " + T.str());
    case OperandType::Pointer:
      Pointer = T;
      return T.isPointer()
                 ? success()
                 : fail(operandName(I) + " must be a pointer, got " + T.str());
    case OperandType::Pointee:
      if (T == Pointer.pointee())
        return success();
      return fail(operandName(I) + " has element type " + T.str() +
                  ", but the pointer points to " + Pointer.pointee().str());
    case OperandType::Integer:
      return T.isInteger()
                 ? success()
                 : fail(operandName(I) + " must be an integer, got " + T.str());
    case OperandType::Shared:
    case OperandType::Any:
      return success();
    }
    llvm_unreachable("covered switch");
  }

  LogicalResult joinShapes() {
    for (Value *V : Operands) {
      if (!V || V->type().isScalar() || V->type().isShared())
        continue;
      Type T = V->type();
      if (!Like) {
        Like = T;
        Shape.assign(T.shape().begin(), T.shape().end());
        continue;
      }
      if (T.kind() != Like.kind())
        return fail("operands mix " + llvm::Twine(Like.str()) + " and " +
                    T.str());
      unsigned Dim;
      auto Joined = broadcastShapes(Shape, T.shape(), &Dim);
      if (!Joined || (Like.isFragment() && T != Like &&
                      T.numElements() != Like.numElements()))
        return fail("operand shapes " + llvm::Twine(Like.str()) + " and " +
                    T.str() + " do not broadcast");
      Shape = *Joined;
    }
    return success();
  }

  Type shaped(Type Elt) const {
    if (!Like)
      return Elt;
    if (Like.isFragment())
      return Ctx.fragment(Shape[0], Elt);
    return Ctx.tile(Shape, Elt);
  }

  Context &Ctx;
  const OpInfo &Info;
  ArrayRef<Value *> Operands;
  std::string &Why;
  Type Element, Pointer, Like;
  llvm::SmallVector<int64_t, 4> Shape;
};

} // namespace

/// The pointer of a store or atomic fixes the shape: nothing broadcasts it.
static LogicalResult checkPointerShape(ArrayRef<Value *> Operands,
                                       std::string &Why) {
  ArrayRef<int64_t> Shape = Operands[0]->type().shape();
  for (Value *V : Operands.drop_front()) {
    if (!V)
      continue;
    auto Joined = broadcastShapes(Shape, V->type().shape());
    if (Joined && ArrayRef<int64_t>(*Joined) == Shape)
      continue;
    Why = "the pointer has type " + Operands[0]->type().str() +
          " and cannot be broadcast to " + V->type().str();
    return failure();
  }
  return success();
}

LogicalResult mt::inferResultTypes(Context &Ctx, OpKind K,
                                   ArrayRef<Value *> Operands, AttrDict Attrs,
                                   llvm::SmallVectorImpl<Type> &Results,
                                   std::string &Why) {
  TypeRule Rule(Ctx, K, Operands, Why);
  if (failed(Rule.check()))
    return failure();
  if (getOpInfo(K).Result == ResultType::Shaped)
    return inferShapedResults(Ctx, K, Operands, Attrs, Results, Why);
  const OpInfo &Info = getOpInfo(K);
  if (Info.has(OT_Writes) && Info.NumOperands &&
      failed(checkPointerShape(Operands, Why)))
    return failure();
  if (Type T = Rule.result())
    Results.push_back(T);
  return success();
}
