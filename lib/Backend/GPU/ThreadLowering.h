//===- ThreadLowering.h - Rewrites one kernel to thread IR ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile becomes, per layout it is wanted in, one value: its form. A form is a
// fragment, or a scalar where all registers of a thread hold the same (or
// there is only one). New ops are made beside the old ones, which go away at
// the end: a form always stands where the tile was defined and so is visible
// wherever the tile was.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_THREADLOWERING_H
#define MYTRITON_LIB_BACKEND_GPU_THREADLOWERING_H

#include "AxisInfo.h"
#include "LayoutAssignment.h"
#include "mytriton/IR/Builder.h"
#include <map>

namespace mt {

class ThreadLowering {
public:
  using Values = llvm::SmallVector<Value *, 4>;

  /// Widths holds, for loads and stores, how many elements one access covers.
  using Widths = llvm::DenseMap<Op *, int64_t>;
  ThreadLowering(Kernel &K, Layouts &L, const Widths &AccessWidths)
      : K(K), Ctx(K.context()), B(K), L(L), Assigned(K, L),
        AccessWidths(AccessWidths) {}

  void run();

private:
  // LowerToThreads.cpp: the walk, values without a layout, regions.
  void lowerBlock(Block &Body);
  void lower(Op *O);
  void lowerUniform(Op *O);
  void lowerLanes(Op *O);
  void lowerRegions(Op *O);
  void lowerCarried(Op *O, unsigned FirstInit, Block &Args, unsigned FirstArg);
  void lowerYield(Op *Yield);
  /// O's only tile result is Form, in its home layout.
  void define(Value *Tile, Value *Form);
  /// The values of O, all tile ops of which are lowered, are no longer needed.
  void retire(Op *O) { Retired.push_back(O); }

  // Forms.cpp: values in layouts.
  /// V in layout To: a fragment, or a scalar that stands for all registers.
  Value *get(Value *V, LayoutRef To);
  /// V, broadcast to Shape, in layout To of that shape.
  Value *getAs(Value *V, Extents Shape, LayoutRef To);
  /// As getAs, with a register for each that To has.
  Value *getFragment(Value *V, Extents Shape, LayoutRef To);
  Value *getUniform(Value *V);
  Value *rematerialize(Op *O, LayoutRef To);
  Value *rematerializeSplit(SplitOp *O, unsigned Half, LayoutRef To);
  Value *rematerializeArange(ArangeOp *O, LayoutRef To);
  /// A form as a fragment of To's registers.
  Value *spread(Value *Form, LayoutRef To);
  /// The element type, or a fragment of To's registers.
  Type typeOf(LayoutRef To, Type Element);
  /// An op on forms, lane by lane.
  Value *createLanes(OpKind Kind, llvm::ArrayRef<Value *> Forms, Type Element,
                     AttrDict Attrs = {});
  Value *create(OpKind Kind, Value *A, Value *Other) {
    return createLanes(Kind, {A, Other}, A->type().elementType());
  }
  Value *create(OpKind Kind, Value *A, int64_t Literal) {
    return create(Kind, A, Ctx.intConstant(A->type().elementType(), Literal));
  }
  Value *createCompare(OpKind Kind, Value *A, int64_t Literal) {
    Constant *C = Ctx.intConstant(A->type().elementType(), Literal);
    return createLanes(Kind, {A, C}, Ctx.boolean());
  }
  Value *createSelect(Value *Condition, Value *True, Value *False) {
    return createLanes(OpKind::Select, {Condition, True, False},
                       True->type().elementType());
  }
  /// A and Other, either of which may be null.
  Value *both(Value *A, Value *Other);
  void setInsertionPointAfter(Value *V);
  /// The second region of a `while` sees the arguments of the first, but
  /// nothing computed from them there.
  static bool isWhileArgument(Value *V);

  // Coordinates.cpp: where a thread's elements are.
  Value *createThreadId();
  /// Sum of the terms that a thread's index adds: bit I of it adds Terms[I].
  Value *threadPart(llvm::ArrayRef<uint32_t> Terms);
  /// threadPart, plus what register bits add.
  Value *index(llvm::ArrayRef<uint32_t> RegTerms,
               llvm::ArrayRef<uint32_t> ThreadTerms);
  Value *addRegisterPart(Value *Base, llvm::ArrayRef<uint32_t> RegTerms);
  /// Coordinate along dimension D.
  Value *coordinate(const LinearLayout &In, unsigned D);
  Value *flatCoordinate(const LinearLayout &In);
  /// Row-major index of the element in a tile of Shape.
  Value *elementIndex(const LinearLayout &In, Extents Shape);
  /// Which lanes hold an element; null if all do. Stands at the kernel's start.
  Value *elementMask(LayoutRef In, Extents Shape);
  /// True in one of the threads that hold an element; null if each has its
  /// own. Stands at the kernel's start.
  Value *ownerMask(LayoutRef In);
  Value *ownerAndElementMask(LayoutRef In, Extents Shape);
  Value *firstThreadMask();
  /// True where `thread_id & Bits` is 0.
  Value *threadBitsClear(uint32_t Bits);
  /// Continues behind what earlier calls put at the kernel's start.
  void moveToEntry();

