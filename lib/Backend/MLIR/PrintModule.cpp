//===- PrintModule.cpp - Thread IR as MLIR text ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintModule.h"
#include "../NVPTX/EmitModule.h"
#include "KernelPrinter.h"
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

llvm::Expected<std::vector<GPUKernelInfo>>
mlirtext::printModule(mt::Module &Source, llvm::Module &Scratch,
                      const nvptx::EmissionOptions &Options,
                      llvm::raw_ostream &OS) {
  ModuleSymbols Symbols;
  std::string Kernels, Unsupported;
  auto Infos = nvptx::emitKernels(Source, [&](Kernel &K, GPUKernelInfo &Info) {
    KernelPrinter Printer(K, Scratch, Options.SM, Symbols, Options.LineInfo);
    Kernels += Printer.print(Info.Symbol);
    if (Unsupported.empty())
      Unsupported = Printer.unsupported();
  });
  if (!Unsupported.empty())
    return llvm::createStringError(
        "internal error: no op of MLIR's dialects is known for" + Unsupported);
  printAround(OS, Symbols, Kernels);
  return Infos;
}
