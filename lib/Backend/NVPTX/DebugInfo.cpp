//===- DebugInfo.cpp - Python lines of instructions -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugInfo.h"
#include "mytriton/Support/Version.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace mt;
using namespace mt::nvptx;

DebugInfo::DebugInfo(llvm::Module &M) : M(M), Builder(M) {
  M.addModuleFlag(llvm::Module::Warning, "Debug Info Version",
                  llvm::DEBUG_METADATA_VERSION);
}

llvm::DIFile *DebugInfo::fileOf(llvm::StringRef Path) {
  return Builder.createFile(llvm::sys::path::filename(Path),
                            llvm::sys::path::parent_path(Path));
}

llvm::DISubprogram *DebugInfo::makeFunction(llvm::StringRef Name,
                                            Location Loc) {
  llvm::DIFile *File = fileOf(Loc.file());
  if (!Unit)
    // PTX has no tables beyond its own directives for these.
    Unit = Builder.createCompileUnit(
        llvm::DISourceLanguageName(llvm::dwarf::DW_LANG_Python), File,
        "mytriton", /*isOptimized=*/true, /*Flags=*/"", /*RV=*/0,
        /*SplitName=*/"", llvm::DICompileUnit::DebugDirectivesOnly);
  auto *Ty = Builder.createSubroutineType(Builder.getOrCreateTypeArray({}));
  return Builder.createFunction(File, Name, Name, File, Loc.line(), Ty,
                                Loc.line(), llvm::DINode::FlagZero,
                                llvm::DISubprogram::SPFlagDefinition |
                                    llvm::DISubprogram::SPFlagOptimized);
}

void DebugInfo::enter(llvm::Function &F, Location Loc) {
  Scopes.clear();
  Current = nullptr;
  if (!Loc)
    return;
  Current = makeFunction(F.getName(), Loc);
  F.setSubprogram(Current);
  Scopes[Loc.scope()] = Current;
}

/// Code of another file at the top level belongs to the kernel; what was
/// inlined, to a function of which the file is known.
llvm::DILocalScope *DebugInfo::scopeOf(const LocationScope *Scope) {
  llvm::DILocalScope *&Known = Scopes[Scope];
  if (Known)
    return Known;
  if (!Scope->CallSite)
    return Known = Builder.createLexicalBlockFile(Current, fileOf(Scope->File));
  return Known = makeFunction(llvm::sys::path::stem(Scope->File),
                              Location(Scope, 1, 1));
}

llvm::DILocation *DebugInfo::get(Location Loc) {
  if (!Loc || !Current)
    return nullptr;
  llvm::DILocation *InlinedAt = nullptr;
  if (Location Site = Loc.callSite()) {
    InlinedAt = get(Site);
    if (!InlinedAt)
      return nullptr;
  }
  return llvm::DILocation::get(M.getContext(), Loc.line(), Loc.column(),
                               scopeOf(Loc.scope()), InlinedAt);
}
