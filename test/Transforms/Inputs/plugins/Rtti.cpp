//===- Rtti.cpp - A plugin compiled with RTTI, which the host lacks -------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/Target.h"

namespace {
class Nothing final : public mt::Executable {
public:
  llvm::Error launch(const mt::LaunchParams &) override {
    return llvm::Error::success();
  }
};
} // namespace

extern "C" mt::Executable *mtMakeNothing() { return new Nothing(); }
