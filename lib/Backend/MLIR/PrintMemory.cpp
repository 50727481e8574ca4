//===- PrintMemory.cpp - Accesses to memory of LLVM as MLIR ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "llvm/IR/LLVMContext.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::Instruction;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// What accesses have in common
//===----------------------------------------------------------------------===//

static std::string alignmentText(llvm::Align A) {
  return " {alignment = " + std::to_string(A.value()) + " : i64} : ";
}

/// `syncscope("device") `; nothing for the whole system.
static std::string scopeText(const Instruction &I, llvm::SyncScope::ID Scope) {
  if (Scope == llvm::SyncScope::System)
    return "";
  auto Name = I.getContext().getSyncScopeName(Scope);
  return Name ? "syncscope(\"" + Name->str() + "\") " : "";
}

static std::string orderText(llvm::AtomicOrdering Order) {
  return llvm::toIRString(Order);
}

/// ` atomic syncscope("device") monotonic`
template <typename Access> static std::string atomicSuffix(const Access &I) {
  if (!I.isAtomic())
    return "";
  return " atomic " + scopeText(I, I.getSyncScopeID()) +
         orderText(I.getOrdering());
}

//===----------------------------------------------------------------------===//
// Addresses, loads, stores
//===----------------------------------------------------------------------===//

static StringRef wrapFlags(llvm::GEPNoWrapFlags F) {
  if (F.isInBounds())
    return F.hasNoUnsignedWrap() ? "inbounds|nuw " : "inbounds ";
  if (F.hasNoUnsignedSignedWrap())
    return F.hasNoUnsignedWrap() ? "nusw|nuw " : "nusw ";
  return F.hasNoUnsignedWrap() ? "nuw " : "";
}

/// Indices that are literals stand in the op itself, if 32 bits hold them (the
/// smallest of those stands for an operand there).
std::string
InstructionPrinter::elementPtrText(const llvm::GetElementPtrInst &I) {
  std::string Indices, Types = typeText(I.getPointerOperandType());
  for (const llvm::Use &Index : I.indices()) {
    Indices += Indices.empty() ? "" : ", ";
    const auto *Literal = llvm::dyn_cast<llvm::ConstantInt>(Index.get());
    if (Literal && Literal->getValue().isSignedIntN(32) &&
        Literal->getSExtValue() != INT32_MIN) {
      Indices += std::to_string(Literal->getSExtValue());
      continue;
    }
    Indices += nameOf(Index.get());
    Types += ", " + typeText(Index->getType());
  }
  return "llvm.getelementptr " + wrapFlags(I.getNoWrapFlags()).str() +
         nameOf(I.getPointerOperand()) + "[" + Indices + "] : (" + Types +
         ") -> " + typeText(I.getType()) + ", " +
         typeText(I.getSourceElementType());
}

std::string InstructionPrinter::memoryText(const Instruction &I) {
  if (const auto *Ptr = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
    return elementPtrText(*Ptr);
  if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I))
    return std::string("llvm.load ") + (Load->isVolatile() ? "volatile " : "") +
           nameOf(Load->getPointerOperand()) + atomicSuffix(*Load) +
           alignmentText(Load->getAlign()) +
           typeText(Load->getPointerOperandType()) + " -> " +
           typeText(Load->getType());
  if (const auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I))
    return std::string("llvm.store ") +
           (Store->isVolatile() ? "volatile " : "") + operandsText(I, 2) +
           atomicSuffix(*Store) + alignmentText(Store->getAlign()) +
           typesText(I, 2);
  const auto &Alloca = llvm::cast<llvm::AllocaInst>(I);
  return "llvm.alloca " + operandsText(I, 1) + " x " +
         typeText(Alloca.getAllocatedType()) +
         alignmentText(Alloca.getAlign()) + "(" + typesText(I, 1) + ") -> " +
         typeText(I.getType());
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

/// Words of MLIR stand behind `_`.
static std::string operationText(llvm::AtomicRMWInst::BinOp Operation) {
  StringRef Name = llvm::AtomicRMWInst::getOperationName(Operation);
  bool IsWord = Name == "and" || Name == "or" || Name == "xor";
  return (IsWord ? "_" : "") + Name.str();
}

std::string InstructionPrinter::atomicText(const Instruction &I) {
  if (const auto *Fence = llvm::dyn_cast<llvm::FenceInst>(&I))
    return "llvm.fence " + scopeText(I, Fence->getSyncScopeID()) +
           orderText(Fence->getOrdering());
  std::string Volatile = I.isVolatile() ? "volatile " : "";
  if (const auto *RMW = llvm::dyn_cast<llvm::AtomicRMWInst>(&I))
    return "llvm.atomicrmw " + Volatile + operationText(RMW->getOperation()) +
           " " + operandsText(I, 2) + " " +
           scopeText(I, RMW->getSyncScopeID()) + orderText(RMW->getOrdering()) +
           alignmentText(RMW->getAlign()) + typesText(I, 2);
  const auto &Swap = llvm::cast<llvm::AtomicCmpXchgInst>(I);
  return std::string("llvm.cmpxchg ") + (Swap.isWeak() ? "weak " : "") +
         Volatile + operandsText(I, 3) + " " +
         scopeText(I, Swap.getSyncScopeID()) +
         orderText(Swap.getSuccessOrdering()) + " " +
         orderText(Swap.getFailureOrdering()) + alignmentText(Swap.getAlign()) +
         typesText(I, 2);
}
