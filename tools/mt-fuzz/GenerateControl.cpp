//===- GenerateControl.cpp - Random statements and regions ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops count: what they run is bounded by what they are made of.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mt;
using namespace mt::fuzz;

/// Iterations that a kernel's innermost region may run in all.
static constexpr uint64_t MaxRepeats = 40;
static constexpr unsigned MaxDepth = 3;

void Generator::statements(unsigned N) {
  for (unsigned I = 0; I != N; ++I)
    statement();
}

void Generator::statement() {
  unsigned Choice = R.below(100);
  bool MayNest = Depth < MaxDepth && Repeats < MaxRepeats && NumOps < 100;
  if (Choice < 28)
    return store(3);
  if (Choice < 36)
    return atomic(2);
  if (Choice < 41)
    return sharedAtomic(2);
  if (Choice < 45)
    return rounded(3);
  if (Choice < 49)
    return summed(2);
  if (Choice < 63 && MayNest)
    return forLoop();
  if (Choice < 69 && MayNest)
    return whileLoop();
  if (Choice < 81 && MayNest)
    return conditional();
  if (Choice < 87)
    return call();
  if (Choice < 89)
    return assertion();
  if (Choice < 92)
    return castPointer();
  if (Choice < 93)
    return printing();
  value(Ctx.tileOrScalar(shape(), elementType()), 4);
}

/// Stores some of what is in sight, the latest first, so that it matters.
void Generator::finish() {
  unsigned Left = 3 + R.below(5);
  std::vector<Value *> Candidates(Pool.rbegin(), Pool.rend());
  for (Value *V : Candidates) {
    if (!Left)
      return;
    if (V->type().elementType().isPointer() || llvm::isa<Constant>(V))
      continue;
    const Array *A = arrayOf(V->type().elementType(), /*ForWriting=*/true);
    if (!A) {
      if (!R.percent(30) || V->type().elementType().isFloat())
        continue;
      for (const Array &Any : Arrays)
        if (Any.isWritable())
          A = &Any;
      if (!A)
        continue;
      V = B->createCast(V, A->Element)->result();
    }
    storeTo(*A, V);
    --Left;
  }
}

void Generator::adopt(Op *O) {
  for (unsigned I = 0; I != O->numResults(); ++I)
    if (!O->result(I)->type().isPointer())
      remember(O->result(I));
}

llvm::SmallVector<Value *, 4> Generator::carriedValues() {
  llvm::SmallVector<Value *, 4> Result;
  for (unsigned I = 0, N = R.below(4); I != N; ++I)
    Result.push_back(value(Ctx.tileOrScalar(shape(), elementType()), 2));
  return Result;
}

/// Statements, then a yield of values of these types and of Last. Visible is
/// in sight inside.
void Generator::body(llvm::ArrayRef<Value *> Visible,
                     llvm::ArrayRef<Type> Yields, Value *Last) {
  size_t PoolSize = Pool.size(), NumArrays = Arrays.size();
  Pool.insert(Pool.end(), Visible.begin(), Visible.end());
  ++Depth;
  statements(1 + R.below(4));
  llvm::SmallVector<Value *, 4> Values;
  for (Type T : Yields)
    Values.push_back(value(T, 2));
  if (Last)
    Values.push_back(Last);
  B->createTerminator(OpKind::Yield, Values);
  --Depth;
  Pool.resize(PoolSize);
  Arrays.resize(NumArrays);
}

static llvm::SmallVector<Type, 4> typesOf(llvm::ArrayRef<Value *> Values) {
  llvm::SmallVector<Type, 4> Result;
  for (Value *V : Values)
    Result.push_back(V->type());
  return Result;
}

