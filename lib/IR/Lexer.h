//===- Lexer.h - Tokens of the textual IR -----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hand-written and lazy: one token at a time over the caller's buffer, which
// needs no terminating NUL. Types and literal suffixes are read by the parser
// straight from the characters.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_LEXER_H
#define MYTRITON_LIB_IR_LEXER_H

#include "llvm/ADT/StringRef.h"
#include <array>
#include <cstdint>
#include <string>

namespace mt {

enum class TokenKind : uint8_t {
  Eof,
  Invalid, ///< a character or an unterminated string that starts no token
  Ident,   ///< add, x, f32
  Value,   ///< %12, %name
  Symbol,  ///< @name, @"any text"
  Number,  ///< 12, -0.5, 1e-05, -inf
  String,  ///< "text"
  LBrace,
  RBrace,
  LParen,
  RParen,
  LBracket,
  RBracket,
  Comma,
  Colon,
  Equal,
  Arrow,
  Other, ///< '<', '>', '#': part of the grammar, but of no op's text
};

struct Token {
  TokenKind Kind = TokenKind::Eof;
  /// Value: digits alone, without leading zeros and below 10^9.
  bool IsNumbered = false;
  /// The number of a numbered value.
  uint32_t Number = 0;
  const char *Begin = nullptr;
  const char *End = nullptr;

  bool is(TokenKind K) const { return Kind == K; }
  llvm::StringRef text() const { return {Begin, size_t(End - Begin)}; }
  bool isWord(llvm::StringRef Word) const {
    return Kind == TokenKind::Ident && text() == Word;
  }
};

/// Character classes of the grammar.
enum CharClass : uint8_t { CC_Start = 1, CC_Body = 2, CC_Digit = 4 };
inline constexpr std::array<uint8_t, 256> CharClasses = [] {
  std::array<uint8_t, 256> T{};
  for (unsigned C = 0; C != 256; ++C) {
    bool Letter = (C >= 'a' && C <= 'z') || (C >= 'A' && C <= 'Z') ||
                  C == '_' || C >= 0x80; // UTF-8: Python allows such names
    if (Letter)
      T[C] = CC_Start | CC_Body;
    if (C >= '0' && C <= '9')
      T[C] = CC_Body | CC_Digit;
    if (C == '$' || C == '.')
      T[C] = CC_Body;
  }
  return T;
}();
inline bool hasClass(char C, CharClass Class) {
  return CharClasses[uint8_t(C)] & Class;
}
inline bool isIdentStart(char C) { return hasClass(C, CC_Start); }
inline bool isIdentBody(char C) { return hasClass(C, CC_Body); }

/// True if Name can stand as a parameter's name without quotes: an identifier
/// that is neither a keyword nor a literal word.
bool isPlainName(llvm::StringRef Name);

/// The text of a String token or of a quoted symbol, escapes resolved; false
/// if an escape is malformed.
bool unescape(llvm::StringRef Quoted, std::string &Out);

class Lexer {
public:
  explicit Lexer(llvm::StringRef Text)
      : TextEnd(Text.end()), Line(1), LineStart(Text.begin()) {
    Tok.Begin = Tok.End = PrevEnd = PrevLineStart = Text.begin();
  }

  /// Moves on to the next token.
  void next() {
    PrevEnd = Tok.End;
    PrevLine = Line;
    PrevLineStart = LineStart;
    lex(Tok.End);
  }
  /// Moves on to the token that starts at or after P, which the parser has
  /// read up to by itself within the line.
  void resumeAt(const char *P) {
    PrevEnd = P;
    PrevLine = Line;
    PrevLineStart = LineStart;
    lex(P);
  }
  /// The same where line ends may lie in between.
  void resumeAcross(const char *P) {
    for (const char *Q = Tok.Begin; Q != P; ++Q)
      if (*Q == '\n') {
        ++Line;
        LineStart = Q + 1;
      }
    resumeAt(P);
  }
  /// The kind of the token behind the current one, and its text.
  Token peek() const {
    Lexer Copy = *this;
    Copy.next();
    return Copy.Tok;
  }

  const Token &tok() const { return Tok; }
  const char *end() const { return TextEnd; }
  /// Place of the current token.
  unsigned line() const { return Line; }
  unsigned column() const { return Tok.Begin - LineStart + 1; }
  /// Last character of the token before the current one.
  unsigned prevLine() const { return PrevLine; }
  unsigned prevColumn() const { return PrevEnd - PrevLineStart; }
  const char *prevEnd() const { return PrevEnd; }
  /// True if the current token is the first one on its line.
  bool atLineStart() const { return Line != PrevLine; }

private:
  void lex(const char *P);
  const char *skipBlank(const char *P);
  const char *scanIdent(const char *P) const;
  void lexValue();
  void lexSymbol();
  void lexMinusOrNumber();
  void lexString();
  void finish(TokenKind K, const char *End) {
    Tok.Kind = K;
    Tok.End = End;
  }

  Token Tok;
  const char *TextEnd;
  unsigned Line;
  const char *LineStart;
  const char *PrevEnd;
  unsigned PrevLine = 1;
  const char *PrevLineStart;
};

/// The end of the number that starts at P (a digit or '-'), and whether it is
/// written as a float.
const char *scanNumber(const char *P, const char *End, bool &IsFloat);

} // namespace mt

#endif // MYTRITON_LIB_IR_LEXER_H
