//===- RunReduce.cpp - Reductions and scans -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As the oracle, sums of floats are formed pairwise, which errs least.
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "Machine.h"
#include "mytriton/IR/Evaluate.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mt;
using namespace mt::interp;

namespace {

/// Lanes of a tile along one axis: Count lines of Length lanes.
struct Lines {
  uint64_t Length, Inner, Count;

  Lines(Type Tile, unsigned Axis) : Length(Tile.shape()[Axis]), Inner(1) {
    for (int64_t Extent : Tile.shape().drop_front(Axis + 1))
      Inner *= Extent;
    Count = Tile.numElements() / Length;
  }
  /// Lane K of line L. Lines are numbered as the lanes of the result without
  /// the axis.
  uint64_t lane(uint64_t L, uint64_t K) const {
    return (L / Inner * Length + K) * Inner + L % Inner;
  }
};

/// One lane with what the checker knows of it.
struct Cell {
  uint64_t Bits = 0;
  Shadow S;
};

} // namespace

static unsigned axisOf(const Instr &I) {
  Attr Axis = I.Attrs.get("axis");
  return Axis ? Axis.asInt() : 0;
}

static Cell get(Machine &M, size_t Lane) {
  return {M.lane(Lane), M.checker() ? M.shadow(Lane) : Shadow()};
}

static void set(Machine &M, size_t Lane, const Cell &C) {
  M.lane(Lane) = C.Bits;
  if (M.checker())
    M.shadow(Lane) = C.S;
}

static OpKind combinerOf(OpKind K) {
  switch (K) {
  case OpKind::Sum:
    return OpKind::Add;
  case OpKind::Max:
    return OpKind::Maximum;
  case OpKind::Min:
    return OpKind::Minimum;
  default:
    llvm_unreachable("not a built-in reduction");
  }
}

void interp::runReduction(Machine &M, const Instr &I) {
  const Operand &Input = I.Operands[0];
  Type Element = Input.Ty.elementType();
  Lines L(Input.Ty, axisOf(I));
  OpKind Combiner = combinerOf(I.Kind);
  std::vector<Cell> Row(L.Length);
  for (uint64_t Line = 0; Line != L.Count; ++Line) {
    for (uint64_t K = 0; K != L.Length; ++K)
      Row[K] = get(M, Input.Src.Offset + L.lane(Line, K));
    for (uint64_t N = L.Length; N > 1; N = (N + 1) / 2)
      for (uint64_t K = 0; K != N / 2; ++K) {
        Cell &A = Row[K], &B = Row[(N + 1) / 2 + K];
        A.Bits = evaluate(Combiner, I.Attrs, {Element, Element},
                          {A.Bits, B.Bits}, Element);
        A.S.Origin = A.S.Origin ? A.S.Origin : B.S.Origin;
      }
    set(M, I.Results[0].Dst.Offset + Line, Row[0]);
  }
}

namespace {

/// Runs the combine region of a `reduce` or `scan` on groups of cells.
class Combiner {
public:
  Combiner(Machine &M, const Instr &I)
      : M(M), Body(*I.Bodies[0]), N(I.Operands.size()) {}

  /// Acc = combine(Acc, Next). False once the launch has failed.
  bool operator()(llvm::MutableArrayRef<Cell> Acc, llvm::ArrayRef<Cell> Next) {
    for (unsigned K = 0; K != N; ++K) {
      set(M, Body.Args[K].Dst.Offset, Acc[K]);
      set(M, Body.Args[N + K].Dst.Offset, Next[K]);
    }
    if (!M.run(Body))
      return false;
    for (unsigned K = 0; K != N; ++K)
      Acc[K] = get(M, Body.Out[K].lane(0, 0));
    return true;
  }

private:
  Machine &M;
  const Code &Body;
  unsigned N;
};

} // namespace

static llvm::SmallVector<Cell, 2> readGroup(Machine &M, const Instr &I,
                                            uint64_t Lane) {
  llvm::SmallVector<Cell, 2> R;
  for (const Operand &Input : I.Operands)
    R.push_back(get(M, Input.Src.Offset + Lane));
  return R;
}

