//===- EmitAtomic.cpp - Atomic ops ----------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA's functions are relaxed: fences around them make the order that was
// asked for. Signed 64-bit sums and exchanges of doubles work on their bits.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mt;
using llvm::StringRef;

static StringRef wordOf(const Op *O, StringRef Name, StringRef Default) {
  Attr A = O->attr(Name);
  return A && A.kind() == AttrKind::String ? A.asString() : Default;
}

/// What CUDA appends to the names of functions of a scope.
static StringRef scopeSuffix(const Op *O) {
  StringRef Scope = wordOf(O, "scope", "gpu");
  return Scope == "cta" ? "_block" : Scope == "sys" ? "_system" : "";
}

static StringRef functionName(OpKind K) {
  switch (K) {
  case OpKind::AtomicAdd:
    return "Add";
  case OpKind::AtomicMax:
    return "Max";
  case OpKind::AtomicMin:
    return "Min";
  case OpKind::AtomicAnd:
    return "And";
  case OpKind::AtomicOr:
    return "Or";
  case OpKind::AtomicXor:
    return "Xor";
  case OpKind::AtomicXchg:
    return "Exch";
  default:
    return "CAS";
  }
}

/// The type whose function does K on T, if it is not T itself.
static StringRef workType(OpKind K, Type T) {
  bool IsOrdered = K == OpKind::AtomicMax || K == OpKind::AtomicMin;
  if (T.kind() == TypeKind::I64 && !IsOrdered)
    return "unsigned long long";
  if (T.kind() == TypeKind::F64 && K == OpKind::AtomicXchg)
    return "unsigned long long";
  if (T.isPointer())
    return "unsigned long long";
  return "";
}

/// `atomicAdd(&x[v3], v4)`
void Emitter::atomicCall(Op *O) {
  Type T = O->type().elementType();
  bool IsOrdered =
      O->kind() == OpKind::AtomicMax || O->kind() == OpKind::AtomicMin;
  if (llvm::isa<AtomicCasOp, MaskedCasOp>(O) || (IsOrdered && T.isFloat())) {
    bool IsCas = !IsOrdered;
    (IsCas ? Prelude.CasAtomics : Prelude.FloatAtomics) = true;
    OS << (IsCas                            ? "mt_atomic_cas(&"
           : O->kind() == OpKind::AtomicMax ? "mt_atomic_max(&"
                                            : "mt_atomic_min(&");
    address(O->operand(0));
    for (unsigned I = 1, E = IsCas ? 3 : 2; I != E; ++I) {
      OS << ", ";
      use(O->operand(I));
    }
    OS << (wordOf(O, "scope", "gpu") == "sys" ? ", true)" : ")");
    return;
  }
  StringRef Work = workType(O->kind(), T);
  bool IsDouble = T.kind() == TypeKind::F64 && !Work.empty();
  if (!Work.empty())
    OS << (IsDouble ? "__longlong_as_double(" : "(" + cudaType(T) + ")");
  // CUDA has sums of 16-bit floats for the scope of the device only, which is
  // more than a CTA.
  OS << "atomic" << functionName(O->kind()) << (isHalf(T) ? "" : scopeSuffix(O))
     << '(';
  if (!Work.empty())
    OS << '(' << Work << "*)";
  OS << '&';
  address(O->operand(0));
  OS << ", ";
  if (!Work.empty())
    OS << (IsDouble ? "__double_as_longlong(" : "(" + Work.str() + ")");
  use(O->operand(1));
  OS << (IsDouble ? ")))" : ")");
}

void Emitter::emitAtomic(Op *O) {
  StringRef Sem = wordOf(O, "sem", "acq_rel");
  StringRef Fence = wordOf(O, "scope", "gpu") == "cta" ? "__threadfence_block"
                    : wordOf(O, "scope", "gpu") == "sys"
                        ? "__threadfence_system"
                        : "__threadfence";
  if (Sem == "release" || Sem == "acq_rel")
    line() << Fence << "();\n";
  const Value *Mask =
      llvm::isa<AtomicCasOp>(O) ? nullptr : O->operand(O->numOperands() - 1);
  bool IsUsed = !O->use_empty();
  Value *V = O->result();
  if (IsUsed) {
    declare(V);
    OS << (V->type().isFragment() || !Mask ? ";\n" : " = ");
    if (!V->type().isFragment() && Mask) {
      printZero(OS, V->type());
      OS << ";\n";
    }
  }
  unsigned Outer = Indent;
  int64_t Lanes = O->type().isFragment() ? O->type().numElements() : 1;
  openLanes(Lanes, nullptr);
  if (IsUsed && Mask && V->type().isFragment()) {
    line();
    use(V);
    OS << " = ";
    printZero(OS, V->type().elementType());
    OS << ";\n";
  }
  if (Mask)
    openLanes(1, Mask);
  line();
  if (IsUsed) {
    use(V);
    OS << " = ";
  }
  atomicCall(O);
  OS << ";\n";
  closeLanes(Outer);
  if (Sem == "acquire" || Sem == "acq_rel")
    line() << Fence << "();\n";
}
