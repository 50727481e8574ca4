//===- EmitModule.cpp - CUDA C++ text of a module -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Emitter.h"
#include "mytriton//Backend/CUDA/CUDASource.h"
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

/// One case of mt_load: Bytes of memory in parts of Bits each.
static void printMaskedLoad(llvm::raw_ostream &OS, unsigned Bytes,
                            StringRef Hint) {
  unsigned Parts = std::max(1u, Bytes / 4), Bits = 8 * Bytes / Parts;
  StringRef Part = Bits == 32 ? "unsigned" : "unsigned short";
  OS << "    " << (Bytes == 16 ? "" : "else ")
     << "if constexpr (sizeof(T) == " << Bytes << ") {\n";
  // Eight bits have no registers of their own.
  if (Bits == 8)
    OS << "        unsigned short w = *(unsigned char*)&v;\n";
  else
    OS << "        " << Part << "* w = (" << Part << "*)&v;\n";
  OS << "        asm volatile(\"{ .reg .pred p; setp.ne.s32 p, %" << Parts + 1
     << ", 0; @p ld.global" << Hint;
  if (Parts > 1)
    OS << ".v" << Parts;
  OS << (Bits == 8 ? ".u" : ".b") << Bits << (Parts > 1 ? " {" : " ");
  for (unsigned I = 0; I != Parts; ++I)
    OS << (I ? ", %" : "%") << I;
  OS << (Parts > 1 ? "}" : "") << ", [%" << Parts << "]; }\" : ";
  for (unsigned I = 0; I != Parts; ++I) {
    OS << (I ? ", " : "") << (Bits == 32 ? "\"+r\"(" : "\"+h\"(");
    OS << (Bits == 8 ? "w" : "w[" + std::to_string(I) + "]") << ')';
  }
  OS << " : \"l\"(p), \"r\"((int)mask) : \"memory\");\n";
  if (Bits == 8)
    OS << "        *(unsigned char*)&v = w;\n";
  OS << "    }\n";
}

/// A load under a predicate is no branch, so that many can be under way.
static void printMaskedLoads(llvm::raw_ostream &OS, StringRef Hint) {
  OS << "\ntemplate <class T> static __device__ inline T "
     << hintedName("mt_load", Hint) << "(const T* p, T v, bool mask) {\n";
  for (unsigned Bytes : {16, 8, 4, 2, 1})
    printMaskedLoad(OS, Bytes, Hint);
  OS << "    return v;\n}\n";
}

/// Results below 2^-126 are 0.
static constexpr StringRef ExponentialsText = R"(
static __device__ inline float mt_exp2(float v) {
    float r;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(r) : "f"(v));
    return r;
}

static __device__ inline float mt_exp(float v) { return mt_exp2(v * 1.44269504f); }
)";

/// `max` or `min`, for which C++ has no names.
static void printExtremum(llvm::raw_ostream &OS, StringRef Name) {
  OS << "\nstatic __device__ inline float mt_" << Name
     << "(float a, float b) {\n    float r;\n    asm(\"" << Name
     << ".NaN.f32 %0, %1, %2;\" : \"=f\"(r) : \"f\"(a), \"f\"(b));\n"
     << "    return r;\n}\n";
}

/// `max` and `min` of floats by value: NaN propagates, as in `maximum`.
static constexpr StringRef FloatAtomicsText = R"(
static __device__ unsigned mt_bits(float v, float*) { return __float_as_uint(v); }
static __device__ unsigned long long mt_bits(double v, double*) { return __double_as_longlong(v); }
static __device__ inline float mt_from_bits(unsigned v, float*) { return __uint_as_float(v); }
static __device__ double mt_from_bits(unsigned long long v, double*) { return __longlong_as_double(v); }

template <class T, class U> static __device__ T mt_atomic_extremum(T* p, T v, U* bits, bool is_max, bool system) {
    U seen = *(volatile U*)bits;
    while (true) {
        T old = mt_from_bits(seen, p);
        bool keeps = old != old || (is_max ? old >= v : old <= v);
        if (keeps && v == v)
            return old;
        U next = mt_bits(v, p);
        U before = system ? atomicCAS_system(bits, seen, next) : atomicCAS(bits, seen, next);
        if (before == seen)
            return old;
        seen = before;
    }
}

