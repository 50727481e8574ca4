//===- Generator.cpp - Random kernels: parameters and launch --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Generator.h"
#include "Launch.h"

using namespace mt;
using namespace mt::fuzz;

/// Bytes of an array that belong to one program, and how far pointers that
/// share memory may be apart.
static constexpr int64_t SliceBytes = 2304, LargestShift = 64;
static constexpr int64_t StrideBytes = SliceBytes + LargestShift;
/// Elements behind the pointer a helper gets.
static constexpr int64_t HelperArraySize = 64;

Generator::Generator(Context &Ctx, uint64_t Seed) : Ctx(Ctx), R(Seed) {}

//===----------------------------------------------------------------------===//
// Types, shapes, literals
//===----------------------------------------------------------------------===//

Type Generator::integerType() {
  if (R.percent(40))
    return Ctx.i32();
  return Ctx.scalar(TypeKind(R.between(int(TypeKind::I8), int(TypeKind::U64))));
}

/// A float that arithmetic works on.
Type Generator::computingFloat() {
  if (R.percent(50))
    return Ctx.f32();
  return Ctx.scalar(
      TypeKind(R.between(int(TypeKind::F16), int(TypeKind::F64))));
}

/// Integers and floats, 8-bit ones included.
Type Generator::numberType() {
  if (R.percent(8))
    return Ctx.scalar(TypeKind(
        R.between(int(TypeKind::F8E4M3FN), int(TypeKind::F8E5M2FNUZ))));
  return R.percent(55) ? integerType() : computingFloat();
}

Type Generator::elementType() {
  return R.percent(12) ? Ctx.boolean() : numberType();
}

Extents Generator::shape() {
  if (IsPlain)
    return R.percent(30) ? Extents() : Extents{Columns};
  switch (R.below(20)) {
  case 0:
  case 1:
  case 2:
  case 3:
    return {};
  case 4:
  case 5:
  case 6:
  case 7:
    return {Rows, Columns};
  case 8:
    return {Rows};
  case 9:
    return {Columns, Rows};
  case 10:
    return {Rows, 1};
  case 11:
    return {1, Columns};
  case 12:
    return {2, Rows, 2};
  default:
    return {Columns};
  }
}

/// One in four is a number that rules of arithmetic know.
Constant *Generator::literal(Type Element) {
  static const double Known[] = {0.0, -0.0, 1.0, -1.0, 2.0, 4.0, 0.5};
  if (R.percent(25) && !Element.isFloat8())
    return Element.isFloat() ? Ctx.floatConstant(Element, R.pick(Known))
                             : Ctx.intConstant(Element, int64_t(R.pick(Known)));
  return Ctx.constant(Element, randomBits(R, Element));
}

