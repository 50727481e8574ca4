//===- CPURandomTest.cpp - Random kernels on cpu and interp ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels of random loads, stores, masks, arithmetic, loops and conditions on
// one array of integers through pointers that overlap. The interpreter runs
// them tile by tile; whatever the target cpu fuses must come out the same.
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include <numeric>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

constexpr int Elements = 1500, Middle = 600;

/// A random kernel over overlapping windows of one array.
class RandomKernel {
public:
  RandomKernel(unsigned Seed, std::vector<int32_t> &Memory) : Random(Seed) {
    for (int I = 0; I != 3; ++I) {
      int32_t *Start = Memory.data() + Middle + int(below(140)) - 70;
      Pointers.push_back(
          Ks.array("p" + std::to_string(I), Start, Elements, Ks.Ctx.i32()));
    }
    Bound = Ks.scalar("n", Ks.Ctx.i32(), below(90));
    Ks.Extents.clear();
    Rows = below(3) ? 1 : 3;
    static const int64_t Extents[] = {1, 5, 16, 40, 64};
    Columns = Extents[below(5)];
    Scalars = {Bound, Ks.i32(3), Ks.B.create<ProgramIdOp>(0u)->result()};
    Tiles = {indices()};
    emitOps(14, 0);
    // What is left unused would not be computed.
    store(pick(Tiles), nullptr);
  }

  Kernels Ks;

private:
  uint64_t below(uint64_t N) { return Random() % N; }
  template <typename T> T pick(const std::vector<T> &From) {
    return From[below(From.size())];
  }
  Value *shaped(Value *V) {
    if (Rows == 1 || V->type().rank() == 2)
      return V;
    return Ks.B
        .create<BroadcastOp>(V, llvm::ArrayRef<int64_t>({Rows, Columns}))
        ->result();
  }
  /// Numbers of the columns, in the kernel's shape.
  Value *indices() { return shaped(Ks.arange(Columns)); }
  Value *binary(OpKind K, Value *L, Value *R) {
    return below(2) || L->type().isTile() ? Ks.op(K, {L, R}) : Ks.op(K, {R, L});
  }

  /// A tile of offsets; most of them affine.
  Value *offsets() {
    Value *Base = indices();
    switch (below(5)) {
    case 0:
      return Ks.op(OpKind::Mul, {Base, Ks.i32(int64_t(below(4)) - 1)});
    case 1: // anything in [0, 63]
      return Ks.op(OpKind::And, {pick(Tiles), Ks.i32(63)});
    case 2: {
      Value *Part = Ks.op(OpKind::And, {pick(Scalars), Ks.i32(31)});
      return Ks.op(OpKind::Add, {Base, Part});
    }
    default:
      return Ks.op(OpKind::Add, {Base, Ks.i32(int64_t(below(60)) - 30)});
    }
  }
  Value *mask() {
    static const OpKind Kinds[] = {OpKind::CmpLt, OpKind::CmpLe, OpKind::CmpGt,
                                   OpKind::CmpGe, OpKind::CmpEq};
    switch (below(5)) {
    case 0:
      return nullptr;
    case 1:
    case 2:
      return Ks.op(Kinds[below(2)], {indices(), Bound});
    case 3: {
      Value *L = Ks.op(OpKind::CmpGt, {Bound, indices()});
      Value *R = Ks.op(Kinds[below(5)], {pick(Tiles), pick(Scalars)});
      return Ks.op(OpKind::And, {L, R});
    }
    default:
      return Ks.op(Kinds[below(5)], {pick(Tiles), pick(Tiles)});
    }
  }
  /// A pointer tile whose lanes are apart when stored through: two lanes at
  /// one address have no order.
  Value *pointers(bool ForStore) {
    Value *Offset = ForStore && Rows == 1
                        ? Ks.op(OpKind::Add, {indices(), Ks.i32(below(50))})
                        : offsets();
    if (ForStore && Rows != 1)
      Offset =
          shaped(Ks.op(OpKind::Add, {Ks.arange(Columns), Ks.i32(below(50))}));
    return Ks.addptr(pick(Pointers), Offset);
  }
  void store(Value *V, Value *Mask) {
    // In two dimensions all rows meet: they must agree.
    if (Rows != 1)
      V = indices();
    Ks.store(pointers(true), V, Rows == 1 ? Mask : nullptr);
  }

