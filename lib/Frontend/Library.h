//===- Library.h - Language functions written in the language ---*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What others of the language's functions express is a `@jit` function in
// lib/Frontend/Library, expanded where it is called as a user's helper is. The
// text of a part is read at the first call of one of its functions.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_LIBRARY_H
#define MYTRITON_LIB_FRONTEND_LIBRARY_H

#include "ASTReader.h"
#include "NameResolver.h"

namespace mt {

enum class LibraryPart : uint8_t { Standard, Sorting, Random, LibDevice };

class FunctionLibrary {
public:
  explicit FunctionLibrary(const PythonNames &Names) : Names(Names) {}

  /// The function Name of a part.
  LogicalResult find(Context &Ctx, DiagnosticEngine &Diags, LibraryPart Part,
                     llvm::StringRef Name, JitCode &Code);

private:
  /// A file of the library.
  struct Source {
    ast::Tree Tree;
    std::unique_ptr<ASTReader> Reader;
    std::unique_ptr<StaticResolver> Resolver;
  };

  LogicalResult read(Context &Ctx, DiagnosticEngine &Diags, LibraryPart Part);

  const PythonNames &Names;
  llvm::DenseMap<LibraryPart, std::unique_ptr<Source>> Sources;
};

} // namespace mt

#endif // MYTRITON_LIB_FRONTEND_LIBRARY_H
