//===- SharedBuffers.cpp - Matrices in shared memory ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places in buffers whose layout is a map over GF(2), and conversions of
// layouts through them: rows of a matrix stand there as in memory, but for an
// exchange of pieces that keeps accesses out of each other's banks.
//
//===----------------------------------------------------------------------===//

#include "ThreadLowering.h"

using namespace mt;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The sum over GF(2) of what the bits of the thread's index add. Runs of bits
/// that move together are one shift.
Value *ThreadLowering::threadPartOfPlace(ArrayRef<uint32_t> Terms) {
  Value *Sum = nullptr;
  uint32_t Seen = 0;
  Bases Left(Terms);
  for (unsigned I = 0; I != Left.size(); ++I)
    while (Left[I]) {
      Bases Run(Left.size(), 0);
      uint32_t Bit = Left[I] & -Left[I], All = 0;
      for (unsigned J = I; J != Left.size() && (Left[J] & Bit); ++J) {
        Run[J] = Bit;
        Left[J] &= ~Bit;
        All |= Bit;
        Bit *= 2;
      }
      Value *Part = threadPart(Run);
      if (Sum)
        Part = create(Seen & All ? OpKind::Xor : OpKind::Add, Part, Sum);
      Sum = Part;
      Seen |= All;
    }
  return Sum ? Sum : Ctx.intConstant(Ctx.i32(), 0);
}

Value *ThreadLowering::place(ArrayRef<uint32_t> RegTerms,
                             ArrayRef<uint32_t> ThreadTerms, uint32_t Fixed) {
  Value *Sum = threadPartOfPlace(ThreadTerms);
  Constant *Zero = Ctx.intConstant(Ctx.i32(), 0);
  uint32_t Seen = 0, Twice = 0;
  auto Note = [&](uint32_t Term) {
    Twice |= Seen & Term;
    Seen |= Term;
  };
  for (uint32_t Term : ThreadTerms)
    Seen |= Term;
  Note(Fixed);
  llvm::for_each(RegTerms, Note);
  // What is only added is added last: all places share what is before it.
  uint32_t Last = Fixed & ~Twice;
  if (Fixed & Twice)
    Sum = create(OpKind::Xor, Sum, Fixed & Twice);
  Bases Added(RegTerms), Picked(RegTerms.size(), 0);
  // What is not added has registers for the bits that change it alone.
  Bases Old;
  for (auto [Place, Term] : llvm::enumerate(Added)) {
    if (!(Term & Twice))
      continue;
    unsigned Bit = Old.size();
    Bases Only(Bit + 1, 0);
    Only[Bit] = std::exchange(Term, 0);
    Old.push_back(1u << Bit);
    Picked[Place] = 1u << Bit;
    Value *Wider = Sum;
    if (Bit) {
      Bases Keeps(llvm::ArrayRef<uint32_t>(Old).drop_back());
      Keeps.push_back(0);
      Wider = permute(Sum, Keeps);
    }
    Sum = create(OpKind::Xor, addRegisterPart(Zero, Only), Wider);
  }
  if (Sum->type().isFragment()) {
    Sum = permute(Sum, Picked);
    Value *Part = addRegisterPart(Zero, Added);
    Sum = Part == Zero ? Sum : create(OpKind::Add, Sum, Part);
  } else {
    Sum = addRegisterPart(Sum, Added);
  }
  return Last ? create(OpKind::Add, Sum, Last) : Sum;
}

/// Elements that stand side by side both in registers, from the first on, and
/// in the buffer, up to 16 bytes.
static int64_t widthIn(ArrayRef<uint32_t> RegTerms, unsigned Bytes) {
  int64_t Width = 1;
  for (uint32_t Term : RegTerms) {
    if (Term != Width || Width * Bytes >= 16)
      break;
    Width *= 2;
  }
  return Width;
}

static AttrDict movesAtOnce(Context &Ctx, int64_t Width) {
  if (Width < 2)
    return {};
  return Ctx.dict({Ctx.named("gpu.width", Ctx.intAttr(Width))});
}

void ThreadLowering::storeMatrix(Value *Memory, const LinearLayout &Buffer,
                                 const LinearLayout &In, Value *Form,
                                 Value *Mask) {
  Bases Registers = offsetsIn(Buffer, In.reg());
  Value *To = place(Registers, offsetsIn(Buffer, In.threadBases()));
  if (Form->type().isScalar())
    Form = spread(Form, L.unique(In));
  // Only what stands in registers of its own is stored at once.
  int64_t Width = widthIn(Registers, Memory->type().elementType().byteSize());
  if (getDefining<PermuteRegistersOp>(Form))
    Width = 1;
  B.create(OpKind::SharedStore, {Memory, To, Form, Mask}, ArrayRef<Type>(),
           movesAtOnce(Ctx, Width));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// How often one lane's turn comes until all registers of In have been moved.
static unsigned turns(const LinearLayout &Buffer, const LinearLayout &In,
                      unsigned Bytes) {
  int64_t Width = widthIn(offsetsIn(Buffer, In.reg()), Bytes);
  Bases Lanes;
  for (uint32_t Offset : offsetsIn(Buffer, In.lane()))
    Lanes.push_back(Offset * Bytes);
  return In.numRegisters() / Width * (1 + bankConflicts(Lanes, Width * Bytes));
}

Value *ThreadLowering::convertByRows(Value *Form, LayoutRef From,
                                     LayoutRef To) {
  unsigned Bytes = Form->type().elementType().byteSize();
  if (From->rank() != 2 || Bytes > 4 || !Form->type().isFragment() ||
      getDefining<PermuteRegistersOp>(Form) || !From->map().isSurjective())
    return nullptr;
  // Without a buffer of rows, every register is an access.
  unsigned Least = From->numRegisters() + To->numRegisters();
  std::optional<LinearLayout> Best;
  for (unsigned Contiguous : {1u, 0u})
    for (bool Wide : {false, true}) {
      LinearLayout Buffer =
          sharedMatrix(From->dimBits(), Contiguous, Bytes, Wide);
      unsigned Turns = turns(Buffer, *From, Bytes) + turns(Buffer, *To, Bytes);
      if (Turns >= Least)
        continue;
      Least = Turns;
      Best = Buffer;
    }
  if (!Best)
    return nullptr;
  Type Element = Form->type().elementType();
  Value *Memory = createBuffer(int64_t(1) << Best->numBits(), Element);
  storeMatrix(Memory, *Best, *From, Form, ownerMask(From));
  Bases Registers = offsetsIn(*Best, To->reg());
  Value *At = place(Registers, offsetsIn(*Best, To->threadBases()));
  Type T = Ctx.withElement(At->type(), Element);
  return B
      .create(OpKind::SharedLoad, {Memory, At}, {T},
              movesAtOnce(Ctx, widthIn(Registers, Bytes)))
      ->result();
}
