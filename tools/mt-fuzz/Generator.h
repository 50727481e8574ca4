//===- Generator.h - Random kernels -----------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes kernels whose outcome is fully defined: they end, programs do not
// race, no undefined lane reaches memory, an address or a branch, and results
// whose last bits targets may choose go straight to arrays that say so.
//
// Each program owns a slice of every array. Values are made from the type that
// is wanted down to their operands, or taken from what is in sight.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_GENERATOR_H
#define MYTRITON_TOOLS_MT_FUZZ_GENERATOR_H

#include "Random.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Evaluate.h"

namespace mt::fuzz {

using Extents = llvm::SmallVector<int64_t, 4>;

class Generator {
public:
  Generator(Context &Ctx, uint64_t Seed);

  /// A module of one kernel, its launch (Launch.h) and the funcs it calls. It
  /// satisfies the verifier.
  std::unique_ptr<Module> run();

private:
  /// A pointer into memory that this program may use alone.
  struct Array {
    Value *Base = nullptr; ///< of this program's slice
    Type Element;
    int64_t Size = 0; ///< elements of the slice
    bool isWritable() const { return !Base->type().isConstPointer(); }
  };
  /// A helper that calls may use.
  struct Helper {
    Kernel *Func;
    llvm::SmallVector<Type, 4> Params;
  };
  /// A place in memory: a pointer (scalar or tile), and the mask without which
  /// it must not be used.
  struct Place {
    Value *Ptr = nullptr;
    Value *Mask = nullptr;
  };

  // Generator.cpp: the kernel, its parameters, types and literals.
  void makeHelpers();
  void makeHelper(unsigned Number);
  Value *helperParam(Kernel &F, llvm::SmallVectorImpl<Type> &Params);
  void makeArrays();
  void makeBuffer(unsigned Number);
  Value *addPointer(llvm::StringRef Name, Type Element, unsigned Buffer,
                    int64_t At, int64_t Size,
                    llvm::ArrayRef<NamedAttr> More = {});
  void makeScalars();
  void setLaunch();
  void numberPrograms();
  int64_t numPrograms() const {
    return int64_t(ProgramsX) * ProgramsY * ProgramsZ;
  }
  Value *ownSlice(Value *Param, int64_t Stride);
  Type numberType();
  Type integerType();
  Type elementType();
  Type computingFloat();
  Extents shape();
  Constant *literal(Type Element);
  Constant *integer(Type T, int64_t V) { return Ctx.intConstant(T, V); }
  Constant *i32(int64_t V) { return Ctx.intConstant(Ctx.i32(), V); }
  Value *op(OpKind Kind, llvm::ArrayRef<Value *> Operands, AttrDict Attrs = {});
  AttrDict attr(llvm::StringRef Name, Attr Value) {
    return Ctx.dict({Ctx.named(Name, Value)});
  }
  Value *remember(Value *V) {
    Pool.push_back(V);
    return V;
  }

  // GenerateValues.cpp: elementwise values.
  Value *value(Type T, unsigned Fuel);
  Value *value(Type Element, llvm::ArrayRef<int64_t> Shape, unsigned Fuel) {
    return value(Ctx.tileOrScalar(Shape, Element), Fuel);
  }
  Value *known(Type T);
  Value *leaf(Type T);
  Value *anyLoaded(Type T);
  Value *filled(Type T);
  Value *computed(Type T, unsigned Fuel);
  Value *operand(Type T, unsigned Fuel, bool MayBeLiteral = true);
  Value *boolean(Type T, unsigned Fuel);
  Value *arithmetic(Type T, unsigned Fuel);
  Value *floating(Type T, unsigned Fuel);
  Value *conversion(Type T, unsigned Fuel);
  Value *selection(Type T, unsigned Fuel);
  Value *smallFloat(Type T, unsigned Fuel);
  Value *withoutNaN(Value *V);
  Value *scalarBelow(int64_t Limit, unsigned Fuel);

  // GenerateShapes.cpp: ops that rearrange or combine the elements of tiles.
  Value *shaped(Type T, unsigned Fuel);
  Value *broadcastTo(Type T, unsigned Fuel);
  Value *insertedAxis(Type T, unsigned Fuel);
  Value *reshaped(Type T, unsigned Fuel);
  Value *transposed(Type T, unsigned Fuel);
  Value *joined(Type T, unsigned Fuel);
  Value *splitHalf(Type T, unsigned Fuel);
  Value *concatenated(Type T, unsigned Fuel);
  Value *gathered(Type T, unsigned Fuel);
  Value *reduced(Type T, unsigned Fuel);
  Value *combined(Type T, unsigned Fuel);
  Value *product(Type T, unsigned Fuel);
  Value *summable(Type T, unsigned Fuel);
  void makeCombine(Op *O, llvm::ArrayRef<Type> Types);
  std::optional<Extents> withAxis(Type T, unsigned &Axis);

  // GenerateMemory.cpp: pointers, loads, stores, atomics.
  Value *loaded(Type T, unsigned Fuel);
  const Array *arrayOf(Type Element, bool ForWriting = false);
  std::optional<Place> place(const Array &A, llvm::ArrayRef<int64_t> Shape,
                             bool ForWriting, unsigned Fuel);
  Value *offsets(llvm::ArrayRef<int64_t> Shape, int64_t Room);
  Value *anyOffsets(llvm::ArrayRef<int64_t> Shape, int64_t Size, unsigned Fuel);
  Value *shifted(Value *Offsets, int64_t Room);
  Value *laneMask(llvm::ArrayRef<int64_t> Shape, unsigned Fuel);
  Value *both(Value *A, Value *B);
  void store(unsigned Fuel);
  void storeTo(const Array &A, Value *V);
  void atomic(unsigned Fuel);
  void sharedAtomic(unsigned Fuel);
  void makeSharedArray();
  AttrDict atomicAttrs();
  void rounded(unsigned Fuel);
  void summed(unsigned Fuel);
  void storeAll(Value *Base, Value *V);
  void castPointer();

  // GenerateControl.cpp: statements and regions.
  void statements(unsigned N);
  void statement();
  void finish();
  void forLoop();
  void whileLoop();
  void conditional();
  void call();
  void assertion();
  void printing();
  llvm::SmallVector<Value *, 4> carriedValues();
  void body(llvm::ArrayRef<Value *> Visible, llvm::ArrayRef<Type> Yields,
            Value *Last = nullptr);
  void adopt(Op *O);

  Context &Ctx;
  Random R;
  std::unique_ptr<Module> M;
  std::unique_ptr<OpBuilder> B;
  /// What is in sight, oldest first.
  std::vector<Value *> Pool;
  std::vector<Array> Arrays;
  std::vector<Helper> Helpers;
  /// Memory all programs update by one commutative op.
  std::optional<Array> Shared;
  OpKind SharedOp = OpKind::AtomicAdd;
  uint32_t ProgramsX = 1, ProgramsY = 1, ProgramsZ = 1;
  bool MayFuse = false;
  /// Only scalars and vectors, and ops that work on them lane by lane: what
  /// backends make one loop of.
  bool IsPlain = false;
  int64_t Rows = 1, Columns = 1;
  bool InHelper = false;
  unsigned NumOps = 0;
  unsigned Depth = 0;       ///< of regions
  unsigned NumOutputs = 0;  ///< arrays of rounded results
  uint64_t Repeats = 1;     ///< times the current region may run
  Value *Program = nullptr; ///< number of this program; null: there is one
  Value *Length = nullptr;  ///< the parameter n, at most 70
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_GENERATOR_H
