//===- PipelineLoads.cpp - The pass pipeline-loads ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load whose elements go to shared memory as they are becomes an async_copy
// that is started some iterations ahead. With S stages there are S buffers in
// a row; iteration k starts the copies of iteration k + S - 1, into the buffer
// that iteration k - 1 has read. Where a pointer points so much later is
// computed by running what the load depends on ahead: S - 1 times in front of
// the loop, then once per iteration, on carried values of its own. Copies past
// the last iteration bring zeros.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using llvm::ArrayRef;

namespace {

/// A load and where it goes.
struct Transfer {
  LoadOp *Load;
  SharedStoreOp *Store;
  SharedAllocOp *Alloc;
  unsigned Width; ///< elements of one copy
  Value *Buffer = nullptr;
};

class LoopPipeliner {
public:
  explicit LoopPipeliner(ForOp *For)
      : For(For), Ctx(For->kernel()->context()), B(*For->kernel()) {
    B.setLoc(For->loc());
  }

  bool find();
  /// Takes Wanted stages, or as many as FreeBytes more shared memory have room
  /// for. False if that is one.
  bool setStages(int64_t Wanted, int64_t FreeBytes);
  void run();

private:
  bool isInBody(const Value *V) const;
  std::optional<Transfer> match(Op *O) const;
  bool addSlice(const Transfer &T);

  Value *constant(int64_t V) {
    return Ctx.intConstant(For->inductionVar()->type(), V);
  }
  Value *create(OpKind K, Value *A, Value *Other, Type T) {
    return B.create(K, {A, Other}, {T})->result();
  }
  Value *i32(int64_t V) { return Ctx.intConstant(Ctx.i32(), V); }
  Value *both(Value *A, Value *Other);
  Value *hasMore(Value *From, unsigned Iterations);
  Value *pick(Value *V, unsigned Width);
  void cloneSlice(ValueMap &Map, Op *Before);
  void startCopies(ValueMap &Map, Value *Slot, Value *Runs);
  llvm::SmallVector<Value *, 8> prologue();
  ForOp *rebuild(ArrayRef<Value *> Ahead);
  Value *next(Value *Slot);
  void readSlot(Value *Slot);

  ForOp *For;
  unsigned Stages = 1;
  Context &Ctx;
  OpBuilder B;
  llvm::SmallVector<Transfer, 4> Transfers;
  /// What pointers, masks and places in buffers depend on.
  llvm::SmallSetVector<Op *, 32> Slice;
  /// Carried values among it.
  llvm::SmallSetVector<unsigned, 4> Carried;
};

} // namespace

//===----------------------------------------------------------------------===//
// What can be started ahead
//===----------------------------------------------------------------------===//

bool LoopPipeliner::isInBody(const Value *V) const {
  if (auto *A = llvm::dyn_cast<BlockArgument>(V))
    return A->owner() == &For->body();
  const Op *D = V->definingOp();
  return D && D->block() == &For->body();
}

static bool isZero(const Value *V) {
  auto *C = llvm::dyn_cast_or_null<Constant>(V);
  return !V || (C && C->bits() == 0);
}

static unsigned widthOf(const Op *O) { return O->intAttr("gpu.width", 1); }

std::optional<Transfer> LoopPipeliner::match(Op *O) const {
  auto *Load = llvm::dyn_cast<LoadOp>(O);
  if (!Load || Load->isVolatile() || !isZero(Load->other()) ||
      !Load->result()->hasOneUse())
    return std::nullopt;
  Use &Only = *Load->result()->uses().begin();
  auto *Store = llvm::dyn_cast<SharedStoreOp>(Only.owner());
  if (!Store || Only.index() != 2 || Store->block() != Load->block() ||
      Store->mask() ||
      !Store->index()->type().isFragment() != !Load->ptr()->type().isFragment())
    return std::nullopt;
  auto *Alloc = getDefining<SharedAllocOp>(Store->buffer());
  if (!Alloc || Alloc->block() != Load->block() || Alloc->attr("offset"))
    return std::nullopt;
  for (Use &U : Alloc->result()->uses())
    if (U.owner() != Store &&
        !llvm::isa<SharedLoadOp, SharedLoadMatrixOp>(U.owner()))
      return std::nullopt;
  unsigned Width = std::min(widthOf(Load), widthOf(Store));
  int64_t Bytes = Width * Load->type().elementType().byteSize();
  if (Bytes != 4 && Bytes != 8 && Bytes != 16)
    return std::nullopt;
  return Transfer{Load, Store, Alloc, Width};
}

