//===- Compiler.cpp - LLVM IR to machine code and into memory -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that includes LLJIT and PassBuilder, which take long to compile.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/DCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Utils/Mem2Reg.h"

using namespace mt;
using namespace mt::cpu;

/// LLVM's loop passes and its register allocator take more than linear time:
/// from this many instructions on, minutes.
static constexpr unsigned MaxOptimized = 30'000;

static void spareLongFunctions(llvm::Module &M) {
  for (llvm::Function &F : M)
    if (F.getInstructionCount() > MaxOptimized) {
      F.addFnAttr(llvm::Attribute::OptimizeNone);
      F.addFnAttr(llvm::Attribute::NoInline);
    }
}

void cpu::optimize(llvm::Module &M, llvm::TargetMachine &TM, unsigned Level) {
#ifndef NDEBUG
  assert(!llvm::verifyModule(M, &llvm::errs()) && "emitted invalid LLVM IR");
#endif
  spareLongFunctions(M);
  if (Level == 0)
    return;
  llvm::LoopAnalysisManager LAM;
  llvm::FunctionAnalysisManager FAM;
  llvm::CGSCCAnalysisManager CAM;
  llvm::ModuleAnalysisManager MAM;
  llvm::PassBuilder PB(&TM);
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CAM, MAM);
  llvm::FunctionPassManager FPM;
  FPM.addPass(llvm::PromotePass());
  FPM.addPass(llvm::EarlyCSEPass());
  FPM.addPass(llvm::createFunctionToLoopPassAdaptor(
      llvm::LICMPass(llvm::LICMOptions()), /*UseMemorySSA=*/true));
  FPM.addPass(llvm::DCEPass());
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && !F.hasOptNone())
      FPM.run(F, FAM);
}

bool cpu::writeCode(llvm::Module &M, llvm::TargetMachine &TM, FileKind Kind,
                    llvm::raw_pwrite_stream &OS) {
  auto Type = Kind == FileKind::Assembly ? llvm::CodeGenFileType::AssemblyFile
                                         : llvm::CodeGenFileType::ObjectFile;
  llvm::legacy::PassManager PM;
  if (TM.addPassesToEmitFile(PM, OS, nullptr, Type, /*DisableVerify=*/true))
    return false;
  PM.run(M);
  return true;
}

struct LoadedCode::Impl {
  std::unique_ptr<llvm::orc::LLJIT> JIT;
};

LoadedCode::LoadedCode() : P(std::make_unique<Impl>()) {}
LoadedCode::~LoadedCode() = default;

llvm::Expected<std::unique_ptr<LoadedCode>>
LoadedCode::load(std::unique_ptr<llvm::MemoryBuffer> Object) {
  llvm::orc::LLJITBuilder Builder;
  // The defaults would look for the ORC runtime and set up static
  // constructors, which kernels do not have.
  Builder.setPlatformSetUp(llvm::orc::setUpInactivePlatform);
  llvm::Expected<std::unique_ptr<llvm::orc::LLJIT>> JIT = Builder.create();
  if (!JIT)
    return JIT.takeError();
  std::unique_ptr<LoadedCode> Code(new LoadedCode());
  Code->P->JIT = std::move(*JIT);
  llvm::orc::LLJIT &J = *Code->P->JIT;
  // libm's functions come from this process, which LLJIT searches by itself.
  if (llvm::Error E = J.addObjectFile(std::move(Object)))
    return E;
  return Code;
}

llvm::Expected<uint64_t> LoadedCode::lookup(llvm::StringRef Symbol) {
  llvm::Expected<llvm::orc::ExecutorAddr> Address = P->JIT->lookup(Symbol);
  if (!Address)
    return Address.takeError();
  return Address->getValue();
}
