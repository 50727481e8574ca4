//===- PrintCalls.cpp - Calls, intrinsics, inline assembly as MLIR --------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of arith, math, gpu or nvvm stands for an intrinsic or a function of
// libdevice only where MLIR's own lowering (convert-gpu-to-nvvm) makes that
// very instruction or call of it again: math.sqrt, for one, becomes a call. The
// other intrinsics are called by name.
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

using namespace mt;
using namespace mt::mlirtext;
namespace Intrinsic = llvm::Intrinsic;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Positions in the grid
//===----------------------------------------------------------------------===//

/// The op and axis of a position, `block_id x`; empty for another intrinsic.
static StringRef indexName(llvm::Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return "thread_id x";
  case Intrinsic::nvvm_read_ptx_sreg_tid_y:
    return "thread_id y";
  case Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return "thread_id z";
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return "block_id x";
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return "block_id y";
  case Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return "block_id z";
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return "grid_dim x";
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return "grid_dim y";
  case Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return "grid_dim z";
  default:
    return "";
  }
}

/// `bid_x` for `block_id x`.
static std::string indexHint(StringRef Name) {
  StringRef Word = Name.starts_with("thread")  ? "tid_"
                   : Name.starts_with("block") ? "bid_"
                                               : "gdim_";
  return (Word + Name.take_back()).str();
}

/// ` upper_bound 128`. Extents may reach theirs; one as large as the type
/// allows tells nothing, and MLIR takes it for less.
static std::string boundText(StringRef Op, const llvm::ConstantRange &Range) {
  uint64_t Bound = Range.getUpper().getZExtValue();
  bool IsExtent = Op.starts_with("grid");
  if (IsExtent && Bound > INT32_MAX)
    return "";
  return " upper_bound " + std::to_string(IsExtent ? Bound - 1 : Bound);
}

/// Positions have type `index` in MLIR. They are read once, before everything
/// else.
bool InstructionPrinter::printIndex(const llvm::Instruction &I) {
  const auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I);
  StringRef Op = Call ? indexName(Call->getIntrinsicID()) : "";
  if (Op.empty())
    return false;
  std::string Text = "gpu." + Op.str(), Hint = Op.str();
  llvm::Attribute Range = Call->getRetAttr(llvm::Attribute::Range);
  if (Range.isValid())
    Text += boundText(Op, Range.getRange());
  std::string Index = headOp(Text, indexHint(Op), Part::Positions);
  bind(&I, headOp("arith.index_cast " + Index + " : index to i32", Hint,
                  Part::Casts));
  return true;
}

//===----------------------------------------------------------------------===//
// Intrinsics
//===----------------------------------------------------------------------===//

/// The op of arith with the same operands and result type.
static StringRef arithName(llvm::Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::smax:
    return "maxsi";
  case Intrinsic::smin:
    return "minsi";
  case Intrinsic::umax:
    return "maxui";
  case Intrinsic::umin:
    return "minui";
  case Intrinsic::maximum:
    return "maximumf";
  case Intrinsic::minimum:
    return "minimumf";
  default:
    return "";
  }
}

/// The op of dialect llvm that takes the intrinsic's operands as they are.
static StringRef llvmName(llvm::Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::fma:
    return "fma";
  case Intrinsic::maxnum:
    return "maxnum";
  case Intrinsic::minnum:
    return "minnum";
  default:
    return "";
  }
}

/// How words move between the lanes of a warp.
static StringRef shuffleKind(llvm::Intrinsic::ID ID) {
  switch (ID) {
  case Intrinsic::nvvm_shfl_sync_bfly_i32:
    return "bfly";
  case Intrinsic::nvvm_shfl_sync_idx_i32:
    return "idx";
  default:
    return "";
  }
}

static bool isZero(const llvm::Value *V) {
  const auto *C = llvm::dyn_cast<llvm::ConstantInt>(V);
  return C && C->isZero();
}

std::string InstructionPrinter::intrinsicText(const llvm::IntrinsicInst &I) {
  llvm::Intrinsic::ID ID = I.getIntrinsicID();
  std::string Args = operandsText(I, I.arg_size());
  std::string Signature = signatureText(I);
  if (StringRef Name = arithName(ID); !Name.empty())
    return "arith." + Name.str() + " " + Args + " : " + typeText(I.getType());
  if (ID == Intrinsic::trap) // takes no types
    return "llvm.intr.trap";
  if (StringRef Name = llvmName(ID); !Name.empty())
    return "llvm.intr." + Name.str() + "(" + Args + ") : " + Signature;
  if (StringRef Kind = shuffleKind(ID); !Kind.empty())
    return "nvvm.shfl.sync " + Kind.str() + " " + Args + " : i32 -> i32";
  bool IsBarrier = ID == Intrinsic::nvvm_barrier_cta_sync_aligned_all &&
                   isZero(I.getArgOperand(0));
  if (IsBarrier)
    return "gpu.barrier";
  return "llvm.call_intrinsic \"" + I.getCalledFunction()->getName().str() +
         "\"(" + Args + ") : " + Signature;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::signatureText(const llvm::CallInst &I) {
  return "(" + typesText(I, I.arg_size()) + ") -> " +
         (I.getType()->isVoidTy() ? "()" : typeText(I.getType()));
}

/// The op that becomes a call of a function of libdevice, the one for f32
/// having an `f` at its end; empty if none does.
static StringRef mathName(StringRef Function, const llvm::Type *Ty) {
  if (!Function.consume_front("__nv_"))
    return "";
  if (Ty->isFloatTy() && !Function.consume_back("f"))
    return "";
  return llvm::StringSwitch<StringRef>(Function)
      .Case("exp", "math.exp")
      .Case("exp2", "math.exp2")
      .Case("log", "math.log")
      .Case("log2", "math.log2")
      .Case("rsqrt", "math.rsqrt")
      .Case("sin", "math.sin")
      .Case("cos", "math.cos")
      .Case("erf", "math.erf")
      .Case("tanh", "math.tanh")
      .Case("fmod", "arith.remf")
      .Default("");
}

std::string InstructionPrinter::functionText(const llvm::CallInst &I,
                                             const llvm::Function &F) {
  StringRef Math = mathName(F.getName(), I.getType());
  std::string Args = operandsText(I, I.arg_size());
  if (!Math.empty())
    return Math.str() + " " + Args + " : " + typeText(I.getType());
  std::string Symbol = symbolText(F.getName());
  std::string Result =
      I.getType()->isVoidTy() ? "" : " -> " + typeText(I.getType());
  Symbols.Declarations[Symbol] =
      "llvm.func " + Symbol + "(" + typesText(I, I.arg_size()) + ")" + Result;
  return "llvm.call " + Symbol + "(" + Args + ") : " + signatureText(I);
}

//===----------------------------------------------------------------------===//
// Inline assembly
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::asmText(const llvm::CallInst &I) {
  const auto &Asm = llvm::cast<llvm::InlineAsm>(*I.getCalledOperand());
  std::string Text = "llvm.inline_asm ";
  if (Asm.hasSideEffects())
    Text += "has_side_effects ";
  return Text + "asm_dialect = att " + quoted(Asm.getAsmString()) + ", " +
         quoted(Asm.getConstraintString()) + " " +
         operandsText(I, I.arg_size()) + " : " + signatureText(I);
}

std::string InstructionPrinter::callText(const llvm::CallInst &I) {
  if (I.isInlineAsm())
    return asmText(I);
  if (const auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(&I))
    return intrinsicText(*Call);
  const llvm::Function *F = I.getCalledFunction();
  return F ? functionText(I, *F) : "";
}
