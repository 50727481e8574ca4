//===- InsertBarriers.cpp - The pass insert-barriers ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory inside a program is sequential. Within one thread that comes for
// free; between threads it takes a barrier between two accesses of which one
// writes, unless they provably touch different addresses or every thread
// touches only what it touched before: the same address map in both.
//
// One walk in program order keeps the accesses since the last barrier, by the
// parameter they reach memory through.
//
//===----------------------------------------------------------------------===//

#include "Uniformity.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Builder.h"
#include "llvm/ADT/MapVector.h"

using namespace mt;

namespace {

/// One op's way to memory.
struct Access {
  Value *Ptr;
  bool Writes;
  bool ByFirstThread; ///< and by no other
};

/// The accesses of one direction through one parameter since the last barrier,
/// summed up to what a conflict depends on.
class AccessSet {
public:
  bool empty() const { return !FirstThread && Kind == None; }

  void add(const Access &A) {
    if (A.ByFirstThread)
      FirstThread = true;
    else
      addPointer(A.Ptr);
  }
  void merge(const AccessSet &Other) {
    FirstThread |= Other.FirstThread;
    if (Other.Kind == Many)
      Kind = Many;
    else if (Other.Kind == One)
      addPointer(Other.Ptr);
  }
  /// Pointers computed inside Loop stand for addresses of other iterations
  /// from now on.
  void forgetInside(Op *Loop) {
    if (Kind != One)
      return;
    auto *Arg = llvm::dyn_cast<BlockArgument>(Ptr);
    Op *Around = Arg ? Arg->owner()->parentOp() : Ptr->definingOp();
    if (Around && Around->isInside(Loop))
      Kind = Many;
  }
  /// True if threads may meet at an address. New's pointer is the same address
  /// map as an earlier one only if it is the same value.
  bool conflicts(const Access &New, const Uniformity &Uniform) const {
    if (FirstThread && !New.ByFirstThread)
      return true;
    if (Kind != One)
      return Kind == Many;
    return New.Ptr != Ptr || Uniform.isUniform(Ptr);
  }

private:
  void addPointer(Value *P) {
    if (Kind == None)
      Ptr = P;
    Kind = Kind == None || (Kind == One && Ptr == P) ? One : Many;
  }

  enum { None, One, Many } Kind = None;
  bool FirstThread = false;
  Value *Ptr = nullptr;
};

struct Accesses {
  AccessSet Reads, Writes;
};

/// Accesses since the last barrier, by base parameter (null: unknown).
using Pending = llvm::SmallMapVector<const Value *, Accesses, 4>;

class BarrierInserter {
public:
  explicit BarrierInserter(Kernel &K) : K(K), B(K), Uniform(K) {}

  unsigned run() {
    Pending P;
    visit(K.body(), P);
    Context &Ctx = K.context();
    if (AssumedDisjoint)
      K.setAttrs(
          Ctx.withAttr(K.attrs(), "assume_disjoint", Ctx.boolAttr(true)));
    return NumInserted;
  }

private:
  void visit(Block &Body, Pending &P);
  void visitAccess(Op *O, Pending &P);
  void visitLoop(Op *O, Pending &P);
  void visitIf(IfOp *If, Pending &P);
  bool conflicts(const Access &New, const Value *Base, const Pending &P);

