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
// One walk in program order keeps the accesses since the last barrier: to
// global memory by the parameter they reach it through, to shared memory by
// the buffer. An atomic that releases waits for what all threads did before;
// one that acquires makes what follows wait. An async_copy takes its place in
// the buffer when it starts, and has written it at an async_wait.
//
//===----------------------------------------------------------------------===//

#include "PendingAccesses.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Builder.h"

using namespace mt;

namespace {

class BarrierInserter {
public:
  BarrierInserter(Kernel &K, bool AssumeDisjoint)
      : K(K), B(K), Uniform(K), AssumeDisjoint(AssumeDisjoint) {
    walk(K.body(), [&](Op *O) {
      if (auto *Copy = llvm::dyn_cast<AsyncCopyOp>(O))
        Copied.insert(getDefining<SharedAllocOp>(Copy->buffer()));
    });
  }

  unsigned run() {
    Pending P;
    visit(K.body(), P);
    insertPlanned();
    Context &Ctx = K.context();
    // What an earlier run assumed no longer holds without AssumeDisjoint.
    if (AssumedDisjoint ||
        (!AssumeDisjoint && K.attrs().get(AssumeDisjointAttr)))
      K.setAttrs(Ctx.withAttr(K.attrs(), AssumeDisjointAttr,
                              Ctx.boolAttr(AssumedDisjoint)));
    return Planned.size();
  }

private:
  void visit(Block &Body, Pending &P);
  void visitAccess(Op *O, Pending &P);
  void visitShared(SharedAccess New, Op *O, Pending &P);
  void visitAsyncCopy(Op *O, Pending &P);
  /// What async_copy ops filled is written.
  void finishCopies(Pending &P) {
    for (Op *Buffer : Copied)
      P.Shared.insert({Buffer, true});
  }
  void planBefore(Op *O, Pending &P);
  void insertPlanned();
  Pending visitIteration(Op *O, Pending &P);
  void iterate(Op *O, Pending &P);
  size_t countIn(Op *O, Pending P);
  void visitLoop(Op *O, Pending &P);
  void visitIf(IfOp *If, Pending &P);
  bool conflicts(const Access &New, const Value *Base, const Pending &P);

