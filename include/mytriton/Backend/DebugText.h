//===- DebugText.h - Texts of a kernel's asserts and prints -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel says at run time reads the same whichever target runs it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_DEBUGTEXT_H
#define MYTRITON_BACKEND_DEBUGTEXT_H

#include "mytriton/IR/Types.h"
#include "mytriton/Support/Location.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <array>

namespace mt {

/// Ids of a program along x, y and z.
using ProgramIds = std::array<uint32_t, 3>;

/// `(x, y, z)`.
std::string programText(const ProgramIds &Ids);

/// `file:line:col: Text`; Text alone if Loc is unknown.
std::string textAt(Location Loc, llvm::StringRef Text);

/// What a failed assert of this message says, without its location.
std::string assertionText(llvm::StringRef Message, const ProgramIds &Ids);

/// A value that a kernel prints.
struct PrintedValue {
  Type Ty;
  uint64_t NumLanes = 1;
  /// The bits of an element.
  llvm::function_ref<uint64_t(uint64_t)> Lane;
};

/// The text of one print in one program, with its line end.
std::string printText(const ProgramIds &Ids, llvm::StringRef Prefix, bool Hex,
                      llvm::ArrayRef<PrintedValue> Values);

/// Writes the text of a print to stdout at once. May be called by any thread.
void writePrint(llvm::StringRef Text);

} // namespace mt

#endif // MYTRITON_BACKEND_DEBUGTEXT_H
