//===- LLVMOptions.h - Keeping LLVM's options apart from ours ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_DRIVER_LLVMOPTIONS_H
#define MYTRITON_LIB_DRIVER_LLVMOPTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm::cl {
class Option;
}

namespace mt {

/// LLVM's libraries declare thousands of global options. While a tool reads
/// its own command line they are not there: they would collide with names of
/// ours, fill --help, and be offered for misspelt flags.
class LLVMOptions {
public:
  /// Takes them out.
  LLVMOptions();
  /// Puts them in the place of all other options and parses what `-mllvm`
  /// collected. Prints a message and returns false on failure.
  bool parse(llvm::StringRef Tool, llvm::ArrayRef<std::string> Args);

private:
  std::vector<llvm::cl::Option *> Options;
};

} // namespace mt

#endif // MYTRITON_LIB_DRIVER_LLVMOPTIONS_H
