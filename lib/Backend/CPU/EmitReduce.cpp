//===- EmitReduce.cpp - Reductions and scans of a loop nest ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EmitReduce.h"

using namespace mt;
using namespace mt::cpu;

//===----------------------------------------------------------------------===//
// Variables
//===----------------------------------------------------------------------===//

void Accumulators::allocate(unsigned Count, unsigned Copy) {
  for (Op *O : Code.Reductions) {
    Group &Vars = Variables[{O, Copy}];
    Vars.clear();
    llvm::Constant *Identity = identity(O);
    for (Value *Input : O->operands()) {
      llvm::Type *Ty = Lanes.registerType(Input->type().elementType());
      V Start = Identity ? Identity : llvm::Constant::getNullValue(Ty);
      Start = Lanes.splat(Start, Count);
      Vars.push_back(E.newVariable(Start->getType()));
      B.CreateStore(Start, Vars.back());
    }
  }
}

Accumulators::Group Accumulators::read(const Op *O, unsigned Copy) {
  Group Values;
  for (V Variable : Variables[{O, Copy}])
    Values.push_back(B.CreateLoad(
        llvm::cast<llvm::AllocaInst>(Variable)->getAllocatedType(), Variable));
  return Values;
}

void Accumulators::write(const Op *O, unsigned Copy, const Group &Values) {
  for (auto [Variable, Value] : llvm::zip_equal(Variables[{O, Copy}], Values))
    B.CreateStore(Value, Variable);
}

void Accumulators::begin(unsigned LaneCount, unsigned Copies, bool Across) {
  NumLanes = LaneCount;
  NumCopies = Copies;
  AcrossLanes = Across && LaneCount != 1;
  for (unsigned I = 0; I != NumCopies; ++I)
    allocate(NumLanes, I);
  if (AcrossLanes)
    allocate(1, NumCopies);
}

