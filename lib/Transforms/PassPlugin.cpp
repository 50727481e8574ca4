//===- PassPlugin.cpp - Passes from shared libraries ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Transforms/PassPlugin.h"
#include "llvm/Support/FileSystem.h"
#include <dlfcn.h>

using namespace mt;
using llvm::StringRef;

static llvm::Error fail(StringRef File, const llvm::Twine &Why) {
  return llvm::createStringError("cannot load pass plugin '" + File +
                                 "': " + Why);
}

/// Turns what the dynamic linker says into advice where we know better.
static std::string explain(StringRef Message) {
  if (Message.contains("undefined symbol: _ZTI"))
    return (Message + "; it was compiled with RTTI, which MyTriton and LLVM do "
                      "without: add -fno-rtti, or link MyTriton::MyTriton, "
                      "which does")
        .str();
  return Message.str();
}

/// Opens the library for us alone (RTLD_LOCAL), so that two plugins may define
/// the same names. Functions are bound lazily, because a plugin of another
/// version may lack some and should be told about the version.
static llvm::Expected<void *> open(StringRef File) {
  if (llvm::sys::fs::is_directory(File))
    return fail(File, "it is a directory");
  if (!llvm::sys::fs::exists(File))
    return fail(File, "no such file");
  llvm::SmallString<128> Path(File); // a bare name would be searched for
  llvm::sys::fs::make_absolute(Path);
  if (void *Handle = dlopen(Path.c_str(), RTLD_LAZY | RTLD_LOCAL))
    return Handle;
  return fail(File, explain(dlerror()));
}

/// True if Symbol stands in File itself rather than in a library it links.
static bool isDefinedIn(void *Symbol, StringRef File) {
  Dl_info Info;
  bool Same = false;
  return dladdr(Symbol, &Info) && Info.dli_fname &&
         !llvm::sys::fs::equivalent(Info.dli_fname, File, Same) && Same;
}

static llvm::Error check(StringRef File, const mtPassPluginInfo *Info) {
  if (!Info)
    return fail(File, "mtGetPassPluginInfo returned null");
  if (Info->APIVersion != MT_PASS_PLUGIN_API_VERSION)
    return fail(File, "it speaks version " + llvm::Twine(Info->APIVersion) +
                          " of the plugin interface, this MyTriton version " +
                          llvm::Twine(MT_PASS_PLUGIN_API_VERSION) +
                          "; rebuild it");
  if (Info->StructSize != sizeof(mtPassPluginInfo))
    return fail(File, "its mtPassPluginInfo has " +
                          llvm::Twine(Info->StructSize) + " bytes, not " +
                          llvm::Twine(sizeof(mtPassPluginInfo)) +
                          "; rebuild it");
  if (!Info->BuildStamp || StringRef(Info->BuildStamp) != MYTRITON_BUILD_STAMP)
    return fail(
        File, "it was built for '" +
                  llvm::Twine(Info->BuildStamp ? Info->BuildStamp : "nothing") +
                  "', this is '" + MYTRITON_BUILD_STAMP + "'; rebuild it");
  if (!Info->Name || !*Info->Name || !Info->Version)
    return fail(File, "it has no name or no version");
  if (!Info->RegisterPasses)
    return fail(File, "it has no function that registers passes");
  return llvm::Error::success();
}

static llvm::Expected<const mtPassPluginInfo *> getInfo(StringRef File,
                                                        void *Handle) {
  void *Symbol = dlsym(Handle, "mtGetPassPluginInfo");
  // dlsym also looks into what the library links.
  if (!Symbol || !isDefinedIn(Symbol, File))
    return fail(File, "it does not define mtGetPassPluginInfo");
  const mtPassPluginInfo *Info =
      reinterpret_cast<mtGetPassPluginInfoFn>(Symbol)();
  if (llvm::Error E = check(File, Info))
    return E;
  return Info;
}

llvm::Error mt::loadPassPlugin(StringRef File, PassBuilder &PB) {
  llvm::Expected<void *> Handle = open(File);
  if (!Handle)
    return Handle.takeError();
  llvm::Expected<const mtPassPluginInfo *> Info = getInfo(File, *Handle);
  if (!Info) {
    dlclose(*Handle);
    return Info.takeError();
  }
  // Now every function it calls must exist.
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  if (!dlopen(Path.c_str(), RTLD_NOW | RTLD_LOCAL))
    return fail(File, explain(dlerror()));
  if (!PB.beginPlugin((*Info)->Name, *Info))
    return llvm::Error::success();
  (*Info)->RegisterPasses(PB);
  if (llvm::Error E = PB.endPlugin())
    return fail(File, llvm::toString(std::move(E)));
  return llvm::Error::success();
}
