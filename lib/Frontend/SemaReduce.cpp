//===- SemaReduce.cpp - Reductions, products
//----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules RD-2 to RD-4 widen narrow elements before they are reduced.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Along an axis, or all of them
//===----------------------------------------------------------------------===//

bool Sema::readReduction(const BoundCall &C, sym::Expr *E, unsigned AxisIndex,
                         unsigned KeepIndex, Reduction &R) {
  if (!E->Ty.isTile()) {
    error(C.Ranges[0]) << C.Name << " needs a block, got " << E->Ty;
    return false;
  }
  if (E->Ty.elementType().isPointer() || E->Ty.elementType().isFloat8()) {
    error(C.Ranges[0]) << C.Name << " does not work on " << E->Ty
                       << "; cast it first";
    return false;
  }
  return reductionAxis(C, E, AxisIndex, KeepIndex, R);
}

/// The axis and `keep_dims` of a reduction of E; false after reporting.
bool Sema::reductionAxis(const BoundCall &C, sym::Expr *E, unsigned AxisIndex,
                         unsigned KeepIndex, Reduction &R) {
  if (!C[AxisIndex].isAbsentOrNone()) {
    R.Axis =
        axisArgument(C[AxisIndex], E->Ty.rank(), C.Ranges[AxisIndex], C.Name);
    if (!R.Axis)
      return false;
  }
  if (C[KeepIndex].isAbsent())
    return true;
  auto Keep = constBool(C[KeepIndex], "keep_dims", C.Ranges[KeepIndex]);
  R.KeepDims = Keep.value_or(false);
  return Keep.has_value();
}

sym::Expr *Sema::reduce(OpKind K, sym::Expr *E, const Reduction &How, Range R,
                        AttrDict Attrs) {
  unsigned Rank = E->Ty.rank();
  Type Element = E->Ty.elementType();
  if (!How.Axis)
    E = reshape(E, {E->Ty.numElements()}, R);
  unsigned Axis = How.Axis.value_or(0);
  Extents Shape(E->Ty.shape());
  Shape.erase(Shape.begin() + Axis);
  // A vector has one axis, which needs no name.
  if (!Shape.empty())
    Attrs = In.Ctx.withAttr(Attrs, "axis", In.Ctx.intAttr(Axis));
  sym::Expr *Result = op(K, {E}, In.Ctx.tileOrScalar(Shape, Element), R, Attrs);
  return How.KeepDims ? keepDims(Result, How, Rank, R) : Result;
}

/// The result of a reduction with extents 1 where a block of Rank dimensions
/// was reduced.
sym::Expr *Sema::keepDims(sym::Expr *Result, const Reduction &How,
                          unsigned Rank, Range R) {
  if (How.Axis)
    return expandDims(Result, *How.Axis, R);
  for (unsigned I = 0; I != Rank; ++I)
    Result = expandDims(Result, I, R);
  return Result;
}

/// The attribute of extrema of elements that may be NaN.
AttrDict Sema::nanAttr(Type Element, bool Propagate) {
  if (Propagate || !Element.isFloat())
    return {};
  return In.Ctx.dict({In.Ctx.named("propagate_nan", In.Ctx.boolAttr(false))});
}

SemaValue Sema::callSum(const BoundCall &C) {
  enum { Input, Axis, KeepDims, DType };
  Reduction How;
  sym::Expr *E =
      toValue(C[Input], "the argument of " + C.Name.str(), C.Ranges[Input]);
  if (!E || !readReduction(C, E, Axis, KeepDims, How))
    return SemaValue::error();
  Type Element = E->Ty.elementType();
  if (!C[DType].isAbsentOrNone()) {
    Element = dtypeArgument(C[DType], C.Ranges[DType]);
    if (!Element)
      return SemaValue::error();
    if (Element.isPointer() || Element.isFloat8()) {
      error(C.Ranges[DType]) << C.Name << " does not work in " << Element;
      return SemaValue::error();
    }
  } else if (Element.isIntegerOrBool() && Element.bitWidth() < 32) {
    Element = Element.isSigned() ? In.Ctx.i32() : In.Ctx.scalar(TypeKind::U32);
  }
  return reduce(OpKind::Sum, cast(E, Element, C.Range), How, C.Range);
}

