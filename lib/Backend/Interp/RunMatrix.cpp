//===- RunMatrix.cpp - Tensor cores and copies into shared memory ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "MemoryAccess.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/IR/MatrixOps.h"
#include <cstring>

using namespace mt;
using namespace mt::interp;

static constexpr unsigned WarpSize = 32;

/// False, after failing the launch, if the last warp is not whole.
static bool hasWholeWarps(Machine &M, const Instr &I) {
  if (M.threads() % WarpSize == 0)
    return true;
  M.fail(I.Loc, "'" + llvm::Twine(getOpInfo(I.Kind).Mnemonic) +
                    "' takes whole warps, and a program has " +
                    llvm::Twine(M.threads()) + " threads");
  return false;
}

//===----------------------------------------------------------------------===//
// mma
//===----------------------------------------------------------------------===//

namespace {

/// The operands of one instruction as matrices.
class Tile {
public:
  Tile(Machine &M, const Instr &I, unsigned Warp)
      : M(M), I(I), Warp(Warp), Mma(*findMma(I.ElementTypes[0])) {}

  /// c's tile (Row, Column), which follows the ones before.
  void run(unsigned Row, unsigned Column, unsigned Columns);
  const MmaInstruction &instruction() const { return Mma; }

private:
  unsigned thread(unsigned Group, unsigned Word) const {
    return Warp * WarpSize + Group * 4 + Word;
  }
  /// The lane with element K of a row of a, or a column of b.
  size_t lane(unsigned Operand, unsigned First, unsigned Outer, unsigned K);
  void element(unsigned Row, unsigned Column, unsigned First, unsigned Of,
               unsigned From);
  uint64_t read(unsigned Operand, size_t Lane) const;

  Machine &M;
  const Instr &I;
  unsigned Warp;
  const MmaInstruction &Mma;
};

} // namespace

size_t Tile::lane(unsigned Operand, unsigned First, unsigned Outer,
                  unsigned K) {
  unsigned PerWord = 4 / I.ElementTypes[Operand].byteSize();
  unsigned Half = K / (4 * PerWord), Word = K / PerWord % 4;
  unsigned Words = Operand == 0 ? Half * 2 + Outer / 8 : Half;
  return I.Operands[Operand].lane(thread(Outer % 8, Word),
                                  First + Words * PerWord + K % PerWord);
}

uint64_t Tile::read(unsigned Operand, size_t Lane) const {
  uint64_t Bits = M.lane(Lane);
  return I.ElementTypes[Operand].isF32() ? Bits & ~uint64_t(0x1fff) : Bits;
}

void Tile::element(unsigned Row, unsigned Column, unsigned FirstA,
                   unsigned FirstB, unsigned FirstC) {
  Type Of = I.ElementTypes[0], Result = I.resultElement();
  unsigned Register = FirstC + Row / 8 * 2 + Column % 2;
  unsigned Thread = thread(Row % 8, Column / 2);
  size_t Acc = I.Operands[2].lane(Thread, Register);
  uint32_t Origin = M.checker() ? M.shadow(Acc).Origin : 0;
  double Sum = Result.isFloat() ? bitsToDouble(M.lane(Acc), Result) : 0;
  uint64_t Whole = M.lane(Acc);
  for (unsigned K = 0; K != Mma.K; ++K) {
    size_t A = lane(0, FirstA, Row, K), B = lane(1, FirstB, Column, K);
    if (Result.isFloat())
      Sum += bitsToDouble(read(0, A), Of) * bitsToDouble(read(1, B), Of);
    else
      Whole += extendFrom(Of, M.lane(A)) * extendFrom(Of, M.lane(B));
    if (M.checker() && !Origin)
      Origin = M.shadow(A).Origin ? M.shadow(A).Origin : M.shadow(B).Origin;
  }
  size_t Out = I.Results[0].Dst.Offset + size_t(Thread) * I.Lanes + Register;
  M.lane(Out) =
      Result.isFloat() ? doubleToBits(Sum, Result) : truncateTo(Result, Whole);
  if (M.checker())
    M.shadow(Out) = Shadow{0, Origin};
}

void Tile::run(unsigned Row, unsigned Column, unsigned Columns) {
  unsigned A = Row * Mma.aRegisters(), B = Column * Mma.bRegisters(),
           C = (Row * Columns + Column) * Mma.cRegisters();
  for (unsigned R = 0; R != Mma.M; ++R)
    for (unsigned N = 0; N != Mma.N; ++N)
      element(R, N, A, B, C);
}

void interp::runMma(Machine &M, const Instr &I) {
  if (!hasWholeWarps(M, I))
    return;
  for (unsigned Warp = 0; Warp != M.threads() / WarpSize; ++Warp) {
    Tile T(M, I, Warp);
    unsigned Rows = I.Operands[0].Src.Lanes / T.instruction().aRegisters(),
             Columns = I.Operands[1].Src.Lanes / T.instruction().bRegisters();
    for (unsigned Row = 0; Row != Rows; ++Row)
      for (unsigned Column = 0; Column != Columns; ++Column)
        T.run(Row, Column, Columns);
  }
}

//===----------------------------------------------------------------------===//
// Matrices from shared memory
//===----------------------------------------------------------------------===//

