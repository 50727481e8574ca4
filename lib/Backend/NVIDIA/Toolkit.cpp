//===- Toolkit.cpp - What a CUDA toolkit offers at run time ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/Toolkit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdlib>
#include <dlfcn.h>

using namespace mt;
using llvm::StringRef;

llvm::SmallVector<std::string, 4> toolkit::homes() {
  llvm::SmallVector<std::string, 4> Homes;
  for (const char *Variable : {"CUDA_HOME", "CUDA_PATH"})
    if (auto Value = llvm::sys::Process::GetEnv(Variable);
        Value && !Value->empty())
      Homes.push_back(*Value);
  Homes.push_back("/usr/local/cuda");
  return Homes;
}

/// NVIDIA's compilers free megabytes at the end of each compilation. glibc
/// would give them back to the system, and the next compilation would wait for
/// as many new pages: a tenth of its time, in virtual machines more. Once a
/// program has freed a block that had pages of its own, glibc keeps up to twice
/// its size; blocks up to 32 MB count.
static void keepFreedMemory() {
  constexpr size_t Large = 31u << 20;
  void *volatile Block = std::malloc(Large);
  std::free(Block);
}

/// A named toolkit wins over what the loader finds by itself.
void *toolkit::openLibrary(llvm::ArrayRef<StringRef> Names) {
  keepFreedMemory();
  for (const std::string &Home : homes())
    for (StringRef Dir : {"lib64", "lib"})
      for (StringRef Name : Names) {
        std::string Path = (Home + "/" + Dir + "/" + Name).str();
        if (void *Handle = dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL))
          return Handle;
      }
  for (StringRef Name : Names)
    if (void *Handle = dlopen(Name.str().c_str(), RTLD_NOW | RTLD_LOCAL))
      return Handle;
  return nullptr;
}

void *toolkit::findSymbol(void *Library, const char *Name) {
  return dlsym(Library, Name);
}

std::string toolkit::homeOf(void *Address) {
  Dl_info Info;
  if (!dladdr(Address, &Info))
    return "";
  StringRef Dir = llvm::sys::path::parent_path(Info.dli_fname);
  return llvm::sys::path::parent_path(Dir).str();
}

std::string toolkit::findFile(StringRef Relative) {
  for (const std::string &Home : homes())
    if (std::string Path = (Home + "/" + Relative).str();
        llvm::sys::fs::exists(Path))
      return Path;
  return "";
}
