//===- RunMemory.cpp - Loads and stores -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Handlers.h"
#include "MemoryAccess.h"
#include "mytriton/IR/Evaluate.h"
#include <cstring>

using namespace mt;
using namespace mt::interp;

/// A little-endian element, as lanes keep it; a bool is one byte.
static uint64_t readElement(uint64_t Address, Type Element) {
  uint64_t Bits = 0;
  std::memcpy(&Bits, reinterpret_cast<const void *>(Address),
              Element.byteSize());
  return Element.isBool() ? Bits != 0 : Bits;
}

static void writeElement(uint64_t Address, Type Element, uint64_t Bits) {
  std::memcpy(reinterpret_cast<void *>(Address), &Bits, Element.byteSize());
}

bool interp::isActive(Machine &M, const Instr &I, const Operand &Mask,
                      LanePlace At) {
  if (!Mask)
    return true;
  size_t Index = Mask.lane(At.Thread, At.Register);
  if (M.checker() && M.shadow(Index).Origin)
    M.checker()->undefinedUse(I, "the mask", At, M.shadow(Index));
  return M.lane(Index) != 0;
}

bool interp::mayAccess(Machine &M, const Instr &I, size_t PtrLane, LanePlace At,
                       unsigned Bytes, bool IsWrite, bool IsAtomic) {
  Checker *Check = M.checker();
  if (!Check)
    return true;
  if (M.shadow(PtrLane).Origin)
    Check->undefinedUse(I, "an address", At, M.shadow(PtrLane));
  return Check->access(I, At, {M.lane(PtrLane), Bytes, IsWrite, IsAtomic},
                       M.shadow(PtrLane).Param);
}

static void loadLane(Machine &M, const Instr &I, LanePlace At, size_t Out) {
  const Operand &Ptr = I.Operands[0], &Mask = I.Operands[1],
                &Other = I.Operands[2];
  Type Element = I.resultElement();
  Shadow S;
  if (!isActive(M, I, Mask, At)) {
    size_t From = Other ? Other.lane(At.Thread, At.Register) : 0;
    M.lane(Out) = Other ? M.lane(From) : 0;
    S.Origin = I.Id + 1;
    if (M.checker())
      M.shadow(Out) = Other ? M.shadow(From) : S;
    return;
  }
  size_t PtrLane = Ptr.lane(At.Thread, At.Register);
  bool Allowed = mayAccess(M, I, PtrLane, At, Element.byteSize(), false);
  M.touch(I, MemorySpace::Global, At.Thread, M.lane(PtrLane),
          Element.byteSize(), false);
  M.lane(Out) = Allowed ? readElement(M.lane(PtrLane), Element) : 0;
  if (M.checker())
    M.shadow(Out) = S;
}

/// Thread IR says with `gpu.width` how many registers one access covers. On a
/// GPU it goes by the first of them, so the others must be its neighbours,
/// under the same mask. False after reporting that they are not.
static bool checkWidth(Machine &M, const Instr &I, const Operand &Mask) {
  Attr Width = I.Attrs.get("gpu.width");
  unsigned W = Width && Width.isInt() ? Width.asInt() : 1;
  const Operand &Ptr = I.Operands[0];
  unsigned Bytes = Ptr.Ty.elementType().pointee().byteSize();
  for (unsigned T = 0; W > 1 && T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R) {
      unsigned First = R - R % W;
      bool IsOn = !Mask || M.lane(Mask.lane(T, First));
      bool IsSame = !Mask || bool(M.lane(Mask.lane(T, R))) == IsOn;
      uint64_t Start = M.lane(Ptr.lane(T, First));
      bool IsNext = M.lane(Ptr.lane(T, R)) == Start + (R - First) * Bytes;
      if (IsSame && (!IsOn || (IsNext && Start % (W * Bytes) == 0)))
        continue;
      M.fail(I.Loc, "an access of " + llvm::Twine(W) + " elements at " +
                        llvm::Twine(Start) +
                        " is not aligned, or its elements "
                        "are not neighbours under one mask");
      return false;
    }
  return true;
}

