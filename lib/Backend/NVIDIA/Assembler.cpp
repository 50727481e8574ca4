//===- Assembler.cpp - PTX to machine code --------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/Assembler.h"
#include "AssemblerLibraries.h"
#include "mytriton/Backend/NVIDIA/Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// ptxas
//===----------------------------------------------------------------------===//

/// A toolkit's ptxas, else the one on PATH; empty if there is none.
static std::string findPtxas() {
  if (std::string Path = toolkit::findFile("bin/ptxas"); !Path.empty())
    return Path;
  auto Found = llvm::sys::findProgramByName("ptxas");
  return Found ? *Found : "";
}

static std::string readFile(StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static llvm::Expected<std::string>
assembleWithPtxas(StringRef Ptxas, StringRef PTX,
                  const AssemblerOptions &Options) {
  llvm::SmallString<128> Paths[3];
  std::optional<llvm::FileRemover> Removers[3];
  static constexpr StringRef Suffixes[] = {"ptx", "cubin", "log"};
  for (unsigned I = 0; I != 3; ++I) {
    if (std::error_code E = llvm::sys::fs::createTemporaryFile(
            "mytriton", Suffixes[I], Paths[I]))
      return llvm::createStringError("no temporary file for ptxas: " +
                                     E.message());
    Removers[I].emplace(Paths[I]);
  }
  std::error_code E;
  llvm::raw_fd_ostream(Paths[0], E) << PTX;
  std::string Arch = "-arch=" + Options.Arch;
  llvm::SmallVector<StringRef, 8> Arguments = {Ptxas, Arch, Paths[0], "-o",
                                               Paths[1]};
  if (Options.LineInfo)
    Arguments.push_back("-lineinfo");
  std::string Message;
  std::optional<StringRef> Redirects[] = {StringRef(), StringRef(Paths[2]),
                                          StringRef(Paths[2])};
  int Status = llvm::sys::ExecuteAndWait(Ptxas, Arguments, std::nullopt,
                                         Redirects, 0, 0, &Message);
  if (Status)
    return llvm::createStringError("ptxas refused the PTX\n" + Message +
                                   readFile(Paths[2]));
  return readFile(Paths[1]);
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

llvm::Expected<std::string> mt::assemblePTX(StringRef PTX,
                                            const AssemblerOptions &Options) {
  std::string Wanted =
      llvm::sys::Process::GetEnv("MYTRITON_ASSEMBLER").value_or("");
  static constexpr StringRef Known[] = {"", "nvjitlink", "nvptxcompiler",
                                        "driver", "ptxas"};
  if (!llvm::is_contained(Known, Wanted))
    return llvm::createStringError(
        "unknown assembler MYTRITON_ASSEMBLER=" + Wanted +
        "; it can be nvjitlink, nvptxcompiler, driver or ptxas");
  auto MayUse = [&](StringRef Name) {
    return Wanted.empty() || Wanted == Name;
  };
  if (MayUse("nvjitlink") && hasNVJitLink())
    return assembleWithNVJitLink(PTX, Options);
  if (MayUse("nvptxcompiler") && hasPTXCompiler())
    return assembleWithPTXCompiler(PTX, Options);
  if (MayUse("driver") && Options.ForDriver)
    return PTX.str();
  std::string Ptxas = MayUse("ptxas") ? findPtxas() : "";
  if (!Ptxas.empty())
    return assembleWithPtxas(Ptxas, PTX, Options);
  return llvm::createStringError(
      (Wanted.empty()
           ? "no assembler for PTX was found"
           : "the assembler MYTRITON_ASSEMBLER=" + Wanted + " was not found") +
      std::string(": install the CUDA toolkit's libnvJitLink.so.13 or "
                  "libnvJitLink.so.12, or set CUDA_HOME"));
}
