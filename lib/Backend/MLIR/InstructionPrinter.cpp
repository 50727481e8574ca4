//===- InstructionPrinter.cpp - LLVM instructions as MLIR -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::indented(const llvm::Twine &Text) const {
  return (llvm::Twine(std::string(Indent, ' ')) + Text).str();
}

void InstructionPrinter::line(const llvm::Twine &Text) {
  Body += indented(Text) + locationText() + "\n";
}

void InstructionPrinter::open(const llvm::Twine &Text) {
  Body += indented(Text) + " {\n";
  Indent += 2;
}

void InstructionPrinter::close(const llvm::Twine &Text) {
  Indent -= 2;
  line("}" + Text);
}

std::string InstructionPrinter::locationText() { return ""; }

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::freshName() {
  return "%" + std::to_string(NumNames++);
}

void InstructionPrinter::bind(const llvm::Value *V, std::string Name) {
  Names[V] = std::move(Name);
}

std::string InstructionPrinter::headOp(StringRef Text, StringRef Hint) {
  auto [It, IsNew] = HeadNames.try_emplace(Text.str());
  if (!IsNew)
    return It->second;
  std::string Name = "%" + Hint.str();
  for (unsigned I = 0; llvm::count_if(HeadNames, [&](const auto &Known) {
         return Known.second == Name;
       });
       ++I)
    Name = "%" + Hint.str() + "_" + std::to_string(I);
  It->second = Name;
  Head += std::string(FirstIndent, ' ') + Name + " = " + Text.str() + "\n";
  return Name;
}

std::string InstructionPrinter::nameOf(const llvm::Value *V) {
  if (auto It = Names.find(V); It != Names.end())
    return It->second;
  if (const auto *C = llvm::dyn_cast<llvm::Constant>(V)) {
    std::string Hint = "cst";
    if (const auto *I = llvm::dyn_cast<llvm::ConstantInt>(C))
      Hint = I->getType()->isIntegerTy(1)
                 ? (I->isOne() ? "true" : "false")
                 : ("c" + llvm::toString(I->getValue(), 10, true) + "_i" +
                    llvm::Twine(I->getBitWidth()))
                       .str();
    return headOp(constantText(C), Hint);
  }
  assert(!llvm::isa<llvm::Instruction>(V) && "an instruction not printed yet");
  return "%unbound";
}

std::string
InstructionPrinter::namesOf(llvm::ArrayRef<llvm::Value *> Values) {
  std::string Text;
  for (const llvm::Value *V : Values)
    (Text += Text.empty() ? "" : ", ") += nameOf(V);
  return Text;
}

std::string
InstructionPrinter::namesAndTypesOf(llvm::ArrayRef<llvm::Value *> Values) {
  std::string Types;
  for (const llvm::Value *V : Values)
    (Types += Types.empty() ? " : " : ", ") += typeText(V->getType());
  return namesOf(Values) + Types;
}

//===----------------------------------------------------------------------===//
// Types and constants
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::typeText(const llvm::Type *Ty) {
  if (Ty->isBFloatTy())
    return "bf16";
  if (Ty->isFloatingPointTy())
    return "f" + std::to_string(Ty->getScalarSizeInBits());
  if (Ty->isIntegerTy())
    return "i" + std::to_string(Ty->getIntegerBitWidth());
  if (Ty->isPointerTy()) {
    unsigned Space = Ty->getPointerAddressSpace();
    return Space ? "!llvm.ptr<" + std::to_string(Space) + ">" : "!llvm.ptr";
  }
  if (const auto *Vector = llvm::dyn_cast<llvm::FixedVectorType>(Ty))
    return "vector<" + std::to_string(Vector->getNumElements()) + "x" +
           typeText(Vector->getElementType()) + ">";
  std::string Text;
  for (const llvm::Type *Each : llvm::cast<llvm::StructType>(Ty)->elements())
    (Text += Text.empty() ? "" : ", ") += typeText(Each);
  return "!llvm.struct<(" + Text + ")>";
}

std::string InstructionPrinter::constantText(const llvm::Constant *C) {
  std::string Type = typeText(C->getType());
  if (const auto *I = llvm::dyn_cast<llvm::ConstantInt>(C)) {
    if (I->getType()->isIntegerTy(1))
      return I->isOne() ? "arith.constant true" : "arith.constant false";
    return "arith.constant " + llvm::toString(I->getValue(), 10, true) + " : " +
           Type;
  }
  if (const auto *F = llvm::dyn_cast<llvm::ConstantFP>(C)) {
    llvm::APInt Bits = F->getValueAPF().bitcastToAPInt();
    std::string Digits = llvm::toString(Bits, 16, false);
    return "arith.constant 0x" +
           std::string(Bits.getBitWidth() / 4 - Digits.size(), '0') + Digits +
           " : " + Type;
  }
  return "llvm.mlir.poison : " + Type;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void InstructionPrinter::refuse(const llvm::Instruction &I) {
  if (Unsupported.empty())
    llvm::raw_string_ostream(Unsupported) << I;
}

void InstructionPrinter::printBinary(const llvm::BinaryOperator &I) {
  StringRef Name = I.getOpcodeName();
  std::string Op = Name == "sdiv"   ? "divsi"
                   : Name == "udiv" ? "divui"
                   : Name.starts_with("f")
                       ? Name.drop_front().str() + "f"
                       : Name.str() + "i";
  bind(&I, freshName());
  line(nameOf(&I) + " = arith." + Op + " " + nameOf(I.getOperand(0)) + ", " +
       nameOf(I.getOperand(1)) + " : " + typeText(I.getType()));
}

void InstructionPrinter::print(const llvm::Instruction &I) {
  if (const auto *B = llvm::dyn_cast<llvm::BinaryOperator>(&I))
    return printBinary(*B);
  refuse(I);
}
