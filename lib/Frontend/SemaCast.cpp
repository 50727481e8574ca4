//===- SemaCast.cpp - Conversions, hints, arguments
//------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "TypeNames.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

Type Sema::dtypeArgument(SemaValue V, Range R) {
  if (V.isEntity() && V.entity()->Kind == EntityKind::DType)
    return V.entity()->Ty.elementType();
  if (StringRef(describe(V)).contains("float8e4b15")) {
    error(R) << "type fp8e4b15 is not supported in this architecture; the "
                "supported 8-bit floats are fp8e4nv, fp8e5, fp8e5b16, fp8e4b8";
    return {};
  }
  error(R) << "a dtype such as tl.float32 is needed here, got " << describe(V);
  return {};
}

StringRef Sema::whyNotCast(Type From, Type To) {
  if (From.isPointer() && !To.isPointer() && !To.isBool() &&
      To.kind() != TypeKind::I64 && To.kind() != TypeKind::U64)
    return "pointers convert to 64-bit integers only";
  if (To.isPointer() && !From.isPointer() && From.kind() != TypeKind::I64 &&
      From.kind() != TypeKind::U64)
    return "only 64-bit integers convert to pointers";
  if ((From.isFloat8() && To.isIntegerOrBool() && !To.isBool()) ||
      (To.isFloat8() && From.isIntegerOrBool()))
    return "convert through tl.float16 or tl.float32";
  return {};
}

SemaValue Sema::callCast(const BoundCall &C) {
  enum { Input, DType, Rounding, Bitcast };
  sym::Expr *E = toValue(C[Input], "the value to convert", C.Ranges[Input]);
  Type To = E ? dtypeArgument(C[DType], C.Ranges[DType]) : Type();
  if (!To)
    return SemaValue::error();
  Type From = E->Ty.elementType();
  AttrDict Attrs;
  if (!C[Bitcast].isAbsent()) {
    auto On = constBool(C[Bitcast], "bitcast", C.Ranges[Bitcast]);
    if (!On)
      return SemaValue::error();
    if (*On && From != To) {
      if (From.bitWidth() != To.bitWidth()) {
        error(C.Range) << "cannot bitcast " << From << " of " << From.bitWidth()
                       << " bits to " << To << " of " << To.bitWidth()
                       << " bits";
        return SemaValue::error();
      }
      Attrs = In.Ctx.dict({In.Ctx.named("bitcast", In.Ctx.boolAttr(true))});
    }
  }
  bool Narrows = From.isFloat() && To.isFloat() &&
                 From.bitWidth() > To.bitWidth() && Attrs.empty();
  if (!C[Rounding].isAbsentOrNone()) {
    auto Mode =
        constString(C[Rounding], "fp_downcast_rounding", C.Ranges[Rounding]);
    if (!Mode)
      return SemaValue::error();
    if (!Narrows || (*Mode != "rtne" && *Mode != "rtz")) {
      error(C.Ranges[Rounding])
          << "fp_downcast_rounding is 'rtne' or 'rtz' and belongs to a cast to "
             "a narrower float, not from "
          << From << " to " << To;
      return SemaValue::error();
    }
    if (*Mode == "rtz")
      Attrs = In.Ctx.dict({In.Ctx.named("rounding", In.Ctx.stringAttr("rtz"))});
  }
  StringRef Why = Attrs.empty() ? whyNotCast(From, To) : StringRef();
  if (!Why.empty()) {
    error(C.Range) << "cannot convert " << E->Ty << " to " << To << "; " << Why;
    return SemaValue::error();
  }
  if (Attrs.empty())
    return cast(E, To, C.Range);
  return op(OpKind::Cast, {E}, In.Ctx.withElement(E->Ty, To), C.Range, Attrs);
}

SemaValue Sema::callToTensor(const BoundCall &C) {
  sym::Expr *E = toValue(C[0], "the argument of tl.to_tensor", C.Ranges[0]);
  return E ? SemaValue(E) : SemaValue::error();
}

