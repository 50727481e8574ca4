//===- OverlapLoads.cpp - The pass overlap-loads --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory is fast when much is asked of it at once. Loops that only load and
// compute run several iterations together, the loads of all of them in front;
// straight code is ordered likewise. What is loaded ahead is limited by the
// registers it takes.
//
//   for %i in range(0, n, s) { f(i) }
//
// becomes
//
//   %trips = div n, 4 * s
//   for %t in range(0, %trips, 1) { f(t * 4 * s); f(t * 4 * s + s); … }
//   for %i in range(%trips * 4 * s, n, s) { f(i) }
//
//===----------------------------------------------------------------------===//

#include "BroadcastLoads.h"
#include "GroupLoads.h"
#include "Layouts.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

namespace {

/// 32-bit registers of a thread that loads may fill ahead of their use.
constexpr int64_t MaxBatchRegisters = 32;
constexpr int64_t MaxBatch = 8;
/// Elements that all ops of a batch together compute per thread: code size is
/// compile time, and a loop that computes much waits less for memory.
constexpr int64_t MaxBatchWork = 160;
/// Loads in straight code for which more registers pay, while tiles are small.
constexpr unsigned ManyLoads = 4, MostLoads = 32, FewElements = 16;

class LoadOverlap {
public:
  LoadOverlap(Kernel &K, unsigned NumThreads)
      : Ctx(K.context()), B(K), NumThreads(NumThreads) {}
  /// Returns how many loops it batched.
  unsigned run(Block &Body);
  /// Straight code has many loads, of small tiles, in front of their uses.
  bool loadsAhead() const { return LoadsAhead; }

private:
  int64_t elementsOf(const Value *V) const;
  int64_t registersOf(LoadOp *Load) const;
  int64_t batchOf(ForOp *Loop) const;
  void batch(ForOp *Loop, int64_t N);
  void joinSteps(llvm::ArrayRef<LoadOp *> Steps);
  llvm::SmallVector<Value *, 8> columnsOf(Value *V);
  Value *create(OpKind Kind, Value *A, int64_t Literal) {
    Constant *C = Ctx.intConstant(Ctx.i32(), Literal);
    return B.create(Kind, {A, C}, {Ctx.i32()})->result();
  }

  Context &Ctx;
  OpBuilder B;
  unsigned NumThreads;
  bool LoadsAhead = false;
};

} // namespace

int64_t LoadOverlap::elementsOf(const Value *V) const {
  int64_t Elements = 1;
  for (int64_t E : V->type().shape())
    Elements *= llvm::PowerOf2Ceil(E);
  return llvm::divideCeil(Elements, NumThreads);
}

