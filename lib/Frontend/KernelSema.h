//===- KernelSema.h - Statements, names and calls of a kernel ---*- C++ -*-===//
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

#ifndef MYTRITON_LIB_FRONTEND_KERNELSEMA_H
#define MYTRITON_LIB_FRONTEND_KERNELSEMA_H

#include "AssignedNames.h"
#include "NameResolver.h"
#include "Scope.h"
#include "Sema.h"

namespace mt {

class KernelSema final : public Sema {
public:
  using Sema::Sema;

  /// Analyses F for a signature. Failure after reporting errors.
  LogicalResult analyze(ast::FunctionStmt &F, const KernelSignature &Signature);

  /// True if a decorator of F is `@jit`. Notes decorators that are skipped.
  bool isKernel(const ast::FunctionStmt &F, bool Report);
  /// True if a decorator of F is of this kind.
  bool isDecorated(const ast::FunctionStmt &F, DecoratorKind Kind);

  bool isConstexprAnnotation(ast::Expr *Annotation);

  /// The value of an expression at module level, where no local name exists;
  /// it is that of Name, which Use asks for.
  SemaValue evaluateGlobal(ast::Expr *E, llvm::StringRef Name,
                           ast::SourceRange Use);
  /// A dotted name without reporting errors; Absent if it has no meaning.
  SemaValue quietDotted(ast::Expr *E);

  SemaValue visit(ast::Expr *E) override;
  SemaValue callRange(const BoundCall &C) override;
  bool findCode(const Entity &Callee, Range Where, JitCode &Code) override;
  SemaValue runHelper(const JitCode &Code, Range Where,
                      llvm::ArrayRef<SemaValue> Args) override;

private:
  using Names = llvm::SmallVector<llvm::StringRef, 8>;

  // Kernel and parameters (KernelSema.cpp).
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
  void visitFunction(const ast::FunctionStmt &F);
  void visitBody(ast::Body Statements);
  void visitStmt(ast::Stmt *S);
  void visitAssign(const ast::AssignStmt &S);
  void visitAnnAssign(const ast::AnnAssignStmt &S);
  void visitAugAssign(const ast::AugAssignStmt &S);
  void visitAssert(const ast::AssertStmt &S);
  void visitExprStmt(const ast::ExprStmt &S);
  void assign(ast::Expr *Target, SemaValue V);
  void unpack(const ast::SequenceExpr &Target, SemaValue V);
  void bind(const ast::NameExpr &Target, SemaValue V, bool IsConstexpr);
  /// Compile-time numbers become run-time values when assigned (SE-07).
  SemaValue decay(SemaValue V, Range R);

  // Expressions (SemaExpr.cpp).
  SemaValue visitName(const ast::NameExpr &E);
  SemaValue lookupLocal(llvm::StringRef Name);
  SemaValue visitSequence(const ast::SequenceExpr &E);
  SemaValue visitComprehension(const ast::ComprehensionExpr &E);
  SemaValue visitConditional(const ast::ConditionalExpr &E);
  SemaValue visitNamed(const ast::NamedExpr &E);
  SemaValue visitFString(const ast::FStringExpr &E);
  PyRef formatPart(ast::Expr *Part);
  SemaValue reportUndefined(const ast::NameExpr &E);

  // Attributes and subscripts (SemaAttr.cpp).
  SemaValue visitAttribute(const ast::AttributeExpr &E);
  SemaValue visitSubscript(const ast::SubscriptExpr &E);
  SemaValue indexTuple(SemaValue Base, const ast::SubscriptExpr &E);
  SemaValue sliceTuple(SemaValue Base, const ast::SliceExpr &Slice);

  // Operators (SemaOperator.cpp).
  SemaValue visitBinary(const ast::BinaryExpr &E);
  SemaValue visitUnary(const ast::UnaryExpr &E);
  SemaValue visitCompare(const ast::CompareExpr &E);
  SemaValue visitBool(const ast::BoolExpr &E);

