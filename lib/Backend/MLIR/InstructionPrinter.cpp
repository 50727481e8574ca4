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
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::mlirtext;
using llvm::Instruction;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

std::string InstructionPrinter::indented(const llvm::Twine &Text) const {
  return (llvm::Twine(std::string(Indent, ' ')) + Text).str();
}

void InstructionPrinter::line(const llvm::Twine &Text) {
  Body += indented(Text) + locationText(Current) + "\n";
}

void InstructionPrinter::open(const llvm::Twine &Text) {
  Body += indented(Text) + " {\n";
  Indent += 2;
  Scopes.emplace_back();
}

void InstructionPrinter::close(const llvm::Twine &Text) {
  Indent -= 2;
  Scopes.pop_back();
  line("}" + Text);
}

void InstructionPrinter::next(const llvm::Twine &Text) {
  Indent -= 2;
  Scopes.pop_back();
  open("} " + Text);
}

void InstructionPrinter::label(const llvm::Twine &Text) {
  Indent -= 2;
  Body += indented(Text) + "\n";
  Indent += 2;
  Scopes.back().clear();
}

std::string InstructionPrinter::quoted(StringRef Text) {
  std::string Quoted = "\"";
  llvm::raw_string_ostream OS(Quoted);
  llvm::printEscapedString(Text, OS);
  return Quoted + "\"";
}

/// `"f.py":3:5`, or how code that was inlined came there: its function is known
/// by the file's name.
static std::string placeText(Location Loc) {
  std::string Text = InstructionPrinter::quoted(Loc.file()) + ":" +
                     std::to_string(Loc.line()) + ":" +
                     std::to_string(Loc.column());
  Location Site = Loc.callSite();
  if (!Site)
    return Text;
  StringRef Function = llvm::sys::path::stem(Loc.file());
  return "callsite(" + InstructionPrinter::quoted(Function) + "(" + Text +
         ") at " + placeText(Site) + ")";
}

