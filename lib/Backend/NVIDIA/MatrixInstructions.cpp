//===- MatrixInstructions.cpp - Tensor cores and copies as PTX ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/MatrixInstructions.h"

using namespace mt;
using namespace mt::ptx;

/// `{$2, $3}`
static std::string list(unsigned First, unsigned Count) {
  std::string Text = "{";
  for (unsigned I = 0; I != Count; ++I)
    Text += (I ? ", $" : "$") + std::to_string(First + I);
  return Text + "}";
}

/// PTX's name of an element type of matrices.
static llvm::StringRef elementName(TypeKind K) {
  switch (K) {
  case TypeKind::F16:
    return "f16";
  case TypeKind::BF16:
    return "bf16";
  case TypeKind::F32:
    return "tf32";
  case TypeKind::I8:
    return "s8";
  case TypeKind::U8:
    return "u8";
  default:
    llvm_unreachable("no operand of an mma instruction");
  }
}

/// An instruction's K is 32 bytes long.
static unsigned perWord(const MmaInstruction &I) { return I.K / 8; }

unsigned ptx::aWords(const MmaInstruction &I) {
  return I.aRegisters() / perWord(I);
}

unsigned ptx::bWords(const MmaInstruction &I) {
  return I.bRegisters() / perWord(I);
}

Instruction ptx::mma(const MmaInstruction &I) {
  bool IsFloat = I.Accumulator == TypeKind::F32;
  std::string Sum = IsFloat ? ".f32" : ".s32";
  std::string Operand = "." + elementName(I.Operand).str();
  unsigned A = aWords(I), B = bWords(I), C = I.cRegisters();
  std::string Shape = "m" + std::to_string(I.M) + "n" + std::to_string(I.N) +
                      "k" + std::to_string(I.K);
  Instruction R;
  R.Results.assign(C, IsFloat ? 'f' : 'r');
  R.Operands.assign(A + B, 'r');
  for (unsigned W = 0; W != C; ++W)
    R.Operands += char('0' + W);
  R.Text = "mma.sync.aligned." + Shape + ".row.col" + Sum + Operand + Operand +
           Sum + " " + list(0, C) + ", " + list(C, A) + ", " + list(C + A, B) +
           ", " + list(0, C) + ";";
  return R;
}

/// `{t0, t1}`
static std::string temporaries(unsigned Count) {
  std::string Text = "{";
  for (unsigned I = 0; I != Count; ++I)
    Text += (I ? ", t" : "t") + std::to_string(I);
  return Text + "}";
}

/// The even, then the odd bytes of the words that Pairs matrices and as many
/// partners gave.
static std::string takeApart(unsigned Pairs) {
  std::string Text;
  for (unsigned Odd : {0u, 1u})
    for (unsigned I = 0; I != Pairs; ++I)
      Text += " prmt.b32 $" + std::to_string(Odd * Pairs + I) + ", t" +
              std::to_string(I) + ", t" + std::to_string(I + Pairs) +
              (Odd ? ", 0x7531;" : ", 0x6420;");
  return Text;
}

Instruction ptx::loadMatrix(const SharedLoadMatrixOp &O) {
  unsigned Matrices = O.matrices();
  bool InPairs = O.isTransposed() && O.type().elementType().byteSize() == 1;
  std::string Number = std::to_string(Matrices);
  Instruction R;
  R.Results.assign(Matrices, 'r');
  R.Operands = "r";
  R.Text = "ldmatrix.sync.aligned.m8n8.x" + Number +
           (O.isTransposed() ? ".trans" : "") + ".shared.b16 " +
           (InPairs ? temporaries(Matrices) : list(0, Matrices)) + ", [$" +
           Number + "];";
  if (InPairs)
    R.Text = "{ .reg .b32 t<" + Number + ">; " + R.Text +
             takeApart(Matrices / 2) + " }";
  return R;
}

Instruction ptx::asyncCopy(unsigned Bytes, bool ZeroFills) {
  Instruction R;
  R.Operands = ZeroFills ? "rlr" : "rl";
  // Copies of 16 bytes need not pass through the first level of the cache.
  R.Text = std::string("cp.async.") + (Bytes == 16 ? "cg" : "ca") +
           ".shared.global [$0], [$1], " + std::to_string(Bytes) +
           (ZeroFills ? ", $2;" : ";");
  return R;
}

static Instruction withoutOperands(std::string Text) {
  Instruction R;
  R.Text = std::move(Text);
  return R;
}

Instruction ptx::asyncCommit() {
  return withoutOperands("cp.async.commit_group;");
}

Instruction ptx::asyncWait(unsigned Pending) {
  return withoutOperands("cp.async.wait_group " + std::to_string(Pending) +
                         ";");
}
