//===- LowerToThreads.cpp - The pass lower-to-threads ---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a kernel in program order. What has a layout of its own is lowered
// where it stands; what can be computed in any layout waits until someone
// wants it. Ops on scalars stay as they are: every thread does them.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "BroadcastLoads.h"
#include "ThreadLowering.h"
#include "mytriton/Backend/ThreadPipeline.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

void ThreadLowering::define(Value *Tile, Value *Form) {
  if (Tile->type().isScalar())
    return Tile->replaceAllUsesWith(Form);
  Forms[{Tile, Assigned.of(Tile).Home}] = Form;
}

/// A tile that is one value for all elements.
void ThreadLowering::lowerUniform(Op *O) {
  Type Element = O->result()->type().elementType();
  Value *Form;
  if (llvm::isa<ZerosOp, EmptyOp>(O)) {
    // The elements of `empty` are some fixed value.
    Form = Ctx.constant(Element, 0);
  } else if (auto *Range = llvm::dyn_cast<ArangeOp>(O)) {
    Form = Ctx.intConstant(Ctx.i32(), Range->start());
  } else if (O->hasTrait(OT_Elementwise) || llvm::isa<LoadOp>(O)) {
    Values Operands;
    for (Value *V : O->operands())
      Operands.push_back(V ? getUniform(V) : nullptr);
    Form = createLanes(O->kind(), Operands, Element, O->attrs());
  } else {
    Form = getUniform(O->operand(0));
  }
  for (Value *V : O->results())
    define(V, Form);
  retire(O);
}

