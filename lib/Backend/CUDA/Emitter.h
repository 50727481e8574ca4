//===- Emitter.h - Prints one kernel of thread IR as CUDA C++ ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// One op is one statement. An op on fragments is a loop over its registers,
// inside which a fragment operand is written `v3[r]`. Elementwise ops print an
// expression (rhs…); statements are built around it in one place.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_CUDA_EMITTER_H
#define MYTRITON_LIB_BACKEND_CUDA_EMITTER_H

#include "CUDATypes.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <set>

namespace mt {

/// What the text of a module needs in front of its kernels.
struct CUDAPrelude {
  bool TripCounts = false;
  /// Hints to caches, `.cg`, of the loads that `mt_load` does.
  std::set<std::string> MaskedLoads;
  /// `max` and `min` of f32 that propagate NaN.
  std::set<std::string> Extrema;
  bool Exponentials = false;
  bool FloatAtomics = false; ///< min and max of floats
  bool CasAtomics = false;   ///< compare and swap of any type
  /// Others by name.
  std::map<std::string, std::string> Functions;
  /// Adds a function, unless there is one of that name, which it returns.
  std::string define(const std::string &Name, std::string Text);
  void print(llvm::raw_ostream &OS, Module &M) const;
};

/// `mt_load_evict_last` of `mt_load` and `.L1::evict_last`.
std::string hintedName(llvm::StringRef Function, llvm::StringRef Hint);

/// The zero a masked lane holds when nothing else is asked for.
void printZero(llvm::raw_ostream &OS, Type T);

/// The type that moves Bytes at once.
llvm::StringRef vectorType(int64_t Bytes);

class Emitter {
public:
  Emitter(llvm::raw_ostream &OS, Kernel &K, CUDAPrelude &Prelude,
          bool LineInfo);

  void emitKernel(llvm::StringRef Symbol);

private:
  // EmitKernel.cpp: numbering, statements, operands.
  void number(Block &B);
  void emitBlock(Block &B);
  void emitOp(Op *O);
  void emitLine(Location Loc);
  /// `float v6 = <rhs>;`, or a declaration and a loop over registers.
  void emitValue(Op *O);
  void rhs(Op *O); // EmitRhs.cpp
  /// What a register of O holds, as a number of that register says.
  void rhsFragmentIndex(FragmentIndexOp *O, llvm::StringRef Register = "r");
  /// True if O has no statement: its users compute what they need.
  static bool isFolded(const FragmentIndexOp *O);
  llvm::raw_ostream &line() { return OS.indent(4 * Indent); }
  void name(const Value *V);
  void use(const Value *V);
  /// V as a value of the unsigned type of its width, or as float for f16/bf16.
  void useUnsigned(const Value *V);
  void useFloat(const Value *V);
  void declare(const Value *V);
  void assign(const Value *To, const Value *From);
  void declareAs(const Value *To, const Value *From);
  void registerLoop(int64_t Registers, int64_t Step = 1);
  /// Opens a loop over Registers, unless there is one, and a branch on Mask,
  /// unless it is null; closeLanes closes what is open beyond Outer.
  void openLanes(int64_t Registers, const Value *Mask, int64_t Step = 1);
  void closeLanes(unsigned Outer);

  // EmitArith.cpp
  void rhsInfix(Op *O, llvm::StringRef Symbol);
  void rhsAddSubMul(Op *O, llvm::StringRef Symbol, llvm::StringRef HalfName);
  void rhsDivMod(Op *O, llvm::StringRef Symbol);
  void rhsFloatDivMod(Op *O);
  void divisor(Op *O);
  void emitDivisor(Op *O);
  void rhsShl(Op *O);
  void rhsShr(Op *O);
  void shiftAmount(Op *O);
  void rhsCompare(Op *O, llvm::StringRef Symbol);
  void rhsExtremum(Op *O, llvm::StringRef Symbol);
  void rhsAnyExtremum(Op *O, llvm::StringRef Name, bool Propagates);
  void rhsNeg(Op *O);
  void rhsMulHi(Op *O);
  void rhsNot(Op *O);
  void rhsFma(Op *O);
  void rhsSelect(Op *O);
  void openChoice(Value *B, bool FixZero);
  void choose(Value *A, Value *B, bool FixZero);
  bool wraps(const Op *O) const;

  // EmitMath.cpp
  void rhsMath(Op *O, llvm::StringRef Name);
  void rhsExp(Op *O, llvm::StringRef Name);
  void rhsAbs(Op *O);
  /// `__float2half_rn(` for results that are computed as float.
  void openFromFloat(Type T);
  void closeFromFloat(Type T);

  // EmitCast.cpp
  void rhsCast(CastOp *O);
  void rhsBitcast(CastOp *O, Type From, Type To);
  void castToFloat(CastOp *O, Type From, Type To);
  void castToHalf(CastOp *O, Type From, Type To);
  void castToFloat8(CastOp *O, Type From, Type To);
  void castFloatToInt(CastOp *O, Type From, Type To);
  void useAsFloat(const Value *V, Type From);

  // EmitMemory.cpp
  void rhsLoad(LoadOp *O);
  void rhsMaskedLoad(LoadOp *O);
  std::string maskedLoadName(LoadOp *O);
  std::string loadName(LoadOp *O, Type T);
  std::string storeName(StoreOp *O, Type T);
  void loadAccess(LoadOp *O);
  void emitStore(StoreOp *O);
  void storeAccess(StoreOp *O);
  void emitWideLoad(LoadOp *O);
  /// True if V's registers are read or written several at a time.
  static bool isAccessedWide(const Value *V);
  void address(Value *Ptr);
  static bool isFolded(const AddPtrOp *O);

  // EmitThread.cpp
  void rhsShuffle(Op *O);
  void rhsSharedLoad(SharedLoadOp *O);
  void emitWideSharedLoad(SharedLoadOp *O);
  void emitConcat(ConcatRegistersOp *O);
  void emitSharedAlloc(SharedAllocOp *O);
  void emitSharedStore(SharedStoreOp *O);
  void emitSharedMemory();
  void usePermuted(PermuteRegistersOp *P);

  // EmitMatrix.cpp
  void emitMma(MmaOp *O);
  void emitSharedLoadMatrix(SharedLoadMatrixOp *O);
  void emitAsyncCopy(AsyncCopyOp *O);
  void emitAsyncGroup(Op *O);
  void sharedAddress(Value *Buffer, Value *Index);
  std::string arrayOf(Value *V, const char *Suffix, const Op *User);

  // EmitAtomic.cpp
  void emitAtomic(Op *O);
  void atomicCall(Op *O);

  // EmitDebug.cpp
  void emitAssert(AssertOp *O);
  void emitPrint(PrintElementsOp *O);
  void printArgument(const Value *V, bool Hex);

  // EmitControl.cpp
  void emitFor(ForOp *O);
  void forHeader(ForOp *O);
  void forWideHeader(ForOp *O);
  void forCountedHeader(ForOp *O);
  void emitWhile(WhileOp *O);
  void emitIf(IfOp *O);
  void emitYield(Block &B, Op *Results);

  llvm::raw_ostream &OS;
  Kernel &K;
  CUDAPrelude &Prelude;
  bool LineInfo;
  unsigned NumThreads;
  unsigned Indent = 1;
  unsigned NextNumber = 0;
  llvm::DenseMap<const Value *, unsigned> Numbers;
  llvm::SmallVector<std::string, 8> ParamNames;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_CUDA_EMITTER_H
