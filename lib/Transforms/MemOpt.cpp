//===- MemOpt.cpp - Removes loads and stores with known outcome -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One forward walk keeps the accesses whose outcome is still known:
//  * a load equal to an earlier load (same pointer, mask and other) is it;
//  * a load of what a store just wrote is the stored value, if no two lanes of
//    the pointer share an address;
//  * a store overwritten by a later store, with nothing reading in between, is
//    dropped.
// Whatever may write forgets what it may overlap. Distinct arrays may be one
// and the same. An op with side effects (a barrier, an atomic) forgets all:
// other programs' writes may become visible there.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/Alias.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

namespace {

/// A load or store whose effect is still what memory holds.
struct Access {
  Op *O = nullptr;
  Value *Ptr = nullptr, *Mask = nullptr;
  Address Where; ///< Ptr, taken apart once
  /// Stores: nothing has read the memory since.
  bool IsUnread = false;

  bool isStore() const { return O->kind() == OpKind::Store; }
};

class MemoryOptimizer {
public:
  MemoryOptimizer(Kernel &K, PassContext &Context) : K(K), Context(Context) {}

  void run() {
    Table Known;
    visit(K.body(), Known);
  }
  uint64_t NumLoads = 0, NumStores = 0;

private:
  /// Oldest first; bounded, so that the walk stays linear.
  using Table = llvm::SmallVector<Access, 16>;
  static constexpr size_t MaxKnown = 64;

  void visit(Block &B, Table &Known);
  void visitRegions(Op &O, Table &Known);
  void visitLoad(LoadOp *Load, Table &Known);
  void visitStore(StoreOp *Store, Table &Known);
  Value *findLoaded(LoadOp *Load, const Table &Known);
  Value *forward(StoreOp *Store, LoadOp *Load);
  static void forgetOverlapping(Table &Known, Op *Writer);
  static void forgetOverlapping(Table &Known, const Address &Written);
  static void markRead(Table &Known, Op *Reader);
  static void markRead(Table &Known, const Address &Read);
  static void remember(Table &Known, Access A);

  Kernel &K;
  PassContext &Context;
};

} // namespace

void MemoryOptimizer::remember(Table &Known, Access A) {
  if (Known.size() == MaxKnown)
    Known.erase(Known.begin());
  Known.push_back(A);
}

void MemoryOptimizer::forgetOverlapping(Table &Known, Op *Writer) {
  llvm::erase_if(Known,
                 [&](const Access &A) { return mayWriteTo(Writer, A.Ptr); });
}

void MemoryOptimizer::forgetOverlapping(Table &Known, const Address &Written) {
  llvm::erase_if(
      Known, [&](const Access &A) { return !neverOverlap(Written, A.Where); });
}

void MemoryOptimizer::markRead(Table &Known, const Address &Read) {
  for (Access &A : Known)
    if (A.IsUnread && !neverOverlap(Read, A.Where))
      A.IsUnread = false;
}

void MemoryOptimizer::markRead(Table &Known, Op *Reader) {
  for (Access &A : Known)
    if (A.IsUnread && mayReadFrom(Reader, A.Ptr))
      A.IsUnread = false;
}

/// The stored value as the load sees it; null if it cannot be told.
Value *MemoryOptimizer::forward(StoreOp *Store, LoadOp *Load) {
  Value *V = Store->value();
  if (Store->mask() != Load->mask())
    return nullptr;
  bool IsScalar = Load->ptr()->type().isScalar();
  if (!IsScalar && !analyzeAddress(Load->ptr()).IsInjective)
    return nullptr; // which lane's value won is not known
  bool NeedsOther = Load->mask() && Load->other();
  if (V->type() == Load->type() && !NeedsOther)
    return V;
  // A literal, or lanes that the mask leaves to `other`.
  if (!NeedsOther)
    return nullptr;
  OpBuilder B(K);
  B.setInsertionPoint(Load);
  B.setLoc(Load->loc());
  Value *Args[] = {Load->mask(), V, Load->other()};
  llvm::SmallVector<Type, 1> Types;
  std::string Why;
  if (failed(inferResultTypes(K.context(), OpKind::Select, Args, {}, Types,
                              Why)) ||
      Types[0] != Load->type())
    return nullptr;
  return B.create(OpKind::Select, Args, Types)->result();
}

