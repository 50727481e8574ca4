//===- Alias.cpp - Which accesses may touch the same memory ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/Alias.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

namespace {

/// Splits an integer offset into terms and a range.
class OffsetAnalysis {
public:
  explicit OffsetAnalysis(Address &A) : A(A) {}

  void add(Value *V, unsigned Depth = 0);
  /// Offsets spread further than this could meet again after wrapping.
  static constexpr int64_t MaxSpread = int64_t(1) << 31;

private:
  /// Lanes repeat along a new or stretched extent.
  void addStretched(Value *Input, Type Result, unsigned Depth);
  void addRange(int64_t Low, int64_t High);
  void addTerm(Value *V);
  void giveUp() { A.IsBounded = A.IsInjective = false; }

  Address &A;
  /// An injective part must be the only part that varies over the lanes.
  bool HasVarying = false;
};

} // namespace

void OffsetAnalysis::addRange(int64_t Low, int64_t High) {
  if (llvm::AddOverflow(A.Low, Low, A.Low) ||
      llvm::AddOverflow(A.High, High, A.High) || A.High - A.Low >= MaxSpread)
    giveUp();
}

void OffsetAnalysis::addTerm(Value *V) {
  A.Terms.insert(llvm::upper_bound(A.Terms, V, std::less<Value *>()), V);
}

void OffsetAnalysis::addStretched(Value *Input, Type Result, unsigned Depth) {
  if (Input->type().numElements() != Result.numElements())
    A.IsInjective = false;
  add(Input, Depth + 1);
}

void OffsetAnalysis::add(Value *V, unsigned Depth) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return addRange(C->asSigned(), C->asSigned());
  if (V->type().isScalar())
    return addTerm(V);
  Op *O = V->definingOp();
  if (!O || Depth == 16)
    return giveUp();
  if (auto *R = llvm::dyn_cast<ArangeOp>(O)) {
    // Two varying parts may cancel out.
    A.IsInjective &= !HasVarying;
    HasVarying = true;
    return addRange(R->start(), R->end() - 1);
  }
  if (llvm::isa<BroadcastOp, ExpandDimsOp>(O))
    return addStretched(O->operand(0), O->type(), Depth);
  if (llvm::isa<FullOp>(O)) {
    A.IsInjective &= O->type().numElements() == 1;
    return add(O->operand(0), Depth + 1);
  }
  if (!llvm::isa<AddOp>(O))
    return giveUp();
  // An implied broadcast stretches an operand unless the other one varies over
  // the whole shape; a scalar operand is uniform and never matters.
  for (Value *Side : O->operands())
    if (!Side->type().isScalar() &&
        Side->type().numElements() != O->type().numElements())
      A.IsInjective = false;
  A.Width = std::min(A.Width, O->type().elementType().bitWidth());
  add(O->operand(0), Depth + 1);
  add(O->operand(1), Depth + 1);
}

