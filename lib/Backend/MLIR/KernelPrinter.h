//===- KernelPrinter.h - Kernels of thread IR as MLIR -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The emitter of LLVM IR decides what ops mean. Here its instructions collect
// in one block that no one runs; before anything that is no instruction in MLIR
// (a region, the function around all) those not printed yet are printed. What
// such ops define are values without a definition in that block, known to the
// printer by their names.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_KERNELPRINTER_H
#define MYTRITON_LIB_BACKEND_MLIR_KERNELPRINTER_H

#include "../NVPTX/Emitter.h"
#include "InstructionPrinter.h"

namespace mt::mlirtext {

/// Prints one kernel as a `gpu.func` whose arrays are pointers.
class KernelPrinter : public nvptx::KernelEmitter {
public:
  /// Scratch is a module that instructions are made in.
  KernelPrinter(Kernel &K, llvm::Module &Scratch, unsigned SM,
                ModuleSymbols &Symbols, bool HasLocations)
      : nvptx::KernelEmitter(K, Scratch, SM), P(Symbols, HasLocations) {}

  /// The function, called Symbol.
  std::string print(llvm::StringRef Symbol);
  /// The first instruction that has no spelling; empty if all had.
  llvm::StringRef unsupported() const { return P.unsupported(); }

protected:
  // KernelPrinter.cpp
  void enterOp(Op *O) override;
  V sharedMemory() override;
  void callPrintf(llvm::StringRef Format, llvm::ArrayRef<V> Arguments) override;
  /// `%x: !llvm.ptr<1> {llvm.noalias}`; binds what the kernel reads.
  virtual std::string parameterText(unsigned I);
  /// A value of type Ty that no instruction defines, called Name.
  V define(llvm::Type *Ty, std::string Name);
  /// Prints what instructions there are that have not been printed.
  void flush();

  // PrintControl.cpp
  bool countsDown() const override { return false; }
  Registers emitCounted(const Counter &C, llvm::ArrayRef<V> Inits,
                        CountedBody Body) override;
  Registers emitWhileTrue(llvm::ArrayRef<V> Inits, LoopCondition Condition,
                          LoopBody Body) override;
  Registers emitDoWhile(llvm::ArrayRef<V> Inits, DoWhileBody Body) override;
  Registers emitChoice(V Condition, Side Then, Side Else) override;
  void emitIfTrue(V Condition, llvm::function_ref<void()> Body) override;

  InstructionPrinter P;

private:
  std::string attributesText() const;

  // PrintControl.cpp
  /// Values for what a region takes or an op gives, of the types of Like.
  Registers defineLike(llvm::ArrayRef<V> Like);
  Registers defineResults(llvm::ArrayRef<V> Like, llvm::StringRef Name);
  /// `%5:2 = ` for an op of Count results called Name.
  static std::string resultsText(llvm::StringRef Name, unsigned Count);
  /// `%1 = %x, %2 = %y`
  std::string initsText(llvm::ArrayRef<V> Carried, llvm::ArrayRef<V> Inits);
  void openWhile(llvm::StringRef Name, llvm::ArrayRef<V> Carried,
                 llvm::ArrayRef<V> Inits);
  void printCondition(V Holds, llvm::ArrayRef<V> Given,
                      llvm::ArrayRef<V> Passed);
  void printYield(llvm::StringRef Op, llvm::ArrayRef<V> Values);

  llvm::BasicBlock *Undefined = nullptr; ///< holds what define() made
  llvm::Instruction *LastPrinted = nullptr;
  /// About how many instructions the code so far has.
  unsigned Size = 0;
  std::string Workgroup; ///< attributions of the function
};

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_KERNELPRINTER_H
