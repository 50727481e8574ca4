//===- EmitThread.cpp - Registers, shuffles, shared memory ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A permute_registers has no statement: whoever uses it reads the input at the
// permuted index, which is constant once loops are unrolled.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "llvm/Support/Format.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// One run of register bits: r's bits [Begin, End) give bits from Shift on.
static void printRun(llvm::raw_ostream &OS, unsigned Begin, unsigned End,
                     unsigned Shift, unsigned NumBits) {
  bool Cuts = End != NumBits;
  std::string Text = "r";
  if (Begin)
    Text = "(" + Text + " >> " + std::to_string(Begin) + ")";
  if (Cuts)
    Text = "(" + Text + " & " + std::to_string((1u << (End - Begin)) - 1) + ")";
  if (Shift)
    Text = "(" + Text + " << " + std::to_string(Shift) + ")";
  OS << Text;
}

void Emitter::permutedIndex(PermuteRegistersOp *P) {
  auto Bases = P->bases();
  unsigned N = Bases.size();
  OS << '[';
  bool First = true;
  auto Plus = [&] {
    OS << (First ? "" : " ^ ");
    First = false;
  };
  for (unsigned I = 0; I != N;) {
    if (!Bases[I]) {
      ++I;
      continue;
    }
    Plus();
    unsigned End = I + 1;
    while (End != N && Bases[End] == Bases[I] << (End - I))
      ++End;
    if (llvm::isPowerOf2_64(Bases[I])) {
      printRun(OS, I, End, llvm::Log2_64(Bases[I]), N);
      I = End;
      continue;
    }
    OS << "((r >> " << I << " & 1) * " << Bases[I] << ')';
    ++I;
  }
  if (P->offset() || First) {
    Plus();
    OS << P->offset();
  }
  OS << ']';
}

/// The halves are different variables, so each has its own loop.
void Emitter::emitConcat(ConcatRegistersOp *O) {
  int64_t Half = O->type().numElements() / 2;
  declare(O->result());
  OS << ";\n";
  for (unsigned I = 0; I != 2; ++I) {
    registerLoop(Half);
    OS << "\n    ";
    line();
    name(O->result());
    OS << (I ? "[r + " + std::to_string(Half) + "] = " : "[r] = ");
    use(O->operand(I));
    OS << ";\n";
  }
}

//===----------------------------------------------------------------------===//
// Shuffles
//===----------------------------------------------------------------------===//

/// How a value of T travels: through the unsigned type of its width where
/// CUDA has no shuffle of T itself.
static StringRef shuffledAs(Type T) {
  if (T.isPointer())
    return "unsigned long long";
  if (T.isBool() || T.bitWidth() < 16 ||
      (T.isInteger() && T.bitWidth() == 16))
    return "int";
  return "";
}

void Emitter::rhsShuffle(Op *O) {
  Type T = O->type().elementType();
  StringRef Carrier = shuffledAs(T);
  if (!Carrier.empty())
    OS << '(' << cudaType(T) << ')';
  auto *Xor = llvm::dyn_cast<ShuffleXorOp>(O);
  uint32_t Active =
      NumThreads >= 32 ? 0xffffffffu : (1u << NumThreads) - 1;
  OS << (Xor ? "__shfl_xor_sync(" : "__shfl_sync(")
     << llvm::format_hex(Active, 10) << ", ";
  if (!Carrier.empty())
    OS << '(' << Carrier << ')';
  use(O->operand(0));
  OS << ", ";
  if (Xor)
    OS << Xor->mask();
  else
    use(O->operand(1));
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// What fits into statically declared arrays.
static constexpr int64_t MaxStaticShared = 48 * 1024;

void Emitter::emitSharedMemory() {
  Attr Bytes = K.attrs().get("shared_bytes");
  if (!Bytes || !Bytes.isInt())
    return;
  bool IsDynamic = Bytes.asInt() > MaxStaticShared;
  line() << (IsDynamic ? "extern " : "")
         << "__shared__ __align__(16) unsigned char mt_shared[";
  if (!IsDynamic)
    OS << Bytes.asInt();
  OS << "];\n";
}

void Emitter::emitSharedAlloc(SharedAllocOp *O) {
  std::string T = cudaType(O->type());
  line() << T << "* ";
  name(O->result());
  OS << " = (" << T << "*)(mt_shared + " << O->intAttr("offset") << ");\n";
}

void Emitter::rhsSharedLoad(SharedLoadOp *O) {
  name(O->buffer());
  OS << '[';
  use(O->index());
  OS << ']';
}

void Emitter::emitSharedStore(SharedStoreOp *O) {
  unsigned Outer = Indent;
  Type T = O->index()->type();
  openLanes(T.isFragment() ? T.numElements() : 1, O->mask());
  line();
  name(O->buffer());
  OS << '[';
  use(O->index());
  OS << "] = ";
  use(O->value());
  OS << ";\n";
  closeLanes(Outer);
}
