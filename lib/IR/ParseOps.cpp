//===- ParseOps.cpp - Reads ops without regions ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Parser.h"

using namespace mt;
using llvm::StringRef;

Parser::OpParser Parser::opParser(OpKind Kind) {
  static constexpr OpParser Table[] = {
#define MT_OP(Name, Family) pickParser<Name##Op>(),
#include "mytriton/IR/Ops.def"
  };
  return Table[unsigned(Kind)];
}

/// Reads ops up to End, which stays. A faulty op costs only itself.
void Parser::parseOps(TokenKind End) {
  while (!at(End) && !at(TokenKind::Eof) && !stopped()) {
    if (at(TokenKind::RBrace)) {
      (void)errorHere("this '}' closes nothing");
      Lex.next();
      continue;
    }
    const char *Begin = Lex.tok().Begin;
    if (succeeded(parseOp()))
      continue;
    if (Lex.tok().Begin == Begin)
      Lex.next();
    skipOp(Begin);
  }
}

LogicalResult Parser::parseOp() {
  OpStart S;
  S.Line = Lex.line();
  S.Column = Lex.column();
  if (at(TokenKind::Value) && failed(parseResultNames(S)))
    return failure();
  if (!at(TokenKind::Ident))
    return expectedHere("an op");
  std::optional<OpKind> Kind = findOp(Lex.tok().text());
  if (!Kind) {
    unknownWord(Lex.tok().text());
    poison(S.Results);
    return failure();
  }
  S.Kind = *Kind;
  S.Name = Lex.tok().text();
  Lex.next();
  if (succeeded((this->*opParser(S.Kind))(S)))
    return success();
  poison(S.Results);
  return failure();
}

LogicalResult Parser::parseResultNames(OpStart &S) {
  do {
    if (!at(TokenKind::Value))
      return expected("the name of a result");
    S.Results.push_back(Lex.tok());
    Lex.next();
  } while (take(TokenKind::Comma));
  return expect(TokenKind::Equal, "'=' behind the names of results");
}

LogicalResult Parser::parsePlain(OpStart &S) {
  const OpInfo &Info = getOpInfo(S.Kind);
  clearOp();
  if ((Info.NumOperands || Info.Variadic) && atOperand() &&
      failed(parseOperandList()))
    return failure();
  if (failed(checkOperandCount(S)) || failed(parseOpTail(S)) ||
      failed(checkResultCount(
          S, Info.Result == ResultType::None ? 0 : Info.NumResults)) ||
      failed(resolveOperands(Info)))
    return failure();
  return defineResults(S, createOp(S));
}

void Parser::clearOp() {
  Operands.clear();
  ResultTypes.clear();
  Attrs = AttrDict();
  HasLoc = false;
  HasLiterals = false;
}

/// Trailing operands that may be absent may also be left out of the text.
LogicalResult Parser::checkOperandCount(const OpStart &S) {
  const OpInfo &Info = getOpInfo(S.Kind);
  size_t Given = Operands.size();
  while (Operands.size() < Info.NumOperands &&
         Info.Operands[Operands.size()].Optional)
    Operands.emplace_back();
  size_t N = Info.NumOperands;
  if (Operands.size() == N || (Info.Variadic && Operands.size() > N))
    return success();
  return error(S.Name, "'" + S.Name + "' takes " +
                           (Info.Variadic ? "at least " : "") + llvm::Twine(N) +
                           (N == 1 ? " operand" : " operands") + ", got " +
                           llvm::Twine(Given));
}

/// Attributes, result types, location.
LogicalResult Parser::parseOpTail(OpStart &S) {
  if (at(TokenKind::LBrace) && failed(parseAttrs(&getOpInfo(S.Kind), Attrs)))
    return failure();
  if (take(TokenKind::Colon) && failed(parseResultTypes(S.Kind)))
    return failure();
  if (atWord("loc")) {
    HasLoc = true;
    return parseLoc(Loc);
  }
  return success();
}

