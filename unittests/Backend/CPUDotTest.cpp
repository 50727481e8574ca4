//===- CPUDotTest.cpp - Matrix products on the target cpu -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "TextKernel.h"
#include "mytriton/IR/Evaluate.h"
#include <cmath>
#include <cstring>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

/// Elements of any type, packed as in memory.
class Matrix {
public:
  Matrix(Context &Ctx, llvm::StringRef TypeName, size_t N)
      : Ty(typeNamed(Ctx, TypeName)), N(N), Data(N * Ty.byteSize() + 64) {}

  void poison() { std::fill(Data.begin(), Data.end(), char(0xa5)); }
  void randomize(std::mt19937 &Random) {
    for (size_t I = 0; I != N; ++I) {
      double V = Ty.isFloat()
                     ? std::normal_distribution<double>()(Random)
                     : double(int(Random() % 256) - (Ty.isSigned() ? 128 : 0));
      setBits(I, Ty.isFloat() ? doubleToBits(V, Ty) : uint64_t(int64_t(V)));
    }
  }
  double operator[](size_t I) const {
    if (Ty.isFloat())
      return bitsToDouble(bits(I), Ty);
    return Ty.isSigned() ? double(llvm::SignExtend64(bits(I), Ty.bitWidth()))
                         : double(bits(I));
  }
  uint64_t bits(size_t I) const {
    uint64_t Bits = 0;
    std::memcpy(&Bits, &Data[I * Ty.byteSize()], Ty.byteSize());
    return Bits;
  }
  void setBits(size_t I, uint64_t Bits) {
    std::memcpy(&Data[I * Ty.byteSize()], &Bits, Ty.byteSize());
  }
  /// Half the distance between neighbours at V, relative to V.
  double epsilon() const {
    switch (Ty.kind()) {
    case TypeKind::F64:
      return 0x1p-53;
    case TypeKind::F32:
      return 0x1p-24;
    case TypeKind::F16:
      return 0x1p-11;
    default:
      return 0x1p-8; // bf16
    }
  }
  void *data() { return Data.data(); }
  bool operator==(const Matrix &Other) const { return Data == Other.Data; }

  Type Ty;
  size_t N;

private:
  static Type typeNamed(Context &Ctx, llvm::StringRef Name) {
    for (unsigned K = 0; K <= unsigned(TypeKind::F64); ++K)
      if (Type T = Ctx.scalar(TypeKind(K)); T.str() == Name)
        return T;
    ADD_FAILURE() << "no type " << Name.str();
    return Ctx.i32();
  }
  std::vector<char> Data;
};

struct Extents {
  std::vector<int64_t> Batch;
  int64_t M, N, K;

  int64_t count() const {
    int64_t Product = 1;
    for (int64_t E : Batch)
      Product *= E;
    return Product;
  }
  std::string shape(int64_t Rows, int64_t Columns) const {
    std::string Text;
    for (int64_t E : Batch)
      Text += std::to_string(E) + ", ";
    return Text + std::to_string(Rows) + ", " + std::to_string(Columns);
  }
  std::string block(int64_t Rows, int64_t Columns) const {
    std::string Text = shape(Rows, Columns);
    for (size_t At; (At = Text.find(", ")) != std::string::npos;)
      Text.replace(At, 2, "x");
    return Text;
  }
};

/// Loads a packed matrix into %9 and its pointers into %8, numbered by Suffix.
std::string loading(const Extents &E, int64_t Rows, int64_t Columns,
                    const std::string &Array, const std::string &Type) {
  return fillIn(R"(
  %$0.0 = arange {start=0, end=$1} : vector<$1 x i32>
  %$0.1 = reshape %$0.0 {shape=($2)} : block<$3 x i32>
  %$0.2 = addptr $0, %$0.1 : block<$3 x ptr<$4>>
  %$0.3 = load %$0.2, none, none : block<$3 x $4>)",
                {Array, std::to_string(E.count() * Rows * Columns),
                 E.shape(Rows, Columns), E.block(Rows, Columns), Type});
}

