//===- GenerateMemory.cpp - Random loads, stores and atomics --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that write have addresses of their own. Loads may read anything of the
// program's slice.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mt;
using namespace mt::fuzz;

const Generator::Array *Generator::arrayOf(Type Element, bool ForWriting) {
  llvm::SmallVector<const Array *, 8> Fitting;
  for (const Array &A : Arrays)
    if (A.Element == Element && (!ForWriting || A.isWritable()))
      Fitting.push_back(&A);
  return Fitting.empty() ? nullptr : R.pick(Fitting);
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// Offsets in [0, Room), one per lane and all different: i32, affine mostly.
Value *Generator::offsets(llvm::ArrayRef<int64_t> Shape, int64_t Room) {
  int64_t Count = 1;
  for (int64_t Extent : Shape)
    Count *= Extent;
  if (Shape.size() != 2 || R.percent(20)) {
    Value *V = B->create<ArangeOp>(int64_t(0), Count)->result();
    if (Count > 1 && Room / Count >= 2 && R.percent(20))
      V = op(OpKind::Mul,
             {V, i32(R.between(2, std::min<int64_t>(Room / Count, 5)))});
    else if (R.percent(15))
      V = op(OpKind::Sub, {i32(Count - 1), V});
    else if (llvm::isPowerOf2_64(Count) && R.percent(10))
      V = op(OpKind::Xor, {V, i32(R.below(Count))});
    if (Shape.size() == 1)
      return V;
    return op(OpKind::Reshape, {V}, attr("shape", Ctx.shapeAttr(Shape)));
  }
  // The leading dimension may leave gaps between rows.
  int64_t Ld = R.between(Shape[1], std::min(Room / Shape[0], Shape[1] + 4));
  Value *Row = B->create<ArangeOp>(int64_t(0), Shape[0])->result();
  Value *Column = B->create<ArangeOp>(int64_t(0), Shape[1])->result();
  Row = op(OpKind::ExpandDims, {Row}, attr("axis", Ctx.intAttr(1)));
  Column = op(OpKind::ExpandDims, {Column}, attr("axis", Ctx.intAttr(0)));
  return op(OpKind::Add, {op(OpKind::Mul, {Row, i32(Ld)}), Column});
}

/// Offsets in [0, Size), any.
Value *Generator::anyOffsets(llvm::ArrayRef<int64_t> Shape, int64_t Size,
                             unsigned Fuel) {
  static const TypeKind Kinds[] = {TypeKind::I32, TypeKind::I32, TypeKind::I64,
                                   TypeKind::U32, TypeKind::I16, TypeKind::U8,
                                   TypeKind::I8,  TypeKind::U64, TypeKind::U16};
  Type T = Ctx.scalar(R.pick(Kinds));
  int64_t Highest = T.bitWidth() == 8 ? 64 : Size;
  int64_t Power = llvm::bit_floor(uint64_t(std::min(Size, Highest)));
  Value *V = value(T, Shape, Fuel);
  return op(OpKind::And, {V, integer(T, Power - 1)});
}

/// Offsets moved by up to Room elements, perhaps in another integer type.
Value *Generator::shifted(Value *Offsets, int64_t Room) {
  static const TypeKind Kinds[] = {TypeKind::I64, TypeKind::U32, TypeKind::I16,
                                   TypeKind::U16, TypeKind::U64};
  if (Room > 0 && R.percent(60))
    Offsets = op(OpKind::Add,
                 {Offsets, scalarBelow(std::min<int64_t>(Room + 1, 32), 1)});
  if (R.percent(15))
    return B->createCast(Offsets, Ctx.scalar(R.pick(Kinds)))->result();
  return Offsets;
}

Value *Generator::both(Value *A, Value *Other) {
  return A && Other ? op(OpKind::And, {A, Other}) : A ? A : Other;
}

Value *Generator::laneMask(llvm::ArrayRef<int64_t> Shape, unsigned Fuel) {
  return operand(Ctx.tileOrScalar(Shape, Ctx.boolean()), Fuel);
}

std::optional<Generator::Place> Generator::place(const Array &A,
                                                 llvm::ArrayRef<int64_t> Shape,
                                                 bool ForWriting,
                                                 unsigned Fuel) {
  Place P;
  if (Shape.empty()) {
    P.Ptr = R.percent(25)
                ? A.Base
                : op(OpKind::AddPtr, {A.Base, scalarBelow(A.Size, Fuel)});
    if (R.percent(20))
      P.Mask = value(Ctx.boolean(), Fuel);
    return P;
  }
  int64_t Count = 1;
  for (int64_t Extent : Shape)
    Count *= Extent;
  if (Count > A.Size)
    return std::nullopt;
  if (R.percent(30))
    P.Mask = laneMask(Shape, Fuel);
  if (!ForWriting && R.percent(25)) {
    Value *Offsets = anyOffsets(Shape, A.Size, Fuel);
    P.Ptr = op(OpKind::AddPtr, {A.Base, Offsets});
    return P;
  }
  Value *Offsets = offsets(Shape, A.Size);
  int64_t Span = std::min<int64_t>(A.Size, Count * 5 + 64); // at most
  if (R.percent(35)) {
    // Some lanes lie outside, and the mask says which.
    int64_t Bound = R.between(1, A.Size);
    bool IsLength = !InHelper && A.Size >= 70 && R.percent(40);
    Value *Limit = IsLength ? Length : i32(Bound);
    Offsets = op(OpKind::Add, {Offsets, scalarBelow(64, Fuel)});
    Value *Inside = op(OpKind::CmpLt, {Offsets, Limit});
    P.Mask = both(Inside, P.Mask);
  } else {
    Offsets = shifted(Offsets, A.Size - Span);
  }
  P.Ptr = op(OpKind::AddPtr, {A.Base, Offsets});
  return P;
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

Value *Generator::loaded(Type T, unsigned Fuel) {
  const Array *Found = arrayOf(T.elementType());
  if (!Found)
    return nullptr;
  Array A = *Found;
  std::optional<Place> P = place(A, T.shape(), /*ForWriting=*/false, Fuel);
  if (!P)
    return nullptr;
  llvm::SmallVector<NamedAttr> Attrs;
  if (R.percent(4))
    Attrs.push_back(Ctx.named("cache", Ctx.stringAttr(".cg")));
  if (R.percent(4))
    Attrs.push_back(Ctx.named("volatile", Ctx.boolAttr(R.percent(70))));
  Value *Other = P->Mask && R.percent(60) ? operand(T, Fuel) : nullptr;
  Value *V = op(OpKind::Load, {P->Ptr, P->Mask, Other}, Ctx.dict(Attrs));
  if (!P->Mask || Other)
    return V;
  // Lanes the mask leaves out are undefined: nobody looks at them.
  return op(OpKind::Select, {P->Mask, V, operand(T, Fuel)});
}

/// Stores V, which a literal or a smaller tile may stand for.
void Generator::storeTo(const Array &Where, Value *V) {
  Array A = Where;
  std::optional<Place> P = place(A, V->type().shape(), /*ForWriting=*/true, 1);
  if (!P)
    return;
  ++NumOps;
  B->create(OpKind::Store, {P->Ptr, V, P->Mask}, llvm::ArrayRef<Type>());
}

void Generator::store(unsigned Fuel) {
  llvm::SmallVector<const Array *, 8> Writable;
  for (const Array &A : Arrays)
    if (A.isWritable())
      Writable.push_back(&A);
  if (Writable.empty())
    return;
  Array A = *R.pick(Writable);
  Extents Shape = shape();
  std::optional<Place> P = place(A, Shape, /*ForWriting=*/true, Fuel);
  if (!P)
    return;
  Value *V = operand(Ctx.tileOrScalar(Shape, A.Element), Fuel);
  ++NumOps;
  B->create(OpKind::Store, {P->Ptr, V, P->Mask}, llvm::ArrayRef<Type>());
  if (!R.percent(30))
    return;
  // Read it back, or overwrite it: what passes on memory look for.
  if (P->Ptr->type().isTile() || R.percent(50)) {
    Type T = Ctx.tileOrScalar(Shape, A.Element);
    Value *Other = P->Mask ? operand(T, 1) : nullptr;
    remember(op(OpKind::Load, {P->Ptr, P->Mask, Other}));
  }
}

/// Every element of V, at Base.
void Generator::storeAll(Value *Base, Value *V) {
  Value *Ptr = Base;
  if (V->type().isTile()) {
    Value *At =
        B->create<ArangeOp>(int64_t(0), V->type().numElements())->result();
    if (V->type().rank() > 1)
      At = op(OpKind::Reshape, {At},
              attr("shape", Ctx.shapeAttr(V->type().shape())));
    Ptr = op(OpKind::AddPtr, {Base, At});
  }
  B->create(OpKind::Store, {Ptr, V, nullptr}, llvm::ArrayRef<Type>());
}

/// Another view of an array of integers: as narrower ones, or through an
/// address in an integer.
void Generator::castPointer() {
  llvm::SmallVector<const Array *, 8> Fitting;
  for (const Array &A : Arrays)
    if (A.Element.isInteger())
      Fitting.push_back(&A);
  if (Fitting.empty())
    return;
  Array A = *R.pick(Fitting);
  Type Element = R.percent(60) ? integerType() : A.Element;
  if (Element.byteSize() > A.Element.byteSize())
    return;
  Type To = Ctx.pointer(Element, !A.isWritable());
  Value *Ptr = A.Base;
  if (R.percent(40)) {
    Type Address = Ctx.scalar(R.percent(50) ? TypeKind::I64 : TypeKind::U64);
    Ptr = B->createCast(Ptr, Address)->result();
    if (R.percent(50))
      Ptr = op(OpKind::Add, {Ptr, integer(Address, A.Element.byteSize())});
    Ptr = B->createCast(Ptr, To)->result();
  } else if (To != Ptr->type()) {
    AttrDict Bitcast = attr("bitcast", Ctx.boolAttr(true));
    Ptr = B->create(OpKind::Cast, {Ptr}, {To},
                    R.percent(50) ? Bitcast : AttrDict())
              ->result();
  }
  int64_t Elements = (A.Size - 1) * A.Element.byteSize() / Element.byteSize();
  if (Elements > 8)
    Arrays.push_back({Ptr, Element, Elements});
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

AttrDict Generator::atomicAttrs() {
  static const char *const Orders[] = {"relaxed", "acquire", "release",
                                       "acq_rel"};
  llvm::SmallVector<NamedAttr> Attrs;
  if (R.percent(40))
    Attrs.push_back(Ctx.named("sem", Ctx.stringAttr(R.pick(Orders))));
  if (R.percent(20))
    Attrs.push_back(Ctx.named("scope", Ctx.stringAttr("gpu")));
  return Ctx.dict(Attrs);
}

/// An atomic on this program's own memory: its result is known.
void Generator::atomic(unsigned Fuel) {
  if (IsPlain)
    return store(Fuel);
  llvm::SmallVector<const Array *, 8> Fitting;
  for (const Array &A : Arrays)
    if (A.isWritable() && A.Element.bitWidth() >= 16 &&
        (A.Element.isInteger() || A.Element.bitWidth() >= 32))
      Fitting.push_back(&A);
  if (Fitting.empty())
    return;
  Array A = *R.pick(Fitting);
  bool IsWide = A.Element.bitWidth() >= 32;
  OpKind Kind = OpKind::AtomicCas;
  if (A.Element.isFloat())
    Kind = R.percent(60) ? OpKind::AtomicAdd : OpKind::AtomicXchg;
  else if (IsWide)
    Kind = OpKind(R.between(int(OpKind::AtomicAdd), int(OpKind::AtomicCas)));
  Type T = Ctx.tileOrScalar(shape(), A.Element);
  std::optional<Place> P = place(A, T.shape(), /*ForWriting=*/true, Fuel);
  if (!P)
    return;
  Value *V = operand(T, Fuel);
  if (Kind == OpKind::AtomicCas) {
    if (P->Mask)
      return;
    Value *Compare = R.percent(50)
                         ? op(OpKind::Load, {P->Ptr, nullptr, nullptr})
                         : operand(T, Fuel);
    remember(op(Kind, {P->Ptr, Compare, V}, atomicAttrs()));
    return;
  }
  Value *Old = op(Kind, {P->Ptr, V, P->Mask}, atomicAttrs());
  if (!P->Mask)
    remember(Old);
  else if (R.percent(60))
    remember(op(OpKind::Select, {P->Mask, Old, operand(T, Fuel)}));
}

/// An atomic on memory of all programs, in which no order shows.
void Generator::sharedAtomic(unsigned Fuel) {
  if (!Shared || IsPlain)
    return;
  Extents Shape = shape();
  Type T = Ctx.tileOrScalar(Shape, Shared->Element);
  Value *Offsets = anyOffsets(Shape, Shared->Size, Fuel);
  Value *Ptr = op(OpKind::AddPtr, {Shared->Base, Offsets});
  Value *Mask = R.percent(40) ? laneMask(Shape, Fuel) : nullptr;
  op(SharedOp, {Ptr, operand(T, Fuel), Mask}, atomicAttrs());
}

//===----------------------------------------------------------------------===//
// Results that targets may round in their own way
//===----------------------------------------------------------------------===//

/// Stride of the arrays of such results, in elements.
static constexpr int64_t OutputElements = 512;

/// A function of which each target documents its error.
void Generator::rounded(unsigned Fuel) {
  static const OpKind Functions[] = {OpKind::Exp,  OpKind::Exp2, OpKind::Log,
                                     OpKind::Log2, OpKind::Sin,  OpKind::Cos,
                                     OpKind::Erf,  OpKind::Tanh, OpKind::Rsqrt};
  if (NumOutputs == 3 || InHelper)
    return;
  Type Element = computingFloat();
  Value *V = value(Element, shape(), Fuel);
  Value *Result = op(R.pick(Functions), {V});
  // Limits of docs/math.md on both sides.
  int64_t Ulps = Element.isF32() ? 3 : 2;
  unsigned Number = NumOutputs++;
  Value *Out = addPointer("r" + std::to_string(Number), Element, 50 + Number, 0,
                          OutputElements * numPrograms(),
                          Ctx.named("fuzz.ulps", Ctx.intAttr(Ulps)));
  storeAll(ownSlice(Out, OutputElements), Result);
}

/// A sum or product of any floats, with the sum of magnitudes beside it.
void Generator::summed(unsigned Fuel) {
  if (NumOutputs == 3 || InHelper || IsPlain)
    return;
  Type Element = computingFloat();
  Type T = Ctx.tileOrScalar(shape(), Element);
  unsigned Axis;
  std::optional<Extents> Shape = withAxis(T, Axis);
  Value *Sum, *Bound;
  int64_t Terms;
  if (T.rank() >= 2 && R.percent(50)) {
    Terms = R.between(1, 8);
    Extents Left(T.shape()), Right(T.shape());
    Left.back() = Right[Right.size() - 2] = Terms;
    Value *L = value(Element, Left, Fuel), *Other = value(Element, Right, Fuel);
    Value *Acc = value(T, Fuel);
    Sum = op(OpKind::Dot, {L, Other, Acc});
    Bound = op(OpKind::Dot, {op(OpKind::Abs, {L}), op(OpKind::Abs, {Other}),
                             op(OpKind::Abs, {Acc})});
  } else {
    if (!Shape)
      return;
    Terms = (*Shape)[Axis];
    Value *V = value(Element, *Shape, Fuel);
    AttrDict Attrs = attr("axis", Ctx.intAttr(Axis));
    Sum = op(OpKind::Sum, {V}, Attrs);
    Bound = op(OpKind::Sum, {op(OpKind::Abs, {V})}, Attrs);
  }
  std::string Name = std::to_string(NumOutputs);
  int64_t Size = OutputElements * numPrograms();
  // The bound itself may be rounded in other ways too.
  Value *B0 = addPointer("b" + Name, Element, 40 + NumOutputs, 0, Size,
                         Ctx.named("fuzz.ulps", Ctx.intAttr(1 << 12)));
  NamedAttr Tolerance[] = {Ctx.named("fuzz.bound", Ctx.stringAttr("b" + Name)),
                           Ctx.named("fuzz.terms", Ctx.intAttr(Terms))};
  Value *Out =
      addPointer("t" + Name, Element, 30 + NumOutputs, 0, Size, Tolerance);
  ++NumOutputs;
  storeAll(ownSlice(Out, OutputElements), Sum);
  storeAll(ownSlice(B0, OutputElements), Bound);
}
