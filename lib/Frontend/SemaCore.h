//===- SemaCore.h - Values, errors, promotion -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sema needs everywhere: making values, computing compile-time ones,
// promotion, reporting. It knows nothing of statements and names.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_SEMACORE_H
#define MYTRITON_LIB_FRONTEND_SEMACORE_H

#include "Builtins.h"
#include "NameResolver.h"
#include "mytriton/IR/Context.h"

namespace mt {

class ASTReader;
class FunctionLibrary;

/// What sema is given, for one compilation.
struct SemaInput {
  Context &Ctx;
  DiagnosticEngine &Diags;
  const FrontendOptions &Options;
  NameResolver *Resolver;
  ASTReader *Reader;
  llvm::StringRef FileName;
  /// Finds the syntax of live helpers; null where there are none.
  FunctionLoader *Loader = nullptr;
  /// Functions of the language written in the language.
  FunctionLibrary *Library = nullptr;
};

class SemaCore {
public:
  SemaCore(const SemaInput &In, sym::Program &P);
  ~SemaCore();

  Context &context() { return In.Ctx; }
  Location loc(ast::SourceRange R) const {
    if (!LibraryName.empty())
      return LibrarySite;
    return Location(Scope, R.Line, R.Col, R.EndLine, R.EndCol);
  }
  InFlightDiagnostic error(ast::SourceRange R) {
    return report(R, CompileErrorCategory);
  }
  /// For what kernels cannot contain, as opposed to what is used wrongly.
  InFlightDiagnostic unsupported(ast::SourceRange R) {
    return report(R, ASTFrontendErrorCategory);
  }
  /// Keeps a Python object for the compilation; Error with the pending
  /// exception reported at R if it is null.
  SemaValue constant(PyRef Object, ast::SourceRange R);
  SemaValue makeTuple(llvm::ArrayRef<SemaValue> Elements, bool IsList);
  /// A tuple, list or aggregate like V with other elements.
  SemaValue withElements(SemaValue V, llvm::ArrayRef<SemaValue> Elements);
  /// An instance of a class of named tuples, which is kept by the caller.
  SemaValue makeNamedTuple(llvm::ArrayRef<SemaValue> Elements, PyObject *Class);
  SemaValue makeEntity(const Entity &E);
  SemaValue foreign(llvm::StringRef Name);
  /// What a live object means, called Name in the source.
  SemaValue fromObject(PyObject *Object, llvm::StringRef Name);
  /// An attribute of a live module or class; Absent if it has none.
  SemaValue memberOf(PyObject *Owner, llvm::StringRef Name);
  /// The same for an object known to be a compile-time value, of any class.
  SemaValue constexprObject(PyObject *Object, llvm::StringRef Name);
  /// The canonical name that the package gave an object; empty if none.
  static std::string markedName(PyObject *Object);
  /// A module by its dotted name; unknown ones are ModuleKind::Unknown.
  SemaValue moduleNamed(llvm::StringRef Dotted);
  /// An attribute of a language module; Absent if it has none of that name.
  SemaValue moduleAttr(const Entity &M, llvm::StringRef Name,
                       ast::SourceRange R);
  const FrontendOptions &options() const { return In.Options; }

protected:
  using Range = ast::SourceRange;

  InFlightDiagnostic report(Range R, llvm::StringRef Category);

  // Promotion (SemaPromote.cpp).
  enum class Division : bool { No, Yes };
  /// The common element type of two values; null after reporting.
  Type promote(Type L, Type R, Division D, llvm::StringRef Op, Range W);
  /// Makes both sides values of one element type. Weak: a literal takes the
  /// other side's type (SE-04); otherwise it becomes a value first (SE-06).
  bool makeOperands(SemaValue L, SemaValue R, Division D, bool Weak,
                    llvm::StringRef Op, Range W, sym::Expr *&LE,
                    sym::Expr *&RE);
  /// A literal as a value of a given element type; null after reporting.
  sym::Expr *literalAs(PyObject *Literal, Type Ty, Range W);
  /// True if the literal takes Ty when it meets a value of that type.
  bool isWeakFor(PyObject *Literal, Type Ty);
  /// A value of V (SE-01…03); null after reporting that What needs one.
  sym::Expr *toValue(SemaValue V, llvm::StringRef What, Range R);
  sym::Expr *cast(sym::Expr *E, Type Element, Range R);
  /// The shape both sides broadcast to; false after reporting.
  bool broadcast(llvm::ArrayRef<int64_t> A, llvm::ArrayRef<int64_t> B,
                 llvm::SmallVectorImpl<int64_t> &Shape, Range W);
  sym::Expr *op(OpKind K, llvm::ArrayRef<sym::Expr *> Operands, Type Ty,
                Range R, AttrDict Attrs = {});
  /// An elementwise op on values of one element type.
  SemaValue elementwise(OpKind K, llvm::ArrayRef<sym::Expr *> Operands,
                        Type ResultElement, Range R, AttrDict Attrs = {});
  sym::Expr *constantExpr(Constant *C, Range R);

  /// Notes that the regions between Owner and here read V.
  void capture(SemaValue V, sym::Body *Owner);
  /// Yields E from a body; a value of an enclosing body is captured.
  void yieldFrom(sym::Body *B, sym::Expr *E);

  // Compile-time values (SemaConst.cpp).
  bool isCompileTime(SemaValue V) const { return !V.isExpr() && !V.isError(); }
  /// The Python object of a compile-time value; null if it has none.
  PyRef toObject(SemaValue V);
  SemaValue constBinary(ast::BinaryOp Op, SemaValue L, SemaValue R, Range W);
  SemaValue constCompare(ast::CompareOp Op, SemaValue L, SemaValue R, Range W);
  bool tooLarge(ast::BinaryOp Op, PyObject *L, PyObject *R, Range W);
  std::optional<bool> truth(SemaValue V, Range R);
  /// An integer known at compile time; reports that What must be one.
  std::optional<int64_t> constInt(SemaValue V, llvm::StringRef What, Range R);
  std::optional<bool> constBool(SemaValue V, llvm::StringRef What, Range R);
  std::optional<std::string> constString(SemaValue V, llvm::StringRef What,
                                         Range R);
  SemaValue boolean(bool V) {
    return SemaValue::constant(V ? Py_True : Py_False);
  }
  SemaValue none() { return SemaValue::constant(Py_None); }
  SemaValue integer(int64_t V, Range R);
  SemaValue string(llvm::StringRef Text, Range R);
  /// `an f32 value`, `the integer 3`, for errors.
  std::string describe(SemaValue V);

  SemaInput In;
  sym::Program &P;
  const LocationScope *Scope;
  /// Inside a function of the library: its name, and the user's call, which is
  /// the place of all that happens in it.
  llvm::StringRef LibraryName;
  Location LibrarySite;
  /// That call has an error already: what follows from it is not reported.
  bool LibraryFailed = false;
  /// Where new expressions and statements belong.
  sym::Body *Current;
  llvm::BumpPtrAllocator Arena;
  llvm::SmallVector<PyRef, 32> Kept;
  /// Where errors go: the compilation's engine, or Silent while something is
  /// only tried.
  DiagnosticEngine *Diags;
  DiagnosticEngine Silent;
  unsigned NumErrors = 0;
  /// Global names whose value is being computed, for notes.
  llvm::SmallVector<std::pair<llvm::StringRef, Range>, 2> GlobalUses;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SEMACORE_H
