//===- CPUTilesTest.cpp - Shapes, reductions and scans on cpu and interp --===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that make, rearrange, reduce and scan tiles of random shapes and
// types at random, also inside loops and conditions. All values are whole
// numbers that every type holds, and sums stay exact, so that both targets
// must agree to the bit (but for the sign of zeros).
//
//===----------------------------------------------------------------------===//

#include "CPUFixture.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include <deque>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

using Extents = llvm::SmallVector<int64_t, 6>;

constexpr int64_t InputLanes = 2048;

class TileKernel {
public:
  explicit TileKernel(unsigned Seed) : Random(Seed) {
    Bound = Ks.scalar("n", Ks.Ctx.i32(), below(60));
    for (unsigned I = 0, N = 1 + below(2); I != N; ++I)
      addInput(pickType());
    addInput(Ks.Ctx.i32());
    Scalars = {Ks.B.create<ProgramIdOp>(0u)->result(), Bound};
    emitOps(4 + below(14), 0);
    for (unsigned I = 0; I != 4; ++I)
      storeResult(pick(Tiles));
    for (auto &[V, P] : Stores)
      Ks.storeAll(P, flat(V), V->type().numElements());
  }
  /// The bytes of all outputs, zeros without signs.
  std::vector<std::vector<uint64_t>> outputs() {
    std::vector<std::vector<uint64_t>> All;
    for (auto &[Data, Ty] : Outputs) {
      std::vector<uint64_t> &Lanes = All.emplace_back();
      for (size_t I = 0; I != Data.size(); I += Ty.byteSize()) {
        uint64_t Bits = 0;
        memcpy(&Bits, &Data[I], Ty.byteSize());
        if (Ty.isFloat() && bitsToDouble(Bits, Ty) == 0)
          Bits = 0;
        Lanes.push_back(Bits);
      }
      llvm::fill(Data, 0xee);
    }
    return All;
  }

  Kernels Ks;

private:
  uint64_t below(uint64_t N) { return Random() % N; }
  template <typename T> T pick(const std::vector<T> &From) {
    return From[below(From.size())];
  }
  Type pickType() {
    static const TypeKind Kinds[] = {
        TypeKind::Bool, TypeKind::I8,       TypeKind::U8,    TypeKind::I16,
        TypeKind::U16,  TypeKind::I32,      TypeKind::U32,   TypeKind::I64,
        TypeKind::U64,  TypeKind::F16,      TypeKind::BF16,  TypeKind::F32,
        TypeKind::F64,  TypeKind::F8E4M3FN, TypeKind::F8E5M2};
    return Ks.Ctx.scalar(Kinds[below(std::size(Kinds))]);
  }
  AttrDict axis(int64_t Axis) {
    return Ks.Ctx.dict({Ks.Ctx.named("axis", Ks.Ctx.intAttr(Axis))});
  }

  void addInput(Type Ty) {
    std::vector<uint8_t> &Data =
        Inputs.emplace_back(InputLanes * Ty.byteSize());
    for (int64_t I = 0; I != InputLanes; ++I) {
      int64_t Number = Ty.isBool()
                           ? below(2)
                           : below(5) - (Ty.isSigned() || Ty.isFloat() ? 2 : 0);
      uint64_t Bits = Ty.isFloat() ? doubleToBits(double(Number), Ty) : Number;
      memcpy(&Data[I * Ty.byteSize()], &Bits, Ty.byteSize());
    }
    Pointers.push_back(Ks.array("p" + std::to_string(Pointers.size()),
                                Data.data(), InputLanes, Ty));
    Tiles.push_back(load(Pointers.back()));
  }
  Value *load(Value *From) {
    int64_t N = numLanes(), Start = below(InputLanes - N + 1);
    Value *Index = Ks.B.create<ArangeOp>(Start, Start + N)->result();
    Extents Shape = shapeOf(N);
    if (below(2)) // the addresses have the shape
      return Ks.load(Ks.addptr(From, reshape(Index, Shape)));
    Value *Mask = below(3) ? nullptr : Ks.op(OpKind::CmpLt, {Index, Bound});
    Value *Other = Mask ? constant(From->type().pointee(), 1) : nullptr;
    return reshape(Ks.load(Ks.addptr(From, Index), Mask, Other), Shape);
  }
  Value *constant(Type Ty, int64_t N) {
    return Ty.isFloat() ? Ks.Ctx.floatConstant(Ty, double(N))
                        : Ks.Ctx.intConstant(Ty, N);
  }

