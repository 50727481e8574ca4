//===- FloatMath.cpp - Transcendental functions as LLVM IR ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatMath.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/Support/ErrorHandling.h"
#include <cmath>

using namespace mt;
using namespace mt::cpu;

/// libm's name of a function of f64.
static llvm::StringRef libmName(OpKind Kind) {
  switch (Kind) {
  case OpKind::Exp:
    return "exp";
  case OpKind::Exp2:
    return "exp2";
  case OpKind::Log:
    return "log";
  case OpKind::Log2:
    return "log2";
  case OpKind::Sin:
    return "sin";
  case OpKind::Cos:
    return "cos";
  case OpKind::Erf:
    return "erf";
  case OpKind::Tanh:
    return "tanh";
  default:
    llvm_unreachable("not a function of one float");
  }
}

llvm::Value *FloatMath::emit(OpKind Kind, llvm::Value *X) {
  if (Kind == OpKind::Rsqrt)
    return B.CreateFDiv(num(X, 1.0), L.intrinsic(llvm::Intrinsic::sqrt, {X}));
  if (X->getType()->getScalarType()->isDoubleTy())
    return L.callPerLane(libmName(Kind), {X});
  switch (Kind) {
  case OpKind::Exp:
    return exp(X);
  case OpKind::Exp2:
    return exp2(X);
  case OpKind::Log:
    return log(X);
  case OpKind::Log2:
    return log2(X);
  case OpKind::Tanh:
    return tanh(X);
  case OpKind::Erf:
    return erf(X);
  case OpKind::Sin:
  case OpKind::Cos:
    return sinCos(X, Kind == OpKind::Cos);
  default:
    llvm_unreachable("not a function of one float");
  }
}

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

llvm::Value *FloatMath::bits(llvm::Value *X) {
  return B.CreateBitCast(X, L.lanesOf(B.getInt32Ty(), X));
}

llvm::Value *FloatMath::asFloat(llvm::Value *Bits) {
  return B.CreateBitCast(Bits, L.lanesOf(B.getFloatTy(), Bits));
}

llvm::Value *FloatMath::polynomial(llvm::Value *X,
                                   llvm::ArrayRef<double> Coefficients) {
  V Sum = num(X, Coefficients.front());
  for (double C : Coefficients.drop_front())
    Sum = L.fma(Sum, X, num(X, C));
  return Sum;
}

// Adding 1.5 * 2^(mantissa bits) leaves no room for a fraction. Good for
// magnitudes below 2^22 (f32) and 2^51 (f64), and the same on every machine.
llvm::Value *FloatMath::roundEven(llvm::Value *X) {
  bool IsDouble = X->getType()->getScalarType()->isDoubleTy();
  V Magic = num(X, IsDouble ? 0x1.8p52 : 0x1.8p23);
  return B.CreateFSub(B.CreateFAdd(X, Magic), Magic);
}

/// An integral float as i32; lanes out of range hold some value.
llvm::Value *FloatMath::toInt(llvm::Value *X) {
  return B.CreateFreeze(B.CreateFPToSI(X, L.lanesOf(B.getInt32Ty(), X)));
}

// `Low > X ? Low : X` is maxps, which gives X when it is NaN.
llvm::Value *FloatMath::clamp(llvm::Value *X, double Low, double High) {
  V LowV = num(X, Low), HighV = num(X, High);
  X = B.CreateSelect(B.CreateFCmpOGT(LowV, X), LowV, X);
  return B.CreateSelect(B.CreateFCmpOLT(HighV, X), HighV, X);
}

llvm::Value *FloatMath::copySign(llvm::Value *Magnitude, llvm::Value *Sign) {
  return L.intrinsic(llvm::Intrinsic::copysign, {Magnitude, Sign});
}

