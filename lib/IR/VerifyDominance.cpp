//===- VerifyDominance.cpp - Definitions before uses ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

void DominanceMarks::clear(Block &B) {
  for (Op &O : B) {
    O.Mark = 0;
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      clear(O.body(I));
  }
}

DominanceMarks::DominanceMarks(Kernel &K) : K(K) {
  if (++K.MarkEpoch == 0) {
    // Epochs start anew: marks of 255 runs ago must not seem fresh.
    clear(K.body());
    K.MarkEpoch = 1;
  }
  Epoch = K.MarkEpoch;
}

bool DominanceMarks::isVisible(const Value *V) const {
  switch (V->valueKind()) {
  case ValueKind::Constant:
    return true;
  case ValueKind::Result: {
    const Op *Def = llvm::cast<OpResult>(V)->owner();
    return Def->kernel() == &K && Def->Mark == Epoch && Def->block() &&
           (Def->block()->Scope & OpsVisible);
  }
  case ValueKind::Argument: {
    const Block *Owner = llvm::cast<BlockArgument>(V)->owner();
    return Owner->kernel() == &K && (Owner->Scope & ArgsVisible);
  }
  }
  return false;
}

/// How the definition lies to the use, when it is no argument.
static std::string describe(const Op *Def, const Op *User) {
  if (User->isInside(Def))
    return "defined by this op, which encloses the use";
  if (Def->block() == User->block())
    return "defined here, later in the same block";
  for (const Op *O = User; O; O = O->parentOp())
    if (O->block() == Def->block())
      return "defined here, behind the op that encloses the use";
  return "defined here, in a region that does not enclose the use";
}

void mt::reportNotVisible(Op *O, unsigned Operand, VerifyReport &R) {
  const Value *V = O->operand(Operand);
  InFlightDiagnostic D = R.error(O);
  D << "operand " << Operand;
  if (auto *A = llvm::dyn_cast<BlockArgument>(V)) {
    const Block *Owner = A->owner();
    if (Owner->kernel() != O->kernel()) {
      D << " is an argument in another kernel, @" << Owner->kernel()->name();
      return;
    }
    D << " is an argument of a region that does not enclose the use";
    if (const Op *Parent = Owner->parentOp())
      D.note(Parent->loc(), "region of this '" + Parent->name() + "'");
    return;
  }
  const Op *Def = V->definingOp();
  if (Def->kernel() != O->kernel()) {
    D << " is defined in another kernel, @" << Def->kernel()->name();
  } else if (!Def->block()) {
    D << " is a result of an op '" << Def->name()
      << "' that stands in no block";
  } else {
    D << " is not defined before this use";
    D.note(Def->loc(), describe(Def, O));
  }
}