//===----------------------------------------------------------------------===//
// max, min, argmax, argmin
//===----------------------------------------------------------------------===//

/// The lowest index along the axis whose element is the extremum. Where NaN is
/// the extremum, it is that of the first NaN.
sym::Expr *Sema::positionOf(OpKind K, sym::Expr *E, const Reduction &How,
                            Range R, AttrDict Nan, sym::Expr *&Extremum) {
  Type Element = E->Ty.elementType();
  Reduction Keep = How;
  Keep.KeepDims = true;
  sym::Expr *Best = reduce(K, E, Keep, R, Nan);
  Type Bools = In.Ctx.withElement(E->Ty, In.Ctx.boolean());
  sym::Expr *Found = op(OpKind::CmpEq, {E, Best}, Bools, R);
  if (Element.isFloat()) {
    Type BestBools = In.Ctx.withElement(Best->Ty, In.Ctx.boolean());
    sym::Expr *IsNan = op(OpKind::CmpNe, {E, E}, Bools, R);
    sym::Expr *BestIsNan = op(OpKind::CmpNe, {Best, Best}, BestBools, R);
    sym::Expr *Both = op(OpKind::And, {IsNan, BestIsNan}, Bools, R);
    Found = op(OpKind::Or, {Found, Both}, Bools, R);
  }
  unsigned Rank = E->Ty.rank(), Axis = *How.Axis;
  int64_t Extent = E->Ty.shape()[Axis];
  NamedAttr Bounds[] = {In.Ctx.named("start", In.Ctx.intAttr(0)),
                        In.Ctx.named("end", In.Ctx.intAttr(Extent))};
  sym::Expr *Index = op(OpKind::Arange, {}, In.Ctx.tile({Extent}, In.Ctx.i32()),
                        R, In.Ctx.dict(Bounds));
  for (unsigned I = Axis + 1; I != Rank; ++I)
    Index = expandDims(Index, Index->Ty.rank(), R);
  sym::Expr *None = constantExpr(In.Ctx.intConstant(In.Ctx.i32(), Extent), R);
  sym::Expr *Candidates = op(OpKind::Select, {Found, Index, None},
                             In.Ctx.withElement(E->Ty, In.Ctx.i32()), R);
  Extents Shape(Best->Ty.shape());
  if (!How.KeepDims) {
    Shape.erase(Shape.begin() + Axis);
    Best = reshape(Best, Shape, R);
  }
  Extremum = Best;
  return reduce(OpKind::Min, Candidates, How, R);
}

SemaValue Sema::callMaxMin(const BoundCall &C) {
  enum { Input, Axis, Indices, TieBreak, KeepDims, Propagate };
  Reduction How;
  sym::Expr *E =
      toValue(C[Input], "the argument of " + C.Name.str(), C.Ranges[Input]);
  if (!E || !readReduction(C, E, Axis, KeepDims, How))
    return SemaValue::error();
  std::optional<bool> WithIndices = false;
  if (!C[Indices].isAbsent())
    WithIndices = constBool(C[Indices], "return_indices", C.Ranges[Indices]);
  std::optional<bool> Nan = nanRule(C, Propagate);
  if (!WithIndices || !Nan)
    return SemaValue::error();
  Type Element = E->Ty.elementType();
  bool Is16 = Element.kind() == TypeKind::F16 && !*WithIndices;
  if (Is16 || Element.kind() == TypeKind::BF16)
    E = cast(E, In.Ctx.f32(), C.Range);
  else if (Element.isIntegerOrBool() && Element.bitWidth() < 32 &&
           !*WithIndices)
    E = cast(E, In.Ctx.i32(), C.Range);
  AttrDict Attrs = nanAttr(E->Ty.elementType(), *Nan);
  if (!*WithIndices)
    return reduce(C.Function.Op, E, How, C.Range, Attrs);
  if (!How.Axis) {
    error(C.Range) << C.Name << " with return_indices needs an axis";
    return SemaValue::error();
  }
  sym::Expr *Best = nullptr;
  sym::Expr *Index = positionOf(C.Function.Op, E, How, C.Range, Attrs, Best);
  return makeTuple({Best, Index}, /*IsList=*/false);
}