Value *Generator::op(OpKind Kind, llvm::ArrayRef<Value *> Operands,
                     AttrDict Attrs) {
  ++NumOps;
  return B->create(Kind, Operands, Attrs)->result();
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// This program's part of an array whose programs are Stride elements apart.
Value *Generator::ownSlice(Value *Param, int64_t Stride) {
  if (!Program)
    return Param;
  Value *Start = op(OpKind::Mul, {Program, i32(Stride)});
  return op(OpKind::AddPtr, {Param, Start});
}

/// Size elements per program, the first one At bytes into the buffer.
Value *Generator::addPointer(llvm::StringRef Name, Type Element,
                             unsigned Buffer, int64_t At, int64_t Size,
                             llvm::ArrayRef<NamedAttr> More) {
  llvm::SmallVector<NamedAttr> Attrs = {
      Ctx.named("fuzz.buffer", Ctx.intAttr(Buffer)),
      Ctx.named("fuzz.at", Ctx.intAttr(At)),
      Ctx.named("fuzz.size", Ctx.intAttr(Size))};
  if (At % 16 == 0 && R.percent(40))
    Attrs.push_back(Ctx.named("divisible", Ctx.intAttr(16)));
  Attrs.append(More.begin(), More.end());
  bool IsConst = More.empty() && R.percent(12);
  return B->kernel().addParam(Name, Ctx.pointer(Element, IsConst),
                              Ctx.dict(Attrs));
}

/// One or two pointers into a piece of memory.
void Generator::makeBuffer(unsigned Number) {
  int64_t NumPrograms = numPrograms();
  Type Home = elementType();
  unsigned NumPointers = R.percent(35) ? 2 : 1;
  for (unsigned I = 0; I != NumPointers; ++I) {
    Type Element = Home;
    bool IsBytes = Home.isIntegerOrBool() && Home.byteSize() == 1;
    if (I && Home.isInteger() && R.percent(30))
      Element = integerType();
    else if (I && IsBytes && R.percent(30))
      Element = Ctx.boolean();
    int64_t Bytes = Element.byteSize();
    int64_t At = I ? R.between(0, 8) * Bytes : 0;
    int64_t Elements = (NumPrograms * StrideBytes - At) / Bytes;
    std::string Name = "p" + std::to_string(Number) + (I ? "b" : "");
    Value *Param = addPointer(Name, Element, Number, At, Elements);
    Value *Base = ownSlice(Param, StrideBytes / Bytes);
    Arrays.push_back(
        {Base, Element, std::min<int64_t>(SliceBytes / Bytes, 600)});
  }
}

/// Memory that every program updates by the same commutative op.
void Generator::makeSharedArray() {
  static const OpKind Ops[] = {OpKind::AtomicAdd, OpKind::AtomicMax,
                               OpKind::AtomicMin, OpKind::AtomicAnd,
                               OpKind::AtomicOr,  OpKind::AtomicXor};
  static const TypeKind Kinds[] = {TypeKind::I32, TypeKind::I64, TypeKind::U32,
                                   TypeKind::U64};
  SharedOp = R.pick(Ops);
  Type Element = Ctx.scalar(R.pick(Kinds));
  constexpr int64_t Size = 16;
  NamedAttr Fill = Ctx.named("fuzz.fill", Ctx.stringAttr("small"));
  Value *Base = addPointer("shared", Element, 60, 0, Size, Fill);
  Shared = Array{Base, Element, Size};
}

void Generator::makeArrays() {
  unsigned N = 2 + R.below(3);
  for (unsigned I = 0; I != N; ++I)
    makeBuffer(I);
  // There is always something to store to.
  if (llvm::none_of(Arrays, [](const Array &A) { return A.isWritable(); })) {
    NamedAttr Fill = Ctx.named("fuzz.fill", Ctx.stringAttr("small"));
    int64_t NumPrograms = numPrograms();
    Value *Param =
        addPointer("out", Ctx.i32(), N, 0, NumPrograms * StrideBytes / 4, Fill);
    Arrays.push_back({ownSlice(Param, StrideBytes / 4), Ctx.i32(), 576});
  }
  if (R.percent(30))
    makeSharedArray();
}

void Generator::makeScalars() {
  Kernel &K = B->kernel();
  auto Add = [&](llvm::StringRef Name, Type T, Constant *C) {
    llvm::SmallVector<NamedAttr> Attrs;
    if (T.isInteger() && R.percent(15))
      Attrs.push_back(Ctx.named("equals", Ctx.intAttr(C->asSigned())));
    Constant *Spelt =
        T.isFloat()
            ? Ctx.floatConstant(Ctx.scalar(TypeKind::F64), C->asDouble())
        : T.isBool() ? C
                     : Ctx.intConstant(T.isSigned() ? Ctx.i64()
                                                    : Ctx.scalar(TypeKind::U64),
                                       C->asSigned());
    Attrs.push_back(Ctx.named("fuzz.value", Ctx.literalAttr(Spelt)));
    remember(K.addParam(Name, T, Ctx.dict(Attrs)));
  };
  Add("n", Ctx.i32(), i32(R.between(0, 70)));
  Length = Pool.back();
  for (unsigned I = 0, N = R.below(4); I != N; ++I) {
    Type T = elementType();
    Add("s" + std::to_string(I), T, literal(T));
  }
}

/// Program = (z * height + y) * width + x.
void Generator::numberPrograms() {
  Value *X = B->create<ProgramIdOp>(0u)->result();
  Value *Y = B->create<ProgramIdOp>(1u)->result();
  Value *Width = B->create<NumProgramsOp>(0u)->result();
  if (ProgramsZ != 1) {
    Value *Z = B->create<ProgramIdOp>(2u)->result();
    Value *Height = B->create<NumProgramsOp>(1u)->result();
    Y = op(OpKind::Add, {op(OpKind::Mul, {Z, Height}), Y});
    Pool.insert(Pool.end(), {Z, Height});
  }
  Program = op(OpKind::Add, {op(OpKind::Mul, {Y, Width}), X});
  Pool.insert(Pool.end(), {X, Y, Width, Program});
}

void Generator::setLaunch() {
  Kernel &K = B->kernel();
  llvm::SmallVector<NamedAttr> Attrs = {
      Ctx.named("fuzz.grid", Ctx.shapeAttr({ProgramsX, ProgramsY, ProgramsZ})),
      Ctx.named("fuzz.seed", Ctx.intAttr(R.below(1000000)))};
  if (!MayFuse)
    Attrs.push_back(Ctx.named("enable_fp_fusion", Ctx.boolAttr(false)));
  K.setAttrs(Ctx.dict(Attrs));
}

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

Value *Generator::helperParam(Kernel &F, llvm::SmallVectorImpl<Type> &Params) {
  Params.push_back(Ctx.tileOrScalar(shape(), elementType()));
  return remember(F.addParam("", Params.back()));
}

/// A func of a few values, and perhaps of an array it may change.
void Generator::makeHelper(unsigned Number) {
  Kernel &F = M->addKernel("h" + std::to_string(Number), /*IsFunc=*/true);
  B = std::make_unique<OpBuilder>(F);
  Pool.clear();
  Arrays.clear();
  Helper H{&F, {}};
  for (unsigned I = 0, N = 1 + R.below(3); I != N; ++I)
    helperParam(F, H.Params);
  if (R.percent(40)) {
    H.Params.push_back(Ctx.pointer(numberType()));
    Value *Base = F.addParam("", H.Params.back());
    Arrays.push_back({Base, H.Params.back().pointee(), HelperArraySize});
  }
  InHelper = true;
  statements(R.below(4));
  llvm::SmallVector<Value *, 4> Results;
  llvm::SmallVector<Type, 4> Types;
  for (unsigned I = 0, N = R.below(4); I != N; ++I) {
    Type T = Ctx.tileOrScalar(shape(), elementType());
    if (I && R.percent(50))
      T = Types.back();
    Results.push_back(R.percent(20) ? R.pick(Pool) : value(T, 2));
    Types.push_back(Results.back()->type());
  }
  F.setResultTypes(Types);
  if (!MayFuse)
    F.setAttrs(attr("enable_fp_fusion", Ctx.boolAttr(false)));
  B->createTerminator(OpKind::Return, Results);
  InHelper = false;
  Helpers.push_back(std::move(H));
}

void Generator::makeHelpers() {
  if (!R.percent(25))
    return;
  for (unsigned I = 0, N = 1 + R.below(2); I != N; ++I)
    makeHelper(I);
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

std::unique_ptr<Module> Generator::run() {
  static const int64_t AllColumns[] = {1, 2, 3, 4, 5, 8, 8, 16, 16, 17, 32, 64};
  static const int64_t AllRows[] = {1, 2, 3, 4, 4, 8};
  M = std::make_unique<Module>(Ctx);
  Columns = R.pick(AllColumns);
  Rows = R.pick(AllRows);
  MayFuse = R.percent(30);
  IsPlain = R.percent(30);
  makeHelpers();
  Pool.clear();
  Arrays.clear();
  NumOps = 0;
  Kernel &K = M->addKernel("k");
  B = std::make_unique<OpBuilder>(K);
  if (R.percent(60)) {
    ProgramsX = 1 + R.below(3);
    ProgramsY = R.percent(30) ? 2 : 1;
    ProgramsZ = R.percent(10) ? 2 : 1;
    numberPrograms();
  }
  makeArrays();
  makeScalars();
  setLaunch();
  statements(3 + R.below(10));
  finish();
  return std::move(M);
}
