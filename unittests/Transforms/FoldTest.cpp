//===- FoldTest.cpp - fold keeps the meaning of every expression ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small expressions over one parameter, with every tricky literal at every
// place, are folded and evaluated: before and after must agree in every bit
// for many values of the parameter. That a rule applies is what the tests in
// test/Transforms check.
//
//===----------------------------------------------------------------------===//

#include "RunPass.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Evaluate.h"
#include "gtest/gtest.h"
#include <cmath>
#include <functional>
#include <random>

using namespace mt;

namespace {

class FoldTest : public ::testing::Test {
protected:
  Context Ctx;
  std::mt19937_64 Random{7};

  /// The value of V with the parameter at X.
  static uint64_t value(Value *V, uint64_t X) {
    if (auto *C = llvm::dyn_cast<Constant>(V))
      return C->bits();
    Op *O = V->definingOp();
    if (!O)
      return X;
    llvm::SmallVector<Type, 3> Types;
    llvm::SmallVector<uint64_t, 3> Bits;
    for (Value *Operand : O->operands()) {
      Types.push_back(Operand->type());
      Bits.push_back(value(Operand, X));
    }
    return evaluate(O->kind(), O->attrs(), Types, Bits, O->type());
  }

  static bool isNaN(uint64_t Bits, Type T) {
    return T.isFloat() && std::isnan(bitsToDouble(Bits, T));
  }

  std::vector<uint64_t> parameterValues(Type T) {
    std::vector<uint64_t> Result = literals(T);
    if (T.isBool())
      return Result;
    for (int I = 0; I != 24; ++I)
      Result.push_back(Random() & (~uint64_t(0) >> (64 - T.bitWidth())));
    return Result;
  }

  /// Bits of literals that rules look for, and some that they do not.
  std::vector<uint64_t> literals(Type T) {
    if (T.isBool())
      return {0, 1};
    std::vector<uint64_t> Result;
    if (T.isFloat()) {
      for (double V :
           {0.0, -0.0, 1.0, -1.0, 2.0, 0.5, HUGE_VAL, -HUGE_VAL, std::nan("")})
        Result.push_back(doubleToBits(V, T));
      return Result;
    }
    uint64_t Mask = ~uint64_t(0) >> (64 - T.bitWidth());
    uint64_t Sign = uint64_t(1) << (T.bitWidth() - 1);
    for (uint64_t V : {uint64_t(0), uint64_t(1), uint64_t(2), uint64_t(7),
                       uint64_t(T.bitWidth()), Sign, Sign - 1, Mask, Mask - 1})
      Result.push_back(V & Mask);
    return Result;
  }

  /// Builds an expression over a parameter of type T, folds it twice, and
  /// compares it with what it was.
  void check(Type T, std::function<Value *(OpBuilder &, Value *)> Build) {
    Module M(Ctx);
    Kernel &K = M.addKernel("f", /*IsFunc=*/true);
    Value *X = K.addParam("x", T);
    OpBuilder B(K);
    Value *Result = Build(B, X);
    Type ResultTy = Result->type();
    Op *Return = B.createTerminator(OpKind::Return, {Result});
    std::vector<uint64_t> Inputs = parameterValues(T), Before;
    for (uint64_t In : Inputs)
      Before.push_back(value(Return->operand(0), In));
    runPass<FoldPass>(K);
    ASSERT_EQ(Return->operand(0)->type(), ResultTy);
    for (unsigned I = 0; I != Inputs.size(); ++I) {
      uint64_t After = value(Return->operand(0), Inputs[I]);
      bool BothNaN = isNaN(After, ResultTy) && isNaN(Before[I], ResultTy);
      ASSERT_TRUE(After == Before[I] || BothNaN)
          << "x = 0x" << std::hex << Inputs[I] << " of " << T.str() << ": 0x"
          << After << ", was 0x" << Before[I];
    }
    EXPECT_FALSE(runPass<FoldPass>(K)) << "a second run changes something";
  }

  Value *apply(OpBuilder &B, OpKind Kind, Value *L, Value *R,
               AttrDict Attrs = {}) {
    return B.create(Kind, {L, R}, Attrs)->result();
  }

  static bool accepts(OpKind K, Type T) {
    uint8_t Set = getOpInfo(K).Elements;
    return Set & (T.isBool() ? TS_Bool : T.isInteger() ? TS_Int : TS_Float);
  }

