//===- Libdevice.cpp - NVIDIA's functions of floats -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file is read once. Each module gets it lazily: only the functions that
// are linked are ever materialized.
//
//===----------------------------------------------------------------------===//

#include "Libdevice.h"
#include "mytriton/Backend/NVIDIA/Toolkit.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using namespace mt::nvptx;

static bool isWanted(const llvm::Function &F) {
  return F.isDeclaration() && F.getName().starts_with("__nv_");
}

bool nvptx::usesLibdevice(const llvm::Module &M) {
  return llvm::any_of(M, isWanted);
}

/// The file's contents; null if there is none.
static const llvm::MemoryBuffer *libdevice() {
  static const std::unique_ptr<llvm::MemoryBuffer> File =
      []() -> std::unique_ptr<llvm::MemoryBuffer> {
    std::string Path = toolkit::findFile("nvvm/libdevice/libdevice.10.bc");
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? std::move(*Buffer) : nullptr;
  }();
  return File.get();
}

llvm::Error nvptx::linkLibdevice(llvm::Module &M) {
  const llvm::MemoryBuffer *File = libdevice();
  if (!File)
    return llvm::createStringError(
        "functions such as sin need the CUDA toolkit's "
        "nvvm/libdevice/libdevice.10.bc: install the toolkit or set CUDA_HOME");
  auto Functions =
      llvm::getLazyBitcodeModule(File->getMemBufferRef(), M.getContext());
  if (!Functions)
    return Functions.takeError();
  // The emitter has decided both; the file's differ, which LLVM warns of.
  (*Functions)->setDataLayout(M.getDataLayout());
  (*Functions)->setTargetTriple(M.getTargetTriple());
  llvm::SmallVector<std::string, 4> Names;
  for (const llvm::Function &F : M)
    if (isWanted(F))
      Names.push_back(F.getName().str());
  if (llvm::Linker::linkModules(M, std::move(*Functions),
                                llvm::Linker::LinkOnlyNeeded))
    return llvm::createStringError("cannot link libdevice.10.bc");
  for (const std::string &Name : Names)
    if (llvm::Function *F = M.getFunction(Name); F && F->isDeclaration())
      return llvm::createStringError("libdevice.10.bc has no " + Name);
  for (llvm::Function &F : M)
    if (!F.isDeclaration() && F.getName().starts_with("__")) {
      F.setLinkage(llvm::GlobalValue::InternalLinkage);
      F.removeFnAttr(llvm::Attribute::NoInline);
      F.addFnAttr(llvm::Attribute::AlwaysInline);
    }
  return llvm::Error::success();
}
