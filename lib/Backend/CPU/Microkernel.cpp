//===- Microkernel.cpp - The innermost loop of a matrix product -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Microkernel.h"
#include "llvm/ADT/bit.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::cpu;

/// The most rows, at least Least, of which M is a multiple: no second
/// microkernel is needed. If there are none, Most.
static uint64_t chooseRows(uint64_t M, uint64_t Most, uint64_t Least) {
  for (uint64_t Rows = std::min(M, Most); Rows >= Least; --Rows)
    if (M % Rows == 0)
      return Rows;
  return std::min(M, Most);
}

// The accumulators fill the registers but for the vectors of B and one element
// of A. At least eight are needed to keep two units busy for the four cycles
// that a multiply-add takes.
RegisterBlock::RegisterBlock(uint64_t M, uint64_t N, unsigned Bits,
                             const Machine &Target) {
  uint64_t Most = Target.VectorBits / Bits;
  Lanes = llvm::bit_floor(std::min(Most, N));
  constexpr unsigned MinAccumulators = 8;
  unsigned Accumulators = Target.NumVectorRegisters == 32 ? 24 : 12;
  uint64_t VectorsOfRow = (N + Lanes - 1) / Lanes;
  Vectors = std::min<uint64_t>(VectorsOfRow, 2);
  Rows = chooseRows(M, Accumulators / Vectors, MinAccumulators / Vectors);
  // Few rows leave room for more vectors.
  uint64_t Room = std::min<uint64_t>(Accumulators / Rows, 8);
  Vectors = std::max<uint64_t>(Vectors,
                               std::min(llvm::bit_floor(Room), VectorsOfRow));
}

std::string Microkernel::name() const {
  std::string Name = "dot";
  llvm::raw_string_ostream OS(Name);
  OS << '.' << *Element;
  for (uint64_t Part : {uint64_t(Rows), uint64_t(Vectors), uint64_t(Lanes),
                        uint64_t(LastLanes), StrideA, StrideB, StrideD, Depth})
    OS << '.' << Part;
  return Name;
}

namespace {

class MicrokernelEmitter {
public:
  using V = llvm::Value *;
  MicrokernelEmitter(const Microkernel &Kernel, llvm::Function *F,
                     const Machine &Target)
      : Kernel(Kernel), F(F), Target(Target), B(F->getContext()),
        Vector(llvm::FixedVectorType::get(Kernel.Element, Kernel.Lanes)),
        Alignment(F->getDataLayout().getABITypeAlign(Kernel.Element)) {}
  void emit();

private:
  /// Visits the vectors of D, row by row.
  void forEachVector(llvm::function_ref<void(unsigned, unsigned)> Fn) const {
    for (unsigned Row = 0; Row != Kernel.Rows; ++Row)
      for (unsigned Column = 0; Column != Kernel.Vectors; ++Column)
        Fn(Row, Column);
  }
  bool isPartial(unsigned Column) const {
    return Column + 1 == Kernel.Vectors && Kernel.LastLanes != Kernel.Lanes;
  }
  V element(V Base, uint64_t Offset) {
    return B.CreateConstGEP1_64(Kernel.Element, Base, Offset);
  }
  V vectorOf(V Matrix, unsigned Row, unsigned Column) {
    return element(Matrix, Row * Kernel.StrideD + Column * Kernel.Lanes);
  }
  V lastLanes() const;
  V loadVector(V Place, unsigned Column);
  void storeVector(V Data, V Place, unsigned Column);
  V multiplyAdd(V X, V Y, V Sum);
  void emitStep(V RowsOfA, V RowOfB);

  const Microkernel &Kernel;
  llvm::Function *F;
  const Machine &Target;
  llvm::IRBuilder<> B;
  llvm::Type *Vector;
  llvm::Align Alignment;
  llvm::SmallVector<V, 32> Sums;
};

} // namespace

llvm::Value *MicrokernelEmitter::lastLanes() const {
  llvm::SmallVector<llvm::Constant *, 64> Mask;
  for (unsigned I = 0; I != Kernel.Lanes; ++I)
    Mask.push_back(
        llvm::ConstantInt::getBool(F->getContext(), I < Kernel.LastLanes));
  return llvm::ConstantVector::get(Mask);
}

llvm::Value *MicrokernelEmitter::loadVector(V Place, unsigned Column) {
  if (!isPartial(Column))
    return B.CreateAlignedLoad(Vector, Place, Alignment);
  return B.CreateMaskedLoad(Vector, Place, Alignment, lastLanes(),
                            llvm::Constant::getNullValue(Vector));
}

