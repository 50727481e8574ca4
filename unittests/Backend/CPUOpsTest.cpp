//===- CPUOpsTest.cpp - Every lane-by-lane op on the target cpu -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each op of the op table, for each type it takes, on random and on special
// values, against evaluate(). Results must agree to the bit, but for NaN
// payloads and the stated errors of functions. The number of lanes leaves a
// rest, so that vector and scalar (or masked) code are both seen.
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <deque>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

constexpr int64_t Lanes = 1024, Count = 1003;

const std::vector<std::string> &architectures() {
  // x86-64-v4 is what a native build uses of AVX-512 already.
  static const std::vector<std::string> List = [] {
    std::vector<std::string> All = cpuArchitectures();
    llvm::erase(All, "x86-64-v4");
    return All;
  }();
  return List;
}

uint64_t readBits(const std::vector<uint8_t> &Data, unsigned Size, size_t I) {
  uint64_t Bits = 0;
  memcpy(&Bits, &Data[I * Size], Size);
  return Bits;
}

/// Values of one type: special ones, and random bits.
std::vector<uint64_t> sampleOf(Type Ty, unsigned Seed) {
  std::mt19937_64 Random(Seed);
  std::vector<uint64_t> Special;
  unsigned Width = Ty.bitWidth();
  uint64_t All = Width == 64 ? ~uint64_t(0) : (uint64_t(1) << Width) - 1;
  if (Ty.isFloat())
    for (double V : {0.0, -0.0, 1.0, -1.0, 0.5, 2.5, -3.0, 1e-3, 88.0, -90.0,
                     1e30, -1e-40, double(INFINITY), double(-INFINITY),
                     double(NAN), 2147483648.0, -2147483648.0, 65504.0, 255.5})
      Special.push_back(doubleToBits(V, Ty));
  else
    for (int64_t V : {0, 1, 2, 3, 7, -1, -2, 10, 31, 32, 63, 64, 100})
      Special.push_back(uint64_t(V) & All);
  for (uint64_t V : {All, All >> 1, (All >> 1) + 1, All - 1})
    Special.push_back(V & All);
  std::vector<uint64_t> Result;
  for (int64_t I = 0; I != Count; ++I)
    switch (Random() % 3) {
    case 0:
      Result.push_back(Special[Random() % Special.size()]);
      break;
    case 1:
      Result.push_back(Random() & All);
      break;
    default: // of everyday size
      Result.push_back(
          Ty.isFloat()
              ? doubleToBits(int64_t(Random() % 20001) / 500.0 - 20, Ty)
              : Random() % 50 & All);
    }
  return Result;
}

/// Distance of two floats of one type in units of the last place.
uint64_t ulps(uint64_t A, uint64_t B, unsigned Width) {
  auto Ordered = [&](uint64_t V) {
    uint64_t Sign = uint64_t(1) << (Width - 1);
    return V & Sign ? -int64_t(V & ~Sign) : int64_t(V);
  };
  int64_t D = Ordered(A) - Ordered(B);
  return D < 0 ? -D : D;
}

bool isNaN(uint64_t Bits, Type Ty) {
  return Ty.isFloat() && std::isnan(bitsToDouble(Bits, Ty));
}

/// The largest error of a function; nothing for exact ops.
uint64_t allowedUlps(OpKind Kind) {
  switch (Kind) {
  case OpKind::Exp:
  case OpKind::Exp2:
  case OpKind::Log:
  case OpKind::Log2:
  case OpKind::Sin:
  case OpKind::Cos:
  case OpKind::Erf:
  case OpKind::Tanh:
    return 2;
  case OpKind::Rsqrt:
    return 1;
  default:
    return 0;
  }
}

/// One op in the kernel under test.
struct Case {
  OpKind Kind;
  AttrDict Attrs;
  std::vector<Type> Operands;
  Type Result;
  std::vector<unsigned> Inputs; ///< numbers of the sample arrays
  std::vector<uint8_t> Out;
};

class OpsKernel {
public:
  OpsKernel() {
    N = Ks.scalar("n", Ks.Ctx.i32(), Count);
    Offsets = Ks.arange(Lanes);
    Mask = Ks.op(OpKind::CmpLt, {Offsets, N});
  }

  /// A sample array of Ty, loaded; its number.
  unsigned input(Type Ty) {
    std::vector<uint64_t> &Sample =
        Samples.emplace_back(sampleOf(Ty, Samples.size() + 1));
    std::vector<uint8_t> &Data = Memory.emplace_back(Count * Ty.byteSize());
    for (int64_t I = 0; I != Count; ++I)
      memcpy(&Data[I * Ty.byteSize()], &Sample[I], Ty.byteSize());
    auto *P =
        Ks.array("in" + std::to_string(Samples.size()), Data.data(), Count, Ty);
    Values.push_back(Ks.load(Ks.addptr(P, Offsets), Mask));
    return Samples.size() - 1;
  }

  void add(OpKind Kind, std::vector<unsigned> Inputs, AttrDict Attrs = {},
           Type Result = {}) {
    Case &C = *Cases.emplace_back(std::make_unique<Case>());
    C.Kind = Kind;
    C.Attrs = Attrs;
    C.Inputs = Inputs;
    std::vector<Value *> Operands;
    for (unsigned I : Inputs) {
      Operands.push_back(Values[I]);
      C.Operands.push_back(Values[I]->type().elementType());
    }
    Value *V =
        Result ? Ks.B.create(Kind, Operands,
                             {Ks.Ctx.withElement(Values[0]->type(), Result)},
                             Attrs)
                     ->result()
               : Ks.op(Kind, Operands, Attrs);
    C.Result = V->type().elementType();
    C.Out.resize((Count + 1) * C.Result.byteSize(), 0xAB);
    auto *P = Ks.array("out" + std::to_string(Cases.size()), C.Out.data(),
                       Count, C.Result);
    Ks.store(Ks.addptr(P, Offsets), V, Mask);
  }

