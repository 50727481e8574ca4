//===- ParseErrors.cpp - Reports errors and goes on behind them -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

Location Parser::locationOf(StringRef Range) const {
  // Errors are few, so lines are counted when one happens.
  StringRef Before(Text.begin(), Range.begin() - Text.begin());
  unsigned Line = Before.count('\n') + 1;
  size_t LineStart = Before.rfind('\n') + 1; // npos + 1 == 0
  unsigned Column = Before.size() - LineStart + 1;
  StringRef OneLine = Range.take_until([](char C) { return C == '\n'; });
  if (OneLine.size() < 2)
    return Location(Scope, Line, Column);
  return Location(Scope, Line, Column, Line, Column + OneLine.size() - 1);
}

LogicalResult Parser::error(StringRef Range, const llvm::Twine &Message) {
  if (Fatal)
    return failure();
  Diagnostic D;
  D.Loc = locationOf(Range);
  D.Message = Message.str();
  Errors.push_back(std::move(D));
  if (Errors.size() == MaxParseErrors) {
    note(Range, "this was error number " + llvm::Twine(MaxParseErrors) +
                    "; the rest of the text is not read");
    Fatal = true;
  }
  return failure();
}

LogicalResult Parser::errorHere(const llvm::Twine &Message) {
  return error(Lex.tok().text(), Message);
}

/// What a reader sees at the current token.
static std::string describe(const Token &T) {
  if (T.is(TokenKind::Eof))
    return "the end of the text";
  if (T.is(TokenKind::Invalid) && T.text().starts_with("\""))
    return "a string without its closing quote";
  std::string Shown;
  llvm::raw_string_ostream OS(Shown);
  OS << '\'';
  llvm::printEscapedString(T.text().take_front(40), OS);
  OS << '\'';
  return Shown;
}

static std::string quoteWord(StringRef What) {
  bool IsWord = isIdentStart(What.front()) && !What.contains(' ');
  return IsWord ? ("'" + What + "'").str() : What.str();
}

LogicalResult Parser::expectedHere(StringRef What) {
  return errorHere("expected " + quoteWord(What) + ", got " +
                   describe(Lex.tok()));
}

/// What is missing at the end of a line is missed there, not in the next one.
LogicalResult Parser::expected(StringRef What) {
  if (!Lex.atLineStart() || at(TokenKind::Eof))
    return expectedHere(What);
  return error(StringRef(Lex.prevEnd(), 0), "expected " + quoteWord(What));
}

Diagnostic Parser::makeNote(StringRef Range, const llvm::Twine &Message) {
  Diagnostic N;
  N.Kind = Severity::Note;
  N.Loc = locationOf(Range);
  N.Message = Message.str();
  return N;
}

void Parser::note(StringRef Range, const llvm::Twine &Message) {
  if (!Errors.empty())
    Errors.back().Notes.push_back(makeNote(Range, Message));
}

void Parser::flushErrors() {
  for (Diagnostic &D : Errors)
    Diags.emit(std::move(D));
}

/// The op whose name is nearest to Word, if it is near enough to be a slip.
static StringRef nearestOp(StringRef Word) {
  StringRef Best;
  unsigned Limit = Word.size() / 3 + 1, BestDistance = Limit + 1;
  for (unsigned I = 0; I != NumOpKinds; ++I) {
    StringRef Name = getOpInfo(OpKind(I)).Mnemonic;
    unsigned Distance = Word.edit_distance(Name, true, Limit);
    if (Distance < BestDistance) {
      BestDistance = Distance;
      Best = Name;
    }
  }
  return Best;
}

void Parser::unknownWord(StringRef Word) {
  if (Word == "kernel" || Word == "func") {
    (void)errorHere("'" + Word + "' cannot stand inside a body");
    return;
  }
  if (Word.size() > 40) {
    (void)errorHere("unknown op");
    return;
  }
  StringRef Guess = nearestOp(Word);
  (void)errorHere(
      "unknown op '" + Word + "'" +
      (Guess.empty() ? llvm::Twine() : "; did you mean '" + Guess + "'?"));
}

/// Stops at the first token of a line, or at a '}' that closes the region we
/// are in. A '{' at the end of a line opens a region, which is skipped whole;
/// braces within a line are those of attributes or of one-line regions. Those
/// the op has left open so far stand between Begin and the current token.
void Parser::skipOp(const char *Begin) {
  StringRef Read(Begin, Lex.tok().Begin - Begin);
  unsigned Regions = 0;
  unsigned Inline =
      Read.count('{') - std::min(Read.count('{'), Read.count('}'));
  while (!at(TokenKind::Eof)) {
    if (Lex.atLineStart()) {
      Inline = 0;
      if (!Regions)
        return;
    }
    bool FirstOnLine = Lex.atLineStart();
    if (at(TokenKind::RBrace)) {
      if (Inline)
        --Inline;
      else if (!Regions)
        return;
      else if (FirstOnLine)
        --Regions;
    }
    bool IsOpen = at(TokenKind::LBrace);
    Lex.next();
    if (IsOpen)
      ++(Lex.atLineStart() ? Regions : Inline);
  }
}
