//===- Edits.cpp - Small changes that simplify a kernel -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Edits.h"
#include "mytriton/IR/Builder.h"
#include <set>

using namespace mt;
using namespace mt::fuzz;

Op *mt::fuzz::opAt(Module &M, unsigned Index) {
  Op *Found = nullptr;
  unsigned I = 0;
  for (auto &K : M.kernels())
    walk<WalkOrder::PreOrder>(K->body(), [&](Op *O) {
      if (I++ == Index)
        Found = O;
    });
  return Found;
}

unsigned mt::fuzz::countOps(Module &M) {
  unsigned N = 0;
  for (auto &K : M.kernels())
    N += K->numOps();
  return N;
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// A simple value of T in front of O; null for pointers.
static Value *simplest(Op *O, Type T) {
  Context &Ctx = O->kernel()->context();
  Type Element = T.elementType();
  if (Element.isPointer())
    return nullptr;
  if (T.isScalar())
    return Ctx.constant(Element, 0);
  OpBuilder B(*O->kernel());
  B.setInsertionPoint(O);
  return B.create<ZerosOp>(T.shape(), Element)->result();
}

static bool isSimplest(Op *O) { return llvm::isa<ZerosOp>(O); }

/// Drops O; zeros stand for what it made.
static bool drop(Op *O) {
  if (O->hasTrait(OT_Terminator) || (isSimplest(O) && !O->use_empty()))
    return false;
  llvm::SmallVector<Value *, 4> Values;
  for (Value *Result : O->results()) {
    Value *V = Result->use_empty() && !Result->type().isTile()
                   ? nullptr
                   : simplest(O, Result->type());
    if (!V && !Result->use_empty() && O->kind() == OpKind::AddPtr)
      V = O->operand(0)->type() == Result->type() ? O->operand(0) : nullptr;
    if (!V && !Result->use_empty())
      return false;
    if (!V) // nobody looks at it
      V = O->kernel()->context().boolConstant(false);
    Values.push_back(V);
  }
  O->replaceWith(Values);
  return true;
}

/// An operand of the result's type takes O's place.
static bool takeOperand(Op *O, unsigned I) {
  if (O->numResults() != 1 || I >= O->numOperands() || !O->operand(I) ||
      O->operand(I)->type() != O->type() || O->numRegions())
    return false;
  O->replaceWith({O->operand(I)});
  return true;
}

/// One region of an `if`, or one iteration of a loop, in place of the op.
static bool takeRegion(Op *O, unsigned R) {
  if (!llvm::isa<IfOp, ForOp>(O) || R >= O->numRegions())
    return false;
  Block &Body = O->body(R);
  if (auto *For = llvm::dyn_cast<ForOp>(O)) {
    For->inductionVar()->replaceAllUsesWith(For->lowerBound());
    for (unsigned I = 0; I != For->numCarried(); ++I)
      For->carried(I)->replaceAllUsesWith(For->init(I));
  }
  llvm::SmallVector<Value *, 4> Values;
  for (Op &Nested : llvm::make_early_inc_range(Body.ops()))
    if (Nested.hasTrait(OT_Terminator))
      Values.assign(Nested.operands().begin(), Nested.operands().end());
    else
      Nested.moveBefore(O);
  O->replaceWith(Values);
  return true;
}

/// Loops: the initial values stand for the results.
static bool takeInits(Op *O) {
  unsigned First = llvm::isa<ForOp>(O) ? 3 : 0;
  if (!llvm::isa<ForOp, WhileOp>(O))
    return false;
  llvm::SmallVector<Value *, 4> Values;
  for (unsigned I = First; I != O->numOperands(); ++I)
    Values.push_back(O->operand(I));
  O->replaceWith(Values);
  return true;
}

/// Operand I becomes `none` where it may, else a literal, else simple.
static bool simplifyOperand(Op *O, unsigned I) {
  if (I >= O->numOperands() || !O->operand(I))
    return false;
  const OpInfo &Info = O->info();
  Value *V = O->operand(I);
  if (I < Info.NumOperands && Info.Operands[I].Optional) {
    O->setOperand(I, nullptr);
    return true;
  }
  auto *C = llvm::dyn_cast<Constant>(V);
  if (C && (C->bits() == 0 || O->numRegions()))
    return false;
  if (V->definingOp() && isSimplest(V->definingOp()))
    return false;
  Value *New = simplest(O, V->type());
  if (!New)
    return false;
  O->setOperand(I, New);
  return true;
}

/// Drops pure ops, loads and zeros without uses.
static void dropUnused(Block &B) {
  for (Op &O : llvm::make_early_inc_range(llvm::reverse(B.ops()))) {
    bool IsUnused = O.use_empty() && !O.hasTrait(OT_Terminator) &&
                    (isPure(&O) || llvm::isa<LoadOp>(O));
    if (IsUnused) {
      O.erase();
      continue;
    }
    for (unsigned I = 0; I != O.numRegions(); ++I)
      dropUnused(O.body(I));
  }
}

bool mt::fuzz::dropRange(Module &M, unsigned First, unsigned Length) {
  // Ops nested in a dropped one are gone with it: innermost and last first.
  llvm::SmallVector<Op *, 32> Doomed;
  for (unsigned I = First; I != First + Length; ++I)
    if (Op *O = opAt(M, I))
      Doomed.push_back(O);
  bool Changed = false;
  for (Op *O : llvm::reverse(Doomed))
    Changed |= drop(O);
  for (auto &K : M.kernels())
    dropUnused(K->body());
  return Changed;
}

bool mt::fuzz::applyEdit(Op *O, unsigned Kind) {
  switch (Kind) {
  case 0:
    return drop(O);
  case 1:
  case 2:
  case 3:
    return takeOperand(O, Kind - 1);
  case 4:
  case 5:
    return takeRegion(O, Kind - 4);
  case 6:
    return takeInits(O);
  case 7:
    if (O->attrs().empty() || O->info().Result == ResultType::Shaped ||
        O->kind() == OpKind::Call)
      return false;
    O->setAttrs({});
    return true;
  default:
    return simplifyOperand(O, Kind - 8);
  }
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

bool mt::fuzz::useOneProgram(Module &M) {
  bool Changed = false;
  for (auto &K : M.kernels())
    if (K->attrs().get("fuzz.grid")) {
      K->setAttrs(M.context().withAttr(K->attrs(), "fuzz.grid", Attr()));
      Changed = true;
    }
  return Changed;
}

bool mt::fuzz::dropParam(Module &M, unsigned Index) {
  Kernel &K = *M.kernels().back();
  if (K.isFunc() || Index >= K.params().size() ||
      !K.params()[Index]->use_empty())
    return false;
  // Attributes stand beside the parameters.
  unsigned Last = K.params().size() - 1;
  for (unsigned I = Index; I != Last; ++I)
    K.setParamAttrs(I, K.paramAttrs(I + 1));
  K.body().eraseArgument(Index);
  return true;
}

bool mt::fuzz::dropFunc(Module &M, size_t Index) {
  if (Index >= M.size() || !M.kernels()[Index]->isFunc())
    return false;
  llvm::StringRef Name = M.kernels()[Index]->name();
  bool IsCalled = false;
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) {
      if (auto *Call = llvm::dyn_cast<CallOp>(O))
        IsCalled |= Call->callee() == Name;
    });
  if (!IsCalled)
    M.erase(M.kernels()[Index].get());
  return !IsCalled;
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

std::vector<int64_t> mt::fuzz::extentsIn(Module &M) {
  std::set<int64_t, std::greater<>> All;
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) {
      for (Value *V : O->results())
        All.insert(V->type().shape().begin(), V->type().shape().end());
    });
  return {All.begin(), All.end()};
}