/// What C promises of its first argument, one value per dimension. Ops and
/// parameters carry it; of other values it is forgotten.
sym::Expr *Sema::withHint(sym::Expr *E, const BoundCall &C,
                          llvm::ArrayRef<int64_t> Values) {
  Context &Ctx = In.Ctx;
  if (E->Kind == sym::ExprKind::Param) {
    AttrDict &Hints = P.Params[E->Index].Attrs;
    if (C.Function.Name == "multiple_of" && Values[0] > 1 && Hints.empty())
      Hints = Ctx.dict({Ctx.named("divisible", Ctx.intAttr(Values[0]))});
    return E;
  }
  if (E->Kind != sym::ExprKind::Op || E->Const)
    return E;
  AttrDict Attrs = Ctx.withAttr(E->Attrs, ("hint." + C.Function.Name).str(),
                                Ctx.shapeAttr(Values));
  return op(E->Op, E->Operands, E->Ty, C.Range, Attrs);
}

SemaValue Sema::callHint(const BoundCall &C) {
  llvm::SmallVector<int64_t, 4> Values;
  auto Read = [&](SemaValue V, const std::string &What) {
    std::optional<int64_t> I = constInt(V, What, C.Ranges[1]);
    if (I && *I < 1)
      error(C.Ranges[1]) << What << " must be positive, got " << *I;
    Values.push_back(I.value_or(0));
    return Values.back() > 0;
  };
  if (!C[1].isTuple()) {
    if (!Read(C[1], "the value of " + C.Name.str()))
      return SemaValue::error();
  } else {
    for (SemaValue V : C[1].elements())
      if (!Read(V, "a value of " + C.Name.str()))
        return SemaValue::error();
  }
  sym::Expr *E = toValue(C[0], "the argument of " + C.Name.str(), C.Ranges[0]);
  if (!E)
    return SemaValue::error();
  if (Values.size() == std::max(1u, E->Ty.rank()))
    return withHint(E, C, Values);
  error(C.Ranges[1]) << C.Name << " needs one value per dimension of " << E->Ty
                     << ", got " << Values.size();
  return SemaValue::error();
}

//===----------------------------------------------------------------------===//
// Compile-time arguments written as text
//===----------------------------------------------------------------------===//

/// The Python object of a literal; null if Text is none.
static PyRef parseLiteral(StringRef Text) {
  if (Text == "None")
    return PyRef::borrow(Py_None);
  if (Text == "True" || Text == "False")
    return PyRef::borrow(Text == "True" ? Py_True : Py_False);
  bool Quoted = Text.size() >= 2 && (Text[0] == '"' || Text[0] == '\'') &&
                Text.back() == Text[0];
  if (Quoted) {
    Text = Text.drop_front().drop_back();
    return PyRef::steal(PyUnicode_FromStringAndSize(Text.data(), Text.size()));
  }
  std::string Copy = Text.str();
  char *End = nullptr;
  PyRef Int = PyRef::steal(PyLong_FromString(Copy.c_str(), &End, 0));
  if (Int && End && !*End)
    return Int;
  PyErr_Clear();
  PyRef String = PyRef::steal(PyUnicode_FromString(Copy.c_str()));
  PyRef Float = PyRef::steal(PyFloat_FromString(String.get()));
  PyErr_Clear();
  return Float;
}

SemaValue KernelSema::argumentValue(const KernelArgument &A, Range R) {
  if (A.Object)
    return constexprObject(A.Object, A.Name);
  if (PyRef Literal = parseLiteral(A.Literal))
    return constant(std::move(Literal), R);
  StringRef Name = A.Literal;
  Name.consume_front("tl.");
  if (Type Ty = parseTypeSpelling(In.Ctx, Name)) {
    Entity E;
    E.Kind = EntityKind::DType;
    E.Ty = Ty;
    E.Name = StringRef(A.Literal).copy(Arena);
    return makeEntity(E);
  }
  error(R) << "'" << A.Literal
           << "' is not a value for a compile-time parameter; give a number, "
              "True, False, None, a quoted string or a type";
  return SemaValue::error();
}
