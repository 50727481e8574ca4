//===- DiagnosticPrinter.cpp - Text and JSON forms of diagnostics
//----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/Unicode.h"
#include "llvm/Support/WithColor.h"

using namespace mt;
using llvm::raw_ostream;
using llvm::StringRef;

static llvm::SourceMgr::DiagKind toLLVM(Severity Kind) {
  switch (Kind) {
  case Severity::Error:
    return llvm::SourceMgr::DK_Error;
  case Severity::Warning:
    return llvm::SourceMgr::DK_Warning;
  case Severity::Remark:
    return llvm::SourceMgr::DK_Remark;
  case Severity::Note:
    return llvm::SourceMgr::DK_Note;
  }
  llvm_unreachable("covered switch");
}

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

/// Very long lines (minified or binary input) would bury the message.
static constexpr size_t MaxCaretLine = 400;

/// Control characters and broken UTF-8 would reach the terminal; they become
/// one '?' per byte, so that columns stay.
static std::string printable(StringRef Text) {
  std::string Result = Text.str();
  for (char &C : Result)
    if (llvm::isASCII(C) && !llvm::isPrint(C) && C != '\n' && C != '\t')
      C = '?';
  size_t Start = 0, At = 0;
  while (!llvm::json::isUTF8(StringRef(Result).drop_front(Start), &At))
    Result[Start += At] = '?';
  return Result;
}

/// Columns a terminal uses for Text, whose tabs end at multiples of 8.
static unsigned displayWidth(StringRef Text) {
  unsigned Width = 0;
  while (!Text.empty()) {
    auto [Piece, Rest] = Text.split('\t');
    Width += std::max(llvm::sys::unicode::columnWidthUTF8(Piece), 0);
    if (Piece.size() != Text.size())
      Width = (Width + 8) / 8 * 8;
    Text = Rest;
  }
  return Width;
}

/// The caret and the underlined range [Begin, End) below a line that is not
/// ASCII, for which LLVM's renderer shows none.
static void printWideCaret(raw_ostream &OS, StringRef Line, size_t Column,
                           std::pair<size_t, size_t> Range) {
  unsigned Begin = displayWidth(Line.take_front(Range.first));
  unsigned End = displayWidth(Line.take_front(Range.second));
  unsigned Caret = displayWidth(Line.take_front(Column));
  std::string Below(std::max(End, Caret + 1), ' ');
  std::fill(Below.begin() + Begin, Below.begin() + End, '~');
  Below[Caret] = '^';
  OS << Below << '\n';
}

/// One message with caret, through LLVM's renderer.
static void printOne(raw_ostream &OS, const Diagnostic &Diag,
                     const DiagnosticEngine &Engine, bool Colors,
                     StringRef ToolName) {
  std::string Message = printable(Diag.Message);
  // An error's category names its kind for programs; people read the message.
  bool IsFlag = llvm::StringRef(Diag.Category).starts_with("-");
  if (!Diag.Category.empty() && (Diag.Kind != Severity::Error || IsFlag))
    Message += " [" + Diag.Category + "]";
  Location Loc = Diag.Loc;
  if (!Loc) {
    llvm::SMDiagnostic(ToolName, toLLVM(Diag.Kind), Message)
        .print(nullptr, OS, Colors);
    return;
  }
  std::string Line;
  auto Text = Engine.sourceLine(Loc.file(), Loc.line());
  if (Text && Text->size() <= MaxCaretLine)
    Line = printable(*Text);
  std::vector<std::pair<unsigned, unsigned>> Ranges;
  if (Loc.isRange() && !Line.empty()) {
    unsigned End = Loc.endLine() == Loc.line() ? Loc.endColumn() : Line.size();
    Ranges.push_back({Loc.column() - 1, std::min<unsigned>(End, Line.size())});
  }
  // SMDiagnostic identifies positions by SMLoc; only its presence matters.
  static llvm::SourceMgr Empty;
  int Column = Loc.column() ? int(Loc.column()) - 1 : -1;
  llvm::SMDiagnostic(Empty, llvm::SMLoc(), Loc.file(), Loc.line(), Column,
                     toLLVM(Diag.Kind), Message, Line, Ranges)
      .print(nullptr, OS, Colors);
  if (Column >= 0 && size_t(Column) <= Line.size() && !llvm::isASCII(Line)) {
    std::pair<unsigned, unsigned> Point(Column, Column);
    printWideCaret(OS, Line, Column, Ranges.empty() ? Point : Ranges.front());
  }
}

void mt::printDiagnostic(raw_ostream &OS, const Diagnostic &Diag,
                         const DiagnosticEngine &Engine, bool Colors,
                         StringRef ToolName) {
  printOne(OS, Diag, Engine, Colors, ToolName);
  for (const Diagnostic &Note : Diag.Notes)
    printOne(OS, Note, Engine, Colors, ToolName);
  // The call chain of inlined code, innermost first.
  for (Location Call = Diag.Loc.callSite(); Call; Call = Call.callSite()) {
    Diagnostic Note;
    Note.Kind = Severity::Note;
    Note.Loc = Call;
    Note.Message = "called from here";
    printOne(OS, Note, Engine, Colors, ToolName);
  }
}

static llvm::json::Object toJSON(const Diagnostic &Diag) {
  llvm::json::Object Result{{"kind", spelling(Diag.Kind)},
                            {"message", llvm::json::fixUTF8(Diag.Message)}};
  if (!Diag.Category.empty())
    Result["option"] = Diag.Category;
  if (Diag.Loc) {
    Result["file"] = llvm::json::fixUTF8(Diag.Loc.file());
    Result["line"] = Diag.Loc.line();
    Result["column"] = Diag.Loc.column();
    if (Diag.Loc.isRange()) {
      Result["endLine"] = Diag.Loc.endLine();
      Result["endColumn"] = Diag.Loc.endColumn();
    }
  }
  llvm::json::Array Notes;
  for (const Diagnostic &Note : Diag.Notes)
    Notes.push_back(toJSON(Note));
  for (Location Call = Diag.Loc.callSite(); Call; Call = Call.callSite())
    Notes.push_back(toJSON({Severity::Note, Call, "called from here", "", {}}));
  if (!Notes.empty())
    Result["notes"] = std::move(Notes);
  return Result;
}

void mt::printDiagnosticJSON(raw_ostream &OS, const Diagnostic &Diag) {
  OS << llvm::json::Value(toJSON(Diag)) << '\n';
}
