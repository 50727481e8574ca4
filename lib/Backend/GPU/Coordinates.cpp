//===- Coordinates.cpp - Where a thread's elements are --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All layouts the lowering uses have bases of at most one bit, no bit twice
// within an element's own inputs; so the sum over GF(2) is a sum of integers,
// and the part of the registers is a constant beside the part of the thread.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;
using llvm::ArrayRef;

Value *ThreadLowering::createThreadId() {
  return B.create(OpKind::ThreadId, {}, {Ctx.i32()})->result();
}

/// Bit Begin + I of the thread's index adds First << I, up to End.
namespace {
struct Run {
  unsigned Begin, End;
  uint32_t First;
};
} // namespace

static llvm::SmallVector<Run, 4> runsOf(ArrayRef<uint32_t> Terms) {
  llvm::SmallVector<Run, 4> Runs;
  for (unsigned I = 0; I != Terms.size(); ++I) {
    if (!Terms[I])
      continue;
    if (!Runs.empty() && Runs.back().End == I &&
        Terms[I] == Runs.back().First << (I - Runs.back().Begin))
      ++Runs.back().End;
    else
      Runs.push_back({I, I + 1, Terms[I]});
  }
  return Runs;
}

Value *ThreadLowering::threadPart(ArrayRef<uint32_t> Terms) {
  Value *Sum = nullptr;
  for (const Run &R : runsOf(Terms)) {
    Value *Part = createThreadId();
    if (R.Begin)
      Part = create(OpKind::Div, Part, int64_t(1) << R.Begin);
    if (R.End != Terms.size())
      Part = create(OpKind::Mod, Part, int64_t(1) << (R.End - R.Begin));
    if (R.First != 1)
      Part = create(OpKind::Mul, Part, R.First);
    Sum = Sum ? create(OpKind::Add, Sum, Part) : Part;
  }
  return Sum ? Sum : Ctx.intConstant(Ctx.i32(), 0);
}

/// The distance of neighbouring registers, if it is one for all.
static std::optional<int64_t> strideOf(ArrayRef<uint32_t> Terms) {
  for (unsigned I = 1; I < Terms.size(); ++I)
    if (Terms[I] != Terms[0] << I)
      return std::nullopt;
  return Terms[0];
}

Value *ThreadLowering::addRegisterPart(Value *Base, ArrayRef<uint32_t> Terms) {
  llvm::SmallVector<uint32_t, 8> Used;
  Bases Spread;
  for (uint32_t T : Terms) {
    Spread.push_back(T ? 1u << Used.size() : 0);
    if (T)
      Used.push_back(T);
  }
  if (Used.empty())
    return Base;
  // Runs of registers at one distance each; usually there is one. Each adds its
  // registers to those there are.
  Value *Sum = Base;
  for (size_t Begin = 0, End; Begin != Used.size(); Begin = End) {
    End = Begin + 1;
    while (End != Used.size() &&
           strideOf(ArrayRef(Used).slice(Begin, End + 1 - Begin)))
      ++End;
    AttrDict Stride = Ctx.dict({Ctx.named("stride", Ctx.intAttr(Used[Begin]))});
    Value *From = Begin ? Ctx.intConstant(Ctx.i32(), 0) : Base;
    Type T = Ctx.fragment(int64_t(1) << (End - Begin), Ctx.i32());
    Value *Part =
        B.create(OpKind::FragmentIndex, {From}, {T}, Stride)->result();
    Bases Old, New;
    for (size_t I = 0; I != End; ++I) {
      Old.push_back(I < Begin ? 1u << I : 0);
      New.push_back(I < Begin ? 0 : 1u << (I - Begin));
    }
    Sum = Begin ? create(OpKind::Add, permute(Part, New), permute(Sum, Old))
                : Part;
  }
  return Used.size() == Terms.size() ? Sum : permute(Sum, Spread);
}

