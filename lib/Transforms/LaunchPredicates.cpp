//===- LaunchPredicates.cpp - Which facts are worth asking for ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Candidates come from the shape of the code: the steps of loops, the blocks
// that parameters are cut into. A candidate stays if an improvement can be
// proven with it and not without it.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Transforms/LaunchPredicates.h"
#include "mytriton/Analysis/Alias.h"
#include "mytriton/Analysis/IndexProver.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;
using Predicates = llvm::SmallVector<LaunchPredicate, 8>;

namespace {

/// A parameter that a kernel cuts into blocks.
struct Tiling {
  unsigned Param;
  int64_t Block;
  bool operator==(const Tiling &) const = default;
};

class Collector {
public:
  explicit Collector(Kernel &K) : K(K) {}
  Predicates run();

private:
  void visit(Op *O);
  void visitLoop(ForOp *For);
  void visitBounded(Value *X, Value *Bound);
  void addTiles();
  void keepUseful(Op *Goal);
  bool isProven(Op *Goal, const Predicates &Facts);
  void addCandidate(const LaunchPredicate &P) {
    if (!llvm::is_contained(Candidates, P))
      Candidates.push_back(P);
  }
  void keep(const LaunchPredicate &P) {
    if (Kept.size() < MaxLaunchPredicates && !llvm::is_contained(Kept, P))
      Kept.push_back(P);
  }

  Kernel &K;
  /// What is worth proving; masks of straight code come last.
  llvm::SmallVector<Op *, 8> Goals, StraightMasks;
  /// Those that hold more seldom first.
  Predicates Candidates, Kept;
  llvm::SmallVector<Tiling, 4> Tilings;
};

} // namespace

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// The parameter V is, if predicates can be about it.
static BlockArgument *asParameter(Value *V) {
  auto *A = llvm::dyn_cast_or_null<BlockArgument>(V);
  return A && !A->owner()->parentOp() && hasPredicates(A) ? A : nullptr;
}

static std::optional<int64_t> asBlock(Value *V) {
  auto *C = llvm::dyn_cast_or_null<Constant>(V);
  if (!C || !C->type().isInteger() || C->asSigned() < 2 ||
      C->asSigned() > LaunchPredicate::MaxTiledExtent)
    return std::nullopt;
  return C->asSigned();
}

/// N and B, if V is (N + B - 1) / B.
static std::optional<Tiling> asTileCount(Value *V) {
  auto *Div = getDefining<DivOp>(V);
  std::optional<int64_t> Block = Div ? asBlock(Div->rhs()) : std::nullopt;
  auto *Add = Block ? getDefining<AddOp>(Div->lhs()) : nullptr;
  BlockArgument *Param = Add ? asParameter(Add->lhs()) : nullptr;
  auto *C = Add ? llvm::dyn_cast<Constant>(Add->rhs()) : nullptr;
  if (!Param || !C || C->asSigned() != *Block - 1)
    return std::nullopt;
  return Tiling{Param->index(), *Block};
}

void Collector::visitLoop(ForOp *For) {
  auto *Low = llvm::dyn_cast<Constant>(For->lowerBound());
  auto *Step = llvm::dyn_cast<Constant>(For->step());
  if (!Low || !Step || Low->asSigned() != 0)
    return;
  std::optional<Tiling> T;
  if (BlockArgument *Param = asParameter(For->upperBound())) {
    if (std::optional<int64_t> Block = asBlock(Step))
      T = Tiling{Param->index(), *Block};
  } else if (Step->isInt(1)) {
    T = asTileCount(For->upperBound());
  }
  if (!T)
    return;
  Goals.push_back(For);
  addCandidate(LaunchPredicate::range(K, T->Param, 1, T->Block));
  addCandidate(LaunchPredicate::multiple(K, T->Param, T->Block));
}

/// Calls Found for every product of a scalar and a number among the summands of
/// V.
static void forEachBlock(Value *V, unsigned Depth,
                         llvm::function_ref<void(Value *, int64_t)> Found) {
  Op *O = V ? V->definingOp() : nullptr;
  if (!O || Depth == 8)
    return;
  if (llvm::isa<AddOp, ExpandDimsOp, BroadcastOp, FullOp, CastOp>(O)) {
    for (Value *Operand : O->operands())
      forEachBlock(Operand, Depth + 1, Found);
  } else if (auto *Mul = llvm::dyn_cast<MulOp>(O)) {
    std::optional<int64_t> Block = asBlock(Mul->rhs());
    if (Block && Mul->lhs()->type().isScalar())
      Found(Mul->lhs(), *Block);
  }
}

