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
  SemaValue callSigmoid(const BoundCall &C);
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
  void bindRuntimeParam(const ast::Param &P, const KernelArgument &A);
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
  bool rejectBoundaryArgs(const BoundCall &C, unsigned First, unsigned Count);
  std::optional<bool> nanRule(const BoundCall &C, unsigned Index);
  SemaValue extremum(OpKind K, SemaValue X, SemaValue Y, bool Propagate,
                     Range R, llvm::StringRef Name);
  bool checkMathType(sym::Expr *E, const BoundCall &C);
  Type dtypeArgument(SemaValue V, Range R);

  // Values across regions, if, conditional expressions (SemaControl.cpp).
  using ScopeMap = llvm::DenseMap<llvm::StringRef, Variable>;
  /// The scope at the end of a branch.
  struct BranchEnd {
    ScopeMap Locals;
    sym::Body *Block;
    bool Returned;
  };
  bool flatten(SemaValue V, llvm::SmallVectorImpl<sym::Expr *> &Parts);
  SemaValue rebuild(SemaValue V, llvm::ArrayRef<sym::Expr *> &Parts);
  std::string typeText(SemaValue V);
  void yieldFrom(sym::Body *B, sym::Expr *E);
  sym::Expr *scalarCondition(SemaValue Test, Range R, llvm::StringRef What);
  /// Rest: the statements behind the `if`.
  void visitIf(const ast::IfStmt &S, ast::Body Rest);
  void visitRuntimeIf(const ast::IfStmt &S, SemaValue Test, ast::Body Rest);
  BranchEnd visitBranch(sym::Stmt *S, ast::Body Statements, ScopeMap Start);
  SemaValue branchValue(BranchEnd &End, llvm::StringRef Name);
  void mergeName(sym::Stmt *S, llvm::StringRef Name, BranchEnd &Then,
                 BranchEnd &Else, Range Where);
  void returnInBranch(const ast::IfStmt &S, BranchEnd &Then, BranchEnd &Else,
                      ast::Body Rest);
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
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SEMA_H
