//===- CPUTest.cpp - Memory and control flow on the target cpu
//-------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "TextKernel.h"
#include <numeric>
#include <sys/mman.h>
#include <unistd.h>

using namespace mt;
using namespace mt::test;

namespace {

/// out[i] = x[i] + y[i] for i < n, a block of Block per program.
void buildAdd(Kernels &Ks, BlockArgument *X, BlockArgument *Y,
              BlockArgument *Out, Value *N, int64_t Block) {
  Value *Pid = Ks.B.create<ProgramIdOp>(0u)->result();
  Value *Base = Ks.op(OpKind::Mul, {Pid, Ks.i32(Block)});
  Value *Offsets = Ks.op(OpKind::Add, {Base, Ks.arange(Block)});
  Value *Mask = Ks.op(OpKind::CmpLt, {Offsets, N});
  Value *L = Ks.load(Ks.addptr(X, Offsets), Mask, Ks.f32(0));
  Value *R = Ks.load(Ks.addptr(Y, Offsets), Mask, Ks.f32(0));
  Ks.store(Ks.addptr(Out, Offsets), Ks.op(OpKind::Add, {L, R}), Mask);
}

class CPUArchTest : public testing::TestWithParam<std::string> {};

TEST_P(CPUArchTest, AddOfAnyLengthAndBlock) {
  constexpr int Most = 1000, Room = 64;
  for (int64_t Block : {1, 8, 16, 100, 256, 1024}) {
    Kernels Ks;
    std::vector<float> X(Most), Y(Most), Out(Most + Room);
    for (int I = 0; I != Most; ++I) {
      X[I] = I * 0.5f;
      Y[I] = 1000.0f - I;
    }
    auto *PX = Ks.array("x", X.data(), Most, Ks.Ctx.f32());
    auto *PY = Ks.array("y", Y.data(), Most, Ks.Ctx.f32());
    auto *PO = Ks.array("out", Out.data(), Most, Ks.Ctx.f32());
    auto *PN = Ks.scalar("n", Ks.Ctx.i32(), 0);
    buildAdd(Ks, PX, PY, PO, PN, Block);
    std::unique_ptr<Executable> E = compileForCPU(Ks, GetParam());
    ASSERT_TRUE(E);
    for (int N : {0, 1, 15, 16, 17, 255, 1000}) {
      std::fill(Out.begin(), Out.end(), -1.0f);
      Ks.Args[3] = N;
      ASSERT_EQ(launch(*E, Ks, {uint32_t((N + Block - 1) / Block)}), "");
      for (int I = 0; I != N; ++I)
        ASSERT_EQ(Out[I], X[I] + Y[I]) << I << " block " << Block;
      for (int I = N; I != Most + Room; ++I)
        ASSERT_EQ(Out[I], -1.0f) << "written behind the end";
    }
  }
}

/// A kernel `out[i] = x[i] + x[i]` within one array: whatever the overlap of
/// out and x, the result must be what the interpreter gets tile by tile.
TEST_P(CPUArchTest, StoresOverlappingLoads) {
  constexpr int N = 200, Block = 64;
  std::vector<float> Data(N + 200);
  Kernels Ks;
  auto *X = Ks.array("x", Data.data() + 50, N, Ks.Ctx.f32());
  auto *Out = Ks.array("out", Data.data() + 50, N, Ks.Ctx.f32());
  auto *PN = Ks.scalar("n", Ks.Ctx.i32(), N);
  buildAdd(Ks, X, X, Out, PN, Block);
  Ks.Extents.clear();
  std::unique_ptr<Executable> E = compileForCPU(Ks, GetParam());
  ASSERT_TRUE(E);
  for (int Shift : {-40, -16, -3, -1, 0, 1, 2, 15, 16, 17, 63, 64, 100}) {
    Ks.Args[1] = reinterpret_cast<uint64_t>(Data.data() + 50 + Shift);
    std::iota(Data.begin(), Data.end(), 0.0f);
    ASSERT_EQ(Ks.run({4}), "");
    std::vector<float> Expected = Data;
    std::iota(Data.begin(), Data.end(), 0.0f);
    ASSERT_EQ(launch(*E, Ks, {4}), "");
    ASSERT_EQ(Data, Expected) << "shift " << Shift;
  }
}

/// Two stores and two loads through different pointers into one array.
TEST_P(CPUArchTest, OrderOfStoresAndLoadsIsKept) {
  constexpr int Block = 48;
  std::vector<float> Data(300);
  Kernels Ks;
  float *Middle = Data.data() + 100;
  auto *X = Ks.array("x", Middle, 100, Ks.Ctx.f32());
  auto *Y = Ks.array("y", Middle, 100, Ks.Ctx.f32());
  auto *Z = Ks.array("z", Middle, 100, Ks.Ctx.f32());
  Value *First = Ks.loadAll(X, Block);
  Ks.storeAll(Y, Ks.op(OpKind::Mul, {First, Ks.f32(2)}), Block);
  Value *Second = Ks.loadAll(Z, Block);
  Ks.storeAll(X, Ks.op(OpKind::Sub, {Second, First}), Block);
  Ks.Extents.clear();
  std::unique_ptr<Executable> E = compileForCPU(Ks, GetParam());
  ASSERT_TRUE(E);
  for (int A = -35; A != 36; ++A)
    for (int C = -35; C != 36; ++C) {
      Ks.Args[1] = reinterpret_cast<uint64_t>(Middle + A);
      Ks.Args[2] = reinterpret_cast<uint64_t>(Middle + C);
      // What the four tile ops do one after the other.
      std::iota(Data.begin(), Data.end(), 0.0f);
      std::vector<float> Expected = Data, L(Block), S(Block);
      std::copy_n(&Expected[100], Block, L.begin());
      for (int I = 0; I != Block; ++I)
        Expected[100 + A + I] = L[I] * 2;
      std::copy_n(&Expected[100 + C], Block, S.begin());
      for (int I = 0; I != Block; ++I)
        Expected[100 + I] = S[I] - L[I];
      ASSERT_EQ(launch(*E, Ks), "");
      ASSERT_EQ(Data, Expected) << A << " " << C;
    }
}

TEST_P(CPUArchTest, OffsetsThatWrapAreNotContiguous) {
  // base + i passes 2^31 within the block: the masked lanes behind it must not
  // be taken for the ones that follow.
  for (int Run = 0; Run != 2; ++Run) {
    Kernels Ks;
    std::vector<float> X(64), Out(64, 7.0f);
    for (int I = 0; I != 64; ++I)
      X[I] = I;
    uint64_t Start = (uint64_t(1) << 31) - 10;
    // Addresses such that lane 0 is X[0].
    auto *PX = Ks.array("x", X.data() - Start, 64, Ks.Ctx.f32());
    auto *PO = Ks.array("out", Out.data() - Start, 64, Ks.Ctx.f32());
    auto *Base = Ks.scalar("base", Ks.Ctx.i32(), Start);
    Ks.Extents.clear();
    Value *Offsets = Ks.op(OpKind::Add, {Base, Ks.arange(32)});
    Value *Mask = Ks.op(OpKind::CmpGt, {Offsets, Ks.i32(0)});
    Ks.store(Ks.addptr(PO, Offsets), Ks.load(Ks.addptr(PX, Offsets), Mask),
             Mask);
    ASSERT_EQ(Run ? runOnCPU(Ks, {}, GetParam()) : Ks.run(), "");
    for (int I = 0; I != 64; ++I)
      ASSERT_EQ(Out[I], I < 10 ? I : 7.0f) << I;
  }
}

TEST_P(CPUArchTest, GatherAndScatter) {
  Kernels Ks;
  constexpr int N = 100;
  std::vector<int32_t> Index(N);
  std::vector<float> X(N), Out(N, -1.0f), Strided(3 * N);
  for (int I = 0; I != N; ++I) {
    Index[I] = (I * 37) % N;
    X[I] = I;
  }
  auto *PI = Ks.array("index", Index.data(), N, Ks.Ctx.i32());
  auto *PX = Ks.array("x", X.data(), N, Ks.Ctx.f32());
  auto *PO = Ks.array("out", Out.data(), N, Ks.Ctx.f32());
  auto *PS = Ks.array("strided", Strided.data(), 3 * N, Ks.Ctx.f32());
  Value *Lanes = Ks.arange(128);
  Value *Mask = Ks.op(OpKind::CmpLt, {Lanes, Ks.i32(N)});
  Value *Where = Ks.load(Ks.addptr(PI, Lanes), Mask, Ks.i32(0));
  Value *V = Ks.load(Ks.addptr(PX, Where), Mask, Ks.f32(0));
  Value *Odd = Ks.op(OpKind::And, {Lanes, Ks.i32(1)});
  Value *IsOdd = Ks.op(OpKind::CmpEq, {Odd, Ks.i32(1)});
  Value *Both = Ks.op(OpKind::And, {Mask, IsOdd});
  Ks.store(Ks.addptr(PO, Where), V, Both);
  Value *Three = Ks.op(OpKind::Mul, {Lanes, Ks.i32(3)});
  Ks.store(Ks.addptr(PS, Three), V, Mask);
  ASSERT_EQ(runOnCPU(Ks, {}, GetParam()), "");
  for (int I = 0; I != N; ++I) {
    EXPECT_EQ(Out[Index[I]], I % 2 ? X[Index[I]] : -1.0f) << I;
    EXPECT_EQ(Strided[3 * I], X[Index[I]]);
  }
}

TEST_P(CPUArchTest, TilesOfTwoDimensions) {
  // out[m, n] = x[n] * y[m * 24 + n], built from one-dimensional ranges.
  constexpr int M = 8, N = 24;
  Kernels Ks;
  std::vector<float> X(N), Y(M * N), Out(M * N);
  for (int I = 0; I != N; ++I)
    X[I] = I;
  for (int I = 0; I != M * N; ++I)
    Y[I] = 1 + I;
  auto *PX = Ks.array("x", X.data(), N, Ks.Ctx.f32());
  auto *PY = Ks.array("y", Y.data(), M * N, Ks.Ctx.f32());
  auto *PO = Ks.array("out", Out.data(), M * N, Ks.Ctx.f32());
  Value *Row = Ks.load(Ks.addptr(PX, Ks.arange(N)));
  // Rows through a division, as expand_dims is not there yet.
  auto Shape = [&](Value *V) {
    return Ks.B.create<BroadcastOp>(V, llvm::ArrayRef<int64_t>({M, N}))
        ->result();
  };
  for (int R = 0; R != M; ++R) {
    Value *Offsets = Ks.op(OpKind::Add, {Ks.arange(N), Ks.i32(R * N)});
    Value *V = Ks.load(Ks.addptr(PY, Offsets));
    Ks.store(Ks.addptr(PO, Offsets), Ks.op(OpKind::Mul, {V, Row}));
  }
  Value *All = Shape(Ks.addptr(PO, Ks.arange(N)));
  Value *Doubled = Ks.op(OpKind::Add, {Ks.load(All), Shape(Row)});
  Ks.store(All, Doubled);
  ASSERT_EQ(runOnCPU(Ks, {}, GetParam()), "");
  for (int R = 0; R != M; ++R)
    for (int I = 0; I != N; ++I)
      ASSERT_EQ(Out[R * N + I], X[I] * Y[R * N + I] + (R ? 0 : X[I]))
          << R << " " << I;
}

TEST_P(CPUArchTest, LoopCarriesTilesAndScalars) {
  constexpr int N = 70, Steps = 5;
  std::vector<float> Results[2];
  for (int Run = 0; Run != 2; ++Run) {
    Kernels Ks;
    std::vector<float> X(N * Steps), Out(4 * N);
    for (int I = 0; I != N * Steps; ++I)
      X[I] = I % 13;
    auto *PX = Ks.array("x", X.data(), N * Steps, Ks.Ctx.f32());
    auto *PO = Ks.array("out", Out.data(), 4 * N, Ks.Ctx.f32());
    auto *Count = Ks.scalar("steps", Ks.Ctx.i32(), Steps);
    Value *A = Ks.load(Ks.addptr(PX, Ks.arange(N)));
    Value *Zero = Ks.op(OpKind::Sub, {A, A});
    ForOp *For = Ks.B.create<ForOp>(
        static_cast<Value *>(Ks.i32(0)), static_cast<Value *>(Count),
        static_cast<Value *>(Ks.i32(1)),
        llvm::ArrayRef<Value *>({A, Zero, Ks.f32(1)}));
    {
      OpBuilder::Guard G(Ks.B);
      Ks.B.setInsertionPointToEnd(For->body());
      Value *Start = Ks.op(OpKind::Mul, {For->inductionVar(), Ks.i32(N)});
      Value *Offsets = Ks.op(OpKind::Add, {Start, Ks.arange(N)});
      Value *V = Ks.load(Ks.addptr(PX, Offsets));
      // The tiles change places: neither may be overwritten too early.
      Value *Sum = Ks.op(OpKind::Add, {For->carried(1), V});
      Value *Scale = Ks.op(OpKind::Mul, {For->carried(2), Ks.f32(2)});
      Ks.yield({Sum, For->carried(0), Scale});
    }
    Ks.storeAll(PO, For->result(0), N);
    Value *Behind = Ks.op(OpKind::Add, {Ks.arange(N), Ks.i32(N)});
    Ks.store(Ks.addptr(PO, Behind), For->result(1));
    Ks.store(Ks.addptr(PO, Ks.i32(2 * N)), For->result(2));
    ASSERT_EQ(Run ? runOnCPU(Ks, {}, GetParam()) : Ks.run(), "");
    Results[Run] = Out;
  }
  EXPECT_EQ(Results[0], Results[1]);
}

/// Bytes that end where memory ends: one page, then one nobody may touch.
class GuardedPage {
public:
  GuardedPage() {
    Page = sysconf(_SC_PAGESIZE);
    Start = static_cast<char *>(mmap(nullptr, 2 * Page, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(Start + Page, Page, PROT_NONE);
  }
  ~GuardedPage() { munmap(Start, 2 * Page); }
  /// The last N floats.
  float *last(size_t N) { return reinterpret_cast<float *>(Start + Page) - N; }

private:
  size_t Page;
  char *Start;
};

TEST_P(CPUArchTest, MaskedLanesTouchNoMemory) {
  constexpr int Block = 256;
  GuardedPage X, Y, Out;
  Kernels Ks;
  auto *PX = Ks.array("x", nullptr, 0, Ks.Ctx.f32());
  auto *PY = Ks.array("y", nullptr, 0, Ks.Ctx.f32());
  auto *PO = Ks.array("out", nullptr, 0, Ks.Ctx.f32());
  auto *PN = Ks.scalar("n", Ks.Ctx.i32(), 0);
  // A bound, a predicate, and a gather with addresses that do not exist.
  Value *Lanes = Ks.arange(Block);
  Value *Below = Ks.op(OpKind::CmpLt, {Lanes, PN});
  Value *Odd =
      Ks.op(OpKind::CmpEq, {Ks.op(OpKind::And, {Lanes, Ks.i32(1)}), Ks.i32(1)});
  Value *Both = Ks.op(OpKind::And, {Below, Odd});
  Value *Far = Ks.op(OpKind::Select,
                     {Both, Lanes, Ks.op(OpKind::Mul, {Lanes, Ks.i32(9999)})});
  Value *L = Ks.load(Ks.addptr(PX, Lanes), Below, Ks.f32(5));
  Value *R = Ks.load(Ks.addptr(PY, Far), Both, Ks.f32(100));
  Ks.store(Ks.addptr(PO, Lanes), Ks.op(OpKind::Add, {L, R}), Below);
  std::unique_ptr<Executable> E = compileForCPU(Ks, GetParam());
  ASSERT_TRUE(E);
  for (int N : {0, 1, 7, 16, 33, 100, 255, 256}) {
    Ks.Args = {reinterpret_cast<uint64_t>(X.last(N)),
               reinterpret_cast<uint64_t>(Y.last(N)),
               reinterpret_cast<uint64_t>(Out.last(N)), uint64_t(N)};
    for (int I = 0; I != N; ++I) {
      X.last(N)[I] = I;
      Y.last(N)[I] = 1000;
    }
    ASSERT_EQ(launch(*E, Ks), "");
    for (int I = 0; I != N; ++I)
      ASSERT_EQ(Out.last(N)[I], I + (I % 2 ? 1000 : 100)) << N << " " << I;
  }
}

/// Masks that are known while compiling, down to one lane, around stores of
/// values that were wider before.
TEST_P(CPUArchTest, NarrowStoresOfKnownLanes) {
  for (const char *Type : {"i8", "u16", "f16", "bf16", "f8e5m2", "bool"})
    for (const char *Mask :
         {"cmp_eq %0, 2", "cmp_lt %0, 1", "cmp_gt %0, 6", "cmp_ge %0, 5"})
      for (const char *Lanes : {"8", "9", "17"}) {
        std::string Text = fillIn(R"(
kernel @k(x: ptr<i32>, out: ptr<$0>) {
  %0 = arange {start=0, end=$2} : vector<$2 x i32>
  %1 = addptr x, %0 : vector<$2 x ptr<i32>>
  %2 = load %1, none, none : vector<$2 x i32>
  %3 = cast %2 : vector<$2 x $0>
  %4 = addptr out, %0 : vector<$2 x ptr<$0>>
  %5 = $1 : vector<$2 x bool>
  store %4, %3, %5
})",
                                  {Type, Mask, Lanes});
        std::vector<int32_t> X(17);
        std::iota(X.begin(), X.end(), 40);
        std::vector<char> Got(64, char(0xa5)), Expected = Got;
        TextKernel CPU("cpu", Text, GetParam()), Interp("interp", Text);
        ASSERT_EQ(CPU.launch({1}, 1, X.data(), Got.data()), "");
        ASSERT_EQ(Interp.launch({1}, 1, X.data(), Expected.data()), "");
        ASSERT_EQ(Got, Expected) << Text;
      }
}

INSTANTIATE_TEST_SUITE_P(Arch, CPUArchTest,
                         testing::ValuesIn(cpuArchitectures()),
                         [](const testing::TestParamInfo<std::string> &Info) {
                           std::string Name =
                               Info.param.empty() ? "native" : Info.param;
                           std::replace(Name.begin(), Name.end(), '-', '_');
                           return Name;
                         });

} // namespace