  int64_t numLanes() {
    static const int64_t Counts[] = {1,  2,   6,   12,  24,  30,
                                     64, 105, 120, 256, 360, 1001};
    return Counts[below(std::size(Counts))];
  }
  /// A random shape of N elements.
  Extents shapeOf(int64_t N) {
    Extents Shape;
    while (Shape.size() < 5 && below(4)) {
      std::vector<int64_t> Divisors;
      for (int64_t D = 1; D <= N; ++D)
        if (N % D == 0)
          Divisors.push_back(D);
      Shape.push_back(pick(Divisors));
      N /= Shape.back();
    }
    Shape.insert(Shape.begin() + below(Shape.size() + 1), N);
    return Shape;
  }
  Value *reshape(Value *V, llvm::ArrayRef<int64_t> Shape) {
    return Ks.B.create<ReshapeOp>(V, Shape)->result();
  }
  Value *flat(Value *V) { return reshape(V, {V->type().numElements()}); }

  /// Back to numbers that every type holds.
  Value *tame(Value *V) {
    Type Ty = V->type().elementType();
    if (Ty.isBool())
      return V;
    V = Ks.op(OpKind::Minimum, {V, constant(Ty, 4)});
    return Ks.op(OpKind::Maximum,
                 {V, constant(Ty, Ty.isSigned() || Ty.isFloat() ? -4 : 0)});
  }
  static bool isNarrow(Type Ty) {
    return Ty.elementType().isFloat() && Ty.elementType().bitWidth() < 32;
  }
  /// A value of the given type, from what is in sight.
  Value *like(Type Ty) {
    std::vector<Value *> Fitting;
    for (Value *V : Tiles)
      if (V->type() == Ty)
        Fitting.push_back(V);
    if (!Fitting.empty() && below(4))
      return pick(Fitting);
    for (Value *V : Tiles)
      if (V->type().elementType() == Ty.elementType() &&
          V->type().numElements() == Ty.numElements())
        return reshape(V, Ty.shape());
    return Ks.B
        .create<FullOp>(constant(Ty.elementType(), below(2)), Ty.shape())
        ->result();
  }

  void storeResult(Value *V) {
    auto &[Data, Ty] = Outputs.emplace_back();
    Ty = V->type().elementType();
    Data.assign(V->type().numElements() * Ty.byteSize(), 0xee);
    Stores.push_back({V, Ks.array("out" + std::to_string(Outputs.size()),
                                  Data.data(), V->type().numElements(), Ty)});
  }

