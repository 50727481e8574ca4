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
/// Bits of the rows or columns among which pairs are made.
static constexpr unsigned PairBits = 4;

static unsigned above(unsigned Bits, unsigned Tile) {
  return Bits > Tile ? Bits - Tile : 0;
}

MmaTiling::MmaTiling(const MmaInstruction &I, unsigned MBits, unsigned NBits,
                     unsigned WarpBits, Options O)
    : I(I), MBits(MBits), NBits(NBits), WarpBits(WarpBits) {
  unsigned FreeM = above(MBits, TileM), FreeN = above(NBits, TileN);
  for (unsigned Left = WarpBits; Left && (FreeM || FreeN); --Left) {
    bool TakesM = O.AlongM ? FreeM != 0 : FreeM + TileM >= FreeN + TileN;
    if ((TakesM && FreeM) || !FreeN) {
      --FreeM;
      ++WarpM;
    } else {
      --FreeN;
      ++WarpN;
    }
  }
  PairsM = O.PairsRows && MBits - WarpM >= PairBits;
  PairsN = O.PairsColumns && NBits - WarpN >= PairBits;
}

void MmaTiling::append(Bases &To, unsigned Begin, unsigned End, Extent Of) {
  for (unsigned B = Begin; B < End; ++B) {
    unsigned Bit = Of.Paired && B < PairBits ? (B + 1) % PairBits : B;
    To.push_back(B < Of.Bits ? 1u << (Of.Shift + Bit) : 0);
  }
}

