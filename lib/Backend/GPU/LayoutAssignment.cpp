//===- LayoutAssignment.cpp - Which layout each tile has ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk in program order; a loop's body is walked twice: first to learn in
// which layout it makes its carried values, then with them in it.
//
//===----------------------------------------------------------------------===//

#include "LayoutAssignment.h"
#include "BroadcastLoads.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static Bases shifted(llvm::ArrayRef<uint32_t> B, int By) {
  Bases R;
  for (uint32_t Each : B)
    R.push_back(By > 0 ? Each << By : Each >> -By);
  return R;
}

/// Every basis moved by one bit; a last dimension of DimBits comes or goes.
static LinearLayout moved(const LinearLayout &L, llvm::ArrayRef<uint8_t> Dims,
                          int By) {
  return LinearLayout(Dims, shifted(L.reg(), By), shifted(L.lane(), By),
                      shifted(L.warp(), By));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

Placement LayoutAssignment::of(const Value *V) const {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  Placement P;
  P.Tile = V->type();
  return P;
}

void LayoutAssignment::set(const Value *V, Placement::Kind K, LayoutRef Home) {
  // One element is in every thread, whatever it comes from.
  bool IsOne = V->type().numElements() == 1;
  Placement P;
  P.K = IsOne ? Placement::Uniform : K;
  P.Home = IsOne ? nullptr : Home;
  P.Tile = V->type();
  Known[V] = P;
}

LayoutRef LayoutAssignment::preferred(const Value *V) const {
  Placement P = of(V);
  return P.isFixed() ? P.Home : L.coalesced(P.Tile.shape());
}

/// Fixed operands decide, the first one where they disagree.
Placement LayoutAssignment::join(Op *O) const {
  Placement R;
  Extents Shape = O->type().shape();
  for (const Value *V : O->operands()) {
    if (!V)
      continue;
    Placement P = of(V);
    // What is broadcast comes in the layout of the others.
    if (P.K > Placement::Anywhere && P.Tile.shape() != Shape)
      P.K = Placement::Anywhere;
    if (R.isFixed())
      continue;
    if (P.isFixed() || P.K > R.K)
      R = P;
  }
  return R;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void LayoutAssignment::visitReshape(Op *O) {
  Placement P = of(O->operand(0));
  Type To = O->type();
  if (P.isUniform())
    return set(O->result(), Placement::Uniform);
  if (auto *Trans = llvm::dyn_cast<TransOp>(O); Trans && P.isFixed())
    return fix(O->result(),
               L.unique(P.Home->transposed(*O->attr("order").asIntList())));
  if (!llvm::isa<TransOp>(O) && !keepsCoordinates(P.Tile.shape(), To.shape()))
    return fix(O->result(), L.coalesced(To.shape()));
  if (P.isFixed())
    return fix(O->result(),
               L.unique(P.Home->reshaped(LinearLayout::bitsOf(To.shape()))));
  set(O->result(), P.K);
}

void LayoutAssignment::visitJoin(JoinOp *O) {
  Type To = O->type();
  Placement A = of(O->operand(0)), B = of(O->operand(1));
  LayoutRef From = A.isFixed()   ? A.Home
                   : B.isFixed() ? B.Home
                                 : L.coalesced(A.Tile.shape());
  LinearLayout R = moved(*From, LinearLayout::bitsOf(To.shape()), 1);
  Bases Regs(R.reg());
  Regs.push_back(1);
  fix(O->result(), L.unique(R.with(LayoutInput::Register, Regs)));
}

LayoutRef LayoutAssignment::splittable(const Value *V) const {
  LinearLayout R = *preferred(V);
  if (llvm::is_contained(R.reg(), 1u))
    return L.unique(R);
  // The bit leaves its lane or warp, whose threads hold copies then.
  for (LayoutInput I : {LayoutInput::Lane, LayoutInput::Warp}) {
    Bases B(R.bases(I));
    llvm::replace(B, 1u, 0u);
    R = R.with(I, B);
  }
  Bases Regs(R.reg());
  Regs.push_back(1);
  return L.unique(R.with(LayoutInput::Register, Regs));
}

void LayoutAssignment::visitSplit(SplitOp *O) {
  if (of(O->input()).K == Placement::Anywhere) {
    for (Value *V : O->results())
      set(V, Placement::Anywhere);
    return;
  }
  LinearLayout R = *splittable(O->input());
  Bases Regs(R.reg());
  llvm::erase(Regs, 1u);
  R = moved(R.with(LayoutInput::Register, Regs), R.dimBits().drop_back(), -1);
  for (Value *V : O->results())
    if (of(O->input()).isUniform())
      set(V, Placement::Uniform);
    else
      fix(V, L.unique(R));
}

LayoutRef LayoutAssignment::reduced(const Op *O, unsigned Axis) const {
  const Value *Input = O->operand(0);
  bool OnDemand = llvm::all_of(O->operands(), [&](const Value *V) {
    return of(V).K == Placement::Anywhere;
  });
  if (OnDemand)
    if (LayoutRef R = L.reducing(of(Input).Tile.shape(), Axis))
      return R;
  return preferred(Input);
}

void LayoutAssignment::visitReduction(Op *O, unsigned Axis) {
  LayoutRef R = L.unique(reduced(O, Axis)->slice(Axis));
  for (Value *V : O->results())
    fix(V, R);
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// The instruction that multiplies Dot's operands; null if there is none.
static const MmaInstruction *instructionFor(DotOp *Dot) {
  Type A = Dot->a()->type(), Of = A.elementType(), R = Dot->type();
  int64_t K = A.shape().back();
  if (R.rank() != 2 || R.numElements() == 1 || !llvm::isPowerOf2_64(K) ||
      Of != Dot->b()->type().elementType())
    return nullptr;
  // Products of f32 keep their precision unless they are asked not to.
  Attr Precision = Dot->attr("precision");
  if (Of.isF32() && !(Precision && Precision.asString() == "tf32"))
    return nullptr;
  Context &Ctx = Dot->kernel()->context();
  // Every 8-bit float is an f16, too.
  const MmaInstruction *I =
      findMma(Of.isFloat8() ? Ctx.scalar(TypeKind::F16) : Of);
  bool IsInt = I && I->Accumulator == TypeKind::I32;
  bool Adds = IsInt ? R.elementType() == Ctx.i32()
                    : R.elementType().isFloat() &&
                          R.elementType().kind() != TypeKind::F64;
  return I && Adds && K >= I->K ? I : nullptr;
}

/// True if V comes through shared memory, in single bytes that lie side by side
/// along its dimension Outer: there are no instructions that transpose those.
bool LayoutAssignment::readsPairs(const Value *V, unsigned Outer) const {
  return V->type().elementType().byteSize() == 1 &&
         !V->type().elementType().isFloat() && of(V).isFixed() &&
         fastestDim(*preferred(V)) == Outer;
}

void LayoutAssignment::visitDot(DotOp *Dot) {
  Extents Shape = Dot->type().shape();
  const MmaInstruction *I = instructionFor(Dot);
  if (!I || L.laneBits() != llvm::Log2_32(WarpSize))
    return fix(Dot->result(), L.product(Shape));
  auto Bits = LinearLayout::bitsOf(Shape);
  MmaTiling::Options Options{Chained.contains(Dot), readsPairs(Dot->a(), 0),
                             readsPairs(Dot->b(), 1)};
  auto Tiling =
      Tilings.try_emplace(Dot, *I, Bits[0], Bits[1], L.warpBits(), Options);
  LinearLayout Home = Tiling.first->second.accumulator();
  // A thread has no two registers for one element. Four neighbours in a row
  // stand side by side, so that they are stored at once.
  Bases Regs(Home.reg());
  llvm::erase(Regs, 0u);
  llvm::stable_sort(Regs, [](uint32_t A, uint32_t Other) {
    return std::min(A, 4u) < std::min(Other, 4u);
  });
  fix(Dot->result(), L.unique(Home.with(LayoutInput::Register, Regs)));
}

void LayoutAssignment::findChains(Block &B) {
  walk(B, [&](Op *O) {
    auto *Dot = llvm::dyn_cast<DotOp>(O);
    if (!Dot)
      return;
    llvm::SmallVector<Value *, 8> Open{Dot->a()};
    llvm::DenseSet<Value *> Seen;
    while (!Open.empty()) {
      Value *V = Open.pop_back_val();
      Op *Source = V ? V->definingOp() : nullptr;
      if (!Source || !Seen.insert(V).second)
        continue;
      if (llvm::isa<DotOp>(Source)) {
        Chained.insert(Source);
        Chained.insert(Dot);
      } else if (Source->hasTrait(OT_Elementwise)) {
        llvm::append_range(Open, Source->operands());
      }
    }
  });
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// The layout of what is loaded or stored through Ptr; null if nothing is.
LayoutRef LayoutAssignment::layoutOfAccess(const Value *Ptr) {
  for (const Use &U : Ptr->uses())
    if (U.index() == 0 &&
        (llvm::isa<LoadOp>(U.owner()) || llvm::isa<StoreOp>(U.owner())))
      return L.forAccess(U.owner(), Ptr->type().shape());
  return nullptr;
}

/// Args(I) is carried as result I of O; the last body yields it.
void LayoutAssignment::visitCarried(Op *O, llvm::ArrayRef<Block *> Bodies,
                                    unsigned FirstArg) {
  Block &Args = *Bodies.front();
  for (unsigned I = 0; I != O->numResults(); ++I)
    set(Args.arg(FirstArg + I),
        O->result(I)->type().isTile() ? Placement::Open : Placement::Uniform);
  for (Block *B : Bodies)
    visit(*B);
  Op *Yield = Bodies.back()->terminator();
  for (unsigned I = 0; I != O->numResults(); ++I) {
    if (!O->result(I)->type().isTile())
      continue;
    Value *Arg = Args.arg(FirstArg + I);
    LayoutRef Home = preferred(Yield->operand(I));
    if (!of(Yield->operand(I)).isFixed())
      if (LayoutRef Accessed = layoutOfAccess(Arg))
        Home = Accessed;
    fix(Arg, Home);
    fix(O->result(I), Home);
  }
  for (Block *B : Bodies)
    visit(*B);
}

void LayoutAssignment::visitFor(ForOp *For) {
  visitCarried(For, {&For->body()}, 1);
}

void LayoutAssignment::visitWhile(WhileOp *While) {
  visitCarried(While, {&While->conditionBlock(), &While->doBlock()}, 0);
}

void LayoutAssignment::visitIf(IfOp *If) {
  visit(If->thenBlock());
  visit(If->elseBlock());
  for (unsigned I = 0; I != If->numResults(); ++I) {
    const Value *A = If->thenBlock().terminator()->operand(I);
    const Value *B = If->elseBlock().terminator()->operand(I);
    if (of(A).isUniform() && of(B).isUniform())
      set(If->result(I), Placement::Uniform);
    else
      fix(If->result(I), preferred(of(A).isFixed() ? A : B));
  }
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

void LayoutAssignment::visitOp(Op *O) {
  switch (O->kind()) {
  case OpKind::For:
    return visitFor(llvm::cast<ForOp>(O));
  case OpKind::While:
    return visitWhile(llvm::cast<WhileOp>(O));
  case OpKind::If:
    return visitIf(llvm::cast<IfOp>(O));
  case OpKind::Arange:
    return set(O->result(), Placement::Anywhere);
  case OpKind::Zeros:
  case OpKind::Full:
  case OpKind::Empty:
    return set(O->result(), Placement::Uniform);
  case OpKind::Broadcast:
    return set(O->result(), of(O->operand(0)).isUniform()
                                ? Placement::Uniform
                                : Placement::Anywhere);
  case OpKind::ExpandDims:
  case OpKind::Reshape:
  case OpKind::Trans:
    return visitReshape(O);
  case OpKind::Join:
    return visitJoin(llvm::cast<JoinOp>(O));
  case OpKind::Split:
    return visitSplit(llvm::cast<SplitOp>(O));
  case OpKind::Sum:
  case OpKind::Max:
  case OpKind::Min:
  case OpKind::Reduce:
    return visitReduction(O, O->intAttr("axis"));
  case OpKind::Scan:
    for (Value *V : O->results())
      fix(V, L.along(V->type().shape(), O->intAttr("axis")));
    return;
  case OpKind::Dot:
    return visitDot(llvm::cast<DotOp>(O));
  default:
    break;
  }
  if (O->numResults() != 1)
    return;
  Placement P = join(O);
  if (auto *Load = llvm::dyn_cast<LoadOp>(O);
      Load && P.K <= Placement::Anywhere && isOnlyBroadcast(Load))
    return set(O->result(),
               P.isUniform() ? Placement::Uniform : Placement::Anywhere);
  // A tile of one address is read once; indivisible ops are as many as lanes.
  bool IsUniformLoad = P.isUniform() && llvm::isa<LoadOp>(O);
  if (O->hasTrait(OT_Elementwise) || !O->type().isTile() || IsUniformLoad)
    return set(O->result(), P.K, P.Home);
  fix(O->result(), L.forAccess(O, O->type().shape()));
}

void LayoutAssignment::visit(Block &B) {
  for (Op &O : B)
    visitOp(&O);
}
