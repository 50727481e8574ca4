//===- OpTable.cpp - Names, descriptions and effects of ops ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Ops.h"
#include "llvm/ADT/StringMap.h"

using namespace mt;

const OpInfo &mt::getOpInfo(OpKind K) {
  static constexpr const OpInfo *Table[] = {
#define MT_OP(Name, Family) &Name##Op::Info,
#include "mytriton/IR/Ops.def"
  };
  return *Table[unsigned(K)];
}

std::optional<OpKind> mt::findOp(llvm::StringRef Name) {
  static const llvm::StringMap<OpKind> Names = [] {
    llvm::StringMap<OpKind> M;
    for (unsigned I = 0; I != NumOpKinds; ++I)
      M[getOpInfo(OpKind(I)).Mnemonic] = OpKind(I);
    return M;
  }();
  auto It = Names.find(Name);
  if (It == Names.end())
    return std::nullopt;
  return It->second;
}

/// True if Trait holds for O or, where effects are those of its regions, for
/// an op nested in it.
static bool hasEffect(const Op *O, uint32_t Traits) {
  if (O->info().Traits & Traits)
    return true;
  if (!O->hasTrait(OT_RecursiveEffects))
    return false;
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (const Op &Nested : O->body(I))
      if (hasEffect(&Nested, Traits))
        return true;
  return false;
}

/// A `while` may not end, which is an effect; a `for` always ends.
static bool mayNotEnd(const Op *O) {
  if (O->kind() == OpKind::While)
    return true;
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (const Op &Nested : O->body(I))
      if (Nested.numRegions() && mayNotEnd(&Nested))
        return true;
  return false;
}

bool mt::isPure(const Op *O) {
  if (!O->hasTrait(OT_RecursiveEffects))
    return O->hasTrait(OT_Pure);
  return !hasEffect(O, OT_Reads | OT_Writes | OT_SideEffects) && !mayNotEnd(O);
}

bool mt::mayRead(const Op *O) { return hasEffect(O, OT_Reads); }

bool mt::mayWrite(const Op *O) { return hasEffect(O, OT_Writes); }