  // ConvertLayout.cpp
  /// True if a thread holds in From whatever it holds in To.
  static bool keepsThread(const LinearLayout &From, const LinearLayout &To);
  Value *convert(Value *Form, LayoutRef From, LayoutRef To);
  Value *convertByShuffle(Value *Form, LayoutRef From, LayoutRef To,
                          const LinearMap &Map);
  /// Null unless the conversion stays within warps and exchanges few bits.
  Value *convertBySwaps(Value *Form, LayoutRef From, LayoutRef To,
                        const LinearMap &Map);
  Value *exchangeRegisters(Value *Form, llvm::ArrayRef<uint32_t> Terms,
                           unsigned RegBits);
  Value *shuffleByRegister(Value *Form, llvm::ArrayRef<uint32_t> Lambda,
                           Value *Partner, uint32_t Mask);
  Value *convertThroughShared(Value *Form, LayoutRef From, LayoutRef To);
  /// Register R of the result is register Offset ^ sum of Bases of Form.
  Value *permute(Value *Form, llvm::ArrayRef<uint32_t> Bases,
                 uint32_t Offset = 0);
  Value *createBuffer(int64_t Elements, Type Element);
  void storeShared(Value *Buffer, Value *Index, Value *Form, Value *Mask,
                   AttrDict Attrs = {});
  Value *loadShared(Value *Buffer, Value *Index, AttrDict Attrs = {});
  /// As loadShared; lanes outside Mask read some element.
  Value *loadElements(Value *Buffer, Value *Index, Value *Mask);

  // SharedBuffers.cpp
  /// The sum over GF(2) of Fixed and what the bits of register and thread add
  /// to a place in a buffer. What meets no other bit is added, so that it may
  /// end up in an instruction.
  Value *place(llvm::ArrayRef<uint32_t> RegTerms,
               llvm::ArrayRef<uint32_t> ThreadTerms, uint32_t Fixed = 0);
  Value *threadPartOfPlace(llvm::ArrayRef<uint32_t> Terms);
  /// Puts Form, in layout In, where Buffer has its elements.
  void storeMatrix(Value *Memory, const LinearLayout &Buffer,
                   const LinearLayout &In, Value *Form, Value *Mask);
  /// Null unless Form is a matrix that several elements of at a time can be
  /// written or read.
  Value *convertByRows(Value *Form, LayoutRef From, LayoutRef To);

  // LowerMemory.cpp
  void lowerLoad(LoadOp *Load);
  /// The elements that To gives a thread. Stands where Load stands.
  Value *loadIn(LoadOp *Load, LayoutRef To);
  void lowerStore(StoreOp *Store);
  LayoutRef layoutForStore(StoreOp *Store, Extents Shape);
  /// Access's attributes with the width it has in layout To.
  AttrDict widthAttrs(Op *Access, LayoutRef To);
  void lowerAtomic(Op *O);
  void lowerUniformAtomic(Op *O);
  void lowerAssert(AssertOp *O);
  void lowerPrint(PrintOp *O);
  void printElements(PrintOp *O, llvm::ArrayRef<Value *> Tiles, Extents Shape);

  // LowerShape.cpp
  void lowerReshape(Op *O);
  void lowerJoin(JoinOp *O);
  void lowerSplit(SplitOp *O);
  void lowerCat(CatOp *O);
  void lowerFlip(FlipOp *O);
  void lowerGather(GatherOp *O);
  void lowerReshapeThroughShared(Op *O);

  // LowerReduce.cpp, LowerScan.cpp, LowerDot.cpp
  void lowerReduction(Op *O);
  /// What `O`'s combine rule makes of partial results A and Other.
  Values combine(Op *O, llvm::ArrayRef<Value *> A,
                 llvm::ArrayRef<Value *> Other);
  Value *shuffleXor(Value *Form, uint32_t LaneBits);
  Value *shuffle(Value *Form, Value *Lane);
  void lowerScan(ScanOp *Scan);
  void lowerDot(DotOp *Dot);

  // LowerMma.cpp
  Value *lowerToMma(DotOp *Dot, const MmaTiling &Tiling);

  friend class ReductionLowering;
  friend class ScanLowering;
  friend class DotLowering;
  friend class MmaLowering;

  Kernel &K;
  Context &Ctx;
  OpBuilder B;
  Layouts &L;
  LayoutAssignment Assigned;
  const Widths &AccessWidths;
  llvm::DenseMap<std::pair<Value *, LayoutRef>, Value *> Forms;
  llvm::SmallVector<Op *, 32> Retired;
  std::map<std::pair<LayoutRef, std::vector<int64_t>>, Value *> ElementMasks;
  std::map<uint32_t, Value *> ClearMasks;
  /// Buffers that hold an operand of tensor cores, by their layout.
  std::map<std::pair<Value *, LinearLayout>, Value *> Staged;
  Op *LastEntryOp = nullptr;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_THREADLOWERING_H
