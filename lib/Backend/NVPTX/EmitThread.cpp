//===- EmitThread.cpp - Registers, shuffles, shared memory ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::nvptx;
namespace Intrinsic = llvm::Intrinsic;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void KernelEmitter::emitPermute(PermuteRegistersOp *O) {
  llvm::SmallVector<int64_t, 4> Bases = O->bases();
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    int64_t From = O->offset();
    for (unsigned I = 0; I != Bases.size(); ++I)
      From ^= R >> I & 1 ? Bases[I] : 0;
    Results.push_back(get(O->input(), From));
  }
  set(O->result(), std::move(Results));
}

void KernelEmitter::emitConcat(ConcatRegistersOp *O) {
  Registers Results;
  int64_t Half = O->type().numElements() / 2;
  for (Value *Part : O->operands())
    for (int64_t R = 0; R != Half; ++R)
      Results.push_back(get(Part, R));
  set(O->result(), std::move(Results));
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// One 32-bit register of another lane.
llvm::Value *KernelEmitter::shuffle(llvm::Value *Word, llvm::Value *Lane,
                                    bool IsXor) {
  uint32_t Active = NumThreads >= 32 ? ~0u : (1u << NumThreads) - 1;
  auto ID = IsXor ? Intrinsic::nvvm_shfl_sync_bfly_i32
                  : Intrinsic::nvvm_shfl_sync_idx_i32;
  return B.CreateIntrinsic(ID, {B.getInt32(Active), Word, Lane,
                                /*Clamp=*/B.getInt32(31)});
}

void KernelEmitter::emitShuffle(Op *O) {
  auto *Xor = llvm::dyn_cast<ShuffleXorOp>(O);
  Type Element = O->type().elementType();
  unsigned Width = Element.bitWidth();
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    V Lane = Xor ? B.getInt32(Xor->mask())
                 : B.CreateIntCast(get(O->operand(1), R), B.getInt32Ty(),
                                   /*isSigned=*/false);
    V Bits = S.toBits(Element, get(O->operand(0), R));
    V Moved;
    if (Width <= 32) {
      Moved = shuffle(B.CreateZExt(Bits, B.getInt32Ty()), Lane, Xor);
      Moved = B.CreateTrunc(Moved, B.getIntNTy(Width));
    } else {
      V Low = shuffle(B.CreateTrunc(Bits, B.getInt32Ty()), Lane, Xor);
      V High = shuffle(B.CreateTrunc(B.CreateLShr(Bits, 32), B.getInt32Ty()),
                       Lane, Xor);
      Moved = B.CreateOr(B.CreateZExt(Low, B.getInt64Ty()),
                         B.CreateShl(B.CreateZExt(High, B.getInt64Ty()), 32));
    }
    Results.push_back(S.fromBits(Element, Moved));
  }
  set(O->result(), std::move(Results));
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The kernel's shared memory: an array of the function, or, where that would
/// be too large, what the launch adds.
static llvm::GlobalVariable *makeSharedMemory(llvm::Module &M, Kernel &K) {
  Attr Bytes = K.attrs().get("shared_bytes");
  bool IsDynamic = Bytes.asInt() > StaticSharedLimit;
  auto *Ty = llvm::ArrayType::get(llvm::Type::getInt8Ty(M.getContext()),
                                  IsDynamic ? 0 : Bytes.asInt());
  if (IsDynamic)
    if (llvm::GlobalVariable *Known = M.getNamedGlobal("mt_dynamic_shared"))
      return Known;
  auto *Memory = new llvm::GlobalVariable(
      M, Ty, /*isConstant=*/false,
      IsDynamic ? llvm::GlobalValue::ExternalLinkage
                : llvm::GlobalValue::InternalLinkage,
      IsDynamic ? nullptr : llvm::PoisonValue::get(Ty),
      IsDynamic ? "mt_dynamic_shared" : "mt_shared", nullptr,
      llvm::GlobalValue::NotThreadLocal, /*AddressSpace=*/3);
  Memory->setAlignment(llvm::Align(16));
  return Memory;
}

/// Addresses in shared memory are 32-bit integers: LLVM's own pointers to it
/// have 64 bits, which costs registers and instructions.
llvm::Value *KernelEmitter::sharedMemory() {
  llvm::IRBuilder<> Entry(&F->getEntryBlock(), F->getEntryBlock().begin());
  return Entry.CreatePtrToInt(makeSharedMemory(M, K), B.getInt32Ty());
}

void KernelEmitter::emitSharedAlloc(SharedAllocOp *O) {
  if (!SharedBase)
    SharedBase = sharedMemory();
  SharedBuffers[O->result()] =
      B.CreateAdd(SharedBase, B.getInt32(O->intAttr("offset")));
}

void KernelEmitter::emitSharedLoad(SharedLoadOp *O) {
  Type Element = O->type().elementType();
  Registers Addresses = sharedAddresses(O->buffer(), O->index()), Results;
  int64_t Width;
  for (int64_t R = 0; R != O->type().numElements(); R += Width) {
    Width = sharedWidth(O->buffer(), O->index(), nullptr, R);
    ptx::Access A = accessFor(O, Element, Width, /*IsLoad=*/true);
    A.Space = "shared";
    Results.append(
        fromWords(Element, emitAsm(ptx::load(A), Addresses[R]), Width));
  }
  set(O->result(), std::move(Results));
}

void KernelEmitter::emitSharedStore(SharedStoreOp *O) {
  Type Element = O->buffer()->type().elementType();
  Registers Addresses = sharedAddresses(O->buffer(), O->index());
  int64_t Width;
  for (int64_t R = 0; R != O->index()->type().numElements(); R += Width) {
    Width = sharedWidth(O->buffer(), O->index(), O->mask(), R);
    ptx::Access A = accessFor(O, Element, Width, /*IsLoad=*/false);
    A.Space = "shared";
    emitStoreAsm(A, Addresses[R], O->value(), O->mask(), R, Width);
  }
}

void KernelEmitter::emitBarrier() {
  B.CreateIntrinsic(Intrinsic::nvvm_barrier_cta_sync_aligned_all,
                    {B.getInt32(0)});
}