SemaValue Sema::callArg(const BoundCall &C) {
  enum { Input, Axis, TieBreak, KeepDims };
  Reduction How;
  sym::Expr *E =
      toValue(C[Input], "the argument of " + C.Name.str(), C.Ranges[Input]);
  if (!E || !readReduction(C, E, Axis, KeepDims, How))
    return SemaValue::error();
  if (!How.Axis) {
    error(C.Range) << C.Name << " needs an axis";
    return SemaValue::error();
  }
  sym::Expr *Best = nullptr;
  AttrDict Nan = nanAttr(E->Ty.elementType(), !In.Options.AsTriton);
  return positionOf(C.Function.Op, E, How, C.Range, Nan, Best);
}

//===----------------------------------------------------------------------===//
// dot
//===----------------------------------------------------------------------===//

/// The element type of the product; null after reporting.
Type Sema::dotResult(const BoundCall &C, Type Element) {
  enum { Input, Other, Acc, Precision, AllowTF32, Imprecise, OutType };
  Type Out;
  if (!C[OutType].isAbsentOrNone()) {
    Out = dtypeArgument(C[OutType], C.Ranges[OutType]);
    if (!Out)
      return {};
  } else if (C[Acc].isExpr()) {
    Out = C[Acc].expr()->Ty.elementType();
  }
  if (Element.isInteger())
    return In.Ctx.i32();
  if (Out && Out.kind() == TypeKind::BF16) {
    error(C.Range) << "tl.dot cannot accumulate in bf16; use out_dtype="
                      "tl.float32 and cast with .to(tl.bfloat16)";
    return {};
  }
  if (Element.kind() == TypeKind::F64)
    return Element;
  if (Element.kind() == TypeKind::F32 || Element.kind() == TypeKind::BF16 ||
      !Out)
    return In.Ctx.f32();
  if (Out.kind() == TypeKind::F16 || Out.kind() == TypeKind::F32)
    return Out;
  error(C.Range) << "tl.dot of " << Element << " accumulates in f32 or f16, "
                 << "not in " << Out;
  return {};
}

/// The accumulator: the argument, or zeros.
sym::Expr *Sema::dotAccumulator(const BoundCall &C, Type Result,
                                llvm::ArrayRef<int64_t> Shape) {
  constexpr unsigned Acc = 2;
  if (C[Acc].isAbsentOrNone())
    return zeros(Shape, Result, C.Range);
  sym::Expr *E = toValue(C[Acc], "the accumulator of tl.dot", C.Ranges[Acc]);
  if (!E)
    return nullptr;
  if (E->Ty.shape() == Shape && E->Ty.elementType() == Result)
    return E;
  error(C.Ranges[Acc]) << "the accumulator of tl.dot must be "
                       << In.Ctx.tile(Shape, Result) << ", got " << E->Ty
                       << "; out_dtype= gives the type of the result";
  return nullptr;
}

bool Sema::dotPrecision(const BoundCall &C, Type Element, AttrDict &Attrs) {
  enum { Input, Other, Acc, Precision, AllowTF32, Imprecise, OutType };
  bool TF32 = In.Options.AsTriton;
  if (!C[AllowTF32].isAbsentOrNone()) {
    if (!C[Precision].isAbsentOrNone()) {
      error(C.Ranges[AllowTF32])
          << "tl.dot takes input_precision or allow_tf32, not both";
      return false;
    }
    auto Allow = constBool(C[AllowTF32], "allow_tf32", C.Ranges[AllowTF32]);
    if (!Allow)
      return false;
    TF32 = *Allow;
  }
  if (!C[Precision].isAbsentOrNone()) {
    auto Text =
        constString(C[Precision], "input_precision", C.Ranges[Precision]);
    if (!Text)
      return false;
    static constexpr StringRef Known[] = {"tf32", "tf32x3", "ieee", "bf16x3",
                                          "bf16x6"};
    std::string Lower = StringRef(*Text).lower();
    if (!llvm::is_contained(Known, Lower)) {
      error(C.Ranges[Precision])
          << "input_precision '" << *Text << "' is not supported; use one of "
          << llvm::join(llvm::ArrayRef<StringRef>(Known), ", ");
      return false;
    }
    // The others are at most as precise as IEEE products.
    TF32 = Lower == "tf32";
  }
  if (TF32 && Element.kind() == TypeKind::F32)
    Attrs = In.Ctx.dict({In.Ctx.named("precision", In.Ctx.stringAttr("tf32"))});
  return true;
}

