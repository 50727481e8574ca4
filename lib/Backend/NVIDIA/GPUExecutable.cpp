//===- GPUExecutable.cpp - A kernel that runs on a GPU --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches that find their code loaded take no lock. What they read never
// moves and lives as long as the executable.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/GPUExecutable.h"
#include "mytriton/Backend/ArrayUses.h"
#include "mytriton/Backend/GPU/LowerToThreads.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/Runtime/CUDADriver.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include <mutex>

using namespace mt;

namespace {

/// The conditions a version of the code gives up.
struct Conditions {
  bool AnyGrid = false;    ///< GPUBinary::MaxProgramId
  bool MayOverlap = false; ///< GPUBinary::AssumesDisjoint
};

/// The machine code of one architecture, made as it is needed.
struct ArchCode {
  std::string Arch;
  std::optional<GPUBinary> Versions[2][2];
};

/// One version, loaded.
struct Loaded {
  const GPUBinary *Binary;
  std::unique_ptr<cuda::LoadedFunction> Function;
};

/// What one context holds.
struct ContextCode {
  void *Handle = nullptr;
  ArchCode *Code = nullptr;
  std::unique_ptr<Loaded> Owned[2][2];
  /// The same, for launches, which take no lock.
  std::atomic<const Loaded *> Versions[2][2] = {};
};

class GPUExecutable : public Executable {
public:
  GPUExecutable(Kernel &K, GPUCodeGenerator Generate);

  /// Makes and loads the first version, so that errors show when the kernel is
  /// compiled.
  llvm::Error prepare();
  llvm::Error launch(const LaunchParams &Launch) override;
  bool wantsExtents() const override { return AsksExtents; }
  std::optional<CodeFacts> codeFacts() const override;

private:
  llvm::Expected<const Loaded *> find(const cuda::ActiveContext &Context,
                                      Conditions C);
  llvm::Expected<const Loaded *> make(const cuda::ActiveContext &Context,
                                      Conditions C);
  llvm::Expected<const GPUBinary *> generate(ArchCode &Code, Conditions C);

  std::unique_ptr<Module> Source;
  GPUCodeGenerator Generate;
  ArrayUses Arrays;
  std::atomic<bool> AsksExtents = false;

  std::mutex Mutex; ///< guards the making of what follows
  llvm::StringMap<ArchCode> Codes;
  llvm::DenseMap<void *, std::unique_ptr<ContextCode>> Contexts;
  std::atomic<const ContextCode *> Last = nullptr;
};

} // namespace

GPUBinary mt::makeBinary(const GPUKernelInfo &Info, std::string Image) {
  GPUBinary Binary;
  Binary.Image = std::move(Image);
  Binary.Symbol = Info.Symbol;
  Binary.NumThreads = Info.NumThreads;
  Binary.Cooperative = Info.Cooperative;
  Binary.SharedBytes = Info.SharedBytes;
  bool IsDynamic = Info.SharedBytes > StaticSharedLimit;
  Binary.DynamicShared = IsDynamic ? Info.SharedBytes : 0;
  Binary.MaxProgramId = Info.MaxProgramId;
  Binary.AssumesDisjoint = Info.AssumesDisjoint;
  Binary.MemRefElements = Info.MemRefElements;
  return Binary;
}

GPUExecutable::GPUExecutable(Kernel &K, GPUCodeGenerator Generate)
    : Source(K.module().clone()), Generate(std::move(Generate)), Arrays(K) {}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

llvm::Expected<const GPUBinary *> GPUExecutable::generate(ArchCode &Code,
                                                          Conditions C) {
  std::optional<GPUBinary> &Result = Code.Versions[C.AnyGrid][C.MayOverlap];
  if (Result)
    return &*Result;
  std::unique_ptr<Module> M = Source->clone();
  for (std::unique_ptr<Kernel> &K : M->kernels()) {
    if (C.MayOverlap)
      insertBarriers(*K, /*AssumeDisjoint=*/false);
    if (C.MayOverlap || C.AnyGrid)
      markFacts(*K, /*LimitGrid=*/!C.AnyGrid);
  }
  llvm::Expected<GPUBinary> Made = Generate(*M, Code.Arch);
  if (!Made)
    return Made.takeError();
  Result = std::move(*Made);
  return &*Result;
}

llvm::Expected<const Loaded *>
GPUExecutable::make(const cuda::ActiveContext &Context, Conditions C) {
  std::lock_guard<std::mutex> Lock(Mutex);
  std::unique_ptr<ContextCode> &In = Contexts[Context.handle()];
  if (!In) {
    In = std::make_unique<ContextCode>();
    In->Handle = Context.handle();
    std::string Arch = Context.arch();
    In->Code = &Codes[Arch];
    In->Code->Arch = Arch;
  }
  std::unique_ptr<Loaded> &Slot = In->Owned[C.AnyGrid][C.MayOverlap];
  if (!Slot) {
    auto Binary = generate(*In->Code, C);
    if (!Binary)
      return Binary.takeError();
    auto Function = cuda::LoadedFunction::load(
        (*Binary)->Image, (*Binary)->Symbol, (*Binary)->DynamicShared);
    if (!Function)
      return Function.takeError();
    Slot.reset(new Loaded{*Binary, std::move(*Function)});
    AsksExtents = AsksExtents || (*Binary)->AssumesDisjoint ||
                  !(*Binary)->MemRefElements.empty();
    In->Versions[C.AnyGrid][C.MayOverlap] = Slot.get();
  }
  Last = In.get();
  return Slot.get();
}

