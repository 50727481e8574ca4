//===- LoopPipeliner.h - Copies some iterations ahead -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load whose elements go to shared memory as they are becomes an async_copy
// that is started some iterations ahead. With S stages there are S buffers in
// a row. Where a pointer points so much later is computed by running what the
// load depends on ahead: in front of the loop, then once per iteration, on
// carried values of its own. Copies past the last iteration bring zeros.
//
// Iteration k waits for its copies, starts those of iteration k + S - 1, into
// the buffers that iteration k - 1 has read, and goes on.
//
// A loop of one product instead waits for the next iteration's copies in front
// of its last k-step, starts those of iteration k + S into the buffers it has
// read by then itself, and reads the next iteration's first fragments: they
// are carried, and come while the last k-step is multiplied.
//
// What goes to shared memory by way of registers, because it is changed first
// or no copy can bring it, is loaded one iteration ahead into registers.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_LOOPPIPELINER_H
#define MYTRITON_LIB_BACKEND_GPU_LOOPPIPELINER_H

#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/SetVector.h"

namespace mt {

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

  /// Loads that pass through registers. prefetch() gives the new loop.
  bool findLoads();
  ForOp *prefetch();

  /// Loads that copies can replace.
  bool find();
  /// Takes Wanted stages, or as many as FreeBytes more shared memory have room
  /// for. False if that is one.
  bool setStages(int64_t Wanted, int64_t FreeBytes);
  void run();

private:
  bool isInBody(const Value *V) const;
  std::optional<Transfer> match(Op *O) const;
  void findKSteps();
  bool addPlace(Op *Read);
  bool mayRunAhead() const;
  bool addSlice(llvm::ArrayRef<Value *> Roots);

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
  void cloneSlice(const llvm::SmallSetVector<Op *, 32> &Of, ValueMap &Map,
                  Op *Before);
  void startCopies(ValueMap &Map, Value *Slot, Value *Runs);
  void makeBuffers();
  llvm::SmallVector<Value *, 8> prologue(unsigned Iterations);
  ForOp *rebuild(llvm::ArrayRef<Value *> More);
  Value *next(Value *Slot);
  void wait(unsigned Pending);
  Value *inSlot(Value *Place, Value *First, const Transfer &T);
  void readSlot(Value *Slot);
  /// Starts copies Distance iterations ahead in front of Before; adds what the
  /// values Ahead become to Yielded.
  void startAhead(Op *Before, unsigned Distance, unsigned FirstAhead,
                  Value *Slot, llvm::SmallVectorImpl<Value *> &Yielded);
  void finish(llvm::ArrayRef<Value *> Yielded);
  Value *cloneLoad(LoadOp *Load, const ValueMap &Map, Value *Runs);
  void runPlain();
  void runRotated();
  llvm::SmallVector<Value *, 2> readFirst(Value *Slot, Op *Before);

  ForOp *For;
  unsigned Stages = 1;
  Context &Ctx;
  OpBuilder B;
  llvm::SmallVector<Transfer, 4> Transfers;
  llvm::SmallVector<LoadOp *, 4> Loads;
  /// What pointers, masks and places in buffers depend on.
  llvm::SmallSetVector<Op *, 32> Slice;
  /// Carried values among it.
  llvm::SmallSetVector<unsigned, 4> Carried;
  /// The reads of a loop's first k-step, what their places depend on, and the
  /// last k-step's product; empty if the loop is no product of k-steps.
  llvm::SmallVector<Op *, 2> FirstReads;
  llvm::SmallSetVector<Op *, 32> PlaceSlice;
  Op *LastProduct = nullptr;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_LOOPPIPELINER_H