int64_t LoadOverlap::registersOf(LoadOp *Load) const {
  if (!Load->type().isTile())
    return 1;
  // Threads hold copies of what is broadcast; how many, layouts will decide.
  constexpr int64_t Copies = 4;
  int64_t Elements = elementsOf(Load->result());
  if (isOnlyBroadcast(Load))
    Elements = std::max(Elements, Copies);
  Type T = Load->type().elementType();
  return llvm::divideCeil(Elements * T.byteSize(), 4);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// How many iterations of Loop to run together; 1 to leave it.
int64_t LoadOverlap::batchOf(ForOp *Loop) const {
  auto *Lb = llvm::dyn_cast<Constant>(Loop->lowerBound());
  auto *Step = llvm::dyn_cast<Constant>(Loop->step());
  if (!Lb || !Step || llvm::isa<Constant>(Loop->upperBound()) ||
      Step->type() != Ctx.i32() || Lb->asSigned() < 0 || Step->asSigned() < 1 ||
      Step->asSigned() > MaxTileElements)
    return 1;
  int64_t Registers = 0, Largest = 0, Work = 0;
  for (Op &O : Loop->body()) {
    if (auto *Load = llvm::dyn_cast<LoadOp>(&O); Load && !Load->isVolatile())
      Registers += registersOf(Load);
    else if (!O.hasTrait(OT_Elementwise) && !O.hasTrait(OT_Terminator) &&
             !llvm::isa<ArangeOp, ExpandDimsOp, BroadcastOp, ZerosOp, FullOp>(
                 O))
      return 1;
    for (const Value *V : O.results())
      Largest = std::max(Largest, elementsOf(V));
    if (O.hasTrait(OT_Elementwise))
      Work += elementsOf(O.result());
  }
  // Tiles of one element per thread keep the text they always had.
  if (!Registers || Largest < 2)
    return 1;
  uint64_t Fit =
      std::max<int64_t>(1, std::min(MaxBatchRegisters / Registers,
                                    MaxBatchWork / std::max<int64_t>(1, Work)));
  return std::min<int64_t>(MaxBatch, llvm::bit_floor(Fit));
}

/// True if V follows from values outside of Loop alone.
static bool isInvariant(const Value *V, ForOp *Loop) {
  if (!V || llvm::isa<Constant>(V))
    return true;
  if (auto *A = llvm::dyn_cast<BlockArgument>(V))
    return A->owner() != &Loop->body();
  const Op *O = V->definingOp();
  if (O->block() != &Loop->body())
    return true;
  return O->hasTrait(OT_Pure) && llvm::all_of(O->operands(), [&](Value *In) {
           return isInvariant(In, Loop);
         });
}

/// True if iterations of Loop load neighbouring elements one after the other,
/// each thread a column of which only parts of larger tiles are made.
static bool walksAlongRows(LoadOp *Load, ForOp *Loop) {
  auto *Pointer = getDefining<AddPtrOp>(Load->ptr());
  auto *Step = llvm::dyn_cast<Constant>(Loop->step());
  if (!Pointer || Pointer->offset() != Loop->inductionVar() || !Step ||
      !Step->isInt(1))
    return false;
  Extents Shape = Load->type().shape();
  return Shape.size() > 1 && Shape.back() == 1 && isOnlyBroadcast(Load) &&
         isInvariant(Pointer->ptr(), Loop) && isInvariant(Load->mask(), Loop) &&
         isInvariant(Load->other(), Loop);
}

/// The columns of V, without its last dimension, whose extent is a power of
/// two.
llvm::SmallVector<Value *, 8> LoadOverlap::columnsOf(Value *V) {
  llvm::SmallVector<int64_t, 4> Shape(V->type().shape());
  Type Element = V->type().elementType();
  int64_t Last = Shape.pop_back_val();
  if (Last == 1)
    return {V};
  if (Last > 2) {
    Shape.push_back(Last / 2);
    Shape.push_back(2);
    AttrDict Attrs = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Shape))});
    Shape.pop_back();
    V = B.create(OpKind::Reshape, {V},
                 {Ctx.tileOrScalar(Attrs.get("shape").asIntList().value(),
                                   Element)},
                 Attrs)
            ->result();
  }
  Type Half = Ctx.tileOrScalar(Shape, Element);
  Op *Split = B.create(OpKind::Split, {V}, {Half, Half});
  if (Last == 2)
    return {Split->result(0), Split->result(1)};
  auto Even = columnsOf(Split->result(0)), Odd = columnsOf(Split->result(1));
  llvm::SmallVector<Value *, 8> R;
  for (unsigned I = 0; I != Even.size(); ++I) {
    R.push_back(Even[I]);
    R.push_back(Odd[I]);
  }
  return R;
}

/// One load of rows for Steps, which load their columns.
void LoadOverlap::joinSteps(llvm::ArrayRef<LoadOp *> Steps) {
  LoadOp *First = Steps.front();
  OpBuilder::Guard G(B);
  B.setInsertionPoint(First);
  B.setLoc(First->loc());
  Extents Narrow = First->type().shape();
  llvm::SmallVector<int64_t, 4> Shape(Narrow), Row(Narrow.size(), 1);
  Shape.back() = Row.back() = Steps.size();
  auto Widen = [&](Value *V) -> Value * {
    if (!V || !V->type().isTile())
      return V;
    AttrDict To = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Shape))});
    Type T = Ctx.tileOrScalar(Shape, V->type().elementType());
    return B.create(OpKind::Broadcast, {V}, {T}, To)->result();
  };
  Value *Step = ArangeOp::build(B, 0, Steps.size())->result();
  AttrDict AsRow = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Row))});
  Step = B.create(OpKind::Reshape, {Step}, {Ctx.tileOrScalar(Row, Ctx.i32())},
                  AsRow)
             ->result();
  Type Pointers = Ctx.tileOrScalar(Shape, First->ptr()->type().elementType());
  Value *Pointer =
      B.create(OpKind::AddPtr, {First->ptr(), Step}, {Pointers})->result();
  Value *All = B.create(OpKind::Load,
                        {Pointer, Widen(First->mask()), Widen(First->other())},
                        {Ctx.tileOrScalar(Shape, First->type().elementType())},
                        First->attrs())
                   ->result();
  AttrDict AsColumn = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr(Narrow))});
  for (auto [Column, Load] : llvm::zip(columnsOf(All), Steps)) {
    Value *V =
        B.create(OpKind::Reshape, {Column}, {Load->type()}, AsColumn)->result();
    Load->result()->replaceAllUsesWith(V);
  }
  for (LoadOp *Load : Steps)
    Load->erase();
}