/// Adds all that T's addresses depend on; false if that cannot be computed
/// ahead.
bool LoopPipeliner::addSlice(const Transfer &T) {
  llvm::SmallVector<Value *, 16> Open{T.Load->ptr(), T.Store->index()};
  if (T.Load->mask())
    Open.push_back(T.Load->mask());
  llvm::SmallSetVector<Op *, 32> Ops;
  llvm::SmallSetVector<unsigned, 4> Args;
  while (!Open.empty()) {
    Value *V = Open.pop_back_val();
    if (!V || !isInBody(V))
      continue;
    if (auto *A = llvm::dyn_cast<BlockArgument>(V)) {
      if (A->index() && Args.insert(A->index() - 1))
        Open.push_back(For->body().terminator()->operand(A->index() - 1));
      continue;
    }
    Op *O = V->definingOp();
    if (!O->hasTrait(OT_Pure) || O->numRegions() || llvm::isa<MmaOp>(O))
      return false;
    if (Ops.insert(O))
      llvm::append_range(Open, O->operands());
  }
  Slice.insert(Ops.begin(), Ops.end());
  Carried.insert(Args.begin(), Args.end());
  return true;
}

/// True if there is something to do. What the loop writes to memory might be
/// what is read ahead.
bool LoopPipeliner::find() {
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Step || !Step->type().isSigned() || Step->asSigned() <= 0 ||
      Step->asSigned() > INT32_MAX / 64)
    return false;
  bool Writes = false;
  walk(For->body(), [&](Op *O) {
    Writes |= O->hasTrait(OT_Writes) ||
              llvm::isa<BarrierOp, WhileOp, CallOp, AsyncCopyOp>(O);
  });
  if (Writes)
    return false;
  for (Op &O : For->body())
    if (auto T = match(&O); T && addSlice(*T))
      Transfers.push_back(*T);
  return !Transfers.empty();
}

/// Bytes of a buffer.
static int64_t bytesOf(Op *Alloc) {
  Type T = Alloc->type();
  return T.numElements() * T.elementType().byteSize();
}

/// Bytes of the buffers that For uses.
static int64_t bytesUsedIn(ForOp *For) {
  int64_t Bytes = 0;
  walk(For->kernel()->body(), [&](Op *O) {
    if (llvm::isa<SharedAllocOp>(O) &&
        llvm::any_of(O->result()->uses(),
                     [&](const Use &U) { return U.owner()->isInside(For); }))
      Bytes += bytesOf(O);
  });
  return Bytes;
}

bool LoopPipeliner::setStages(int64_t Wanted, int64_t FreeBytes) {
  int64_t Bytes = 0;
  for (const Transfer &T : Transfers)
    Bytes += bytesOf(T.Alloc);
  constexpr int64_t MaxStages = 16; // enough for any latency
  int64_t Fit = std::min({FreeBytes / Bytes + 1, Wanted, MaxStages});
  Stages = std::max<int64_t>(1, Fit);
  return Stages > 1;
}

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

/// Copies the slice, in the order of the body, in front of Before.
void LoopPipeliner::cloneSlice(ValueMap &Map, Op *Before) {
  for (Op &O : For->body())
    if (Slice.contains(&O))
      Before->block()->insert(For->kernel()->cloneOp(&O, Map), Before);
}

