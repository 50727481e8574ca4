//===- PrintArith.cpp - Arithmetic of LLVM as MLIR ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dialect arith has the same instructions as LLVM under other names, but for
// pointers and for flags `disjoint` and `nneg`: those are written in dialect
// llvm.
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "llvm/IR/Operator.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::Instruction;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

/// ` overflow<nsw, nuw>`, ` exact`
static std::string integerFlags(const Instruction &I) {
  if (const auto *E = llvm::dyn_cast<llvm::PossiblyExactOperator>(&I))
    return E->isExact() ? " exact" : "";
  bool MayHave = llvm::isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(I);
  bool NSW = MayHave && I.hasNoSignedWrap();
  bool NUW = MayHave && I.hasNoUnsignedWrap();
  if (NSW && NUW)
    return " overflow<nsw, nuw>";
  return NSW ? " overflow<nsw>" : NUW ? " overflow<nuw>" : "";
}

/// `nnan,contract`; empty if there are none.
static std::string fastMathFlags(const Instruction &I) {
  if (!llvm::isa<llvm::FPMathOperator>(I))
    return "";
  llvm::FastMathFlags F = I.getFastMathFlags();
  if (F.isFast())
    return "fast";
  std::pair<bool, StringRef> All[] = {
      {F.allowReassoc(), "reassoc"}, {F.noNaNs(), "nnan"},
      {F.noInfs(), "ninf"},          {F.noSignedZeros(), "nsz"},
      {F.allowReciprocal(), "arcp"}, {F.allowContract(), "contract"},
      {F.approxFunc(), "afn"}};
  std::string Text;
  for (auto [IsSet, Name] : All)
    if (IsSet)
      ((Text += Text.empty() ? "" : ",") += Name);
  return Text;
}

/// ` fastmath<nnan>`
static std::string fastMathText(const Instruction &I) {
  std::string Flags = fastMathFlags(I);
  return Flags.empty() ? "" : " fastmath<" + Flags + ">";
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

static StringRef binaryName(Instruction::BinaryOps Opcode) {
  switch (Opcode) {
  case Instruction::Add:
    return "addi";
  case Instruction::Sub:
    return "subi";
  case Instruction::Mul:
    return "muli";
  case Instruction::UDiv:
    return "divui";
  case Instruction::SDiv:
    return "divsi";
  case Instruction::URem:
    return "remui";
  case Instruction::SRem:
    return "remsi";
  case Instruction::Shl:
    return "shli";
  case Instruction::LShr:
    return "shrui";
  case Instruction::AShr:
    return "shrsi";
  case Instruction::And:
    return "andi";
  case Instruction::Or:
    return "ori";
  case Instruction::Xor:
    return "xori";
  case Instruction::FAdd:
    return "addf";
  case Instruction::FSub:
    return "subf";
  case Instruction::FMul:
    return "mulf";
  case Instruction::FDiv:
    return "divf";
  default: // `remf` becomes a function of libdevice
    return "";
  }
}

std::string InstructionPrinter::binaryText(const llvm::BinaryOperator &I) {
  std::string Operands = operandsText(I, 2);
  std::string Tail = " : " + typeText(I.getType());
  const auto *Or = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&I);
  if (Or && Or->isDisjoint())
    return "llvm.or disjoint " + Operands + Tail;
  StringRef Name = binaryName(I.getOpcode());
  if (Name.empty())
    return "";
  std::string Flags =
      I.getType()->isFPOrFPVectorTy() ? fastMathText(I) : integerFlags(I);
  return "arith." + Name.str() + " " + Operands + Flags + Tail;
}

std::string InstructionPrinter::unaryText(const Instruction &I) {
  std::string Name =
      I.getOpcode() == Instruction::FNeg ? "arith.negf " : "llvm.freeze ";
  return Name + operandsText(I, 1) + fastMathText(I) + " : " +
         typeText(I.getType());
}

std::string InstructionPrinter::compareText(const llvm::CmpInst &I) {
  llvm::Type *Ty = I.getOperand(0)->getType();
  StringRef Predicate = llvm::CmpInst::getPredicateName(I.getPredicate());
  std::string Operands = operandsText(I, 2) + fastMathText(I);
  std::string Tail = Operands + " : " + typeText(Ty);
  if (Ty->isPtrOrPtrVectorTy())
    return ("llvm.icmp \"" + Predicate + "\" ").str() + Tail;
  StringRef Name = llvm::isa<llvm::ICmpInst>(I) ? "cmpi " : "cmpf ";
  return ("arith." + Name + Predicate + ", ").str() + Tail;
}