  // Ops.
  Value *rearranged(Value *V) {
    unsigned Rank = V->type().rank();
    Extents Shape(V->type().shape());
    switch (below(9)) {
    case 0:
      return reshape(V, shapeOf(V->type().numElements()));
    case 1: {
      Extents Order;
      for (unsigned D = 0; D != Rank; ++D)
        Order.push_back(D);
      std::shuffle(Order.begin(), Order.end(), Random);
      return Ks.B.create<TransOp>(V, Order)->result();
    }
    case 2:
      return Ks.B.create<FlipOp>(V, unsigned(below(Rank)))->result();
    case 3:
      if (Rank < MaxTileRank)
        V = Ks.B.create<ExpandDimsOp>(V, unsigned(below(Rank + 1)))->result();
      Shape.assign(V->type().shape().begin(), V->type().shape().end());
      for (int64_t &Extent : Shape)
        if (Extent == 1 && V->type().numElements() < 400)
          Extent = 1 + below(5);
      return Ks.B.create<BroadcastOp>(V, Shape)->result();
    case 4:
      if (Rank == MaxTileRank || V->type().numElements() > 1100)
        return V;
      return Ks.B.create<JoinOp>(V, like(V->type()))->result();
    case 5:
      if (V->type().numElements() % 2)
        return V;
      Shape = shapeOf(V->type().numElements() / 2);
      if (Shape.size() == MaxTileRank)
        return V;
      Shape.push_back(2);
      return Ks.B.create<SplitOp>(reshape(V, Shape))->result(below(2));
    case 6: {
      if (V->type().numElements() > 1100)
        return V;
      unsigned Axis = below(Rank);
      Shape[Axis] = 1 + below(4);
      Value *Other = like(Ks.Ctx.tileOrScalar(Shape, V->type().elementType()));
      return below(2) ? Ks.B.create<CatOp>(V, Other, Axis)->result()
                      : Ks.B.create<CatOp>(Other, V, Axis)->result();
    }
    case 7: {
      Value *Index = like(Ks.Ctx.tileOrScalar(Shape, Ks.Ctx.i32()));
      return Ks.B.create<GatherOp>(V, Index, unsigned(below(Rank)))->result();
    }
    default: // in memory all along
      return V;
    }
  }
  Value *reduced(Value *V) {
    static const OpKind Kinds[] = {OpKind::Sum, OpKind::Max, OpKind::Min};
    OpKind Kind = Kinds[below(3)];
    int64_t Axis = below(V->type().rank());
    if (isNarrow(V->type()) && V->type().shape()[Axis] > 2)
      Kind = OpKind::Max;
    return Ks.op(Kind, {V}, axis(Axis));
  }
  /// Fills the region of a reduction or scan of (value, index).
  void combine(Block &Body, bool Branches) {
    OpBuilder::Guard G(Ks.B);
    Ks.B.setInsertionPointToEnd(Body);
    Value *A = Body.arg(0), *AI = Body.arg(1), *C = Body.arg(2),
          *CI = Body.arg(3);
    Value *Greater = Ks.op(OpKind::CmpGt, {A, C});
    Value *Equal = Ks.op(OpKind::CmpEq, {A, C});
    Value *Before = Ks.op(OpKind::CmpLt, {AI, CI});
    Value *First =
        Ks.op(OpKind::Or, {Greater, Ks.op(OpKind::And, {Equal, Before})});
    if (!Branches)
      return Ks.yield({Ks.op(OpKind::Select, {First, A, C}),
                       Ks.op(OpKind::Select, {First, AI, CI})});
    IfOp *If =
        Ks.B.create<IfOp>(First, llvm::ArrayRef<Type>({A->type(), AI->type()}));
    for (unsigned I = 0; I != 2; ++I) {
      OpBuilder::Guard Inner(Ks.B);
      Ks.B.setInsertionPointToEnd(If->body(I));
      Ks.yield(I ? llvm::ArrayRef<Value *>({C, CI})
                 : llvm::ArrayRef<Value *>({A, AI}));
    }
    Ks.yield({If->result(0), If->result(1)});
  }
  std::vector<Value *> byRegion(Value *V, bool Scans) {
    Value *Index =
        reshape(Ks.arange(V->type().numElements()), V->type().shape());
    unsigned Axis = below(V->type().rank());
    Op *O =
        Scans
            ? static_cast<Op *>(Ks.B.create<ScanOp>(
                  llvm::ArrayRef<Value *>({V, Index}), Axis, below(2) == 0))
            : Ks.B.create<ReduceOp>(llvm::ArrayRef<Value *>({V, Index}), Axis);
    combine(O->body(), below(3) == 0);
    return {O->result(0), O->result(1)};
  }
  void adopt(Value *V) {
    if (!V->type().isTile())
      Scalars.push_back(V->type() == Ks.Ctx.i32() ? V : Bound);
    else if (V->type().numElements() <= 2048)
      Tiles.push_back(V);
  }

