//===- DebugInfo.h - Python lines of instructions ---------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_NVPTX_DEBUGINFO_H
#define MYTRITON_LIB_BACKEND_NVPTX_DEBUGINFO_H

#include "mytriton/Support/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/DIBuilder.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace mt::nvptx {

/// Gives instructions the lines they come from, through inlined calls: line
/// tables only, as profilers want them.
class DebugInfo {
public:
  explicit DebugInfo(llvm::Module &M);

  /// What follows belongs to F, which was written at Loc.
  void enter(llvm::Function &F, Location Loc);
  /// Null where nothing is known.
  llvm::DILocation *get(Location Loc);
  void finish() { Builder.finalize(); }

private:
  llvm::DIFile *fileOf(llvm::StringRef Path);
  llvm::DISubprogram *makeFunction(llvm::StringRef Name, Location Loc);
  llvm::DILocalScope *scopeOf(const LocationScope *Scope);

  llvm::Module &M;
  llvm::DIBuilder Builder;
  llvm::DICompileUnit *Unit = nullptr;
  llvm::DISubprogram *Current = nullptr;
  llvm::DenseMap<const LocationScope *, llvm::DILocalScope *> Scopes;
};

} // namespace mt::nvptx

#endif // MYTRITON_LIB_BACKEND_NVPTX_DEBUGINFO_H
