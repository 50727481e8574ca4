//===- EmitKernel.cpp - A kernel as an LLVM function ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "Outline.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::cpu;

KernelEmitter::KernelEmitter(Kernel &K, llvm::Module &M, const Machine &Target)
    : K(K), M(M), Ctx(M.getContext()), B(Ctx), Lanes(B, Target), Affine(K) {}

llvm::BasicBlock *KernelEmitter::newBlock(const char *Name) {
  return llvm::BasicBlock::Create(Ctx, Name, F);
}

//===----------------------------------------------------------------------===//
// The function around the programs
//===----------------------------------------------------------------------===//

static llvm::Function *createFunction(llvm::Module &M, llvm::StringRef Symbol,
                                      const Machine &Target) {
  llvm::LLVMContext &Ctx = M.getContext();
  llvm::Type *Ptr = llvm::PointerType::get(Ctx, 0);
  llvm::Type *I64 = llvm::Type::getInt64Ty(Ctx);
  llvm::Type *I32 = llvm::Type::getInt32Ty(Ctx);
  auto *FT = llvm::FunctionType::get(I32, {Ptr, Ptr, I64, Ptr, Ptr, I32, Ptr},
                                     /*isVarArg=*/false);
  auto *F =
      llvm::Function::Create(FT, llvm::Function::ExternalLinkage, Symbol, &M);
  const char *Names[] = {"args",   "grid",  "count", "scratch",
                         "cancel", "flags", "sink"};
  for (auto [Arg, Name] : llvm::zip(F->args(), Names))
    Arg.setName(Name);
  F->addFnAttr(llvm::Attribute::NoUnwind);
  F->addFnAttr("target-cpu", Target.CPU);
  if (!Target.Features.empty())
    F->addFnAttr("target-features", Target.Features);
  if (Target.IsX86) {
    // Without these LLVM would halve the vectors.
    std::string Bits = std::to_string(Target.VectorBits);
    F->addFnAttr("prefer-vector-width", Bits);
    F->addFnAttr("min-legal-vector-width", Bits);
  }
  return F;
}

llvm::Value *KernelEmitter::gridWord(unsigned I) {
  return B.CreateLoad(B.getInt32Ty(),
                      B.CreateConstGEP1_64(B.getInt32Ty(), F->getArg(1), I));
}

void KernelEmitter::emitPrologue(llvm::StringRef Symbol) {
  F = createFunction(M, Symbol, Lanes.machine());
  B.SetInsertPoint(newBlock("entry"));
  CancelFlag = F->getArg(4);
  Scratch = F->getArg(3);
  Temporaries =
      llvm::GetElementPtrInst::Create(B.getInt8Ty(), Scratch, {B.getInt64(0)},
                                      "temporaries", B.GetInsertBlock());
  V Flag = B.CreateAnd(F->getArg(5), B.getInt32(LF_Streaming));
  Stream = B.CreateIsNotNull(Flag, "stream");
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    NumPrograms[Axis] =
        B.CreateLoad(B.getInt32Ty(),
                     B.CreateConstGEP1_64(B.getInt32Ty(), F->getArg(1), Axis));
  AlwaysTrue = B.CreateIsNotNull(NumPrograms[0]); // someone runs this
  for (auto [I, Param] : llvm::enumerate(K.params())) {
    V Slot = B.CreateLoad(
        B.getInt64Ty(), B.CreateConstGEP1_64(B.getInt64Ty(), F->getArg(0), I));
    llvm::Type *Ty = Lanes.registerType(Param->type());
    V Arg;
    if (Param->type().isBool())
      Arg = B.CreateIsNotNull(B.CreateTrunc(Slot, B.getInt8Ty()));
    else if (Ty->isFloatingPointTy())
      Arg = B.CreateBitCast(
          B.CreateTrunc(Slot, B.getIntNTy(Ty->getPrimitiveSizeInBits())), Ty);
    else
      Arg = B.CreateTrunc(Slot, Ty);
    Arg->setName(Param->name());
    Scalars[Param] = Arg;
  }
}