llvm::Expected<const Loaded *>
GPUExecutable::find(const cuda::ActiveContext &Context, Conditions C) {
  const ContextCode *In = Last;
  if (LLVM_LIKELY(In && In->Handle == Context.handle()))
    if (const Loaded *L = In->Versions[C.AnyGrid][C.MayOverlap])
      return L;
  return make(Context, C);
}

std::optional<CodeFacts> GPUExecutable::codeFacts() const {
  const ContextCode *In = Last;
  const Loaded *L = In ? In->Versions[0][0].load() : nullptr;
  if (!L)
    return std::nullopt;
  cuda::FunctionFacts Driver = L->Function->facts();
  CodeFacts Facts;
  Facts.NumRegs = Driver.NumRegs;
  Facts.LocalBytes = Driver.LocalBytes;
  Facts.SharedBytes = Driver.SharedBytes + L->Binary->DynamicShared;
  Facts.NumThreads = L->Binary->NumThreads;
  Facts.MaxThreads = Driver.MaxThreads;
  return Facts;
}

llvm::Error GPUExecutable::prepare() {
  cuda::ActiveContext Context;
  if (llvm::Error E = Context.check())
    return E;
  return make(Context, {}).takeError();
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

static llvm::Error gridTooLarge(const Grid &G) {
  return llvm::createStringError(
      "a GPU's grid has at most 65535 programs along y and z, got " +
      std::to_string(G.X) + " x " + std::to_string(G.Y) + " x " +
      std::to_string(G.Z));
}

/// Elements from Address to the array's end; as many as there may be where its
/// extent is not known.
static uint64_t numElements(uint64_t Address, const ArrayExtent &Extent,
                            unsigned Bytes) {
  if (!Extent.Base)
    return INT64_MAX / Bytes;
  uint64_t End = Extent.Base + Extent.Bytes;
  return Address < End ? (End - Address) / Bytes : 0;
}

/// Arguments as MLIR's convention for ranked memrefs passes them: allocated and
/// aligned pointer, offset, size, stride.
static llvm::SmallVector<uint64_t, 32>
passMemRefs(const LaunchParams &Launch, llvm::ArrayRef<unsigned> Elements) {
  llvm::SmallVector<uint64_t, 32> Slots;
  for (auto [I, Arg, Bytes] : llvm::enumerate(Launch.Args, Elements)) {
    Slots.push_back(Arg);
    if (!Bytes)
      continue;
    ArrayExtent Extent =
        Launch.Extents.empty() ? ArrayExtent() : Launch.Extents[I];
    Slots.append({Arg, 0, numElements(Arg, Extent, Bytes), 1});
  }
  return Slots;
}

llvm::Error GPUExecutable::launch(const LaunchParams &Launch) {
  const Grid &G = Launch.Programs;
  if (G.size() == 0)
    return llvm::Error::success();
  if (G.Y > 65535 || G.Z > 65535)
    return gridTooLarge(G);
  cuda::ActiveContext Context(Launch.Device, Arrays.firstAddress(Launch.Args));
  if (llvm::Error E = Context.check())
    return E;
  auto Best = find(Context, {});
  if (!Best)
    return Best.takeError();
  const GPUBinary &Binary = *(*Best)->Binary;
  Conditions C;
  C.AnyGrid = int64_t(G.X) - 1 > Binary.MaxProgramId;
  C.MayOverlap = Binary.AssumesDisjoint && Arrays.mayOverlap(Launch.Extents);
  auto Fitting = C.AnyGrid || C.MayOverlap ? find(Context, C) : std::move(Best);
  if (!Fitting)
    return Fitting.takeError();
  const Loaded &L = **Fitting;
  auto Start = [&](llvm::ArrayRef<uint64_t> Slots) {
    return L.Function->launch({G.X, G.Y, G.Z}, L.Binary->NumThreads,
                              Launch.Stream, Slots, L.Binary->Cooperative);
  };
  if (LLVM_LIKELY(L.Binary->MemRefElements.empty()))
    return Start(Launch.Args);
  return Start(passMemRefs(Launch, L.Binary->MemRefElements));
}

std::unique_ptr<Executable> mt::loadOnGPU(Kernel &K, GPUCodeGenerator Generate,
                                          DiagnosticEngine &Diags) {
  auto Code = std::make_unique<GPUExecutable>(K, std::move(Generate));
  llvm::Error E = Code->prepare();
  if (!E)
    return Code;
  Diags.error(K.loc()) << llvm::toString(std::move(E));
  return nullptr;
}
