//===- CUDAExecutable.cpp - A kernel that runs on a GPU -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The text is compiled under conditions on the launch (CUDAKernelInfo). A
// launch that breaks one gets a version compiled without it, made when first
// needed.
//
//===----------------------------------------------------------------------===//

#include "CUDAExecutable.h"
#include "mytriton/Backend/CUDA/CUDASource.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/Backend/NVIDIA/NVRTC.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace mt;

namespace {

/// The kernel compiled under one set of conditions, for any context.
struct Version {
  CUDAKernelInfo Info;
  std::string Text;
  /// Machine code by architecture, functions by context.
  llvm::StringMap<std::string> Code;
  llvm::DenseMap<void *, std::unique_ptr<cuda::LoadedFunction>> Functions;
};

class CUDAExecutable : public Executable {
public:
  CUDAExecutable(Kernel &K, const TargetOptions &Options)
      : Source(K.module().clone()), Options(Options) {}

  /// Compiles and loads the first version, so that errors show when the kernel
  /// is compiled.
  llvm::Error prepare();
  llvm::Error launch(const LaunchParams &Launch) override;
  bool wantsExtents() const override {
    return Versions[false][false]->Info.AssumesDisjoint;
  }

private:
  llvm::Expected<Version *> version(bool WrapAll, bool MayOverlap);
  llvm::Expected<const cuda::LoadedFunction *>
  function(Version &V, const cuda::ActiveContext &Context);

  std::unique_ptr<Module> Source;
  TargetOptions Options;
  /// By the conditions given up: wrapping, overlap.
  std::unique_ptr<Version> Versions[2][2];
  std::mutex Mutex;
};

} // namespace

llvm::Expected<Version *> CUDAExecutable::version(bool WrapAll,
                                                  bool MayOverlap) {
  std::unique_ptr<Version> &V = Versions[WrapAll][MayOverlap];
  if (V)
    return V.get();
  std::unique_ptr<Module> M = Source->clone();
  if (MayOverlap)
    for (std::unique_ptr<Kernel> &K : M->kernels())
      insertBarriers(*K, /*AssumeDisjoint=*/false);
  CUDASourceOptions Emission;
  Emission.WrapAll = WrapAll;
  CUDASource Text = emitCUDA(*M, Emission);
  V = std::make_unique<Version>();
  V->Text = std::move(Text.Text);
  V->Info = std::move(Text.Kernels.front());
  return V.get();
}

llvm::Expected<const cuda::LoadedFunction *>
CUDAExecutable::function(Version &V, const cuda::ActiveContext &Context) {
  std::unique_ptr<cuda::LoadedFunction> &F = V.Functions[Context.handle()];
  if (F)
    return F.get();
  std::string &Code = V.Code[Context.arch()];
  if (Code.empty()) {
    NVRTCOptions NVRTC;
    NVRTC.Arch = Options.Arch.empty() ? Context.arch() : Options.Arch;
    NVRTC.Debug = Options.Debug;
    llvm::Expected<NVRTCResult> Result =
        compileWithNVRTC(V.Text, (Source->getName() + ".cu").str(), NVRTC);
    if (!Result)
      return Result.takeError();
    Code = std::move(Result->Code);
  }
  bool IsDynamic = V.Info.SharedBytes > CUDAStaticSharedLimit;
  auto Loaded = cuda::LoadedFunction::load(Code, V.Info.Symbol,
                                           IsDynamic ? V.Info.SharedBytes : 0);
  if (!Loaded)
    return Loaded.takeError();
  F = std::move(*Loaded);
  return F.get();
}

llvm::Error CUDAExecutable::prepare() {
  cuda::ActiveContext Context;
  if (llvm::Error E = Context.check())
    return E;
  auto V = version(/*WrapAll=*/false, /*MayOverlap=*/false);
  if (!V)
    return V.takeError();
  return function(**V, Context).takeError();
}

static uint64_t firstPointer(const LaunchParams &Launch, Kernel &K) {
  for (auto [P, Slot] : llvm::zip(K.params(), Launch.Args))
    if (P->type().isPointer() && Slot != 0)
      return Slot;
  return 0;
}

llvm::Error CUDAExecutable::launch(const LaunchParams &Launch) {
  const Grid &G = Launch.Programs;
  if (G.size() == 0)
    return llvm::Error::success();
  if (G.Y > 65535 || G.Z > 65535)
    return llvm::createStringError(
        "a GPU's grid has at most 65535 programs along y and z, got " +
        std::to_string(G.X) + " x " + std::to_string(G.Y) + " x " +
        std::to_string(G.Z));
  Kernel &K = *Source->kernels().front();
  cuda::ActiveContext Context(firstPointer(Launch, K));
  if (llvm::Error E = Context.check())
    return E;
  std::lock_guard<std::mutex> Lock(Mutex);
  auto V = version(false, false);
  if (!V)
    return V.takeError();
  const CUDAKernelInfo &Info = (*V)->Info;
  bool WrapAll = int64_t(G.X) - 1 > Info.MaxProgramId;
  bool MayOverlap = Info.AssumesDisjoint && mayOverlap(K, Launch.Extents);
  if (WrapAll || MayOverlap)
    V = version(WrapAll, MayOverlap);
  if (!V)
    return V.takeError();
  auto F = function(**V, Context);
  if (!F)
    return F.takeError();
  return (*F)->launch({G.X, G.Y, G.Z}, (*V)->Info.NumThreads, Launch.Stream,
                      Launch.Args);
}

std::unique_ptr<Executable> mt::loadOnGPU(Kernel &K,
                                          const TargetOptions &Options,
                                          DiagnosticEngine &Diags) {
  auto Code = std::make_unique<CUDAExecutable>(K, Options);
  llvm::Error E = Code->prepare();
  if (!E)
    return Code;
  Diags.error(K.loc()) << llvm::toString(std::move(E));
  return nullptr;
}