std::string InstructionPrinter::selectText(const llvm::SelectInst &I) {
  std::string Operands = operandsText(I, 3);
  std::string Condition = typeText(I.getCondition()->getType());
  std::string Type = typeText(I.getType());
  std::string Flags = fastMathFlags(I);
  if (!Flags.empty())
    return "llvm.select " + Operands + " {fastmathFlags = #llvm.fastmath<" +
           Flags + ">} : " + Condition + ", " + Type;
  bool IsVector = I.getCondition()->getType()->isVectorTy();
  return "arith.select " + Operands + " : " +
         (IsVector ? Condition + ", " : "") + Type;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static unsigned lanesOf(const llvm::Type *Ty) {
  const auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Ty);
  return Vector ? Vector->getNumElements() : 0;
}

static StringRef castName(const llvm::CastInst &I) {
  switch (I.getOpcode()) {
  case Instruction::Trunc:
    return "arith.trunci";
  case Instruction::ZExt:
    return I.hasNonNeg() ? "llvm.zext nneg" : "arith.extui";
  case Instruction::SExt:
    return "arith.extsi";
  case Instruction::FPTrunc:
    return "arith.truncf";
  case Instruction::FPExt:
    return "arith.extf";
  case Instruction::UIToFP:
    return I.hasNonNeg() ? "llvm.uitofp nneg" : "arith.uitofp";
  case Instruction::SIToFP:
    return "arith.sitofp";
  case Instruction::FPToUI:
    return "arith.fptoui";
  case Instruction::FPToSI:
    return "arith.fptosi";
  case Instruction::PtrToInt:
    return "llvm.ptrtoint";
  case Instruction::IntToPtr:
    return "llvm.inttoptr";
  case Instruction::AddrSpaceCast:
    return "llvm.addrspacecast";
  case Instruction::BitCast: {
    // arith's works element by element.
    bool SameLanes = lanesOf(I.getSrcTy()) == lanesOf(I.getDestTy());
    return SameLanes && !I.getType()->isPtrOrPtrVectorTy() ? "arith.bitcast"
                                                           : "llvm.bitcast";
  }
  default:
    return "";
  }
}

std::string InstructionPrinter::castText(const llvm::CastInst &I) {
  StringRef Name = castName(I);
  if (Name.empty())
    return "";
  return Name.str() + " " + operandsText(I, 1) + integerFlags(I) + " : " +
         typeText(I.getSrcTy()) + " to " + typeText(I.getDestTy());
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// `[1] : f32 from vector<4xf32>`, Index being the operand that says where.
std::string InstructionPrinter::vectorText(const Instruction &I) {
  if (const auto *S = llvm::dyn_cast<llvm::ShuffleVectorInst>(&I)) {
    std::string Mask, Type = typeText(S->getOperand(0)->getType());
    for (int Lane : S->getShuffleMask())
      (Mask += Mask.empty() ? "" : ", ") += std::to_string(Lane);
    return "vector.shuffle " + operandsText(I, 2) + " [" + Mask +
           "] : " + Type + ", " + Type;
  }
  bool IsInsert = llvm::isa<llvm::InsertElementInst>(I);
  const llvm::Value *Index = I.getOperand(IsInsert ? 2 : 1);
  // `%x, %v` or `%v`
  std::string Operands =
      IsInsert ? nameOf(I.getOperand(1)) + ", " + nameOf(I.getOperand(0))
               : nameOf(I.getOperand(0));
  std::string Vector = typeText(I.getOperand(0)->getType());
  if (const auto *Lane = llvm::dyn_cast<llvm::ConstantInt>(Index)) {
    std::string At = "[" + std::to_string(Lane->getZExtValue()) + "] : ";
    return IsInsert
               ? "vector.insert " + Operands + At +
                     typeText(I.getOperand(1)->getType()) + " into " + Vector
               : "vector.extract " + Operands + At + typeText(I.getType()) +
                     " from " + Vector;
  }
  return (IsInsert ? "llvm.insertelement " : "llvm.extractelement ") +
         Operands + "[" + nameOf(Index) + " : " + typeText(Index->getType()) +
         "] : " + Vector;
}

/// `[0, 1]`
static std::string pathText(llvm::ArrayRef<unsigned> Indices) {
  std::string Text;
  for (unsigned Index : Indices)
    (Text += Text.empty() ? "[" : ", ") += std::to_string(Index);
  return Text + "]";
}

std::string InstructionPrinter::aggregateText(const Instruction &I) {
  std::string Tail = " : " + typeText(I.getOperand(0)->getType());
  if (const auto *E = llvm::dyn_cast<llvm::ExtractValueInst>(&I))
    return "llvm.extractvalue " + nameOf(I.getOperand(0)) +
           pathText(E->getIndices()) + Tail;
  const auto &Insert = llvm::cast<llvm::InsertValueInst>(I);
  return "llvm.insertvalue " + nameOf(I.getOperand(1)) + ", " +
         nameOf(I.getOperand(0)) + pathText(Insert.getIndices()) + Tail;
}