/// out = c + a * b.
std::string productText(const Extents &E, const std::string &A,
                        const std::string &B, const std::string &C) {
  return fillIn("kernel @k(a: ptr<$0>, b: ptr<$1>, c: ptr<$2>, out: ptr<$2>) {",
                {A, B, C}) +
         loading(E, E.M, E.K, "a", A) + loading(E, E.K, E.N, "b", B) +
         loading(E, E.M, E.N, "c", C) +
         fillIn(R"(
  %d = dot %a.3, %b.3, %c.3 : block<$0 x $1>
  %p = addptr out, %c.1 : block<$0 x ptr<$1>>
  store %p, %d, none
})",
                {E.block(E.M, E.N), C});
}

/// Runs Text on a, b, c and compares with products in float64.
void check(const std::string &Text, const Extents &E, const std::string &A,
           const std::string &B, const std::string &C, llvm::StringRef Arch,
           unsigned Seed) {
  Context Ctx;
  std::mt19937 Random(Seed);
  int64_t Count = E.count();
  Matrix X(Ctx, A, Count * E.M * E.K), Y(Ctx, B, Count * E.K * E.N);
  Matrix Z(Ctx, C, Count * E.M * E.N), Out(Ctx, C, Count * E.M * E.N);
  for (Matrix *M : {&X, &Y, &Z})
    M->randomize(Random);
  Out.poison();
  Matrix Interp = Out;
  TextKernel K("cpu", Text, Arch);
  ASSERT_EQ(K.launch({1}, 1, X.data(), Y.data(), Z.data(), Out.data()), "");
  if (!Out.Ty.isFloat()) {
    TextKernel Oracle("interp", Text);
    ASSERT_EQ(
        Oracle.launch({1}, 1, X.data(), Y.data(), Z.data(), Interp.data()), "");
    ASSERT_TRUE(Out == Interp) << Text;
    return;
  }
  bool IsDouble = X.Ty.kind() == TypeKind::F64 || Z.Ty.kind() == TypeKind::F64;
  double Step = IsDouble ? 0x1p-53 : 0x1p-24;
  for (int64_t I = 0; I != Count * E.M * E.N; ++I) {
    int64_t Batch = I / (E.M * E.N), Row = I / E.N % E.M, Column = I % E.N;
    double Sum = Z[I], Magnitude = std::fabs(Z[I]);
    for (int64_t J = 0; J != E.K; ++J) {
      double Product = X[(Batch * E.M + Row) * E.K + J] *
                       Y[(Batch * E.K + J) * E.N + Column];
      Sum += Product;
      Magnitude += std::fabs(Product);
    }
    double Bound =
        (E.K + 1) * Step * Magnitude + 1.01 * Out.epsilon() * std::fabs(Sum);
    ASSERT_LE(std::fabs(Out[I] - Sum), Bound) << Text << "element " << I;
  }
  // Nothing behind the end was written.
  for (size_t I = Out.N * Out.Ty.byteSize();
       I != Out.N * Out.Ty.byteSize() + 64; ++I)
    ASSERT_EQ(static_cast<char *>(Out.data())[I], char(0xa5));
}

class CPUDotTest : public testing::TestWithParam<std::string> {};