void interp::runLoad(Machine &M, const Instr &I) {
  if (!checkWidth(M, I, I.Operands[1]))
    return;
  size_t Out = I.Results[0].Dst.Offset;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out)
      loadLane(M, I, {T, R}, Out);
}

static void storeLane(Machine &M, const Instr &I, LanePlace At) {
  const Operand &Ptr = I.Operands[0], &Value = I.Operands[1],
                &Mask = I.Operands[2];
  if (!isActive(M, I, Mask, At))
    return;
  Type Element = Ptr.Ty.elementType().pointee();
  size_t PtrLane = Ptr.lane(At.Thread, At.Register);
  size_t ValueLane = Value.lane(At.Thread, At.Register);
  if (!mayAccess(M, I, PtrLane, At, Element.byteSize(), true))
    return;
  if (M.checker() && M.shadow(ValueLane).Origin)
    M.checker()->undefinedUse(I, "the stored value", At, M.shadow(ValueLane));
  M.touch(I, MemorySpace::Global, At.Thread, M.lane(PtrLane),
          Element.byteSize(), true);
  writeElement(M.lane(PtrLane), Element, M.lane(ValueLane));
}

void interp::runStore(Machine &M, const Instr &I) {
  if (!checkWidth(M, I, I.Operands[2]))
    return;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R)
      storeLane(M, I, {T, R});
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// The op that combines old and new value; nothing where memory is replaced.
static std::optional<OpKind> combinerOf(OpKind K) {
  switch (K) {
  case OpKind::AtomicAdd:
    return OpKind::Add;
  case OpKind::AtomicMax:
    return OpKind::Maximum;
  case OpKind::AtomicMin:
    return OpKind::Minimum;
  case OpKind::AtomicAnd:
    return OpKind::And;
  case OpKind::AtomicOr:
    return OpKind::Or;
  case OpKind::AtomicXor:
    return OpKind::Xor;
  default:
    return std::nullopt;
  }
}

/// What memory holds afterwards, from the old value.
static uint64_t updated(Machine &M, const Instr &I, LanePlace At, Type Element,
                        uint64_t Old) {
  auto Lane = [&](unsigned K) {
    size_t Index = I.Operands[K].lane(At.Thread, At.Register);
    if (M.checker() && M.shadow(Index).Origin)
      M.checker()->undefinedUse(I, "the stored value", At, M.shadow(Index));
    return M.lane(Index);
  };
  if (I.Kind == OpKind::AtomicCas || I.Kind == OpKind::MaskedCas)
    return Old == Lane(1) ? Lane(2) : Old;
  if (auto Combiner = combinerOf(I.Kind))
    return evaluate(*Combiner, AttrDict(), {Element, Element}, {Old, Lane(1)},
                    Element);
  return Lane(1);
}

/// Programs run one after the other here, so reading and writing is enough.
static void atomicLane(Machine &M, const Instr &I, LanePlace At, size_t Out) {
  Type Element = I.resultElement();
  M.lane(Out) = 0;
  if (M.checker())
    M.shadow(Out) = Shadow{0, I.Id + 1};
  unsigned MaskIndex = I.Kind == OpKind::MaskedCas ? 3 : 2;
  bool HasMask = I.Kind != OpKind::AtomicCas;
  if (HasMask && !isActive(M, I, I.Operands[MaskIndex], At))
    return;
  size_t PtrLane = I.Operands[0].lane(At.Thread, At.Register);
  if (!mayAccess(M, I, PtrLane, At, Element.byteSize(), true, true))
    return;
  uint64_t Address = M.lane(PtrLane), Old = readElement(Address, Element);
  M.touchAtomic(I, At.Thread, Address, Element.byteSize());
  writeElement(Address, Element, updated(M, I, At, Element, Old));
  M.lane(Out) = Old;
  if (M.checker())
    M.shadow(Out) = Shadow();
}

void interp::runAtomic(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out)
      atomicLane(M, I, {T, R}, Out);
}
