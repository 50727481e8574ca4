//===- Inline.cpp - Replaces calls by bodies ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every call becomes the body of its func; calls in that body follow. Funcs
// that nothing calls any more go. Recursion is an error that shows the chain
// of calls.
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Transforms/Passes.h"

using namespace mt;

namespace {

class Inliner {
public:
  Inliner(Module &M, PassContext &Context) : M(M), Context(Context) {}

  LogicalResult run();
  uint64_t numInlined() const { return NumInlined; }
  bool changed() const { return NumInlined || NumErased; }

private:
  LogicalResult visit(Block &B);
  LogicalResult inlineCall(CallOp *Call);
  LogicalResult reportRecursion(CallOp *Call, Kernel *Callee);
  void relocate(Op *O, Location CallSite);

  Module &M;
  PassContext &Context;
  /// The funcs whose bodies are being inlined, outermost first, and the calls.
  llvm::SmallVector<std::pair<Kernel *, Location>, 4> Open;
  uint64_t NumInlined = 0, NumErased = 0;
};

} // namespace

/// Code of a callee remembers where it was called.
void Inliner::relocate(Op *O, Location CallSite) {
  Location L = O->loc();
  if (L && CallSite) {
    // A callee's own chain ends at the call that is being inlined.
    Location Site = CallSite;
    if (Location Own = L.callSite())
      Site = Own.inScope(M.context().scope(Own.file(), CallSite));
    O->setLoc(L.inScope(M.context().scope(L.file(), Site)));
  }
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (Op &Nested : O->body(I))
      relocate(&Nested, CallSite);
}

LogicalResult Inliner::reportRecursion(CallOp *Call, Kernel *Callee) {
  InFlightDiagnostic D = Context.diags().error(Call->loc());
  D << "recursive call of '@" << Callee->name() << "'";
  for (auto &[F, Site] : llvm::reverse(Open))
    D.note(Site, "'@" + F->name() + "' is called here");
  return D;
}

LogicalResult Inliner::inlineCall(CallOp *Call) {
  Kernel *Callee = M.find(Call->callee());
  if (!Callee || !Callee->isFunc())
    return Context.diags().error(Call->loc())
           << "no func is called '@" << Call->callee() << "'";
  for (auto &[F, Site] : Open)
    if (F == Callee)
      return reportRecursion(Call, Callee);
  ValueMap Map;
  for (auto [Param, Argument] :
       llvm::zip_equal(Callee->params(), Call->operands()))
    Map[Param] = Argument;
  // The copies stand in a block of their own until their calls are inlined.
  llvm::SmallVector<Op *, 16> Copies;
  llvm::SmallVector<Value *, 4> Results;
  for (Op &O : Callee->body()) {
    if (O.kind() == OpKind::Return) {
      for (Value *V : O.operands())
        Results.push_back(Map.count(V) ? Map[V] : V);
      break;
    }
    Op *Copy = Call->kernel()->cloneOp(&O, Map);
    Call->block()->insert(Copy, Call);
    relocate(Copy, Call->loc());
    Copies.push_back(Copy);
  }
  Open.push_back({Callee, Call->loc()});
  Call->replaceWith(Results);
  ++NumInlined;
  LogicalResult Result = success();
  for (Op *Copy : Copies) {
    if (auto *Nested = llvm::dyn_cast<CallOp>(Copy))
      Result = inlineCall(Nested);
    for (unsigned I = 0, E = Copy->numRegions(); I != E && succeeded(Result);
         ++I)
      Result = visit(Copy->body(I));
    if (failed(Result))
      break;
  }
  Open.pop_back();
  return Result;
}

LogicalResult Inliner::visit(Block &B) {
  for (Op &O : llvm::make_early_inc_range(B.ops())) {
    unsigned N = O.numRegions();
    for (unsigned I = 0; I != N; ++I)
      if (failed(visit(O.body(I))))
        return failure();
    if (auto *Call = llvm::dyn_cast<CallOp>(&O);
        Call && failed(inlineCall(Call)))
      return failure();
  }
  return success();
}

LogicalResult Inliner::run() {
  for (auto &K : M.kernels())
    if (!K->isFunc() && failed(visit(K->body())))
      return failure();
  llvm::SmallVector<Kernel *, 4> Funcs;
  bool HasKernel = false;
  for (auto &K : M.kernels())
    if (K->isFunc())
      Funcs.push_back(K.get());
    else
      HasKernel = true;
  // A module of funcs alone is a library: nothing is unused there.
  if (HasKernel)
    for (Kernel *F : Funcs) {
      M.erase(F);
      ++NumErased;
    }
  return success();
}

PreservedAnalyses InlinePass::run(Module &M, ModuleAnalysisManager &AM) {
  PassContext &Context = passContext(M, AM);
  Inliner I(M, Context);
  (void)I.run(); // a failure is in the diagnostics, which stop the pipeline
  Context.count("calls inlined", I.numInlined());
  return I.changed() ? PreservedAnalyses::none() : PreservedAnalyses::all();
}