/// Where the row begins that register Q of Thread's index names.
static std::optional<uint64_t> rowAddress(Machine &M, const Instr &I,
                                          unsigned Thread, unsigned Q) {
  constexpr unsigned RowBytes = 16;
  unsigned Bytes = I.Operands[0].Ty.elementType().byteSize();
  int64_t Index =
      extendFrom(I.ElementTypes[1], M.lane(I.Operands[1].lane(Thread, Q)));
  auto Address = sharedAddress(M, I, 0, {Thread, Q}, Index, RowBytes / Bytes);
  if (Address && *Address % RowBytes) {
    M.fail(I.Loc, "thread " + llvm::Twine(Thread) + " names a row at byte " +
                      llvm::Twine(*Address) +
                      " of shared memory, no multiple of 16");
    return std::nullopt;
  }
  return Address;
}

namespace {
/// An element of a matrix.
struct MatrixElement {
  unsigned Matrix, Row, Column;
};
} // namespace

/// What Lane gets as element E of its word number Word, of as many as there are
/// matrices.
static MatrixElement elementOf(unsigned Lane, unsigned Word, unsigned E,
                               unsigned Matrices, unsigned Bytes,
                               bool Transposed) {
  if (!Transposed)
    return {Word, Lane / 4, Lane % 4 * (4 / Bytes) + E};
  unsigned Row = Lane % 4 * 2 + E % 2;
  if (Bytes == 2)
    return {Word, Row, Lane / 4};
  unsigned Pairs = Matrices / 2;
  return {Word % Pairs + E / 2 * Pairs, Row, Lane / 4 * 2 + Word / Pairs};
}

/// Fills Thread's registers of one word. False once the launch failed.
static bool loadWord(Machine &M, const Instr &I, unsigned Thread, unsigned Q,
                     unsigned Word, bool Transposed) {
  Type Element = I.resultElement();
  unsigned Bytes = Element.byteSize(), PerWord = 4 / Bytes;
  unsigned Matrices = I.Attrs.get("matrices").asInt();
  unsigned Lane = Thread % WarpSize, Warp = Thread - Lane;
  size_t Out = I.Results[0].Dst.Offset + size_t(Thread) * I.Lanes +
               (Q * Matrices + Word) * PerWord;
  for (unsigned E = 0; E != PerWord; ++E, ++Out) {
    MatrixElement From = elementOf(Lane, Word, E, Matrices, Bytes, Transposed);
    auto Row = rowAddress(M, I, Warp + 8 * From.Matrix + From.Row, Q);
    if (!Row)
      return false;
    uint64_t Address = *Row + From.Column * Bytes, Bits = 0;
    M.touch(I, MemorySpace::Shared, Thread, Address, Bytes, /*IsWrite=*/false);
    std::memcpy(&Bits, M.shared(Address), Bytes);
    M.lane(Out) = Bits;
    if (M.checker())
      M.shadow(Out) = Shadow();
  }
  return true;
}

void interp::runSharedLoadMatrix(Machine &M, const Instr &I) {
  if (!hasWholeWarps(M, I))
    return;
  Attr Trans = I.Attrs.get("transposed");
  bool Transposed = Trans && Trans.asBool();
  unsigned Matrices = I.Attrs.get("matrices").asInt();
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned Q = 0; Q != I.Operands[1].Src.Lanes; ++Q)
      for (unsigned Word = 0; Word != Matrices; ++Word)
        if (!loadWord(M, I, T, Q, Word, Transposed))
          return;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

/// One copy of one thread. False once the launch failed.
static bool startCopy(Machine &M, const Instr &I, LanePlace At) {
  const Operand &Ptr = I.Operands[0], &Index = I.Operands[2];
  Type Element = Ptr.Ty.elementType().pointee();
  unsigned Width = I.Attrs.get("width").asInt(), Bytes = Element.byteSize();
  size_t PtrLane = Ptr.lane(At.Thread, At.Register);
  int64_t First =
      extendFrom(I.ElementTypes[2], M.lane(Index.lane(At.Thread, At.Register)));
  auto To = sharedAddress(M, I, 1, At, First, Width);
  if (!To)
    return false;
  AsyncCopy Copy{At.Thread, 0, *To, {}};
  Copy.Data.resize(Width * Bytes);
  if (isActive(M, I, I.Operands[3], At)) {
    uint64_t From = M.lane(PtrLane);
    if (From % Copy.Data.size() || *To % Copy.Data.size()) {
      M.fail(I.Loc, "thread " + llvm::Twine(At.Thread) + " copies " +
                        llvm::Twine(Copy.Data.size()) +
                        " bytes that are not aligned to as much");
      return false;
    }
    if (!mayAccess(M, I, PtrLane, At, Copy.Data.size(), false))
      return true;
    M.touch(I, MemorySpace::Global, At.Thread, From, Copy.Data.size(), false);
    std::memcpy(Copy.Data.data(), reinterpret_cast<const void *>(From),
                Copy.Data.size());
    Copy.From = From;
  }
  M.touch(I, MemorySpace::Shared, At.Thread, *To, Copy.Data.size(), true);
  M.copies().start(std::move(Copy));
  return true;
}

void interp::runAsyncCopy(Machine &M, const Instr &I) {
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R)
      if (!startCopy(M, I, {T, R}))
        return;
}

void interp::runAsyncCommit(Machine &M, const Instr &) { M.copies().commit(); }

void interp::runAsyncWait(Machine &M, const Instr &I) {
  for (const AsyncCopy &C : M.copies().wait(I.Attrs.get("pending").asInt())) {
    M.touch(I, MemorySpace::Shared, C.Thread, C.To, C.Data.size(), true);
    std::memcpy(M.shared(C.To), C.Data.data(), C.Data.size());
  }
}