  Kernel &K;
  OpBuilder B;
  Uniformity Uniform;
  bool AssumeDisjoint;
  /// The ops that get a barrier in front.
  llvm::SmallSetVector<Op *, 16> Planned;
  /// The buffers of the kernel's async_copy ops.
  llvm::SmallSetVector<Op *, 4> Copied;
  bool AssumedDisjoint = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

bool BarrierInserter::conflicts(const Access &New, const Value *Base,
                                const Pending &P) {
  bool LeftOut = false;
  for (const auto &[OldBase, Old] : P.Global) {
    bool Writes = New.Writes || !Old.Writes.empty();
    if (OldBase != Base && OldBase && Base) {
      if (Writes && !AssumeDisjoint)
        return true;
      LeftOut |= Writes;
    } else if (Old.Writes.conflicts(New, Uniform) ||
               (New.Writes && Old.Reads.conflicts(New, Uniform))) {
      return true;
    }
  }
  AssumedDisjoint |= LeftOut;
  return false;
}

/// Atomics count as writes.
static Access accessOf(Op *O) {
  bool Writes = O->hasTrait(OT_Writes);
  // Only atomic_cas has no mask; it stands last of all operands elsewhere.
  Value *Mask = llvm::isa<LoadOp>(O)        ? O->operand(1)
                : llvm::isa<AtomicCasOp>(O) ? nullptr
                                            : O->operand(O->numOperands() - 1);
  bool ByFirst = isFirstThreadOnly(Mask);
  return {O->operand(0), Writes, ByFirst, !ByFirst && isByThreadId(Mask)};
}

static bool isAtomic(const Op *O) {
  return O->hasTrait(OT_Reads) && O->hasTrait(OT_Writes) && O->numOperands() &&
         O->operand(0)->type().elementType().isPointer();
}

/// Asked of an atomic: whether its order includes Word.
static bool orders(const Op *O, llvm::StringRef Word) {
  Attr Sem = O->attr("sem");
  return !Sem || Sem.asString() == "acq_rel" || Sem.asString() == Word;
}

static void record(Op *O, Pending &P) {
  Access A = accessOf(O);
  Accesses &Of = P.Global[parameterOf(A.Ptr)];
  (A.Writes ? Of.Writes : Of.Reads).add(A);
  if (isAtomic(O) && orders(O, "acquire"))
    P.Acquired.add(A);
}

static bool isAccess(const Op &O) {
  return llvm::isa<LoadOp, AsyncCopyOp, StoreOp>(O) || isAtomic(&O);
}

static bool isSharedAccess(const Op &O) {
  return llvm::isa<SharedLoadOp, SharedLoadMatrixOp, SharedStoreOp>(O);
}

static SharedAccess sharedAccessOf(Op *O) {
  return {getDefining<SharedAllocOp>(O->operand(0)),
          llvm::isa<SharedStoreOp>(O)};
}

void BarrierInserter::planBefore(Op *O, Pending &P) {
  Planned.insert(O);
  P.clear();
}

void BarrierInserter::insertPlanned() {
  for (Op *O : Planned) {
    B.setInsertionPoint(O);
    B.setLoc(O->loc());
    B.create(OpKind::Barrier, {}, llvm::ArrayRef<Type>());
  }
}

void BarrierInserter::visitAccess(Op *O, Pending &P) {
  Access New = accessOf(O);
  bool Releases = isAtomic(O) && orders(O, "release") && P.hasOthersThan(New);
  if (P.Acquired.hasOthersThan(New) || Releases ||
      conflicts(New, parameterOf(New.Ptr), P))
    planBefore(O, P);
  record(O, P);
}

/// True if two buffers may have memory in common.
static bool overlap(Op *A, Op *B) {
  if (!A || !B || A == B)
    return true;
  // Without places they are apart.
  if (!A->attr("offset") || !B->attr("offset"))
    return false;
  auto End = [](Op *O) {
    return O->intAttr("offset") +
           O->type().numElements() * O->type().elementType().byteSize();
  };
  return A->intAttr("offset") < End(B) && B->intAttr("offset") < End(A);
}

void BarrierInserter::visitShared(SharedAccess New, Op *O, Pending &P) {
  Op *Buffer = New.getPointer();
  for (SharedAccess Old : P.Shared) {
    bool Writes = New.getInt(), WasWrite = Old.getInt();
    // Stores that fill one buffer together write different elements. A copy
    // waits for what a wait has made visible: one barrier then serves both
    // what is read next and what the copy overwrites.
    bool FillTogether = Writes && WasWrite && Buffer &&
                        Old.getPointer() == Buffer &&
                        !llvm::isa<AsyncCopyOp>(O);
    if ((Writes || WasWrite) && !FillTogether &&
        overlap(Old.getPointer(), Buffer)) {
      planBefore(O, P);
      break;
    }
  }
}

void BarrierInserter::visitAsyncCopy(Op *O, Pending &P) {
  visitAccess(O, P);
  auto *Copy = llvm::cast<AsyncCopyOp>(O);
  visitShared({getDefining<SharedAllocOp>(Copy->buffer()), true}, O, P);
  // A barrier just inserted has cleared it, but the read comes behind.
  record(O, P);
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

/// One walk through O from what is pending at its start, to its exit; the
/// result is what is pending when an iteration has ended.
Pending BarrierInserter::visitIteration(Op *O, Pending &P) {
  auto *While = llvm::dyn_cast<WhileOp>(O);
  if (!While) {
    visit(O->body(), P);
    return P;
  }
  // It ends behind its condition, whatever its second region does.
  visit(While->conditionBlock(), P);
  Pending AtEnd = P;
  visit(While->doBlock(), AtEnd);
  return AtEnd;
}

/// An iteration meets what was pending before the loop and what the one before
/// left pending. Barriers that this asks for leave less; once none was missing,
/// all are there.
void BarrierInserter::iterate(Op *O, Pending &P) {
  Pending Before = P, AtEnd = visitIteration(O, P);
  size_t Known;
  do {
    Known = Planned.size();
    AtEnd.forgetInside(O, Uniform);
    P = Before;
    P.merge(AtEnd);
    AtEnd = visitIteration(O, P);
  } while (Known != Planned.size());
  if (!llvm::isa<WhileOp>(O))
    P.merge(Before); // no iteration at all
  P.forgetInside(O, Uniform);
}

/// How many barriers the loop has with P pending before it.
size_t BarrierInserter::countIn(Op *O, Pending P) {
  auto Kept = Planned;
  bool KeptAssumption = AssumedDisjoint;
  iterate(O, P);
  std::swap(Kept, Planned);
  AssumedDisjoint = KeptAssumption;
  return Kept.size();
}

void BarrierInserter::visitLoop(Op *O, Pending &P) {
  // One in front of the loop costs less than one in each iteration.
  if (!P.empty() && countIn(O, P) > countIn(O, Pending()))
    planBefore(O, P);
  iterate(O, P);
}

void BarrierInserter::visitIf(IfOp *If, Pending &P) {
  Pending Else = P;
  visit(If->thenBlock(), P);
  visit(If->elseBlock(), Else);
  P.merge(Else);
}

void BarrierInserter::visit(Block &Body, Pending &P) {
  for (Op &O : Body.ops()) {
    if (Planned.contains(&O))
      P.clear();
    if (auto *If = llvm::dyn_cast<IfOp>(&O))
      visitIf(If, P);
    else if (O.numRegions())
      visitLoop(&O, P);
    else if (llvm::isa<BarrierOp>(O))
      P.clear();
    else if (llvm::isa<AsyncCopyOp>(O))
      visitAsyncCopy(&O, P);
    else if (llvm::isa<AsyncWaitOp>(O))
      finishCopies(P);
    else if (isAccess(O))
      visitAccess(&O, P);
    else if (isSharedAccess(O)) {
      visitShared(sharedAccessOf(&O), &O, P);
      P.Shared.insert(sharedAccessOf(&O));
    }
  }
}

unsigned mt::insertBarriers(Kernel &K, bool AssumeDisjoint) {
  // Tile IR, which has no attribute yet, has no threads to order.
  if (!K.attrs().get("num_threads") || numThreads(K) == 1)
    return 0;
  return BarrierInserter(K, AssumeDisjoint).run();
}
