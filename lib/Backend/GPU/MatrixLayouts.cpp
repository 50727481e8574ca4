//===- MatrixLayouts.cpp - Layouts of products on tensor cores ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/MatrixLayouts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using llvm::ArrayRef;

/// Bits of the rows and columns that one instruction covers.
static constexpr unsigned TileM = 4, TileN = 3;

static unsigned above(unsigned Bits, unsigned Tile) {
  return Bits > Tile ? Bits - Tile : 0;
}

MmaTiling::MmaTiling(const MmaInstruction &I, unsigned MBits, unsigned NBits,
                     unsigned WarpBits, bool AlongM)
    : I(I), MBits(MBits), NBits(NBits), WarpBits(WarpBits) {
  unsigned FreeM = above(MBits, TileM), FreeN = above(NBits, TileN);
  for (unsigned Left = WarpBits; Left && (FreeM || FreeN); --Left) {
    bool TakesM = AlongM ? FreeM != 0 : FreeM + TileM >= FreeN + TileN;
    if ((TakesM && FreeM) || !FreeN) {
      --FreeM;
      ++WarpM;
    } else {
      --FreeN;
      ++WarpN;
    }
  }
}

void MmaTiling::append(Bases &To, unsigned Begin, unsigned End, unsigned Bits,
                       unsigned Shift) {
  for (unsigned B = Begin; B < End; ++B)
    To.push_back(B < Bits ? 1u << (Shift + B) : 0);
}

LinearLayout MmaTiling::accumulator() const {
  unsigned M = NBits, N = 0; // shifts of the dimensions
  unsigned EndN = std::max(TileN, NBits - WarpN),
           EndM = std::max(TileM, MBits - WarpM);
  Bases Reg, Lane, Warp;
  append(Reg, 0, 1, NBits, N);
  append(Reg, 3, 4, MBits, M);
  append(Reg, TileN, EndN, NBits, N);
  append(Reg, TileM, EndM, MBits, M);
  append(Lane, 1, 3, NBits, N);
  append(Lane, 0, 3, MBits, M);
  append(Warp, EndM, EndM + WarpM, MBits, M);
  append(Warp, EndN, EndN + WarpN, NBits, N);
  Warp.resize(WarpBits, 0);
  return LinearLayout({uint8_t(MBits), uint8_t(NBits)}, Reg, Lane, Warp);
}

unsigned MmaTiling::stepBits(bool IsA) const {
  unsigned InTile = llvm::Log2_32(IsA ? I.aRegisters() : I.bRegisters());
  unsigned Tiles =
      IsA ? above(MBits, TileM) - WarpM : above(NBits, TileN) - WarpN;
  return InTile + Tiles;
}