  // Calls (SemaCall.cpp).
  SemaValue visitCall(const ast::CallExpr &E);
  SemaValue callEntity(const Entity &Callee, const ast::CallExpr &E);
  SemaValue callBuiltin(const Entity &Callee, const ast::CallExpr &E,
                        SemaValue Receiver);
  SemaValue callObject(SemaValue Callee, const ast::CallExpr &E);
  SemaValue callDTypeMethod(const Entity &Callee, const ast::CallExpr &E);
  SemaValue callMarker(const Entity &Callee, const ast::CallExpr &E);
  SemaValue callTupleClass(const Entity &Callee, const ast::CallExpr &E);
  SemaValue blockType(const Entity &Callee, llvm::ArrayRef<SemaValue> Values,
                      llvm::ArrayRef<Range> Ranges, const ast::CallExpr &E);
  bool positional(const ast::CallExpr &E,
                  llvm::SmallVectorImpl<SemaValue> &Values,
                  llvm::SmallVectorImpl<Range> &Ranges);
  bool bindKeywords(const Builtin &B, llvm::StringRef Name,
                    const ast::CallExpr &E,
                    llvm::MutableArrayRef<SemaValue> Args,
                    llvm::MutableArrayRef<Range> Ranges);

  // Helpers (SemaInline.cpp).
  /// What a call replaces and gives back.
  struct CallerState;
  SemaValue callJit(const Entity &Callee, const ast::CallExpr &E);
  bool checkOutlined(const Entity &Callee, const ast::FunctionStmt &F,
                     llvm::ArrayRef<SemaValue> Args, Range Where);
  bool bindCall(ast::FunctionStmt &F, const ast::CallExpr &E,
                llvm::SmallVectorImpl<SemaValue> &Args);
  bool bindPositional(ast::FunctionStmt &F, llvm::ArrayRef<SemaValue> Values,
                      Range Where, llvm::SmallVectorImpl<SemaValue> &Args);
  bool checkComplete(ast::FunctionStmt &F, llvm::ArrayRef<SemaValue> Args,
                     Range Where);
  bool bindCallKeywords(ast::FunctionStmt &F, const ast::CallExpr &E,
                        llvm::MutableArrayRef<SemaValue> Args);
  bool bindHelperParams(ast::FunctionStmt &F, llvm::ArrayRef<SemaValue> Args,
                        sym::Body *Caller);

  // Values across regions (SemaRegion.cpp).
  bool flatten(SemaValue V, llvm::SmallVectorImpl<sym::Expr *> &Parts);
  bool flattenPair(SemaValue A, SemaValue B,
                   llvm::SmallVectorImpl<sym::Expr *> &AParts,
                   llvm::SmallVectorImpl<sym::Expr *> &BParts);
  SemaValue rebuild(SemaValue V, llvm::ArrayRef<sym::Expr *> &Parts);
  std::string typeText(SemaValue V);
  SemaValue branchValue(BranchEnd &End, llvm::StringRef Name);
  std::optional<SemaValue> mergeValues(sym::Stmt *S, SemaValue A, SemaValue B,
                                       Range Where);
  SemaValue takeValue(sym::Stmt *S, SemaValue V, unsigned Branch, Range Where);
  sym::Expr *placeholder(Type Ty, Range Where);
  void mergeName(sym::Stmt *S, llvm::StringRef Name, BranchEnd &Then,
                 BranchEnd &Else, Range Where);
  bool canIgnore(const BranchEnd &End, llvm::StringRef Name) const;

  // if, conditional expressions (SemaControl.cpp).
  sym::Expr *scalarCondition(SemaValue Test, Range R, llvm::StringRef What);
  void visitIf(const ast::IfStmt &S);
  void visitRuntimeIf(const ast::IfStmt &S, SemaValue Test);
  BranchEnd visitBranch(sym::Stmt *S, ScopeMap Start,
                        llvm::function_ref<void()> Visit);
  void mergeBranches(sym::Stmt *S, Names Changed, BranchEnd &Then,
                     BranchEnd &Else, bool IsEnd, Range Where);
  SemaValue visitRuntimeConditional(const ast::ConditionalExpr &E,
                                    SemaValue Test);

