//===- PrintConstants.cpp - LLVM types and constants as MLIR --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionPrinter.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static std::string structText(const llvm::StructType *Ty) {
  std::string Text;
  for (const llvm::Type *Each : Ty->elements())
    (Text += Text.empty() ? "" : ", ") += InstructionPrinter::typeText(Each);
  return std::string("!llvm.struct<") + (Ty->isPacked() ? "packed " : "") +
         "(" + Text + ")>";
}

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
  if (const auto *Array = llvm::dyn_cast<llvm::ArrayType>(Ty))
    return "!llvm.array<" + std::to_string(Array->getNumElements()) + " x " +
           typeText(Array->getElementType()) + ">";
  return structText(llvm::cast<llvm::StructType>(Ty));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// In decimal if MLIR, which reads a double first, gets the same bits from it;
/// else the bits.
static std::string floatText(const llvm::APFloat &F) {
  if (F.isFinite()) {
    llvm::SmallString<16> Decimal;
    llvm::raw_svector_ostream(Decimal)
        << llvm::format("%.6e", F.convertToDouble());
    llvm::APFloat Read(llvm::APFloat::IEEEdouble(), Decimal);
    bool LosesBits;
    Read.convert(F.getSemantics(), llvm::APFloat::rmNearestTiesToEven,
                 &LosesBits);
    if (Read.bitwiseIsEqual(F))
      return Decimal.str().str();
  }
  llvm::APInt Bits = F.bitcastToAPInt();
  llvm::SmallString<16> Digits;
  Bits.toStringUnsigned(Digits, 16);
  return "0x" + std::string(Bits.getBitWidth() / 4 - Digits.size(), '0') +
         Digits.str().str();
}

/// `-1`, `true`, `1.500000e+00`; empty for what is no number.
static std::string numberText(const llvm::Constant *C) {
  if (const auto *F = llvm::dyn_cast<llvm::ConstantFP>(C))
    return floatText(F->getValueAPF());
  const auto *I = llvm::dyn_cast<llvm::ConstantInt>(C);
  if (!I)
    return "";
  if (I->getType()->isIntegerTy(1))
    return I->isOne() ? "true" : "false";
  return llvm::toString(I->getValue(), 10, /*Signed=*/true);
}

/// Elements of a vector; empty unless all are numbers.
static std::string elementsText(const llvm::Constant *C, unsigned Count) {
  if (const llvm::Constant *Splat = C->getSplatValue())
    return numberText(Splat);
  std::string Text;
  for (unsigned I = 0; I != Count; ++I) {
    std::string Each = numberText(C->getAggregateElement(I));
    if (Each.empty())
      return "";
    (Text += I ? ", " : "[") += Each;
  }
  return Text + "]";
}

/// Elements that are no numbers, poison for one, are left out of a vector that
/// is put together.
std::string InstructionPrinter::vectorConstantText(const llvm::Constant *C) {
  auto *Ty = llvm::cast<llvm::FixedVectorType>(C->getType());
  std::string Type = typeText(Ty);
  std::string Elements = elementsText(C, Ty->getNumElements());
  if (!Elements.empty())
    return "arith.constant dense<" + Elements + "> : " + Type;
  std::string Text = "llvm.mlir.poison : " + Type;
  for (unsigned I = 0; I != Ty->getNumElements(); ++I) {
    const llvm::Constant *Each = C->getAggregateElement(I);
    if (llvm::isa<llvm::PoisonValue>(Each))
      continue;
    std::string Before = headOp(Text, "cst");
    Text = "vector.insert " + nameOf(Each) + ", " + Before + "[" +
           std::to_string(I) + "] : " + typeText(Ty->getElementType()) +
           " into " + Type;
  }
  return Text;
}

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

/// `@name`, in quotes if it is no identifier.
std::string InstructionPrinter::symbolText(StringRef Name) {
  bool IsBare = (llvm::isAlpha(Name[0]) || Name[0] == '_') &&
                llvm::all_of(Name, [](char C) {
                  return llvm::isAlnum(C) || llvm::is_contained("_$.", C);
                });
  return IsBare ? "@" + Name.str() : "@\"" + Name.str() + "\"";
}

static StringRef linkageText(const llvm::GlobalVariable *G) {
  if (G->hasPrivateLinkage())
    return "private ";
  return G->hasInternalLinkage() ? "internal " : "external ";
}

/// The line of the module that holds G: a string, or memory without contents.
static std::string globalText(const llvm::GlobalVariable *G, StringRef Symbol) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS << "llvm.mlir.global " << linkageText(G);
  if (G->hasGlobalUnnamedAddr())
    OS << "unnamed_addr ";
  if (G->isConstant())
    OS << "constant ";
  OS << Symbol << '(';
  const llvm::ConstantDataArray *String =
      G->hasInitializer()
          ? llvm::dyn_cast<llvm::ConstantDataArray>(G->getInitializer())
          : nullptr;
  if (String)
    OS << InstructionPrinter::quoted(String->getRawDataValues());
  OS << ") {addr_space = " << G->getAddressSpace() << " : i32";
  if (llvm::MaybeAlign A = G->getAlign())
    OS << ", alignment = " << A->value() << " : i64";
  OS << '}';
  if (!String)
    OS << " : " << InstructionPrinter::typeText(G->getValueType());
  return Text;
}

std::string InstructionPrinter::addressText(const llvm::GlobalVariable *G) {
  std::string Symbol = symbolText(G->getName());
  Symbols.Declarations[Symbol] = globalText(G, Symbol);
  return "llvm.mlir.addressof " + Symbol + " : " + typeText(G->getType());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::constantText(const llvm::Constant *C) {
  std::string Type = typeText(C->getType());
  std::string Number = numberText(C);
  if (!Number.empty())
    return "arith.constant " + Number +
           (C->getType()->isIntegerTy(1) ? "" : " : " + Type);
  if (llvm::isa<llvm::PoisonValue>(C))
    return "llvm.mlir.poison : " + Type;
  if (llvm::isa<llvm::UndefValue>(C))
    return "llvm.mlir.undef : " + Type;
  if (llvm::isa<llvm::FixedVectorType>(C->getType()) &&
      !llvm::isa<llvm::ConstantExpr>(C))
    return vectorConstantText(C);
  if (C->isNullValue())
    return "llvm.mlir.zero : " + Type;
  if (const auto *G = llvm::dyn_cast<llvm::GlobalVariable>(C))
    return addressText(G);
  if (const auto *E = llvm::dyn_cast<llvm::ConstantExpr>(C)) {
    llvm::Instruction *I = E->getAsInstruction();
    std::string Text = textOf(*I);
    I->deleteValue();
    return Text;
  }
  return "";
}

/// `c1_i32`, `true`, `mt_shared` or `cst`.
static std::string hintFor(const llvm::Constant *C) {
  if (const auto *I = llvm::dyn_cast<llvm::ConstantInt>(C)) {
    std::string Number = numberText(C);
    return I->getType()->isIntegerTy(1)
               ? Number
               : "c" + Number + "_" +
                     InstructionPrinter::typeText(I->getType());
  }
  if (const auto *G = llvm::dyn_cast<llvm::GlobalVariable>(C))
    return G->getName().str();
  return "cst";
}

std::string InstructionPrinter::headConstant(const llvm::Constant *C) {
  std::string Text = constantText(C);
  if (!Text.empty())
    return headOp(Text, hintFor(C));
  refuse(*C);
  return freshName();
}
