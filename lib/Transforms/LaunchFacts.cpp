//===- LaunchFacts.cpp - The pass launch-facts ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses what a kernel's attribute `assume` says of all its launches. Everything
// is proven before anything is changed.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/Alias.h"
#include "mytriton/Analysis/IndexProver.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <numeric>

using namespace mt;

namespace {

class FactUser {
public:
  FactUser(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts,
           PassContext &Report)
      : K(K), Facts(Facts), Report(Report), Prover(K, Facts) {}

  uint64_t run();

private:
  void prove(Op *O);
  void addHints();
  void dropMasks(Op *O);
  void simplifyAnd(Op *O);
  bool isTrue(Value *V) const { return V && True.contains(V); }

  Kernel &K;
  llvm::ArrayRef<LaunchPredicate> Facts;
  PassContext &Report;
  IndexProver Prover;
  llvm::SmallVector<Op *, 4> Identities;
  llvm::SmallVector<ForOp *, 4> RunOnce;
  /// Values that hold in all lanes.
  llvm::SmallPtrSet<Value *, 8> True;
  uint64_t NumChanged = 0;
};

} // namespace

void FactUser::prove(Op *O) {
  switch (O->kind()) {
  case OpKind::Mod:
    if (O->operand(0)->type() == O->type() && Prover.isIdentity(O))
      Identities.push_back(O);
    break;
  case OpKind::CmpLt:
  case OpKind::CmpLe:
  case OpKind::CmpGt:
  case OpKind::CmpGe:
    if (Prover.alwaysTrue(O))
      True.insert(O->result());
    break;
  case OpKind::For:
    if (llvm::isa<Constant>(O->operand(0)) &&
        !llvm::isa<Constant>(O->operand(1)) && Prover.runsOnce(O))
      RunOnce.push_back(llvm::cast<ForOp>(O));
    break;
  default:
    break;
  }
}

/// `divisible` hints of parameters, which vectors depend on, and whether
/// arrays are disjoint.
void FactUser::addHints() {
  mt::Context &Ctx = K.context();
  for (const LaunchPredicate &P : Facts) {
    if (P.kind() == LaunchPredicate::Kind::Disjoint)
      K.setAttrs(
          Ctx.withAttr(K.attrs(), AssumeDisjointAttr, Ctx.boolAttr(true)));
    if (P.kind() != LaunchPredicate::Kind::Multiple)
      continue;
    AttrDict Hints = K.paramAttrs(P.param());
    Attr Old = Hints.get("divisible");
    int64_t Known = Old && Old.isInt() && Old.asInt() > 0 ? Old.asInt() : 1;
    int64_t Both = std::lcm(Known, P.block());
    if (Both == Known || Both > LaunchPredicate::MaxTiledExtent)
      continue;
    K.setParamAttrs(P.param(),
                    Ctx.withAttr(Hints, "divisible", Ctx.intAttr(Both)));
    ++NumChanged;
  }
}

/// `and` with a condition that always holds is the other one.
void FactUser::simplifyAnd(Op *O) {
  Value *A = O->operand(0), *B = O->operand(1);
  if (isTrue(A) && isTrue(B)) {
    True.insert(O->result());
    return;
  }
  if (!isTrue(A) && !isTrue(B))
    return;
  Value *Kept = isTrue(A) ? B : A;
  if (llvm::isa<Constant>(Kept))
    return;
  if (Kept->type() != O->type()) {
    OpBuilder Builder(K);
    Builder.setInsertionPoint(O);
    Builder.setLoc(O->loc());
    Kept = Builder.create<BroadcastOp>(Kept, O->type().shape())->result();
  }
  O->replaceWith({Kept});
  ++NumChanged;
}

void FactUser::dropMasks(Op *O) {
  switch (O->kind()) {
  case OpKind::And:
    return simplifyAnd(O);
  case OpKind::ExpandDims:
  case OpKind::Broadcast:
  case OpKind::Full:
  case OpKind::Reshape:
  case OpKind::Trans:
    if (isTrue(O->operand(0)))
      True.insert(O->result());
    return;
  case OpKind::Select:
    if (isTrue(O->operand(0)) && O->operand(1)->type() == O->type()) {
      O->replaceWith({O->operand(1)});
      ++NumChanged;
    }
    return;
  case OpKind::Load: // of a pointer, a mask, and what else the lanes get
    // A mask may be what stretches the result.
    if (!isTrue(O->operand(1)) ||
        O->operand(0)->type().shape() != O->type().shape())
      return;
    O->setOperand(1, nullptr);
    O->setOperand(2, nullptr);
    break;
  case OpKind::Store:
    if (!isTrue(O->operand(2)))
      return;
    O->setOperand(2, nullptr);
    break;
  default:
    return;
  }
  ++NumChanged;
  Report.remark(O->loc(), "mask dropped: it always holds");
}

uint64_t FactUser::run() {
  walk<WalkOrder::PreOrder>(K.body(), [&](Op *O) { prove(O); });
  addHints();
  for (Op *O : Identities)
    Report.remark(O->loc(), "remainder dropped: it changes nothing");
  for (Op *O : Identities)
    O->replaceWith({O->operand(0)});
  for (ForOp *For : RunOnce) {
    Report.remark(For->loc(), "loop runs once");
    int64_t Low = llvm::cast<Constant>(For->lowerBound())->asSigned();
    int64_t Step = llvm::cast<Constant>(For->step())->asSigned();
    For->setOperand(
        1, K.context().intConstant(For->inductionVar()->type(), Low + Step));
  }
  NumChanged += Identities.size() + RunOnce.size();
  if (!True.empty())
    walk(K.body(), [&](Op *O) { dropMasks(O); });
  return NumChanged;
}

PreservedAnalyses LaunchFactsPass::run(Kernel &K, KernelAnalysisManager &AM) {
  PassContext &Context = passContext(K, AM);
  std::string Why;
  auto Facts = assumedFacts(K, Why);
  if (!Facts) {
    Context.diags().error(K.loc()) << Why;
    return PreservedAnalyses::all();
  }
  if (Facts->empty() || K.isFunc())
    return PreservedAnalyses::all();
  uint64_t N = FactUser(K, *Facts, Context).run();
  Context.count("facts used", N);
  return N ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