/// Returns 1 from the function if the launch is cancelled.
void KernelEmitter::emitCancelPoll() {
  llvm::LoadInst *Flag = B.CreateLoad(B.getInt8Ty(), CancelFlag);
  Flag->setAtomic(llvm::AtomicOrdering::Monotonic);
  Flag->setAlignment(llvm::Align(1));
  llvm::BasicBlock *Go = newBlock("go");
  B.CreateCondBr(B.CreateIsNotNull(Flag), Cancelled, Go);
  B.SetInsertPoint(Go);
}

void KernelEmitter::emitProgramLoop() {
  V Count = F->getArg(2);
  V Start[3];
  for (unsigned Axis = 0; Axis != 3; ++Axis)
    Start[Axis] = gridWord(3 + Axis);
  llvm::BasicBlock *Entry = B.GetInsertBlock();
  llvm::BasicBlock *Loop = newBlock("program"), *Done = newBlock("done");
  Cancelled = newBlock("cancelled");
  B.CreateBr(Loop);
  B.SetInsertPoint(Loop);
  llvm::PHINode *Left = B.CreatePHI(B.getInt64Ty(), 2, "left");
  Left->addIncoming(Count, Entry);
  llvm::PHINode *Ids[3];
  const char *Names[] = {"pid.x", "pid.y", "pid.z"};
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    Ids[Axis] = B.CreatePHI(B.getInt32Ty(), 2, Names[Axis]);
    Ids[Axis]->addIncoming(Start[Axis], Entry);
    ProgramIds[Axis] = Ids[Axis];
  }
  emitCancelPoll();
  emitBlock(K.body(), {});

  V Next[3];
  V Carry = B.getTrue();
  for (unsigned Axis = 0; Axis != 3; ++Axis) {
    V Moved = B.CreateAdd(Ids[Axis], B.CreateZExt(Carry, B.getInt32Ty()));
    V AtEnd = B.CreateICmpEQ(Moved, NumPrograms[Axis]);
    Next[Axis] = B.CreateSelect(AtEnd, B.getInt32(0), Moved);
    Carry = AtEnd;
    Ids[Axis]->addIncoming(Next[Axis], B.GetInsertBlock());
  }
  V Fewer = B.CreateSub(Left, B.getInt64(1));
  Left->addIncoming(Fewer, B.GetInsertBlock());
  B.CreateCondBr(B.CreateIsNull(Fewer), Done, Loop);
  B.SetInsertPoint(Done);
  // Orders streaming stores before whatever tells others that we are done.
  if (Traits.StreamedBytes && Lanes.machine().IsX86)
    B.CreateIntrinsic(B.getVoidTy(), llvm::Intrinsic::x86_sse_sfence, {});
  B.CreateRet(B.getInt32(0));
  B.SetInsertPoint(Cancelled);
  B.CreateRet(B.getInt32(1));
}

KernelTraits KernelEmitter::emit(llvm::StringRef Symbol) {
  emitPrologue(Symbol);
  emitProgramLoop();
  Temporaries->setOperand(1, B.getInt64(SlotBytes));
  Traits.ScratchBytes = SlotBytes + MaxTemporaryBytes;
  for (const auto &Blocks : RareCode)
    outlineRareCode(Blocks);
  return Traits;
}

//===----------------------------------------------------------------------===//
// Blocks and scalars
//===----------------------------------------------------------------------===//

void KernelEmitter::emitBlock(Block &Blk, llvm::ArrayRef<Value *> YieldHomes) {
  emitPlan(planBlock(Blk, Affine, YieldHomes));
}

/// So many steps at a time.
static constexpr unsigned MaxSteps = 400;

