//===- LoopPipeliner.cpp - Copies some iterations ahead -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPipeliner.h"
#include "MovePlace.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using llvm::ArrayRef;

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value *LoopPipeliner::both(Value *A, Value *Other) {
  if (!A || !Other)
    return A ? A : Other;
  Type T = A->type().isFragment() ? A->type() : Other->type();
  return create(OpKind::And, A, Other, T);
}

/// True if, From being the index of an iteration or the lower bound and below
/// the upper bound, there is one Iterations later. The distance to the bound
/// is a number without sign, whatever the bounds are.
Value *LoopPipeliner::hasMore(Value *From, unsigned Iterations) {
  Type T = From->type();
  static constexpr TypeKind Unsigned[] = {TypeKind::U8, TypeKind::U16,
                                          TypeKind::U32, TypeKind::U64};
  Type U = Ctx.scalar(Unsigned[llvm::Log2_32(T.bitWidth() / 8)]);
  int64_t Distance = Iterations * llvm::cast<Constant>(For->step())->asSigned();
  Value *Left = create(OpKind::Sub, For->upperBound(), From, T);
  Left = B.createCast(Left, U)->result();
  return create(OpKind::CmpGt, Left, Ctx.intConstant(U, Distance),
                Ctx.boolean());
}

/// Every Width-th register of V.
Value *LoopPipeliner::pick(Value *V, unsigned Width) {
  if (!V || !V->type().isFragment() || Width == 1)
    return V;
  llvm::SmallVector<int64_t, 8> Bases;
  for (int64_t R = Width; R < V->type().numElements(); R *= 2)
    Bases.push_back(R);
  Type Element = V->type().elementType();
  Type T = Bases.empty() ? Element
                         : Ctx.fragment(int64_t(1) << Bases.size(), Element);
  AttrDict Attrs = Ctx.dict({Ctx.named("bases", Ctx.shapeAttr(Bases))});
  return B.create(OpKind::PermuteRegisters, {V}, {T}, Attrs)->result();
}

/// Copies ops of the body, in its order, in front of Before.
void LoopPipeliner::cloneSlice(const llvm::SmallSetVector<Op *, 32> &Of,
                               ValueMap &Map, Op *Before) {
  for (Op &O : For->body())
    if (Of.contains(&O))
      Before->block()->insert(For->kernel()->cloneOp(&O, Map), Before);
}

static Value *lookUp(const ValueMap &Map, Value *V) {
  auto It = Map.find(V);
  return It == Map.end() ? V : It->second;
}

/// One iteration's copies, into the buffers' slot; without any where Runs is
/// false.
void LoopPipeliner::startCopies(ValueMap &Map, Value *Slot, Value *Runs) {
  auto In = [&](Value *V) { return lookUp(Map, V); };
  for (const Transfer &T : Transfers) {
    B.setLoc(T.Load->loc());
    Value *Ptr = pick(In(T.Load->ptr()), T.Width);
    Value *Place = pick(In(T.Store->index()), T.Width);
    Value *Mask = T.Load->mask() ? pick(In(T.Load->mask()), T.Width) : nullptr;
    Value *First = create(OpKind::Mul, Slot, i32(T.Alloc->type().numElements()),
                          Ctx.i32());
    Place = create(OpKind::Add, Place, First, Place->type());
    AttrDict Attrs = Ctx.dict({Ctx.named("width", Ctx.intAttr(T.Width))});
    B.create(OpKind::AsyncCopy, {Ptr, T.Buffer, Place, both(Mask, Runs)},
             ArrayRef<Type>(), Attrs);
  }
  B.setLoc(For->loc());
  B.create(OpKind::AsyncCommit, {}, ArrayRef<Type>());
}

//===----------------------------------------------------------------------===//
// The loop
//===----------------------------------------------------------------------===//

void LoopPipeliner::makeBuffers() {
  B.setInsertionPoint(For);
  for (Transfer &T : Transfers) {
    Type Of = T.Alloc->type();
    Type All = Ctx.shared({Stages * Of.numElements()}, Of.elementType());
    T.Buffer = B.create(OpKind::SharedAlloc, {}, {All})->result();
  }
}

/// The copies of the first iterations. Returns what the next one starts from.
llvm::SmallVector<Value *, 8> LoopPipeliner::prologue(unsigned Iterations) {
  llvm::SmallVector<Value *, 8> Ahead;
  for (unsigned I : Carried)
    Ahead.push_back(For->init(I));
  Type IvType = For->inductionVar()->type();
  Value *Runs = create(OpKind::CmpLt, For->lowerBound(), For->upperBound(),
                       Ctx.boolean());
  int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
  for (unsigned I = 0; I != Iterations; ++I) {
    ValueMap Map;
    Map[For->inductionVar()] =
        I ? create(OpKind::Add, For->lowerBound(), constant(I * Step), IvType)
          : For->lowerBound();
    for (auto [C, V] : llvm::zip_equal(Carried, Ahead))
      Map[For->carried(C)] = V;
    cloneSlice(Slice, Map, For);
    Value *Valid = I ? both(hasMore(For->lowerBound(), I), Runs) : Runs;
    startCopies(Map, i32(I), Valid);
    for (auto [C, V] : llvm::zip_equal(Carried, Ahead))
      V = lookUp(Map, For->body().terminator()->operand(C));
  }
  return Ahead;
}

