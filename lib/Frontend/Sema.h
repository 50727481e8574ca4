//===- Sema.h - Kernel tree to expression tree ------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits a kernel once, in the order Python would run it. Compile-time values
// are computed on the way; run-time values become typed expressions. An error
// is reported where it happens and yields SemaValue::error(), which silences
// what depends on it, so that every independent error of a kernel is reported.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_SEMA_H
#define MYTRITON_LIB_FRONTEND_SEMA_H

#include "SemaCore.h"

namespace mt {

enum class LibraryPart : uint8_t;

class Sema : public SemaCore {
public:
  using SemaCore::SemaCore;

  /// Analyses F for a signature. Failure after reporting errors.
  LogicalResult analyze(ast::FunctionStmt &F, const KernelSignature &Signature);

  /// True if a decorator of F is `@jit`. Notes decorators that are skipped.
  bool isKernel(const ast::FunctionStmt &F, bool Report);

  bool isConstexprAnnotation(ast::Expr *Annotation);

  /// The value of an expression at module level, where no local name exists;
  /// it is that of Name, which Use asks for.
  SemaValue evaluateGlobal(ast::Expr *E, llvm::StringRef Name,
                           ast::SourceRange Use);
  /// A dotted name without reporting errors; Absent if it has no meaning.
  SemaValue quietDotted(ast::Expr *E);

  // Handlers of Builtins.def.
  SemaValue callProgramId(const BoundCall &C);
  SemaValue callArange(const BoundCall &C);
  SemaValue callLoad(const BoundCall &C);
  SemaValue callStore(const BoundCall &C);
  SemaValue callWhere(const BoundCall &C);
  SemaValue callExtremum(const BoundCall &C);
  SemaValue callClamp(const BoundCall &C);
  SemaValue callMath(const BoundCall &C);
  SemaValue callAbs(const BoundCall &C);
  SemaValue callFma(const BoundCall &C);
  SemaValue callCdiv(const BoundCall &C);
  SemaValue callNextPowerOf2(const BoundCall &C);
  SemaValue callCast(const BoundCall &C);
  SemaValue callToTensor(const BoundCall &C);
  SemaValue callHint(const BoundCall &C);
  SemaValue callStaticAssert(const BoundCall &C);
  SemaValue callRange(const BoundCall &C);
  SemaValue callPython(const BoundCall &C);
  SemaValue callMinMax(const BoundCall &C);
  SemaValue callIsInstance(const BoundCall &C);
  SemaValue callCreate(const BoundCall &C);
  SemaValue callFull(const BoundCall &C);
  SemaValue callZerosLike(const BoundCall &C);
  SemaValue callExpandDims(const BoundCall &C);
  SemaValue callBroadcastTo(const BoundCall &C);
  SemaValue callReshape(const BoundCall &C);
  SemaValue callRavel(const BoundCall &C);
  SemaValue callTrans(const BoundCall &C);
  SemaValue callJoin(const BoundCall &C);
  SemaValue callFlip(const BoundCall &C);
  SemaValue callBroadcast(const BoundCall &C);
  SemaValue callSplit(const BoundCall &C);
  SemaValue callCat(const BoundCall &C);
  SemaValue callItem(const BoundCall &C);
  SemaValue callGather(const BoundCall &C);
  SemaValue callMulHi(const BoundCall &C);
  SemaValue callDivide(const BoundCall &C);
  SemaValue callSqrtRn(const BoundCall &C);
  SemaValue callArith(const BoundCall &C);
  SemaValue callAssume(const BoundCall &C);
  SemaValue callDebugBarrier(const BoundCall &C);
  SemaValue callStaticPrint(const BoundCall &C);
  SemaValue callSum(const BoundCall &C);
  SemaValue callMaxMin(const BoundCall &C);
  SemaValue callArg(const BoundCall &C);
  SemaValue callDot(const BoundCall &C);
  SemaValue callReduce(const BoundCall &C);
  SemaValue callScan(const BoundCall &C);
  SemaValue callStandard(const BoundCall &C);
  SemaValue callSorting(const BoundCall &C);
  SemaValue callRandom(const BoundCall &C);
  SemaValue callMakeBlockPtr(const BoundCall &C);
  SemaValue callAdvance(const BoundCall &C);
  SemaValue callMakeDescriptor(const BoundCall &C);
  SemaValue callDescriptorLoad(const BoundCall &C);
  SemaValue callDescriptorStore(const BoundCall &C);
  SemaValue callDescriptorAtomic(const BoundCall &C);
  SemaValue callDescriptorGather(const BoundCall &C);
  SemaValue callDescriptorScatter(const BoundCall &C);
  SemaValue callAtomic(const BoundCall &C);
  SemaValue callAtomicCas(const BoundCall &C);
  SemaValue callDeviceAssert(const BoundCall &C);
  SemaValue callDevicePrint(const BoundCall &C);

private:
  struct Variable {
    SemaValue Value;
    Range Where;
    /// The body it was bound in, for captures.
    sym::Body *Owner = nullptr;
    /// Declared `: tl.constexpr`.
    bool IsConstexpr = false;
  };

