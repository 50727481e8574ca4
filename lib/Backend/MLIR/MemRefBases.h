//===- MemRefBases.h - Pointers that stay a parameter + offset --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref is no value that arithmetic could move. Where each pointer of a
// kernel comes from one parameter for certain, the parameter is the memref and
// the pointer an index into it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_MEMREFBASES_H
#define MYTRITON_LIB_BACKEND_MLIR_MEMREFBASES_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Support/Diagnostics.h"
#include "llvm/ADT/DenseMap.h"

namespace mt::mlirtext {

/// The parameter that each pointer of a kernel of thread IR starts from.
class MemRefBases {
public:
  explicit MemRefBases(Kernel &K);

  /// True if each pointer has one.
  bool areAll() const { return Problems.empty(); }
  /// Reports the pointers that have none.
  LogicalResult check(DiagnosticEngine &Diags) const;
  /// The parameter's number.
  unsigned of(const Value *Ptr) const { return Bases.lookup(Ptr)->index(); }

private:
  using Base = const BlockArgument *; ///< null: none
  struct Problem {
    Location Loc;
    std::string What;
  };

  void visit(Block &B);
  void visitOp(Op *O);
  void visitFor(ForOp *O);
  void visitWhile(WhileOp *O);
  /// Into is one of the pointers From, or one of them moved; nothing happens
  /// for other types.
  void join(const Value *Into, llvm::ArrayRef<const Value *> From,
            Location Loc);
  void refuse(const Value *Ptr, Location Loc, const llvm::Twine &What);

  llvm::DenseMap<const Value *, Base> Bases;
  std::vector<Problem> Problems;
};

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_MEMREFBASES_H
