//===- CUDADriverTest.cpp - The GPU's driver, where there is none ---------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Runtime/CUDADriver.h"
#include "gtest/gtest.h"

using namespace mt;

TEST(CUDADriver, SaysWhyItIsUnavailable) {
  EXPECT_EQ(cuda::isAvailable(), cuda::unavailableReason().empty());
}

TEST(CUDADriver, ContextsFailWithTheReason) {
  cuda::ActiveContext Context;
  llvm::Error E = Context.check();
  EXPECT_EQ(!E, cuda::isAvailable());
  EXPECT_EQ(llvm::toString(std::move(E)), cuda::unavailableReason());
}

TEST(CUDADriver, BadCodeIsAnError) {
  cuda::ActiveContext Context;
  if (llvm::Error E = Context.check()) {
    llvm::consumeError(std::move(E));
    GTEST_SKIP() << cuda::unavailableReason();
  }
  EXPECT_EQ(Context.arch().substr(0, 3), "sm_");
  auto Loaded = cuda::LoadedFunction::load("no machine code", "kernel", 0);
  EXPECT_FALSE(bool(Loaded));
  EXPECT_NE(
      llvm::toString(Loaded.takeError()).find("'kernel' cannot be loaded"),
      std::string::npos);
}