  // Kernel and parameters (Sema.cpp).
  LogicalResult bindParams(ast::FunctionStmt &F, const KernelSignature &Sig);
  LogicalResult matchArguments(const ast::FunctionStmt &F,
                               const KernelSignature &Sig,
                               llvm::SmallVectorImpl<const KernelArgument *> &);
  void bindParam(const ast::Param &P, const KernelArgument *A);
  /// A run-time parameter called Name, for P or for an element of it.
  SemaValue runtimeParam(const ast::Param &P, llvm::StringRef Name,
                         const KernelArgument &A);
  /// A tuple whose run-time elements are parameters `Name_0`, `Name_1` …
  SemaValue tupleParam(const ast::Param &P, llvm::StringRef Name,
                       const KernelArgument &A);
  SemaValue argumentValue(const KernelArgument &A, Range R);
  bool isMarker(ast::Expr *Annotation, MarkerKind Kind);
  void reportMissing(const ast::FunctionStmt &F,
                     llvm::ArrayRef<const ast::Param *> Missing);

  // Statements (SemaStmt.cpp).
  void visitBody(ast::Body Statements);
  void visitStmt(ast::Stmt *S);
  void visitAssign(const ast::AssignStmt &S);
  void visitAnnAssign(const ast::AnnAssignStmt &S);
  void visitAugAssign(const ast::AugAssignStmt &S);
  void visitReturn(const ast::ReturnStmt &S);
  void visitAssert(const ast::AssertStmt &S);
  void visitExprStmt(const ast::ExprStmt &S);
  void assign(ast::Expr *Target, SemaValue V);
  void unpack(const ast::SequenceExpr &Target, SemaValue V);
  void bind(const ast::NameExpr &Target, SemaValue V, bool IsConstexpr);
  /// Compile-time numbers become run-time values when assigned (SE-07).
  SemaValue decay(SemaValue V, Range R);

  // Expressions (SemaExpr.cpp).
  SemaValue visit(ast::Expr *E);
  SemaValue visitName(const ast::NameExpr &E);
  SemaValue lookupLocal(llvm::StringRef Name);
  void capture(SemaValue V, sym::Body *Owner);
  SemaValue visitSequence(const ast::SequenceExpr &E);
  SemaValue visitConditional(const ast::ConditionalExpr &E);
  SemaValue visitNamed(const ast::NamedExpr &E);
  SemaValue visitFString(const ast::FStringExpr &E);
  SemaValue reportUndefined(const ast::NameExpr &E);

  // Attributes and subscripts (SemaAttr.cpp).
  SemaValue visitAttribute(const ast::AttributeExpr &E);
  SemaValue attributeOf(SemaValue Base, const ast::AttributeExpr &E);
  SemaValue exprAttr(sym::Expr *E, llvm::StringRef Name, Range R);
  SemaValue dtypeAttr(const Entity &T, llvm::StringRef Name, Range R);
  SemaValue aggregateAttr(SemaValue V, llvm::StringRef Name, Range R);
  SemaValue constAttr(PyObject *Object, const ast::AttributeExpr &E);
  SemaValue visitSubscript(const ast::SubscriptExpr &E);
  SemaValue indexTuple(SemaValue Base, const ast::SubscriptExpr &E);

