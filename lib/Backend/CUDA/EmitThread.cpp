//===- EmitThread.cpp - Registers, shuffles, shared memory ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A permute_registers has no statement: whoever uses it reads the input at the
// permuted index, which is constant once loops are unrolled, or computes it
// from that index.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/Instructions.h"
#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

/// One run of register bits: r's bits [Begin, End) give bits from Shift on.
static void printRun(llvm::raw_ostream &OS, unsigned Begin, unsigned End,
                     unsigned Shift, unsigned NumBits) {
  std::string Text = "r";
  if (Begin)
    Text = "(" + Text + " >> " + std::to_string(Begin) + ")";
  if (End != NumBits)
    Text = "(" + Text + " & " + std::to_string((1u << (End - Begin)) - 1) + ")";
  if (Shift)
    Text = "(" + Text + " << " + std::to_string(Shift) + ")";
  OS << Text;
}

/// The register that register r is: offset ^ the bases of r's bits.
static void printIndex(llvm::raw_ostream &OS, llvm::ArrayRef<int64_t> Bases,
                       int64_t Offset) {
  llvm::ListSeparator Plus(" ^ ");
  unsigned N = Bases.size();
  bool IsConstant = true;
  for (unsigned I = 0, End; I != N; I = End) {
    End = I + 1;
    if (!Bases[I])
      continue;
    IsConstant = false;
    OS << Plus;
    if (!llvm::isPowerOf2_64(Bases[I])) {
      OS << "((r >> " << I << " & 1) * " << Bases[I] << ')';
      continue;
    }
    while (End != N && Bases[End] == Bases[I] << (End - I))
      ++End;
    printRun(OS, I, End, llvm::Log2_64(Bases[I]), N);
  }
  if (Offset || IsConstant)
    OS << Plus << Offset;
}

/// `v3[(r & 3)]`
void Emitter::usePermuted(PermuteRegistersOp *P) {
  llvm::SmallVector<int64_t, 4> Bases = P->bases();
  int64_t Offset = P->offset();
  // Renamings of renamings are one.
  auto *Inner = getDefining<PermuteRegistersOp>(P->input());
  for (; Inner; Inner = getDefining<PermuteRegistersOp>(Inner->input())) {
    auto Of = [Map = Inner->bases()](int64_t Register) {
      int64_t R = 0;
      for (unsigned I = 0; I != Map.size(); ++I)
        R ^= Register >> I & 1 ? Map[I] : 0;
      return R;
    };
    for (int64_t &B : Bases)
      B = Of(B);
    Offset = Of(Offset) ^ Inner->offset();
    P = Inner;
  }
  if (!P->input()->type().isFragment())
    return use(P->input());
  auto *Index = getDefining<FragmentIndexOp>(P->input());
  if (Index && isFolded(Index)) {
    std::string Register;
    llvm::raw_string_ostream Text(Register);
    printIndex(Text, Bases, Offset);
    if (StringRef(Register).contains(" ^ "))
      Register = "(" + Register + ")";
    return rhsFragmentIndex(Index, Register);
  }
  name(P->input());
  OS << '[';
  printIndex(OS, Bases, Offset);
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
  if (T.isBool() || T.bitWidth() < 16 || (T.isInteger() && T.bitWidth() == 16))
    return "int";
  return "";
}

void Emitter::rhsShuffle(Op *O) {
  Type T = O->type().elementType();
  StringRef Carrier = shuffledAs(T);
  if (!Carrier.empty())
    OS << '(' << cudaType(T) << ')';
  auto *Xor = llvm::dyn_cast<ShuffleXorOp>(O);
  uint32_t Active = NumThreads >= 32 ? 0xffffffffu : (1u << NumThreads) - 1;
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

void Emitter::emitSharedMemory() {
  Attr Bytes = K.attrs().get("shared_bytes");
  if (!Bytes || !Bytes.isInt())
    return;
  bool IsDynamic = Bytes.asInt() > StaticSharedLimit;
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

/// `*(uint4*)&v6[r] = *(const uint4*)&v5[v7[r]];`
void Emitter::emitWideSharedLoad(SharedLoadOp *O) {
  int64_t Width = ptx::accessWidth(O);
  StringRef Vector = vectorType(Width * O->type().elementType().byteSize());
  declare(O->result());
  OS << ";\n";
  unsigned Outer = Indent;
  openLanes(O->type().numElements(), nullptr, Width);
  line() << "*(" << Vector << "*)&";
  use(O->result());
  OS << " = *(const " << Vector << "*)&";
  rhsSharedLoad(O);
  OS << ";\n";
  closeLanes(Outer);
}

void Emitter::rhsSharedLoad(SharedLoadOp *O) {
  name(O->buffer());
  OS << '[';
  use(O->index());
  OS << ']';
}

/// Several elements at a time as `*(uint4*)&v5[v7[r]] = *(uint4*)&v6[r];`.
void Emitter::emitSharedStore(SharedStoreOp *O) {
  unsigned Outer = Indent;
  int64_t Width = ptx::accessWidth(O);
  std::string Vector;
  if (Width > 1)
    Vector = ("*(" +
              vectorType(Width * O->buffer()->type().elementType().byteSize()) +
              "*)&")
                 .str();
  openLanes(O->index()->type().numElements(), O->mask(), Width);
  line() << Vector;
  name(O->buffer());
  OS << '[';
  use(O->index());
  OS << "] = " << Vector;
  use(O->value());
  OS << ";\n";
  closeLanes(Outer);
}
