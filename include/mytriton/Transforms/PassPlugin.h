//===- PassPlugin.h - Passes from shared libraries --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plugin defines one C function, normally through MT_PASS_PLUGIN:
//
//   static void registerPasses(mt::PassBuilder &PB) {
//     PB.registerKernelPass<"count-ops", CountOpsPass>("count ops by kind");
//   }
//   MT_PASS_PLUGIN("count-ops", "1.0", registerPasses)
//
// It links MyTriton::MyTriton and nothing else, and is compiled without RTTI
// and exceptions. docs/pass-plugin.md tells the whole story.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PASSPLUGIN_H
#define MYTRITON_TRANSFORMS_PASSPLUGIN_H

#include "mytriton/Support/Version.h"
#include "mytriton/Transforms/PassBuilder.h"

/// Changes when the members of PassPluginInfo do. The first two members keep
/// their place for ever.
#define MT_PASS_PLUGIN_API_VERSION 1

extern "C" {

/// What a plugin tells about itself: plain data, so that a host can read it
/// before it knows whether C++ calls are safe.
struct mtPassPluginInfo {
  uint32_t APIVersion;    ///< MT_PASS_PLUGIN_API_VERSION
  uint32_t StructSize;    ///< sizeof(mtPassPluginInfo)
  const char *BuildStamp; ///< MYTRITON_BUILD_STAMP
  const char *Name;
  const char *Version;
  void (*RegisterPasses)(mt::PassBuilder &);
};

/// The function a plugin defines. The result is static.
typedef const mtPassPluginInfo *(*mtGetPassPluginInfoFn)(void);
}

/// Defines mtGetPassPluginInfo: name, version, callback.
#define MT_PASS_PLUGIN(NAME, VERSION, ...)                                     \
  extern "C" __attribute__((visibility("default"))) const mtPassPluginInfo *   \
  mtGetPassPluginInfo() {                                                      \
    static const mtPassPluginInfo Info = {MT_PASS_PLUGIN_API_VERSION,          \
                                          sizeof(mtPassPluginInfo),            \
                                          MYTRITON_BUILD_STAMP,                \
                                          NAME,                                \
                                          VERSION,                             \
                                          __VA_ARGS__};                        \
    return &Info;                                                              \
  }

namespace mt {

/// Loads File and lets it register its passes with PB. Everything is checked
/// before the plugin's C++ code is called; on failure PB is as it was. Loading
/// a file a second time does nothing.
llvm::Error loadPassPlugin(llvm::StringRef File, PassBuilder &PB);

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PASSPLUGIN_H
