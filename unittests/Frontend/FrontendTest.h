//===- FrontendTest.h - What tests of the frontend share --------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_FRONTEND_FRONTENDTEST_H
#define MYTRITON_UNITTESTS_FRONTEND_FRONTENDTEST_H

#include "mytriton/Frontend/Frontend.h"
#include "mytriton/IR/Context.h"
#include "gtest/gtest.h"

namespace mt {

/// A context, and an engine that collects messages.
class FrontendTest : public ::testing::Test {
protected:
  FrontendTest() {
    Diags.setHandler([this](const Diagnostic &D) {
      Messages.push_back(D.Message);
      Categories.push_back(D.Category);
    });
  }

  Context Ctx;
  DiagnosticEngine Diags;
  std::vector<std::string> Messages, Categories;
};

} // namespace mt

#endif // MYTRITON_UNITTESTS_FRONTEND_FRONTENDTEST_H