TEST_P(CPUDotTest, TypesThatMultiply) {
  struct Combination {
    const char *A, *B, *C;
  };
  unsigned Seed = 1;
  for (auto [A, B, C] : {Combination{"f32", "f32", "f32"},
                         {"f64", "f64", "f64"},
                         {"f32", "f32", "f64"},
                         {"f16", "f16", "f32"},
                         {"f16", "f16", "f16"},
                         {"bf16", "bf16", "f32"},
                         {"bf16", "bf16", "bf16"},
                         {"f8e4m3fn", "f8e4m3fn", "f32"},
                         {"f8e5m2", "f8e4m3fn", "f32"},
                         {"f8e5m2", "f8e5m2", "f16"},
                         {"i8", "i8", "i32"},
                         {"u8", "u8", "i32"},
                         {"i16", "i16", "i64"},
                         {"i32", "i32", "i32"},
                         {"i64", "i64", "i64"},
                         {"i8", "i8", "i8"},
                         {"i64", "i64", "i32"}})
    for (Extents E : {Extents{{}, 16, 32, 16}, {{}, 5, 21, 7}, {{2}, 3, 9, 4}})
      check(productText(E, A, B, C), E, A, B, C, GetParam(), ++Seed);
}

TEST_P(CPUDotTest, AnyExtents) {
  std::mt19937 Random(std::random_device{}());
  std::vector<Extents> All = {
      {{}, 1, 1, 1},      {{}, 1, 100, 3},  {{}, 100, 1, 3},
      {{}, 2, 16, 1},     {{}, 64, 64, 64}, {{}, 12, 32, 8},
      {{}, 13, 33, 9},    {{}, 25, 47, 40}, {{3}, 17, 5, 2},
      {{2, 3}, 4, 18, 5}, {{1}, 1, 8, 1},   {{2, 1, 2}, 9, 31, 11}};
  for (int I = 0; I != 20; ++I) {
    auto Extent = [&] { return int64_t(Random() % 70 + 1); };
    All.push_back({{}, Extent(), Extent(), Extent()});
  }
  for (const Extents &E : All)
    for (const char *T : {"f32", "i32"})
      check(productText(E, T, T, T), E, T, T, T, GetParam(), Random());
}

INSTANTIATE_TEST_SUITE_P(Arch, CPUDotTest,
                         testing::ValuesIn(cpuArchitectures()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name =
                               Info.param.empty() ? "native" : Info.param;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

/// Launches Text on both targets with Size f32 each of a, b, out.
void compareTargets(const std::string &Text, int64_t Size, int Steps) {
  std::mt19937 Random(11);
  std::vector<float> A(Size), B(Size), Expected(2 * Size, -1.0f);
  for (int64_t I = 0; I != Size; ++I) { // products and sums are exact
    A[I] = float(int(Random() % 9) - 4);
    B[I] = float(int(Random() % 9) - 4);
  }
  std::vector<float> Got = Expected, A2 = A, B2 = B;
  TextKernel CPU("cpu", Text), Interp("interp", Text);
  ASSERT_EQ(CPU.launch({2}, 1, A.data(), B.data(), Got.data(), Steps), "");
  ASSERT_EQ(Interp.launch({2}, 1, A2.data(), B2.data(), Expected.data(), Steps),
            "");
  EXPECT_EQ(Got, Expected) << Text << Steps;
  EXPECT_EQ(A, A2);
  EXPECT_EQ(B, B2);
}

const Extents Square = {{}, 16, 16, 16};
const std::string Head =
    "kernel @k(a: ptr<f32>, b: ptr<f32>, out: ptr<f32>, n: i32) {" +
    loading(Square, 16, 16, "a", "f32") + loading(Square, 16, 16, "b", "f32") +
    R"(
  %o = addptr out, %a.1 : block<16x16 x ptr<f32>>
  %q = addptr %o, 256:i32 : block<16x16 x ptr<f32>>)";

// What a loop carries may be overwritten in place, must not, or takes turns.
TEST(CPUDot, AccumulatorsOfLoops) {
  const std::string Bodies[] = {// The accumulator alone.
                                R"(
    %d = dot %a.3, %b.3, %x : block<16x16 x f32>
    yield %d, %y)",
                                // Both change places.
                                R"(
    %d = dot %a.3, %b.3, %x : block<16x16 x f32>
    %e = dot %b.3, %a.3, %y : block<16x16 x f32>
    yield %e, %d)",
                                // Each is the other's factor.
                                R"(
    %d = dot %a.3, %y, %x : block<16x16 x f32>
    %m = mod %d, 8.0 : block<16x16 x f32>
    %e = dot %b.3, %x, %y : block<16x16 x f32>
    %l = mod %e, 8.0 : block<16x16 x f32>
    yield %l, %m)",
                                // Its own factor, and stored afterwards.
                                R"(
    %l = select %z, %x, %y : block<16x16 x f32>
    %d = dot %l, %x, %x : block<16x16 x f32>
    store %q, %x, none
    %m = mod %d, 16.0 : block<16x16 x f32>
    yield %m, %d)",
                                // Scaled first, as attention does.
                                R"(
    %s = mul %x, 0.5 : block<16x16 x f32>
    %d = dot %a.3, %b.3, %s : block<16x16 x f32>
    yield %d, %x)",
                                // One product for both.
                                R"(
    %d = dot %a.3, %b.3, %x : block<16x16 x f32>
    yield %d, %d)",
                                // `x + dot(a, b, 0)`.
                                R"(
    %e = zeros {shape=(16, 16), dtype=f32} : block<16x16 x f32>
    %d = dot %a.3, %b.3, %e : block<16x16 x f32>
    %s = add %x, %d : block<16x16 x f32>
    yield %s, %y)",
                                // Under a condition.
                                R"(
    %c = cmp_gt %i, 1 : bool
    %d = if %c : block<16x16 x f32> {
      %e = dot %a.3, %b.3, %x : block<16x16 x f32>
      yield %e
    } else {
      yield %y
    }
    yield %d, %x)"};
  for (const std::string &Body : Bodies)
    for (int Steps : {0, 1, 2, 3})
      compareTargets(Head + R"(
  %z = cmp_lt %a.3, 1.0 : block<16x16 x bool>
  %r, %t = for %i in range(0:i32, n, 1) iter_args(%x = %a.3, %y = %b.3) : block<16x16 x f32>, block<16x16 x f32> {)" +
                         Body + R"(
  }
  store %o, %r, none
  %v = addptr %q, 0:i32 : block<16x16 x ptr<f32>>
  store %v, %t, none
})",
                     256, Steps);
}

