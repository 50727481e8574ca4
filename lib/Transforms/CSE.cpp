//===- CSE.cpp - Common subexpression elimination -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pure op equal to one that dominates it is replaced by it. Blocks are
// visited in order; what a region adds to the table leaves with the region, so
// whatever is in the table dominates the op at hand. Unused ops are dropped.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"
#include "llvm/Support/MathExtras.h"
#include <memory>

using namespace mt;

namespace {

/// Two operands in an order that does not depend on which side they stand.
struct OperandPair {
  const Value *A, *B;
  explicit OperandPair(const Op *O) : A(O->operand(0)), B(O->operand(1)) {
    if (std::less<const Value *>()(B, A))
      std::swap(A, B);
  }
  bool operator==(const OperandPair &) const = default;
};

/// An open-addressing hash set of ops. Entries are removed in the reverse
/// order of their insertion, which leaves linear probing intact. Slots hold 32
/// bits of the hash and an index into the list of entries: eight slots to a
/// cache line, and an op is only touched when its hash matches.
class OpTable {
public:
  /// Room for about that many ops without growing.
  explicit OpTable(size_t ExpectedOps) {
    allocate(llvm::PowerOf2Ceil(ExpectedOps + 64));
    Entries.reserve(ExpectedOps / 2);
  }

  /// The entry equal to O, or null after adding O.
  Op *findOrInsert(Op *O);
  size_t size() const { return Entries.size(); }
  /// Forgets all but the oldest N entries.
  void shrink(size_t N);

private:
  struct Entry {
    Op *O;
    uint32_t Hash;
    uint32_t Slot;
  };
  struct Slot {
    uint32_t Hash;
    uint32_t Entry; ///< index + 1; 0 = empty
  };

  void allocate(size_t N) {
    Slots.reset(new Slot[N]());
    Mask = N - 1;
  }
  void grow();
  /// The first empty slot for a hash.
  size_t emptySlot(uint32_t Hash) const {
    size_t I = Hash & Mask;
    while (Slots[I].Entry)
      I = (I + 1) & Mask;
    return I;
  }

  std::unique_ptr<Slot[]> Slots;
  size_t Mask = 0;
  llvm::SmallVector<Entry, 0> Entries;
};

} // namespace

static uint64_t mix(uint64_t Hash, const void *P) {
  return (Hash ^ (reinterpret_cast<uintptr_t>(P) >> 3)) * 0x9E3779B97F4A7C15;
}

static uint32_t hashOf(const Op *O) {
  uint64_t Hash = mix(uint64_t(O->kind()) << 40, O->attrs().opaque());
  if ((opTraits(O->kind()) & OT_Commutative) && O->numOperands() == 2) {
    OperandPair Pair(O);
    Hash = mix(mix(Hash, Pair.A) ^ (Hash >> 32), Pair.B);
  } else {
    for (const Use &U : O->operandUses())
      Hash = mix(Hash ^ (Hash >> 32), U.get());
  }
  return uint32_t(Hash >> 32);
}

static bool isEqual(const Op *A, const Op *B) {
  if (A->kind() != B->kind() || A->attrs() != B->attrs() ||
      A->numOperands() != B->numOperands() || A->type() != B->type())
    return false;
  if ((opTraits(A->kind()) & OT_Commutative) && A->numOperands() == 2)
    return OperandPair(A) == OperandPair(B);
  for (unsigned I = 0, E = A->numOperands(); I != E; ++I)
    if (A->operand(I) != B->operand(I))
      return false;
  return true;
}

Op *OpTable::findOrInsert(Op *O) {
  if (Entries.size() > Mask / 4 * 3)
    grow();
  uint32_t Hash = hashOf(O);
  size_t I = Hash & Mask;
  for (; Slots[I].Entry; I = (I + 1) & Mask)
    if (Slots[I].Hash == Hash)
      if (Op *Known = Entries[Slots[I].Entry - 1].O; isEqual(Known, O))
        return Known;
  Entries.push_back({O, Hash, uint32_t(I)});
  Slots[I] = {Hash, uint32_t(Entries.size())};
  return nullptr;
}

void OpTable::shrink(size_t N) {
  while (Entries.size() > N) {
    Slots[Entries.back().Slot] = {};
    Entries.pop_back();
  }
}

void OpTable::grow() {
  allocate(2 * (Mask + 1));
  uint32_t Index = 0;
  for (Entry &E : Entries) {
    E.Slot = emptySlot(E.Hash);
    Slots[E.Slot] = {E.Hash, ++Index};
  }
}

/// Ops that may be merged: pure ones without regions and with one result.
static bool isCandidate(const Op *O) {
  uint32_t Traits = opTraits(O->kind());
  return (Traits & OT_Pure) && !(Traits & OT_Terminator) &&
         O->numResults() == 1 && O->numRegions() == 0;
}

namespace {

/// The walk over a kernel.
struct Merger {
  OpTable Known;
  uint64_t NumMerged = 0;
  uint64_t NumDropped = 0;

  explicit Merger(size_t ExpectedOps) : Known(ExpectedOps) {}
  void visit(Block &B);
  void visitCandidate(Op *O);
};

} // namespace

void Merger::visitCandidate(Op *O) {
  if (O->result()->use_empty()) {
    // Merging into a dead op would bring it back to life, perhaps outside the
    // loop or branch that needs it.
    O->erase();
    ++NumDropped;
  } else if (Op *First = Known.findOrInsert(O)) {
    O->replaceWith({First->result()});
    ++NumMerged;
  }
}

void Merger::visit(Block &B) {
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    if (isCandidate(&O)) {
      visitCandidate(&O);
      continue;
    }
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I) {
      size_t Outside = Known.size();
      visit(O.body(I));
      Known.shrink(Outside);
    }
  }
}

PreservedAnalyses CSEPass::run(Kernel &K, KernelAnalysisManager &AM) {
  // The arena's last slab may be half empty: a guess that seldom grows.
  constexpr size_t BytesPerOp = 256;
  Merger M(K.arenaBytes() / BytesPerOp);
  M.visit(K.body());
  PassContext &Context = passContext(K, AM);
  Context.count("ops merged", M.NumMerged);
  Context.count("ops dropped", M.NumDropped);
  return M.NumMerged || M.NumDropped ? PreservedAnalyses::none()
                                     : PreservedAnalyses::all();
}
