//===- VerifyFacts.cpp - Who may say what is known ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifierDetail.h"
#include "mytriton/IR/Facts.h"

using namespace mt;

LogicalResult mt::verifyFact(Op *O, const NamedAttr &Fact, VerifyReport &R) {
  if (!takesFact(O->kind(), Fact.Name))
    return R.error(O) << "cannot be '" << Fact.Name << '\'';
  if (!Fact.Value.isBool())
    return R.error(O) << "attribute '" << Fact.Name
                      << "' must be true or false, got " << Fact.Value;
  Type T = O->operand(0)->type().elementType();
  if (T.isSigned() || (T.isInteger() && O->kind() == OpKind::For))
    return success();
  return R.error(O) << "only arithmetic on signed integers is '" << Fact.Name
                    << "', not on " << T;
}

/// An error if K has an attribute called Name that is not an integer >= Least.
static void verifyLimit(Kernel &K, llvm::StringRef Name, int64_t Least,
                        VerifyReport &R) {
  Attr Limit = K.attrs().get(Name);
  if (Limit && !(Limit.isInt() && Limit.asInt() >= Least))
    R.error(K.loc()) << "kernel @" << K.name() << ": attribute '" << Name
                     << "' must be an integer from " << Least << " on, got "
                     << Limit;
}

/// What launches ask of K.
static void verifyLaunchAttrs(Kernel &K, VerifyReport &R) {
  Attr Registers = K.attrs().get(MaxRegistersAttr);
  if (Registers && !(Registers.isInt() && Registers.asInt() >= 1 &&
                     Registers.asInt() <= MostRegisters))
    R.error(K.loc()) << "kernel @" << K.name() << ": attribute '"
                     << MaxRegistersAttr << "' must be an integer from 1 to "
                     << MostRegisters << ", got " << Registers;
  Attr Together = K.attrs().get(CooperativeAttr);
  if (Together && !Together.isBool())
    R.error(K.loc()) << "kernel @" << K.name() << ": attribute '"
                     << CooperativeAttr << "' must be true or false, got "
                     << Together;
}

void mt::verifyKernelFacts(Kernel &K, VerifyReport &R) {
  verifyLaunchAttrs(K, R);
  verifyLimit(K, MaxProgramIdAttr, 0, R);
  verifyLimit(K, MinProgramsAttr, 1, R);
  for (auto [I, Param] : llvm::enumerate(K.params()))
    for (llvm::StringRef Name : {NoAliasAttr, ReadOnlyAttr})
      if (Attr Fact = K.paramAttrs(I).get(Name);
          Fact && !(Fact.isBool() && Param->type().isPointer()))
        R.error(K.loc()) << "kernel @" << K.name() << ": '" << Name
                         << "' of parameter '" << Param->name()
                         << "' must be true or false, of a pointer";
}
