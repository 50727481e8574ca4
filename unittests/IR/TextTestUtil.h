//===- TextTestUtil.h - Helpers for tests of textual IR ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#ifndef MYTRITON_UNITTESTS_IR_TEXTTESTUTIL_H
#define MYTRITON_UNITTESTS_IR_TEXTTESTUTIL_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"
#include "gtest/gtest.h"

namespace mt::test {

/// A diagnostic engine that keeps what it is told, one line per message:
/// `2:5: error: text`, notes indented below.
class Collected : public DiagnosticEngine {
public:
  Collected() {
    setHandler([this](const Diagnostic &D) { add(D, ""); });
  }
  const std::string &text() const { return Text; }

private:
  void add(const Diagnostic &D, const char *Indent) {
    llvm::raw_string_ostream OS(Text);
    OS << Indent;
    if (D.Loc)
      OS << D.Loc.line() << ':' << D.Loc.column() << ": ";
    OS << (D.Kind == Severity::Note ? "note: " : "error: ") << D.Message
       << '\n';
    for (const Diagnostic &N : D.Notes)
      add(N, "  ");
  }
  std::string Text;
};

inline std::string printed(Module &M, PrintOptions Options = {}) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, M, Options);
  return Text;
}

/// Parses Text, which must be free of errors.
inline std::unique_ptr<Module> parsed(Context &Ctx, llvm::StringRef Text) {
  Collected Diags;
  auto M = parseModule(Ctx, Text, "test.mt", Diags);
  EXPECT_TRUE(M) << Diags.text() << Text.str();
  return M;
}

/// What parsing Text reports; empty if it is fine.
inline std::string parseErrors(llvm::StringRef Text) {
  Context Ctx;
  Collected Diags;
  auto M = parseModule(Ctx, Text, "test.mt", Diags);
  EXPECT_EQ(M == nullptr, Diags.hasErrors());
  return Diags.text();
}

/// What the verifier reports of Text, which must parse.
inline std::string verifyErrors(llvm::StringRef Text) {
  Context Ctx;
  Collected Diags;
  auto M = parseModule(Ctx, Text, "test.mt", Diags);
  if (!M) {
    ADD_FAILURE() << Diags.text();
    return "";
  }
  bool Failed = failed(verify(*M, Diags));
  EXPECT_EQ(Failed, Diags.hasErrors());
  return Diags.text();
}

/// The text that Text prints back as.
inline std::string reprinted(llvm::StringRef Text) {
  Context Ctx;
  auto M = parsed(Ctx, Text);
  return M ? printed(*M) : std::string();
}

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_IR_TEXTTESTUTIL_H