std::string InstructionPrinter::locationText(Location Loc) {
  if (!HasLocations)
    return "";
  if (!Loc)
    return " loc(unknown)";
  unsigned ID = Symbols.Locations.insert("loc(" + placeText(Loc) + ")");
  return " loc(#loc" + std::to_string(ID) + ")";
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Hint as MLIR takes it behind `%`: letters, digits and `_`, with no digit
/// first, which only numbers have.
static std::string cleanName(StringRef Hint) {
  std::string Name = llvm::isDigit(Hint.front()) ? "_" : "";
  for (char C : Hint)
    Name += llvm::isAlnum(C) ? C : '_';
  return Name;
}

std::string InstructionPrinter::freshName(StringRef Hint) {
  if (Hint.empty())
    return "%" + std::to_string(NumNames++);
  std::string Clean = cleanName(Hint), Name = Clean;
  for (unsigned I = 0; !Taken.insert(Name).second; ++I)
    Name = Clean + "_" + std::to_string(I);
  return "%" + Name;
}

void InstructionPrinter::bind(const llvm::Value *V, std::string Name) {
  Taken.insert(StringRef(Name).drop_front());
  Names[V] = std::move(Name);
}

std::string InstructionPrinter::headOp(StringRef Text, StringRef Hint,
                                       Part Where) {
  std::string &Name = HeadNames[Text];
  if (Name.empty()) {
    Name = freshName(Hint);
    Heads[unsigned(Where)] += std::string(FirstIndent, ' ') + Name + " = " +
                              Text.str() + locationText(Location()) + "\n";
  }
  return Name;
}

std::string InstructionPrinter::nameOf(const llvm::Value *V) {
  if (auto It = Names.find(V); It != Names.end())
    return It->second;
  const auto *C = llvm::dyn_cast<llvm::Constant>(V);
  assert(C && "a value that nothing has defined yet");
  std::string Name = headConstant(C);
  Names[V] = Name;
  return Name;
}

/// What TextOf says of each of Values, separated by commas.
template <typename Range, typename Function>
static std::string listText(const Range &Values, Function TextOf) {
  std::string List;
  for (const llvm::Value *V : Values)
    (List += List.empty() ? "" : ", ") += TextOf(V);
  return List;
}

static std::string typeTextOf(const llvm::Value *V) {
  return InstructionPrinter::typeText(V->getType());
}

std::string InstructionPrinter::typesOf(llvm::ArrayRef<llvm::Value *> Values) {
  return listText(Values, typeTextOf);
}

std::string
InstructionPrinter::namesAndTypesOf(llvm::ArrayRef<llvm::Value *> Values) {
  if (Values.empty())
    return "";
  return listText(Values, [&](const llvm::Value *V) { return nameOf(V); }) +
         " : " + typesOf(Values);
}

static auto firstOperands(const llvm::User &I, unsigned Count) {
  return llvm::make_range(I.op_begin(), I.op_begin() + Count);
}

std::string InstructionPrinter::operandsText(const llvm::User &I,
                                             unsigned Count) {
  return listText(firstOperands(I, Count),
                  [&](const llvm::Value *V) { return nameOf(V); });
}

std::string InstructionPrinter::typesText(const llvm::User &I, unsigned Count) {
  return listText(firstOperands(I, Count), typeTextOf);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void InstructionPrinter::refuse(const llvm::Value &V) {
  if (!Unsupported.empty())
    return;
  llvm::raw_string_ostream OS(Unsupported);
  OS << V;
  if (Current)
    OS << " of " << placeText(Current);
}

/// Equal text of such an instruction means an equal value, wherever it stands.
static bool isPure(const Instruction &I) {
  if (I.getType()->isIntOrIntVectorTy() && llvm::isa<llvm::BinaryOperator>(I))
    return true;
  return llvm::isa<llvm::InsertElementInst, llvm::ExtractElementInst,
                   llvm::BitCastInst, llvm::SExtInst, llvm::ZExtInst,
                   llvm::TruncInst, llvm::GetElementPtrInst>(I);
}

void InstructionPrinter::define(const Instruction &I, StringRef Text) {
  if (I.getType()->isVoidTy())
    return line(Text);
  bool Pure = isPure(I);
  if (Pure)
    for (const llvm::StringMap<std::string> &Scope : Scopes)
      if (auto Known = Scope.find(Text); Known != Scope.end()) {
        Names[&I] = Known->second;
        return;
      }
  std::string Name = freshName();
  line(Name + " = " + Text);
  if (Pure)
    Scopes.back()[Text] = Name;
  bind(&I, std::move(Name));
}

std::string InstructionPrinter::textOf(const Instruction &I) {
  if (const auto *Binary = llvm::dyn_cast<llvm::BinaryOperator>(&I))
    return binaryText(*Binary);
  if (const auto *Compare = llvm::dyn_cast<llvm::CmpInst>(&I))
    return compareText(*Compare);
  if (const auto *Cast = llvm::dyn_cast<llvm::CastInst>(&I))
    return castText(*Cast);
  if (const auto *Select = llvm::dyn_cast<llvm::SelectInst>(&I))
    return selectText(*Select);
  if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I))
    return callText(*Call);
  switch (I.getOpcode()) {
  case Instruction::FNeg:
  case Instruction::Freeze:
    return unaryText(I);
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return vectorText(I);
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
    return aggregateText(I);
  case Instruction::Alloca:
  case Instruction::GetElementPtr:
  case Instruction::Load:
  case Instruction::Store:
    return memoryText(I);
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
    return atomicText(I);
  default: // control flow is printed as regions
    return "";
  }
}

void InstructionPrinter::print(const Instruction &I) {
  if (printIndex(I))
    return;
  std::string Text = textOf(I);
  if (!Text.empty())
    return define(I, Text);
  refuse(I);
  if (!I.getType()->isVoidTy()) // what uses it must still find a name
    bind(&I, freshName());
}