/// The number that V stays below, if V is a sum of places in a tile and
/// numbers.
static std::optional<int64_t> extentOfPlaces(Value *V, unsigned Depth = 0) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return C->type().isInteger() ? std::optional(C->asSigned() + 1)
                                 : std::nullopt;
  Op *O = V->definingOp();
  if (!O || Depth == 8)
    return std::nullopt;
  if (auto *Range = llvm::dyn_cast<ArangeOp>(O))
    return Range->end();
  if (llvm::isa<ExpandDimsOp, BroadcastOp, FullOp, CastOp>(O))
    return extentOfPlaces(O->operand(0), Depth + 1);
  if (!llvm::isa<AddOp>(O))
    return std::nullopt;
  auto A = extentOfPlaces(O->operand(0), Depth + 1);
  auto B = extentOfPlaces(O->operand(1), Depth + 1);
  return A && B ? std::optional(*A + *B - 1) : std::nullopt;
}

/// X should stay below Bound.
void Collector::visitBounded(Value *X, Value *Bound) {
  BlockArgument *Param = asParameter(Bound);
  if (!Param)
    return;
  if (auto Extent = extentOfPlaces(X);
      Extent && *Extent > 0 && *Extent <= LaunchPredicate::MaxTiledExtent)
    addCandidate(
        LaunchPredicate::range(K, Param->index(), *Extent, llvm::maxIntN(32)));
  forEachBlock(X, 0, [&](Value *Index, int64_t Block) {
    if (auto *Id = getDefining<ProgramIdOp>(Index)) {
      addCandidate(
          LaunchPredicate::gridFits(K, Id->axis(), Block, Param->index()));
      return;
    }
    addCandidate(LaunchPredicate::multiple(K, Param->index(), Block));
    Tiling T{Param->index(), Block};
    if (!llvm::is_contained(Tilings, T))
      Tilings.push_back(T);
  });
}

/// True if V is a tile and, maybe with other conditions, the mask of a load or
/// a store.
static bool masksAccess(Value *V, unsigned Depth = 0) {
  return V->type().isTile() && llvm::any_of(V->uses(), [&](Use &U) {
           Op *O = U.owner();
           if (auto *Load = llvm::dyn_cast<LoadOp>(O))
             return Load->mask() == V;
           if (auto *Store = llvm::dyn_cast<StoreOp>(O))
             return Store->mask() == V;
           return Depth < 6 && llvm::isa<AndOp, ExpandDimsOp, BroadcastOp>(O) &&
                  masksAccess(O->result(), Depth + 1);
         });
}

void Collector::visit(Op *O) {
  switch (O->kind()) {
  case OpKind::For:
    return visitLoop(llvm::cast<ForOp>(O));
  case OpKind::Mod:
    visitBounded(O->operand(0), O->operand(1));
    if (asParameter(O->operand(1)))
      Goals.push_back(O);
    return;
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe: {
    bool IsLess = O->kind() == OpKind::CmpLt || O->kind() == OpKind::CmpLe;
    bool IsUsedInLoop =
        O->parentOp() || llvm::any_of(O->result()->uses(), [](Use &U) {
          return U.owner()->parentOp() != nullptr;
        });
    // Outside loops a mask costs little time when it runs, but a good part of
    // the time that a short kernel takes to compile.
    if (!IsUsedInLoop && !masksAccess(O->result()))
      return;
    visitBounded(O->operand(IsLess ? 0 : 1), O->operand(IsLess ? 1 : 0));
    (IsUsedInLoop ? Goals : StraightMasks).push_back(O);
    return;
  }
  default:
    return;
  }
}

