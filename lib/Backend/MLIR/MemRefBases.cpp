//===- MemRefBases.cpp - Pointers that stay a parameter + offset ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRefBases.h"

using namespace mt;
using namespace mt::mlirtext;

static bool isPointer(const Value *V) {
  return V && !V->type().isShared() && V->type().elementType().isPointer();
}

MemRefBases::MemRefBases(Kernel &K) {
  for (BlockArgument *P : K.params()) {
    if (!isPointer(P))
      continue;
    if (P->type().pointee().isPointer())
      refuse(P, K.loc(),
             "parameter '" + P->name() + "' is an array of pointers");
    else
      Bases[P] = P;
  }
  visit(K.body());
}

LogicalResult MemRefBases::check(DiagnosticEngine &Diags) const {
  for (const Problem &P : Problems)
    Diags.error(P.Loc)
        << P.What
        << ": -mlir-abi=memref takes only pointers that stay one "
           "array's start and an offset; use -mlir-abi=ptr";
  return success(areAll());
}

/// Of pointers that come from one of these, only the first is an error.
void MemRefBases::refuse(const Value *Ptr, Location Loc,
                         const llvm::Twine &What) {
  Problems.push_back({Loc, What.str()});
  Bases[Ptr] = nullptr;
}

void MemRefBases::join(const Value *Into, llvm::ArrayRef<const Value *> From,
                       Location Loc) {
  if (!isPointer(Into))
    return;
  Base Found = nullptr;
  for (const Value *V : From) {
    if (llvm::isa<Constant>(V))
      return refuse(Into, Loc, "a pointer that is a number");
    Base Each = Bases.lookup(V);
    if (!Each) // reported where it is made
      return void(Bases[Into] = nullptr);
    if (Found && Each != Found)
      return refuse(Into, Loc,
                    "a pointer into '" + Found->name() + "' or '" +
                        Each->name() + "'");
    Found = Each;
  }
  Bases[Into] = Found;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void MemRefBases::visit(Block &B) {
  for (Op &O : B)
    visitOp(&O);
}

void MemRefBases::visitOp(Op *O) {
  if (auto *For = llvm::dyn_cast<ForOp>(O))
    return visitFor(For);
  if (auto *While = llvm::dyn_cast<WhileOp>(O))
    return visitWhile(While);
  if (auto *If = llvm::dyn_cast<IfOp>(O)) {
    visit(If->thenBlock());
    visit(If->elseBlock());
    for (auto [I, Result] : llvm::enumerate(If->results()))
      join(Result,
           {If->thenBlock().terminator()->operand(I),
            If->elseBlock().terminator()->operand(I)},
           O->loc());
    return;
  }
  bool Moves = llvm::isa<AddPtrOp, SplatOp, PermuteRegistersOp,
                         ConcatRegistersOp, SelectOp>(O);
  for (const Value *Result : O->results()) {
    llvm::SmallVector<const Value *, 2> Pointers;
    llvm::copy_if(O->operands(), std::back_inserter(Pointers), isPointer);
    if (Moves)
      join(Result, Pointers, O->loc());
    else if (isPointer(Result))
      refuse(Result, O->loc(), "a pointer made by '" + O->name() + "'");
  }
}

// What a body gives is checked with the results, which may be either.

void MemRefBases::visitFor(ForOp *O) {
  for (unsigned I = 0; I != O->numCarried(); ++I)
    join(O->carried(I), O->init(I), O->loc());
  visit(O->body());
  for (unsigned I = 0; I != O->numCarried(); ++I)
    join(O->result(I), {O->init(I), O->body().terminator()->operand(I)},
         O->loc());
}

void MemRefBases::visitWhile(WhileOp *O) {
  for (unsigned I = 0; I != O->numOperands(); ++I)
    join(O->carried(I), O->operand(I), O->loc());
  visit(O->conditionBlock());
  visit(O->doBlock());
  for (unsigned I = 0; I != O->numOperands(); ++I)
    join(O->result(I), {O->operand(I), O->doBlock().terminator()->operand(I)},
         O->loc());
}