void KernelEmitter::emitPlan(const BlockPlan &Plan) {
  unsigned NumSteps = 0;
  for (const Step &S : Plan.Steps) {
    // LLVM takes more than linear time for a basic block: this ends it.
    if (++NumSteps % MaxSteps == 0)
      emitCancelPoll();
    if (S.N)
      emitNest(*this, *S.N);
    else if (auto *For = llvm::dyn_cast<ForOp>(S.O))
      emitFor(For);
    else if (auto *While = llvm::dyn_cast<WhileOp>(S.O))
      emitWhile(While);
    else if (auto *If = llvm::dyn_cast<IfOp>(S.O))
      emitIf(If);
    else if (auto *Dot = llvm::dyn_cast<DotOp>(S.O)) {
      Value *Home = Plan.DirectHomes.lookup(Dot->result());
      emitDot(Dot, Home ? Home : Dot->result());
    } else
      emitScalarOp(S.O);
  }
}

llvm::Value *KernelEmitter::scalar(Value *Val) {
  if (auto *C = llvm::dyn_cast<Constant>(Val))
    return Lanes.literal(C);
  V Result = Scalars.lookup(Val);
  assert(Result && "a scalar that was not emitted");
  return Result;
}

// Long because it lists every op: this is where a new one breaks the build.
void KernelEmitter::emitScalarOp(Op *O) {
  switch (O->kind()) {
  case OpKind::ProgramId:
    Scalars[O->result()] = ProgramIds[llvm::cast<ProgramIdOp>(O)->axis()];
    return;
  case OpKind::NumPrograms:
    Scalars[O->result()] = NumPrograms[llvm::cast<NumProgramsOp>(O)->axis()];
    return;
  case OpKind::Broadcast:
    Scalars[O->result()] = scalar(O->operand(0));
    return;
  case OpKind::Reshape:
  case OpKind::Split:
    return emitFromTile(O);
  case OpKind::Load:
    return emitScalarLoad(llvm::cast<LoadOp>(O));
  case OpKind::Store:
    return emitScalarStore(llvm::cast<StoreOp>(O));
#define MT_CASE_Atomic(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    return emitScalarAtomic(O);
  case OpKind::Assert:
    return emitScalarAssert(llvm::cast<AssertOp>(O));
  case OpKind::Print:
    return emitPrint(llvm::cast<PrintOp>(O));
#define MT_CASE_Arith(Name) case OpKind::Name:
#define MT_CASE_Math(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
  case OpKind::AddPtr: {
    llvm::SmallVector<V, 3> Operands;
    for (Value *Operand : O->operands())
      Operands.push_back(scalar(Operand));
    Scalars[O->result()] = Lanes.emit(O, Operands);
    return;
  }
  case OpKind::Arange: // a tile
  case OpKind::For:    // emitPlan
  case OpKind::While:
  case OpKind::If:
  case OpKind::Yield: // never part of a plan
  case OpKind::Condition:
  case OpKind::Return:
  case OpKind::Call: // refused by checkSupported
  case OpKind::Zeros:
  case OpKind::Full:
  case OpKind::Empty:
  case OpKind::ExpandDims:
  case OpKind::Trans:
  case OpKind::Join:
  case OpKind::Cat:
  case OpKind::Flip:
  case OpKind::Gather:
#define MT_CASE_Reduce(Name) case OpKind::Name:
#define MT_CASE_Thread(Name) case OpKind::Name:
#define MT_CASE_Matrix(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    llvm_unreachable("not an op on scalars of tile IR");
  }
}

void KernelEmitter::emitLoop(V Begin, V End, uint64_t Step,
                             llvm::function_ref<void(V)> Body) {
  llvm::BasicBlock *Before = B.GetInsertBlock();
  llvm::BasicBlock *Loop = newBlock("loop"), *After = newBlock("loop.end");
  V Runs = B.CreateICmpULT(Begin, End);
  if (auto *Known = llvm::dyn_cast<llvm::ConstantInt>(Runs);
      Known && Known->isOne())
    B.CreateBr(Loop);
  else
    B.CreateCondBr(Runs, Loop, After);
  B.SetInsertPoint(Loop);
  llvm::PHINode *I = B.CreatePHI(B.getInt64Ty(), 2, "i");
  I->addIncoming(Begin, Before);
  Body(I);
  V Next = B.CreateNUWAdd(I, B.getInt64(Step));
  I->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, End), Loop, After);
  B.SetInsertPoint(After);
}