static Type replaced(Context &Ctx, Type T, int64_t From, int64_t To) {
  if (!T.isTile())
    return T;
  llvm::SmallVector<int64_t, 4> Shape(T.shape());
  std::replace(Shape.begin(), Shape.end(), From, To);
  return Ctx.tile(Shape, T.elementType());
}

static void replaceInAttrs(Op *O, int64_t From, int64_t To) {
  Context &Ctx = O->kernel()->context();
  if (Attr A = O->attr("shape")) {
    auto Shape = *A.asIntList();
    std::replace(Shape.begin(), Shape.end(), From, To);
    O->setAttrs(Ctx.withAttr(O->attrs(), "shape", Ctx.shapeAttr(Shape)));
  }
  auto *R = llvm::dyn_cast<ArangeOp>(O);
  if (R && R->end() - R->start() == From)
    O->setAttrs(Ctx.withAttr(O->attrs(), "end", Ctx.intAttr(R->start() + To)));
}

bool mt::fuzz::replaceExtent(Module &M, int64_t From, int64_t To) {
  Context &Ctx = M.context();
  for (auto &K : M.kernels()) {
    llvm::SmallVector<Type, 4> Results;
    for (Type T : K->resultTypes())
      Results.push_back(replaced(Ctx, T, From, To));
    K->setResultTypes(Results);
    for (BlockArgument *P : K->params())
      P->setType(replaced(Ctx, P->type(), From, To));
    walk(K->body(), [&](Op *O) {
      for (Value *V : O->results())
        V->setType(replaced(Ctx, V->type(), From, To));
      for (unsigned I = 0; I != O->numRegions(); ++I)
        for (BlockArgument *A : O->body(I).args())
          A->setType(replaced(Ctx, A->type(), From, To));
      replaceInAttrs(O, From, To);
    });
  }
  return true;
}
