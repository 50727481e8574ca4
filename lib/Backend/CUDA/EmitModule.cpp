//===- EmitModule.cpp - CUDA C++ text of a module -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Emitter.h"
#include "mytriton/Backend/CUDA/CUDASource.h"
#include "llvm/ADT/SmallString.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Prelude
//===----------------------------------------------------------------------===//

/// mt::tripCount in CUDA C++.
static constexpr StringRef TripCountText = R"(
static __device__ unsigned long long mt_trip_count(long long lb, long long ub, long long step) {
    unsigned long long l = lb, u = ub, s = step;
    if (step > 0)
        return lb < ub ? (u - l - 1) / s + 1 : 0;
    if (step < 0)
        return lb > ub ? (l - u - 1) / (0 - s) + 1 : 0;
    return 0;
}

static __device__ unsigned long long mt_trip_count(unsigned long long lb, unsigned long long ub, unsigned long long step) {
    return lb < ub && step != 0 ? (ub - lb - 1) / step + 1 : 0;
}
)";

namespace {
/// The headers the types of a module take.
struct Headers {
  bool Half = false, BFloat = false, Float8 = false;

  void add(Type T) {
    T = T.elementType();
    while (T.isPointer())
      T = T.pointee();
    Half |= T.kind() == TypeKind::F16;
    BFloat |= T.kind() == TypeKind::BF16;
    Float8 |= T.isFloat8();
  }
  void add(Module &M) {
    for (std::unique_ptr<Kernel> &K : M.kernels()) {
      for (BlockArgument *P : K->params())
        add(P->type());
      walk(K->body(), [&](Op *O) {
        for (Value *V : O->operands())
          if (V)
            add(V->type());
        for (Value *V : O->results())
          add(V->type());
      });
    }
  }
};
} // namespace

void CUDAPrelude::print(llvm::raw_ostream &OS, Module &M) const {
  Headers H;
  H.add(M);
  // 8-bit floats convert through half.
  if (H.Half || H.Float8)
    OS << "#include <cuda_fp16.h>\n";
  if (H.BFloat)
    OS << "#include <cuda_bf16.h>\n";
  if (H.Float8)
    OS << "#include <cuda_fp8.h>\n";
  if (TripCounts)
    OS << TripCountText;
  if (H.Half || H.BFloat || H.Float8 || TripCounts)
    OS << '\n';
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

static CUDAKernelInfo describe(Kernel &K, CUDANames &Symbols,
                               const IndexRanges *Ranges) {
  CUDAKernelInfo Info;
  Info.Symbol = Symbols.makeName(K.name());
  Info.NumThreads = numThreads(K);
  Info.MaxProgramId = Ranges ? Ranges->maxProgramId() : INT32_MAX;
  Attr Disjoint = K.attrs().get("assume_disjoint");
  Info.AssumesDisjoint = Disjoint && Disjoint.isBool() && Disjoint.asBool();
  return Info;
}

CUDASource mt::emitCUDA(Module &M, const CUDASourceOptions &Options) {
  CUDASource Source;
  CUDAPrelude Prelude;
  CUDANames Symbols;
  llvm::SmallString<4096> Body;
  llvm::raw_svector_ostream OS(Body);
  for (std::unique_ptr<Kernel> &K : M.kernels()) {
    std::optional<IndexRanges> Ranges;
    if (!Options.WrapAll)
      Ranges.emplace(*K);
    const IndexRanges *Known = Ranges ? &*Ranges : nullptr;
    Source.Kernels.push_back(describe(*K, Symbols, Known));
    if (Source.Kernels.size() > 1)
      OS << '\n';
    Emitter(OS, *K, Known, Prelude).emitKernel(Source.Kernels.back().Symbol);
  }
  llvm::raw_string_ostream Text(Source.Text);
  Prelude.print(Text, M);
  Text << Body;
  return Source;
}
