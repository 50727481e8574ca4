//===- Builtins.cpp - Functions kernels may call
//---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "llvm/ADT/StringMap.h"

using namespace mt;
using llvm::StringRef;

template <typename... T> static constexpr uint8_t countOf(T...) {
  return sizeof...(T);
}

static const Builtin Table[] = {
#define MT_BUILTIN(Id, Name, Flags, Handler, Op, Required, ...)                \
  {BuiltinId::Id,        Name,           Flags,        OpKind::Op, Required,   \
   countOf(__VA_ARGS__), &Sema::Handler, {__VA_ARGS__}},
#include "Builtins.def"
};

/// Rows by name: `max` is one function of the language and one of Python.
using RowsByName = llvm::StringMap<llvm::SmallVector<const Builtin *, 2>>;
static const RowsByName &byName() {
  static const RowsByName Map = [] {
    RowsByName M;
    for (const Builtin &B : Table)
      M[B.Name].push_back(&B);
    return M;
  }();
  return Map;
}

const Builtin *mt::findBuiltin(StringRef Name, uint16_t Flags) {
  auto It = byName().find(Name);
  if (It == byName().end())
    return nullptr;
  for (const Builtin *B : It->second)
    if (B->Flags & Flags)
      return B;
  return nullptr;
}

void mt::forEachBuiltin(uint16_t Flags,
                        llvm::function_ref<void(StringRef)> Fn) {
  for (const Builtin &B : Table)
    if (B.Flags & Flags)
      Fn(B.Name);
}