  template <typename FnT> void forEachType(FnT Fn) {
    for (unsigned I = 0; I != NumScalarKinds; ++I)
      if (Type T = Ctx.scalar(TypeKind(I)); !T.isFloat8())
        Fn(T);
  }
};

constexpr OpKind BinaryKinds[] = {
    OpKind::Add,     OpKind::Sub,    OpKind::Mul,   OpKind::Div,
    OpKind::Mod,     OpKind::And,    OpKind::Or,    OpKind::Xor,
    OpKind::Shl,     OpKind::Shr,    OpKind::CmpLt, OpKind::CmpLe,
    OpKind::CmpGt,   OpKind::CmpGe,  OpKind::CmpEq, OpKind::CmpNe,
    OpKind::Minimum, OpKind::Maximum};
constexpr OpKind UnaryKinds[] = {OpKind::Neg, OpKind::Not, OpKind::Abs,
                                 OpKind::Floor, OpKind::Ceil};

TEST_F(FoldTest, BinaryOpsWithALiteralOrThemselves) {
  forEachType([&](Type T) {
    for (OpKind K : BinaryKinds) {
      if (!accepts(K, T))
        continue;
      check(T, [&](OpBuilder &B, Value *X) { return apply(B, K, X, X); });
      for (uint64_t Bits : literals(T)) {
        Constant *C = Ctx.constant(T, Bits);
        SCOPED_TRACE((getOpInfo(K).Mnemonic + (" " + T.str())).c_str());
        check(T, [&](OpBuilder &B, Value *X) { return apply(B, K, X, C); });
        check(T, [&](OpBuilder &B, Value *X) { return apply(B, K, C, X); });
        for (uint64_t Other : literals(T)) {
          Constant *D = Ctx.constant(T, Other);
          check(T, [&](OpBuilder &B, Value *X) { return apply(B, K, C, D); });
        }
      }
    }
  });
}

TEST_F(FoldTest, ChainsOfBinaryOpsWithLiterals) {
  forEachType([&](Type T) {
    for (OpKind Inner : BinaryKinds)
      for (OpKind Outer : BinaryKinds) {
        bool Compares = Inner >= OpKind::CmpLt && Inner <= OpKind::CmpNe;
        Type Middle = Compares ? Ctx.boolean() : T;
        if (!accepts(Inner, T) || !accepts(Outer, Middle))
          continue;
        for (uint64_t C : literals(T))
          for (uint64_t D : literals(Middle)) {
            if (Random() % 4) // a sample of the combinations
              continue;
            check(T, [&](OpBuilder &B, Value *X) {
              Value *V = apply(B, Inner, X, Ctx.constant(T, C));
              return apply(B, Outer, V, Ctx.constant(Middle, D));
            });
          }
      }
  });
}

TEST_F(FoldTest, ExtremaThatIgnoreNaN) {
  AttrDict Ignore = Ctx.dict({Ctx.named("propagate_nan", Ctx.boolAttr(false))});
  Type T = Ctx.f32();
  for (OpKind K : {OpKind::Minimum, OpKind::Maximum})
    for (uint64_t Bits : literals(T)) {
      Constant *C = Ctx.constant(T, Bits);
      check(T,
            [&](OpBuilder &B, Value *X) { return apply(B, K, X, C, Ignore); });
      check(T,
            [&](OpBuilder &B, Value *X) { return apply(B, K, C, X, Ignore); });
    }
}

TEST_F(FoldTest, ChainsOfUnaryOps) {
  forEachType([&](Type T) {
    for (OpKind Inner : UnaryKinds)
      for (OpKind Outer : UnaryKinds)
        if (accepts(Inner, T) && accepts(Outer, T))
          check(T, [&](OpBuilder &B, Value *X) {
            Value *V = B.create(Inner, {X})->result();
            return B.create(Outer, {V})->result();
          });
  });
}

TEST_F(FoldTest, NegatedComparisons) {
  forEachType([&](Type T) {
    for (OpKind K : BinaryKinds) {
      if (K < OpKind::CmpLt || K > OpKind::CmpNe)
        continue;
      for (uint64_t Bits : literals(T))
        check(T, [&](OpBuilder &B, Value *X) {
          Value *C = apply(B, K, X, Ctx.constant(T, Bits));
          return B.create(OpKind::Not, {C})->result();
        });
    }
  });
}

TEST_F(FoldTest, Selects) {
  Type Bool = Ctx.boolean();
  for (uint64_t A : {0, 1})
    for (uint64_t C : {0, 1})
      for (bool Negate : {false, true})
        check(Bool, [&](OpBuilder &B, Value *X) {
          if (Negate)
            X = B.create(OpKind::Not, {X})->result();
          return B
              .create(OpKind::Select,
                      {X, Ctx.constant(Bool, A), Ctx.constant(Bool, C)})
              ->result();
        });
}

TEST_F(FoldTest, CastsOfCasts) {
  AttrDict TowardZero =
      Ctx.dict({Ctx.named("rounding", Ctx.stringAttr("rtz"))});
  for (unsigned F = 0; F != NumScalarKinds; ++F)
    for (unsigned M = 0; M != NumScalarKinds; ++M)
      for (unsigned T = 0; T != NumScalarKinds; ++T) {
        Type From = Ctx.scalar(TypeKind(F)), Middle = Ctx.scalar(TypeKind(M)),
             To = Ctx.scalar(TypeKind(T));
        SCOPED_TRACE(
            (From.str() + " " + Middle.str() + " " + To.str()).c_str());
        check(From, [&](OpBuilder &B, Value *X) {
          return B.createCast(B.createCast(X, Middle)->result(), To)->result();
        });
        if (From.isFloat() && To.isFloat() && To.bitWidth() < From.bitWidth())
          check(From, [&](OpBuilder &B, Value *X) {
            Value *V = B.createCast(X, Middle)->result();
            return B.create(OpKind::Cast, {V}, {To}, TowardZero)->result();
          });
      }
}

TEST_F(FoldTest, LiteralCastsOfEveryPair) {
  for (unsigned F = 0; F != NumScalarKinds; ++F)
    for (unsigned T = 0; T != NumScalarKinds; ++T) {
      Type From = Ctx.scalar(TypeKind(F)), To = Ctx.scalar(TypeKind(T));
      for (uint64_t Bits : literals(From))
        check(Ctx.i32(), [&](OpBuilder &B, Value *) {
          return B.createCast(Ctx.constant(From, Bits), To)->result();
        });
    }
}

} // namespace
