//===- Sema.h - Operators and functions of the language ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators, attributes and the functions of the language. Statements, names
// and calls are KernelSema's.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_SEMA_H
#define MYTRITON_LIB_FRONTEND_SEMA_H

#include "SemaCore.h"

namespace mt {

struct JitCode;
enum class LibraryPart : uint8_t;

class Sema : public SemaCore {
public:
  using SemaCore::SemaCore;
  virtual ~Sema() = default;

  // Handlers of Builtins.def.
#define MT_HANDLER(Name) SemaValue Name(const BoundCall &C);
#include "Handlers.def"
  virtual SemaValue callRange(const BoundCall &C) = 0;

protected:
  /// The value of an expression of the kernel.
  virtual SemaValue visit(ast::Expr *E) = 0;
  /// The syntax of a `@jit` function called at Where; false after reporting.
  virtual bool findCode(const Entity &Callee, Range Where, JitCode &Code) = 0;
  /// Expands a function with an argument for each parameter, Absent where the
  /// default holds.
  virtual SemaValue runHelper(const JitCode &Code, Range Where,
                              llvm::ArrayRef<SemaValue> Args) = 0;

  // Operators (SemaOperator.cpp, SemaArith.cpp).
  SemaValue binary(ast::BinaryOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue unary(ast::UnaryOp Op, SemaValue V, Range Where);
  SemaValue compare(ast::CompareOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue identity(ast::CompareOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue runtimeBinary(ast::BinaryOp Op, SemaValue L, SemaValue R, Range W);
  SemaValue pointerArith(ast::BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W);
  SemaValue arithmetic(ast::BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W);
  SemaValue divide(sym::Expr *L, sym::Expr *R, Range W);
  SemaValue logical(bool IsAnd, sym::Expr *L, sym::Expr *R, Range W);

  // Attributes (SemaAttr.cpp).
  /// Absent if Base has no attribute of that name.
  SemaValue attributeOf(SemaValue Base, llvm::StringRef Name, Range R);
  SemaValue exprAttr(sym::Expr *E, llvm::StringRef Name, Range R);
  SemaValue dtypeAttr(const Entity &T, llvm::StringRef Name, Range R);
  SemaValue aggregateAttr(SemaValue V, llvm::StringRef Name, Range R);
  SemaValue fieldOf(SemaValue V, llvm::StringRef Name);
  SemaValue dtypeFact(Type T, llvm::StringRef Name, Range R);
  SemaValue constAttr(PyObject *Object, llvm::StringRef Name, Range R);

  // Pieces of the library.
  bool checkMask(SemaValue Mask, const BoundCall &C, unsigned Index,
                 sym::Expr *&Result);
  bool addHint(const BoundCall &C, unsigned Index, llvm::StringRef Attr,
               llvm::ArrayRef<llvm::StringRef> Allowed, AttrDict &Attrs);
  bool loadHints(const BoundCall &C, unsigned First, AttrDict &Attrs);
  bool storeHints(const BoundCall &C, unsigned First, AttrDict &Attrs);
  bool fitsScalarPointer(const BoundCall &C, unsigned Index, sym::Expr *Pointer,
                         sym::Expr *Argument);
  bool fitsPointers(const BoundCall &C, unsigned Index, sym::Expr *Pointers,
                    sym::Expr *E);
  sym::Expr *pointerArgument(const BoundCall &C);
  SemaValue emitLoad(Range R, sym::Expr *Pointers, sym::Expr *Mask,
                     sym::Expr *Other, AttrDict Attrs);
  SemaValue emitStore(const BoundCall &C, sym::Expr *Pointers, unsigned Index,
                      sym::Expr *Mask, AttrDict Attrs);
  bool rejectBoundaryArgs(const BoundCall &C, unsigned First, unsigned Count);
  std::optional<bool> nanRule(const BoundCall &C, unsigned Index);
  SemaValue extremum(OpKind K, SemaValue X, SemaValue Y, bool Propagate,
                     Range R, llvm::StringRef Name);
  bool checkMathType(sym::Expr *E, const BoundCall &C);
  bool checkFloat32(sym::Expr *E, const BoundCall &C, unsigned Index);
  /// Why a value of type From does not convert to To; empty if it does.
  static llvm::StringRef whyNotCast(Type From, Type To);
  Type dtypeArgument(SemaValue V, Range R);
  PyRef printedForm(SemaValue V);

  // Creation and shapes (SemaShape.cpp).
  using Extents = llvm::SmallVector<int64_t, 4>;
  bool shapeArgument(SemaValue V, Range R, const llvm::Twine &What,
                     bool AllowScalar, Extents &Shape);
  bool checkExtents(llvm::ArrayRef<int64_t> Shape, Range R);
  std::optional<unsigned> axisArgument(SemaValue V, unsigned Rank, Range R,
                                       llvm::StringRef Name);
  sym::Expr *zeros(llvm::ArrayRef<int64_t> Shape, Type Element, Range R);
  sym::Expr *expandDims(sym::Expr *E, unsigned Axis, Range R);
  sym::Expr *reshape(sym::Expr *E, llvm::ArrayRef<int64_t> Shape, Range R);
  SemaValue transpose(sym::Expr *E, llvm::ArrayRef<int64_t> Order, Range R);
  bool isWholeSlice(ast::Expr *Part);
  SemaValue subscriptBlock(sym::Expr *E, const ast::SubscriptExpr &S);

  // Joining, splitting, picking (SemaRearrange.cpp).
  bool broadcastPair(const BoundCall &C, sym::Expr *(&Sides)[2],
                     Extents &Shape);

  // Reductions (SemaReduce.cpp).
  struct Reduction {
    std::optional<unsigned> Axis; ///< none: all elements
    bool KeepDims = false;
  };
  bool reductionAxis(const BoundCall &C, sym::Expr *E, unsigned AxisIndex,
                     unsigned KeepIndex, Reduction &R);
  sym::Expr *keepDims(sym::Expr *Result, const Reduction &How, unsigned Rank,
                      Range R);
  bool readReduction(const BoundCall &C, sym::Expr *E, unsigned AxisIndex,
                     unsigned KeepIndex, Reduction &R);
  sym::Expr *reduce(OpKind K, sym::Expr *E, const Reduction &How, Range R,
                    AttrDict Attrs = {});
  AttrDict nanAttr(Type Element, bool Propagate);
  sym::Expr *positionOf(OpKind K, sym::Expr *E, const Reduction &How, Range R,
                        AttrDict Nan, sym::Expr *&Extremum);
  Type dotResult(const BoundCall &C, Type Element);
  sym::Expr *dotAccumulator(const BoundCall &C, Type Result,
                            llvm::ArrayRef<int64_t> Shape);
  bool checkDotOperands(const BoundCall &C, sym::Expr *A, sym::Expr *B);
  sym::Expr *flattenBatch(sym::Expr *E, Range R);
  bool dotPrecision(const BoundCall &C, Type Element, AttrDict &Attrs);

  // Reductions and scans by a function (SemaCombine.cpp).
  bool combineInputs(const BoundCall &C,
                     llvm::SmallVectorImpl<sym::Expr *> &Inputs);
  bool yieldCombined(const BoundCall &C, sym::Stmt *S, SemaValue Result,
                     llvm::StringRef Function);
  sym::Stmt *combine(OpKind K, const BoundCall &C, unsigned Index,
                     llvm::ArrayRef<sym::Expr *> Inputs, AttrDict Attrs);
  SemaValue combineResults(const BoundCall &C,
                           llvm::ArrayRef<SemaValue> Results);

  // Block pointers (SemaBlocks.cpp).
  struct BlockTile {
    sym::Expr *Pointers = nullptr;
    sym::Expr *Mask = nullptr;
  };
  bool integerList(const BoundCall &C, unsigned Index, Type Element,
                   bool Narrow, llvm::SmallVectorImpl<sym::Expr *> &List);
  bool checkLength(const BoundCall &C, unsigned Index, size_t Length,
                   size_t Rank);
  sym::Expr *basePointer(const BoundCall &C);
  SemaValue makeAggregate(AggregateType T, llvm::ArrayRef<SemaValue> Elements);
  bool orderArgument(const BoundCall &C, unsigned Index, size_t Rank,
                     Extents &Order);
  sym::Expr *blockIndex(int64_t Extent, sym::Expr *Offset, Range R);
  sym::Expr *alongAxis(sym::Expr *Vector, unsigned Axis, unsigned Rank,
                       Range R);
  BlockTile blockTile(sym::Expr *Base, llvm::ArrayRef<SemaValue> Shape,
                      llvm::ArrayRef<SemaValue> Strides,
                      llvm::ArrayRef<sym::Expr *> Indices,
                      llvm::ArrayRef<bool> Checked, Range R);
  bool blockPointerTile(const BoundCall &C, unsigned Index, BlockTile &Tile);
  bool rejectMasks(const BoundCall &C, llvm::ArrayRef<unsigned> Indices);
  bool paddingValue(const BoundCall &C, unsigned Index, Type Element,
                    sym::Expr *&Padding);
  SemaValue loadBlock(const BoundCall &C);
  SemaValue storeBlock(const BoundCall &C);

  // Tensor descriptors (SemaDescriptor.cpp).
  SemaValue describedArray(llvm::ArrayRef<SemaValue> Parts, Range R);
  bool isDescriptor(const BoundCall &C);
  BlockTile descriptorTile(const BoundCall &C,
                           llvm::ArrayRef<sym::Expr *> Indices);
  bool descriptorTileAt(const BoundCall &C, BlockTile &Tile);
  SemaValue loadTile(const BoundCall &C, const BlockTile &Tile);
  sym::Expr *tileValue(const BoundCall &C, unsigned Index,
                       const BlockTile &Tile);
  bool pickedRows(const BoundCall &C, unsigned Rows, unsigned Column,
                  BlockTile &Tile);

  // The library written in the language (Library.cpp).
  SemaValue callLibrary(LibraryPart Part, const BoundCall &C);

  // Atomics, asserts (SemaAtomic.cpp).
  bool checkAtomicType(const BoundCall &C, Type Pointer);
  SemaValue emitAtomic(const BoundCall &C, sym::Expr *Pointers, sym::Expr *V,
                       sym::Expr *Mask, AttrDict Attrs);
  sym::Expr *atomicPointer(const BoundCall &C);
  bool atomicOrder(const BoundCall &C, unsigned First, AttrDict &Attrs);
  sym::Expr *withHint(sym::Expr *E, const BoundCall &C,
                      llvm::ArrayRef<int64_t> Values);
  bool runtimeAssert(SemaValue Condition, Range R, llvm::StringRef Message,
                     sym::Expr *Mask, Range Where);
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SEMA_H
