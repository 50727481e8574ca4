//===- ProgramBuilder.cpp - Gives values slots and ops handlers -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "mytriton/IR/Facts.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Support/Diagnostics.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>

using namespace mt;
using namespace mt::interp;
using llvm::ArrayRef;

namespace mt::interp {

/// Resolves one kernel and, on demand, the funcs it calls. Funcs have one
/// frame each, because recursion is rejected.
class ProgramBuilder {
public:
  ProgramBuilder(Program &P, DiagnosticEngine &Diags) : P(P), Diags(Diags) {}
  LogicalResult run(Kernel &K);

private:
  struct Callee {
    const Code *Body = nullptr;
    bool Open = false; ///< its body is being resolved
  };

  const Code *addCode(Block &B);
  std::unique_ptr<Instr> addInstr(Op *O);
  LogicalResult resolveCall(CallOp *Call, Instr &I);
  void placeBuffer(Op *Alloc, Instr &I);
  Slot slotOf(Value *V);
  Slot newSlot(Type Ty);
  Dest targetOf(Value *V) { return {slotOf(V), V->type()}; }
  Operand operandFor(Value *V, ArrayRef<int64_t> Shape);
  const uint32_t *mapOf(ArrayRef<int64_t> From, ArrayRef<int64_t> To);

  Program &P;
  DiagnosticEngine &Diags;
  bool Failed = false;
  std::map<Value *, Slot> Slots;
  std::map<Kernel *, Callee> Callees;
  std::map<std::pair<std::vector<int64_t>, std::vector<int64_t>>,
           const uint32_t *>
      MapCache;
};

} // namespace mt::interp

/// The shape in which an op's lanes are numbered. Region ops, calls and the
/// like move whole values, so their shape is not asked for.
static ArrayRef<int64_t> iterationShape(Op *O) {
  if (auto *S = llvm::dyn_cast<StoreOp>(O))
    return S->ptr()->type().shape();
  if (auto *A = llvm::dyn_cast<AssertOp>(O))
    return A->condition()->type().shape();
  if (auto *S = llvm::dyn_cast<SharedStoreOp>(O))
    return S->index()->type().shape();
  if (auto *C = llvm::dyn_cast<AsyncCopyOp>(O))
    return C->ptr()->type().shape();
  if (llvm::isa<SharedAllocOp>(O))
    return {};
  if (O->numRegions() || O->numResults() != 1 || llvm::isa<CallOp>(O))
    return {};
  return O->type().shape();
}

/// True if operands are read in the shape of the op's lanes; the others find
/// the lanes they need by themselves.
static bool broadcastsOperands(Op *O) {
  return O->hasTrait(OT_Elementwise) || O->hasTrait(OT_Reads) ||
         O->hasTrait(OT_Writes) || llvm::isa<BroadcastOp, AssertOp>(O);
}

/// A lowered kernel says how many threads run it, or holds what only threads
/// have.
static bool isThreadIR(Kernel &K) {
  bool Found = bool(K.attrs().get("num_threads"));
  walk(K.body(), [&](Op *O) {
    Found |= O->hasTrait(OT_ThreadOnly);
    for (Value *V : O->results())
      Found |= V->type().isFragment();
  });
  return Found;
}

static unsigned threadsOf(Kernel &K) {
  return isThreadIR(K) ? numThreads(K) : 1;
}

uint64_t mt::interp::truncateTo(Type Scalar, uint64_t Bits) {
  unsigned Width = Scalar.bitWidth();
  return Width == 64 ? Bits : Bits & ((uint64_t(1) << Width) - 1);
}

int64_t mt::interp::extendFrom(Type Integer, uint64_t Bits) {
  if (!Integer.isSigned())
    return int64_t(Bits);
  return llvm::SignExtend64(Bits, Integer.bitWidth());
}

Slot ProgramBuilder::newSlot(Type Ty) {
  // A shared buffer is its address.
  Slot S{uint32_t(P.NumLanes), Ty.isShared() ? 1 : uint32_t(Ty.numElements())};
  P.NumLanes += size_t(S.Lanes) * P.Threads;
  return S;
}

Slot ProgramBuilder::slotOf(Value *V) {
  auto [It, New] = Slots.try_emplace(V);
  if (New) {
    It->second = newSlot(V->type());
    if (auto *C = llvm::dyn_cast<Constant>(V))
      P.Literals.push_back({It->second, C->bits()});
  }
  return It->second;
}

/// The lane of a From-shaped tile that each lane of To reads, by NumPy's rule.
const uint32_t *ProgramBuilder::mapOf(ArrayRef<int64_t> From,
                                      ArrayRef<int64_t> To) {
  const uint32_t *&Cached = MapCache[{From.vec(), To.vec()}];
  if (Cached)
    return Cached;
  size_t Lanes = 1;
  for (int64_t Extent : To)
    Lanes *= Extent;
  P.Maps.push_back(std::make_unique<uint32_t[]>(Lanes));
  uint32_t *Map = P.Maps.back().get();
  for (size_t Lane = 0; Lane != Lanes; ++Lane) {
    size_t Rest = Lane, Stride = 1;
    for (size_t D = 0; D != From.size(); ++D) {
      int64_t Extent = From[From.size() - 1 - D], Out = To[To.size() - 1 - D];
      if (Extent != 1)
        Map[Lane] += Rest % Out * Stride;
      Rest /= Out;
      Stride *= Extent;
    }
  }
  return Cached = Map;
}

