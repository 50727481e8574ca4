//===- OpTable.cpp - Names, descriptions and effects of ops ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Ops.h"
#include <string_view>

using namespace mt;

const OpInfo &mt::getOpInfo(OpKind K) {
  static constexpr const OpInfo *Table[] = {
#define MT_OP(Name, Family) &Name##Op::Info,
#include "mytriton/IR/Ops.def"
  };
  return *Table[unsigned(K)];
}

//===----------------------------------------------------------------------===//
// Lookup by name
//===----------------------------------------------------------------------===//

namespace {

/// Hash table with open addressing, filled at compile time: the parser looks a
/// name up for every op.
struct NameTable {
  static constexpr unsigned Size = 512;
  static constexpr uint16_t Empty = 0xffff;
  uint16_t Slots[Size];
  std::string_view Names[NumOpKinds] = {
#define MT_OP(Name, Family) Name##Op::Info.Mnemonic,
#include "mytriton/IR/Ops.def"
  };

  static constexpr unsigned hash(const char *S, size_t N) {
    // Ends and middle tell names apart well enough; collisions are probed.
    uint32_t H = N + 29 * uint8_t(S[0]) + 37 * uint8_t(S[N / 2]) +
                 1013 * uint8_t(S[N - 1]) + 4099 * uint8_t(S[N - 1 - N / 4]);
    return (H * 0x9e3779b1u) >> 23;
  }

  constexpr NameTable() : Slots() {
    for (uint16_t &Slot : Slots)
      Slot = Empty;
    for (unsigned K = 0; K != NumOpKinds; ++K) {
      unsigned At = hash(Names[K].data(), Names[K].size());
      while (Slots[At] != Empty)
        At = (At + 1) % Size;
      Slots[At] = K;
    }
  }
};

} // namespace

static_assert(NumOpKinds < NameTable::Size / 2, "enlarge the table of names");

std::optional<OpKind> mt::findOp(llvm::StringRef Name) {
  static constexpr NameTable Table;
  if (Name.empty())
    return std::nullopt;
  unsigned At = NameTable::hash(Name.data(), Name.size());
  for (; Table.Slots[At] != NameTable::Empty; At = (At + 1) % NameTable::Size)
    if (Table.Names[Table.Slots[At]] == std::string_view(Name))
      return OpKind(Table.Slots[At]);
  return std::nullopt;
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
