//===- LinearLayout.cpp - The algebra of layouts --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything is Gaussian elimination on a few machine words.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <tuple>

using namespace mt;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Elimination
//===----------------------------------------------------------------------===//

namespace {

/// Rows of an echelon form, each with the combination of inputs it came from.
class Echelon {
public:
  /// Y without what the rows span; Inputs collects the combination used.
  uint32_t reduce(uint32_t Y, uint32_t &Inputs) const {
    for (const Row &R : Rows)
      if (Y & R.Lead) {
        Y ^= R.Value;
        Inputs ^= R.Inputs;
      }
    return Y;
  }
  /// Adds the basis of input bit I. False if it was spanned already; Inputs is
  /// then a combination that maps to 0.
  bool add(uint32_t Basis, unsigned I, uint32_t &Inputs) {
    Inputs = 1u << I;
    uint32_t Rest = reduce(Basis, Inputs);
    if (!Rest)
      return false;
    Rows.push_back({Rest, Inputs, uint32_t(1) << llvm::Log2_32(Rest)});
    return true;
  }
  unsigned size() const { return Rows.size(); }

private:
  struct Row {
    uint32_t Value, Inputs, Lead;
  };
  llvm::SmallVector<Row, 16> Rows;
};

} // namespace

LinearMap LinearMap::identity(unsigned Bits) {
  LinearMap R;
  R.NumOut = Bits;
  for (unsigned I = 0; I != Bits; ++I)
    R.Columns.push_back(1u << I);
  return R;
}

uint32_t LinearMap::apply(uint32_t X) const {
  uint32_t Y = 0;
  for (unsigned I = 0; I != inBits(); ++I)
    if (X >> I & 1)
      Y ^= Columns[I];
  return Y;
}

LinearMap LinearMap::after(const LinearMap &First) const {
  assert(First.outBits() <= inBits());
  LinearMap R;
  R.NumOut = NumOut;
  for (uint32_t B : First.Columns)
    R.Columns.push_back(apply(B));
  return R;
}

LinearMap LinearMap::product(const LinearMap &High) const {
  LinearMap R(*this);
  for (uint32_t B : High.Columns)
    R.Columns.push_back(B << NumOut);
  R.NumOut += High.NumOut;
  return R;
}

unsigned LinearMap::rank() const {
  return inBits() - llvm::popcount(freeBits());
}

uint32_t LinearMap::freeBits() const {
  Echelon E;
  uint32_t Free = 0, Inputs;
  for (unsigned I = 0; I != inBits(); ++I)
    if (!E.add(Columns[I], I, Inputs))
      Free |= 1u << I;
  return Free;
}

Bases LinearMap::nullSpace() const {
  Echelon E;
  Bases R;
  uint32_t Inputs;
  for (unsigned I = 0; I != inBits(); ++I)
    if (!E.add(Columns[I], I, Inputs))
      R.push_back(Inputs);
  return R;
}

std::optional<uint32_t> LinearMap::preimage(uint32_t Y) const {
  Echelon E;
  uint32_t Inputs;
  for (unsigned I = 0; I != inBits(); ++I)
    E.add(Columns[I], I, Inputs);
  Inputs = 0;
  if (E.reduce(Y, Inputs))
    return std::nullopt;
  return Inputs;
}

LinearMap LinearMap::pseudoInverse() const {
  assert(isSurjective() && "an output has no input");
  LinearMap R;
  R.NumOut = inBits();
  for (unsigned I = 0; I != NumOut; ++I)
    R.Columns.push_back(*preimage(1u << I));
  return R;
}

