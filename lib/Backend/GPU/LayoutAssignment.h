//===- LayoutAssignment.h - Which layout each tile has ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops on memory and matrices fix the layout of their results; it travels along
// elementwise and shape ops. What follows from coordinates and scalars alone
// has no layout of its own: it is computed wherever it is wanted, in the layout
// it is wanted in.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_LAYOUTASSIGNMENT_H
#define MYTRITON_LIB_BACKEND_GPU_LAYOUTASSIGNMENT_H

#include "Layouts.h"
#include "mytriton/Backend/GPU/MatrixLayouts.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/DenseSet.h"

namespace mt {

/// How a value of tile IR lives in the threads of a program.
struct Placement {
  enum Kind : uint8_t {
    Uniform,  ///< one value, the same for all elements and in all threads
    Anywhere, ///< computed on demand in any layout
    Open,     ///< carried by a loop whose layout is not decided yet
    Fixed,    ///< lives in Home
  };
  Kind K = Uniform;
  LayoutRef Home = nullptr;
  Type Tile; ///< the value's type in tile IR

  bool isUniform() const { return K == Uniform; }
  bool isFixed() const { return K == Fixed; }
};

class LayoutAssignment {
public:
  LayoutAssignment(Kernel &K, Layouts &L) : L(L) {
    findChains(K.body());
    visit(K.body());
  }

  Placement of(const Value *V) const;
  Type tileOf(const Value *V) const { return of(V).Tile; }
  /// The layout in which an op that takes any one should read V.
  LayoutRef preferred(const Value *V) const;

  // Layouts inside of single ops.
  /// In which a reduction along Axis reads its inputs. What is computed on
  /// demand is so where each thread can reduce it alone.
  LayoutRef reduced(const Op *O, unsigned Axis) const;
  /// How tensor cores compute Dot; null if they do not.
  const MmaTiling *tilingOf(const DotOp *Dot) const {
    auto It = Tilings.find(Dot);
    return It == Tilings.end() ? nullptr : &It->second;
  }
  /// What `split` reads: Home, with the last bit in a register.
  LayoutRef splittable(const Value *V) const;

private:
  void visit(Block &B);
  void visitOp(Op *O);
  void visitFor(ForOp *For);
  void visitWhile(WhileOp *While);
  void visitIf(IfOp *If);
  void visitCarried(Op *O, llvm::ArrayRef<Block *> Bodies, unsigned FirstArg);
  void set(const Value *V, Placement::Kind K, LayoutRef Home = nullptr);
  void fix(const Value *V, LayoutRef Home) { set(V, Placement::Fixed, Home); }
  /// Where the results of an op that works lane by lane live.
  Placement join(Op *O) const;
  LayoutRef layoutOfAccess(const Value *Ptr);
  void visitReshape(Op *O);
  void visitJoin(JoinOp *O);
  void visitSplit(SplitOp *O);
  void visitReduction(Op *O, unsigned Axis);
  bool readsPairs(const Value *V, unsigned Outer) const;
  void visitDot(DotOp *Dot);
  /// Notes products one of which is an operand of the other.
  void findChains(Block &B);

  Layouts &L;
  llvm::DenseMap<const Value *, Placement> Known;
  std::map<const Op *, MmaTiling> Tilings;
  llvm::DenseSet<const Op *> Chained;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_LAYOUTASSIGNMENT_H