LinearLayout MmaTiling::operand(bool IsA, unsigned KBits) const {
  // K is the last dimension of a, the first of b.
  unsigned Outer = IsA ? MBits : NBits, K = IsA ? 0 : NBits,
           O = IsA ? KBits : 0;
  unsigned StepBits = llvm::Log2_32(I.K), Word = StepBits - 3;
  unsigned Begin = IsA ? TileM : TileN,
           End = std::max(Begin, Outer - (IsA ? WarpM : WarpN));
  Bases Reg, Lane, Warp;
  append(Reg, 0, Word, KBits, K);
  if (IsA)
    append(Reg, 3, 4, Outer, O);
  append(Reg, Word + 2, StepBits, KBits, K);
  append(Reg, Begin, End, Outer, O);
  append(Reg, StepBits, KBits, KBits, K);
  append(Lane, Word, Word + 2, KBits, K);
  append(Lane, 0, 3, Outer, O);
  if (IsA)
    append(Warp, End, End + WarpM, Outer, O);
  Warp.resize(WarpM, 0);
  if (!IsA)
    append(Warp, End, End + WarpN, Outer, O);
  Warp.resize(WarpBits, 0);
  llvm::SmallVector<uint8_t, 2> Dims{uint8_t(Outer), uint8_t(KBits)};
  if (!IsA)
    std::swap(Dims[0], Dims[1]);
  return LinearLayout(Dims, Reg, Lane, Warp);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

LinearLayout mt::sharedMatrix(ArrayRef<uint8_t> DimBits, unsigned Contiguous,
                              unsigned ElementBytes, bool Wide) {
  constexpr unsigned LineBits = 7, PieceBits = 4;
  LinearLayout Shape(DimBits, {}, {}, {});
  unsigned Row = 1 - Contiguous, Size = llvm::Log2_32(ElementBytes);
  unsigned C = Shape.shiftOf(Contiguous), R = Shape.shiftOf(Row);
  unsigned Span = std::min<unsigned>(LineBits - Size, DimBits[Contiguous]);
  // Rows that share a line need no swap.
  unsigned FirstRow = LineBits - Size - Span;
  // Lanes that read bytes are four rows apart.
  if (Wide && ElementBytes == 1)
    FirstRow = std::max(FirstRow, 2u);
  unsigned Piece = PieceBits - Size + (Wide && ElementBytes != 1 ? 1 : 0);
  Bases Offset;
  for (unsigned I = 0; I != Span; ++I)
    Offset.push_back(1u << (C + I));
  for (unsigned I = 0; I != DimBits[Row]; ++I) {
    unsigned To = Piece + I - FirstRow;
    bool Swaps = I >= FirstRow && To < Span;
    Offset.push_back(1u << (R + I) | (Swaps ? 1u << (C + To) : 0));
  }
  for (unsigned I = Span; I < DimBits[Contiguous]; ++I)
    Offset.push_back(1u << (C + I));
  return LinearLayout(DimBits, {}, {}, {}, Offset);
}

Bases mt::offsetsIn(const LinearLayout &Buffer, ArrayRef<uint32_t> Inputs) {
  LinearMap Map = Buffer.map();
  Bases R;
  for (uint32_t Basis : Inputs)
    R.push_back(*Map.preimage(Basis));
  return R;
}

unsigned mt::bankConflicts(ArrayRef<uint32_t> LaneBytes, unsigned AccessBytes) {
  // So many lanes move 128 bytes together.
  unsigned PhaseBits = AccessBytes <= 4 ? 5 : AccessBytes == 8 ? 4 : 3;
  Bases Words, Banks;
  for (uint32_t Bytes : LaneBytes.take_front(PhaseBits)) {
    Words.push_back(Bytes / 4);
    Banks.push_back(Bytes / 4 % 32);
  }
  unsigned Distinct = LinearMap(32, Words).rank();
  return (1u << (Distinct - LinearMap(5, Banks).rank())) - 1;
}

std::optional<MatrixLoad> mt::matchMatrixLoad(ArrayRef<uint32_t> Registers,
                                              ArrayRef<uint32_t> Lanes,
                                              unsigned ElementBytes) {
  unsigned Word = llvm::Log2_32(4 / ElementBytes); // bits within 32 bits
  auto Runs = [](ArrayRef<uint32_t> Offsets, uint32_t First) {
    for (uint32_t O : Offsets)
      if (O != std::exchange(First, First * 2))
        return false;
    return true;
  };
  bool IsPlain = Runs(Registers.take_front(Word), 1) &&
                 Runs(Lanes.take_front(2), 1u << Word);
  bool IsTransposed = ElementBytes == 2 && Runs(Lanes.drop_front(2), 1);
  if (!IsPlain && !IsTransposed)
    return std::nullopt;
  MatrixLoad R;
  R.Transposed = !IsPlain;
  // Lanes 0 to 7 name the rows of the first matrix.
  if (IsPlain)
    R.LaneOffsets.append(Lanes.begin() + 2, Lanes.end());
  else
    R.LaneOffsets = {Registers[0], Lanes[0], Lanes[1]};
  ArrayRef<uint32_t> Rest = Registers.drop_front(Word);
  unsigned MatrixBits = std::min<size_t>(2, Rest.size());
  R.Matrices = 1u << MatrixBits;
  R.LaneOffsets.append(Rest.begin(), Rest.begin() + MatrixBits);
  R.LaneOffsets.resize(5, 0);
  R.RegisterOffsets.append(Rest.begin() + MatrixBits, Rest.end());
  return R;
}
