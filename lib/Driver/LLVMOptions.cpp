//===- LLVMOptions.cpp - Keeping LLVM's options apart from ours -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "LLVMOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;
namespace cl = llvm::cl;

/// Unregisters every option but the ones about help and version.
static std::vector<cl::Option *> takeAll() {
  static constexpr StringRef Kept[] = {"help", "help-hidden", "version", "h"};
  std::vector<cl::Option *> Result;
  for (auto &Entry : cl::getRegisteredOptions())
    if (!llvm::is_contained(Kept, Entry.first))
      Result.push_back(Entry.second);
  // An option may be registered under several names.
  llvm::sort(Result);
  Result.erase(llvm::unique(Result), Result.end());
  for (cl::Option *O : Result)
    O->removeArgument();
  return Result;
}

LLVMOptions::LLVMOptions() : Options(takeAll()) {}

bool LLVMOptions::parse(StringRef Tool, llvm::ArrayRef<std::string> Args) {
  takeAll();
  for (cl::Option *O : Options)
    O->addArgument();
  std::string Name = (Tool + " -mllvm").str();
  std::vector<const char *> Argv = {Name.c_str()};
  for (const std::string &Arg : Args)
    Argv.push_back(Arg.c_str());
  std::string Errors;
  llvm::raw_string_ostream OS(Errors);
  if (cl::ParseCommandLineOptions(Argv.size(), Argv.data(), "", &OS))
    return true;
  llvm::errs() << Errors;
  return false;
}
