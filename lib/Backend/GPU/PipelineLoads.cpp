//===- PipelineLoads.cpp - The pass pipeline-loads ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads of which loops can be started ahead. See LoopPipeliner.h.
//
//===----------------------------------------------------------------------===//

#include "LoopPipeliner.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"

using namespace mt;

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

/// Adds all that Roots depend on; false if that cannot be computed ahead.
bool LoopPipeliner::addSlice(llvm::ArrayRef<Value *> Roots) {
  llvm::SmallVector<Value *, 16> Open(Roots);
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

/// What the loop writes to memory might be what is read ahead.
bool LoopPipeliner::mayRunAhead() const {
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Step || !Step->type().isSigned() || Step->type().bitWidth() < 32 ||
      Step->asSigned() <= 0 || Step->asSigned() > INT32_MAX / 64)
    return false;
  bool Writes = false;
  walk(For->body(), [&](Op *O) {
    Writes |= O->hasTrait(OT_Writes) ||
              llvm::isa<BarrierOp, WhileOp, CallOp, AsyncCopyOp>(O);
  });
  return !Writes;
}

bool LoopPipeliner::find() {
  if (!mayRunAhead())
    return false;
  for (Op &O : For->body()) {
    auto T = match(&O);
    if (T && addSlice({T->Load->ptr(), T->Load->mask(), T->Store->index()}))
      Transfers.push_back(*T);
  }
  findKSteps();
  return !Transfers.empty();
}

/// True if V only goes to shared memory, changed element by element or not.
static bool endsInShared(const Value *V, const Block &Body) {
  if (V->use_empty())
    return false;
  return llvm::all_of(V->uses(), [&](const Use &U) {
    Op *O = U.owner();
    if (O->block() != &Body)
      return false;
    if (llvm::isa<SharedStoreOp>(O))
      return U.index() == 2;
    bool IsPlain = O->hasTrait(OT_Elementwise) ||
                   llvm::isa<PermuteRegistersOp, ConcatRegistersOp>(O);
    return IsPlain && endsInShared(O->result(), Body);
  });
}

bool LoopPipeliner::findLoads() {
  constexpr int64_t MaxBytes = 128; // of registers
  bool Multiplies = llvm::any_of(
      For->body(), [](const Op &O) { return llvm::isa<MmaOp>(O); });
  if (!Multiplies || !mayRunAhead())
    return false;
  int64_t Bytes = 0;
  for (Op &O : For->body()) {
    auto *Load = llvm::dyn_cast<LoadOp>(&O);
    if (!Load || Load->isVolatile() || match(Load) ||
        !endsInShared(Load->result(), For->body()))
      continue;
    Type T = Load->type();
    int64_t More = T.numElements() * T.elementType().byteSize();
    if (Bytes + More > MaxBytes ||
        !addSlice({Load->ptr(), Load->mask(), Load->other()}))
      continue;
    Bytes += More;
    Loads.push_back(Load);
  }
  return !Loads.empty();
}

/// Adds all that the place of Read depends on; false if that is not the same in
/// all iterations.
bool LoopPipeliner::addPlace(Op *Read) {
  llvm::SmallVector<Value *, 8> Open{Read->operand(1)};
  while (!Open.empty()) {
    Value *V = Open.pop_back_val();
    if (!isInBody(V))
      continue;
    Op *O = V->definingOp();
    if (!O || !O->hasTrait(OT_Pure) || O->numRegions() || llvm::isa<MmaOp>(O))
      return false;
    if (PlaceSlice.insert(O))
      llvm::append_range(Open, O->operands());
  }
  return true;
}

/// Finds the k-steps of a loop that is one product: each adds to the one
/// before, and reads its fragments in front of the last.
void LoopPipeliner::findKSteps() {
  llvm::SmallVector<MmaOp *, 8> Steps;
  for (Op &O : For->body()) {
    if (auto *Step = llvm::dyn_cast<MmaOp>(&O)) {
      if (!Steps.empty() && Step->c() != Steps.back()->result())
        return;
      Steps.push_back(Step);
    }
  }
  if (Steps.empty())
    return;
  llvm::SmallVector<Op *, 2> Reads;
  for (const Transfer &T : Transfers)
    for (Use &U : T.Alloc->result()->uses()) {
      Op *Read = U.owner();
      if (Read == T.Store)
        continue;
      if (Read->block() != &For->body() || !Read->isBeforeInBlock(Steps.back()))
        return;
      if (Read->result() != Steps.front()->a() &&
          Read->result() != Steps.front()->b())
        continue;
      if (!Read->result()->hasOneUse() || !addPlace(Read))
        return;
      Reads.push_back(Read);
    }
  FirstReads = std::move(Reads);
  LastProduct = Steps.back();
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
// The pass
//===----------------------------------------------------------------------===//

unsigned mt::pipelineLoads(Kernel &K, unsigned Stages) {
  llvm::SmallVector<ForOp *, 4> Loops;
  walk(K.body(), [&](Op *O) {
    if (auto *For = llvm::dyn_cast<ForOp>(O))
      Loops.push_back(For);
  });
  unsigned NumPipelined = 0;
  for (ForOp *For : Loops) {
    LoopPipeliner Registers(For);
    if (For->intAttr("gpu.num_stages", Stages) > 1 && Registers.findLoads())
      For = Registers.prefetch();
    LoopPipeliner P(For);
    int64_t Wanted = For->intAttr("gpu.num_stages", Stages);
    if (P.find() && P.setStages(Wanted, MaxSharedBytes - bytesUsedIn(For))) {
      P.run();
      ++NumPipelined;
    }
  }
  return NumPipelined;
}
