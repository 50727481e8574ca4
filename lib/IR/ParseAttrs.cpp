//===- ParseAttrs.cpp - Reads attributes ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Parser.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

/// Attributes start as a region does, but continue `name=`.
bool Parser::atAttrs() const {
  if (!at(TokenKind::LBrace))
    return false;
  Lexer Ahead = Lex;
  Ahead.next();
  if (!Ahead.tok().is(TokenKind::Ident))
    return false;
  Ahead.next();
  return Ahead.tok().is(TokenKind::Equal);
}

/// The text `{…}` at P if it is one line without nested braces or strings.
static StringRef simpleBraces(const char *P, const char *End) {
  for (const char *Q = P + 1; Q != End; ++Q) {
    if (*Q == '}')
      return StringRef(P, Q + 1 - P);
    if (*Q == '{' || *Q == '"' || *Q == '\n')
      break;
  }
  return StringRef();
}

/// Puts the entries an op declares into the declared order, in front of any
/// others, so that equal ops share one dictionary.
static void sortAsDeclared(const OpInfo &Info,
                           llvm::SmallVectorImpl<NamedAttr> &Entries) {
  auto Rank = [&](const NamedAttr &E) {
    for (unsigned I = 0; I != Info.NumAttrs; ++I)
      if (E.Name == Info.Attrs[I].Name)
        return I;
    return unsigned(Info.NumAttrs);
  };
  llvm::stable_sort(Entries, [&](const NamedAttr &A, const NamedAttr &B) {
    return Rank(A) < Rank(B);
  });
}

/// Reads `{a=1, b=2}`. Info orders an op's attributes; null elsewhere.
LogicalResult Parser::parseAttrs(const OpInfo *Info, AttrDict &Out) {
  StringRef Whole = simpleBraces(Lex.tok().Begin, Lex.end());
  auto &Slot = Dicts.slot(Whole, Info);
  if (!Whole.empty() && Slot.matches(Whole, Info)) {
    Out = Slot.Result;
    Lex.resumeAt(Whole.end());
    return success();
  }
  Lex.next();
  llvm::SmallVector<NamedAttr, 4> Entries;
  if (!at(TokenKind::RBrace)) {
    do {
      if (failed(parseAttrEntry(Entries)))
        return failure();
    } while (take(TokenKind::Comma));
  }
  if (!at(TokenKind::RBrace))
    return expected("'}' or ',' behind an attribute");
  bool IsWhole = Lex.tok().End == Whole.end();
  Lex.next();
  if (Info)
    sortAsDeclared(*Info, Entries);
  Out = Ctx.dict(Entries);
  if (IsWhole)
    Slot = {Whole, Info, Out};
  return success();
}

LogicalResult
Parser::parseAttrEntry(llvm::SmallVectorImpl<NamedAttr> &Entries) {
  if (!at(TokenKind::Ident))
    return expected("the name of an attribute");
  StringRef Name = Lex.tok().text();
  for (const NamedAttr &Each : Entries)
    if (Each.Name == Name)
      return errorHere("attribute '" + Name + "' is given twice");
  Lex.next();
  Attr Value;
  if (failed(expect(TokenKind::Equal, "'=' behind the attribute's name")) ||
      failed(parseAttr(Value, 0)))
    return failure();
  Entries.push_back(Ctx.named(Name, Value));
  return success();
}

LogicalResult Parser::parseAttr(Attr &Out, unsigned Nesting) {
  if (Nesting > 32)
    return errorHere("attribute nested deeper than 32");
  const Token &T = Lex.tok();
  switch (T.Kind) {
  case TokenKind::Number:
    return parseAttrLiteral(Out);
  case TokenKind::String: {
    std::string Value;
    if (!unescape(T.text(), Value))
      return errorHere("malformed escape in a string");
    Out = Ctx.stringAttr(Value);
    Lex.next();
    return success();
  }
  case TokenKind::LParen:
    return parseAttrList(TokenKind::RParen, Out, Nesting);
  case TokenKind::LBracket:
    return parseAttrList(TokenKind::RBracket, Out, Nesting);
  case TokenKind::Ident: {
    if (T.isWord("true") || T.isWord("false") || T.isWord("inf") ||
        T.isWord("nan"))
      return parseAttrLiteral(Out);
    Type Ty;
    if (failed(parseType(Ty))) // says which type it does not know
      return failure();
    Out = Ctx.typeAttr(Ty);
    return success();
  }
  default:
    return expected("the value of an attribute");
  }
}

/// Without a type, integers are i64 and other numbers f64.
LogicalResult Parser::parseAttrLiteral(Attr &Out) {
  StringRef Lit;
  Type T;
  if (failed(parseLiteral(Lit, T)))
    return failure();
  bool IsInteger = llvm::all_of(Lit.starts_with("-") ? Lit.drop_front() : Lit,
                                llvm::isDigit);
  if (!T && (Lit == "true" || Lit == "false"))
    T = Ctx.boolean();
  else if (!T)
    T = Ctx.scalar(IsInteger ? TypeKind::I64 : TypeKind::F64);
  if (!T.isScalar())
    return error(Lit, "a literal is a scalar");
  Constant *C = makeLiteral(Lit, T);
  if (!C)
    return failure();
  Out = Ctx.literalAttr(C);
  return success();
}

LogicalResult Parser::parseAttrList(TokenKind Close, Attr &Out,
                                    unsigned Nesting) {
  llvm::SmallVector<Attr, 4> Elements;
  Lex.next();
  while (!at(Close)) {
    if (failed(parseAttr(Elements.emplace_back(), Nesting + 1)))
      return failure();
    if (!take(TokenKind::Comma))
      break;
  }
  if (!take(Close))
    return expected(Close == TokenKind::RParen ? "')' or ','" : "']' or ','");
  Out = Close == TokenKind::RParen ? Ctx.tupleAttr(Elements)
                                   : Ctx.arrayAttr(Elements);
  return success();
}