/// An elementwise op whose operands have a layout.
void ThreadLowering::lowerLanes(Op *O) {
  Placement P = Assigned.of(O->result());
  Values Operands;
  for (Value *V : O->operands())
    Operands.push_back(getAs(V, P.Tile.shape(), P.Home));
  define(O->result(),
         createLanes(O->kind(), Operands, O->type().elementType(), O->attrs()));
  retire(O);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Carried values keep the layout of their tile, whatever they start from.
void ThreadLowering::lowerCarried(Op *O, unsigned FirstInit, Block &Args,
                                  unsigned FirstArg) {
  for (unsigned I = 0; I != O->numResults(); ++I) {
    Placement P = Assigned.of(O->result(I));
    if (!P.Tile.isTile())
      continue;
    Value *Init = O->operand(FirstInit + I), *Arg = Args.arg(FirstArg + I);
    Value *Form = P.isFixed() ? getFragment(Init, P.Tile.shape(), P.Home)
                              : getUniform(Init);
    Type Element = P.Tile.elementType();
    O->setOperand(FirstInit + I, Form);
    Arg->setType(P.isFixed() ? typeOf(P.Home, Element) : Element);
    Forms[{Arg, P.Home}] = Arg;
  }
}

void ThreadLowering::lowerRegions(Op *O) {
  if (llvm::isa<ForOp>(O))
    lowerCarried(O, 3, O->body(), 1);
  else if (llvm::isa<WhileOp>(O))
    lowerCarried(O, 0, O->body(0), 0);
  for (Value *V : O->results()) {
    Placement P = Assigned.of(V);
    if (!P.Tile.isTile())
      continue;
    Type Element = P.Tile.elementType();
    V->setType(P.isFixed() ? typeOf(P.Home, Element) : Element);
    Forms[{V, P.Home}] = V;
  }
  for (unsigned I = 0; I != O->numRegions(); ++I)
    lowerBlock(O->body(I));
}

void ThreadLowering::lowerYield(Op *Yield) {
  for (unsigned I = 0; I != Yield->numOperands(); ++I) {
    Placement P = Assigned.of(Yield->parentOp()->result(I));
    if (!P.Tile.isTile())
      continue;
    Value *V = Yield->operand(I);
    Yield->setOperand(I, P.isFixed() ? getFragment(V, P.Tile.shape(), P.Home)
                                     : getUniform(V));
  }
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

void ThreadLowering::lowerBlock(Block &Body) {
  for (Op &O : llvm::make_early_inc_range(Body.ops())) {
    B.setInsertionPoint(&O);
    B.setLoc(O.loc());
    lower(&O);
  }
}

/// True for ops that follow from their operands lane by lane, or not at all
/// from lanes: those that getUniform and rematerialize know.
static bool isPlain(const Op *O) {
  return O->hasTrait(OT_Elementwise) ||
         llvm::isa<ArangeOp, ZerosOp, FullOp, EmptyOp, BroadcastOp,
                   ExpandDimsOp, ReshapeOp, TransOp, SplitOp>(O);
}

void ThreadLowering::lower(Op *O) {
  if (isPlain(O)) {
    if (O->hasTrait(OT_Elementwise) && O->type().isScalar())
      return;
    Placement P = Assigned.of(O->result());
    bool FromUniform = true;
    for (Value *V : O->operands())
      FromUniform &= !V || Assigned.of(V).isUniform();
    if (P.isUniform() && FromUniform)
      return lowerUniform(O);
    if (P.K == Placement::Anywhere)
      return retire(O);
  }
  switch (O->kind()) {
  case OpKind::For:
  case OpKind::While:
  case OpKind::If:
    return lowerRegions(O);
  case OpKind::Yield:
    return lowerYield(O);
  case OpKind::Load:
    return lowerLoad(llvm::cast<LoadOp>(O));
  case OpKind::Store:
    return lowerStore(llvm::cast<StoreOp>(O));
#define MT_CASE_Atomic(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    return lowerAtomic(O);
  case OpKind::Assert:
    return lowerAssert(llvm::cast<AssertOp>(O));
  case OpKind::Print:
    return lowerPrint(llvm::cast<PrintOp>(O));
  case OpKind::ExpandDims:
  case OpKind::Reshape:
  case OpKind::Trans:
    return lowerReshape(O);
  case OpKind::Join:
    return lowerJoin(llvm::cast<JoinOp>(O));
  case OpKind::Split:
    return lowerSplit(llvm::cast<SplitOp>(O));
  case OpKind::Cat:
    return lowerCat(llvm::cast<CatOp>(O));
  case OpKind::Flip:
    return lowerFlip(llvm::cast<FlipOp>(O));
  case OpKind::Gather:
    return lowerGather(llvm::cast<GatherOp>(O));
  case OpKind::Sum:
  case OpKind::Max:
  case OpKind::Min:
  case OpKind::Reduce:
    return lowerReduction(O);
  case OpKind::Scan:
    return lowerScan(llvm::cast<ScanOp>(O));
  case OpKind::Dot:
    return lowerDot(llvm::cast<DotOp>(O));
  default:
    if (O->hasTrait(OT_Elementwise))
      lowerLanes(O);
    // What is left is the same in all threads.
  }
}

void ThreadLowering::run() {
  lowerBlock(K.body());
  for (Op *O : llvm::reverse(Retired))
    O->erase();
}

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// How many elements the accesses of K cover; layouts of their shapes follow.
static void findWidths(Kernel &K, Layouts &L, ThreadLowering::Widths &Widths) {
  AxisInfo Info(K);
  walk(K.body(), [&](Op *O) {
    if (!llvm::isa<LoadOp>(O) && !llvm::isa<StoreOp>(O))
      return;
    Extents Shape = O->operand(0)->type().shape();
    int64_t Width = Info.width(O);
    if (Width != 1) {
      Widths[O] = Width;
      return L.widen(Shape, Width);
    }
    for (unsigned Axis = 0; Axis + 1 < Shape.size(); ++Axis)
      if (int64_t W = Info.width(O, Axis); W > Widths.lookup(O) && W > 1) {
        Widths[O] = W;
        L.orderBy(O, Axis, W);
      }
  });
}

/// The kernel's own `num_warps` or Default, checked.
static LogicalResult findNumWarps(Kernel &K, std::optional<unsigned> &NumWarps,
                                  DiagnosticEngine &Diags) {
  int64_t Warps = NumWarps.value_or(1);
  if (Attr A = K.attrs().get("num_warps")) {
    if (!A.isInt())
      return Diags.error(K.loc())
             << "num_warps of kernel '@" << K.name() << "' is not an integer";
    Warps = A.asInt();
    NumWarps = Warps;
  }
  if (Warps < 1 || Warps > 32 || !llvm::isPowerOf2_64(Warps))
    return Diags.error(K.loc())
           << "num_warps of kernel '@" << K.name() << "' is " << Warps
           << "; it must be a power of two from 1 to 32";
  return success();
}

LogicalResult mt::lowerToThreads(Kernel &K, std::optional<unsigned> NumWarps,
                                 DiagnosticEngine &Diags) {
  if (K.attrs().get("num_threads"))
    return success();
  if (failed(checkLowersToThreads(K, Diags)) ||
      failed(findNumWarps(K, NumWarps, Diags)))
    return failure();
  Layouts L(Layouts::chooseThreads(largestTile(K), NumWarps));
  ThreadLowering::Widths Widths;
  findWidths(K, L, Widths);
  findOuterProducts(K, L);
  ThreadLowering(K, L, Widths).run();
  Context &Ctx = K.context();
  K.setAttrs(
      Ctx.withAttr(K.attrs(), "num_threads", Ctx.intAttr(L.numThreads())));
  return success();
}