/// X * 2^Exponent (an integral f32), rounded once; X is near 1.
llvm::Value *FloatMath::scale(llvm::Value *X, llvm::Value *Exponent) {
  auto *VT = llvm::dyn_cast<llvm::FixedVectorType>(X->getType());
  if (L.machine().HasScalef && VT && VT->getNumElements() == 16)
    return B.CreateIntrinsic(llvm::Intrinsic::x86_avx512_mask_scalef_ps_512, {},
                             {X, Exponent, llvm::Constant::getNullValue(VT),
                              B.getInt16(0xFFFF),
                              B.getInt32(4 /*the current rounding mode*/)});
  // In two steps, as neither factor alone would be a normal number. Only the
  // second one rounds.
  V E = toInt(Exponent);
  V Half = B.CreateAShr(E, L.ofInt(E, 1));
  auto Power = [&](V N) {
    return asFloat(
        B.CreateShl(B.CreateAdd(N, L.ofInt(N, 127)), L.ofInt(N, 23)));
  };
  return B.CreateFMul(B.CreateFMul(X, Power(Half)),
                      Power(B.CreateSub(E, Half)));
}

//===----------------------------------------------------------------------===//
// exp, exp2, tanh, erf
//===----------------------------------------------------------------------===//

/// e^R for |R| <= ln(2)/2: 1 + (R + R^2 q(R)).
llvm::Value *FloatMath::expReduced(llvm::Value *R) {
  V Q = polynomial(R,
                   {0.000198527617612853646278381, 0.00139304355252534151077271,
                    0.00833336077630519866943359, 0.0416664853692054748535156,
                    0.166666671633720397949219, 0.5});
  V Tail = L.fma(B.CreateFMul(R, R), Q, R);
  return B.CreateFAdd(Tail, num(R, 1.0));
}

// x = k ln 2 + r. ln 2 is split so that k times the first part is exact.
// Outside the clamp the result is 0 or infinity anyway.
llvm::Value *FloatMath::exp(llvm::Value *X) {
  X = clamp(X, -105.0, 90.0);
  V K = roundEven(B.CreateFMul(X, num(X, 1.4426950408889634)));
  V R = L.fma(K, num(X, -0.693145751953125), X);
  R = L.fma(K, num(X, -1.428606765330187045e-06), R);
  return scale(expReduced(R), K);
}

llvm::Value *FloatMath::exp2(llvm::Value *X) {
  X = clamp(X, -151.0, 129.0);
  V K = roundEven(X);
  V R = B.CreateFSub(X, K);
  V Q = polynomial(R, {0.1535920892e-3, 0.1339262701e-2, 0.9618384764e-2,
                       0.5550347269e-1, 0.2402264476, 0.6931471825});
  return scale(L.fma(Q, R, num(X, 1.0)), K);
}

// Near 0 a polynomial; else 1 - 2 / (e^2x + 1).
llvm::Value *FloatMath::tanh(llvm::Value *X) {
  V A = abs(X);
  V S = B.CreateFMul(X, X);
  V Q = polynomial(S, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2,
                       1.33314422036e-1, -3.33332819422e-1});
  V Near = L.fma(B.CreateFMul(Q, S), A, A);
  V E = exp(B.CreateFMul(A, num(X, 2.0)));
  V Quotient = B.CreateFDiv(num(X, 2.0), B.CreateFAdd(E, num(X, 1.0)));
  V Far = B.CreateFSub(num(X, 1.0), Quotient);
  V IsNear = B.CreateFCmpOLT(A, num(X, 0.625));
  return copySign(B.CreateSelect(IsNear, Near, Far), X);
}