/// Programs that walk over a grid of tiles in an order of their own.
void Collector::addTiles() {
  if (Tilings.size() == 2)
    addCandidate(LaunchPredicate::gridTiles(K, Tilings[0].Param,
                                            Tilings[0].Block, Tilings[1].Param,
                                            Tilings[1].Block));
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

bool Collector::isProven(Op *Goal, const Predicates &Facts) {
  IndexProver Prover(K, Facts);
  if (llvm::isa<ForOp>(Goal))
    return Prover.runsOnce(Goal);
  if (llvm::isa<ModOp>(Goal))
    return Prover.isIdentity(Goal);
  return Prover.alwaysTrue(Goal);
}

/// Keeps the candidates without which Goal cannot be proven, unless it follows
/// from what is kept already.
void Collector::keepUseful(Op *Goal) {
  Predicates Needed = Candidates;
  if (isProven(Goal, Kept) || !isProven(Goal, Needed))
    return;
  for (size_t I = 0; I < Needed.size();) {
    Predicates Fewer = Needed;
    Fewer.erase(Fewer.begin() + I);
    if (isProven(Goal, Fewer))
      Needed = std::move(Fewer);
    else
      ++I;
  }
  for (const LaunchPredicate &P : Needed)
    keep(P);
}

namespace {

/// Looks for loads that a store to another array keeps from being merged with
/// an earlier load, or moved out of a loop.
class SeparatedLoads {
public:
  void visit(Block &B);
  bool Found = false;

private:
  llvm::SmallPtrSet<const BlockArgument *, 4> Loaded, Stale;
};

} // namespace

void SeparatedLoads::visit(Block &B) {
  for (Op &O : B) {
    // What an iteration stores, the next one may load.
    unsigned Rounds = llvm::isa<ForOp, WhileOp>(O) ? 2 : 1;
    for (unsigned Round = 0; Round != Rounds; ++Round)
      for (unsigned I = 0; I != O.numRegions(); ++I)
        visit(O.body(I));
    if (auto *Load = llvm::dyn_cast<LoadOp>(&O)) {
      const BlockArgument *Param = parameterOf(Load->ptr());
      Found |= Stale.contains(Param);
      Loaded.insert(Param);
    } else if (auto *Store = llvm::dyn_cast<StoreOp>(&O)) {
      const BlockArgument *Param = parameterOf(Store->ptr());
      for (const BlockArgument *Other : Loaded)
        if (Param && Other && Other != Param)
          Stale.insert(Other);
    }
  }
}

/// True if V is part of an address or of a comparison of a tile.
static bool placesElements(Value *V, unsigned Depth = 0) {
  for (Use &U : V->uses()) {
    Op *O = U.owner();
    if (O->numResults() != 1 || O->numRegions())
      continue;
    bool IsTile = O->type().isTile();
    if (llvm::isa<AddPtrOp>(O) || (IsTile && O->type().elementType().isBool()))
      return true;
    bool IsIndex = llvm::isa<AddOp, SubOp, MulOp, CastOp, FullOp>(O);
    if (IsIndex && Depth < 6 && placesElements(O->result(), Depth + 1))
      return true;
  }
  return false;
}

/// Elements that one wide access covers, by the narrowest kind accessed.
static int64_t vectorLength(Kernel &K) {
  int64_t Bytes = 16;
  walk(K.body(), [&](Op *O) {
    if (!llvm::isa<LoadOp, StoreOp>(O))
      return;
    Type Pointee = O->operand(0)->type().elementType().pointee();
    if (!Pointee.isPointer() && O->operand(0)->type().isTile())
      Bytes = std::min<int64_t>(Bytes, Pointee.byteSize());
  });
  return 16 / std::max<int64_t>(1, Bytes);
}

Predicates Collector::run() {
  walk<WalkOrder::PreOrder>(K.body(), [&](Op *O) { visit(O); });
  addTiles();
  // What holds more seldom is tried to be left out first.
  llvm::stable_sort(
      Candidates, [](const LaunchPredicate &A, const LaunchPredicate &B) {
        auto Rank = [](const LaunchPredicate &P) {
          return P.kind() == LaunchPredicate::Kind::Range      ? 0
                 : P.kind() == LaunchPredicate::Kind::Multiple ? 2
                                                               : 1;
        };
        return Rank(A) < Rank(B);
      });
  for (Op *Goal : llvm::concat<Op *>(Goals, StraightMasks))
    keepUseful(Goal);
  SeparatedLoads Loads;
  Loads.visit(K.body());
  if (Loads.Found)
    keep(LaunchPredicate::disjoint());
  int64_t Vector = vectorLength(K);
  for (BlockArgument *P : K.params())
    if (hasPredicates(P) && Vector > 1 && K.paramAttrs(P->index()).empty() &&
        placesElements(P))
      keep(LaunchPredicate::multiple(K, P->index(), Vector));
  return Kept;
}

Predicates mt::collectLaunchPredicates(Kernel &K) {
  return K.isFunc() ? Predicates() : Collector(K).run();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

LaunchPredicatesPass::LaunchPredicatesPass(const PassOptions &Options)
    : Assume(Options.flag("assume")) {}

PreservedAnalyses LaunchPredicatesPass::run(Kernel &K,
                                            KernelAnalysisManager &AM) {
  Predicates Found = collectLaunchPredicates(K);
  passContext(K, AM).count("predicates found", Found.size());
  if (Assume) {
    setAssumedFacts(K, Found);
    return PreservedAnalyses::none();
  }
  Context &Ctx = K.context();
  llvm::SmallVector<Attr, 8> Texts;
  for (const LaunchPredicate &P : Found)
    Texts.push_back(Ctx.stringAttr(P.str(K)));
  if (!Texts.empty())
    K.setAttrs(Ctx.withAttr(K.attrs(), "predicates", Ctx.arrayAttr(Texts)));
  return PreservedAnalyses::all();
}
