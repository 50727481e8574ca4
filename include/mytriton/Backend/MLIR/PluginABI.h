//===- PluginABI.h - The interface of libMyTritonMLIR -----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libMyTritonMLIR holds an MLIR and an LLVM of its own, which nobody outside of
// it sees. So only plain C crosses this interface: text goes in, LLVM bitcode
// and diagnostics come out, through callbacks that get them for the duration of
// the call. Calls may come from any thread, several at once.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_BACKEND_MLIR_PLUGINABI_H
#define MYTRITON_BACKEND_MLIR_PLUGINABI_H

#include "mytriton/Support/Version.h"
#include <stddef.h>

/// Names the version of MyTriton, of LLVM and of this interface, whose number
/// changes when anything below does.
#define MYTRITON_MLIR_STAMP                                                    \
  "mytriton " MYTRITON_VERSION_STRING ", LLVM " MYTRITON_LLVM_VERSION_STRING   \
  ", interface 1"

extern "C" {

/// What MLIR has to say about a place. Texts do not end in a zero.
struct MyTritonMLIRDiagnostic {
  int IsNote;            ///< explains the error before it
  unsigned Line, Column; ///< from 1; 0 = no place
  /// Of the file that a location in the text names; of nothing = of the text.
  const char *File;
  size_t FileSize;
  const char *Message;
  size_t MessageSize;
};

/// Who called, and how it is told things. Context is passed back as it is.
struct MyTritonMLIRClient {
  void *Context;
  void (*Diagnose)(void *Context, const struct MyTritonMLIRDiagnostic *D);
  /// Called once, and only by a call that succeeds.
  void (*TakeBitcode)(void *Context, const char *Data, size_t Size);
};

/// How text becomes LLVM IR.
struct MyTritonMLIRLowering {
  int LineInfo; ///< instructions say which lines they come from
};

/// The MYTRITON_MLIR_STAMP a plugin was built for. One with another stamp must
/// not be called.
typedef const char *MyTritonMLIRStampFn(void);
#define MYTRITON_MLIR_STAMP_SYMBOL "mtMLIRStamp"

/// Parses and verifies. 0 after diagnosing errors.
typedef int MyTritonMLIRVerifyFn(const char *Text, size_t Size,
                                 const struct MyTritonMLIRClient *Client);
#define MYTRITON_MLIR_VERIFY_SYMBOL "mtMLIRVerify"

/// Parses, verifies, and makes LLVM IR of the one `gpu.module` that Text holds.
/// 0 after diagnosing errors.
typedef int MyTritonMLIRLowerFn(const char *Text, size_t Size,
                                const struct MyTritonMLIRLowering *Options,
                                const struct MyTritonMLIRClient *Client);
#define MYTRITON_MLIR_LOWER_SYMBOL "mtMLIRLower"

} // extern "C"

#endif // MYTRITON_BACKEND_MLIR_PLUGINABI_H
