//===- Coverage.cpp - Which ops ran on which types ------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using namespace mt::fuzz;

/// The type an op is counted under: what it makes, or for comparisons, casts
/// and ops without results what they take.
static Type subject(Op *O) {
  bool TakesMore =
      O->kind() == OpKind::Cast || O->info().Result == ResultType::Bool;
  if (O->numResults() && !TakesMore)
    return O->result()->type().elementType();
  if (O->kind() == OpKind::Store)
    return O->operand(0)->type().elementType().pointee();
  if (O->numOperands() && O->operand(0))
    return O->operand(0)->type().elementType();
  return Type();
}

void Coverage::add(Module &M) {
  for (auto &K : M.kernels())
    walk(K->body(), [&](Op *O) {
      Type T = subject(O);
      unsigned Column = !T              ? NumScalarKinds + 1
                        : T.isPointer() ? NumScalarKinds
                                        : unsigned(T.kind());
      ++Counts[unsigned(O->kind())][Column];
    });
}

void Coverage::print(llvm::raw_ostream &OS) const {
  OS << llvm::left_justify("op", 14);
  for (unsigned C = 0; C != NumColumns; ++C) {
    llvm::StringRef Name = C < NumScalarKinds    ? scalarKindName(TypeKind(C))
                           : C == NumScalarKinds ? "ptr"
                                                 : "none";
    OS << ' ' << llvm::right_justify(Name, std::max<size_t>(7, Name.size()));
  }
  OS << '\n';
  for (unsigned K = 0; K != NumOpKinds; ++K) {
    if (getOpInfo(OpKind(K)).has(OT_ThreadOnly))
      continue;
    OS << llvm::left_justify(getOpInfo(OpKind(K)).Mnemonic, 14);
    for (unsigned C = 0; C != NumColumns; ++C) {
      size_t Width =
          C < NumScalarKinds
              ? std::max<size_t>(7, scalarKindName(TypeKind(C)).size())
              : 7;
      std::string Text =
          Counts[K][C] ? std::to_string(Counts[K][C]) : std::string(".");
      OS << ' ' << llvm::right_justify(Text, Width);
    }
    OS << '\n';
  }
}

std::vector<llvm::StringRef> Coverage::missing() const {
  std::vector<llvm::StringRef> Result;
  for (unsigned K = 0; K != NumOpKinds; ++K) {
    uint64_t Sum = 0;
    for (uint64_t N : Counts[K])
      Sum += N;
    if (!Sum && !getOpInfo(OpKind(K)).has(OT_ThreadOnly))
      Result.push_back(getOpInfo(OpKind(K)).Mnemonic);
  }
  return Result;
}
