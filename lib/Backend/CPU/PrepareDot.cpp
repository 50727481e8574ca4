//===- PrepareDot.cpp - The pass prepare-dot ------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives every product operands and an accumulator of the type it is computed
// in: f32 for floats (f64 if one of the three is), i32 or i64 for integers. The
// casts then run where the operands are computed. `x + dot(a, b, 0)` becomes
// `dot(a, b, x)`.
//
//===----------------------------------------------------------------------===//

#include "PrepareDot.h"
#include "mytriton/Backend/CPU/CPUPasses.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/Transforms/PassBuilder.h"

using namespace mt;
using namespace mt::cpu;

std::optional<TypeKind> cpu::dotComputeKind(const DotOp *O) {
  auto All = [&](llvm::function_ref<bool(Type)> Is) {
    return llvm::all_of(O->operands(), [&](const Value *V) {
      return Is(V->type().elementType());
    });
  };
  if (All([](Type T) { return T.isFloat(); })) {
    bool NoneIsWide = All([](Type T) { return T.kind() != TypeKind::F64; });
    return NoneIsWide ? TypeKind::F32 : TypeKind::F64;
  }
  if (!All([](Type T) { return T.isInteger(); }))
    return std::nullopt;
  bool IsLong = O->acc()->type().elementType().bitWidth() == 64;
  return IsLong ? TypeKind::I64 : TypeKind::I32;
}

/// True if all lanes of V are the literal zero.
static bool isZero(const Value *V) {
  while (const auto *B = getDefining<BroadcastOp>(const_cast<Value *>(V)))
    V = B->input();
  if (const auto *Full = getDefining<FullOp>(const_cast<Value *>(V)))
    V = Full->value();
  if (const auto *C = llvm::dyn_cast<Constant>(V))
    return C->bits() == 0;
  return getDefining<ZerosOp>(const_cast<Value *>(V)) != nullptr;
}

/// A product that may take what is added to it as its accumulator.
static DotOp *fusibleProduct(Value *V, Type Sum) {
  auto *Dot = getDefining<DotOp>(V);
  return Dot && V->hasOneUse() && V->type() == Sum && isZero(Dot->acc())
             ? Dot
             : nullptr;
}

/// Fuses the sum O with a product. Null if there is none.
static DotOp *fuseSum(AddOp *O, OpBuilder &B) {
  for (unsigned I = 0; I != 2; ++I) {
    Value *Addend = O->operand(1 - I);
    DotOp *Dot = fusibleProduct(O->operand(I), O->type());
    if (!Dot || Addend->type() != O->type())
      continue;
    B.setInsertionPoint(O);
    B.setLoc(Dot->loc());
    auto *Fused = B.create<DotOp>(Dot->a(), Dot->b(), Addend, Dot->attrs());
    O->replaceWith({Fused->result()});
    Dot->erase();
    return Fused;
  }
  return nullptr;
}

static bool widen(DotOp *O, OpBuilder &B) {
  std::optional<TypeKind> Kind = dotComputeKind(O);
  if (!Kind)
    return false; // refused by the target
  Type Element = B.context().scalar(*Kind);
  Type Result = O->type().elementType();
  B.setInsertionPoint(O);
  B.setLoc(O->loc());
  bool Changed = false;
  for (Use &U : O->operandUses())
    if (U.get()->type().elementType() != Element) {
      U.set(B.createCast(U.get(), Element)->result());
      Changed = true;
    }
  if (Result == Element)
    return Changed;
  auto *Wide = B.create<DotOp>(O->a(), O->b(), O->acc(), O->attrs());
  O->replaceWith({B.createCast(Wide->result(), Result)->result()});
  return true;
}

namespace {

class PrepareDotPass : public PassInfoMixin<PrepareDotPass> {
public:
  PreservedAnalyses run(Kernel &K, KernelAnalysisManager &AM) {
    OpBuilder B(K);
    uint64_t NumFused = 0, NumWidened = 0;
    walk(K.body(), [&](Op *O) {
      if (auto *Sum = llvm::dyn_cast<AddOp>(O))
        NumFused += fuseSum(Sum, B) != nullptr;
    });
    walk(K.body(), [&](Op *O) {
      if (auto *Dot = llvm::dyn_cast<DotOp>(O))
        NumWidened += widen(Dot, B);
    });
    passContext(K, AM).count("sums fused", NumFused);
    passContext(K, AM).count("products widened", NumWidened);
    return NumFused + NumWidened ? PreservedAnalyses::none()
                                 : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

} // namespace

void mt::registerCPUPasses(PassBuilder &PB) {
  cpu::registerPrepareDot(PB);
  cpu::registerScalarizeCarried(PB);
}

void cpu::registerPrepareDot(PassBuilder &PB) {
  PB.registerKernelPass<"prepare-dot", PrepareDotPass>(
      "give products the types they are computed in");
}