llvm::Constant *Accumulators::identity(const Op *O) const {
  if (O->numRegions())
    return nullptr;
  Type Element = O->operand(0)->type().elementType();
  llvm::Type *Ty = Lanes.registerType(Element);
  bool IsMax = llvm::isa<MaxOp>(O);
  if (Element.isFloat()) {
    if (!Ty->isFloatingPointTy())
      return nullptr; // some narrow types have no infinities
    if (llvm::isa<SumOp>(O))
      return llvm::ConstantFP::getNegativeZero(Ty);
    return O->boolAttr("propagate_nan", true)
               ? llvm::ConstantFP::getInfinity(Ty, /*Negative=*/IsMax)
               : llvm::ConstantFP::getNaN(Ty);
  }
  unsigned Width = Ty->getIntegerBitWidth();
  if (llvm::isa<SumOp>(O))
    return llvm::ConstantInt::get(Ty, 0);
  llvm::APInt Least = Element.isSigned() ? llvm::APInt::getSignedMinValue(Width)
                                         : llvm::APInt::getMinValue(Width);
  return llvm::ConstantInt::get(Ty, IsMax ? Least : ~Least);
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

Accumulators::Group Accumulators::combine(Op *O, const Group &Acc,
                                          const Group &Next) {
  if (O->numRegions())
    return isLaneByLane(O) ? combineLanes(O, Acc, Next)
                           : combineScalars(O, Acc, Next);
  OpKind Kind = llvm::isa<SumOp>(O)   ? OpKind::Add
                : llvm::isa<MaxOp>(O) ? OpKind::Maximum
                                      : OpKind::Minimum;
  return {Lanes.combine(Kind, O->operand(0)->type().elementType(), Acc[0],
                        Next[0], O->boolAttr("propagate_nan", true))};
}

Accumulators::Group Accumulators::combineLanes(Op *O, const Group &Acc,
                                               const Group &Next) {
  Block &Body = O->body();
  llvm::DenseMap<Value *, V> Local;
  for (unsigned I = 0; I != Acc.size(); ++I) {
    Local[Body.arg(I)] = Acc[I];
    Local[Body.arg(Acc.size() + I)] = Next[I];
  }
  unsigned Count = 1;
  if (auto *VT = llvm::dyn_cast<llvm::FixedVectorType>(Acc[0]->getType()))
    Count = VT->getNumElements();
  auto Get = [&](Value *Val) {
    V Known = Local.lookup(Val);
    return Lanes.splat(Known ? Known : E.scalar(Val), Count);
  };
  for (Op &Inner : Body) {
    Group Operands;
    for (Value *Operand : Inner.operands())
      Operands.push_back(Get(Operand));
    if (Inner.hasTrait(OT_Terminator))
      return Operands;
    Local[Inner.result()] = Lanes.emit(&Inner, Operands);
  }
  llvm_unreachable("a region ends in a yield");
}

Accumulators::Group Accumulators::combineScalars(Op *O, const Group &Acc,
                                                 const Group &Next) {
  Block &Body = O->body();
  for (unsigned I = 0; I != Acc.size(); ++I) {
    E.setScalar(Body.arg(I), Acc[I]);
    E.setScalar(Body.arg(Acc.size() + I), Next[I]);
  }
  E.emitRegion(Body);
  Group Result;
  for (Value *Yielded : Body.terminator()->operands())
    Result.push_back(E.scalar(Yielded));
  return Result;
}

void Accumulators::step(NestBody &Body) {
  const BodyShape &Shape = Body.shape();
  unsigned Identity = Code.identityMap();
  bool IsRest = AcrossLanes && Shape.Lanes == 1;
  unsigned Copy = IsRest ? NumCopies : Shape.Copy;
  for (Op *O : Code.Reductions) {
    Group Next;
    for (Value *Input : O->operands())
      Next.push_back(Lanes.splat(Body.value(Input, Identity), Shape.Lanes));
    if (!isLaneByLane(O)) {
      stepBranching(O, Next, Shape.IsFirst);
    } else {
      Group Acc = read(O, Copy), Result = combine(O, Acc, Next);
      for (auto [I, Each] : llvm::enumerate(Result)) {
        if (Shape.IsFirst && !identity(O))
          Each = B.CreateSelect(Shape.IsFirst, Next[I], Each);
        if (Shape.LaneMask && AcrossLanes && !IsRest)
          Each = B.CreateSelect(Shape.LaneMask, Each, Acc[I]);
      }
      write(O, Copy, Result);
    }
    if (llvm::isa<ScanOp>(O))
      for (auto [I, Each] : llvm::enumerate(read(O, Copy)))
        Body.writeLanes(O->result(I), Identity, Each);
  }
}

// A region with effects or loops of its own must not run for the first element.
void Accumulators::stepBranching(Op *O, const Group &Next, V IsFirst) {
  llvm::BasicBlock *First = E.newBlock("first"), *Later = E.newBlock("combine");
  llvm::BasicBlock *After = E.newBlock("combined");
  B.CreateCondBr(IsFirst ? IsFirst : B.getFalse(), First, Later);
  B.SetInsertPoint(First);
  write(O, 0, Next);
  B.CreateBr(After);
  B.SetInsertPoint(Later);
  write(O, 0, combine(O, read(O, 0), Next));
  B.CreateBr(After);
  B.SetInsertPoint(After);
}

/// All lanes as one, by halves.
Accumulators::Group Accumulators::acrossLanes(Op *O, Group Acc) {
  for (unsigned Half = NumLanes / 2; Half; Half /= 2) {
    // No lane is poison: a combine step may divide.
    llvm::SmallVector<int, 64> Mask;
    for (unsigned I = 0; I != NumLanes; ++I)
      Mask.push_back(I < Half ? Half + I : I);
    Group Other;
    for (V Each : Acc)
      Other.push_back(B.CreateShuffleVector(Each, Mask));
    Acc = combine(O, Acc, Other);
  }
  for (V &Each : Acc)
    Each = B.CreateExtractElement(Each, uint64_t(0));
  return Acc;
}

void Accumulators::finish(NestBody &Body, bool Rest) {
  for (Op *O : Code.Reductions) {
    if (llvm::isa<ScanOp>(O))
      continue;
    Group Acc = read(O, 0);
    for (unsigned I = 1; I != NumCopies; ++I)
      Acc = combine(O, Acc, read(O, I));
    if (AcrossLanes) {
      Acc = acrossLanes(O, Acc);
      if (Rest)
        Acc = combine(O, Acc, read(O, NumCopies));
    }
    for (auto [I, Each] : llvm::enumerate(Acc)) {
      OpResult *Result = O->result(I);
      if (V Variable = Results.lookup(Result)) {
        B.CreateStore(Each, Variable);
        continue;
      }
      llvm::ArrayRef<int64_t> Shape = Code.Shape;
      Coordinates C =
          *coordinatesOf(Code.map(Code.identityMap()), Shape, Shape);
      C.erase(C.begin() + *Code.axis());
      LaneMap M = laneMapOf(C, Result->type().shape(), Code.rank());
      Body.writeLanes(Result, Code.intern(M), Each);
    }
  }
}
