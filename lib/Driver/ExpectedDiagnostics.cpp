//===- ExpectedDiagnostics.cpp - -verify-diagnostics ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/ExpectedDiagnostics.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using llvm::StringRef;

static StringRef spelling(Severity Kind) {
  switch (Kind) {
  case Severity::Error:
    return "error";
  case Severity::Warning:
    return "warning";
  case Severity::Remark:
    return "remark";
  case Severity::Note:
    return "note";
  }
  llvm_unreachable("covered switch");
}

llvm::raw_ostream &ExpectedDiagnostics::fault(unsigned Line) {
  Ok = false;
  return llvm::errs() << FileName << ':' << Line << ": error: ";
}

ExpectedDiagnostics::ExpectedDiagnostics(StringRef Text, StringRef FileName)
    : FileName(FileName) {
  unsigned Line = 0;
  while (!Text.empty()) {
    ++Line;
    StringRef Current;
    std::tie(Current, Text) = Text.split('\n');
    size_t Comment = Current.find("//");
    if (Comment == StringRef::npos)
      continue;
    Current = Current.substr(Comment);
    for (size_t At = Current.find("expected-"); At != StringRef::npos;
         At = Current.find("expected-")) {
      Current = Current.substr(At + StringRef("expected-").size());
      parseComment(Current, Line);
    }
  }
}

/// Reads `@+2`, `@below` and the like; false if malformed.
static bool parsePlace(StringRef &Rest, unsigned &Line) {
  if (!Rest.consume_front("@"))
    return true;
  if (Rest.consume_front("unknown"))
    Line = 0;
  else if (Rest.consume_front("below"))
    ++Line;
  else if (Rest.consume_front("above"))
    --Line;
  else {
    bool Down = Rest.consume_front("+");
    unsigned N;
    if ((!Down && !Rest.consume_front("-")) || Rest.consumeInteger(10, N))
      return false;
    Line = Down ? Line + N : Line - N;
  }
  return true;
}

/// Rest stands behind `expected-`.
void ExpectedDiagnostics::parseComment(StringRef Rest, unsigned Line) {
  std::optional<Severity> Kind;
  for (Severity S :
       {Severity::Error, Severity::Warning, Severity::Remark, Severity::Note})
    if (!Kind && Rest.consume_front(spelling(S)))
      Kind = S;
  if (!Kind)
    return; // a word of an ordinary comment
  unsigned At = Line;
  if (!parsePlace(Rest, At)) {
    fault(Line) << "expected @+N, @-N, @above, @below or @unknown\n";
    return;
  }
  Rest = Rest.ltrim();
  size_t End = Rest.find("}}");
  if (!Rest.consume_front("{{") || End == StringRef::npos) {
    fault(Line) << "expected {{text}} behind expected-" << spelling(*Kind)
                << '\n';
    return;
  }
  Expected.push_back({*Kind, At, Line, Rest.take_front(End - 2).str()});
}

void ExpectedDiagnostics::check(const Diagnostic &D) {
  unsigned Line = D.Loc ? D.Loc.line() : 0;
  bool Found = false;
  for (Expectation &E : Expected) {
    if (E.Seen || E.Kind != D.Kind || E.Line != Line ||
        !StringRef(D.Message).contains(E.Text))
      continue;
    E.Seen = Found = true;
    break;
  }
  if (!Found)
    fault(Line) << "unexpected " << spelling(D.Kind) << ": " << D.Message
                << '\n';
  for (const Diagnostic &Note : D.Notes)
    check(Note);
}

void ExpectedDiagnostics::attach(DiagnosticEngine &Diags) {
  Diags.setHandler([this](const Diagnostic &D) { check(D); });
}

bool ExpectedDiagnostics::finish() {
  for (const Expectation &E : Expected)
    if (!E.Seen)
      fault(E.CommentLine) << "expected " << spelling(E.Kind) << " \"" << E.Text
                           << "\" was not reported\n";
  return Ok;
}
