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
#include "llvm/IR/Instructions.h"
#include <map>
#include <string>

namespace mt::mlirtext {

/// What a module holds beside its kernels because their instructions name it.
struct ModuleSymbols {
  /// The text of a declaration by its symbol, in order of symbols: functions of
  /// libdevice.
  std::map<std::string, std::string> Declarations;
  /// Locations that lines refer to, by their alias (`#loc3`).
  std::map<std::string, std::string> Locations;
};

/// Prints the body of one function. Constants are collected apart from it:
/// their ops stand at the function's head, where every region sees them.
class InstructionPrinter {
public:
  explicit InstructionPrinter(ModuleSymbols &Symbols) : Symbols(Symbols) {}

  /// Prints I as one op or more on lines of their own.
  void print(const llvm::Instruction &I);
  /// The first instruction that has no spelling; empty if all had.
  llvm::StringRef unsupported() const { return Unsupported; }

  /// A name that no value has: `%7`.
  std::string freshName();
  /// What V is called from here on (`%x`, `%4#1`): for values that no printed
  /// instruction defines.
  void bind(const llvm::Value *V, std::string Name);
  /// The name of V. A constant gets an op at the function's head.
  std::string nameOf(const llvm::Value *V);
  /// Names separated by commas.
  std::string namesOf(llvm::ArrayRef<llvm::Value *> Values);
  /// `%name : type`… as `scf.yield` lists them: `%1, %2 : f32, i32`.
  std::string namesAndTypesOf(llvm::ArrayRef<llvm::Value *> Values);
  /// The name of an op at the function's head, Text being what stands behind
  /// its `=`; the same for the same text. Hint is the name it gets, without `%`
  /// and if nothing else has it.
  std::string headOp(llvm::StringRef Text, llvm::StringRef Hint);

  /// Where what follows comes from; an unknown location prints nothing.
  void setLocation(Location Loc) { Current = Loc; }
  /// A line of the body: indentation, text, location.
  void line(const llvm::Twine &Text);
  /// `Text {`: what follows is nested.
  void open(const llvm::Twine &Text);
  /// `}` and Text.
  void close(const llvm::Twine &Text = "");
  /// What has been printed of the body so far. A header that is known only
  /// after its region is inserted into it.
  std::string &body() { return Body; }
  /// Ops that stand before the body.
  llvm::StringRef head() const { return Head; }
  /// Indentation and text of a line, without its location.
  std::string indented(const llvm::Twine &Text) const;

  /// `f32`, `vector<2xf16>`, `!llvm.ptr<1>`, `!llvm.struct<(i32, i32)>`.
  static std::string typeText(const llvm::Type *Ty);

private:
  std::string constantText(const llvm::Constant *C);
  void printBinary(const llvm::BinaryOperator &I);
  void refuse(const llvm::Instruction &I);
  std::string locationText();

  static constexpr unsigned FirstIndent = 6; ///< of a function of a gpu.module

  ModuleSymbols &Symbols;
  std::string Body, Head, Unsupported;
  Location Current;
  unsigned Indent = FirstIndent;
  unsigned NumNames = 0;
  llvm::DenseMap<const llvm::Value *, std::string> Names;
  std::map<std::string, std::string> HeadNames; ///< text of an op to its name
};

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_INSTRUCTIONPRINTER_H