  void check(llvm::StringRef Arch) {
    ASSERT_EQ(runOnCPU(Ks, {}, Arch), "");
    for (const std::unique_ptr<Case> &C : Cases)
      checkCase(*C, Arch);
  }

  Kernels Ks;

private:
  void checkCase(const Case &C, llvm::StringRef Arch) {
    unsigned Size = C.Result.byteSize();
    for (int64_t I = 0; I != Count; ++I) {
      std::vector<uint64_t> Operands;
      std::string Text;
      for (auto [Input, Ty] : llvm::zip(C.Inputs, C.Operands)) {
        uint64_t Bits = Samples[Input][I];
        if (Ty.isBool())
          Bits = Bits != 0;
        Operands.push_back(Bits);
        Text += " 0x" + llvm::utohexstr(Bits);
      }
      uint64_t Expected =
          evaluate(C.Kind, C.Attrs, C.Operands, Operands, C.Result);
      uint64_t Got = readBits(C.Out, Size, I);
      if (isNaN(Expected, C.Result) && isNaN(Got, C.Result))
        continue;
      bool Near =
          Got == Expected ||
          (C.Result.isFloat() && !isNaN(Got, C.Result) &&
           !isNaN(Expected, C.Result) && allowedUlps(C.Kind) &&
           ulps(Got, Expected, C.Result.bitWidth()) <= allowedUlps(C.Kind));
      ASSERT_TRUE(Near) << getOpInfo(C.Kind).Mnemonic << " of "
                        << C.Operands[0].str() << " to " << C.Result.str()
                        << " on '" << Arch.str() << "', lane " << I << ":"
                        << Text << " gives 0x" << llvm::utohexstr(Got)
                        << ", expected 0x" << llvm::utohexstr(Expected);
    }
    EXPECT_EQ(readBits(C.Out, Size, Count),
              0xABABABABABABABABull >> (64 - 8 * Size))
        << "written behind the end";
  }

  Value *N, *Offsets, *Mask;
  std::vector<std::vector<uint64_t>> Samples;
  std::deque<std::vector<uint8_t>> Memory;
  std::vector<Value *> Values;
  std::vector<std::unique_ptr<Case>> Cases;
};

bool takes(const OpInfo &Info, Type Ty) {
  if (Ty.isBool())
    return Info.Elements & TS_Bool;
  return Info.Elements & (Ty.isFloat() ? TS_Float : TS_Int);
}

class CPUOpsTest : public testing::TestWithParam<unsigned> {
protected:
  TypeKind kind() const { return TypeKind(GetParam()); }
};

TEST_P(CPUOpsTest, ElementwiseOpsAgreeWithEvaluate) {
  for (const std::string &Arch : architectures()) {
    OpsKernel K;
    Type Ty = K.Ks.Ctx.scalar(kind());
    unsigned A = K.input(Ty), B = K.input(Ty), C = K.input(Ty);
    unsigned Condition = K.input(K.Ks.Ctx.boolean());
    for (unsigned I = 0; I != NumOpKinds; ++I) {
      const OpInfo &Info = getOpInfo(OpKind(I));
      if (!Info.has(OT_Elementwise) || OpKind(I) == OpKind::Cast ||
          OpKind(I) == OpKind::AddPtr)
        continue;
      if (OpKind(I) == OpKind::Select) {
        K.add(OpKind::Select, {Condition, A, B});
        continue;
      }
      if (!takes(Info, Ty))
        continue;
      std::vector<unsigned> Inputs = {A, B, C};
      Inputs.resize(Info.NumOperands);
      K.add(OpKind(I), Inputs);
      if (OpKind(I) == OpKind::Minimum || OpKind(I) == OpKind::Maximum) {
        NamedAttr Attr =
            K.Ks.Ctx.named("propagate_nan", K.Ks.Ctx.boolAttr(false));
        K.add(OpKind(I), Inputs, K.Ks.Ctx.dict({Attr}));
      }
    }
    K.check(Arch);
  }
}

TEST_P(CPUOpsTest, CastsAgreeWithEvaluate) {
  for (const std::string &Arch : architectures()) {
    OpsKernel K;
    Type From = K.Ks.Ctx.scalar(kind());
    unsigned A = K.input(From);
    NamedAttr Rtz = K.Ks.Ctx.named("rounding", K.Ks.Ctx.stringAttr("rtz"));
    NamedAttr Bitcast = K.Ks.Ctx.named("bitcast", K.Ks.Ctx.boolAttr(true));
    for (unsigned I = 0; I != NumScalarKinds; ++I) {
      Type To = K.Ks.Ctx.scalar(TypeKind(I));
      K.add(OpKind::Cast, {A}, {}, To);
      if (To.isFloat() && To != From)
        K.add(OpKind::Cast, {A}, K.Ks.Ctx.dict({Rtz}), To);
      if (To.bitWidth() == From.bitWidth())
        K.add(OpKind::Cast, {A}, K.Ks.Ctx.dict({Bitcast}), To);
    }
    K.check(Arch);
  }
}

INSTANTIATE_TEST_SUITE_P(Type, CPUOpsTest, testing::Range(0u, NumScalarKinds),
                         [](const testing::TestParamInfo<unsigned> &Info) {
                           return scalarKindName(TypeKind(Info.param)).str();
                         });

} // namespace
