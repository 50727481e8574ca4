//===- Mutants.cpp - Passes with one fault each ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mt-fuzz must find: each pass here does what one of MyTriton's does, but
// for one case that it gets wrong.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Evaluate.h"
#include "mytriton/Transforms/PassPlugin.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

namespace {

/// A pass that is one function on a kernel.
template <bool (*Fn)(Kernel &)>
class Mutant : public PassInfoMixin<Mutant<Fn>> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &) {
    return Fn(K) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

} // namespace

static Constant *asConstant(Value *V) {
  return llvm::dyn_cast_or_null<Constant>(V);
}

/// Calls Fn for all ops; true if it ever returned true.
static bool anyOp(Kernel &K, llvm::function_ref<bool(Op *)> Fn) {
  bool Changed = false;
  walk(K.body(), [&](Op *O) { Changed |= Fn(O); });
  return Changed;
}

/// fold: a signed division by a power of two is a shift; wrong for negative
/// dividends.
static bool foldSignedDivision(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *C = O->kind() == OpKind::Div ? asConstant(O->operand(1)) : nullptr;
    if (!C || !C->type().isInteger() || !C->type().isSigned() ||
        C->asSigned() < 2 || !llvm::isPowerOf2_64(C->asUnsigned()))
      return false;
    OpBuilder B(K);
    B.setInsertionPoint(O);
    Constant *Amount =
        K.context().constant(C->type(), llvm::Log2_64(C->asUnsigned()));
    O->replaceWith({B.create(OpKind::Shr, {O->operand(0), Amount},
                             llvm::ArrayRef<Type>(O->type()))
                        ->result()});
    return true;
  });
}

/// fold: compares unsigned values with the largest signed number as if they
/// were signed.
static bool foldUnsignedCompare(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    if (O->kind() != OpKind::CmpGt && O->kind() != OpKind::CmpLe)
      return false;
    auto *C = asConstant(O->operand(1));
    if (!C || !C->type().isInteger() || C->type().isSigned() ||
        C->bits() != (uint64_t(1) << (C->type().bitWidth() - 1)) - 1)
      return false;
    Value *Result = K.context().boolConstant(O->kind() == OpKind::CmpLe);
    OpBuilder B(K);
    B.setInsertionPoint(O);
    if (O->type().isTile())
      Result = B.create<BroadcastOp>(Result, O->type().shape())->result();
    O->replaceWith({Result});
    return true;
  });
}

static bool isPlainLoad(Op *O) {
  auto *Load = llvm::dyn_cast<LoadOp>(O);
  return Load && !Load->isVolatile();
}

/// cse: merges equal loads whatever is stored between them.
static bool mergeLoads(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    if (!isPlainLoad(O))
      return false;
    for (Op &Earlier : *O->block()) {
      if (&Earlier == O)
        return false;
      if (isPlainLoad(&Earlier) && Earlier.type() == O->type() &&
          llvm::equal(Earlier.operands(), O->operands())) {
        O->replaceWith({Earlier.result()});
        return true;
      }
    }
    return false;
  });
}

static bool isInside(Value *V, Op *Outer) {
  auto *A = llvm::dyn_cast<BlockArgument>(V);
  Block *B = A                 ? A->owner()
             : V->definingOp() ? V->definingOp()->block()
                               : nullptr;
  return B && B->parentOp() && B->parentOp()->isInside(Outer);
}

static std::optional<uint64_t> trips(ForOp *For) {
  auto *Lb = asConstant(For->lowerBound()), *Ub = asConstant(For->upperBound()),
       *Step = asConstant(For->step());
  if (!Lb || !Ub || !Step)
    return std::nullopt;
  return tripCount(Lb->asSigned(), Ub->asSigned(), Step->asSigned(),
                   Lb->type().isSigned());
}

/// licm: moves loads in front of loops that store to the same memory.
static bool hoistLoads(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *For =
        isPlainLoad(O) ? llvm::dyn_cast_or_null<ForOp>(O->parentOp()) : nullptr;
    if (!For || trips(For).value_or(0) == 0)
      return false;
    for (Value *V : O->operands())
      if (V && isInside(V, For))
        return false;
    O->moveBefore(For);
    return true;
  });
}

/// Copies Trips iterations of For in front of it and replaces it.
static void expand(ForOp *For, uint64_t Trips) {
  Kernel &K = *For->kernel();
  llvm::SmallVector<Value *, 4> Carried;
  for (unsigned I = 0; I != For->numCarried(); ++I)
    Carried.push_back(For->init(I));
  auto *Lb = llvm::cast<Constant>(For->lowerBound());
  int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
  for (uint64_t Trip = 0; Trip != Trips; ++Trip) {
    ValueMap Map;
    Map[For->inductionVar()] =
        K.context().constant(Lb->type(), Lb->asSigned() + int64_t(Trip) * Step);
    for (auto [I, V] : llvm::enumerate(Carried))
      Map[For->carried(I)] = V;
    for (Op &O : For->body())
      if (!O.hasTrait(OT_Terminator))
        For->block()->insert(K.cloneOp(&O, Map), For);
    llvm::SmallVector<Value *, 4> Next;
    for (Value *V : For->body().terminator()->operands())
      Next.push_back(Map.count(V) ? Map[V] : V);
    Carried = Next;
  }
  For->replaceWith(Carried);
}

