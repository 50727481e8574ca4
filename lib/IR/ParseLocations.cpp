//===- ParseLocations.cpp - Reads loc(...) --------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Parser.h"

using namespace mt;

LogicalResult Parser::parseLoc(Location &Out) {
  Lex.next();
  if (failed(expect(TokenKind::LParen, "'(' behind 'loc'")) ||
      failed(parsePlace(Out, 0)))
    return failure();
  return expect(TokenKind::RParen, "')' to end the location");
}

LogicalResult Parser::parsePlace(Location &Out, unsigned Nesting) {
  if (Nesting > 256)
    return errorHere("call sites nested deeper than 256");
  if (takeWord("unknown")) {
    Out = Location();
    return success();
  }
  if (at(TokenKind::String))
    return parseFilePlace(Out);
  if (!takeWord("callsite"))
    return expected("a place: \"file\":line:column, callsite(…) or unknown");
  Location Callee, Caller;
  if (failed(expect(TokenKind::LParen, "'(' behind 'callsite'")) ||
      failed(parsePlace(Callee, Nesting + 1)) || failed(expectWord("at")) ||
      failed(parsePlace(Caller, Nesting + 1)) ||
      failed(expect(TokenKind::RParen, "')' to end the call site")))
    return failure();
  Out = Callee.inScope(Ctx.scope(Callee.file(), Caller));
  return success();
}

LogicalResult Parser::parseLineColumn(unsigned &Line, unsigned &Column) {
  for (unsigned *Each : {&Line, &Column}) {
    if (Each == &Column && failed(expect(TokenKind::Colon, "':'")))
      return failure();
    if (!at(TokenKind::Number) || Lex.tok().text().getAsInteger(10, *Each))
      return expected(Each == &Line ? "a line number" : "a column number");
    Lex.next();
  }
  return success();
}

LogicalResult Parser::parseFilePlace(Location &Out) {
  std::string Name;
  if (!unescape(Lex.tok().text(), Name))
    return errorHere("malformed escape in a file name");
  Lex.next();
  unsigned Line = 0, Column = 0, EndLine = 0, EndColumn = 0;
  if (failed(expect(TokenKind::Colon, "':' and a line number")) ||
      failed(parseLineColumn(Line, Column)))
    return failure();
  if (takeWord("to") && failed(parseLineColumn(EndLine, EndColumn)))
    return failure();
  Out = Location(Ctx.scope(Name), Line, Column, EndLine, EndColumn);
  return success();
}
