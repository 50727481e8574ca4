//===- ExpectedDiagnostics.h - -verify-diagnostics --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comments in the input say what is reported where:
//
//   %0 = add x, y : f32   // expected-error {{'y' is not defined}}
//   // expected-note@-1 {{part of the message}}
//   // expected-warning@below {{…}}     also @above, @+N, @-N
//   // expected-error@unknown {{…}}     a diagnostic without a location
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_DRIVER_EXPECTEDDIAGNOSTICS_H
#define MYTRITON_DRIVER_EXPECTEDDIAGNOSTICS_H

#include "mytriton/Support/Diagnostics.h"

namespace mt {

/// Compares what an engine reports with what comments of a text expect.
class ExpectedDiagnostics {
public:
  /// Reads the comments of Text. Lines count from 1 in Text.
  ExpectedDiagnostics(llvm::StringRef Text, llvm::StringRef FileName);

  /// Takes the place of Diags's handler.
  void attach(DiagnosticEngine &Diags);
  /// Reports what did not come, and malformed comments, to stderr. True if
  /// everything matched.
  bool finish();

private:
  struct Expectation {
    Severity Kind;
    unsigned Line; ///< 0: no location
    unsigned CommentLine;
    std::string Text;
    bool Seen = false;
  };
  void parseComment(llvm::StringRef Rest, unsigned Line);
  void check(const Diagnostic &D);
  llvm::raw_ostream &fault(unsigned Line);

  std::string FileName;
  std::vector<Expectation> Expected;
  bool Ok = true;
};

} // namespace mt

#endif // MYTRITON_DRIVER_EXPECTEDDIAGNOSTICS_H
