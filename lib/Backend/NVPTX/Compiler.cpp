//===- Compiler.cpp - LLVM IR to PTX --------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one file that includes PassBuilder and TargetMachine, which take long to
// compile.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Libdevice.h"
#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include <map>
#include <mutex>

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

static const llvm::Triple &triple() {
  static const llvm::Triple T("nvptx64-nvidia-cuda");
  return T;
}

//===----------------------------------------------------------------------===//
// Machines
//===----------------------------------------------------------------------===//

namespace {

/// Code generators that nobody uses at the moment.
struct Pool {
  std::mutex Mutex;
  std::multimap<std::string, std::unique_ptr<llvm::TargetMachine>> Idle;

  std::unique_ptr<llvm::TargetMachine> take(const std::string &Arch) {
    std::lock_guard<std::mutex> Lock(Mutex);
    auto It = Idle.find(Arch);
    if (It == Idle.end())
      return nullptr;
    auto TM = std::move(It->second);
    Idle.erase(It);
    return TM;
  }
  void give(const std::string &Arch, std::unique_ptr<llvm::TargetMachine> TM) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Idle.emplace(Arch, std::move(TM));
  }
};

} // namespace

/// Never destroyed: LLVM's own statics may be gone by then.
static Pool &pool() {
  static Pool *P = new Pool;
  return *P;
}

static const llvm::Target *findTarget() {
  static const llvm::Target *Found = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    std::string Error;
    return llvm::TargetRegistry::lookupTarget(triple(), Error);
  }();
  return Found;
}

static unsigned numberOf(StringRef Arch) {
  unsigned SM = 0;
  Arch.consume_front("sm_");
  Arch.consumeInteger(10, SM);
  return SM;
}

/// The release of PTX, the lowest that has every instruction we emit, so that
/// older assemblers and drivers take it; from Blackwell on, LLVM's choice.
static StringRef featuresFor(unsigned SM) { return SM < 100 ? "+ptx81" : ""; }

llvm::Expected<CodeGenerator> CodeGenerator::get(StringRef Arch) {
  std::string Name = Arch.str();
  if (auto TM = pool().take(Name))
    return CodeGenerator(Name, std::move(TM));
  const llvm::Target *T = findTarget();
  if (!T)
    return llvm::createStringError("LLVM was built without its target NVPTX");
  // LLVM would print a warning of its own for a name it does not know.
  std::unique_ptr<llvm::MCSubtargetInfo> Plain(
      T->createMCSubtargetInfo(triple(), "sm_90", ""));
  if (!Plain->isCPUStringValid(Name) || numberOf(Name) < 70)
    return llvm::createStringError("unknown architecture '" + Name +
                                   "'; try sm_80, sm_90a or sm_100a");
  llvm::TargetOptions Options;
  std::unique_ptr<llvm::TargetMachine> TM(T->createTargetMachine(
      triple(), Name, featuresFor(numberOf(Name)), Options, std::nullopt,
      std::nullopt, llvm::CodeGenOptLevel::Default));
  return CodeGenerator(Name, std::move(TM));
}

CodeGenerator::CodeGenerator(std::string Name,
                             std::unique_ptr<llvm::TargetMachine> Machine)
    : Arch(std::move(Name)), SM(numberOf(Arch)), TM(std::move(Machine)) {}

CodeGenerator::CodeGenerator(CodeGenerator &&) = default;

CodeGenerator::~CodeGenerator() {
  if (TM)
    pool().give(Arch, std::move(TM));
}

void CodeGenerator::prepare(llvm::Module &M) const {
  M.setTargetTriple(triple());
  M.setDataLayout(TM->createDataLayout());
}

//===----------------------------------------------------------------------===//
// Passes
//===----------------------------------------------------------------------===//

static void runPipeline(llvm::Module &M, llvm::TargetMachine &TM,
                        StringRef Text) {
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
  llvm::ModulePassManager Passes;
  llvm::cantFail(PB.parsePassPipeline(Passes, Text));
  Passes.run(M, MAM);
}

llvm::Error CodeGenerator::optimize(llvm::Module &M, unsigned Level) const {
#ifndef NDEBUG
  assert(!llvm::verifyModule(M, &llvm::errs()) && "emitted invalid LLVM IR");
#endif
  bool HasFunctions = usesLibdevice(M);
  if (HasFunctions)
    if (llvm::Error E = linkLibdevice(M))
      return E;
  std::string Text =
      HasFunctions ? "nvvm-reflect,always-inline,globaldce," : "";
  if (HasFunctions && Level > 0)
    // Its functions branch on what nvvm-reflect has decided.
    Text += "function(sroa,instcombine<no-verify-fixpoint>,simplifycfg),";
  if (Level > 0)
    Text += "function(early-cse,loop-mssa(licm),sink,dce)";
  if (!Text.empty())
    runPipeline(M, *TM, StringRef(Text).rtrim(','));
  return llvm::Error::success();
}

namespace {

/// LLVM's code generator without passes that kernels do not need: addresses
/// have their final form, and there are no calls, exceptions or collectors. The
/// first takes time quadratic in the number of addresses of a block.
class CodeGenPasses : public llvm::legacy::PassManager {
public:
  void add(llvm::Pass *P) override {
    static constexpr StringRef Dropped[] = {
        "Straight line strength reduction",
        "Nary reassociation",
        "Canonicalize Freeze Instructions in Loops",
        "Loop Strength Reduction",
        "GPU Load and Store Vectorizer",
        "Speculatively execute instructions",
        "Constant Hoisting",
        "Merge contiguous icmps into a memcmp",
        "Expand memcmp() to load/stores",
        "Partially inline calls to library functions",
        "Replace intrinsics with calls to vector library",
        "ObjC ARC contraction",
        "Shadow Stack GC Lowering",
        "Lower Garbage Collection Instructions"};
    if (llvm::is_contained(Dropped, P->getPassName()))
      delete P;
    else
      llvm::legacy::PassManager::add(P);
  }
};

} // namespace

std::string CodeGenerator::writePTX(llvm::Module &M) const {
  llvm::SmallString<0> Text;
  llvm::raw_svector_ostream OS(Text);
  CodeGenPasses PM;
  bool Fails = TM->addPassesToEmitFile(PM, OS, nullptr,
                                       llvm::CodeGenFileType::AssemblyFile,
                                       /*DisableVerify=*/true);
  assert(!Fails && "NVPTX writes assembly");
  (void)Fails;
  PM.run(M);
  return Text.str().str();
}
