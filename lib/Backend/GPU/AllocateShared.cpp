//===- AllocateShared.cpp - The pass allocate-shared ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer lives from its shared_alloc to its last use, or to the end of the
// loop around that if the buffer is from outside of it. Buffers whose lives
// overlap get memory of their own; largest first, each at the lowest free
// offset. Small ones, such as the scratch of reductions, do not share, so that
// writing one need not wait for the readers of another.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// Enough for every access.
static constexpr int64_t Alignment = 16;
/// Buffers up to the first size are private while all of them together need no
/// more than the second.
static constexpr int64_t MaxPrivateBytes = 128, MaxAllPrivateBytes = 4096;

namespace {

struct Buffer {
  Op *Alloc;
  int64_t Bytes, Offset = 0;
  unsigned Begin, End; ///< positions of first and last op that count

  bool IsPrivate = false; ///< shares memory with none of its like
  bool meets(const Buffer &Other) const {
    if (IsPrivate && Other.IsPrivate)
      return true;
    return Begin <= Other.End && Other.Begin <= End;
  }
};

using Positions = llvm::DenseMap<const Op *, unsigned>;

} // namespace

/// Numbers ops such that what stands inside an op has numbers below its own.
static void number(Block &B, Positions &P) {
  walk(B, [&](Op *O) { P[O] = P.size(); });
}

static Buffer describe(Op *Alloc, const Positions &P) {
  Type T = Alloc->type();
  Buffer R{Alloc, T.numElements() * T.elementType().byteSize(), 0,
           P.lookup(Alloc), P.lookup(Alloc)};
  for (Use &U : Alloc->result()->uses()) {
    Op *User = U.owner();
    while (User->block() != Alloc->block())
      User = User->parentOp();
    R.End = std::max(R.End, P.lookup(User));
  }
  return R;
}

/// The lowest offset at which B meets none of Placed that live when it does.
static int64_t findOffset(const Buffer &B, llvm::ArrayRef<Buffer> Placed) {
  int64_t Offset = 0;
  for (bool Moved = true; Moved;) {
    Moved = false;
    for (const Buffer &Other : Placed)
      if (B.meets(Other) && Offset < Other.Offset + Other.Bytes &&
          Other.Offset < Offset + B.Bytes) {
        Offset = llvm::alignTo(Other.Offset + Other.Bytes, Alignment);
        Moved = true;
      }
  }
  return Offset;
}

LogicalResult mt::allocateShared(Kernel &K, DiagnosticEngine &Diags) {
  Positions P;
  number(K.body(), P);
  llvm::SmallVector<Buffer, 8> Buffers;
  int64_t Private = 0;
  walk(K.body(), [&](Op *O) {
    if (!llvm::isa<SharedAllocOp>(O))
      return;
    Buffer &B = Buffers.emplace_back(describe(O, P));
    if (B.Bytes > MaxPrivateBytes || Private + B.Bytes > MaxAllPrivateBytes)
      return;
    B.IsPrivate = true;
    Private += llvm::alignTo(B.Bytes, Alignment);
  });
  llvm::stable_sort(Buffers, [](const Buffer &A, const Buffer &B) {
    return A.Bytes > B.Bytes;
  });
  Context &Ctx = K.context();
  int64_t Total = 0;
  for (unsigned I = 0; I != Buffers.size(); ++I) {
    Buffer &B = Buffers[I];
    B.Offset = findOffset(B, llvm::ArrayRef(Buffers).take_front(I));
    Total = std::max(Total, B.Offset + B.Bytes);
    if (Total > MaxSharedBytes)
      return Diags.error(B.Alloc->loc())
             << "this op needs a tile in shared memory, and kernel '@"
             << K.name() << "' then needs " << Total
             << " bytes of it; a program has at most " << MaxSharedBytes
             << "; use smaller blocks";
    B.Alloc->setAttrs(
        Ctx.withAttr(B.Alloc->attrs(), "offset", Ctx.intAttr(B.Offset)));
  }
  if (Total)
    K.setAttrs(Ctx.withAttr(K.attrs(), "shared_bytes", Ctx.intAttr(Total)));
  return success();
}