Value *MemoryOptimizer::findLoaded(LoadOp *Load, const Table &Known) {
  for (const Access &A : llvm::reverse(Known)) {
    if (A.Ptr != Load->ptr())
      continue;
    if (A.isStore())
      return forward(llvm::cast<StoreOp>(A.O), Load);
    auto *Earlier = llvm::cast<LoadOp>(A.O);
    if (A.Mask == Load->mask() && Earlier->other() == Load->other() &&
        Earlier->type() == Load->type())
      return Earlier->result();
  }
  return nullptr;
}

void MemoryOptimizer::visitLoad(LoadOp *Load, Table &Known) {
  if (Load->isVolatile())
    return markRead(Known, Load);
  if (Value *V = findLoaded(Load, Known)) {
    Context.remark(Load->loc(), "load replaced by a value already known");
    Load->replaceWith({V});
    ++NumLoads;
    return;
  }
  Address Where = analyzeAddress(Load->ptr());
  markRead(Known, Where);
  remember(Known, {Load, Load->ptr(), Load->mask(), std::move(Where), false});
}

void MemoryOptimizer::visitStore(StoreOp *Store, Table &Known) {
  // Every lane an earlier store wrote is written again.
  for (Access &A : llvm::make_early_inc_range(Known)) {
    bool Covered = !Store->mask() || Store->mask() == A.Mask;
    if (!A.isStore() || !A.IsUnread || A.Ptr != Store->ptr() || !Covered ||
        A.O->block() != Store->block())
      continue;
    Context.remark(A.O->loc(), "store dropped: it is overwritten");
    A.O->erase();
    A.Ptr = nullptr;
    ++NumStores;
  }
  llvm::erase_if(Known, [](const Access &A) { return !A.Ptr; });
  Address Where = analyzeAddress(Store->ptr());
  forgetOverlapping(Known, Where);
  remember(Known, {Store, Store->ptr(), Store->mask(), std::move(Where), true});
}

/// Regions start from what holds on entry, in loops also after any iteration;
/// behind them holds what they cannot have overwritten.
void MemoryOptimizer::visitRegions(Op &O, Table &Known) {
  bool IsLoop = llvm::isa<ForOp, WhileOp>(&O);
  markRead(Known, &O);
  if (IsLoop)
    forgetOverlapping(Known, &O);
  for (unsigned I = 0, E = O.numRegions(); I != E; ++I) {
    Table Inner(Known);
    // A store outside may still be seen after the region.
    for (Access &A : Inner)
      A.IsUnread = false;
    visit(O.body(I), Inner);
  }
  if (!IsLoop)
    forgetOverlapping(Known, &O);
  for (Access &A : Known)
    A.IsUnread = false;
}

void MemoryOptimizer::visit(Block &B, Table &Known) {
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    if (auto *Load = llvm::dyn_cast<LoadOp>(&O))
      visitLoad(Load, Known);
    else if (auto *Store = llvm::dyn_cast<StoreOp>(&O))
      visitStore(Store, Known);
    else if (O.numRegions())
      visitRegions(O, Known);
    else if (mayWrite(&O) || O.hasTrait(OT_SideEffects))
      Known.clear();
    else if (mayRead(&O))
      markRead(Known, &O);
  }
}

PreservedAnalyses MemOptPass::run(Kernel &K, KernelAnalysisManager &AM) {
  PassContext &Context = passContext(K, AM);
  MemoryOptimizer Optimizer(K, Context);
  Optimizer.run();
  Context.count("loads removed", Optimizer.NumLoads);
  Context.count("stores removed", Optimizer.NumStores);
  return Optimizer.NumLoads + Optimizer.NumStores ? PreservedAnalyses::none()
                                                  : PreservedAnalyses::all();
}
