//===- Bad.cpp - Plugins that a host must refuse, one fault each ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Transforms/PassPlugin.h"

#ifdef BAD_API_VERSION
#define API_VERSION 99
#else
#define API_VERSION MT_PASS_PLUGIN_API_VERSION
#endif
#ifdef BAD_STRUCT_SIZE
#define STRUCT_SIZE 8
#else
#define STRUCT_SIZE sizeof(mtPassPluginInfo)
#endif
#ifdef BAD_BUILD_STAMP
#define BUILD_STAMP "mytriton 0.0.1, LLVM 3.0, assertions off"
#else
#define BUILD_STAMP MYTRITON_BUILD_STAMP
#endif
#ifdef BAD_NAME
#define NAME ""
#else
#define NAME "bad"
#endif

namespace {
class BadPass : public mt::PassInfoMixin<BadPass> {
public:
  mt::PreservedAnalyses run(mt::Kernel &, mt::KernelAnalysisManager &) {
    return mt::PreservedAnalyses::all();
  }
};
} // namespace

[[maybe_unused]] static void registerPasses(mt::PassBuilder &PB) {
  PB.registerKernelPass<"bad", BadPass>("a pass of a bad plugin");
#ifdef BAD_DUPLICATE
  PB.registerKernelPass<"cse", BadPass>("not the real one");
#endif
#ifdef BAD_EXTENSION
  PB.extend(mt::ExtensionPoint::PipelineEnd, "cse,missing");
#endif
}

#ifdef BAD_CALLBACK
#define CALLBACK nullptr
#else
#define CALLBACK registerPasses
#endif

extern "C" __attribute__((visibility("default")))
const mtPassPluginInfo *mtGetPassPluginInfo() {
#ifdef BAD_NULL_INFO
  return nullptr;
#else
  static const mtPassPluginInfo Info = {API_VERSION, STRUCT_SIZE, BUILD_STAMP,
                                        NAME,        "1.0",       CALLBACK};
  return &Info;
#endif
}
