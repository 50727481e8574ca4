//===- Exactness.cpp - Which results are the same on every target ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Exactness.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "llvm/ADT/DenseSet.h"

using namespace mt;
using namespace mt::fuzz;

namespace {

class ExactnessCheck {
public:
  explicit ExactnessCheck(std::string &Why) : Why(Why) {}
  bool visit(Kernel &K);

private:
  bool visit(Block &B);
  bool visit(Op *O);
  bool checkStore(StoreOp *O);
  bool makesInexact(Op *O) const;
  bool fail(Op *O) {
    Why = summarize(O);
    return false;
  }

  std::string &Why;
  bool MayFuse = true;
  llvm::DenseSet<Value *> Inexact;
};

} // namespace

/// True if V is the sum or bit-and of literals and a value, within [-8, 8].
static bool isSmallInteger(Value *V) {
  if (auto *Sub = getDefining<SubOp>(V)) {
    auto *C = llvm::dyn_cast<Constant>(Sub->rhs());
    return C && C->asSigned() >= 0 && C->asSigned() <= 8 &&
           isSmallInteger(Sub->lhs());
  }
  auto *And = getDefining<AndOp>(V);
  auto *C = And ? llvm::dyn_cast<Constant>(And->rhs()) : nullptr;
  return C && C->asUnsigned() <= 8;
}

/// True if V holds integers of which any sum of a tile's length is exact.
static bool isSmall(Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return C->bits() == 0;
  Op *O = V->definingOp();
  if (O && llvm::isa<ZerosOp>(O))
    return true;
  auto *Cast = getDefining<CastOp>(V);
  return Cast && !Cast->isBitcast() && isSmallInteger(Cast->input());
}

/// True if no element of V is -0.0.
static bool hasNoNegativeZero(Value *V) {
  if (isSmall(V))
    return true;
  auto *Add = getDefining<AddOp>(V);
  auto *C = Add ? llvm::dyn_cast<Constant>(Add->rhs()) : nullptr;
  return C && C->bits() == 0;
}

/// True for ops whose results are elements of their operands.
static bool movesElements(Op *O) {
  return llvm::isa<BroadcastOp, ExpandDimsOp, ReshapeOp, TransOp, JoinOp,
                   SplitOp, CatOp, FlipOp>(O);
}

bool ExactnessCheck::makesInexact(Op *O) const {
  switch (O->kind()) {
  case OpKind::Exp:
  case OpKind::Exp2:
  case OpKind::Log:
  case OpKind::Log2:
  case OpKind::Rsqrt:
  case OpKind::Sin:
  case OpKind::Cos:
  case OpKind::Erf:
  case OpKind::Tanh:
    return true;
  case OpKind::Mul:
    return MayFuse && O->type().elementType().isFloat() &&
           !(isSmall(O->operand(0)) && isSmall(O->operand(1)));
  case OpKind::Sum:
    return O->type().elementType().isFloat() && !isSmall(O->operand(0));
  case OpKind::Dot:
    return O->type().elementType().isFloat() &&
           !llvm::all_of(O->operands(), isSmall);
  case OpKind::Max:
  case OpKind::Min:
  case OpKind::Reduce:
  case OpKind::Scan:
    return llvm::any_of(O->operands(), [](Value *V) {
      return V->type().elementType().isFloat() && !hasNoNegativeZero(V);
    });
  default:
    return false;
  }
}

/// The parameter a stored pointer belongs to, behind moves and the program's
/// slice.
static BlockArgument *baseOf(Value *Ptr) {
  while (Op *O = Ptr->definingOp()) {
    if (!llvm::isa<AddPtrOp, BroadcastOp, ReshapeOp>(O))
      return nullptr;
    Ptr = O->operand(0);
  }
  return llvm::dyn_cast<BlockArgument>(Ptr);
}

/// The same sum or product of magnitudes.
static bool isBoundOf(Value *Bound, Value *Sum) {
  Op *B = Bound->definingOp(), *S = Sum->definingOp();
  if (!B || !S || B->kind() != S->kind() || B->attrs() != S->attrs())
    return false;
  for (unsigned I = 0; I != B->numOperands(); ++I) {
    auto *Abs = getDefining<AbsOp>(B->operand(I));
    if (!Abs || Abs->input() != S->operand(I))
      return false;
  }
  return true;
}

/// An inexact value may be stored where a tolerance stands; one that needs a
/// bound must have it stored right behind.
bool ExactnessCheck::checkStore(StoreOp *O) {
  BlockArgument *P = baseOf(O->ptr());
  Kernel *K = O->kernel();
  if (!P || P->owner() != &K->body())
    return Inexact.contains(O->value()) ? fail(O) : true;
  AttrDict Attrs = K->paramAttrs(P->index());
  if (Attrs.get("fuzz.ulps"))
    return true;
  if (!Attrs.get("fuzz.bound"))
    return Inexact.contains(O->value()) ? fail(O) : true;
  for (auto It = std::next(O->getIterator()); It != O->block()->end(); ++It)
    if (auto *Next = llvm::dyn_cast<StoreOp>(&*It))
      return isBoundOf(Next->value(), O->value()) ? true : fail(O);
  return fail(O);
}

bool ExactnessCheck::visit(Op *O) {
  if (auto *Store = llvm::dyn_cast<StoreOp>(O))
    return checkStore(Store);
  bool Uses = llvm::any_of(O->operands(),
                           [&](Value *V) { return V && Inexact.contains(V); });
  if (Uses && !movesElements(O))
    return fail(O);
  if (Uses || makesInexact(O))
    for (Value *Result : O->results())
      Inexact.insert(Result);
  for (unsigned I = 0; I != O->numRegions(); ++I)
    if (!visit(O->body(I)))
      return false;
  return true;
}

bool ExactnessCheck::visit(Block &B) {
  return llvm::all_of(B.ops(), [&](Op &O) { return visit(&O); });
}

bool ExactnessCheck::visit(Kernel &K) {
  Attr Fusion = K.attrs().get("enable_fp_fusion");
  MayFuse = !Fusion || !Fusion.isBool() || Fusion.asBool();
  return visit(K.body());
}

/// True if V is a tile of one value.
static bool isUniform(Value *V) {
  Op *O = V->definingOp();
  if (V->type().isScalar() || (O && llvm::isa<ZerosOp, FullOp>(O)))
    return true;
  bool Passes = O && (movesElements(O) || O->hasTrait(OT_Elementwise));
  return Passes && llvm::all_of(O->operands(), [](Value *Operand) {
           return !Operand || isUniform(Operand);
         });
}

bool mt::fuzz::hasDistinctLanes(Module &M) {
  bool Distinct = true;
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) {
      if (!O->hasTrait(OT_Writes) || O->kind() == OpKind::Call)
        return;
      Value *Ptr = O->operand(0);
      if (Ptr->type().numElements() > 1 && isUniform(Ptr))
        Distinct = false;
    });
  return Distinct;
}

bool mt::fuzz::hasExactResults(Module &M, std::string &Why) {
  ExactnessCheck Check(Why);
  return llvm::all_of(M.kernels(), [&](auto &K) { return Check.visit(*K); });
}