bool Sema::checkDotOperands(const BoundCall &C, sym::Expr *A, sym::Expr *B) {
  constexpr unsigned Imprecise = 5;
  llvm::ArrayRef<int64_t> SA = A->Ty.shape(), SB = B->Ty.shape();
  Type TA = A->Ty.elementType(), TB = B->Ty.elementType();
  size_t N = SA.size();
  auto Fail = [&](StringRef Why) {
    error(C.Range) << "tl.dot of " << A->Ty << " and " << B->Ty << ": " << Why;
    return false;
  };
  if (N < 2 || SB.size() != N)
    return Fail("both operands need the same number of dimensions, two or "
                "more");
  if (SA[N - 1] != SB[N - 2])
    return Fail("the columns of the first must be the rows of the second");
  if (SA.drop_back(2) != SB.drop_back(2))
    return Fail("the batches differ");
  if (TA != TB && !(TA.isFloat8() && TB.isFloat8()))
    return Fail("the element types differ; cast one of them");
  bool Integers = TA.isSigned() && TA.bitWidth() <= 32;
  if (!Integers && !TA.isFloat())
    return Fail("the elements must be floats or signed integers of up to 32 "
                "bits");
  if (C[Imprecise].isAbsentOrNone())
    return true;
  auto Limit =
      constInt(C[Imprecise], "max_num_imprecise_acc", C.Ranges[Imprecise]);
  if (Limit && *Limit > SA[N - 1])
    error(C.Ranges[Imprecise]) << "max_num_imprecise_acc (" << *Limit
                               << ") must be <= K (" << SA[N - 1] << ")";
  return Limit && *Limit <= SA[N - 1];
}

/// A block of matrices with one batch dimension.
sym::Expr *Sema::flattenBatch(sym::Expr *E, Range R) {
  llvm::ArrayRef<int64_t> Shape = E->Ty.shape();
  if (Shape.size() <= 3)
    return E;
  int64_t Batch = 1;
  for (int64_t Extent : Shape.drop_back(2))
    Batch *= Extent;
  return reshape(E, {Batch, Shape[Shape.size() - 2], Shape.back()}, R);
}

SemaValue Sema::callDot(const BoundCall &C) {
  sym::Expr *A = toValue(C[0], "the first operand of tl.dot", C.Ranges[0]);
  sym::Expr *B =
      A ? toValue(C[1], "the second operand of tl.dot", C.Ranges[1]) : nullptr;
  if (!B || !checkDotOperands(C, A, B))
    return SemaValue::error();
  Type Element = A->Ty.elementType();
  Extents Shape(A->Ty.shape());
  Shape.back() = B->Ty.shape().back();
  Type Result = dotResult(C, Element);
  AttrDict Attrs;
  if (!Result || !checkExtents(Shape, C.Range) ||
      !dotPrecision(C, Element, Attrs))
    return SemaValue::error();
  sym::Expr *Acc = dotAccumulator(C, Result, Shape);
  if (!Acc)
    return SemaValue::error();
  A = flattenBatch(A, C.Range);
  B = flattenBatch(B, C.Range);
  Acc = flattenBatch(Acc, C.Range);
  sym::Expr *Product = op(OpKind::Dot, {A, B, Acc}, Acc->Ty, C.Range, Attrs);
  return reshape(Product, Shape, C.Range);
}
