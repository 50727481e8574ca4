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
#include "mytriton/Backend/NVIDIA/MatrixInstructions.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

static constexpr StringRef SharedAddressText =
    "static __device__ __forceinline__ unsigned mt_shared_address(const void* "
    "p) { return (unsigned)__cvta_generic_to_shared(p); }\n";

//===----------------------------------------------------------------------===//
// Functions of instructions
//===----------------------------------------------------------------------===//

/// Instruction I as a statement. Operands names the expressions of results,
/// then of operands; those that start in results' registers have none.
static std::string assembly(const ptx::Instruction &I,
                            llvm::ArrayRef<std::string> Operands,
                            bool TouchesMemory) {
  std::string Text = I.Text, Results, Inputs;
  llvm::replace(Text, '$', '%');
  bool StartAsInputs = llvm::is_contained(I.Operands, '0');
  auto Bind = [&](std::string &To, char Letter, StringRef Prefix) {
    To += (To.empty() ? " \"" : ", \"") + Prefix.str() + Letter + "\"(" +
          Operands.front() + ")";
    Operands = Operands.drop_front();
  };
  for (char Letter : I.Results)
    Bind(Results, Letter, StartAsInputs ? "+" : "=");
  for (char Letter : I.Operands)
    if (!llvm::isDigit(Letter))
      Bind(Inputs, Letter, "");
  if (!TouchesMemory)
    return "asm(\"" + Text + "\" :" + Results + " :" + Inputs + ");";
  return "asm volatile(\"" + Text + "\" :" + Results + " :" + Inputs +
         " : \"memory\");";
}

/// `c[0]`, `c[1]`, …
static void addElements(llvm::SmallVectorImpl<std::string> &To, StringRef Array,
                        unsigned Count) {
  for (unsigned I = 0; I != Count; ++I)
    To.push_back((Array + "[" + llvm::Twine(I) + "]").str());
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

static std::string defineMma(CUDAPrelude &P, const MmaInstruction &M) {
  std::string Name = "mt_mma_m" + std::to_string(M.M) + "n" +
                     std::to_string(M.N) + "k" + std::to_string(M.K) + "_" +
                     scalarKindName(M.Operand).str();
  llvm::SmallVector<std::string, 12> Operands;
  addElements(Operands, "c", M.cRegisters());
  addElements(Operands, "x", ptx::aWords(M));
  addElements(Operands, "y", ptx::bWords(M));
  std::string Sum = M.Accumulator == TypeKind::F32 ? "float" : "int";
  return P.define(
      Name, function(Name, Sum + "* c, const void* a, const void* b",
                     "const unsigned *x = (const unsigned*)a, *y = (const "
                     "unsigned*)b;",
                     assembly(ptx::mma(M), Operands, false)));
}

static std::string defineLoadMatrix(CUDAPrelude &P, SharedLoadMatrixOp *O) {
  std::string Name = "mt_load_matrix_x" + std::to_string(O->matrices()) +
                     (O->isTransposed() ? "_trans" : "");
  if (O->isTransposed() && O->type().elementType().byteSize() == 1)
    Name += "_b8";
  llvm::SmallVector<std::string, 5> Operands;
  addElements(Operands, "w", O->matrices());
  Operands.push_back("from");
  ptx::Instruction I = ptx::loadMatrix(*O);
  return P.define(Name, function(Name, "void* to, unsigned from",
                                 "unsigned* w = (unsigned*)to;",
                                 assembly(I, Operands, true)));
}

static std::string defineAsyncCopy(CUDAPrelude &P, unsigned Bytes,
                                   bool ZeroFills) {
  std::string Name =
      "mt_async_copy_" + std::to_string(Bytes) + (ZeroFills ? "_or_zeros" : "");
  llvm::SmallVector<std::string, 3> Operands{"to",
                                             "__cvta_generic_to_global(from)"};
  std::string Parameters = "unsigned to, const void* from";
  if (ZeroFills) {
    Operands.push_back("bytes");
    Parameters += ", int bytes";
  }
  ptx::Instruction I = ptx::asyncCopy(Bytes, ZeroFills);
  return P.define(Name,
                  function(Name, Parameters, "", assembly(I, Operands, true)));
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
  std::string Call = defineMma(Prelude, I);
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
  ptx::Instruction I =
      Wait ? ptx::asyncWait(Wait->pending()) : ptx::asyncCommit();
  line() << assembly(I, {}, true) << '\n';
}