  // Operators (SemaOperator.cpp, SemaArith.cpp).
  SemaValue visitBinary(const ast::BinaryExpr &E);
  SemaValue visitUnary(const ast::UnaryExpr &E);
  SemaValue visitCompare(const ast::CompareExpr &E);
  SemaValue visitBool(const ast::BoolExpr &E);
  SemaValue binary(ast::BinaryOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue unary(ast::UnaryOp Op, SemaValue V, Range Where);
  SemaValue compare(ast::CompareOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue identity(ast::CompareOp Op, SemaValue L, SemaValue R, Range Where);
  SemaValue runtimeBinary(ast::BinaryOp Op, SemaValue L, SemaValue R, Range W);
  SemaValue pointerArith(ast::BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W);
  SemaValue arithmetic(ast::BinaryOp Op, sym::Expr *L, sym::Expr *R, Range W);
  SemaValue divide(sym::Expr *L, sym::Expr *R, Range W);
  SemaValue logical(bool IsAnd, sym::Expr *L, sym::Expr *R, Range W);

  // Calls (SemaCall.cpp).
  SemaValue visitCall(const ast::CallExpr &E);
  SemaValue callEntity(const Entity &Callee, const ast::CallExpr &E);
  SemaValue callBuiltin(const Entity &Callee, const ast::CallExpr &E,
                        SemaValue Receiver);
  SemaValue callObject(SemaValue Callee, const ast::CallExpr &E);
  SemaValue callDTypeMethod(const Entity &Callee, const ast::CallExpr &E);
  SemaValue callMarker(const Entity &Callee, const ast::CallExpr &E);
  bool positional(const ast::CallExpr &E,
                  llvm::SmallVectorImpl<SemaValue> &Values,
                  llvm::SmallVectorImpl<Range> &Ranges);
  bool bindKeywords(const Builtin &B, llvm::StringRef Name,
                    const ast::CallExpr &E,
                    llvm::MutableArrayRef<SemaValue> Args,
                    llvm::MutableArrayRef<Range> Ranges);

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
  /// Why a value of type From does not convert to To; empty if it does.
  static llvm::StringRef whyNotCast(Type From, Type To);
  Type dtypeArgument(SemaValue V, Range R);
  PyRef printedForm(SemaValue V);

  // Helpers (SemaInline.cpp).
  /// What is left of the running function behind the current body: the rest of
  /// the bodies around it, from the inside out.
  struct Continuation {
    ast::Body Rest;
    const Continuation *Outer;
    /// A loop around: what follows is more iterations.
    bool IsLoop = false;
  };
  /// What a call replaces and gives back.
  struct CallerState;
  SemaValue callJit(const Entity &Callee, const ast::CallExpr &E);
  bool findCode(const Entity &Callee, const ast::CallExpr &E, JitCode &Code);
  bool bindCall(ast::FunctionStmt &F, const ast::CallExpr &E,
                llvm::MutableArrayRef<SemaValue> Args);
  bool bindCallKeywords(ast::FunctionStmt &F, const ast::CallExpr &E,
                        llvm::MutableArrayRef<SemaValue> Args);
  bool bindHelperParams(ast::FunctionStmt &F, llvm::ArrayRef<SemaValue> Args,
                        sym::Body *Caller);
  SemaValue runHelper(const JitCode &Code, const ast::CallExpr &E,
                      llvm::ArrayRef<SemaValue> Args);

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
  AttrDict nanAttr(Type Element);
  sym::Expr *positionOf(OpKind K, sym::Expr *E, const Reduction &How, Range R,
                        sym::Expr *&Extremum);
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
  bool runtimeAssert(SemaValue Condition, Range R, llvm::StringRef Message,
                     sym::Expr *Mask, Range Where);

  // Values across regions, if, conditional expressions (SemaControl.cpp).
  using ScopeMap = llvm::DenseMap<llvm::StringRef, Variable>;
  /// The scope at the end of a branch.
  struct BranchEnd {
    ScopeMap Locals;
    sym::Body *Block;
    bool Returned;
    SemaValue Result; ///< where Returned: of the function
  };
  bool flatten(SemaValue V, llvm::SmallVectorImpl<sym::Expr *> &Parts);
  bool flattenPair(SemaValue A, SemaValue B,
                   llvm::SmallVectorImpl<sym::Expr *> &AParts,
                   llvm::SmallVectorImpl<sym::Expr *> &BParts);
  SemaValue rebuild(SemaValue V, llvm::ArrayRef<sym::Expr *> &Parts);
  std::string typeText(SemaValue V);
  void yieldFrom(sym::Body *B, sym::Expr *E);
  sym::Expr *scalarCondition(SemaValue Test, Range R, llvm::StringRef What);
  void visitIf(const ast::IfStmt &S);
  void visitRuntimeIf(const ast::IfStmt &S, SemaValue Test);
  BranchEnd visitBranch(sym::Stmt *S, ast::Body Statements, ScopeMap Start);
  SemaValue branchValue(BranchEnd &End, llvm::StringRef Name);
  void mergeName(sym::Stmt *S, llvm::StringRef Name, BranchEnd &Then,
                 BranchEnd &Else, Range Where);
  void returnInBranch(const ast::IfStmt &S, sym::Stmt *If, BranchEnd &Then,
                      BranchEnd &Else);
  bool continueIn(const ast::IfStmt &S, BranchEnd &Open);
  void mergeResults(const ast::IfStmt &S, sym::Stmt *If, BranchEnd &Then,
                    BranchEnd &Else);
  SemaValue visitRuntimeConditional(const ast::ConditionalExpr &E,
                                    SemaValue Test);

  // Loops (SemaLoop.cpp).
  /// What a loop ranges over.
  struct RangeCall {
    bool IsStatic = false;
    bool IsPython = false; ///< `range`, not `tl.range`
    bool Known = false;    ///< all bounds are known at compile time
    SemaValue Bounds[3];   ///< start, end, step
    Range Places[3];
  };
  void visitFor(const ast::ForStmt &S);
  void visitWhile(const ast::WhileStmt &S);
  void visitRuntimeFor(const ast::ForStmt &S, const RangeCall &R);
  void visitLoopBody(ast::Body Statements, Range Loop);
  bool readRange(const ast::ForStmt &S, RangeCall &R);
  bool constantBounds(const RangeCall &R, int64_t (&Bounds)[3]);
  bool loopBounds(const RangeCall &R, sym::Stmt *Loop, Type &Index);
  void expand(const ast::ForStmt &S, const RangeCall &R, uint64_t Trips,
              int64_t Start, int64_t Step);
  void checkCarriedTypes(const ast::ForStmt &S, const ScopeMap &Before);
  void checkCompileTimeNames(ScopeMap &Before);
  void reportCarried(llvm::StringRef Name, SemaValue Before, SemaValue After,
                     Range Where, Range First);
  void endScope(const ScopeMap &Before, Range Loop);
  void forgetAssigned(ast::Body Statements);
  void decayAssigned(llvm::ArrayRef<llvm::StringRef> Assigned);
  void enterLoop(sym::Stmt *Loop, sym::Body *B,
                 llvm::ArrayRef<llvm::StringRef> Assigned,
                 llvm::SmallVectorImpl<llvm::StringRef> &Carried);
  void leaveLoop(sym::Stmt *Loop, sym::Body *B, ScopeMap Before,
                 llvm::ArrayRef<llvm::StringRef> Carried);
  Range bodyRange(sym::Stmt *Loop) { return LoopPlaces[Loop]; }

  ScopeMap Locals;
  /// Names that are not defined any more: where, and in what they were.
  llvm::DenseMap<llvm::StringRef, std::pair<Range, llvm::StringRef>> Ended;
  llvm::DenseMap<sym::Stmt *, Range> LoopPlaces;
  /// Set while the iterable of a `for` is visited.
  RangeCall *WantedRange = nullptr;
  /// Iterations of the expanded loops around the current place.
  uint64_t UnrollFactor = 1;
  /// A `return` has been visited; the rest of the body is not.
  bool Returned = false;
  /// What it returned; Absent before.
  SemaValue Result;
  const Continuation *After = nullptr;
  /// The functions being expanded, from the kernel on.
  llvm::SmallVector<const ast::FunctionStmt *, 4> CallStack;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SEMA_H
