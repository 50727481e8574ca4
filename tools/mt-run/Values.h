//===- Values.h - What the command line says about an argument --*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MTRUN_VALUES_H
#define MYTRITON_TOOLS_MTRUN_VALUES_H

#include "HostArray.h"
#include "mytriton/Support/Diagnostics.h"
#include <vector>

namespace mt {
class Context;
}

namespace mt::run {

/// One `NAME=VALUE`. A value is `@file.npy`, a generator's call
/// `rand(1000, f32, seed=1)`, or the text of a scalar.
struct ValueSpec {
  enum class Kind { File, Call, Scalar };
  std::string Name;
  Kind What = Kind::Scalar;
  std::string Text;     ///< the value as written, without a file's `@`
  std::string TypeName; ///< of a scalar written as `1000:i64`, else empty
  std::string Function; ///< of a call
  std::vector<std::string> Positional;
  std::vector<std::pair<std::string, std::string>> Keywords;

  bool isArray() const { return What != Kind::Scalar; }
};

/// Parses `NAME=VALUE`. Unset after an error.
std::optional<ValueSpec> parseValue(llvm::StringRef Text,
                                    DiagnosticEngine &Diags);

/// The element type spelt in the IR's (`f32`), NumPy's (`float32`) or Triton's
/// (`fp32`) way; null if it is none.
Type parseElement(Context &Ctx, llvm::StringRef Text);

/// A scalar's bits in type Ty. Errors are sentences about Text.
llvm::Expected<uint64_t> parseScalar(Type Ty, llvm::StringRef Text);

/// Reads or makes the array of Spec. Wanted is the element type the kernel
/// takes, null if the array decides. Null after an error.
std::unique_ptr<HostArray> makeArray(Context &Ctx, const ValueSpec &Spec,
                                     Type Wanted, DiagnosticEngine &Diags);

/// Makes the array of a generator's call; used by makeArray.
llvm::Expected<std::unique_ptr<HostArray>>
generate(Context &Ctx, const ValueSpec &Spec, Type Wanted);

} // namespace mt::run

#endif // MYTRITON_TOOLS_MTRUN_VALUES_H
