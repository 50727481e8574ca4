//===- PendingAccesses.h - What no barrier has ended yet --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_GPU_PENDINGACCESSES_H
#define MYTRITON_LIB_BACKEND_GPU_PENDINGACCESSES_H

#include "ThreadPointers.h"
#include "Uniformity.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PointerIntPair.h"
#include "llvm/ADT/SetVector.h"

namespace mt {

/// One op's way to memory.
struct Access {
  Value *Ptr;
  bool Writes;
  bool ByFirstThread; ///< and by no other
  bool ByOwners;      ///< by one of several threads that have the address
};

/// The accesses of one direction through one parameter since the last barrier,
/// summed up to what a conflict depends on.
class AccessSet {
public:
  bool empty() const { return !FirstThread && Kind == None; }

  /// True if a thread that does not make New has accessed something.
  bool hasOthersThan(const Access &New) const {
    return Kind != None || (FirstThread && !New.ByFirstThread);
  }

  void add(const Access &A) {
    if (A.ByFirstThread)
      FirstThread = true;
    else
      addPointer(A.Ptr);
    // Others may use the same address in an access that is not so restricted.
    if (A.ByOwners)
      Kind = Many;
  }
  void merge(const AccessSet &Other) {
    FirstThread |= Other.FirstThread;
    if (Other.Kind == Many)
      Kind = Many;
    else if (Other.Kind == One)
      addPointer(Other.Ptr);
  }
  /// Pointers computed inside Loop stand for addresses of other iterations
  /// from now on. Those that meet none of them again may stay.
  void forgetInside(Op *Loop, const Uniformity &Uniform) {
    if (Kind != One)
      return;
    auto *Arg = llvm::dyn_cast<BlockArgument>(Ptr);
    Op *Around = Arg ? Arg->owner()->parentOp() : Ptr->definingOp();
    auto *For = llvm::dyn_cast<ForOp>(Loop);
    if (Around && Around->isInside(Loop) &&
        !(For && isDistinctBetweenIterations(Ptr, For, Uniform)))
      Kind = Many;
  }
  /// True if threads may meet at an address. New's pointer is the same address
  /// map as an earlier one only if it is the same value; then each thread is
  /// alone with its own addresses if they are distinct and it made both
  /// accesses.
  bool conflicts(const Access &New, const Uniformity &Uniform) const {
    if (FirstThread && !New.ByFirstThread)
      return true;
    if (Kind != One || New.ByFirstThread || New.ByOwners)
      return Kind != None;
    return New.Ptr != Ptr || !isDistinct(Ptr, Uniform);
  }

private:
  void addPointer(Value *P) {
    if (Kind == None)
      Ptr = P;
    Kind = Kind == None || (Kind == One && Ptr == P) ? One : Many;
  }

  enum { None, One, Many } Kind = None;
  bool FirstThread = false;
  Value *Ptr = nullptr;
};

struct Accesses {
  AccessSet Reads, Writes;
};

/// The buffer's shared_alloc (null: unknown), and whether it is written.
using SharedAccess = llvm::PointerIntPair<Op *, 1, bool>;

/// Accesses since the last barrier.
struct Pending {
  /// To global memory, by base parameter (null: unknown).
  llvm::SmallMapVector<const Value *, Accesses, 4> Global;
  llvm::SmallSetVector<SharedAccess, 4> Shared;
  /// Atomics that acquire.
  AccessSet Acquired;

  bool empty() const { return Global.empty() && Shared.empty(); }
  void clear() { *this = Pending(); }
  /// True if a thread that does not make New has accessed global memory.
  bool hasOthersThan(const Access &New) const {
    return llvm::any_of(Global, [&](const auto &Each) {
      return Each.second.Reads.hasOthersThan(New) ||
             Each.second.Writes.hasOthersThan(New);
    });
  }
  void merge(const Pending &From) {
    for (const auto &[Base, Old] : From.Global) {
      Global[Base].Reads.merge(Old.Reads);
      Global[Base].Writes.merge(Old.Writes);
    }
    Shared.insert(From.Shared.begin(), From.Shared.end());
    Acquired.merge(From.Acquired);
  }
  void forgetInside(Op *Loop, const Uniformity &Uniform) {
    for (auto &[Base, Old] : Global) {
      Old.Reads.forgetInside(Loop, Uniform);
      Old.Writes.forgetInside(Loop, Uniform);
    }
  }
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_GPU_PENDINGACCESSES_H
