//===- Kernel.h - Kernels, helper functions, modules ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_KERNEL_H
#define MYTRITON_IR_KERNEL_H

#include "mytriton/IR/Op.h"
#include "mytriton/Support/SlabAllocator.h"
#include <memory>

namespace mt {

class Context;
class Module;

/// A kernel, or a helper `func` before inlining. Owns its ops in one arena;
/// kernels of a module are independent and may be processed in parallel.
class Kernel {
public:
  Kernel(Module &Parent, llvm::StringRef Name, bool IsFunc, Location Loc);
  Kernel(const Kernel &) = delete;
  ~Kernel();

  Context &context() const { return Ctx; }
  Module &module() const { return Parent; }
  llvm::StringRef name() const { return Name; }
  /// For LLVM's pass manager.
  llvm::StringRef getName() const { return Name; }
  void setName(llvm::StringRef N) { Name = N.str(); }
  Location loc() const { return Loc; }

  /// True for a `func`: results, `return`, called by others.
  bool isFunc() const { return Func; }
  /// True for a body that came without a header; prints back that way.
  bool isAnonymous() const { return Anonymous; }
  void setAnonymous(bool On) { Anonymous = On; }
  llvm::ArrayRef<Type> resultTypes() const { return Results; }
  void setResultTypes(llvm::ArrayRef<Type> T) {
    Results.assign(T.begin(), T.end());
  }

  AttrDict attrs() const { return Attrs; }
  void setAttrs(AttrDict D) { Attrs = D; }

  Region &region() { return Body; }
  Block &body() { return Body.block(); }
  /// Parameters are the arguments of the body.
  llvm::ArrayRef<BlockArgument *> params() { return body().args(); }
  BlockArgument *addParam(llvm::StringRef Name, Type Ty, AttrDict Attrs = {});
  /// Hints of a parameter, `{divisible=16}`.
  AttrDict paramAttrs(unsigned I) const { return ParamAttrs[I]; }
  void setParamAttrs(unsigned I, AttrDict D) { ParamAttrs[I] = D; }

  /// Makes a detached op with NumRegions empty regions. Operands may hold
  /// null for `none`. Prefer OpBuilder.
  Op *createOp(OpKind Kind, Location Loc, llvm::ArrayRef<Value *> Operands,
               llvm::ArrayRef<Type> ResultTypes, AttrDict Attrs = {});
  /// Makes a detached deep copy of O (of any kernel of the same context).
  /// Operands are mapped through Map where present; Map gains the copies of
  /// results and nested arguments.
  Op *cloneOp(const Op *O, ValueMap &Map);
  /// Appends copies of all ops of From to To (arguments must be mapped).
  void cloneOpsInto(Block &From, Block &To, ValueMap &Map);

  BlockArgument *createArgument(Block *Owner, Type Ty, unsigned Index);

  /// Number of ops, nested ones included; linear.
  size_t numOps();
  /// Bytes the arena holds.
  size_t arenaBytes() const { return Arena.getTotalMemory(); }

private:
  friend class Op;
  friend class DominanceMarks;
  Context &Ctx;
  Module &Parent;
  std::string Name;
  Location Loc;
  bool Func = false;
  bool Anonymous = false;
  uint8_t MarkEpoch = 0; // see the verifier
  llvm::SmallVector<Type, 2> Results;
  AttrDict Attrs;
  llvm::SmallVector<AttrDict, 8> ParamAttrs;
  // Slabs start small and double, so both tiny and huge kernels are cheap.
  llvm::BumpPtrAllocatorImpl<SlabAllocator, 16384, 16384, 1> Arena;
  /// Regions hold containers, so they are destroyed explicitly.
  llvm::SmallVector<Region *, 0> OwnedRegions;
  Region Body;
};

/// A list of kernels and funcs in source order.
class Module {
public:
  explicit Module(Context &Ctx) : Ctx(Ctx) {}
  Module(const Module &) = delete;

  Context &context() const { return Ctx; }
  /// For LLVM's pass manager.
  llvm::StringRef getName() const { return Name; }
  void setName(llvm::StringRef N) { Name = N.str(); }

  Kernel &addKernel(llvm::StringRef Name, bool IsFunc = false,
                    Location Loc = {});
  /// The kernel or func called Name, null if absent.
  Kernel *find(llvm::StringRef Name);
  void erase(Kernel *K);
  /// A deep copy, in the same context.
  std::unique_ptr<Module> clone() const;

  llvm::MutableArrayRef<std::unique_ptr<Kernel>> kernels() { return Kernels; }
  size_t size() const { return Kernels.size(); }

private:
  Context &Ctx;
  std::string Name = "module";
  llvm::SmallVector<std::unique_ptr<Kernel>, 1> Kernels;
};

} // namespace mt

#endif // MYTRITON_IR_KERNEL_H