  void emitOps(unsigned Count, unsigned Depth) {
    for (unsigned I = 0; I != Count; ++I)
      emitOp(Depth);
  }
  void emitOp(unsigned Depth) {
    Value *V = pick(Tiles);
    switch (below(Depth < 2 ? 14 : 12)) {
    case 0:
      return adopt(load(pick(Pointers)));
    case 1:
    case 2: {
      static const OpKind Kinds[] = {OpKind::Add, OpKind::Sub, OpKind::Mul,
                                     OpKind::Maximum};
      return adopt(tame(Ks.op(
          V->type().elementType().isBool() ? OpKind::Xor : Kinds[below(4)],
          {V, like(V->type())})));
    }
    case 3: { // with a scalar, or of the indices
      Value *Index = Ks.arange(numLanes());
      Value *Sum = Ks.op(OpKind::Add, {Index, pick(Scalars)});
      return adopt(tame(Ks.op(OpKind::And, {Sum, Ks.i32(3)})));
    }
    case 4:
      return adopt(tame(reduced(V)));
    case 5:
      for (Value *Result : byRegion(V, below(2)))
        adopt(tame(Result));
      return;
    case 12:
      return emitFor(Depth);
    case 13:
      return emitIf(Depth);
    default:
      return adopt(rearranged(V));
    }
  }
  void emitBody(Block &Body, llvm::ArrayRef<Value *> Like,
                llvm::ArrayRef<Value *> Args, unsigned Depth) {
    OpBuilder::Guard G(Ks.B);
    Ks.B.setInsertionPointToEnd(Body);
    std::vector<Value *> OuterTiles = Tiles, OuterScalars = Scalars;
    for (Value *V : Args)
      adopt(V);
    emitOps(1 + below(5), Depth + 1);
    std::vector<Value *> Yields;
    for (auto [I, V] : llvm::enumerate(Like)) {
      Type Element = V->type().elementType();
      bool Moves = I < Args.size() && Element.isInteger() && below(2);
      Yields.push_back(Moves
                           ? Ks.op(OpKind::Add, {Args[I], constant(Element, 1)})
                           : like(V->type()));
    }
    Ks.yield(Yields);
    Tiles = OuterTiles;
    Scalars = OuterScalars;
  }
  void emitFor(unsigned Depth) {
    std::vector<Value *> Inits = {pick(Tiles), pick(Tiles)};
    ForOp *For = Ks.B.create<ForOp>(
        static_cast<Value *>(Ks.i32(0)), Ks.i32(below(4)),
        static_cast<Value *>(Ks.i32(1)), llvm::ArrayRef<Value *>(Inits));
    emitBody(For->body(), Inits, {For->carried(0), For->carried(1)}, Depth);
    for (unsigned I = 0; I != 2; ++I)
      adopt(tame(For->result(I)));
  }
  void emitIf(unsigned Depth) {
    Value *Condition = Ks.op(OpKind::CmpLt, {pick(Scalars), Ks.i32(below(30))});
    std::vector<Value *> Like = {pick(Tiles), pick(Tiles)};
    IfOp *If = Ks.B.create<IfOp>(
        Condition, llvm::ArrayRef<Type>({Like[0]->type(), Like[1]->type()}));
    for (unsigned I = 0; I != 2; ++I)
      emitBody(If->body(I), Like, {}, Depth);
    for (unsigned I = 0; I != 2; ++I)
      adopt(If->result(I));
  }

  std::mt19937 Random;
  std::deque<std::vector<uint8_t>> Inputs;
  std::deque<std::pair<std::vector<uint8_t>, Type>> Outputs;
  std::vector<std::pair<Value *, Value *>> Stores;
  std::vector<Value *> Pointers, Tiles, Scalars;
  Value *Bound = nullptr;
};

class CPUTilesTest : public testing::TestWithParam<unsigned> {};

TEST_P(CPUTilesTest, EqualsTheInterpreter) {
  static const std::vector<std::string> Architectures = cpuArchitectures();
  for (unsigned Seed = GetParam() * 40; Seed != GetParam() * 40 + 40; ++Seed) {
    TileKernel R(Seed);
    std::string Text;
    llvm::raw_string_ostream OS(Text);
    print(OS, R.Ks.K);
    ASSERT_TRUE(succeeded(verify(R.Ks.K, R.Ks.Diags)))
        << R.Ks.Messages.back() << "\n"
        << Text;
    ASSERT_EQ(R.Ks.run({2}), "");
    auto Expected = R.outputs();
    const std::string &Arch = Architectures[Seed % Architectures.size()];
    ASSERT_EQ(runOnCPU(R.Ks, {2}, Arch), "");
    auto Actual = R.outputs();
    ASSERT_EQ(Actual, Expected)
        << "seed " << Seed << ", arch '" << Arch << "'\n"
        << Text;
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, CPUTilesTest, testing::Range(0u, 4u));

} // namespace
