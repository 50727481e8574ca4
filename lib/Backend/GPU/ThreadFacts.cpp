//===- ThreadFacts.cpp - What emitters may rely on ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last pass on thread IR: what analyses find out becomes attributes, so
// that emitters read ops and nothing else.
//
//===----------------------------------------------------------------------===//

#include "IndexRanges.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Facts.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// True if the index, one step past the last iteration, still fits its type.
static bool indexFits(const ForOp *O) {
  auto *Step = llvm::dyn_cast<Constant>(O->step());
  if (!Step || Step->isInt(0))
    return false;
  if (Step->isInt(1))
    return true;
  Type T = Step->type();
  if (!T.isSigned())
    return false;
  int64_t S = Step->asSigned();
  if (S == -1)
    return true;
  auto *Bound = llvm::dyn_cast<Constant>(O->upperBound());
  int64_t Last;
  return Bound && !llvm::AddOverflow(Bound->asSigned(), S, Last) &&
         llvm::isIntN(T.bitWidth(), Last);
}

static bool holds(llvm::StringRef Fact, const Op *O,
                  const IndexRanges &Ranges) {
  if (!takesFact(O->kind(), Fact))
    return false;
  if (auto *For = llvm::dyn_cast<ForOp>(O))
    return indexFits(For);
  if (Fact == NoWrapAttr)
    return Ranges.cannotOverflow(O);
  return O->type().elementType().isSigned() &&
         llvm::all_of(O->operands(), [&](const Value *Operand) {
           return Ranges.isNonNegative(Operand);
         });
}

static void markOps(Kernel &K, const IndexRanges &Ranges) {
  Context &Ctx = K.context();
  Attr True = Ctx.boolAttr(true);
  walk(K.body(), [&](Op *O) {
    for (llvm::StringRef Fact : {NoWrapAttr, NonNegativeAttr}) {
      Attr Wanted = holds(Fact, O, Ranges) ? True : Attr();
      if (O->attr(Fact) != Wanted)
        O->setAttrs(Ctx.withAttr(O->attrs(), Fact, Wanted));
    }
  });
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// True if no op of the kernel writes through a pointer that comes from P, as
/// far as address arithmetic shows it.
static bool isOnlyRead(const Value *P) {
  for (const Use &U : P->uses()) {
    const Op *O = U.owner();
    bool IsArithmetic = llvm::isa<AddPtrOp, PermuteRegistersOp, SplatOp>(O);
    if (IsArithmetic ? !isOnlyRead(O->result())
                     : !(llvm::isa<LoadOp>(O) && U.index() == 0))
      return false;
  }
  return true;
}

/// True if every pointer of the kernel comes from one parameter by address
/// arithmetic: none is read from memory or made of an integer.
static bool knowsPointers(Kernel &K) {
  bool Known = true;
  walk(K.body(), [&](Op *O) {
    bool MovesPointers =
        llvm::isa<AddPtrOp, PermuteRegistersOp, SplatOp, ConcatRegistersOp>(
            O) ||
        O->numRegions();
    for (const Value *Result : O->results())
      Known &= MovesPointers || !Result->type().elementType().isPointer();
  });
  return Known;
}

/// Launchers check what `assume_disjoint` says.
static void markParams(Kernel &K) {
  Context &Ctx = K.context();
  Attr Disjoint = K.attrs().get(AssumeDisjointAttr);
  bool NoAlias =
      Disjoint && Disjoint.isBool() && Disjoint.asBool() && knowsPointers(K);
  for (BlockArgument *P : K.params()) {
    bool Known = NoAlias && P->type().isPointer();
    auto Mark = [&](llvm::StringRef Fact, bool Holds) {
      K.setParamAttrs(P->index(),
                      Ctx.withAttr(K.paramAttrs(P->index()), Fact,
                                   Holds ? Ctx.boolAttr(true) : Attr()));
    };
    Mark(NoAliasAttr, Known);
    Mark(ReadOnlyAttr, Known && isOnlyRead(P));
  }
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// 32-bit registers of the largest fragment of K, but for addresses.
static int64_t largestFragment(Kernel &K) {
  int64_t Largest = 1;
  walk(K.body(), [&](Op *O) {
    for (const Value *V : O->results())
      if (V->type().isFragment() && !V->type().elementType().isPointer())
        Largest = std::max<int64_t>(
            Largest, llvm::divideCeil(V->type().numElements() *
                                          V->type().elementType().bitWidth(),
                                      32));
  });
  return Largest;
}

/// 32-bit registers of a fragment.
static int64_t registersOf(const Value *V) {
  return llvm::divideCeil(
      V->type().numElements() * V->type().elementType().bitWidth(), 32);
}

/// 32-bit registers that products on tensor cores add up in, which tend to be
/// held at the same time, and those of two k-steps' operands, as one is asked
/// for while the one before is multiplied; 0 if there are no products.
static int64_t registersOfProducts(Kernel &K) {
  int64_t Sums = 0, Operands = 0;
  walk(K.body(), [&](Op *O) {
    auto *Step = llvm::dyn_cast<MmaOp>(O);
    if (!Step)
      return;
    // A k-step goes on where the one before ended.
    if (!getDefining<MmaOp>(Step->c()))
      Sums += registersOf(Step->result());
    Operands = std::max(Operands,
                        2 * (registersOf(Step->a()) + registersOf(Step->b())));
  });
  return Sums + Operands;
}

/// How many programs of K a multiprocessor should be able to hold; 0 if that
/// does not matter. Products get the registers they need. Where much is loaded
/// ahead, the assembler would otherwise save registers by waiting for each load
/// before the next. Kernels with large fragments get more registers each.
static int64_t minPrograms(Kernel &K) {
  constexpr unsigned Small = 16, Large = 64, ThreadsOfSmall = 1024,
                     ThreadsOfLarge = 512, MaxPrograms = 32;
  // What addresses and counters take beside a product, as measured.
  constexpr unsigned BesideProducts = 56, RegistersOfSM = 65536;
  unsigned Threads = numThreads(K);
  if (int64_t Registers = registersOfProducts(K))
    return std::clamp<int64_t>(RegistersOfSM /
                                   ((Registers + BesideProducts) * Threads),
                               1, MaxPrograms);
  if (!K.attrs().get(LoadsAheadAttr))
    return 0;
  int64_t Largest = largestFragment(K);
  unsigned Wanted = Largest <= Small   ? ThreadsOfSmall
                    : Largest <= Large ? ThreadsOfLarge
                                       : 1;
  return std::clamp(Wanted / Threads, 1u, MaxPrograms);
}

void mt::markFacts(Kernel &K, bool LimitGrid) {
  Context &Ctx = K.context();
  auto Set = [&](llvm::StringRef Name, std::optional<int64_t> Wanted) {
    K.setAttrs(
        Ctx.withAttr(K.attrs(), Name, Wanted ? Ctx.intAttr(*Wanted) : Attr()));
  };
  IndexRanges Ranges(K, LimitGrid ? IndexRanges::UsefulProgramId
                                  : IndexRanges::AnyProgramId);
  markOps(K, Ranges);
  markParams(K);
  std::optional<int64_t> Limit, Programs;
  if (Ranges.maxProgramId() < IndexRanges::AnyProgramId)
    Limit = Ranges.maxProgramId();
  if (int64_t Wanted = minPrograms(K))
    Programs = Wanted;
  Set(MaxProgramIdAttr, Limit);
  Set(MinProgramsAttr, Programs);
}