/// loop-simplify: takes a loop of no iteration for one of one.
static bool dissolveZeroTrips(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *For = llvm::dyn_cast<ForOp>(O);
    if (!For || trips(For).value_or(2) > 1)
      return false;
    expand(For, 1);
    return true;
  });
}

/// unroll: forgets the last iteration.
static bool unrollOneShort(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *For = llvm::dyn_cast<ForOp>(O);
    std::optional<uint64_t> N = For ? trips(For) : std::nullopt;
    if (!N || *N < 2 || *N > 8)
      return false;
    expand(For, *N - 1);
    return true;
  });
}

/// loop-simplify: takes a carried value that changes for its initial value.
static bool dropCarried(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *For = llvm::dyn_cast<ForOp>(O);
    for (unsigned I = 0; For && I != For->numCarried(); ++I)
      if (!For->result(I)->use_empty() && !For->init(I)->type().isPointer()) {
        For->result(I)->replaceAllUsesWith(For->init(I));
        return true;
      }
    return false;
  });
}

/// mem-opt: forwards a stored value to a load under another mask.
static bool forwardUnderOtherMask(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    auto *Load = llvm::dyn_cast<LoadOp>(O);
    if (!Load || Load->isVolatile())
      return false;
    StoreOp *Last = nullptr;
    for (Op &Earlier : *O->block()) {
      if (&Earlier == O)
        break;
      if (mayWrite(&Earlier))
        Last = llvm::dyn_cast<StoreOp>(&Earlier);
    }
    if (!Last || Last->ptr() != Load->ptr() ||
        Last->value()->type() != Load->type() || Last->mask() == Load->mask())
      return false;
    O->replaceWith({Last->value()});
    return true;
  });
}

/// dce: drops atomics whose results nobody uses.
static bool dropAtomics(Kernel &K) {
  return anyOp(K, [&](Op *O) {
    bool IsAtomic = O->hasTrait(OT_Reads) && O->hasTrait(OT_Writes) &&
                    O->kind() != OpKind::Call;
    if (!IsAtomic || !O->use_empty())
      return false;
    O->erase();
    return true;
  });
}

namespace {

/// inline: mixes up two results of a call.
class SwapResults : public PassInfoMixin<SwapResults> {
public:
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM) {
    for (auto &K : M.kernels())
      walk(K->body(), [&](Op *O) {
        if (llvm::isa<CallOp>(O))
          swapTwo(O);
      });
    InlinePass().run(M, AM);
    return PreservedAnalyses::none();
  }

private:
  static void swapTwo(Op *Call) {
    for (unsigned I = 1; I < Call->numResults(); ++I) {
      Value *A = Call->result(I - 1), *B = Call->result(I);
      if (A->type() != B->type())
        continue;
      llvm::SmallVector<Use *, 8> Uses;
      for (Use &U : A->uses())
        Uses.push_back(&U);
      B->replaceAllUsesWith(A);
      for (Use *U : Uses)
        U->set(B);
      return;
    }
  }
};

} // namespace

static void registerPasses(PassBuilder &PB) {
  PB.registerKernelPass<"mutant-fold-sdiv", Mutant<foldSignedDivision>>(
      "wrong fold of signed division");
  PB.registerKernelPass<"mutant-fold-ucmp", Mutant<foldUnsignedCompare>>(
      "wrong fold of unsigned comparison");
  PB.registerKernelPass<"mutant-cse-load", Mutant<mergeLoads>>(
      "merges loads across a store");
  PB.registerKernelPass<"mutant-licm-load", Mutant<hoistLoads>>(
      "hoists a load past a store");
  PB.registerKernelPass<"mutant-zero-trip", Mutant<dissolveZeroTrips>>(
      "runs loops of no iteration once");
  PB.registerKernelPass<"mutant-unroll", Mutant<unrollOneShort>>(
      "unrolls one iteration too few");
  PB.registerKernelPass<"mutant-carried", Mutant<dropCarried>>(
      "drops a carried value");
  PB.registerKernelPass<"mutant-forward-mask", Mutant<forwardUnderOtherMask>>(
      "forwards a store under a different mask");
  PB.registerKernelPass<"mutant-dce-atomic", Mutant<dropAtomics>>(
      "drops an atomic");
  PB.registerModulePass<"mutant-inline", SwapResults>(
      "mixes up the results of a call");
}

MT_PASS_PLUGIN("fuzz-mutants", "1.0", registerPasses)
