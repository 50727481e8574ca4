//===- CPUTarget.cpp - The target cpu -------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CPUExecutable.h"
#include "PrepareDot.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mt;
using namespace mt::cpu;

namespace {

/// Kernels as an LLVM module, with what it needs to stay alive.
struct LoweredModule {
  Machine Target;
  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::TargetMachine> TM;
  std::unique_ptr<llvm::Module> M;
  KernelTraits Traits; ///< of the last kernel
};

class CPUTarget : public mt::Target {
public:
  llvm::StringRef name() const override { return "cpu"; }
  llvm::StringRef description() const override {
    return "machine code for this computer's processor, by LLVM";
  }
  llvm::ArrayRef<llvm::StringRef> stages() const override {
    static constexpr llvm::StringRef Stages[] = {"llvm", "asm", "obj"};
    return Stages;
  }
  std::string pipeline(llvm::StringRef,
                       const TargetOptions &Options) const override {
    std::string Passes = Options.OptLevel ? "loop-simplify,mem-opt,dce," : "";
    Passes += "scalarize-carried,prepare-dot,broadcast";
    return Options.EnableFpFusion ? Passes + ",fuse-fma" : Passes;
  }
  LogicalResult checkSupported(mt::Module &M,
                               DiagnosticEngine &Diags) const override;
  LogicalResult emit(mt::Module &M, llvm::StringRef Stage,
                     const TargetOptions &Options, llvm::raw_pwrite_stream &OS,
                     DiagnosticEngine &Diags) const override;
  bool canExecute() const override { return true; }
  std::unique_ptr<Executable> load(Kernel &K, const TargetOptions &Options,
                                   DiagnosticEngine &Diags) const override;
};

} // namespace

std::unique_ptr<mt::Target> mt::createCPUTarget() {
  return std::make_unique<CPUTarget>();
}

//===----------------------------------------------------------------------===//
// Support
//===----------------------------------------------------------------------===//

/// Ops that this target lowers.
static bool isLowered(const Op *O) {
  return O->hasTrait(OT_Elementwise) || O->hasTrait(OT_Terminator) ||
         isAccess(O) || isTileOp(O) || isAlongAxis(O) || isRearrangement(O) ||
         llvm::isa<ProgramIdOp, NumProgramsOp, ArangeOp, ZerosOp, FullOp,
                   EmptyOp, GatherOp, ForOp, WhileOp, IfOp>(O);
}

