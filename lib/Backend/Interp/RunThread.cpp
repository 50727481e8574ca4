//===- RunThread.cpp - Ops of thread IR -----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckFacts.h"
#include "Handlers.h"
#include "MemoryAccess.h"
#include <cstring>
#include <numeric>

using namespace mt;
using namespace mt::interp;

void interp::runThreadId(Machine &M, const Instr &I) {
  uint64_t *Out = M.lanes(I.Results[0].Dst);
  std::iota(Out, Out + M.threads(), uint64_t(0));
}

void interp::runFragmentIndex(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  uint64_t Stride = I.Attrs.get("stride").asInt();
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      size_t Base = I.Operands[0].lane(T, 0);
      if (saysFacts(M, I))
        checkFacts(M, I, {M.lane(Base), R * Stride});
      M.lane(Out) = truncateTo(I.resultElement(), M.lane(Base) + R * Stride);
      if (M.checker())
        M.shadow(Out) = M.shadow(Base);
    }
}

static void copyLane(Machine &M, size_t From, size_t To) {
  M.lane(To) = M.lane(From);
  if (M.checker())
    M.shadow(To) = M.shadow(From);
}

void interp::runPermuteRegisters(Machine &M, const Instr &I) {
  auto Bases = *I.Attrs.get("bases").asIntList();
  Attr Offset = I.Attrs.get("offset");
  size_t Out = I.Results[0].Dst.Offset;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      uint64_t From = Offset ? Offset.asInt() : 0;
      for (unsigned B = 0; B != Bases.size(); ++B)
        From ^= R >> B & 1 ? Bases[B] : 0;
      copyLane(M, I.Operands[0].lane(T, From), Out);
    }
}

void interp::runConcatRegisters(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  unsigned Half = I.Lanes / 2;
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out)
      copyLane(M, I.Operands[R / Half].lane(T, R % Half), Out);
}

void interp::runShuffle(Machine &M, const Instr &I) {
  constexpr unsigned WarpSize = 32;
  size_t Out = I.Results[0].Dst.Offset;
  Attr Mask = I.Attrs.get("mask");
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      unsigned Lane =
          Mask ? T ^ Mask.asInt() : M.lane(I.Operands[1].lane(T, R));
      unsigned From = T / WarpSize * WarpSize + Lane % WarpSize;
      if (From >= M.threads())
        return M.fail(I.Loc, "'shuffle' reads from a thread that is not there");
      copyLane(M, I.Operands[0].lane(From, R), Out);
    }
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

void interp::runSharedAlloc(Machine &M, const Instr &I) {
  std::fill_n(M.lanes(I.Results[0].Dst), M.threads(), I.SharedOffset);
}

std::optional<uint64_t> interp::sharedAddress(Machine &M, const Instr &I,
                                              unsigned BufferOperand,
                                              LanePlace At, int64_t Index,
                                              unsigned Count) {
  const Operand &Buffer = I.Operands[BufferOperand];
  int64_t Elements = Buffer.Ty.numElements();
  if (Index < 0 || Index > Elements - int64_t(Count)) {
    M.fail(I.Loc, "thread " + llvm::Twine(At.Thread) + " accesses element " +
                      llvm::Twine(Index) + " of a shared buffer of " +
                      llvm::Twine(Elements));
    return std::nullopt;
  }
  return M.lane(Buffer.lane(At.Thread, 0)) +
         Index * Buffer.Ty.elementType().byteSize();
}

/// The address of the element that register R of Thread's index names.
static std::optional<uint64_t> elementAddress(Machine &M, const Instr &I,
                                              unsigned Thread, unsigned R) {
  int64_t Index =
      extendFrom(I.ElementTypes[1], M.lane(I.Operands[1].lane(Thread, R)));
  return sharedAddress(M, I, 0, {Thread, R}, Index);
}

void interp::runSharedLoad(Machine &M, const Instr &I) {
  size_t Out = I.Results[0].Dst.Offset;
  unsigned Bytes = I.resultElement().byteSize();
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R, ++Out) {
      std::optional<uint64_t> Address = elementAddress(M, I, T, R);
      if (!Address)
        return;
      M.touch(I, MemorySpace::Shared, T, *Address, Bytes, /*IsWrite=*/false);
      uint64_t Bits = 0;
      std::memcpy(&Bits, M.shared(*Address), Bytes);
      M.lane(Out) = Bits;
      if (M.checker())
        M.shadow(Out) = Shadow();
    }
}

void interp::runSharedStore(Machine &M, const Instr &I) {
  const Operand &Value = I.Operands[2], &Mask = I.Operands[3];
  unsigned Bytes = I.ElementTypes[2].byteSize();
  for (unsigned T = 0; T != M.threads(); ++T)
    for (unsigned R = 0; R != I.Lanes; ++R) {
      if (Mask && !M.lane(Mask.lane(T, R)))
        continue;
      std::optional<uint64_t> Address = elementAddress(M, I, T, R);
      if (!Address)
        return;
      M.touch(I, MemorySpace::Shared, T, *Address, Bytes, /*IsWrite=*/true);
      std::memcpy(M.shared(*Address), &M.lane(Value.lane(T, R)), Bytes);
    }
}

/// Threads run in lock step, so waiting is nothing; what counts is that
/// accesses on either side are ordered.
void interp::runBarrier(Machine &M, const Instr &) { M.barrier(); }
