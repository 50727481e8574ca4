//===- SemaAtomic.cpp - Atomics, asserts, prints
//---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static bool worksOn(OpKind K, Type T) {
  bool Wide = T.isInteger() && T.bitWidth() >= 32;
  switch (K) {
  case OpKind::AtomicAdd:
    return Wide || (T.isFloat() && !T.isFloat8());
  case OpKind::AtomicMax:
  case OpKind::AtomicMin:
    return Wide || (T.isFloat() && T.bitWidth() >= 32);
  case OpKind::AtomicXchg:
    return (T.isInteger() || T.isFloat()) && T.bitWidth() >= 32;
  case OpKind::AtomicCas:
    return (T.isInteger() || T.isFloat()) && T.bitWidth() >= 16;
  default:
    return Wide;
  }
}

/// False after reporting that the atomic cannot change what Pointer points to.
bool Sema::checkAtomicType(const BoundCall &C, Type Pointer) {
  if (Pointer.isConstPointer()) {
    error(C.Ranges[0]) << C.Name << " cannot change a constant pointer's "
                       << "memory, got " << Pointer;
    return false;
  }
  if (worksOn(C.Function.Op, Pointer.pointee()))
    return true;
  error(C.Range) << C.Name << " does not support " << Pointer.pointee();
  return false;
}

/// The pointers to change; null after reporting.
sym::Expr *Sema::atomicPointer(const BoundCall &C) {
  sym::Expr *E = pointerArgument(C);
  return E && checkAtomicType(C, E->Ty.elementType()) ? E : nullptr;
}

bool Sema::atomicOrder(const BoundCall &C, unsigned First, AttrDict &Attrs) {
  return addHint(C, First, "sem", {"relaxed", "acquire", "release", "acq_rel"},
                 Attrs) &&
         addHint(C, First + 1, "scope", {"gpu", "cta", "sys"}, Attrs);
}

SemaValue Sema::callAtomic(const BoundCall &C) {
  enum { Pointer, Value, Mask, Sem, Scope };
  AttrDict Attrs;
  sym::Expr *Ptr = atomicPointer(C), *MaskE = nullptr;
  if (!Ptr || !checkMask(C[Mask], C, Mask, MaskE) ||
      !atomicOrder(C, Sem, Attrs))
    return SemaValue::error();
  sym::Expr *V =
      toValue(C[Value], "the value of " + C.Name.str(), C.Ranges[Value]);
  if (!V)
    return SemaValue::error();
  if (V->Ty.elementType().isPointer()) {
    error(C.Ranges[Value]) << "the value of " << C.Name
                           << " must be a number, got " << V->Ty;
    return SemaValue::error();
  }
  if (!fitsPointers(C, Value, Ptr, V) || !fitsPointers(C, Mask, Ptr, MaskE))
    return SemaValue::error();
  return emitAtomic(C, Ptr, V, MaskE, Attrs);
}

/// The old values.
SemaValue Sema::emitAtomic(const BoundCall &C, sym::Expr *Pointers,
                           sym::Expr *V, sym::Expr *Mask, AttrDict Attrs) {
  Type Pointee = Pointers->Ty.elementType().pointee();
  V = cast(V, Pointee, C.Range);
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(C.Range), Current);
  S->Op = C.Function.Op;
  S->Attrs = Attrs;
  S->Operands = {Pointers, V, Mask};
  return P.addResult(S, In.Ctx.withElement(Pointers->Ty, Pointee), Current);
}

SemaValue Sema::callAtomicCas(const BoundCall &C) {
  enum { Pointer, Compare, Value, Sem, Scope };
  AttrDict Attrs;
  sym::Expr *Ptr = atomicPointer(C);
  if (!Ptr || !atomicOrder(C, Sem, Attrs))
    return SemaValue::error();
  Type Wanted = In.Ctx.withElement(Ptr->Ty, Ptr->Ty.elementType().pointee());
  sym::Expr *Operands[2];
  for (unsigned I = 0; I != 2; ++I) {
    StringRef Name = C.Function.Params[Compare + I];
    sym::Expr *E =
        toValue(C[Compare + I], "'" + Name.str() + "'", C.Ranges[Compare + I]);
    if (!E)
      return SemaValue::error();
    if (E->Ty != Wanted) {
      error(C.Ranges[Compare + I])
          << "'" << Name << "' of " << C.Name << " must have type " << Wanted
          << ", got " << E->Ty << "; cast it";
      return SemaValue::error();
    }
    Operands[I] = E;
  }
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(C.Range), Current);
  S->Op = OpKind::AtomicCas;
  S->Attrs = Attrs;
  S->Operands = {Ptr, Operands[0], Operands[1]};
  return P.addResult(S, Wanted, Current);
}

