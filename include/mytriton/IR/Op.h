//===- Op.h - Operations, blocks and regions --------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op owns regions, a region owns one block, a block owns ops and arguments.
// Ops, their operands and results are one allocation in the kernel's arena.
// Control flow is structured: no CFG, no phi.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_OP_H
#define MYTRITON_IR_OP_H

#include "mytriton/IR/Attributes.h"
#include "mytriton/IR/OpInfo.h"
#include "mytriton/IR/Value.h"
#include "mytriton/Support/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/ilist_node.h"
#include "llvm/ADT/simple_ilist.h"
#include "llvm/Support/Allocator.h"

namespace mt {

class Kernel;
class Region;

/// A straight list of ops with arguments; every region holds exactly one.
class Block {
public:
  explicit Block(Region *Parent) : Parent(Parent) {}

  using OpList = llvm::simple_ilist<Op>;
  OpList &ops() { return Ops; }
  const OpList &ops() const { return Ops; }
  OpList::iterator begin() { return Ops.begin(); }
  OpList::iterator end() { return Ops.end(); }
  bool empty() const { return Ops.empty(); }
  Op &front() { return Ops.front(); }
  Op &back() { return Ops.back(); }

  Region *parent() const { return Parent; }
  /// The op whose region holds this block; null for a kernel's body.
  Op *parentOp() const;
  Kernel *kernel() const;

  /// The last op if it is a terminator, else null.
  Op *terminator();

  llvm::ArrayRef<BlockArgument *> args() const { return Args; }
  BlockArgument *arg(unsigned I) const { return Args[I]; }
  BlockArgument *addArgument(Type Ty);
  /// Removes an argument without uses and renumbers the rest.
  void eraseArgument(unsigned I);

  /// Links a detached op; Before null = at the end.
  void insert(Op *NewOp, Op *Before = nullptr);

private:
  friend class Op;
  friend class ValueNumbering;
  friend class DominanceMarks;
  Region *Parent;
  OpList Ops;
  llvm::SmallVector<BlockArgument *, 2> Args;
  bool OrderValid = true;   // see Op::isBeforeInBlock
  uint8_t Scope = 0;        // see the verifier
  uint32_t FirstNumber = 0; // of the arguments, see the printer
};

/// One nested scope of an op or a kernel's body.
class Region {
public:
  Region(Op *Parent, Kernel *Owner) : Parent(Parent), Owner(Owner), B(this) {}
  Block &block() { return B; }
  const Block &block() const { return B; }
  /// The op that owns this region; null for a kernel's body.
  Op *parentOp() const { return Parent; }
  Kernel *kernel() const { return Owner; }

private:
  Op *Parent;
  Kernel *Owner;
  Block B;
};

/// An operation. Concrete ops derive from it without adding members and are
/// reached through isa/cast/dyn_cast; they are created by Kernel::createOp or,
/// normally, by OpBuilder.
class Op : public llvm::ilist_node<Op> {
public:
  OpKind kind() const { return Kind; }
  const OpInfo &info() const { return getOpInfo(Kind); }
  llvm::StringRef name() const { return info().Mnemonic; }
  bool hasTrait(OpTrait T) const { return info().has(T); }

  Location loc() const { return Loc; }
  void setLoc(Location L) { Loc = L; }

  // Operands. A null Value is `none`.
  unsigned numOperands() const { return NumOperands; }
  llvm::MutableArrayRef<Use> operandUses() {
    return {reinterpret_cast<Use *>(this + 1), NumOperands};
  }
  llvm::ArrayRef<Use> operandUses() const {
    return {reinterpret_cast<const Use *>(this + 1), NumOperands};
  }
  Value *operand(unsigned I) const { return operandUses()[I].get(); }
  void setOperand(unsigned I, Value *V) { operandUses()[I].set(V); }
  auto operands() const {
    return llvm::map_range(operandUses(), [](const Use &U) { return U.get(); });
  }
  /// Drops the operands [Begin, End); the ones behind move down.
  void eraseOperands(unsigned Begin, unsigned End);

