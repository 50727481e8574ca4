//===- Toolkit.h - What a CUDA toolkit offers at run time -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing of a toolkit is linked: its libraries, programs and files are looked
// for when they are first needed.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_NVIDIA_TOOLKIT_H
#define MYTRITON_BACKEND_NVIDIA_TOOLKIT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mt::toolkit {

/// Folders of toolkits in the order they are tried: `CUDA_HOME`, `CUDA_PATH`,
/// `/usr/local/cuda`.
llvm::SmallVector<std::string, 4> homes();

/// Opens the first of Names there is, in the toolkits and then where the
/// loader looks; null if there is none. It stays open.
void *openLibrary(llvm::ArrayRef<llvm::StringRef> Names);

/// A function of an opened library, null if it has none of that name.
void *findSymbol(void *Library, const char *Name);

/// The toolkit that the library with a function at Address lies in; empty if
/// that is unknown.
std::string homeOf(void *Address);

/// A file of a toolkit, named relative to its folder; empty if none has it.
std::string findFile(llvm::StringRef Relative);

/// Points Target at a function of an opened library. False if there is none.
template <typename Fn> bool bind(void *Library, const char *Name, Fn &Target) {
  Target = reinterpret_cast<Fn>(findSymbol(Library, Name));
  return Target != nullptr;
}

} // namespace mt::toolkit

#endif // MYTRITON_BACKEND_NVIDIA_TOOLKIT_H