Address mt::analyzeAddress(Value *Ptr) {
  Address A;
  A.Pointer = Ptr->type().elementType();
  OffsetAnalysis Offsets(A);
  int64_t Lanes = Ptr->type().numElements();
  for (unsigned Depth = 0; Depth != 16; ++Depth) {
    A.Base = Ptr;
    Op *O = Ptr->definingOp();
    if (auto *Add = llvm::dyn_cast_or_null<AddPtrOp>(O)) {
      Offsets.add(Add->offset());
      Ptr = Add->ptr();
    } else if (O && llvm::isa<BroadcastOp, ExpandDimsOp>(O)) {
      Ptr = O->operand(0);
    } else {
      break;
    }
  }
  // Lanes of a tile of unknown pointers may be anywhere.
  if (A.Base->type().isTile())
    A.IsBounded = A.IsInjective = false;
  // What varies must span all the lanes, else two of them share an address.
  if (Lanes > 1 && A.High - A.Low + 1 < Lanes)
    A.IsInjective = false;
  return A;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The pointer that V adds offsets to, or whose lanes it arranges.
static Value *stripOffsets(Value *V) {
  while (Op *D = V->definingOp()) {
    if (!llvm::isa<AddPtrOp, SplatOp, FullOp, BroadcastOp, ExpandDimsOp,
                   ReshapeOp, TransOp, PermuteRegistersOp>(D))
      break;
    V = D->operand(0);
  }
  return V;
}

/// Where a pointer that For carries as its value number I starts, if the loop
/// only ever adds offsets to it.
static Value *startOfCarried(ForOp *For, unsigned I) {
  Value *Next = For->body().terminator()->operand(I);
  return stripOffsets(Next) == For->carried(I) ? For->init(I) : nullptr;
}

const BlockArgument *mt::parameterOf(Value *Ptr) {
  for (Value *V = Ptr; V;) {
    V = stripOffsets(V);
    if (auto *R = llvm::dyn_cast<OpResult>(V)) {
      auto *For = llvm::dyn_cast<ForOp>(R->owner());
      V = For ? startOfCarried(For, R->index()) : nullptr;
      continue;
    }
    auto *A = llvm::dyn_cast<BlockArgument>(V);
    if (!A || !A->owner()->parentOp())
      return A;
    auto *For = llvm::dyn_cast<ForOp>(A->owner()->parentOp());
    V = For && A->index() ? startOfCarried(For, A->index() - 1) : nullptr;
  }
  return nullptr;
}

WrittenArrays::WrittenArrays(Kernel &K) {
  walk(K.body(), [&](Op *O) {
    if (!O->hasTrait(OT_Writes) || O->numRegions())
      return;
    Value *Ptr = O->numOperands() ? O->operand(0) : nullptr;
    bool HasPointer = Ptr && Ptr->type().elementType().isPointer() &&
                      O->kind() != OpKind::Call;
    const BlockArgument *Param = HasPointer ? parameterOf(Ptr) : nullptr;
    if (Param)
      Known.insert(Param);
    else
      Any = true;
  });
}

//===----------------------------------------------------------------------===//
// Pairs of accesses
//===----------------------------------------------------------------------===//

/// True if A and B lead into arrays of different parameters, of which a launch
/// says that they share no memory where one of them is written.
static bool inDisjointArrays(Value *A, Value *B) {
  const BlockArgument *OfA = parameterOf(A), *OfB = parameterOf(B);
  if (!OfA || !OfB || OfA == OfB)
    return false;
  Attr Disjoint = OfA->owner()->kernel()->attrs().get(AssumeDisjointAttr);
  return Disjoint && Disjoint.isBool() && Disjoint.asBool();
}

bool mt::neverOverlap(Value *A, Value *B) {
  return neverOverlap(analyzeAddress(A), analyzeAddress(B));
}

bool mt::neverOverlap(const Address &X, const Address &Y) {
  if (X.Base != Y.Base && inDisjointArrays(X.Base, Y.Base))
    return true;
  if (X.Pointer != Y.Pointer || X.Base != Y.Base || !X.IsBounded ||
      !Y.IsBounded || X.Terms != Y.Terms)
    return false;
  int64_t Spread =
      std::max(X.High, Y.High) - std::min(X.Low, Y.Low); // both are bounded
  unsigned Width = std::min({X.Width, Y.Width, 31u});
  static_assert(OffsetAnalysis::MaxSpread == int64_t(1) << 31);
  return (X.High < Y.Low || Y.High < X.Low) && Spread < int64_t(1) << Width;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// True if O, or an op nested in it, has one of Traits and may touch what Ptr
/// points to.
static bool mayTouch(Op *O, Value *Ptr, uint32_t Traits) {
  if (O->kind() == OpKind::Barrier)
    return true;
  if (O->info().Traits & Traits) {
    bool HasPointer = O->numOperands() && O->operand(0) &&
                      O->operand(0)->type().elementType().isPointer() &&
                      O->kind() != OpKind::Call;
    if (!HasPointer || !neverOverlap(O->operand(0), Ptr))
      return true;
  }
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (Op &Nested : O->body(I))
      if (mayTouch(&Nested, Ptr, Traits))
        return true;
  return false;
}

bool mt::mayWriteTo(Op *O, Value *Ptr) { return mayTouch(O, Ptr, OT_Writes); }

bool mt::mayReadFrom(Op *O, Value *Ptr) { return mayTouch(O, Ptr, OT_Reads); }