std::optional<LinearMap> LinearMap::divideLeft(const LinearMap &Low) const {
  if (Low.inBits() > inBits() || Low.outBits() > outBits() ||
      !llvm::equal(Low.Columns, ArrayRef(Columns).take_front(Low.inBits())))
    return std::nullopt;
  LinearMap Q;
  Q.NumOut = NumOut - Low.NumOut;
  for (uint32_t B : ArrayRef(Columns).drop_front(Low.inBits())) {
    if (B & ((1u << Low.NumOut) - 1))
      return std::nullopt;
    Q.Columns.push_back(B >> Low.NumOut);
  }
  return Q;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

llvm::SmallVector<uint8_t, 6> LinearLayout::bitsOf(ArrayRef<int64_t> Shape) {
  llvm::SmallVector<uint8_t, 6> R;
  for (int64_t Extent : Shape)
    R.push_back(llvm::Log2_64_Ceil(Extent));
  return R;
}

LinearLayout::LinearLayout(ArrayRef<uint8_t> DimBits, ArrayRef<uint32_t> Reg,
                           ArrayRef<uint32_t> Lane, ArrayRef<uint32_t> Warp,
                           ArrayRef<uint32_t> Offset)
    : Dims(DimBits), In{Bases(Reg), Bases(Lane), Bases(Warp), Bases(Offset)} {}

LinearLayout LinearLayout::blocked(ArrayRef<uint8_t> DimBits,
                                   ArrayRef<unsigned> Order,
                                   unsigned VectorBits, Threads T) {
  LinearLayout R(DimBits, {}, {}, {});
  // Coordinate bits in the order in which inputs take them.
  Bases Bits;
  for (unsigned D : Order)
    for (unsigned I = 0; I != DimBits[D]; ++I)
      Bits.push_back(1u << (R.shiftOf(D) + I));
  VectorBits = std::min<size_t>(VectorBits, Bits.size());
  ArrayRef<uint32_t> Rest = Bits;
  auto Take = [&](LayoutInput I, unsigned N, bool Pad) {
    unsigned Taken = std::min<size_t>(N, Rest.size());
    Bases &To = R.In[unsigned(I)];
    To.append(Rest.begin(), Rest.begin() + Taken);
    if (Pad)
      To.append(N - Taken, 0);
    Rest = Rest.drop_front(Taken);
  };
  Take(LayoutInput::Register, VectorBits, false);
  Take(LayoutInput::Lane, T.LaneBits, true);
  Take(LayoutInput::Warp, T.WarpBits, true);
  Take(LayoutInput::Register, Rest.size(), false);
  return R;
}

unsigned LinearLayout::numBits() const {
  unsigned N = 0;
  for (uint8_t B : Dims)
    N += B;
  return N;
}

unsigned LinearLayout::shiftOf(unsigned D) const {
  unsigned N = 0;
  for (uint8_t B : ArrayRef(Dims).drop_front(D + 1))
    N += B;
  return N;
}

uint32_t LinearLayout::maskOf(unsigned D) const {
  return ((1u << Dims[D]) - 1) << shiftOf(D);
}

Bases LinearLayout::threadBases() const {
  Bases R(lane());
  R.append(warp().begin(), warp().end());
  return R;
}

LinearMap LinearLayout::map() const {
  Bases All;
  for (const Bases &B : In)
    All.append(B.begin(), B.end());
  return LinearMap(numBits(), All);
}

bool LinearLayout::operator<(const LinearLayout &Other) const {
  auto Less = [](const auto &A, const auto &B) {
    return std::lexicographical_compare(A.begin(), A.end(), B.begin(), B.end());
  };
  if (Dims != Other.Dims)
    return Less(Dims, Other.Dims);
  for (unsigned I = 0; I != NumInputs; ++I)
    if (In[I] != Other.In[I])
      return Less(In[I], Other.In[I]);
  return false;
}

LinearLayout LinearLayout::collapse(unsigned D) const {
  LinearLayout R(*this);
  R.Dims[D] = 0;
  unsigned Shift = shiftOf(D);
  uint32_t Low = (1u << Shift) - 1;
  for (Bases &Each : R.In)
    for (uint32_t &B : Each)
      B = (B & Low) | (B >> (Shift + Dims[D]) << Shift);
  llvm::erase(R.In[unsigned(LayoutInput::Register)], 0u);
  return R;
}

LinearLayout LinearLayout::slice(unsigned D) const {
  LinearLayout R = collapse(D);
  R.Dims.erase(R.Dims.begin() + D);
  return R;
}

LinearLayout LinearLayout::reshaped(ArrayRef<uint8_t> DimBits) const {
  LinearLayout R(*this);
  R.Dims.assign(DimBits.begin(), DimBits.end());
  assert(R.numBits() == numBits());
  return R;
}

LinearLayout LinearLayout::transposed(ArrayRef<int64_t> Order) const {
  LinearLayout R(*this);
  for (unsigned I = 0; I != Order.size(); ++I)
    R.Dims[I] = Dims[Order[I]];
  for (unsigned N = 0; N != NumInputs; ++N)
    for (unsigned K = 0; K != In[N].size(); ++K) {
      R.In[N][K] = 0;
      for (unsigned I = 0; I != Order.size(); ++I) {
        uint32_t Part = (In[N][K] & maskOf(Order[I])) >> shiftOf(Order[I]);
        R.In[N][K] |= Part << R.shiftOf(I);
      }
    }
  return R;
}

LinearLayout LinearLayout::withPairs() const {
  LinearLayout R(*this);
  R.Dims.push_back(1);
  for (Bases &Each : R.In)
    for (uint32_t &B : Each)
      B <<= 1;
  Bases &Regs = R.In[unsigned(LayoutInput::Register)];
  Regs.insert(Regs.begin(), 1);
  return R;
}

LinearLayout LinearLayout::with(LayoutInput I, ArrayRef<uint32_t> B) const {
  LinearLayout R(*this);
  R.In[unsigned(I)].assign(B.begin(), B.end());
  return R;
}

LinearMap mt::conversionMap(const LinearLayout &From, const LinearLayout &To) {
  LinearMap Source = From.map();
  // Inputs behind the registers, as both number them.
  Bases FromThreads = From.threadBases(), ToThreads = To.threadBases();
  unsigned FromRegs = From.reg().size();
  Bases Columns;
  for (uint32_t B : To.reg())
    Columns.push_back(*Source.preimage(B));
  for (auto [I, B] : llvm::enumerate(ToThreads)) {
    bool Same = I < FromThreads.size() && FromThreads[I] == B;
    Columns.push_back(Same ? 1u << (FromRegs + I) : *Source.preimage(B));
  }
  return LinearMap(Source.inBits(), Columns);
}