  Kernel &K;
  OpBuilder B;
  Uniformity Uniform;
  unsigned NumInserted = 0;
  bool AssumedDisjoint = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

static Value *stripOffsets(Value *V) {
  while (Op *D = V->definingOp()) {
    if (!llvm::isa<AddPtrOp>(D) && !llvm::isa<SplatOp>(D))
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

/// The parameter V points into, null if unknown.
static const Value *baseOf(Value *V) {
  while (V) {
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

/// True for masks that let only thread 0 through.
static bool isFirstThreadOnly(Value *Mask) {
  if (auto *And = getDefining<AndOp>(Mask))
    return isFirstThreadOnly(And->lhs()) || isFirstThreadOnly(And->rhs());
  auto *Eq = getDefining<CmpEqOp>(Mask);
  auto *C = Eq ? llvm::dyn_cast<Constant>(Eq->rhs()) : nullptr;
  return C && C->isInt(0) && getDefining<ThreadIdOp>(Eq->lhs());
}

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

bool BarrierInserter::conflicts(const Access &New, const Value *Base,
                                const Pending &P) {
  bool LeftOut = false;
  for (const auto &[OldBase, Old] : P) {
    if (OldBase != Base && OldBase && Base)
      LeftOut |= New.Writes || !Old.Writes.empty();
    else if (Old.Writes.conflicts(New, Uniform) ||
             (New.Writes && Old.Reads.conflicts(New, Uniform)))
      return true;
  }
  AssumedDisjoint |= LeftOut;
  return false;
}

static Access accessOf(Op *O) {
  bool Writes = llvm::isa<StoreOp>(O);
  Value *Mask = O->operand(Writes ? 2 : 1);
  return {O->operand(0), Writes, isFirstThreadOnly(Mask)};
}

static void record(const Access &A, const Value *Base, Pending &P) {
  (A.Writes ? P[Base].Writes : P[Base].Reads).add(A);
}

static bool isAccess(const Op &O) {
  return llvm::isa<LoadOp>(O) || llvm::isa<StoreOp>(O);
}

/// Adds every access in Body to P.
static void collect(Block &Body, Pending &P) {
  walk(Body, [&](Op *O) {
    if (isAccess(*O))
      record(accessOf(O), baseOf(O->operand(0)), P);
  });
}

void BarrierInserter::visitAccess(Op *O, Pending &P) {
  Access New = accessOf(O);
  const Value *Base = baseOf(New.Ptr);
  if (conflicts(New, Base, P)) {
    B.setInsertionPoint(O);
    B.setLoc(O->loc());
    B.create(OpKind::Barrier, {}, llvm::ArrayRef<Type>());
    ++NumInserted;
    P.clear();
  }
  record(New, Base, P);
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

static void merge(Pending &Into, const Pending &From) {
  for (const auto &[Base, Old] : From) {
    Into[Base].Reads.merge(Old.Reads);
    Into[Base].Writes.merge(Old.Writes);
  }
}

static void forgetInside(Pending &P, Op *Loop) {
  for (auto &[Base, Old] : P) {
    Old.Reads.forgetInside(Loop);
    Old.Writes.forgetInside(Loop);
  }
}

void BarrierInserter::visitLoop(Op *O, Pending &P) {
  // An iteration meets what was pending before the loop and whatever the one
  // before did; a barrier found in the body puts an end to both.
  Pending Before = P;
  Pending Iteration;
  for (unsigned I = 0; I != O->numRegions(); ++I)
    collect(O->body(I), Iteration);
  forgetInside(Iteration, O);
  merge(P, Iteration);
  for (unsigned I = 0; I != O->numRegions(); ++I)
    visit(O->body(I), P);
  forgetInside(P, O);
  merge(P, Before); // no iteration at all
}

void BarrierInserter::visitIf(IfOp *If, Pending &P) {
  Pending Else = P;
  visit(If->thenBlock(), P);
  visit(If->elseBlock(), Else);
  merge(P, Else);
}

void BarrierInserter::visit(Block &Body, Pending &P) {
  for (Op &O : llvm::make_early_inc_range(Body.ops())) {
    if (auto *If = llvm::dyn_cast<IfOp>(&O))
      visitIf(If, P);
    else if (O.numRegions())
      visitLoop(&O, P);
    else if (llvm::isa<BarrierOp>(O))
      P.clear();
    else if (isAccess(O))
      visitAccess(&O, P);
  }
}

unsigned mt::insertBarriers(Kernel &K) {
  // Tile IR, which has no attribute yet, has no threads to order.
  if (!K.attrs().get("num_threads") || numThreads(K) == 1)
    return 0;
  return BarrierInserter(K).run();
}
