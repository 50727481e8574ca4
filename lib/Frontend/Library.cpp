//===- Library.cpp - Language functions written in the language
//------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"
#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

namespace {
struct PartText {
  StringRef FileName, Text;
};
} // namespace

/// By LibraryPart; the build writes the texts.
static constexpr PartText Parts[] = {
#include "LibraryText.inc"
};

LogicalResult FunctionLibrary::read(Context &Ctx, DiagnosticEngine &Diags,
                                    LibraryPart Part) {
  std::unique_ptr<Source> &Slot = Sources[Part];
  if (Slot)
    return success();
  const PartText &Text = Parts[size_t(Part)];
  int FirstLine = 1;
  PyRef Module =
      parsePython(Names, {Text.Text, Text.FileName}, Ctx, Diags, FirstLine);
  if (!Module)
    return failure();
  Slot = std::make_unique<Source>();
  Slot->Reader = std::make_unique<ASTReader>(Names, Slot->Tree, FirstLine);
  Slot->Reader->readModule(Slot->Tree.keep(std::move(Module)));
  Slot->Resolver = std::make_unique<StaticResolver>(Slot->Tree);
  return success();
}

LogicalResult FunctionLibrary::find(Context &Ctx, DiagnosticEngine &Diags,
                                    LibraryPart Part, StringRef Name,
                                    JitCode &Code) {
  if (failed(read(Ctx, Diags, Part)))
    return failure();
  Source &S = *Sources[Part];
  Code = {nullptr, S.Resolver.get(), S.Reader.get(),
          Parts[size_t(Part)].FileName};
  for (FunctionStmt *F : S.Resolver->functions())
    if (F->Name == Name)
      Code.Function = F;
  assert(Code.Function && "a row of Builtins.def names no library function");
  return success();
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

SemaValue Sema::callLibrary(LibraryPart Part, const BoundCall &C) {
  JitCode Code;
  if (!In.Library ||
      failed(In.Library->find(In.Ctx, *Diags, Part, C.Function.Name, Code))) {
    error(C.Range) << "the library function " << C.Name << " is not available";
    return SemaValue::error();
  }
  assert(Code.Function->Params.size() == C.Args.size() &&
         "a row of Builtins.def lists other parameters than the library");
  // Calls between library functions belong to the user's call too.
  bool Outermost = LibraryName.empty();
  if (Outermost) {
    LibrarySite = loc(C.Range);
    LibraryName = C.Name;
    LibraryFailed = false;
  }
  SemaValue Result = runHelper(Code, C.Range, C.Args);
  if (Outermost)
    LibraryName = {};
  return Result;
}

SemaValue Sema::callStandard(const BoundCall &C) {
  return callLibrary(LibraryPart::Standard, C);
}

SemaValue Sema::callSorting(const BoundCall &C) {
  return callLibrary(LibraryPart::Sorting, C);
}

SemaValue Sema::callLibDevice(const BoundCall &C) {
  return callLibrary(LibraryPart::LibDevice, C);
}

SemaValue Sema::callRandom(const BoundCall &C) {
  return callLibrary(LibraryPart::Random, C);
}