  void emitOps(unsigned Count, unsigned Depth) {
    // What a region defines is gone behind it.
    std::vector<Value *> OuterTiles = Tiles, OuterScalars = Scalars;
    for (unsigned I = 0; I != Count; ++I)
      emitOp(Depth);
    if (Depth) {
      Tiles = OuterTiles;
      Scalars = OuterScalars;
    }
  }
  void emitOp(unsigned Depth) {
    static const OpKind Kinds[] = {OpKind::Add, OpKind::Sub,     OpKind::Mul,
                                   OpKind::Xor, OpKind::Minimum, OpKind::Div};
    switch (below(Depth < 2 ? 12 : 9)) {
    case 0:
    case 1:
    case 2: {
      Value *Mask = mask();
      Value *Other = Mask ? Ks.i32(below(9)) : nullptr;
      Tiles.push_back(Ks.load(pointers(false), Mask, Other));
      return;
    }
    case 3:
    case 4:
      return store(pick(Tiles), mask());
    case 5: {
      Value *Where = Ks.op(OpKind::And, {pick(Scalars), Ks.i32(31)});
      Value *P = Ks.addptr(pick(Pointers), Where);
      if (below(2))
        Scalars.push_back(Ks.load(P));
      else
        Ks.store(P, pick(Scalars));
      return;
    }
    case 6:
      Scalars.push_back(Ks.op(Kinds[below(6)], {pick(Scalars), pick(Scalars)}));
      return;
    case 7:
    case 8:
      Tiles.push_back(
          Ks.op(Kinds[below(6)],
                {pick(Tiles), below(3) ? pick(Tiles) : pick(Scalars)}));
      return;
    case 9:
      return emitFor(Depth);
    case 10:
      return emitWhile(Depth);
    default:
      return emitIf(Depth);
    }
  }