/// Results may stay nameless, but each has a type.
LogicalResult Parser::checkResultCount(const OpStart &S, size_t N) {
  if (ResultTypes.empty() && N)
    return expected("':' and the type of the result of '" + S.Name.str() + "'");
  if (ResultTypes.size() != N)
    return error(S.Name, "'" + S.Name + "' has " + llvm::Twine(N) +
                             (N == 1 ? " result, but " : " results, but ") +
                             llvm::Twine(ResultTypes.size()) +
                             (ResultTypes.size() == 1 ? " type is given"
                                                      : " types are given"));
  return checkResultNames(S);
}

LogicalResult Parser::checkResultNames(const OpStart &S) {
  size_t Names = S.Results.size(), N = ResultTypes.size();
  if (!Names || Names == N)
    return success();
  return error(StringRef(S.Results.front().Begin,
                         S.Results.back().End - S.Results.front().Begin),
               llvm::Twine(Names) + (Names == 1 ? " name" : " names") +
                   " for the " + llvm::Twine(N) +
                   (N == 1 ? " result of '" : " results of '") + S.Name + "'");
}

Op *Parser::createOp(const OpStart &S) {
  // Without loc(...) an op stands where its text does.
  if (!HasLoc)
    Loc = Location(Scope, S.Line, S.Column, Lex.prevLine(), Lex.prevColumn());
  Op *O = K->createOp(S.Kind, Loc, OperandValues, ResultTypes, Attrs);
  B->insert(O);
  return O;
}

LogicalResult Parser::defineResults(const OpStart &S, Op *O) {
  for (auto [I, Name] : llvm::enumerate(S.Results))
    if (failed(define(Name, O->result(I))))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Terminators and calls
//===----------------------------------------------------------------------===//

/// True where an op starts a line: behind a terminator that should be the last
/// op of its region but is not, this is no operand.
bool Parser::atNextOp() const {
  if (!Lex.atLineStart())
    return false;
  if (at(TokenKind::Value))
    return Lex.peek().is(TokenKind::Equal);
  return at(TokenKind::Ident) && findOp(Lex.tok().text()) &&
         !Params.contains(Lex.tok().text());
}

/// `yield`, `return`, `condition`: operands alone.
LogicalResult Parser::parseTerminator(OpStart &S) {
  const OpInfo &Info = getOpInfo(S.Kind);
  clearOp();
  if (atOperand() && !atNextOp() && failed(parseOperandList()))
    return failure();
  if (failed(checkOperandCount(S)) || failed(parseOpTail(S)) ||
      failed(checkResultCount(S, 0)) || failed(resolveOperands(Info)))
    return failure();
  createOp(S);
  return success();
}

template <> LogicalResult Parser::parseCustom<OpKind::Yield>(OpStart &S) {
  return parseTerminator(S);
}
template <> LogicalResult Parser::parseCustom<OpKind::Condition>(OpStart &S) {
  return parseTerminator(S);
}
template <> LogicalResult Parser::parseCustom<OpKind::Return>(OpStart &S) {
  return parseTerminator(S);
}

template <> LogicalResult Parser::parseCustom<OpKind::Call>(OpStart &S) {
  std::string Callee;
  clearOp();
  if (failed(parseName(Callee)) ||
      failed(expect(TokenKind::LParen, "'(' behind the callee")))
    return failure();
  if (!at(TokenKind::RParen) && failed(parseOperandList()))
    return failure();
  if (failed(expect(TokenKind::RParen, "')' or ',' behind an argument")) ||
      failed(parseOpTail(S)) || failed(checkResultNames(S)) ||
      failed(resolveOperands(CallOp::Info)))
    return failure();
  llvm::SmallVector<NamedAttr, 2> Entries{
      Ctx.named("callee", Ctx.stringAttr(Callee))};
  for (const NamedAttr &Each : Attrs.entries())
    if (Each.Name != "callee")
      Entries.push_back(Each);
  Attrs = Ctx.dict(Entries);
  return defineResults(S, createOp(S));
}
