//===- MemRefPrinter.cpp - Kernels whose arrays are memrefs ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRefPrinter.h"

using namespace mt;
using namespace mt::mlirtext;

/// `memref<?xf32>`: of the type that elements have in memory.
std::string MemRefPrinter::memRefText(unsigned Param) const {
  Type Element = K.params()[Param]->type().pointee();
  return "memref<?x" + InstructionPrinter::typeText(S.memoryType(Element)) +
         ">";
}

std::string MemRefPrinter::parameterText(unsigned I) {
  BlockArgument *Param = K.params()[I];
  bool IsArray = Param->type().isPointer();
  MemRefs.push_back(IsArray ? P.freshName(Param->name()) : "");
  if (!IsArray)
    return KernelPrinter::parameterText(I);
  set(Param, {B.getInt64(0)});
  return MemRefs[I] + ": " + memRefText(I);
}

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

void MemRefPrinter::emitAddPtr(AddPtrOp *O) {
  Type Offset = O->offset()->type().elementType();
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    V Start = get(O->ptr(), R), Moved = S.extend64(Offset, get(O->offset(), R));
    auto *C = llvm::dyn_cast<llvm::ConstantInt>(Start);
    Results.push_back(C && C->isZero() ? Moved : B.CreateAdd(Start, Moved));
  }
  set(O->result(), std::move(Results));
}

/// The array's start is computed once, at the function's head.
llvm::Value *MemRefPrinter::address(Value *Ptr, int64_t R) {
  if (llvm::isa<Constant>(Ptr))
    return get(Ptr, R);
  unsigned Param = Bases.of(Ptr);
  std::string Pointer =
      P.headOp("memref.extract_aligned_pointer_as_index " + MemRefs[Param] +
                   " : " + memRefText(Param) + " -> index",
               "pointer");
  std::string Number =
      P.headOp("arith.index_cast " + Pointer + " : index to i64", "address");
  llvm::Argument *Arg = F->getArg(Param);
  P.bind(Arg, P.headOp("llvm.inttoptr " + Number + " : i64 to " +
                           InstructionPrinter::typeText(Arg->getType()),
                       "start"));
  Type Element = Ptr->type().elementType().pointee();
  return B.CreateGEP(S.memoryType(Element), Arg, get(Ptr, R));
}

/// An offset as MLIR's own type for indices.
std::string MemRefPrinter::indexOf(llvm::Value *Offset) {
  if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Offset)) {
    std::string Digits = std::to_string(C->getSExtValue());
    return P.headOp("arith.constant " + Digits + " : index", "c" + Digits);
  }
  std::string Index = P.freshName();
  P.line(Index + " = arith.index_cast " + P.nameOf(Offset) + " : i64 to index");
  return Index;
}

MemRefPrinter::Place MemRefPrinter::placeOf(Value *Ptr, int64_t R) {
  unsigned Param = Bases.of(Ptr);
  V Offset = get(Ptr, R);
  flush();
  std::string Index = indexOf(Offset);
  return {MemRefs[Param] + "[" + Index + "]", memRefText(Param)};
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// One element, or neighbours as a vector.
MemRefPrinter::Registers MemRefPrinter::loadElements(LoadOp *O, int64_t R,
                                                     int64_t Width) {
  Type Element = O->type().elementType();
  llvm::Type *Each = S.memoryType(Element);
  Place At = placeOf(O->ptr(), R);
  std::string Name = P.freshName();
  if (Width == 1) {
    P.line(Name + " = memref.load " + At.Element + " : " + At.MemRef);
    return {S.fromMemory(Element, define(Each, Name))};
  }
  llvm::Type *Ty = llvm::FixedVectorType::get(Each, Width);
  P.line(Name + " = vector.load " + At.Element +
         " {alignment = " + std::to_string(Element.byteSize() * Width) +
         "} : " + At.MemRef + ", " + InstructionPrinter::typeText(Ty));
  V All = define(Ty, Name);
  Registers Elements;
  for (int64_t I = 0; I != Width; ++I)
    Elements.push_back(S.fromMemory(Element, B.CreateExtractElement(All, I)));
  return Elements;
}

MemRefPrinter::Registers MemRefPrinter::loadWords(LoadOp *O, int64_t R,
                                                  int64_t Width) {
  Type Element = O->type().elementType();
  if (!accessFor(O, Element, Width, /*IsLoad=*/true).Modifiers.empty())
    return KernelPrinter::loadWords(O, R, Width);
  auto Load = [&] { return loadElements(O, R, Width); };
  if (!O->mask())
    return Load();
  return emitChoice(get(O->mask(), R), Load, [&] {
    Registers Others;
    for (int64_t I = 0; I != Width; ++I)
      Others.push_back(O->other() ? get(O->other(), R + I) : S.zero(Element));
    return Others;
  });
}

void MemRefPrinter::storeElements(StoreOp *O, int64_t R, int64_t Width) {
  Type Element = O->ptr()->type().elementType().pointee();
  V All = storedElements(O, R, Width);
  Place At = placeOf(O->ptr(), R);
  if (Width == 1)
    return P.line("memref.store " + P.nameOf(All) + ", " + At.Element + " : " +
                  At.MemRef);
  P.line("vector.store " + P.nameOf(All) + ", " + At.Element +
         " {alignment = " + std::to_string(Element.byteSize() * Width) +
         "} : " + At.MemRef + ", " +
         InstructionPrinter::typeText(All->getType()));
}

void MemRefPrinter::storeWords(StoreOp *O, int64_t R, int64_t Width) {
  Type Element = O->ptr()->type().elementType().pointee();
  if (!accessFor(O, Element, Width, /*IsLoad=*/false).Modifiers.empty())
    return KernelPrinter::storeWords(O, R, Width);
  if (!O->mask())
    return storeElements(O, R, Width);
  emitIfTrue(get(O->mask(), R), [&] { storeElements(O, R, Width); });
}
