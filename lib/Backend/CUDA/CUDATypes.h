//===- CUDATypes.h - C++ spelling of types, literals, names -----*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#ifndef MYTRITON_LIB_BACKEND_CUDA_CUDATYPES_H
#define MYTRITON_LIB_BACKEND_CUDA_CUDATYPES_H

#include "mytriton/IR/Value.h"
#include "llvm/ADT/StringSet.h"

namespace mt {

/// `float`, `const float*`; of a fragment, its element's.
void printCUDAType(llvm::raw_ostream &OS, Type T);
std::string cudaType(Type T);

/// True for f16 and bf16, which compute through float.
bool isHalf(Type T);

/// A literal of exactly C's bits and type (narrow integers are int, which
/// holds them).
void printCUDALiteral(llvm::raw_ostream &OS, const Constant &C);
/// The same integer as a literal of the unsigned type of its width.
void printUnsignedLiteral(llvm::raw_ostream &OS, const Constant &C);
/// The value of an f16 or bf16 as a float literal.
void printAsFloatLiteral(llvm::raw_ostream &OS, const Constant &C);

/// Finds names that C++ accepts and nothing in the text hides.
class CUDANames {
public:
  /// Wanted if it is free and safe, else a changed form of it.
  std::string makeName(llvm::StringRef Wanted);

private:
  llvm::StringSet<> Taken;
};

} // namespace mt

#endif // MYTRITON_LIB_BACKEND_CUDA_CUDATYPES_H