TEST(CPUDot, OperandsThatAreComputed) {
  compareTargets(Head + R"(
  %1 = mul %a.3, 2.0 : block<16x16 x f32>
  %2 = dot %1, %b.3, %a.3 : block<16x16 x f32>
  %3 = trans %b.3 {order=(1, 0)} : block<16x16 x f32>
  %4 = dot %2, %3, %2 : block<16x16 x f32>
  store %o, %2, none
  store %q, %4, none
})",
                 256, 0);
}

TEST(CPUDot, StoresBetweenLoadAndProduct) {
  compareTargets(Head + R"(
  store %a.2, 3.0, none
  store %b.2, %a.3, none
  %1 = dot %a.3, %b.3, %a.3 : block<16x16 x f32>
  store %o, %1, none
})",
                 256, 0);
}

TEST(CPUDot, ElementsThatDoNotGoTogether) {
  Kernels Ks;
  std::vector<std::string> Messages;
  DiagnosticEngine Diags;
  Diags.setHandler([&](const Diagnostic &D) { Messages.push_back(D.Message); });
  Context Ctx;
  std::unique_ptr<Module> M = parseModule(Ctx, R"(
kernel @k(a: block<2x2 x i8>, c: block<2x2 x f32>) {
  %0 = dot a, a, c : block<2x2 x f32>
})",
                                          "k.mt", Diags);
  ASSERT_TRUE(M) << Messages.back();
  Compiler C;
  EXPECT_FALSE(
      C.load(*M->kernels().front(), *C.findTarget("cpu", Diags), {}, Diags));
  ASSERT_FALSE(Messages.empty());
  EXPECT_EQ(Messages.front(),
            "target 'cpu' has no product of i8 elements with an accumulator "
            "of f32; cast one of them");
}

} // namespace
