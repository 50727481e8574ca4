//===- EmitRhs.cpp - The expression of each op ----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Emitter.h"

using namespace mt;

static char axisName(unsigned Axis) { return "xyz"[Axis]; }

// Long because it lists every op: this is where a new one breaks the build.
void Emitter::rhs(Op *O) {
  switch (O->kind()) {
  case OpKind::Add:
    return rhsAddSubMul(O, "+", "__hadd_rn");
  case OpKind::Sub:
    return rhsAddSubMul(O, "-", "__hsub_rn");
  case OpKind::Mul:
    return rhsAddSubMul(O, "*", "__hmul_rn");
  case OpKind::Div:
    return rhsDivMod(O, "/");
  case OpKind::Mod:
    return rhsDivMod(O, "%");
  case OpKind::And:
    return rhsInfix(O, "&");
  case OpKind::Or:
    return rhsInfix(O, "|");
  case OpKind::Xor:
    return rhsInfix(O, "^");
  case OpKind::Shl:
    return rhsShl(O);
  case OpKind::Shr:
    return rhsShr(O);
  case OpKind::CmpLt:
    return rhsCompare(O, "<");
  case OpKind::CmpLe:
    return rhsCompare(O, "<=");
  case OpKind::CmpGt:
    return rhsCompare(O, ">");
  case OpKind::CmpGe:
    return rhsCompare(O, ">=");
  case OpKind::CmpEq:
    return rhsCompare(O, "==");
  case OpKind::CmpNe:
    return rhsCompare(O, "!=");
  case OpKind::Minimum:
    return rhsExtremum(O, "<");
  case OpKind::Maximum:
    return rhsExtremum(O, ">");
  case OpKind::Neg:
    return rhsNeg(O);
  case OpKind::Not:
    return rhsNot(O);
  case OpKind::MulHi:
    return rhsMulHi(O);
  case OpKind::Fma:
    return rhsFma(O);
  case OpKind::Select:
    return rhsSelect(O);
  case OpKind::Cast:
    return rhsCast(llvm::cast<CastOp>(O));
  case OpKind::Exp:
    return rhsExp(O, "exp");
  case OpKind::Exp2:
    return rhsExp(O, "exp2");
  case OpKind::Log:
    return rhsMath(O, "log");
  case OpKind::Log2:
    return rhsMath(O, "log2");
  case OpKind::Sqrt:
    return rhsMath(O, "sqrt");
  case OpKind::Rsqrt:
    return rhsMath(O, "rsqrt");
  case OpKind::Sin:
    return rhsMath(O, "sin");
  case OpKind::Cos:
    return rhsMath(O, "cos");
  case OpKind::Erf:
    return rhsMath(O, "erf");
  case OpKind::Tanh:
    return rhsMath(O, "tanh");
  case OpKind::Floor:
    return rhsMath(O, "floor");
  case OpKind::Ceil:
    return rhsMath(O, "ceil");
  case OpKind::Abs:
    return rhsAbs(O);
  case OpKind::ProgramId:
    OS << "blockIdx." << axisName(llvm::cast<ProgramIdOp>(O)->axis());
    return;
  case OpKind::NumPrograms:
    OS << "gridDim." << axisName(llvm::cast<NumProgramsOp>(O)->axis());
    return;
  case OpKind::ThreadId:
    OS << "threadIdx.x";
    return;
  case OpKind::FragmentIndex:
    return rhsFragmentIndex(llvm::cast<FragmentIndexOp>(O));
  case OpKind::Splat:
    return use(O->operand(0));
  case OpKind::Shuffle:
  case OpKind::ShuffleXor:
    return rhsShuffle(O);
  case OpKind::SharedLoad:
    return rhsSharedLoad(llvm::cast<SharedLoadOp>(O));
  case OpKind::AddPtr:
    return rhsInfix(O, "+");
  case OpKind::Load:
    return rhsLoad(llvm::cast<LoadOp>(O));
  case OpKind::Store:
  case OpKind::PermuteRegisters:
  case OpKind::ConcatRegisters:
  case OpKind::SharedAlloc:
  case OpKind::SharedStore:
  case OpKind::MaskedCas:
  case OpKind::Assert:
  case OpKind::PrintElements:
  case OpKind::Barrier:
  case OpKind::For:
  case OpKind::While:
  case OpKind::If:
  case OpKind::Yield:
  case OpKind::Condition:
#define MT_CASE_Atomic(Name) case OpKind::Name:
#define MT_CASE_Matrix(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    llvm_unreachable("printed as a statement");
  case OpKind::Return:
  case OpKind::Call:
  case OpKind::Print:
  case OpKind::Arange:
  case OpKind::Zeros:
  case OpKind::Full:
  case OpKind::Empty:
#define MT_CASE_Shape(Name) case OpKind::Name:
#define MT_CASE_Reduce(Name) case OpKind::Name:
#include "mytriton/IR/OpCases.def"
    llvm_unreachable("not an op of thread IR");
  }
}

/// base + r * stride.
/// True if the user asks for one register after the other.
static bool readsRegisters(const Use &U) {
  Op *User = U.owner();
  if (auto *Permute = llvm::dyn_cast<PermuteRegistersOp>(User))
    return llvm::all_of(Permute->result()->uses(), readsRegisters);
  return llvm::isa<AddOp, SubOp, MulOp, AddPtrOp, CmpLtOp, CmpLeOp, CmpGtOp,
                   CmpGeOp>(User);
}

bool Emitter::isFolded(const FragmentIndexOp *O) {
  return llvm::all_of(O->result()->uses(), readsRegisters);
}

void Emitter::rhsFragmentIndex(FragmentIndexOp *O, llvm::StringRef Register) {
  bool Wide = O->type().elementType().bitWidth() == 64;
  std::string Step = Register.str();
  if (O->stride() != 1)
    Step += " * " + (wraps(O) ? std::to_string(uint64_t(O->stride()))
                              : std::to_string(O->stride()));
  if (O->stride() != 1)
    Step += wraps(O) ? (Wide ? "ULL" : "u") : (Wide ? "LL" : "");
  auto *Base = llvm::dyn_cast<Constant>(O->base());
  if (Base && Base->isInt(0) && !wraps(O)) {
    OS << '(' << Step << ')';
    return;
  }
  if (!wraps(O)) {
    OS << '(';
    use(O->base());
    OS << " + " << Step << ')';
    return;
  }
  OS << '(' << cudaType(O->type()) << ")(";
  useUnsigned(O->base());
  OS << " + " << Step << ')';
}