/// One iteration's copies, into the buffers' slot; without any where Runs is
/// false.
void LoopPipeliner::startCopies(ValueMap &Map, Value *Slot, Value *Runs) {
  auto In = [&](Value *V) {
    auto It = Map.find(V);
    return It == Map.end() ? V : It->second;
  };
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

/// The first iterations' copies. Returns what the next one starts from.
llvm::SmallVector<Value *, 8> LoopPipeliner::prologue() {
  B.setInsertionPoint(For);
  for (Transfer &T : Transfers) {
    Type Of = T.Alloc->type();
    Type All = Ctx.shared({Stages * Of.numElements()}, Of.elementType());
    T.Buffer = B.create(OpKind::SharedAlloc, {}, {All})->result();
  }
  llvm::SmallVector<Value *, 8> Ahead;
  for (unsigned I : Carried)
    Ahead.push_back(For->init(I));
  Type IvType = For->inductionVar()->type();
  Value *Runs = create(OpKind::CmpLt, For->lowerBound(), For->upperBound(),
                       Ctx.boolean());
  int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
  for (unsigned I = 0; I != Stages - 1; ++I) {
    ValueMap Map;
    Map[For->inductionVar()] =
        I ? create(OpKind::Add, For->lowerBound(), constant(I * Step), IvType)
          : For->lowerBound();
    for (auto [C, V] : llvm::zip_equal(Carried, Ahead))
      Map[For->carried(C)] = V;
    cloneSlice(Map, For);
    Value *Valid = I ? both(hasMore(For->lowerBound(), I), Runs) : Runs;
    startCopies(Map, i32(I), Valid);
    for (auto [C, V] : llvm::zip_equal(Carried, Ahead)) {
      Value *Next = For->body().terminator()->operand(C);
      auto It = Map.find(Next);
      V = It == Map.end() ? Next : It->second;
    }
  }
  return Ahead;
}

/// The loop with more carried values: Ahead, and the slots that are read and
/// written. The old one is gone.
ForOp *LoopPipeliner::rebuild(ArrayRef<Value *> Ahead) {
  llvm::SmallVector<Value *, 16> Inits;
  for (unsigned I = 0; I != For->numCarried(); ++I)
    Inits.push_back(For->init(I));
  unsigned Old = Inits.size();
  llvm::append_range(Inits, Ahead);
  Inits.push_back(i32(0));
  Inits.push_back(i32(Stages - 1));
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
      Value *Place = Reader->operand(1);
      Reader->setOperand(1, create(OpKind::Add, Place, First, Place->type()));
      Reader->setOperand(0, T.Buffer);
    }
    T.Load->erase();
    T.Alloc->erase();
  }
}

void LoopPipeliner::run() {
  llvm::SmallVector<Value *, 8> Ahead = prologue();
  unsigned Old = For->numCarried();
  For = rebuild(Ahead);
  Value *Reads = For->carried(Old + Ahead.size()),
        *Writes = For->carried(Old + Ahead.size() + 1);
  Op *Yield = For->body().terminator(), *First = &For->body().front();
  B.setInsertionPoint(First);
  B.create(OpKind::AsyncWait, {}, ArrayRef<Type>(),
           Ctx.dict({Ctx.named("pending", Ctx.intAttr(Stages - 2))}));
  ValueMap Map;
  int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
  Map[For->inductionVar()] =
      create(OpKind::Add, For->inductionVar(), constant((Stages - 1) * Step),
             For->inductionVar()->type());
  for (auto [I, C] : llvm::enumerate(Carried))
    Map[For->carried(C)] = For->carried(Old + I);
  Value *Runs = hasMore(For->inductionVar(), Stages - 1);
  cloneSlice(Map, First);
  startCopies(Map, Writes, Runs);
  llvm::SmallVector<Value *, 16> Yielded(Yield->operands());
  for (unsigned C : Carried) {
    auto It = Map.find(Yield->operand(C));
    Yielded.push_back(It == Map.end() ? Yield->operand(C) : It->second);
  }
  Yielded.push_back(next(Reads));
  Yielded.push_back(next(Writes));
  readSlot(Reads);
  B.setInsertionPointToEnd(For->body());
  Yield->erase();
  B.createTerminator(OpKind::Yield, Yielded);
  // Buffers are others' memory behind the loop.
  B.setInsertionPointAfter(For);
  B.create(OpKind::AsyncWait, {}, ArrayRef<Type>(),
           Ctx.dict({Ctx.named("pending", Ctx.intAttr(0))}));
}

unsigned mt::pipelineLoads(Kernel &K, unsigned Stages) {
  llvm::SmallVector<ForOp *, 4> Loops;
  walk(K.body(), [&](Op *O) {
    if (auto *For = llvm::dyn_cast<ForOp>(O))
      Loops.push_back(For);
  });
  unsigned NumPipelined = 0;
  for (ForOp *For : Loops) {
    LoopPipeliner P(For);
    int64_t Wanted = For->intAttr("gpu.num_stages", Stages);
    if (P.find() && P.setStages(Wanted, MaxSharedBytes - bytesUsedIn(For))) {
      P.run();
      ++NumPipelined;
    }
  }
  return NumPipelined;
}