//===----------------------------------------------------------------------===//
// Asserts and prints at run time
//===----------------------------------------------------------------------===//

/// Kept in debug builds only, but checked in all.
bool Sema::runtimeAssert(SemaValue Condition, Range R, StringRef Message,
                         sym::Expr *Mask, Range Where) {
  sym::Expr *E = toValue(Condition, "an asserted condition", R);
  if (!E)
    return false;
  if (!E->Ty.elementType().isIntegerOrBool()) {
    error(R) << "an asserted condition must be boolean, got " << E->Ty
             << "; compare it";
    return false;
  }
  Extents Shape;
  if (Mask && !broadcast(E->Ty.shape(), Mask->Ty.shape(), Shape, Where))
    return false;
  if (!In.Options.Debug)
    return true;
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(Where), Current);
  S->Op = OpKind::Assert;
  S->Attrs = In.Ctx.dict({In.Ctx.named("message", In.Ctx.stringAttr(Message))});
  S->Operands = {cast(E, In.Ctx.boolean(), R), Mask};
  return true;
}

/// A promise, which debug builds check.
SemaValue Sema::callAssume(const BoundCall &C) {
  if (!runtimeAssert(C[0], C.Ranges[0], "tl.assume does not hold",
                     /*Mask=*/nullptr, C.Range))
    return SemaValue::error();
  return none();
}

/// Memory is in order within a program as it is.
SemaValue Sema::callDebugBarrier(const BoundCall &) { return none(); }

SemaValue Sema::callDeviceAssert(const BoundCall &C) {
  std::optional<std::string> Message = std::string();
  sym::Expr *Mask = nullptr;
  if (!C[1].isAbsentOrNone())
    Message = constString(C[1], "the message of tl.device_assert", C.Ranges[1]);
  if (!Message || !checkMask(C[2], C, 2, Mask) ||
      !runtimeAssert(C[0], C.Ranges[0], *Message, Mask, C.Range))
    return SemaValue::error();
  return none();
}

/// The prefix starts with one space and, in front of values, ends with ": ".
static std::string printedPrefix(StringRef Text, bool HasValues) {
  std::string Prefix;
  StringRef Trimmed = Text.trim(' ');
  if (HasValues) {
    if (!Trimmed.consume_back(":"))
      Trimmed = Trimmed.trim(' ');
    Prefix = Trimmed.empty() ? ": " : " " + Trimmed.str() + ": ";
    return Prefix;
  }
  return " " + Trimmed.str();
}

SemaValue Sema::callDevicePrint(const BoundCall &C) {
  enum { Prefix, Args, Hex };
  auto Text =
      constString(C[Prefix], "the prefix of " + C.Name.str(), C.Ranges[Prefix]);
  if (!Text)
    return SemaValue::error();
  if (!llvm::all_of(*Text, [](char Ch) { return Ch >= 32 && Ch < 127; })) {
    error(C.Ranges[Prefix])
        << "the prefix of " << C.Name << " must be printable ASCII text";
    return SemaValue::error();
  }
  std::optional<bool> IsHex = false;
  if (!C[Hex].isAbsent())
    IsHex = constBool(C[Hex], "hex", C.Ranges[Hex]);
  if (!IsHex)
    return SemaValue::error();
  llvm::SmallVector<sym::Expr *, 4> Values;
  llvm::ArrayRef<SemaValue> Given;
  if (C[Args].isTuple())
    Given = C[Args].elements();
  for (SemaValue V : Given) {
    Values.push_back(toValue(V, "a value to print", C.Ranges[Args]));
    if (!Values.back())
      return SemaValue::error();
  }
  std::string Shown = printedPrefix(*Text, !Values.empty());
  sym::Stmt *S = P.makeStmt(sym::StmtKind::Effect, loc(C.Range), Current);
  S->Op = OpKind::Print;
  S->Attrs = In.Ctx.dict({In.Ctx.named("prefix", In.Ctx.stringAttr(Shown))});
  if (*IsHex)
    S->Attrs = In.Ctx.withAttr(S->Attrs, "hex", In.Ctx.boolAttr(true));
  S->Operands.assign(Values.begin(), Values.end());
  return none();
}
