//===- InstructionPrinter.h - LLVM instructions as MLIR ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread's op means on NVIDIA's GPUs is written once, as LLVM IR (see
// ../NVPTX). Here straight-line instructions of it get their spelling in MLIR's
// upstream dialects: arith, math, vector, llvm and nvvm. Regions, functions and
// memory of kernels are printed by KernelEmitter.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_INSTRUCTIONPRINTER_H
#define MYTRITON_LIB_BACKEND_MLIR_INSTRUCTIONPRINTER_H

#include "mytriton/Support/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/UniqueVector.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include <map>
#include <string>

namespace mt::mlirtext {

/// What a module holds beside its kernels because their instructions name it.
struct ModuleSymbols {
  /// The text of a declaration by its symbol, in order of symbols: functions of
  /// libdevice, strings.
  std::map<std::string, std::string> Declarations;
  /// Locations that lines refer to by their number: `#loc3` is the third.
  llvm::UniqueVector<std::string> Locations;
};

/// Prints the body of one function. Constants are collected apart from it:
/// their ops stand at the function's head, where every region sees them.
class InstructionPrinter {
public:
  /// HasLocations: lines say where they come from.
  InstructionPrinter(ModuleSymbols &Symbols, bool HasLocations)
      : Symbols(Symbols), HasLocations(HasLocations) {}

  /// Prints I as one op or more on lines of their own, but for what has been
  /// computed before.
  void print(const llvm::Instruction &I);
  /// The first instruction that has no spelling, and where it comes from; empty
  /// if all had.
  llvm::StringRef unsupported() const { return Unsupported; }

  /// A name that no value has: `%7`, or, as far as it is free and MLIR takes
  /// it, `%Hint`.
  std::string freshName(llvm::StringRef Hint = "");
  /// What V is called from here on (`%x`, `%4#1`): for values that no printed
  /// instruction defines.
  void bind(const llvm::Value *V, std::string Name);
  /// The name of V. A constant gets an op at the function's head.
  std::string nameOf(const llvm::Value *V);
  /// `f32, i32`
  static std::string typesOf(llvm::ArrayRef<llvm::Value *> Values);
  /// `%name : type`… as `scf.yield` lists them: `%1, %2 : f32, i32`.
  std::string namesAndTypesOf(llvm::ArrayRef<llvm::Value *> Values);
  /// Parts of the function's head, in their order.
  enum class Part { Positions, Casts, Constants };
  /// The name of an op at the function's head, Text being what stands behind
  /// its `=`; the same for the same text. Hint is the name it gets, without `%`
  /// and if nothing else has it.
  std::string headOp(llvm::StringRef Text, llvm::StringRef Hint,
                     Part Where = Part::Constants);

  /// Where what follows comes from. A line without a known place says that,
  /// lest MLIR take the line's own place for it.
  void setLocation(Location Loc) { Current = Loc; }
  Location location() const { return Current; }
  /// A line of the body: indentation, text, location.
  void line(const llvm::Twine &Text);
  /// `Text {`: what follows is nested.
  void open(const llvm::Twine &Text);
  /// `}` and Text.
  void close(const llvm::Twine &Text = "");
  /// `} Text {`: the next region of the same op.
  void next(const llvm::Twine &Text);
  /// A line that names a block and its arguments.
  void label(const llvm::Twine &Text);
  /// ` loc(#loc3)`, of the current location; empty if lines have none.
  std::string locationText() { return locationText(Current); }
  /// What has been printed of the body so far. A header that is known only
  /// after its region is inserted into it.
  std::string &body() { return Body; }
  /// Ops that stand before the body.
  std::string head() const { return Heads[0] + Heads[1] + Heads[2]; }
  /// Indentation and text of a line, without its location.
  std::string indented(const llvm::Twine &Text) const;

  /// `f32`, `vector<2xf16>`, `!llvm.ptr<1>`, `!llvm.struct<(i32, i32)>`.
  static std::string typeText(const llvm::Type *Ty);
  /// Text in quotes, as MLIR reads it.
  static std::string quoted(llvm::StringRef Text);

private:
  /// ` loc(#loc3)`
  std::string locationText(Location Loc);
  void refuse(const llvm::Value &V);
  /// A line that defines I.
  void define(const llvm::Instruction &I, llvm::StringRef Text);

  // What stands behind an op's `=`; empty for what has no spelling.
  std::string textOf(const llvm::Instruction &I);

  // PrintConstants.cpp
  std::string headConstant(const llvm::Constant *C);
  std::string constantText(const llvm::Constant *C);
  std::string vectorConstantText(const llvm::Constant *C);
  std::string addressText(const llvm::GlobalVariable *G);
  static std::string symbolText(llvm::StringRef Name);

  // PrintArith.cpp
  std::string binaryText(const llvm::BinaryOperator &I);
  std::string unaryText(const llvm::Instruction &I);
  std::string compareText(const llvm::CmpInst &I);
  std::string castText(const llvm::CastInst &I);
  std::string selectText(const llvm::SelectInst &I);
  std::string vectorText(const llvm::Instruction &I);
  std::string aggregateText(const llvm::Instruction &I);

  // PrintMemory.cpp
  std::string memoryText(const llvm::Instruction &I);
  std::string elementPtrText(const llvm::GetElementPtrInst &I);
  std::string atomicText(const llvm::Instruction &I);

  // PrintCalls.cpp
  /// Prints I if it reads a position in the grid.
  bool printIndex(const llvm::Instruction &I);
  std::string callText(const llvm::CallInst &I);
  std::string intrinsicText(const llvm::IntrinsicInst &I);
  std::string functionText(const llvm::CallInst &I, const llvm::Function &F);
  std::string asmText(const llvm::CallInst &I);
  /// `(f32, i32) -> f32`
  static std::string signatureText(const llvm::CallInst &I);

  /// `%1, %2` and `f32, i32` of an instruction's first operands.
  std::string operandsText(const llvm::User &I, unsigned Count);
  static std::string typesText(const llvm::User &I, unsigned Count);

  static constexpr unsigned FirstIndent = 6; ///< of a function of a gpu.module

  ModuleSymbols &Symbols;
  bool HasLocations;
  std::string Body, Heads[3], Unsupported;
  Location Current;
  unsigned Indent = FirstIndent;
  unsigned NumNames = 0;
  llvm::DenseMap<const llvm::Value *, std::string> Names;
  llvm::StringMap<std::string> HeadNames; ///< text of an op to its name
  llvm::StringSet<> Taken;                ///< names without `%`
  /// Text of what regions around here have computed to its name, from the
  /// outside in: half of a large kernel would be repetitions, which MLIR takes
  /// its time for.
  std::vector<llvm::StringMap<std::string>> Scopes{1};
};

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_INSTRUCTIONPRINTER_H