// Below 475/512 an odd polynomial, above it 1 - e^p(|x|) (after N. Juffa).
llvm::Value *FloatMath::erf(llvm::Value *X) {
  V A = abs(X);
  V S = B.CreateFMul(X, X);
  V P = L.fma(num(X, -1.72853470e-5), A, num(X, 3.83197126e-4));
  V U = L.fma(num(X, -3.88396438e-3), A, num(X, 2.42546219e-2));
  P = L.fma(P, S, U);
  for (double C : {-1.06777877e-1, -6.34846687e-1, -1.28717512e-1})
    P = L.fma(P, A, num(X, C));
  P = L.fma(P, A, B.CreateFNeg(A));
  V Far = copySign(B.CreateFSub(num(X, 1.0), exp(P)), X);
  // p turns up again where x^5 overwhelms it, long after erf has reached 1.
  V IsOne = B.CreateFCmpOGT(A, num(X, 4.0));
  Far = B.CreateSelect(IsOne, copySign(num(X, 1.0), X), Far);
  V Q = polynomial(S, {-5.96761703e-4, 4.99119423e-3, -2.67681349e-2,
                       1.12819925e-1, -3.76125336e-1, 1.28379166e-1});
  V Near = L.fma(Q, X, X);
  return B.CreateSelect(B.CreateFCmpOGT(A, num(X, 0.927734375)), Far, Near);
}

//===----------------------------------------------------------------------===//
// log, log2
//===----------------------------------------------------------------------===//

FloatMath::Split FloatMath::splitExponent(llvm::Value *X) {
  // Denormals first become normal numbers.
  V Tiny = B.CreateFCmpOLT(X, num(X, 0x1p-126));
  V Scaled = B.CreateSelect(Tiny, B.CreateFMul(X, num(X, 0x1p23)), X);
  V I = bits(Scaled);
  // Subtracting sqrt(1/2) puts the carry into the exponent where the mantissa
  // is at least that.
  V Moved = B.CreateSub(I, L.ofInt(I, 0x3F3504F3));
  V E = B.CreateAShr(Moved, L.ofInt(I, 23));
  V M = asFloat(B.CreateSub(I, B.CreateShl(E, L.ofInt(I, 23))));
  V Exponent = B.CreateSIToFP(E, X->getType());
  Exponent =
      B.CreateFSub(Exponent, B.CreateSelect(Tiny, num(X, 23.0), num(X, 0.0)));
  return {Exponent, B.CreateFSub(M, num(X, 1.0))};
}