/// The loop with more carried values, which start as More. The old one is
/// gone.
ForOp *LoopPipeliner::rebuild(ArrayRef<Value *> More) {
  llvm::SmallVector<Value *, 16> Inits;
  for (unsigned I = 0; I != For->numCarried(); ++I)
    Inits.push_back(For->init(I));
  unsigned Old = Inits.size();
  llvm::append_range(Inits, More);
  B.setInsertionPoint(For);
  auto *New =
      B.create<ForOp>(For->inductionVar()->type(), For->lowerBound(),
                      For->upperBound(), For->step(), ArrayRef<Value *>(Inits));
  New->setAttrs(For->attrs());
  For->inductionVar()->replaceAllUsesWith(New->inductionVar());
  for (unsigned I = 0; I != Old; ++I)
    For->carried(I)->replaceAllUsesWith(New->carried(I));
  for (Op &O : llvm::make_early_inc_range(For->body()))
    O.moveToEnd(New->body());
  for (unsigned I = 0; I != Old; ++I)
    For->result(I)->replaceAllUsesWith(New->result(I));
  For->erase();
  return New;
}

Value *LoopPipeliner::next(Value *Slot) {
  Value *More = create(OpKind::Add, Slot, i32(1), Ctx.i32());
  Value *Wraps = create(OpKind::CmpEq, More, i32(Stages), Ctx.boolean());
  return B.create(OpKind::Select, {Wraps, i32(0), More}, {Ctx.i32()})->result();
}

/// Place in the slot that starts at First.
Value *LoopPipeliner::inSlot(Value *Place, Value *First, const Transfer &T) {
  uint64_t Elements = T.Alloc->type().numElements();
  return movePlace(B, Place, First, Elements & -Elements);
}

/// Reads of the old buffers become reads of the new ones' Slot.
void LoopPipeliner::readSlot(Value *Slot) {
  for (const Transfer &T : Transfers) {
    B.setInsertionPoint(T.Load);
    B.setLoc(T.Load->loc());
    Value *First = create(OpKind::Mul, Slot, i32(T.Alloc->type().numElements()),
                          Ctx.i32());
    T.Store->erase();
    for (Use &U : llvm::make_early_inc_range(T.Alloc->result()->uses())) {
      Op *Reader = U.owner();
      B.setInsertionPoint(Reader);
      Reader->setOperand(1, inSlot(Reader->operand(1), First, T));
      Reader->setOperand(0, T.Buffer);
    }
    T.Load->erase();
    T.Alloc->erase();
  }
}

void LoopPipeliner::wait(unsigned Pending) {
  B.create(OpKind::AsyncWait, {}, ArrayRef<Type>(),
           Ctx.dict({Ctx.named("pending", Ctx.intAttr(Pending))}));
}

void LoopPipeliner::startAhead(Op *Before, unsigned Distance,
                               unsigned FirstAhead, Value *Slot,
                               llvm::SmallVectorImpl<Value *> &Yielded) {
  ValueMap Map;
  int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
  Value *Index = For->inductionVar();
  B.setInsertionPoint(Before);
  Map[Index] =
      create(OpKind::Add, Index, constant(Distance * Step), Index->type());
  for (auto [I, C] : llvm::enumerate(Carried))
    Map[For->carried(C)] = For->carried(FirstAhead + I);
  Value *Runs = hasMore(Index, Distance);
  cloneSlice(Slice, Map, Before);
  startCopies(Map, Slot, Runs);
  Op *Yield = For->body().terminator();
  for (unsigned C : Carried)
    Yielded.push_back(lookUp(Map, Yield->operand(C)));
}

/// The first k-step's fragments from the buffers' slot, in front of Before.
llvm::SmallVector<Value *, 2> LoopPipeliner::readFirst(Value *Slot,
                                                       Op *Before) {
  ValueMap Map;
  cloneSlice(PlaceSlice, Map, Before);
  B.setInsertionPoint(Before);
  llvm::SmallVector<Value *, 2> Fragments;
  for (Op *Read : FirstReads) {
    const Transfer &T = *llvm::find_if(Transfers, [&](const Transfer &Each) {
      return Each.Alloc->result() == Read->operand(0);
    });
    Value *First = create(OpKind::Mul, Slot, i32(T.Alloc->type().numElements()),
                          Ctx.i32());
    Value *Place = inSlot(lookUp(Map, Read->operand(1)), First, T);
    Fragments.push_back(
        B.create(Read->kind(), {T.Buffer, Place}, {Read->type()}, Read->attrs())
            ->result());
  }
  return Fragments;
}

