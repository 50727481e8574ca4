//===- EmitKernel.cpp - Kernels, ops and registers ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"
#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "mytriton/Backend/NVIDIA/MatrixInstructions.h"
#include "mytriton/Backend/NVIDIA/UniformDivision.h"
#include "mytriton/IR/Facts.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/Module.h"

using namespace mt;
using namespace mt::nvptx;
namespace Intrinsic = llvm::Intrinsic;

KernelEmitter::KernelEmitter(Kernel &K, llvm::Module &M, unsigned SM)
    : K(K), M(M), Ctx(M.getContext()), B(Ctx), S(B, SM),
      NumThreads(numThreads(K)), SM(SM) {}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

static void addPointerAttributes(llvm::Function &F, Kernel &K) {
  for (auto [I, Arg] : llvm::enumerate(F.args())) {
    auto Is = [&](llvm::StringRef Fact) {
      Attr Known = K.paramAttrs(I).get(Fact);
      return Known && Known.isBool() && Known.asBool();
    };
    if (Is(NoAliasAttr))
      Arg.addAttr(llvm::Attribute::NoAlias);
    if (Is(ReadOnlyAttr))
      Arg.addAttr(llvm::Attribute::ReadOnly);
  }
}

void KernelEmitter::createFunction(llvm::StringRef Symbol) {
  llvm::SmallVector<llvm::Type *, 8> Params;
  for (BlockArgument *P : K.params())
    Params.push_back(S.memoryType(P->type()));
  auto *Ty = llvm::FunctionType::get(B.getVoidTy(), Params, /*isVarArg=*/false);
  F = llvm::Function::Create(Ty, llvm::Function::ExternalLinkage, Symbol, &M);
  F->setCallingConv(llvm::CallingConv::PTX_Kernel);
  F->addFnAttr(llvm::Attribute::NoUnwind);
  F->addFnAttr("nvvm.maxntid", std::to_string(NumThreads));
  GPUKernelInfo Info = describeKernel(K);
  if (Info.MaxRegisters)
    F->addFnAttr("nvvm.maxnreg", std::to_string(Info.MaxRegisters));
  else if (Info.MinPrograms)
    F->addFnAttr("nvvm.minctasm", std::to_string(Info.MinPrograms));
  addPointerAttributes(*F, K);
  B.SetInsertPoint(newBlock("entry"));
  for (auto [P, Arg] : llvm::zip(K.params(), F->args())) {
    Arg.setName(P->name());
    set(P, {S.fromMemory(P->type(), &Arg)});
  }
}