void MicrokernelEmitter::storeVector(V Data, V Place, unsigned Column) {
  if (!isPartial(Column))
    B.CreateAlignedStore(Data, Place, Alignment);
  else
    B.CreateMaskedStore(Data, Place, Alignment, lastLanes());
}

llvm::Value *MicrokernelEmitter::multiplyAdd(V X, V Y, V Sum) {
  if (Kernel.Element->isIntegerTy())
    return B.CreateAdd(B.CreateMul(X, Y), Sum);
  if (Target.HasFMA || !Target.IsX86)
    return B.CreateIntrinsic(llvm::Intrinsic::fma, {Vector}, {X, Y, Sum});
  return B.CreateFAdd(B.CreateFMul(X, Y), Sum);
}

/// Adds a column of A times a row of B.
void MicrokernelEmitter::emitStep(V RowsOfA, V RowOfB) {
  llvm::SmallVector<V, 8> Row;
  for (unsigned Column = 0; Column != Kernel.Vectors; ++Column)
    Row.push_back(loadVector(element(RowOfB, Column * Kernel.Lanes), Column));
  V *Sum = Sums.begin();
  for (unsigned I = 0; I != Kernel.Rows; ++I) {
    V Scalar = B.CreateAlignedLoad(
        Kernel.Element, element(RowsOfA, I * Kernel.StrideA), Alignment);
    V Splat = B.CreateVectorSplat(Kernel.Lanes, Scalar);
    for (V Part : Row) {
      *Sum = multiplyAdd(Splat, Part, *Sum);
      ++Sum;
    }
  }
}

void MicrokernelEmitter::emit() {
  V A = F->getArg(0), Rows = F->getArg(1), C = F->getArg(2), D = F->getArg(3);
  auto *Entry = llvm::BasicBlock::Create(F->getContext(), "entry", F);
  auto *Loop = llvm::BasicBlock::Create(F->getContext(), "k", F);
  auto *Done = llvm::BasicBlock::Create(F->getContext(), "done", F);
  B.SetInsertPoint(Entry);
  llvm::SmallVector<V, 32> Start;
  forEachVector([&](unsigned Row, unsigned Column) {
    Start.push_back(loadVector(vectorOf(C, Row, Column), Column));
  });
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  llvm::PHINode *K = B.CreatePHI(B.getInt64Ty(), 2);
  K->addIncoming(B.getInt64(0), Entry);
  llvm::SmallVector<llvm::PHINode *, 32> Phis;
  for (V First : Start) {
    Phis.push_back(B.CreatePHI(Vector, 2));
    Phis.back()->addIncoming(First, Entry);
    Sums.push_back(Phis.back());
  }
  V RowOfB = B.CreateMul(K, B.getInt64(Kernel.StrideB));
  emitStep(B.CreateGEP(Kernel.Element, A, K),
           B.CreateGEP(Kernel.Element, Rows, RowOfB));
  V Next = B.CreateNUWAdd(K, B.getInt64(1));
  K->addIncoming(Next, Loop);
  for (auto [Phi, Sum] : llvm::zip(Phis, Sums))
    Phi->addIncoming(Sum, Loop);
  B.CreateCondBr(B.CreateICmpULT(Next, B.getInt64(Kernel.Depth)), Loop, Done);
  B.SetInsertPoint(Done);
  V *Sum = Sums.begin();
  forEachVector([&](unsigned Row, unsigned Column) {
    storeVector(*Sum++, vectorOf(D, Row, Column), Column);
  });
  B.CreateRetVoid();
}

llvm::Function *Microkernel::function(llvm::Module &M,
                                      const llvm::Function &Caller,
                                      const Machine &Target) const {
  std::string Name = name();
  if (llvm::Function *Known = M.getFunction(Name))
    return Known;
  llvm::LLVMContext &Ctx = M.getContext();
  llvm::SmallVector<llvm::Type *, 4> Params(4, llvm::PointerType::get(Ctx, 0));
  auto *FT = llvm::FunctionType::get(llvm::Type::getVoidTy(Ctx), Params,
                                     /*isVarArg=*/false);
  auto *F =
      llvm::Function::Create(FT, llvm::Function::InternalLinkage, Name, &M);
  F->addFnAttrs(llvm::AttrBuilder(Ctx, Caller.getAttributes().getFnAttrs()));
  F->addFnAttr(llvm::Attribute::NoInline);
  MicrokernelEmitter(*this, F, Target).emit();
  return F;
}
