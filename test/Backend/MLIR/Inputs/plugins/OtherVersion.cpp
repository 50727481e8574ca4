//===- OtherVersion.cpp - A plugin for MLIR of another MyTriton -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" __attribute__((visibility("default"))) const char *mtMLIRStamp() {
  return "mytriton 0.0.1, LLVM 1.2.3, interface 0";
}