static __device__ inline float mt_atomic_max(float* p, float v, bool system = false) { return mt_atomic_extremum(p, v, (unsigned*)p, true, system); }
static __device__ inline float mt_atomic_min(float* p, float v, bool system = false) { return mt_atomic_extremum(p, v, (unsigned*)p, false, system); }
static __device__ double mt_atomic_max(double* p, double v, bool system = false) { return mt_atomic_extremum(p, v, (unsigned long long*)p, true, system); }
static __device__ double mt_atomic_min(double* p, double v, bool system = false) { return mt_atomic_extremum(p, v, (unsigned long long*)p, false, system); }
)";

/// Compares and swaps bits, whatever they mean.
static constexpr StringRef CasAtomicsText = R"(
template <unsigned Bytes> struct mt_word;
template <> struct mt_word<2> { typedef unsigned short type; };
template <> struct mt_word<4> { typedef unsigned type; };
template <> struct mt_word<8> { typedef unsigned long long type; };

template <class W> static __device__ W mt_cas(W* p, W from, W to, bool system) {
    return system ? atomicCAS_system(p, from, to) : atomicCAS(p, from, to);
}
static __device__ unsigned short mt_cas(unsigned short* p, unsigned short from, unsigned short to, bool system) {
    unsigned short old;
    if (!system)
        return atomicCAS(p, from, to);
    asm volatile("atom.relaxed.sys.cas.b16 %0, [%1], %2, %3;" : "=h"(old) : "l"(p), "h"(from), "h"(to) : "memory");
    return old;
}

template <class T> static __device__ T mt_atomic_cas(T* p, T compare, T value, bool system = false) {
    typedef typename mt_word<sizeof(T)>::type word;
    word from = *(word*)&compare, to = *(word*)&value;
    word old = mt_cas((word*)p, from, to, system);
    return *(T*)&old;
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
  for (const std::string &Hint : MaskedLoads)
    printMaskedLoads(OS, Hint);
  if (Exponentials)
    OS << ExponentialsText;
  for (const std::string &Name : Extrema)
    printExtremum(OS, Name);
  if (FloatAtomics)
    OS << FloatAtomicsText;
  if (CasAtomics)
    OS << CasAtomicsText;
  for (const auto &[Name, Text] : Functions)
    OS << Text;
  if (H.Half || H.BFloat || H.Float8 || TripCounts || !MaskedLoads.empty() ||
      Exponentials || !Extrema.empty() || FloatAtomics || CasAtomics ||
      !Functions.empty())
    OS << '\n';
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

/// Each `#line` of Text again in front of every line up to the next one: the
/// lines of one statement all come from one line of the program.
static void printWithLines(llvm::raw_ostream &OS, StringRef Text) {
  StringRef Current;
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    if (Line.starts_with("#line ")) {
      Current = Line;
      continue;
    }
    if (Line.empty() || Line == "}")
      Current = ""; // the kernel is over
    if (!Current.empty())
      OS << Current << '\n';
    OS << Line << '\n';
  }
}

CUDASource mt::emitCUDA(Module &M, const CUDASourceOptions &Options) {
  CUDASource Source;
  CUDAPrelude Prelude;
  CUDANames Symbols;
  llvm::SmallString<4096> Body;
  llvm::raw_svector_ostream OS(Body);
  for (std::unique_ptr<Kernel> &K : M.kernels()) {
    Source.Kernels.push_back(describeKernel(*K));
    Source.Kernels.back().Symbol = Symbols.makeName(K->name());
    if (Source.Kernels.size() > 1)
      OS << '\n';
    Emitter(OS, *K, Prelude, Options.LineInfo)
        .emitKernel(Source.Kernels.back().Symbol);
  }
  llvm::raw_string_ostream Text(Source.Text);
  Prelude.print(Text, M);
  if (Options.LineInfo)
    printWithLines(Text, Body);
  else
    Text << Body;
  return Source;
}