void Generator::forLoop() {
  Type Iv = integerType();
  int64_t Trips = R.below(5), Step = R.between(1, 3);
  bool IsSigned = Iv.isSigned();
  if (IsSigned && R.percent(25))
    Step = -Step;
  int64_t Lb = IsSigned ? R.between(-10, 10) : R.between(0, 12);
  int64_t Ub = Lb + Trips * Step;
  if (Trips && (Step > 0 || Ub < Lb - 1))
    Ub -= R.below(std::abs(Step)) * (Step > 0 ? 1 : -1);
  Value *Bounds[] = {integer(Iv, Lb), integer(Iv, Ub), integer(Iv, Step)};
  if (R.percent(35)) {
    // Bounds only known at run time, a step of zero among them.
    for (unsigned I = 0; I != 3; ++I)
      Bounds[I] = integer(Iv, I == 2 ? 1 : 0);
    unsigned Which = 1 + R.below(2);
    Bounds[1] = integer(Iv, 4);
    Value *Any = scalarBelow(Which == 2 ? 4 : 8, 2);
    Bounds[Which] = Iv == Ctx.i32() ? Any : B->createCast(Any, Iv)->result();
    Trips = 7;
  }
  auto Inits = carriedValues();
  llvm::SmallVector<Type, 4> Types = typesOf(Inits);
  // A pointer that walks through an array.
  std::optional<Array> Walked;
  int64_t Advance = R.below(3);
  if (!Arrays.empty() && R.percent(25)) {
    Array A = R.pick(Arrays);
    if (A.Size > 60) {
      Walked = A;
      Inits.push_back(A.Base);
    }
  }
  ForOp *For = B->create<ForOp>(Iv, Bounds[0], Bounds[1], Bounds[2],
                                llvm::ArrayRef<Value *>(Inits));
  {
    OpBuilder::Guard G(*B);
    B->setInsertionPointToEnd(For->body());
    llvm::SmallVector<Value *, 4> Visible = {For->inductionVar()};
    for (unsigned I = 0; I != Types.size(); ++I)
      Visible.push_back(For->carried(I));
    Value *Next = nullptr;
    size_t NumArrays = Arrays.size();
    if (Walked) {
      Value *Ptr = For->carried(Types.size());
      Arrays.push_back({Ptr, Walked->Element, Walked->Size - 16});
      Next = op(OpKind::AddPtr, {Ptr, i32(Advance)});
    }
    uint64_t Outer = Repeats;
    Repeats *= std::max<int64_t>(Trips, 1);
    body(Visible, Types, Next);
    Repeats = Outer;
    Arrays.resize(NumArrays);
  }
  adopt(For);
  if (Walked)
    Arrays.push_back(
        {For->result(Types.size()), Walked->Element, Walked->Size - 16});
}

/// Counts up to a bound; the condition may stop it earlier.
void Generator::whileLoop() {
  auto Inits = carriedValues();
  llvm::SmallVector<Type, 4> Types = typesOf(Inits);
  Value *Limit = scalarBelow(5, 2);
  Inits.push_back(i32(0));
  WhileOp *While = B->create<WhileOp>(llvm::ArrayRef<Value *>(Inits));
  llvm::SmallVector<Value *, 4> Visible(While->conditionBlock().args());
  uint64_t Outer = Repeats;
  Repeats *= 4;
  ++Depth;
  {
    OpBuilder::Guard G(*B);
    B->setInsertionPointToEnd(While->conditionBlock());
    size_t PoolSize = Pool.size(), NumArrays = Arrays.size();
    Pool.insert(Pool.end(), Visible.begin(), Visible.end());
    statements(R.below(2));
    Value *Condition = op(OpKind::CmpLt, {Visible.back(), Limit});
    if (R.percent(30))
      Condition = op(OpKind::And, {Condition, value(Ctx.boolean(), 2)});
    B->createTerminator(OpKind::Condition, {Condition});
    Pool.resize(PoolSize);
    Arrays.resize(NumArrays);
  }
  --Depth;
  {
    OpBuilder::Guard G(*B);
    B->setInsertionPointToEnd(While->doBlock());
    Value *Next = op(OpKind::Add, {Visible.back(), i32(1)});
    body(Visible, Types, Next);
  }
  Repeats = Outer;
  adopt(While);
}