LinearLayout MmaTiling::accumulator() const {
  Extent M{MBits, NBits, PairsM}, N{NBits, 0, PairsN};
  unsigned EndN = std::max(TileN, NBits - WarpN),
           EndM = std::max(TileM, MBits - WarpM);
  Bases Reg, Lane, Warp;
  append(Reg, 0, 1, N);
  append(Reg, 3, 4, M);
  append(Reg, TileN, EndN, N);
  append(Reg, TileM, EndM, M);
  append(Lane, 1, 3, N);
  append(Lane, 0, 3, M);
  append(Warp, EndM, EndM + WarpM, M);
  append(Warp, EndN, EndN + WarpN, N);
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
  Extent K{KBits, IsA ? 0 : NBits};
  Extent Outer = IsA ? Extent{MBits, KBits, PairsM} : Extent{NBits, 0, PairsN};
  unsigned StepBits = llvm::Log2_32(I.K), Word = StepBits - 3;
  unsigned Begin = IsA ? TileM : TileN,
           End = std::max(Begin, Outer.Bits - (IsA ? WarpM : WarpN));
  Bases Reg, Lane, Warp;
  append(Reg, 0, Word, K);
  if (IsA)
    append(Reg, 3, 4, Outer);
  append(Reg, Word + 2, StepBits, K);
  append(Reg, Begin, End, Outer);
  append(Reg, StepBits, KBits, K);
  append(Lane, Word, Word + 2, K);
  append(Lane, 0, 3, Outer);
  if (IsA)
    append(Warp, End, End + WarpM, Outer);
  Warp.resize(WarpM, 0);
  if (!IsA)
    append(Warp, End, End + WarpN, Outer);
  Warp.resize(WarpBits, 0);
  llvm::SmallVector<uint8_t, 2> Dims{uint8_t(Outer.Bits), uint8_t(KBits)};
  if (!IsA)
    std::swap(Dims[0], Dims[1]);
  return LinearLayout(Dims, Reg, Lane, Warp);
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

unsigned mt::fastestDim(const LinearLayout &L) {
  for (ArrayRef<uint32_t> Inputs : {L.reg(), L.lane()})
    for (uint32_t Basis : Inputs)
      if (Basis)
        return Basis & L.maskOf(0) ? 0 : 1;
  return 1;
}

/// Bits of a place in a line of 128 bytes, and in a piece of it.
static constexpr unsigned LineBits = 7, PieceBits = 4;

/// The bit of an offset that row bit I of a buffer of single bytes is added to
/// without carry: such that rows 0, 1, 4, 5, 8, 9, 12 and 13 are in pieces of
/// their own. Rows of 2^Span bytes; those that share a line have their places.
static std::optional<unsigned> swapOfBytes(unsigned I, unsigned Span) {
  constexpr unsigned Wanted[] = {0, 2, 3};
  unsigned InLine = LineBits - Span, Taken = 0;
  for (unsigned Row : Wanted)
    if (Row < InLine)
      Taken |= 1u << (Span + Row);
  for (unsigned Row : Wanted) {
    if (Row < InLine)
      continue;
    unsigned Bit = PieceBits;
    while (Taken >> Bit & 1)
      ++Bit;
    if (Row == I)
      return Bit;
    Taken |= 1u << Bit;
  }
  return std::nullopt;
}

LinearLayout mt::sharedMatrix(ArrayRef<uint8_t> DimBits, unsigned Contiguous,
                              unsigned ElementBytes, bool Wide) {
  LinearLayout Shape(DimBits, {}, {}, {});
  unsigned Row = 1 - Contiguous, Size = llvm::Log2_32(ElementBytes);
  unsigned C = Shape.shiftOf(Contiguous), R = Shape.shiftOf(Row);
  unsigned Span = std::min<unsigned>(LineBits - Size, DimBits[Contiguous]);
  // Rows that share a line need no swap.
  unsigned FirstRow = LineBits - Size - Span;
  unsigned Piece = PieceBits - Size + (Wide ? 1 : 0);
  auto SwapOf = [&](unsigned I) -> std::optional<unsigned> {
    if (Wide && ElementBytes == 1)
      return swapOfBytes(I, Span);
    unsigned To = Piece + I - FirstRow;
    return I >= FirstRow && To < Span ? std::optional(To) : std::nullopt;
  };
  Bases Offset;
  for (unsigned I = 0; I != Span; ++I)
    Offset.push_back(1u << (C + I));
  for (unsigned I = 0; I != DimBits[Row]; ++I) {
    uint32_t Basis = 1u << (R + I);
    if (auto To = SwapOf(I))
      Basis |= *To < Span ? 1u << (C + *To) : 1u << (R + *To - Span);
    Offset.push_back(Basis);
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

/// True if Offsets are First and its doubles.
static bool runs(ArrayRef<uint32_t> Offsets, uint32_t First) {
  for (uint32_t O : Offsets)
    if (O != std::exchange(First, First * 2))
      return false;
  return true;
}

/// Matrices of single bytes, transposed in pairs: the lower bit of the pair's
/// row is the first register bit, behind that of the halves if there are two.
static std::optional<MatrixLoad> matchPairs(ArrayRef<uint32_t> Registers,
                                            ArrayRef<uint32_t> Lanes) {
  if (Registers.size() < 3 || !runs(Lanes.drop_front(2), 2))
    return std::nullopt;
  MatrixLoad R;
  R.Transposed = true;
  R.LaneOffsets = {Registers[0], Lanes[0], Lanes[1]};
  ArrayRef<uint32_t> Rest = Registers.drop_front(2);
  R.Matrices = 2;
  if (Rest[0] != 1 && Rest.size() > 1) {
    R.Matrices = 4;
    R.LaneOffsets.push_back(Rest.consume_front());
  }
  if (Rest[0] != 1)
    return std::nullopt;
  R.LaneOffsets.push_back(Registers[1]);
  R.LaneOffsets.resize(5, 0);
  Rest = Rest.drop_front();
  R.RegisterOffsets.append(Rest.begin(), Rest.end());
  return R;
}

std::optional<MatrixLoad> mt::matchMatrixLoad(ArrayRef<uint32_t> Registers,
                                              ArrayRef<uint32_t> Lanes,
                                              unsigned ElementBytes) {
  unsigned Word = llvm::Log2_32(4 / ElementBytes); // bits within 32 bits
  bool IsPlain = runs(Registers.take_front(Word), 1) &&
                 runs(Lanes.take_front(2), 1u << Word);
  bool IsTransposed = ElementBytes == 2 && runs(Lanes.drop_front(2), 1);
  if (!IsPlain && ElementBytes == 1)
    return matchPairs(Registers, Lanes);
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