static void writeGroup(Machine &M, const Instr &I, uint64_t Lane,
                       llvm::ArrayRef<Cell> Cells) {
  for (auto [Result, C] : llvm::zip_equal(I.Results, Cells))
    set(M, Result.Dst.Offset + Lane, C);
}

void interp::runReduce(Machine &M, const Instr &I) {
  Lines L(I.Operands[0].Ty, axisOf(I));
  Combiner Combine(M, I);
  for (uint64_t Line = 0; Line != L.Count; ++Line) {
    auto Acc = readGroup(M, I, L.lane(Line, 0));
    for (uint64_t K = 1; K != L.Length; ++K)
      if (!Combine(Acc, readGroup(M, I, L.lane(Line, K))))
        return;
    writeGroup(M, I, Line, Acc);
  }
}

void interp::runScan(Machine &M, const Instr &I) {
  Lines L(I.Operands[0].Ty, axisOf(I));
  Attr Reverse = I.Attrs.get("reverse");
  bool FromEnd = Reverse && Reverse.asBool();
  Combiner Combine(M, I);
  for (uint64_t Line = 0; Line != L.Count; ++Line) {
    llvm::SmallVector<Cell, 2> Acc;
    for (uint64_t K = 0; K != L.Length; ++K) {
      uint64_t Lane = L.lane(Line, FromEnd ? L.Length - 1 - K : K);
      auto Next = readGroup(M, I, Lane);
      if (K == 0)
        Acc = Next;
      else if (!Combine(Acc, Next))
        return;
      writeGroup(M, I, Lane, Acc);
    }
  }
}

//===----------------------------------------------------------------------===//
// Matrix product
//===----------------------------------------------------------------------===//

/// One element of the product in wide arithmetic, rounded once.
static uint64_t dotElement(const Instr &I, llvm::ArrayRef<Cell> A,
                           llvm::ArrayRef<Cell> B, uint64_t Acc) {
  Type AType = I.ElementTypes[0], BType = I.ElementTypes[1],
       Result = I.resultElement();
  if (Result.isFloat()) {
    double Sum = bitsToDouble(Acc, Result);
    for (auto [X, Y] : llvm::zip_equal(A, B))
      Sum += bitsToDouble(X.Bits, AType) * bitsToDouble(Y.Bits, BType);
    return doubleToBits(Sum, Result);
  }
  uint64_t Sum = Acc;
  for (auto [X, Y] : llvm::zip_equal(A, B))
    Sum += uint64_t(extendFrom(AType, X.Bits)) * extendFrom(BType, Y.Bits);
  return truncateTo(Result, Sum);
}

void interp::runDot(Machine &M, const Instr &I) {
  const Operand &A = I.Operands[0], &B = I.Operands[1], &Acc = I.Operands[2];
  uint64_t Rank = I.Shape.size(), Rows = I.Shape[Rank - 2],
           Columns = I.Shape[Rank - 1], Depth = A.Ty.shape()[Rank - 1];
  std::vector<Cell> Row(Depth), Column(Depth);
  for (uint64_t R = 0; R != I.Lanes; ++R) {
    uint64_t Batch = R / (Rows * Columns), Y = R / Columns % Rows,
             X = R % Columns;
    Cell Out = get(M, Acc.Src.Offset + R);
    for (uint64_t K = 0; K != Depth; ++K) {
      Row[K] = get(M, A.Src.Offset + (Batch * Rows + Y) * Depth + K);
      Column[K] = get(M, B.Src.Offset + (Batch * Depth + K) * Columns + X);
      for (const Cell &C : {Row[K], Column[K]})
        Out.S.Origin = Out.S.Origin ? Out.S.Origin : C.S.Origin;
    }
    Out.Bits = dotElement(I, Row, Column, Out.Bits);
    set(M, I.Results[0].Dst.Offset + R, Out);
  }
}