Value *ThreadLowering::index(ArrayRef<uint32_t> RegTerms,
                             ArrayRef<uint32_t> ThreadTerms) {
  return addRegisterPart(threadPart(ThreadTerms), RegTerms);
}

static Bases partOf(ArrayRef<uint32_t> From, uint32_t Mask, unsigned Shift) {
  Bases R;
  for (uint32_t T : From)
    R.push_back((T & Mask) >> Shift);
  return R;
}

Value *ThreadLowering::coordinate(const LinearLayout &In, unsigned D) {
  uint32_t Mask = In.maskOf(D);
  unsigned Shift = In.shiftOf(D);
  return index(partOf(In.reg(), Mask, Shift),
               partOf(In.threadBases(), Mask, Shift));
}

Value *ThreadLowering::flatCoordinate(const LinearLayout &In) {
  return index(In.reg(), In.threadBases());
}

Value *ThreadLowering::elementIndex(const LinearLayout &In, Extents Shape) {
  Value *Sum = nullptr;
  int64_t Stride = 1;
  for (unsigned D = Shape.size(); D-- != 0; Stride *= Shape[D]) {
    if (!In.dimBits()[D])
      continue;
    Value *Part = coordinate(In, D);
    if (Stride != 1)
      Part = create(OpKind::Mul, Part, Stride);
    Sum = Sum ? create(OpKind::Add, Part, Sum) : Part;
  }
  return Sum ? Sum : Ctx.intConstant(Ctx.i32(), 0);
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

void ThreadLowering::moveToEntry() {
  if (LastEntryOp)
    B.setInsertionPointAfter(LastEntryOp);
  else
    B.setInsertionPointToStart(K.body());
}

Value *ThreadLowering::both(Value *A, Value *Other) {
  if (!A || !Other)
    return A ? A : Other;
  return create(OpKind::And, A, Other);
}

Value *ThreadLowering::elementMask(LayoutRef In, Extents Shape) {
  auto [It, New] = ElementMasks.try_emplace({In, Shape.vec()});
  if (!New)
    return It->second;
  OpBuilder::Guard G(B);
  Value *Mask = nullptr;
  for (unsigned D = 0; D != Shape.size(); ++D) {
    if (llvm::isPowerOf2_64(Shape[D]))
      continue;
    moveToEntry();
    Mask =
        both(Mask, createCompare(OpKind::CmpLt, coordinate(*In, D), Shape[D]));
    LastEntryOp = Mask->definingOp();
  }
  return ElementMasks[{In, Shape.vec()}] = Mask;
}

Value *ThreadLowering::threadBitsClear(uint32_t Bits) {
  if (!Bits)
    return nullptr;
  Value *&Mask = ClearMasks[Bits];
  if (Mask)
    return Mask;
  OpBuilder::Guard G(B);
  moveToEntry();
  Value *Id = createThreadId();
  uint32_t All = L.numThreads() - 1;
  // Threads beyond a power of two, as most often, or every second, …
  uint32_t Lowest = Bits & -Bits;
  if (Bits == All)
    Mask = createCompare(OpKind::CmpEq, Id, 0);
  else if (Bits == (All & ~(Lowest - 1)))
    Mask = createCompare(OpKind::CmpLt, Id, Lowest);
  else
    Mask = createCompare(OpKind::CmpEq, create(OpKind::And, Id, Bits), 0);
  LastEntryOp = Mask->definingOp();
  return Mask;
}

Value *ThreadLowering::ownerMask(LayoutRef In) {
  return threadBitsClear(In->map().freeBits() >> In->reg().size());
}

Value *ThreadLowering::ownerAndElementMask(LayoutRef In, Extents Shape) {
  Value *Owner = ownerMask(In), *Element = elementMask(In, Shape);
  if (!Owner || !Element)
    return both(Owner, Element);
  OpBuilder::Guard G(B);
  moveToEntry();
  return both(Owner, Element);
}

Value *ThreadLowering::firstThreadMask() {
  return threadBitsClear(L.numThreads() - 1);
}
