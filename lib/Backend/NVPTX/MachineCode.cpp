//===- MachineCode.cpp - Kernels as LLVM IR to machine code ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "Compiler.h"
#include "mytriton/Backend/NVIDIA/Assembler.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::nvptx;
using llvm::StringRef;

namespace {

/// Kernels on their way to machine code for one architecture.
class Compilation {
public:
  /// Emits and optimizes LLVM IR.
  static llvm::Expected<Compilation> start(mt::Module &M, StringRef Arch,
                                           const TargetOptions &Options,
                                           ModuleEmitter Emit);
  llvm::Module &ir() { return *Lowered; }
  std::string ptx() { return Generator.writePTX(*Lowered); }
  /// PTX itself where the driver is the assembler.
  llvm::Expected<std::string> binary(bool ForDriver);
  const GPUKernelInfo &firstKernel() const { return Infos.front(); }

private:
  Compilation(CodeGenerator Generator)
      : Generator(std::move(Generator)),
        Ctx(std::make_unique<llvm::LLVMContext>()) {}

  CodeGenerator Generator;
  AssemblerOptions Assembly;
  std::unique_ptr<llvm::LLVMContext> Ctx;
  std::unique_ptr<llvm::Module> Lowered;
  std::vector<GPUKernelInfo> Infos;
};

} // namespace

llvm::Expected<Compilation> Compilation::start(mt::Module &M, StringRef Arch,
                                               const TargetOptions &Options,
                                               ModuleEmitter Emit) {
  llvm::Expected<CodeGenerator> Generator = CodeGenerator::get(Arch);
  if (!Generator)
    return Generator.takeError();
  Compilation C(std::move(*Generator));
  C.Assembly.Arch = Arch.str();
  C.Assembly.LineInfo = Options.LineInfo || Options.Debug;
  C.Lowered = std::make_unique<llvm::Module>(M.getName(), *C.Ctx);
  C.Generator.prepare(*C.Lowered);
  EmissionOptions Emission;
  Emission.SM = C.Generator.sm();
  Emission.LineInfo = C.Assembly.LineInfo;
  auto Infos = Emit(M, C.Lowered, Emission);
  if (!Infos)
    return Infos.takeError();
  C.Infos = std::move(*Infos);
  C.Generator.prepare(*C.Lowered);
  if (llvm::Error E = C.Generator.optimize(*C.Lowered, Options.OptLevel))
    return E;
  return C;
}

llvm::Expected<std::string> Compilation::binary(bool ForDriver) {
  Assembly.ForDriver = ForDriver;
  return assemblePTX(ptx(), Assembly);
}

llvm::Error nvptx::emitStage(mt::Module &M, StringRef Stage,
                             const TargetOptions &Options, ModuleEmitter Emit,
                             llvm::raw_pwrite_stream &OS) {
  StringRef Arch = Options.Arch.empty() ? "sm_90a" : StringRef(Options.Arch);
  auto C = Compilation::start(M, Arch, Options, Emit);
  if (!C)
    return C.takeError();
  if (Stage == "llvm") {
    C->ir().print(OS, nullptr);
    return llvm::Error::success();
  }
  llvm::Expected<std::string> Code =
      Stage == "ptx" ? C->ptx() : C->binary(/*ForDriver=*/false);
  if (!Code)
    return Code.takeError();
  OS << *Code;
  return llvm::Error::success();
}

llvm::Expected<GPUBinary> nvptx::generate(mt::Module &M, StringRef Arch,
                                          const TargetOptions &Options,
                                          ModuleEmitter Emit) {
  // An architecture asked for wins over the device's own.
  StringRef For = Options.Arch.empty() ? Arch : StringRef(Options.Arch);
  auto C = Compilation::start(M, For, Options, Emit);
  if (!C)
    return C.takeError();
  llvm::Expected<std::string> Code = C->binary(/*ForDriver=*/true);
  if (!Code)
    return Code.takeError();
  return makeBinary(C->firstKernel(), std::move(*Code));
}
