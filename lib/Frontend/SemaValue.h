//===- SemaValue.h - What a Python expression means -------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_SEMAVALUE_H
#define MYTRITON_LIB_FRONTEND_SEMAVALUE_H

#include "ExprTree.h"
#include "Tree.h"

namespace mt {

struct Builtin;
struct Entity;
class SemaValue;

enum class AggregateKind : uint8_t {
  BlockPointer, ///< base, shape, strides, offsets
  Descriptor,   ///< base, shape, strides
};

/// What of an aggregate is known at compile time: part of its type. In sema's
/// arena.
struct AggregateType {
  AggregateKind Kind;
  /// The extents of the block it describes, and the order of its dimensions.
  llvm::ArrayRef<int64_t> Block, Order;
  /// Descriptor: elements outside the array read as NaN, not as 0.
  bool PadsWithNan = false;

  unsigned rank() const { return Block.size(); }
  bool operator==(const AggregateType &) const = default;
};

/// Elements of a tuple, a list or an aggregate; in sema's arena.
struct TupleData {
  llvm::ArrayRef<SemaValue> Elements;
  bool IsList = false;
  const AggregateType *Aggregate = nullptr;
  /// The class of a named tuple, a subclass of tuple; null for others.
  PyObject *Class = nullptr;
};

/// A run-time expression, a compile-time Python object, a tuple of values, or
/// an entity of the language. Small and copied freely; Python objects are
/// borrowed from sema, which keeps them for the compilation.
class SemaValue {
public:
  enum KindTy : uint8_t {
    Absent, ///< no value: an optional argument that was left out
    Error,  ///< already reported; whatever is computed from it is Error too
    Expr,
    Const,
    Tuple,
    Aggregate, ///< a block pointer or descriptor: run-time values under a type
    Entity,
  };

  SemaValue() = default;
  SemaValue(sym::Expr *E) : Kind(Expr), E(E) {}
  static SemaValue error() {
    SemaValue V;
    V.Kind = Error;
    return V;
  }
  static SemaValue constant(PyObject *Borrowed) {
    SemaValue V;
    V.Kind = Const;
    V.Object = Borrowed;
    return V;
  }
  static SemaValue tuple(const TupleData *Data) {
    SemaValue V;
    V.Kind = Data->Aggregate ? Aggregate : Tuple;
    V.Data = Data;
    return V;
  }
  static SemaValue entity(const mt::Entity *Ent) {
    SemaValue V;
    V.Kind = Entity;
    V.Ent = Ent;
    return V;
  }

  KindTy kind() const { return Kind; }
  bool isAbsent() const { return Kind == Absent; }
  bool isError() const { return Kind == Error; }
  bool isExpr() const { return Kind == Expr; }
  bool isConst() const { return Kind == Const; }
  bool isTuple() const { return Kind == Tuple; }
  bool isAggregate() const { return Kind == Aggregate; }
  bool isAggregate(AggregateKind K) const {
    return isAggregate() && Data->Aggregate->Kind == K;
  }
  bool hasElements() const { return isTuple() || isAggregate(); }
  bool isEntity() const { return Kind == Entity; }
  /// `None`.
  bool isNone() const { return Kind == Const && Object == Py_None; }
  /// Left out, or `None`.
  bool isAbsentOrNone() const { return isAbsent() || isNone(); }

  sym::Expr *expr() const { return E; }
  PyObject *object() const { return Object; }
  llvm::ArrayRef<SemaValue> elements() const { return Data->Elements; }
  bool isList() const { return Data->IsList; }
  PyObject *tupleClass() const { return Data->Class; }
  const AggregateType *aggregate() const { return Data->Aggregate; }
  const mt::Entity *entity() const { return Ent; }

private:
  KindTy Kind = Absent;
  union {
    sym::Expr *E = nullptr;
    PyObject *Object;
    const TupleData *Data;
    const mt::Entity *Ent;
  };
};

enum class EntityKind : uint8_t {
  Module,      ///< the language, a part of it, `math`, or one not known here
  Builtin,     ///< a function of the language or of Python
  DType,       ///< `tl.float32`
  Method,      ///< a builtin bound to its first argument
  JitFunction, ///< a `@jit` function
  Marker,      ///< `tl.constexpr`, `tl.tensor`, … : annotations
  Decorator,   ///< `triton.jit`, `triton.autotune` …
  NanRule,     ///< `tl.PropagateNan.ALL`
  TupleClass,  ///< a class of named tuples
  Foreign,     ///< something a kernel cannot use
};

enum class ModuleKind : uint8_t {
  Language,     ///< `triton.language` and `.math`, `.core`, `.standard`
  LibDevice,    ///< `triton.language.extra.libdevice`
  Triton,       ///< `triton`
  Extra,        ///< `triton.language.extra` and what lies below
  Math,         ///< Python's `math`
  PropagateNan, ///< `tl.PropagateNan`
  Unknown,
};

enum class MarkerKind : uint8_t {
  Constexpr,
  Const,
  Tensor,
  PointerType,
  BlockType,
  DType,
  ConstexprType,
  Tuple,
  Descriptor, ///< `tl.tensor_descriptor`
};

enum class DecoratorKind : uint8_t {
  Jit,
  ConstexprFunction,
  Skipped, ///< `autotune`, `heuristics`
};

/// A compile-time thing that is not a Python object. In sema's arena.
struct Entity {
  EntityKind Kind = EntityKind::Foreign;
  /// As errors call it: `tl.load`, `'torch'`.
  llvm::StringRef Name;
  ModuleKind Module = ModuleKind::Unknown;
  MarkerKind Marker = MarkerKind::Constexpr;
  DecoratorKind Decorator = DecoratorKind::Jit;
  const mt::Builtin *Function = nullptr;
  Type Ty;             // DType
  SemaValue Receiver;  // Method
  bool AllNan = false; // NanRule
  /// JitFunction: its syntax, in a file that is read.
  const ast::FunctionStmt *Jit = nullptr;
  /// The live object: of a JitFunction and a TupleClass, of a Module and what
  /// is Foreign if there is one.
  PyObject *Object = nullptr;
  /// Foreign: where it comes from, for a note.
  ast::SourceRange Where;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_SEMAVALUE_H