void LoopPipeliner::finish(ArrayRef<Value *> Yielded) {
  For->body().terminator()->erase();
  B.setInsertionPointToEnd(For->body());
  B.createTerminator(OpKind::Yield, Yielded);
  // Buffers are others' memory behind the loop.
  B.setInsertionPointAfter(For);
  wait(0);
}

/// Load for another iteration, if Runs.
Value *LoopPipeliner::cloneLoad(LoadOp *Load, const ValueMap &Map,
                                Value *Runs) {
  B.setLoc(Load->loc());
  auto In = [&](Value *V) { return V ? lookUp(Map, V) : nullptr; };
  Value *Mask = both(In(Load->mask()), Runs);
  return B
      .create(OpKind::Load, {In(Load->ptr()), Mask, In(Load->other())},
              {Load->type()}, Load->attrs())
      ->result();
}

ForOp *LoopPipeliner::prefetch() {
  B.setInsertionPoint(For);
  ValueMap Start;
  Start[For->inductionVar()] = For->lowerBound();
  for (unsigned C : Carried)
    Start[For->carried(C)] = For->init(C);
  Value *Runs = create(OpKind::CmpLt, For->lowerBound(), For->upperBound(),
                       Ctx.boolean());
  cloneSlice(Slice, Start, For);
  llvm::SmallVector<Value *, 8> More;
  for (unsigned C : Carried)
    More.push_back(lookUp(Start, For->body().terminator()->operand(C)));
  for (LoadOp *Load : Loads)
    More.push_back(cloneLoad(Load, Start, Runs));
  unsigned Old = For->numCarried(), Loaded = Old + Carried.size();
  For = rebuild(More);
  Op *First = &For->body().front(), *Yield = For->body().terminator();
  B.setInsertionPoint(First);
  ValueMap Next;
  Value *Index = For->inductionVar();
  Next[Index] = create(OpKind::Add, Index, For->step(), Index->type());
  for (auto [I, C] : llvm::enumerate(Carried))
    Next[For->carried(C)] = For->carried(Old + I);
  Runs = hasMore(Index, 1);
  cloneSlice(Slice, Next, First);
  llvm::SmallVector<Value *, 16> Yielded(Yield->operands());
  for (unsigned C : Carried)
    Yielded.push_back(lookUp(Next, Yield->operand(C)));
  B.setInsertionPoint(First);
  for (LoadOp *Load : Loads)
    Yielded.push_back(cloneLoad(Load, Next, Runs));
  for (auto [I, Load] : llvm::enumerate(Loads)) {
    Load->result()->replaceAllUsesWith(For->carried(Loaded + I));
    Load->erase();
  }
  Yield->erase();
  B.setInsertionPointToEnd(For->body());
  B.createTerminator(OpKind::Yield, Yielded);
  return For;
}

void LoopPipeliner::runPlain() {
  llvm::SmallVector<Value *, 8> More = prologue(Stages - 1);
  unsigned Old = For->numCarried(), Slots = Old + More.size();
  More.push_back(i32(0));
  More.push_back(i32(Stages - 1));
  For = rebuild(More);
  Value *Reads = For->carried(Slots), *Writes = For->carried(Slots + 1);
  llvm::SmallVector<Value *, 16> Yielded(For->body().terminator()->operands());
  Op *First = &For->body().front();
  B.setInsertionPoint(First);
  wait(Stages - 2);
  startAhead(First, Stages - 1, Old, Writes, Yielded);
  Yielded.push_back(next(Reads));
  Yielded.push_back(next(Writes));
  readSlot(Reads);
  finish(Yielded);
}

void LoopPipeliner::runRotated() {
  llvm::SmallVector<Value *, 8> More = prologue(Stages);
  wait(Stages - 1);
  llvm::append_range(More, readFirst(i32(0), For));
  unsigned Old = For->numCarried(), Last = Old + More.size();
  unsigned Fragments = Last - FirstReads.size();
  More.push_back(i32(0));
  For = rebuild(More);
  Value *Slot = For->carried(Last);
  llvm::SmallVector<Value *, 16> Yielded(For->body().terminator()->operands());
  for (auto [I, Read] : llvm::enumerate(FirstReads))
    Read->result()->replaceAllUsesWith(For->carried(Fragments + I));
  B.setInsertionPoint(LastProduct);
  wait(Stages - 2);
  startAhead(LastProduct, Stages, Old, Slot, Yielded);
  Value *Next = next(Slot);
  llvm::append_range(Yielded, readFirst(Next, LastProduct));
  Yielded.push_back(Next);
  for (Op *Read : FirstReads)
    Read->erase();
  readSlot(Slot);
  finish(Yielded);
}

void LoopPipeliner::run() {
  makeBuffers();
  if (FirstReads.empty())
    runPlain();
  else
    runRotated();
}