  std::vector<Value *> carriedValues() {
    std::vector<Value *> Inits = {pick(Tiles)};
    if (below(2))
      Inits.push_back(pick(Tiles));
    Inits.push_back(pick(Scalars));
    return Inits;
  }
  void adopt(llvm::ArrayRef<Value *> Values) {
    for (Value *V : Values)
      (V->type().isTile() ? Tiles : Scalars).push_back(V);
  }
  /// Values of the same types as Like, from what is in sight.
  std::vector<Value *> yieldsLike(llvm::ArrayRef<Value *> Like) {
    std::vector<Value *> Result;
    for (Value *V : Like)
      Result.push_back(V->type().isTile() ? pick(Tiles) : pick(Scalars));
    return Result;
  }
  /// A region's body: ops, then a yield of values like Like.
  void emitBody(Block &Body, llvm::ArrayRef<Value *> Like,
                llvm::ArrayRef<Value *> Args, unsigned Depth) {
    OpBuilder::Guard G(Ks.B);
    Ks.B.setInsertionPointToEnd(Body);
    std::vector<Value *> OuterTiles = Tiles, OuterScalars = Scalars;
    adopt(Args);
    for (unsigned I = 0, N = 1 + below(5); I != N; ++I)
      emitOp(Depth + 1);
    Ks.yield(yieldsLike(Like));
    Tiles = OuterTiles;
    Scalars = OuterScalars;
  }
  void emitFor(unsigned Depth) {
    std::vector<Value *> Inits = carriedValues();
    Value *End = below(2) ? Ks.i32(below(4))
                          : Ks.op(OpKind::And, {pick(Scalars), Ks.i32(3)});
    ForOp *For = Ks.B.create<ForOp>(static_cast<Value *>(Ks.i32(0)), End,
                                    static_cast<Value *>(Ks.i32(1)),
                                    llvm::ArrayRef<Value *>(Inits));
    std::vector<Value *> Args(For->body().args().begin(),
                              For->body().args().end());
    emitBody(For->body(), Inits, Args, Depth);
    for (unsigned I = 0; I != Inits.size(); ++I)
      adopt({For->result(I)});
  }
  void emitWhile(unsigned Depth) {
    // Counts a scalar of its own down to zero.
    std::vector<Value *> Inits = carriedValues();
    Inits.push_back(Ks.i32(below(4)));
    WhileOp *While = Ks.B.create<WhileOp>(llvm::ArrayRef<Value *>(Inits));
    std::vector<Value *> Args(While->conditionBlock().args().begin(),
                              While->conditionBlock().args().end());
    Value *Left = Args.back();
    {
      OpBuilder::Guard G(Ks.B);
      Ks.B.setInsertionPointToEnd(While->conditionBlock());
      Ks.store(pointers(true), indices());
      Ks.B.createTerminator(OpKind::Condition,
                            {Ks.op(OpKind::CmpGt, {Left, Ks.i32(0)})});
    }
    {
      OpBuilder::Guard G(Ks.B);
      Ks.B.setInsertionPointToEnd(While->doBlock());
      std::vector<Value *> OuterTiles = Tiles, OuterScalars = Scalars;
      adopt(Args);
      for (unsigned I = 0, N = 1 + below(4); I != N; ++I)
        emitOp(Depth + 1);
      std::vector<Value *> Yields =
          yieldsLike(llvm::ArrayRef<Value *>(Inits).drop_back());
      Yields.push_back(Ks.op(OpKind::Sub, {Left, Ks.i32(1)}));
      Ks.yield(Yields);
      Tiles = OuterTiles;
      Scalars = OuterScalars;
    }
    for (unsigned I = 0; I != Inits.size(); ++I)
      adopt({While->result(I)});
  }
  void emitIf(unsigned Depth) {
    Value *Condition = Ks.op(OpKind::CmpLt, {pick(Scalars), pick(Scalars)});
    std::vector<Value *> Like = carriedValues();
    std::vector<Type> Types;
    for (Value *V : Like)
      Types.push_back(V->type());
    IfOp *If = Ks.B.create<IfOp>(Condition, llvm::ArrayRef<Type>(Types));
    for (unsigned I = 0; I != 2; ++I)
      emitBody(If->body(I), Like, {}, Depth);
    for (unsigned I = 0; I != Types.size(); ++I)
      adopt({If->result(I)});
  }

  std::mt19937 Random;
  int64_t Rows, Columns;
  std::vector<BlockArgument *> Pointers;
  Value *Bound;
  std::vector<Value *> Scalars, Tiles;
};

class CPURandomTest : public testing::TestWithParam<unsigned> {};

TEST_P(CPURandomTest, EqualsTheInterpreter) {
  static const std::vector<std::string> Architectures = cpuArchitectures();
  for (unsigned Seed = GetParam() * 40; Seed != GetParam() * 40 + 40; ++Seed) {
    std::vector<int32_t> Memory(Elements);
    RandomKernel R(Seed, Memory);
    ASSERT_TRUE(succeeded(verify(R.Ks.K, R.Ks.Diags))) << R.Ks.Messages.back();
    auto Fill = [&] { std::iota(Memory.begin(), Memory.end(), -700); };
    Fill();
    ASSERT_EQ(R.Ks.run({2}), "");
    std::vector<int32_t> Expected = Memory;
    Fill();
    const std::string &Arch = Architectures[Seed % Architectures.size()];
    ASSERT_EQ(runOnCPU(R.Ks, {2}, Arch), "");
    if (Memory == Expected)
      continue;
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(OS, R.Ks.K);
    FAIL() << "seed " << Seed << ", arch '" << Arch << "'\n" << Text;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CPURandomTest, testing::Range(0u, 4u));

} // namespace