void KernelEmitter::emit(llvm::StringRef Symbol, DebugInfo *Lines) {
  Debug = Lines;
  createFunction(Symbol);
  if (Debug)
    Debug->enter(*F, K.loc());
  emitBlock(K.body());
  B.CreateRetVoid();
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

llvm::BasicBlock *KernelEmitter::newBlock(const char *Name) {
  return llvm::BasicBlock::Create(Ctx, Name, F);
}

llvm::Value *KernelEmitter::get(Value *Val, int64_t R) {
  if (auto *C = llvm::dyn_cast<Constant>(Val))
    return S.literal(C);
  const Registers &Known = Values.find(Val)->second;
  return Known[Known.size() == 1 ? 0 : R];
}

void KernelEmitter::set(Value *Val, Registers Held) {
  assert(int64_t(Held.size()) == Val->type().numElements() &&
         "one LLVM value for each register");
  Values[Val] = std::move(Held);
}

static llvm::Type *typeOfLetter(llvm::IRBuilder<> &B, char Letter) {
  switch (Letter) {
  case 'h':
    return B.getInt16Ty();
  case 'l':
    return B.getInt64Ty();
  case 'f':
    return B.getFloatTy();
  case 'd':
    return B.getDoubleTy();
  default:
    assert(Letter == 'r' && "not the letter of a result");
    return B.getInt32Ty();
  }
}

KernelEmitter::Registers
KernelEmitter::emitAsm(const ptx::Instruction &I,
                       llvm::ArrayRef<llvm::Value *> Operands) {
  llvm::SmallVector<llvm::Type *, 4> Results, Params;
  std::string Constraints;
  for (char Letter : I.Results) {
    Results.push_back(typeOfLetter(B, Letter));
    (Constraints += Constraints.empty() ? "=" : ",=") += Letter;
  }
  for (char Letter : I.Operands)
    (Constraints += Constraints.empty() ? "" : ",") += Letter;
  for (V Operand : Operands)
    Params.push_back(Operand->getType());
  llvm::Type *Result = Results.empty() ? B.getVoidTy()
                       : Results.size() == 1
                           ? Results[0]
                           : llvm::StructType::get(Ctx, Results);
  auto *Ty = llvm::FunctionType::get(Result, Params, /*isVarArg=*/false);
  // Side effects keep accesses in the order of the program.
  V Call = B.CreateCall(llvm::InlineAsm::get(Ty, I.Text, Constraints,
                                             /*hasSideEffects=*/true),
                        Operands);
  Registers Held;
  if (Results.size() == 1)
    Held.push_back(Call);
  else
    for (unsigned R = 0; R != Results.size(); ++R)
      Held.push_back(B.CreateExtractValue(Call, R));
  return Held;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void KernelEmitter::enterOp(Op *O) {
  if (Debug)
    B.SetCurrentDebugLocation(Debug->get(O->loc()));
}

void KernelEmitter::emitBlock(Block &Body) {
  for (Op &O : Body) {
    if (O.hasTrait(OT_Terminator))
      return; // the op around it takes what it yields
    enterOp(&O);
    emitOp(&O);
  }
}

/// Quotients of one divisor.
void KernelEmitter::emitUniformDivision(Op *O) {
  V Divisor = get(O->operand(1));
  llvm::Type *Float = Divisor->getType();
  auto Number = [&](double X) { return llvm::ConstantFP::get(Float, X); };
  V Size = B.CreateUnaryIntrinsic(Intrinsic::fabs, Divisor);
  V IsLarge = B.CreateFCmpOGT(Size, Number(LargestDivisor));
  V IsSmall = B.CreateFCmpOLT(Size, Number(1 / LargestDivisor));
  V Scale = B.CreateSelect(IsSmall, Number(1 / DivisorScale), Number(1));
  Scale = B.CreateSelect(IsLarge, Number(DivisorScale), Scale);
  V Reciprocal = B.CreateIntrinsic(Intrinsic::nvvm_rcp_approx_ftz_f,
                                   {B.CreateFMul(Divisor, Scale)});
  Registers Results;
  for (int64_t R = 0; R != O->type().numElements(); ++R)
    Results.push_back(
        B.CreateFMul(B.CreateFMul(get(O->operand(0), R), Reciprocal), Scale));
  set(O->result(), std::move(Results));
}

/// `select` passes pointers on; other ops compute with addresses.
llvm::Value *KernelEmitter::operandOf(const Op *O, Value *Operand, int64_t R) {
  bool IsAddress =
      Operand->type().elementType().isPointer() && !llvm::isa<SelectOp>(O);
  return IsAddress ? address(Operand, R) : get(Operand, R);
}

void KernelEmitter::emitElementwise(Op *O) {
  if (dividesByUniform(O))
    return emitUniformDivision(O);
  Registers Results, Operands;
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    Operands.clear();
    for (Value *Operand : O->operands())
      Operands.push_back(operandOf(O, Operand, R));
    Results.push_back(S.emit(O, Operands));
  }
  set(O->result(), std::move(Results));
}

/// base + r * stride.
void KernelEmitter::emitFragmentIndex(FragmentIndexOp *O) {
  Registers Results;
  V Base = get(O->base());
  for (int64_t R = 0; R != O->type().numElements(); ++R) {
    V Step = llvm::ConstantInt::get(Base->getType(), R * O->stride(),
                                    /*IsSigned=*/true, /*ImplicitTrunc=*/true);
    Results.push_back(S.addIndex(O, Base, Step));
  }
  set(O->result(), std::move(Results));
}

/// A register that holds less than Limit.
llvm::Value *KernelEmitter::specialRegister(llvm::Intrinsic::ID ID,
                                            uint64_t Limit) {
  llvm::CallInst *Call = B.CreateIntrinsic(ID, {});
  Call->addRangeRetAttr(
      llvm::ConstantRange(llvm::APInt(32, 0), llvm::APInt(32, Limit)));
  return Call;
}

/// More than any index of a program, and no less than any extent of a grid.
static constexpr uint64_t MaxGrid = uint64_t(1) << 31;

llvm::Value *KernelEmitter::programId(unsigned Axis) {
  static constexpr Intrinsic::ID Ids[] = {
      Intrinsic::nvvm_read_ptx_sreg_ctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_ctaid_z};
  return specialRegister(Ids[Axis], MaxGrid);
}

// Long because it lists every op: this is where a new one breaks the build.
void KernelEmitter::emitOp(Op *O) {
  static constexpr Intrinsic::ID Extents[] = {
      Intrinsic::nvvm_read_ptx_sreg_nctaid_x,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_y,
      Intrinsic::nvvm_read_ptx_sreg_nctaid_z};
  switch (O->kind()) {
#define MT_CASE_Arith(Name) case OpKind::Name:
#define MT_CASE_Math(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    return emitElementwise(O);
  case OpKind::AddPtr:
    return emitAddPtr(llvm::cast<AddPtrOp>(O));
  case OpKind::ProgramId:
    return set(O->result(), {programId(llvm::cast<ProgramIdOp>(O)->axis())});
  case OpKind::NumPrograms:
    return set(O->result(),
               {specialRegister(Extents[llvm::cast<NumProgramsOp>(O)->axis()],
                                MaxGrid)});
  case OpKind::ThreadId:
    return set(
        O->result(),
        {specialRegister(Intrinsic::nvvm_read_ptx_sreg_tid_x, NumThreads)});
  case OpKind::FragmentIndex:
    return emitFragmentIndex(llvm::cast<FragmentIndexOp>(O));
  case OpKind::Splat:
    return set(O->result(),
               Registers(O->type().numElements(), get(O->operand(0))));
  case OpKind::PermuteRegisters:
    return emitPermute(llvm::cast<PermuteRegistersOp>(O));
  case OpKind::ConcatRegisters:
    return emitConcat(llvm::cast<ConcatRegistersOp>(O));
  case OpKind::Shuffle:
  case OpKind::ShuffleXor:
    return emitShuffle(O);
  case OpKind::SharedAlloc:
    return emitSharedAlloc(llvm::cast<SharedAllocOp>(O));
  case OpKind::SharedLoad:
    return emitSharedLoad(llvm::cast<SharedLoadOp>(O));
  case OpKind::SharedStore:
    return emitSharedStore(llvm::cast<SharedStoreOp>(O));
  case OpKind::Barrier:
    return emitBarrier();
  case OpKind::Mma:
    return emitMma(llvm::cast<MmaOp>(O));
  case OpKind::SharedLoadMatrix:
    return emitSharedLoadMatrix(llvm::cast<SharedLoadMatrixOp>(O));
  case OpKind::AsyncCopy:
    return emitAsyncCopy(llvm::cast<AsyncCopyOp>(O));
  case OpKind::AsyncCommit:
    return (void)emitAsm(ptx::asyncCommit(), {});
  case OpKind::AsyncWait: {
    unsigned Pending = llvm::cast<AsyncWaitOp>(O)->pending();
    return (void)emitAsm(ptx::asyncWait(Pending), {});
  }
  case OpKind::Load:
    return emitLoad(llvm::cast<LoadOp>(O));
  case OpKind::Store:
    return emitStore(llvm::cast<StoreOp>(O));
#define MT_CASE_Atomic(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
  case OpKind::MaskedCas:
    return emitAtomic(O);
  case OpKind::Assert:
    return emitAssert(llvm::cast<AssertOp>(O));
  case OpKind::PrintElements:
    return emitPrint(llvm::cast<PrintElementsOp>(O));
  case OpKind::For:
    return emitFor(llvm::cast<ForOp>(O));
  case OpKind::While:
    return emitWhile(llvm::cast<WhileOp>(O));
  case OpKind::If:
    return emitIf(llvm::cast<IfOp>(O));
  case OpKind::Yield: // part of the ops around them
  case OpKind::Condition:
  case OpKind::Return: // refused by checkSupported
  case OpKind::Call:
  case OpKind::Print:
  case OpKind::Arange:
  case OpKind::Zeros:
  case OpKind::Full:
  case OpKind::Empty:
#define MT_CASE_Shape(Name) case OpKind::Name:
#define MT_CASE_Reduce(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    llvm_unreachable("not an op of thread IR");
  }
}