void LoadOverlap::batch(ForOp *Loop, int64_t N) {
  Kernel *K = Loop->kernel();
  int64_t Lb = llvm::cast<Constant>(Loop->lowerBound())->asSigned();
  int64_t Step = llvm::cast<Constant>(Loop->step())->asSigned();
  B.setInsertionPoint(Loop);
  B.setLoc(Loop->loc());
  Value *Span = Loop->upperBound();
  if (Lb)
    Span = create(OpKind::Sub, Span, Lb);
  Value *Trips = create(OpKind::Div, Span, N * Step);
  llvm::SmallVector<Value *, 4> Carried;
  for (unsigned I = 0; I != Loop->numCarried(); ++I)
    Carried.push_back(Loop->init(I));
  auto *Main = B.create<ForOp>(Ctx.i32(), Ctx.intConstant(Ctx.i32(), 0), Trips,
                               Ctx.intConstant(Ctx.i32(), 1), Carried);
  for (unsigned I = 0; I != Carried.size(); ++I)
    Carried[I] = Main->carried(I);
  // By the load they are copies of.
  llvm::MapVector<Op *, llvm::SmallVector<LoadOp *, 8>> Steps;
  for (Op &O : Loop->body())
    if (auto *Load = llvm::dyn_cast<LoadOp>(&O))
      if (walksAlongRows(Load, Loop))
        Steps[Load];
  {
    OpBuilder::Guard G(B);
    B.setInsertionPointToEnd(Main->body());
    Value *Start = create(OpKind::Mul, Main->inductionVar(), N * Step);
    if (Lb)
      Start = create(OpKind::Add, Start, Lb);
    for (int64_t I = 0; I != N; ++I) {
      ValueMap Map;
      Map[Loop->inductionVar()] =
          I ? create(OpKind::Add, Start, I * Step) : Start;
      for (auto [Number, V] : llvm::enumerate(Carried))
        Map[Loop->carried(Number)] = V;
      for (Op &O : Loop->body()) {
        if (O.hasTrait(OT_Terminator))
          continue;
        Op *Copy = K->cloneOp(&O, Map);
        Main->body().insert(Copy, nullptr);
        if (auto It = Steps.find(&O); It != Steps.end())
          It->second.push_back(llvm::cast<LoadOp>(Copy));
      }
      for (auto [Number, V] :
           llvm::enumerate(Loop->body().terminator()->operands()))
        Carried[Number] = Map.count(V) ? Map[V] : V;
    }
    B.createTerminator(OpKind::Yield, Carried);
  }
  for (auto &[Original, Copies] : Steps)
    joinSteps(Copies);
  Value *Rest = create(OpKind::Mul, Trips, N * Step);
  if (Lb)
    Rest = create(OpKind::Add, Rest, Lb);
  Loop->setOperand(0, Rest);
  for (unsigned I = 0; I != Carried.size(); ++I)
    Loop->setOperand(3 + I, Main->result(I));
}

//===----------------------------------------------------------------------===//
// Straight code
//===----------------------------------------------------------------------===//

/// What may not trade places with loads; and what takes long enough for others
/// to use the registers, such as a reduction.
static bool isOrdered(const Op &O) {
  if (auto *Load = llvm::dyn_cast<LoadOp>(&O))
    return Load->isVolatile();
  bool MovesElements =
      llvm::isa<SumOp, MaxOp, MinOp, ReduceOp, ScanOp, GatherOp, CatOp, FlipOp>(
          O);
  return !O.hasTrait(OT_Pure) || O.numRegions() || MovesElements;
}

unsigned LoadOverlap::run(Block &Body) {
  unsigned Batched = 0;
  for (Op &O : llvm::make_early_inc_range(Body.ops())) {
    auto *Loop = llvm::dyn_cast<ForOp>(&O);
    int64_t N = Loop ? batchOf(Loop) : 1;
    if (N > 1) {
      batch(Loop, N);
      ++Batched;
    }
  }
  llvm::SmallVector<Op *, 32> Segment;
  unsigned Loads = 0;
  int64_t Largest = 0;
  auto Flush = [&] {
    if (Loads > 1 && Largest > 1) {
      groupLoads(Segment, [&](LoadOp *Load) { return registersOf(Load); });
      LoadsAhead |=
          Loads >= ManyLoads && Loads <= MostLoads && Largest <= FewElements;
    }
    Segment.clear();
    Loads = Largest = 0;
  };
  for (Op &O : llvm::make_early_inc_range(Body.ops())) {
    for (unsigned I = 0; I != O.numRegions(); ++I)
      Batched += run(O.body(I));
    if (isOrdered(O) || O.hasTrait(OT_Terminator)) {
      Flush();
      continue;
    }
    Segment.push_back(&O);
    Loads += llvm::isa<LoadOp>(O);
    for (const Value *V : O.results())
      Largest = std::max(Largest, elementsOf(V));
  }
  Flush();
  return Batched;
}

unsigned mt::overlapLoads(Kernel &K, std::optional<unsigned> NumWarps) {
  if (K.attrs().get("num_threads"))
    return 0;
  if (Attr A = K.attrs().get("num_warps"); A && A.isInt() && A.asInt() > 0)
    NumWarps = A.asInt();
  unsigned NumThreads = Layouts::chooseThreads(largestTile(K), NumWarps);
  LoadOverlap Overlap(K, NumThreads);
  unsigned Batched = Overlap.run(K.body());
  Context &Ctx = K.context();
  if (Batched || Overlap.loadsAhead())
    K.setAttrs(Ctx.withAttr(K.attrs(), LoadsAheadAttr, Ctx.boolAttr(true)));
  return Batched;
}
