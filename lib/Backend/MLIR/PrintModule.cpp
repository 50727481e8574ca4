//===- PrintModule.cpp - Thread IR as MLIR text ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintModule.h"
#include "../NVPTX/EmitModule.h"
#include "MemRefPrinter.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;

/// The shape that the reference document shows.
static void printAround(llvm::raw_ostream &OS, const ModuleSymbols &Symbols,
                        llvm::StringRef Kernels) {
  OS << "module attributes {gpu.container_module} {\n"
     << "  gpu.module @kernels {\n";
  for (const auto &[Symbol, Text] : Symbols.Declarations)
    OS << "    " << Text << "\n";
  OS << Kernels << "  }\n}\n";
  for (unsigned I = 1; I <= Symbols.Locations.size(); ++I)
    OS << "#loc" << I << " = " << Symbols.Locations[I] << "\n";
}

LogicalResult mlirtext::checkMemRefs(Kernel &K, DiagnosticEngine &Diags) {
  return MemRefBases(K).check(Diags);
}

/// What a launcher passes for each parameter.
static std::vector<unsigned> memRefElements(Kernel &K) {
  std::vector<unsigned> Bytes;
  for (BlockArgument *P : K.params())
    Bytes.push_back(P->type().isPointer() ? P->type().pointee().byteSize() : 0);
  return Bytes;
}

llvm::Expected<std::vector<GPUKernelInfo>>
mlirtext::printModule(mt::Module &Source, llvm::Module &Scratch,
                      const nvptx::EmissionOptions &Options,
                      std::optional<MLIRABI> ABI, llvm::raw_ostream &OS) {
  ModuleSymbols Symbols;
  std::string Kernels, Unsupported;
  auto Print = [&](KernelPrinter &&Printer, llvm::StringRef Symbol) {
    Kernels += Printer.print(Symbol);
    if (Unsupported.empty())
      Unsupported = Printer.unsupported();
  };
  auto Infos = nvptx::emitKernels(Source, [&](Kernel &K, GPUKernelInfo &Info) {
    bool MayUse = ABI.value_or(MLIRABI::MemRefs) == MLIRABI::MemRefs;
    MemRefBases Bases(K);
    if (!MayUse || !Bases.areAll())
      return Print(
          KernelPrinter(K, Scratch, Options.SM, Symbols, Options.LineInfo),
          Info.Symbol);
    Info.MemRefElements = memRefElements(K);
    Print(
        MemRefPrinter(K, Scratch, Options.SM, Symbols, Options.LineInfo, Bases),
        Info.Symbol);
  });
  if (!Unsupported.empty())
    return llvm::createStringError(
        "internal error: no op of MLIR's dialects is known for" + Unsupported);
  printAround(OS, Symbols, Kernels);
  return Infos;
}
