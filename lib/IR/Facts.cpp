//===- Facts.cpp - What is known of ops and kernels -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Facts.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;

bool mt::isFactOfOps(llvm::StringRef Name) {
  return Name == NoWrapAttr || Name == NonNegativeAttr;
}

bool mt::takesFact(OpKind K, llvm::StringRef Name) {
  switch (K) {
  case OpKind::Add:
  case OpKind::Sub:
  case OpKind::Mul:
  case OpKind::Neg:
  case OpKind::FragmentIndex:
  case OpKind::For:
    return Name == NoWrapAttr;
  case OpKind::Div:
  case OpKind::Mod:
    return Name == NonNegativeAttr;
  default: // facts about other ops do not help anyone
    return false;
  }
}

void mt::dropFacts(Op *O) {
  for (const NamedAttr &Each : O->attrs().entries())
    if (isFactOfOps(Each.Name))
      O->setAttrs(
          O->kernel()->context().withAttr(O->attrs(), Each.Name, Attr()));
}

int64_t mt::maxProgramId(const Kernel &K) {
  Attr Limit = K.attrs().get(MaxProgramIdAttr);
  return Limit && Limit.isInt() ? Limit.asInt() : INT32_MAX;
}
