//===- Pipeline.h - A checked pass pipeline ---------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TRANSFORMS_PIPELINE_H
#define MYTRITON_TRANSFORMS_PIPELINE_H

#include "mytriton/Transforms/PassBuilder.h"

namespace mt {

/// Passes of a pipeline in order, `default<…>` expanded and neighbouring
/// kernel passes grouped.
class Pipeline {
public:
  struct Item {
    const PassInfo *Pass;
    PassOptions Options;
  };
  /// A run of passes on the same kind of IR.
  struct Group {
    bool OnModule;
    std::vector<Item> Items;
  };

  void append(Item I) {
    bool OnModule = bool(I.Pass->AddToModule);
    if (Groups.empty() || Groups.back().OnModule != OnModule || StartNewGroup)
      Groups.push_back({OnModule, {}});
    StartNewGroup = false;
    Groups.back().Items.push_back(std::move(I));
  }
  /// The next kernel pass waits until all kernels are through the ones before.
  void endGroup() { StartNewGroup = true; }

  llvm::ArrayRef<Group> groups() const { return Groups; }
  bool empty() const { return Groups.empty(); }

private:
  std::vector<Group> Groups;
  bool StartNewGroup = false;
};

} // namespace mt

#endif // MYTRITON_TRANSFORMS_PIPELINE_H