/// ln(1 + F) - F + F^2 / 2 for F of splitExponent().
llvm::Value *FloatMath::logTail(llvm::Value *F) {
  V P = polynomial(F, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1,
                       -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
                       2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
  V S = B.CreateFMul(F, F);
  return B.CreateFMul(B.CreateFMul(F, S), P);
}

/// Annex F: ±0 gives -inf, a negative number NaN, +inf and NaN themselves.
llvm::Value *FloatMath::logSpecials(llvm::Value *X, llvm::Value *Result) {
  V Inf = num(X, INFINITY);
  V Keeps = B.CreateFCmpULT(X, Inf); // not +inf; NaN is dealt with below
  Result = B.CreateSelect(Keeps, Result, X);
  Result = B.CreateSelect(B.CreateFCmpUGE(X, num(X, 0.0)), Result, num(X, NAN));
  Result = B.CreateSelect(L.isNaN(X), X, Result);
  return B.CreateSelect(B.CreateFCmpOEQ(X, num(X, 0.0)), num(X, -INFINITY),
                        Result);
}

llvm::Value *FloatMath::log(llvm::Value *X) {
  auto [E, F] = splitExponent(X);
  V Y = L.fma(E, num(X, -2.12194440e-4), logTail(F));
  Y = L.fma(B.CreateFMul(F, F), num(X, -0.5), Y);
  V Result = L.fma(E, num(X, 0.693359375), B.CreateFAdd(F, Y));
  return logSpecials(X, Result);
}

// log2(e) = 1 + 0.4427: the parts of the sum enter from small to large.
llvm::Value *FloatMath::log2(llvm::Value *X) {
  auto [E, F] = splitExponent(X);
  V Y = L.fma(B.CreateFMul(F, F), num(X, -0.5), logTail(F));
  V Rest = num(X, 0.44269504088896340735992);
  V Z = L.fma(Y, Rest, B.CreateFMul(F, Rest));
  Z = B.CreateFAdd(B.CreateFAdd(B.CreateFAdd(Z, Y), F), E);
  return logSpecials(X, Z);
}

//===----------------------------------------------------------------------===//
// sin, cos
//===----------------------------------------------------------------------===//

// Reduced and evaluated in f64, where pi/2 in two parts, the first of 33 bits,
// is exact enough below LargestReduced. Taylor's series do: at pi/4 the first
// terms left out are below 2^-36 of the result.
static constexpr double LargestReduced = 0x1p20;

llvm::Value *FloatMath::sinCosReduced(llvm::Value *X, bool Cosine) {
  V D = B.CreateFPExt(X, L.lanesOf(B.getDoubleTy(), X));
  V K = roundEven(B.CreateFMul(D, num(D, 0.63661977236758134308)));
  V R = B.CreateFSub(D, B.CreateFMul(K, num(D, 0x1.921fb544p+0)));
  R = B.CreateFSub(R, B.CreateFMul(K, num(D, 0x1.0b4611a626331p-34)));
  V S = B.CreateFMul(R, R);
  auto Series = [&](llvm::ArrayRef<double> Coefficients) {
    V Sum = num(D, Coefficients.front());
    for (double C : Coefficients.drop_front())
      Sum = B.CreateFAdd(B.CreateFMul(Sum, S), num(D, C));
    return Sum;
  };
  V Sine = B.CreateFMul(R, Series({-1.0 / 39916800, 1.0 / 362880, -1.0 / 5040,
                                   1.0 / 120, -1.0 / 6, 1.0}));
  V Cos = Series({1.0 / 479001600, -1.0 / 3628800, 1.0 / 40320, -1.0 / 720,
                  1.0 / 24, -0.5, 1.0});
  V Quadrant = toInt(K);
  if (Cosine)
    Quadrant = B.CreateAdd(Quadrant, L.ofInt(Quadrant, 1));
  V Swap = B.CreateIsNotNull(B.CreateAnd(Quadrant, L.ofInt(Quadrant, 1)));
  V Flip = B.CreateIsNotNull(B.CreateAnd(Quadrant, L.ofInt(Quadrant, 2)));
  V Result = B.CreateSelect(Swap, Cos, Sine);
  Result = B.CreateSelect(Flip, B.CreateFNeg(Result), Result);
  return B.CreateFPTrunc(Result, X->getType());
}

// Larger arguments are rare: libm reduces them, lane by lane.
llvm::Value *FloatMath::sinCos(llvm::Value *X, bool Cosine) {
  V Result = sinCosReduced(X, Cosine);
  if (!Cosine) // -0 and denormals too
    Result =
        B.CreateSelect(B.CreateFCmpOLT(abs(X), num(X, 0x1p-12)), X, Result);
  V Large = B.CreateFCmpOGE(abs(X), num(X, LargestReduced));
  V Any = X->getType()->isVectorTy() ? B.CreateOrReduce(Large) : Large;
  llvm::BasicBlock *Fast = B.GetInsertBlock();
  llvm::Function *F = Fast->getParent();
  auto *Slow = llvm::BasicBlock::Create(B.getContext(), "trig.large", F);
  auto *Done = llvm::BasicBlock::Create(B.getContext(), "trig.done", F);
  B.CreateCondBr(Any, Slow, Done);
  B.SetInsertPoint(Slow);
  V Exact = L.callPerLane(Cosine ? "cosf" : "sinf", {X});
  Exact = B.CreateSelect(Large, Exact, Result);
  llvm::BasicBlock *SlowEnd = B.GetInsertBlock();
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
  llvm::PHINode *Phi = B.CreatePHI(X->getType(), 2);
  Phi->addIncoming(Result, Fast);
  Phi->addIncoming(Exact, SlowEnd);
  return Phi;
}