LogicalResult CPUTarget::checkSupported(mt::Module &M,
                                        DiagnosticEngine &Diags) const {
  bool Supported = true;
  for (std::unique_ptr<Kernel> &K : M.kernels()) {
    if (K->isFunc())
      continue;
    walk<WalkOrder::PreOrder>(K->body(), [&](Op *O) {
      if (llvm::isa<CallOp>(O)) {
        Diags.error(O->loc())
            << "target 'cpu' has no calls; inline '@"
            << llvm::cast<CallOp>(O)->callee() << "' before lowering";
        Supported = false;
      } else if (O->hasTrait(OT_ThreadOnly)) {
        Diags.error(O->loc()) << "op '" << O->name()
                              << "' is thread IR; target 'cpu' takes tile IR";
        Supported = false;
      } else if (auto *Dot = llvm::dyn_cast<DotOp>(O);
                 Dot && !dotComputeKind(Dot)) {
        Diags.error(O->loc())
            << "target 'cpu' has no product of "
            << Dot->a()->type().elementType()
            << " elements with an accumulator of "
            << Dot->acc()->type().elementType() << "; cast one of them";
        Supported = false;
      } else if (!isLowered(O)) {
        Diags.error(O->loc())
            << "target 'cpu' has no lowering of '" << O->name()
            << "'; target 'interp' runs every op";
        Supported = false;
      }
    });
  }
  return success(Supported);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// The symbol of a kernel. Functions of libm keep theirs, as kernels call them.
static std::string symbolOf(const Kernel &K) {
  static constexpr llvm::StringRef Taken[] = {
      "sinf",  "cosf",   "fmodf", "fmod",  "exp",    "exp2",  "log",
      "log2",  "sin",    "cos",   "erf",   "tanh",   "fma",   "fmaf",
      "floor", "floorf", "ceil",  "ceilf", "memcpy", "memset"};
  std::string Name = K.name().empty() ? "kernel" : K.name().str();
  return llvm::is_contained(Taken, Name) ? Name + ".kernel" : Name;
}

/// An empty module for the machine of Options; null after an error.
static std::unique_ptr<LoweredModule> begin(const TargetOptions &Options,
                                            DiagnosticEngine &Diags) {
  std::optional<Machine> Target = Machine::get(Options.Arch, Diags);
  if (!Target)
    return nullptr;
  auto L = std::make_unique<LoweredModule>();
  L->Target = *Target;
  L->TM = Target->createTargetMachine();
  if (!L->TM) {
    Diags.error({}) << "LLVM has no code generator for " << Target->Triple;
    return nullptr;
  }
  L->M = std::make_unique<llvm::Module>("mytriton", L->Ctx);
  L->M->setTargetTriple(llvm::Triple(Target->Triple));
  L->M->setDataLayout(L->TM->createDataLayout());
  return L;
}

LogicalResult CPUTarget::emit(mt::Module &M, llvm::StringRef Stage,
                              const TargetOptions &Options,
                              llvm::raw_pwrite_stream &OS,
                              DiagnosticEngine &Diags) const {
  if (!llvm::is_contained(stages(), Stage))
    return Diags.error({}) << "target 'cpu' has no stage '" << Stage << "'";
  if (failed(checkSupported(M, Diags)))
    return failure();
  std::unique_ptr<LoweredModule> L = begin(Options, Diags);
  if (!L)
    return failure();
  for (std::unique_ptr<Kernel> &K : M.kernels())
    if (!K->isFunc())
      KernelEmitter(*K, *L->M, L->Target).emit(symbolOf(*K));
  optimize(*L->M, *L->TM, Options.OptLevel);
  if (Stage == "llvm") {
    L->M->print(OS, nullptr);
    return success();
  }
  FileKind Kind = Stage == "asm" ? FileKind::Assembly : FileKind::Object;
  if (!writeCode(*L->M, *L->TM, Kind, OS))
    return Diags.error({}) << "LLVM cannot write '" << Stage << "' for "
                           << L->Target.Triple;
  return success();
}

std::unique_ptr<Executable> CPUTarget::load(Kernel &K,
                                            const TargetOptions &Options,
                                            DiagnosticEngine &Diags) const {
  if (failed(checkSupported(K.module(), Diags)))
    return nullptr;
  std::unique_ptr<LoweredModule> L = begin(Options, Diags);
  if (!L)
    return nullptr;
  if (!Options.Arch.empty())
    if (std::string Missing = L->Target.missingHere(); !Missing.empty()) {
      Diags.error(K.loc()) << "code for '" << Options.Arch
                           << "' cannot run on this computer, which lacks "
                           << Missing;
      return nullptr;
    }
  std::string Symbol = symbolOf(K);
  KernelTraits Traits = KernelEmitter(K, *L->M, L->Target).emit(Symbol);
  optimize(*L->M, *L->TM, Options.OptLevel);
  llvm::SmallVector<char, 0> Object;
  llvm::raw_svector_ostream OS(Object);
  if (!writeCode(*L->M, *L->TM, FileKind::Object, OS)) {
    Diags.error(K.loc()) << "LLVM cannot write object code for "
                         << L->Target.Triple;
    return nullptr;
  }
  auto Code = LoadedCode::load(llvm::MemoryBuffer::getMemBufferCopy(
      llvm::StringRef(Object.data(), Object.size())));
  llvm::Expected<uint64_t> Entry =
      Code ? (*Code)->lookup(Symbol) : Code.takeError();
  if (!Entry) {
    Diags.error(K.loc()) << "cannot load the compiled kernel: "
                         << llvm::toString(Entry.takeError());
    return nullptr;
  }
  return std::make_unique<CPUExecutable>(std::move(*Code), *Entry, Traits,
                                         K.name().str(), K.params().size());
}