Operand ProgramBuilder::operandFor(Value *V, ArrayRef<int64_t> Shape) {
  Operand R;
  if (!V)
    return R;
  R.Ty = V->type();
  R.Src = slotOf(V);
  if (R.Src.Lanes == 1)
    R.Step = 0;
  else if (V->type().shape() != Shape && !Shape.empty())
    R.Map = mapOf(V->type().shape(), Shape);
  return R;
}

LogicalResult ProgramBuilder::resolveCall(CallOp *Call, Instr &I) {
  Kernel *F = Call->kernel()->module().find(Call->callee());
  if (!F || !F->isFunc())
    return Diags.error(Call->loc()) << "call of '@" << Call->callee()
                                    << "', which is not a func of the module";
  Callee &C = Callees[F];
  if (C.Open)
    return Diags.error(Call->loc())
           << "recursive call of '@" << Call->callee() << "'";
  if (!C.Body) {
    C.Open = true;
    C.Body = addCode(F->body());
    C.Open = false;
  }
  I.Bodies.push_back(C.Body);
  return success();
}

/// Where allocate-shared put the buffer, else behind all others.
void ProgramBuilder::placeBuffer(Op *Alloc, Instr &I) {
  Type Buffer = Alloc->type();
  uint64_t Bytes = Buffer.numElements() * Buffer.elementType().byteSize();
  I.SharedOffset =
      Alloc->attr("offset") ? Alloc->intAttr("offset") : P.SharedBytes;
  P.SharedBytes = std::max<uint64_t>(P.SharedBytes, I.SharedOffset + Bytes);
}

std::unique_ptr<Instr> ProgramBuilder::addInstr(Op *O) {
  auto I = std::make_unique<Instr>();
  I->Kind = O->kind();
  I->Id = P.Instrs.size();
  P.Instrs.push_back(I.get());
  I->Run = handlerOf(O->kind());
  I->Attrs = O->attrs();
  I->NoWrap = O->boolAttr(NoWrapAttr);
  I->NonNegative = O->boolAttr(NonNegativeAttr);
  I->Loc = O->loc();
  I->Shape = iterationShape(O);
  for (int64_t Extent : I->Shape)
    I->Lanes *= Extent;
  ArrayRef<int64_t> Shape =
      broadcastsOperands(O) ? I->Shape : ArrayRef<int64_t>();
  for (Value *V : O->operands()) {
    I->Operands.push_back(operandFor(V, Shape));
    I->ElementTypes.push_back(V ? V->type().elementType() : Type());
  }
  for (unsigned R = 0; R != O->numRegions(); ++R)
    I->Bodies.push_back(addCode(O->body(R)));
  for (Value *V : O->results())
    I->Results.push_back(targetOf(V));
  if (O->hasTrait(OT_Reads) || O->hasTrait(OT_Writes))
    if (O->numOperands() && O->operand(0)->type().elementType().isPointer()) {
      unsigned Bytes = O->operand(0)->type().elementType().pointee().byteSize();
      P.SmallestAccess = std::min(P.SmallestAccess, Bytes);
    }
  if (llvm::isa<SharedAllocOp>(O))
    placeBuffer(O, *I);
  if (auto *Call = llvm::dyn_cast<CallOp>(O))
    Failed |= failed(resolveCall(Call, *I));
  return I;
}

const Code *ProgramBuilder::addCode(Block &B) {
  P.Codes.push_back(std::make_unique<Code>());
  Code &C = *P.Codes.back();
  for (BlockArgument *A : B.args())
    C.Args.push_back(targetOf(A));
  for (Op &O : B.ops()) {
    if (O.hasTrait(OT_Terminator)) {
      for (Value *V : O.operands())
        C.Out.push_back(operandFor(V, {}));
      break;
    }
    C.Instrs.push_back(addInstr(&O));
  }
  return &C;
}

LogicalResult ProgramBuilder::run(Kernel &K) {
  P.Name = K.name().str();
  P.Loc = K.loc();
  P.Threads = threadsOf(K);
  P.SmallestAccess = 8;
  P.MaxProgramId = maxProgramId(K);
  P.Body = addCode(K.body());
  for (BlockArgument *A : K.params())
    P.Params.push_back({A->name().str(), targetOf(A)});
  if (P.NumLanes > std::numeric_limits<uint32_t>::max())
    return Diags.error(K.loc())
           << "kernel '" << K.name() << "' needs " << P.NumLanes
           << " lanes, more than the interpreter can hold";
  return failure(Failed);
}

std::unique_ptr<Program> Program::build(Kernel &K, DiagnosticEngine &Diags) {
  auto P = std::make_unique<Program>();
  if (failed(ProgramBuilder(*P, Diags).run(K)))
    return nullptr;
  return P;
}
