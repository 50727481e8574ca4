//===- Addresses.cpp - Addresses at constant distances --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Addresses.h"
#include "Emitter.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/KnownBits.h"

using namespace mt;
using namespace mt::nvptx;

/// A nested sum or product, unless it might overflow and MayWrap does not hold.
static bool isLinear(const llvm::Value *V, unsigned Opcode, bool MayWrap) {
  auto *O = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(V);
  return O && O->getOpcode() == Opcode && (MayWrap || O->hasNoSignedWrap());
}

/// Adds V times Factor to Sum.
static void collect(const llvm::Value *V, int64_t Factor, bool MayWrap,
                    LinearSum &Sum, unsigned Depth) {
  constexpr unsigned MaxDepth = 8;
  if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(V)) {
    Sum.Constant += uint64_t(C->getSExtValue()) * uint64_t(Factor);
    return;
  }
  auto *O = llvm::dyn_cast<llvm::User>(V);
  bool MayDescend = O && Depth != MaxDepth;
  if (MayDescend && isLinear(V, llvm::Instruction::Add, MayWrap)) {
    for (const llvm::Use &Term : O->operands())
      collect(Term.get(), Factor, MayWrap, Sum, Depth + 1);
    return;
  }
  int64_t Scale;
  if (MayDescend && isLinear(V, llvm::Instruction::Mul, MayWrap))
    if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(O->getOperand(1));
        C && !llvm::MulOverflow(Factor, C->getSExtValue(), Scale))
      return collect(O->getOperand(0), Scale, MayWrap, Sum, Depth + 1);
  Sum.Terms.push_back({V, Factor});
}

static LinearSum sumOf(const llvm::Value *V, bool MayWrap) {
  LinearSum Sum;
  collect(V, 1, MayWrap, Sum, 0);
  llvm::sort(Sum.Terms);
  return Sum;
}

LinearSum LinearSum::of(const llvm::Value *V) {
  return sumOf(V, /*MayWrap=*/false);
}

LinearSum LinearSum::ofWrapping(const llvm::Value *V) {
  return sumOf(V, /*MayWrap=*/V->getType()->isIntegerTy(32));
}

unsigned LinearSum::trailingZeros(const llvm::DataLayout &DL) const {
  unsigned Zeros = Constant ? llvm::countr_zero(uint64_t(Constant)) : 64;
  for (auto [Term, Factor] : Terms)
    Zeros = std::min<unsigned>(
        Zeros, llvm::computeKnownBits(Term, DL).countMinTrailingZeros() +
                   llvm::countr_zero(uint64_t(Factor)));
  return Zeros;
}

/// How many registers from R on lie side by side in a buffer, at an address
/// that is a multiple of them all: they are one access.
int64_t KernelEmitter::sharedWidth(Value *Buffer, Value *Index, Value *Mask,
                                   int64_t R) {
  constexpr int64_t MaxBytes = 16;
  int64_t Bytes = Buffer->type().elementType().byteSize();
  int64_t Left = Index->type().numElements() - R;
  LinearSum First = LinearSum::ofWrapping(get(Index, R));
  int64_t Width = 1;
  for (; Width < Left && Width * Bytes < MaxBytes; ++Width) {
    LinearSum Next = LinearSum::ofWrapping(get(Index, R + Width));
    bool Follows =
        Next.Terms == First.Terms && Next.Constant == First.Constant + Width;
    if (!Follows || (Mask && get(Mask, R + Width) != get(Mask, R)))
      break;
  }
  Width = llvm::bit_floor(uint64_t(Width));
  if (Width > 1)
    Width = std::min<uint64_t>(
        Width,
        uint64_t(1) << std::min(4u, First.trailingZeros(M.getDataLayout())));
  return Width;
}

namespace {
/// Addresses emitted so far, to find one at a constant distance.
class NearAddresses {
public:
  struct Known {
    llvm::Value *Base;
    LinearSum Offset;
    llvm::Value *Address;
  };
  const Known *find(llvm::Value *Base, const LinearSum &Offset) const {
    auto *Found = llvm::find_if(All, [&](const Known &K) {
      return K.Base == Base && K.Offset.Terms == Offset.Terms;
    });
    return Found == All.end() ? nullptr : Found;
  }
  void add(Known K) { All.push_back(std::move(K)); }

private:
  llvm::SmallVector<Known, 4> All;
};
} // namespace

void KernelEmitter::emitAddPtr(AddPtrOp *O) {
  NearAddresses Addresses;
  llvm::Type *Pointee = S.memoryType(O->type().elementType().pointee());
  bool Signed = O->offset()->type().elementType().isSigned();
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    V Base = get(O->ptr(), R), Offset = get(O->offset(), R);
    LinearSum Sum =
        Signed ? LinearSum::of(Offset) : LinearSum{{{Offset, 1}}, 0};
    if (auto *Near = Addresses.find(Base, Sum)) {
      int64_t Distance = Sum.Constant - Near->Offset.Constant;
      Results.push_back(
          B.CreateGEP(Pointee, Near->Address, B.getInt64(Distance)));
      continue;
    }
    Results.push_back(S.emit(O, {Base, Offset}));
    Addresses.add({Base, std::move(Sum), Results.back()});
  }
  set(O->result(), std::move(Results));
}

/// Addresses of all elements that Index names, as 32-bit integers.
KernelEmitter::Registers KernelEmitter::sharedAddresses(Value *Buffer,
                                                        Value *Index) {
  NearAddresses Addresses;
  V Base = SharedBuffers.lookup(Buffer);
  uint64_t Size = Buffer->type().elementType().byteSize();
  bool Signed = Index->type().elementType().isSigned();
  Registers Results;
  for (int64_t R = 0; R != Index->type().numElements(); ++R) {
    V At = get(Index, R);
    LinearSum Sum = LinearSum::ofWrapping(At);
    if (auto *Near = Addresses.find(Base, Sum)) {
      uint64_t Distance = (Sum.Constant - Near->Offset.Constant) * Size;
      Results.push_back(B.CreateAdd(Near->Address, B.getInt32(Distance)));
      continue;
    }
    V Bytes = B.CreateMul(B.CreateIntCast(At, B.getInt32Ty(), Signed),
                          B.getInt32(Size));
    Results.push_back(B.CreateAdd(Base, Bytes));
    Addresses.add({Base, std::move(Sum), Results.back()});
  }
  return Results;
}
