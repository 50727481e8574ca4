//===- PassContext.cpp - Statistics and remarks of passes -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Transforms/PassContext.h"
#include "llvm/Support/Format.h"

using namespace mt;
using llvm::StringRef;

uint64_t Statistics::get(StringRef Pass, StringRef What) const {
  auto It = Counts.find({Pass.str(), What.str()});
  return It == Counts.end() ? 0 : It->second;
}

void Statistics::merge(const Statistics &Other) {
  for (const auto &[Key, N] : Other.Counts)
    Counts[Key] += N;
}

void Statistics::print(llvm::raw_ostream &OS) const {
  size_t NameWidth = 0;
  for (const auto &Entry : Counts)
    NameWidth = std::max(NameWidth, Entry.first.first.size());
  for (const auto &[Key, N] : Counts) {
    OS << llvm::format_decimal(N, 8) << ' ' << Key.first;
    OS.indent(NameWidth - Key.first.size()) << " - " << Key.second << '\n';
  }
}

bool PassContext::wantsRemarks(RemarkKind Kind) const {
  if (!Remarks)
    return false;
  const auto &Filter =
      Kind == RemarkKind::Passed ? Remarks->Passed : Remarks->Missed;
  return Filter && Filter(Pass);
}

void PassContext::emitRemark(RemarkKind Kind, Location Loc,
                             const llvm::Twine &Message) {
  if (!wantsRemarks(Kind))
    return;
  StringRef Flag = Kind == RemarkKind::Passed ? "-Rpass=" : "-Rpass-missed=";
  (Diags.remark(Loc) << Message).category((Flag + Pass).str());
}
