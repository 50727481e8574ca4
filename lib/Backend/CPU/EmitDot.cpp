//===- EmitDot.cpp - Matrix products --------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands lie in scratch, converted to the type that is computed in: the pass
// prepare-dot saw to that. Loops over the result call a microkernel; a strip of
// columns of B stays in the cache nearest to the core while rows of A pass by.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Microkernel.h"

using namespace mt;
using namespace mt::cpu;

namespace {

/// Emits one product.
class DotEmitter {
public:
  using V = llvm::Value *;
  /// Where the matrices of the batch lie.
  struct Places {
    V A, B, C, D;
  };
  DotEmitter(KernelEmitter &E, const DotOp *O);
  void emit(Places P);

private:
  void emitMatrix(Places P);
  void emitStrips(Places P, V Begin, V End, Microkernel Part);
  void emitRows(Places P, V Begin, V End, Microkernel Part);
  V offset(V Base, V Elements) { return B.CreateGEP(Element, Base, Elements); }
  V scaled(V Index, uint64_t Factor) {
    return B.CreateMul(Index, B.getInt64(Factor));
  }

  KernelEmitter &E;
  LaneBuilder::Builder &B;
  llvm::Type *Element;
  uint64_t Batch = 1, M, N, K;
};

} // namespace

DotEmitter::DotEmitter(KernelEmitter &E, const DotOp *O)
    : E(E), B(E.builder()),
      Element(E.lanes().memoryType(O->type().elementType())) {
  llvm::ArrayRef<int64_t> Result = O->type().shape();
  M = Result[Result.size() - 2];
  N = Result.back();
  K = O->a()->type().shape().back();
  for (int64_t Extent : Result.drop_back(2))
    Batch *= Extent;
  // About 32 multiply-adds per ns.
  E.traits().ProgramCost += (Batch * M * N * K / 32 + 1) * E.repetitions();
}

void DotEmitter::emit(Places P) {
  if (Batch == 1)
    return emitMatrix(P);
  E.emitLoop(B.getInt64(0), B.getInt64(Batch), 1, [&](V I) {
    V D = scaled(I, M * N);
    emitMatrix({offset(P.A, scaled(I, M * K)), offset(P.B, scaled(I, K * N)),
                offset(P.C, D), offset(P.D, D)});
  });
}

void DotEmitter::emitMatrix(Places P) {
  RegisterBlock Block(M, N, Element->getPrimitiveSizeInBits(),
                      E.lanes().machine());
  Microkernel Part{Element,     Block.Lanes, Block.Rows, Block.Vectors,
                   Block.Lanes, K,           N,          N,
                   /*Depth=*/K};
  Blocks Strips(N, uint64_t(Block.Vectors) * Block.Lanes);
  uint64_t Columns = Strips.Count * Strips.Size;
  if (Strips.Count)
    emitStrips(P, B.getInt64(0), B.getInt64(Columns), Part);
  if (!Strips.Rest)
    return;
  // The last strip has fewer vectors, and the last of them fewer lanes.
  Blocks Vectors(Strips.Rest, Block.Lanes);
  Part.Vectors = Vectors.Count + (Vectors.Rest != 0);
  Part.LastLanes = Vectors.Rest ? Vectors.Rest : Block.Lanes;
  emitStrips(P, B.getInt64(Columns), B.getInt64(N), Part);
}

/// The columns Begin..End-1, in strips as wide as Part.
void DotEmitter::emitStrips(Places P, V Begin, V End, Microkernel Part) {
  uint64_t Width = uint64_t(Part.Vectors) * Part.Lanes;
  E.emitLoop(Begin, End, Width, [&](V Column) {
    Places Strip = {P.A, offset(P.B, Column), offset(P.C, Column),
                    offset(P.D, Column)};
    Blocks Rows(M, Part.Rows);
    uint64_t Done = Rows.Count * Rows.Size;
    if (Rows.Count)
      emitRows(Strip, B.getInt64(0), B.getInt64(Done), Part);
    if (!Rows.Rest)
      return;
    Microkernel Last = Part;
    Last.Rows = Rows.Rest;
    emitRows(Strip, B.getInt64(Done), B.getInt64(M), Last);
  });
}

void DotEmitter::emitRows(Places P, V Begin, V End, Microkernel Part) {
  llvm::Function *Caller = B.GetInsertBlock()->getParent();
  llvm::Function *F =
      Part.function(*Caller->getParent(), *Caller, E.lanes().machine());
  E.emitLoop(Begin, End, Part.Rows, [&](V Row) {
    V D = scaled(Row, N);
    B.CreateCall(
        F, {offset(P.A, scaled(Row, K)), P.B, offset(P.C, D), offset(P.D, D)});
  });
}

void KernelEmitter::emitDot(const DotOp *O, Value *Home) {
  V D = writeSlot(Home);
  DotEmitter(*this, O).emit(
      {readSlot(O->a()), readSlot(O->b()), readSlot(O->acc()), D});
}