  // Leaving bodies early (SemaExit.cpp).
  void visitExit(const ast::Stmt &S);
  void visitReturn(const ast::ReturnStmt &S);
  Frame makeFrame(Frame::KindTy Kind);
  void setFlag(llvm::StringRef Name, bool V, Range Where);
  void clearFlags(ScopeMap &Scope);
  void checkExitTypes(const ast::Stmt &S);
  llvm::SmallVector<llvm::StringRef, 3> exitFlags() const;
  Exit exitState(const ScopeMap &Scope, bool OfLoop = false) const;
  sym::Expr *exitCondition(llvm::ArrayRef<llvm::StringRef> Flags, Range Where);
  const Continuation *boundary() const;
  bool hasRest() const;
  void addRestNames(Names &Result) const;
  void visitRest();
  void visitGuardedRest(Range Where);
  void leaveIfExited(const ast::Stmt &S);
  SemaValue functionResult();

  // Ranges, expanded loops (SemaRange.cpp).
  void visitFor(const ast::ForStmt &S);
  bool readRange(const ast::ForStmt &S, RangeCall &R);
  bool constantBounds(const RangeCall &R, int64_t (&Bounds)[3]);
  bool loopBounds(const RangeCall &R,
                  llvm::SmallVectorImpl<sym::Expr *> &Bounds);
  void expand(const ast::ForStmt &S, const RangeCall &R, uint64_t Trips,
              int64_t Start, int64_t Step);
  void expandOnce(const ast::ForStmt &S);
  void checkCarriedTypes(const ScopeMap &Before);
  void endScope(const ScopeMap &Before, Range Loop);

  // Loops that remain (SemaLoop.cpp).
  void visitWhile(const ast::WhileStmt &S);
  void visitRuntimeFor(const ast::ForStmt &S, const RangeCall &R);
  void visitExitingFor(const ast::ForStmt &S,
                       llvm::ArrayRef<sym::Expr *> Bounds,
                       const BodySummary &Summary);
  void bindIn(sym::Body *B, const ast::NameExpr &Target, sym::Expr *E);
  sym::Expr *tripCount(llvm::ArrayRef<sym::Expr *> Bounds, Range Where);
  OpenLoop openWhile(Location Loc, Range Where);
  sym::Expr *unlessExited(sym::Expr *E, Range Where);
  sym::Expr *whileCondition(const ast::WhileStmt &S, bool HasExits);
  void visitLoopBody(OpenLoop &L, ast::Body Statements);
  Names namesToCarry(const BodySummary &Summary, Range Where);
  void checkCompileTimeNames(ScopeMap &Before);
  void reportCarried(llvm::StringRef Name, SemaValue Before, SemaValue After,
                     Range Where, Range First);
  void forgetAssigned(ast::Body Statements);
  void enterLoop(OpenLoop &L, sym::Body *Entry,
                 llvm::ArrayRef<llvm::StringRef> Assigned);
  void leaveLoop(OpenLoop &L);
  void leaveWithResult(OpenLoop &L);

  ScopeMap Locals;
  /// Names that are not defined any more: where, and in what they were.
  llvm::DenseMap<llvm::StringRef, std::pair<Range, llvm::StringRef>> Ended;
  /// Set while the iterable of a `for` is visited.
  RangeCall *WantedRange = nullptr;
  /// Iterations of the expanded loops around the current place.
  uint64_t UnrollFactor = 1;
  /// The statements of the current region that follow need no visit: an exit
  /// stands in front of them, or they have been visited in a branch.
  bool Done = false;
  const Continuation *After = nullptr;
  /// The running function and the loops around the current place in it.
  llvm::SmallVector<Frame, 4> Frames;
  /// The functions being expanded, from the kernel on.
  llvm::SmallVector<const ast::FunctionStmt *, 4> CallStack;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_KERNELSEMA_H