void Generator::conditional() {
  Value *Condition = value(Ctx.boolean(), 3);
  llvm::SmallVector<Type, 4> Types;
  for (unsigned I = 0, N = R.below(3); I != N; ++I)
    Types.push_back(Ctx.tileOrScalar(shape(), elementType()));
  // Either of two arrays.
  llvm::SmallVector<Array, 2> Choice;
  if (!Arrays.empty() && R.percent(15)) {
    Choice.push_back(R.pick(Arrays));
    Choice.push_back(*arrayOf(Choice[0].Element));
    if (Choice[0].Base->type() != Choice[1].Base->type())
      Choice.clear();
  }
  llvm::SmallVector<Type, 4> Results = Types;
  if (!Choice.empty())
    Results.push_back(Choice[0].Base->type());
  IfOp *If = B->create<IfOp>(Condition, llvm::ArrayRef<Type>(Results));
  for (unsigned I = 0; I != 2; ++I) {
    OpBuilder::Guard G(*B);
    B->setInsertionPointToEnd(If->body(I));
    if (I && Results.empty() && R.percent(50))
      B->createTerminator(OpKind::Yield, {});
    else
      body({}, Types, Choice.empty() ? nullptr : Choice[I].Base);
  }
  adopt(If);
  if (!Choice.empty())
    Arrays.push_back({If->result(Types.size()), Choice[0].Element,
                      std::min(Choice[0].Size, Choice[1].Size)});
}

void Generator::call() {
  if (Helpers.empty())
    return;
  const Helper &H = R.pick(Helpers);
  llvm::SmallVector<Value *, 4> Args;
  for (Type T : H.Params) {
    if (!T.isPointer()) {
      Args.push_back(value(T, 2));
      continue;
    }
    const Array *A = arrayOf(T.pointee(), /*ForWriting=*/true);
    if (!A || A->Size < 64)
      return;
    Args.push_back(A->Base);
  }
  ++NumOps;
  adopt(B->create(OpKind::Call, Args, H.Func->resultTypes(),
                  attr("callee", Ctx.stringAttr(H.Func->name()))));
}

/// Prints one or two values; of floats, no NaN, whose bits are nobody's
/// business.
void Generator::printing() {
  if (IsPlain || Repeats > 4)
    return;
  llvm::SmallVector<Value *, 2> Values;
  for (unsigned I = 0, N = 1 + R.below(2); I != N; ++I) {
    Type Element = elementType();
    if (Element.isFloat8())
      Element = Ctx.f32();
    Value *V = value(Element, shape(), 2);
    Values.push_back(Element.isFloat() ? withoutNaN(V) : V);
  }
  llvm::SmallVector<NamedAttr, 2> Attrs = {
      Ctx.named("prefix", Ctx.stringAttr("x"))};
  if (R.percent(30))
    Attrs.push_back(Ctx.named("hex", Ctx.boolAttr(true)));
  B->create(OpKind::Print, Values, llvm::ArrayRef<Type>(), Ctx.dict(Attrs));
}

/// An assert that always holds.
void Generator::assertion() {
  if (IsPlain)
    return;
  Type T = Ctx.tileOrScalar(shape(), Ctx.scalar(TypeKind::U16));
  Value *V = value(T, 2);
  Value *Holds = op(OpKind::CmpGe, {V, integer(T.elementType(), 0)});
  Value *Mask = R.percent(30)
                    ? operand(Ctx.tileOrScalar(T.shape(), Ctx.boolean()), 2)
                    : nullptr;
  B->create(OpKind::Assert, {Holds, Mask}, llvm::ArrayRef<Type>(),
            attr("message", Ctx.stringAttr("holds always")));
}