  // Results.
  unsigned numResults() const { return NumResults; }
  OpResult *result(unsigned I = 0) const {
    return reinterpret_cast<OpResult *>(const_cast<Op *>(this)) - (I + 1);
  }
  auto results() const {
    return llvm::map_range(llvm::seq<unsigned>(0, NumResults),
                           [this](unsigned I) { return result(I); });
  }
  /// The type of the only result.
  Type type() const { return result()->type(); }
  /// True if no result has a use.
  bool use_empty() const;

  // Regions.
  unsigned numRegions() const { return NumRegions; }
  Region &region(unsigned I = 0) const { return *regionArray()[I]; }
  Block &body(unsigned I = 0) const { return region(I).block(); }

  // Attributes.
  AttrDict attrs() const { return Attrs; }
  void setAttrs(AttrDict D) { Attrs = D; }
  Attr attr(llvm::StringRef Name) const { return Attrs.get(Name); }
  /// An integer attribute; Default if absent or of another kind.
  int64_t intAttr(llvm::StringRef Name, int64_t Default = 0) const;
  bool boolAttr(llvm::StringRef Name, bool Default = false) const;

  // Position.
  Block *block() const { return Parent; }
  Op *parentOp() const { return Parent ? Parent->parentOp() : nullptr; }
  Kernel *kernel() const { return Owner; }
  /// True if this op stands before Other in the same block. Amortized O(1).
  bool isBeforeInBlock(const Op *Other) const;
  /// True if Ancestor is this op or encloses it.
  bool isInside(const Op *Ancestor) const;
  void moveBefore(Op *Other);
  void moveToEnd(Block &B);

  /// Unlinks the op and drops its operands and those of nested ops. Asserts
  /// that no result is used outside.
  void erase();
  /// Unlinks without dropping operands.
  void remove();
  /// Replaces the results by the given values and erases the op.
  void replaceWith(llvm::ArrayRef<Value *> NewValues);

private:
  friend class Kernel;
  friend class Block;
  friend class ValueNumbering;
  friend class DominanceMarks;
  Op(OpKind Kind, Kernel *Owner) : Owner(Owner), Kind(Kind) {}
  Region **regionArray() const { return Regions; }
  void dropOperands();

  Block *Parent = nullptr;
  Kernel *Owner;
  Location Loc;
  AttrDict Attrs;
  Region **Regions = nullptr;
  uint32_t NumOperands = 0;
  uint32_t NumResults = 0;
  mutable uint32_t Order = 0; // place in the block, or number of the results
  OpKind Kind;
  uint8_t NumRegions = 0;
  uint8_t Mark = 0; // see the verifier
};

static_assert(alignof(Op) >= alignof(Use), "operands follow the op");

/// Base of the concrete ops: ties a class to its OpKind.
template <OpKind K> class OpOf : public Op {
public:
  static constexpr OpKind Kind = K;
  static bool classof(const Op *O) { return O->kind() == K; }
};

enum class WalkOrder { PreOrder, PostOrder };

/// Calls Fn for every op below B, nested ones included. Fn may erase the op it
/// is given in post-order, and in pre-order if it does not descend (it must
/// then have no regions).
template <WalkOrder O = WalkOrder::PostOrder>
void walk(Block &B, llvm::function_ref<void(Op *)> Fn) {
  for (Op &Each : llvm::make_early_inc_range(B.ops())) {
    Op *E = &Each;
    if constexpr (O == WalkOrder::PreOrder) {
      unsigned N = E->numRegions();
      Fn(E);
      if (!N)
        continue;
    }
    for (unsigned I = 0, N = E->numRegions(); I != N; ++I)
      walk<O>(E->body(I), Fn);
    if constexpr (O == WalkOrder::PostOrder)
      Fn(E);
  }
}

/// Old-to-new values of a clone.
using ValueMap = llvm::DenseMap<Value *, Value *>;

} // namespace mt

#endif // MYTRITON_IR_OP_H
