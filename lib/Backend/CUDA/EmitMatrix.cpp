//===- EmitMatrix.cpp - Tensor cores and copies into shared memory --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per instruction, in front of the kernels, holds its inline
// assembly; an op calls it once per instruction it stands for.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/PTXInstructions.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

static constexpr StringRef SharedAddressText =
    "static __device__ __forceinline__ unsigned mt_shared_address(const void* "
    "p) { return (unsigned)__cvta_generic_to_shared(p); }\n";

//===----------------------------------------------------------------------===//
// Functions of instructions
//===----------------------------------------------------------------------===//

namespace {
/// A group of operands: `"r"(x[0]), "r"(x[1])`.
struct Bound {
  PTXOperands Operands;
  const char *Name; ///< of an array, unless there is one operand
  bool IsArray = true;
};
} // namespace

static std::string bind(llvm::ArrayRef<Bound> Groups, StringRef Prefix) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  llvm::ListSeparator Comma;
  for (const Bound &B : Groups)
    for (unsigned I = 0; I != B.Operands.Count; ++I) {
      OS << Comma << '"' << Prefix << char(B.Operands.Register) << "\"("
         << B.Name;
      if (B.IsArray)
        OS << '[' << I << ']';
      OS << ')';
    }
  return Text;
}

static std::string assembly(const PTXInstruction &I,
                            llvm::ArrayRef<Bound> Results,
                            llvm::ArrayRef<Bound> Inputs) {
  std::string Text = I.TouchesMemory ? "asm volatile(\"" : "asm(\"";
  Text += I.cudaText() + '"';
  if (I.Results.Count || !Inputs.empty() || I.TouchesMemory)
    Text += " : " + bind(Results, I.ResultsAreInputs ? "+" : "=");
  if (!Inputs.empty() || I.TouchesMemory)
    Text += " : " + bind(Inputs, "");
  if (I.TouchesMemory)
    Text += " : \"memory\"";
  return Text + ");";
}

/// `static __device__ void NAME(PARAMETERS) {…}`, of one or two lines.
static std::string function(StringRef Name, StringRef Parameters,
                            StringRef Before, StringRef Assembly) {
  std::string Text = ("static __device__ __forceinline__ void " + Name + "(" +
                      Parameters + ") {\n")
                         .str();
  if (!Before.empty())
    Text += ("    " + Before + "\n").str();
  return Text + ("    " + Assembly + "\n}\n").str();
}

std::string CUDAPrelude::define(const std::string &Name, std::string Text) {
  Functions.try_emplace(Name, std::move(Text));
  return Name;
}

static std::string defineMma(CUDAPrelude &P, const MmaInstruction &M,
                             Type Operand) {
  PTXInstruction I = ptxMma(M);
  std::string Name = "mt_mma_m" + std::to_string(M.M) + "n" +
                     std::to_string(M.N) + "k" + std::to_string(M.K) + "_" +
                     scalarKindName(Operand.kind()).str();
  bool IsFloat = I.Results.Register == PTXOperands::Float;
  std::string Parameters = IsFloat ? "float* c" : "int* c";
  return P.define(
      Name, function(Name, Parameters + ", const void* a, const void* b",
                     "const unsigned *x = (const unsigned*)a, *y = (const "
                     "unsigned*)b;",
                     assembly(I, {{I.Results, "c"}},
                              {{I.Inputs[0], "x"}, {I.Inputs[1], "y"}})));
}

static std::string defineLoadMatrix(CUDAPrelude &P, SharedLoadMatrixOp *O) {
  PTXInstruction I = ptxLoadMatrix(O->matrices(), O->isTransposed());
  std::string Name = "mt_load_matrix_x" + std::to_string(O->matrices()) +
                     (O->isTransposed() ? "_trans" : "");
  return P.define(Name, function(Name, "void* to, unsigned from",
                                 "unsigned* w = (unsigned*)to;",
                                 assembly(I, {{I.Results, "w"}},
                                          {{I.Inputs[0], "from", false}})));
}

