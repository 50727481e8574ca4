//===- ScalarizeCarried.cpp - The pass scalarize-carried ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of pointers or integers that a `for` carries and only moves as a whole
// (`pointers += step`) is carried as its distance from the first one, a scalar.
// The tile itself is then as affine as the first one.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/CPU/CPUPasses.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/PassBuilder.h"

using namespace mt;

/// The scalar that all lanes of V are; null if that is not obvious.
static Value *uniformValue(Value *V) {
  while (V->type().isTile()) {
    if (auto *B = getDefining<BroadcastOp>(V))
      V = B->input();
    else if (auto *F = getDefining<FullOp>(V))
      V = F->value();
    else
      return nullptr;
  }
  return V;
}

namespace {

/// One carried value of a loop and how it moves.
class CarriedTile {
public:
  CarriedTile(ForOp *Loop, unsigned Index)
      : Loop(Loop), Index(Index), Arg(Loop->carried(Index)) {}

  /// True if the tile only moves; Steps then are how far each time.
  bool findSteps();
  void scalarize(OpBuilder &B);

private:
  Value *followStep(Op *O);
  Type distanceType(Context &Ctx) const;
  void replaceByTile(OpBuilder &B, Value *Old) const;
  /// Tile + Distance.
  static Op *moved(OpBuilder &B, Value *Tile, Value *Distance) {
    bool IsPointer = Tile->type().elementType().isPointer();
    return B.create(IsPointer ? OpKind::AddPtr : OpKind::Add, {Tile, Distance});
  }

  ForOp *Loop;
  unsigned Index;
  BlockArgument *Arg;
  llvm::SmallVector<Value *, 2> Steps;
  llvm::SmallVector<Op *, 2> Movers; ///< the last one first
};

} // namespace

/// What O moves, if it moves a tile; its step joins Steps.
Value *CarriedTile::followStep(Op *O) {
  bool Moves = O && (llvm::isa<AddPtrOp>(O) ||
                     (llvm::isa<AddOp>(O) && O->type() == Arg->type()));
  if (!Moves)
    return nullptr;
  for (unsigned I : {1u, 0u}) {
    bool MayBeStep = I == 1 || llvm::isa<AddOp>(O);
    Value *Step = MayBeStep ? uniformValue(O->operand(I)) : nullptr;
    if (!Step || O->operand(1 - I)->type() != Arg->type())
      continue;
    Steps.push_back(Step);
    Movers.push_back(O);
    return O->operand(1 - I);
  }
  return nullptr;
}

bool CarriedTile::findSteps() {
  Type Element = Arg->type().elementType();
  if (!Arg->type().isTile() || !(Element.isPointer() || Element.isInteger()))
    return false;
  Value *V = Loop->body().terminator()->operand(Index);
  while (V && V != Arg)
    V = followStep(V->definingOp());
  return V && !Steps.empty();
}

Type CarriedTile::distanceType(Context &Ctx) const {
  Type Element = Arg->type().elementType();
  return Element.isPointer() ? Ctx.i64() : Element;
}

/// Makes Old, which is now a distance, the tile at that distance for all its
/// users. The builder stands where the tile is to be made.
void CarriedTile::replaceByTile(OpBuilder &B, Value *Old) const {
  Op *Tile = moved(B, Loop->init(Index), Old);
  Old->replaceUsesWithIf(Tile->result(),
                         [&](Use &U) { return U.owner() != Tile; });
}

void CarriedTile::scalarize(OpBuilder &B) {
  Type Distance = distanceType(B.context());
  OpResult *Last = Loop->result(Index);
  B.setLoc(Loop->loc());
  Arg->setType(Distance);
  B.setInsertionPointToStart(Loop->body());
  replaceByTile(B, Arg);
  Last->setType(Distance);
  if (!Last->use_empty()) {
    B.setInsertionPointAfter(Loop);
    replaceByTile(B, Last);
  }
  Loop->setOperand(3 + Index, B.context().intConstant(Distance, 0));

  Op *Yield = Loop->body().terminator();
  B.setInsertionPoint(Yield);
  Value *Sum = Arg;
  for (Value *Step : Steps) {
    if (Step->type() != Distance)
      Step = B.createCast(Step, Distance)->result();
    Sum = B.create(OpKind::Add, {Sum, Step})->result();
  }
  Yield->setOperand(Index, Sum);
  for (Op *Mover : Movers)
    if (Mover->use_empty())
      Mover->erase();
}

namespace {

class ScalarizeCarriedPass : public PassInfoMixin<ScalarizeCarriedPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    OpBuilder B(K);
    uint64_t NumScalarized = 0;
    // Inner loops first: what they move a tile by may be how outer ones do.
    walk(K.body(), [&](Op *O) {
      auto *Loop = llvm::dyn_cast<ForOp>(O);
      for (unsigned I = 0; Loop && I != Loop->numCarried(); ++I)
        if (CarriedTile Tile(Loop, I); Tile.findSteps()) {
          Tile.scalarize(B);
          ++NumScalarized;
        }
    });
    passContext(K, AM).count("tiles carried as distances", NumScalarized);
    return NumScalarized ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

void cpu::registerScalarizeCarried(PassBuilder &PB) {
  PB.registerKernelPass<"scalarize-carried", ScalarizeCarriedPass>(
      "carry tiles that only move as their distances");
}
