// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "mytriton/Support/Version.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT const char *helloStamp() {
  return llvm::StringRef(MYTRITON_BUILD_STAMP).data();
}