static std::string defineAsyncCopy(CUDAPrelude &P, unsigned Bytes,
                                   bool ZeroFills) {
  PTXInstruction I = ptxAsyncCopy(Bytes, ZeroFills);
  std::string Name =
      "mt_async_copy_" + std::to_string(Bytes) + (ZeroFills ? "_or_zeros" : "");
  llvm::SmallVector<Bound, 3> Inputs{
      {I.Inputs[0], "to", false},
      {I.Inputs[1], "__cvta_generic_to_global(from)", false}};
  std::string Parameters = "unsigned to, const void* from";
  if (ZeroFills) {
    Inputs.push_back({I.Inputs[2], "bytes", false});
    Parameters += ", int bytes";
  }
  return P.define(Name,
                  function(Name, Parameters, "", assembly(I, {}, Inputs)));
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// The name of an array that holds V's registers.
std::string Emitter::arrayOf(Value *V, const char *Suffix, const Op *User) {
  if (!getDefining<PermuteRegistersOp>(V))
    return "v" + std::to_string(Numbers.lookup(V));
  std::string Name =
      "mt_" + std::string(Suffix) +
      std::to_string(Numbers.lookup(const_cast<Op *>(User)->result()));
  line() << "__align__(16) " << cudaType(V->type()) << ' ' << Name << '['
         << V->type().numElements() << "];\n";
  registerLoop(V->type().numElements());
  OS << "\n    ";
  line() << Name << "[r] = ";
  use(V);
  OS << ";\n";
  return Name;
}

void Emitter::emitMma(MmaOp *O) {
  const MmaInstruction &I = O->instruction();
  std::string Call = defineMma(Prelude, I, O->a()->type().elementType());
  std::string A = arrayOf(O->a(), "a", O), B = arrayOf(O->b(), "b", O);
  unsigned Rows = O->a()->type().numElements() / I.aRegisters(),
           Columns = O->b()->type().numElements() / I.bRegisters();
  declareAs(O->result(), O->c());
  OS << "#pragma unroll\n";
  line() << "for (int m = 0; m < " << Rows << "; ++m) {\n";
  ++Indent;
  OS << "#pragma unroll\n";
  line() << "for (int n = 0; n < " << Columns << "; ++n)\n";
  line() << "    " << Call << "(&";
  name(O->result());
  OS << "[(m * " << Columns << " + n) * " << I.cRegisters() << "], &" << A
     << "[m * " << I.aRegisters() << "], &" << B << "[n * " << I.bRegisters()
     << "]);\n";
  --Indent;
  line() << "}\n";
}

/// The address in shared memory of the buffer's element that Index names.
void Emitter::sharedAddress(Value *Buffer, Value *Index) {
  Prelude.define("mt_shared_address", SharedAddressText.str());
  OS << "mt_shared_address(";
  name(Buffer);
  OS << ") + ";
  useUnsigned(Index);
  OS << " * " << Buffer->type().elementType().byteSize() << 'u';
}

void Emitter::emitSharedLoadMatrix(SharedLoadMatrixOp *O) {
  std::string Call = defineLoadMatrix(Prelude, O);
  int64_t Loads = O->index()->type().numElements(),
          Registers = O->type().numElements();
  declare(O->result());
  OS << ";\n";
  unsigned Outer = Indent;
  openLanes(Loads, nullptr);
  line() << Call << "(&";
  name(O->result());
  if (Loads > 1)
    OS << "[r * " << Registers / Loads << ']';
  else if (Registers > 1)
    OS << "[0]";
  OS << ", ";
  sharedAddress(O->buffer(), O->index());
  OS << ");\n";
  closeLanes(Outer);
}

void Emitter::emitAsyncCopy(AsyncCopyOp *O) {
  unsigned Bytes = O->width() * O->buffer()->type().elementType().byteSize();
  std::string Call = defineAsyncCopy(Prelude, Bytes, O->mask() != nullptr);
  unsigned Outer = Indent;
  openLanes(O->ptr()->type().numElements(), nullptr);
  line() << Call << '(';
  sharedAddress(O->buffer(), O->index());
  OS << ", &";
  address(O->ptr());
  if (O->mask()) {
    OS << ", ";
    use(O->mask());
    OS << " ? " << Bytes << " : 0";
  }
  OS << ");\n";
  closeLanes(Outer);
}

/// Instructions without operands.
void Emitter::emitAsyncGroup(Op *O) {
  auto *Wait = llvm::dyn_cast<AsyncWaitOp>(O);
  PTXInstruction I = Wait ? ptxAsyncWait(Wait->pending()) : ptxAsyncCommit();
  line() << assembly(I, {}, {}) << '\n';
}
