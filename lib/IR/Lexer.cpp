//===- Lexer.cpp - Tokens of the textual IR -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

static bool isReserved(StringRef Word) {
  return llvm::StringSwitch<bool>(Word)
      .Cases({"true", "false", "inf", "nan", "none"}, true)
      .Cases({"kernel", "func", "params", "attributes", "layout", "loc"}, true)
      .Cases({"for", "in", "range", "iter_args", "while", "do"}, true)
      .Cases({"if", "else", "yield", "condition", "return", "call"}, true)
      .Cases({"reduce", "scan", "combine", "callsite", "unknown"}, true)
      .Cases({"at", "to"}, true)
      .Default(false);
}

bool mt::isPlainName(StringRef Name) {
  return !Name.empty() && isIdentStart(Name.front()) &&
         llvm::all_of(Name, isIdentBody) && !isReserved(Name);
}

//===----------------------------------------------------------------------===//
// Lexer
//===----------------------------------------------------------------------===//

const char *Lexer::skipBlank(const char *P) {
  for (; P != TextEnd; ++P) {
    if (*P == '\n') {
      ++Line;
      LineStart = P + 1;
    } else if (*P == '/' && P + 1 != TextEnd && P[1] == '/') {
      while (P + 1 != TextEnd && P[1] != '\n')
        ++P;
    } else if (*P != ' ' && *P != '\t' && *P != '\r') {
      break;
    }
  }
  return P;
}

const char *Lexer::scanIdent(const char *P) const {
  while (P != TextEnd && hasClass(*P, CC_Body))
    ++P;
  return P;
}

void Lexer::lex(const char *P) {
  // Nearly every token stands behind one space or none.
  if (P != TextEnd && *P == ' ')
    ++P;
  if (P == TextEnd || uint8_t(*P) <= ' ' || *P == '/')
    P = skipBlank(P);
  Tok.Begin = P;
  if (P == TextEnd)
    return finish(TokenKind::Eof, P);
  switch (*P) {
  case '%':
    return lexValue();
  case ',':
    return finish(TokenKind::Comma, P + 1);
  case ':':
    return finish(TokenKind::Colon, P + 1);
  case '=':
    return finish(TokenKind::Equal, P + 1);
  case '{':
    return finish(TokenKind::LBrace, P + 1);
  case '}':
    return finish(TokenKind::RBrace, P + 1);
  case '(':
    return finish(TokenKind::LParen, P + 1);
  case ')':
    return finish(TokenKind::RParen, P + 1);
  case '[':
    return finish(TokenKind::LBracket, P + 1);
  case ']':
    return finish(TokenKind::RBracket, P + 1);
  case '"':
    return lexString();
  case '@':
    return lexSymbol();
  case '<':
  case '>':
  case '#':
    return finish(TokenKind::Other, P + 1);
  default:
    if (hasClass(*P, CC_Start))
      return finish(TokenKind::Ident, scanIdent(P + 1));
    return lexMinusOrNumber();
  }
}

void Lexer::lexValue() {
  const char *First = Tok.Begin + 1, *P = First;
  uint32_t N = 0;
  while (P != TextEnd && hasClass(*P, CC_Digit) && P - First < 9)
    N = N * 10 + (*P++ - '0');
  bool AllDigits = P == TextEnd || !hasClass(*P, CC_Body);
  Tok.IsNumbered = AllDigits && P != First && (*First != '0' || P == First + 1);
  Tok.Number = N;
  P = scanIdent(P);
  finish(P == First ? TokenKind::Invalid : TokenKind::Value, P);
}

void Lexer::lexSymbol() {
  const char *First = Tok.Begin + 1;
  if (First != TextEnd && *First == '"') {
    const char *At = Tok.Begin;
    Tok.Begin = First;
    lexString();
    Tok.Begin = At;
    if (Tok.Kind == TokenKind::String)
      Tok.Kind = TokenKind::Symbol;
    return;
  }
  const char *P = scanIdent(First);
  finish(P == First ? TokenKind::Invalid : TokenKind::Symbol, P);
}

const char *mt::scanNumber(const char *P, const char *End, bool &IsFloat) {
  auto Digits = [&] {
    while (P != End && hasClass(*P, CC_Digit))
      ++P;
  };
  IsFloat = false;
  if (P != End && *P == '-')
    ++P;
  Digits();
  if (End - P > 1 && *P == '.' && hasClass(P[1], CC_Digit)) {
    IsFloat = true;
    ++P;
    Digits();
  }
  if (P != End && (*P == 'e' || *P == 'E')) {
    const char *Q = P + 1;
    if (Q != End && (*Q == '+' || *Q == '-'))
      ++Q;
    if (Q != End && hasClass(*Q, CC_Digit)) {
      IsFloat = true;
      P = Q;
      Digits();
    }
  }
  return P;
}

void Lexer::lexMinusOrNumber() {
  const char *P = Tok.Begin;
  bool IsFloat;
  if (*P == '-') {
    StringRef Rest(P + 1, TextEnd - P - 1);
    if (Rest.starts_with(">"))
      return finish(TokenKind::Arrow, P + 2);
    if (Rest.starts_with("inf"))
      return finish(TokenKind::Number, P + 4);
    if (Rest.empty() || !hasClass(Rest.front(), CC_Digit))
      return finish(TokenKind::Invalid, P + 1);
  } else if (!hasClass(*P, CC_Digit)) {
    return finish(TokenKind::Invalid, P + 1);
  }
  finish(TokenKind::Number, scanNumber(P, TextEnd, IsFloat));
}

void Lexer::lexString() {
  const char *P = Tok.Begin + 1;
  for (; P != TextEnd && *P != '\n'; ++P) {
    if (*P == '"')
      return finish(TokenKind::String, P + 1);
    if (*P == '\\' && P + 1 != TextEnd && P[1] != '\n')
      ++P;
  }
  finish(TokenKind::Invalid, P);
}

/// Reads up to Max digits of the given base; false without any.
static bool takeCode(StringRef &Rest, unsigned Base, unsigned Max, char &Out) {
  unsigned Code = 0, N = 0;
  while (N != Max && !Rest.empty()) {
    unsigned Digit = llvm::hexDigitValue(Rest.front());
    if (Digit >= Base)
      break;
    Code = Code * Base + Digit;
    Rest = Rest.drop_front();
    ++N;
  }
  Out = char(Code);
  return N != 0 && Code < 256;
}

bool mt::unescape(StringRef Quoted, std::string &Out) {
  StringRef Rest = Quoted.drop_front().drop_back();
  Out.clear();
  while (!Rest.empty()) {
    char C = Rest.front();
    Rest = Rest.drop_front();
    if (C == '\\') {
      if (Rest.empty())
        return false;
      char E = Rest.front();
      bool IsOctal = E >= '0' && E <= '7';
      if (!IsOctal)
        Rest = Rest.drop_front();
      if (E == 'n' || E == 't')
        C = E == 'n' ? '\n' : '\t';
      else if (E == '\\' || E == '"')
        C = E;
      else if (!(E == 'x' && takeCode(Rest, 16, 2, C)) &&
               !(IsOctal && takeCode(Rest, 8, 3, C)))
        return false;
    }
    Out.push_back(C);
  }
  return true;
}
