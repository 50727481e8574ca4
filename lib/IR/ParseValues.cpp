//===- ParseValues.cpp - Reads and resolves operands ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mt;
using llvm::StringRef;

LogicalResult Parser::define(const Token &Name, Value *V) {
  ValueTable::Entry &E = Values.lookup(Name);
  if (E.S == ValueTable::Visible) {
    (void)error(Name.text(), "redefinition of " + Name.text());
    StringRef First(Values.definition(E), Name.text().size());
    note(First, "first defined here");
    return failure();
  }
  if (E.S == ValueTable::Undefined && E.Where < Errors.size())
    Errors[E.Where].Notes.push_back(
        makeNote(Name.text(), "defined here, after its first use"));
  Values.define(Name, E, V, ValueTable::Visible);
  return success();
}

void Parser::poison(llvm::ArrayRef<Token> Names) {
  for (const Token &Name : Names) {
    ValueTable::Entry &E = Values.lookup(Name);
    if (E.S != ValueTable::Visible)
      Values.define(Name, E, nullptr, ValueTable::Poisoned);
  }
}

bool Parser::atOperand() const {
  switch (Lex.tok().Kind) {
  case TokenKind::Value:
  case TokenKind::Number:
  case TokenKind::String:
    return true;
  case TokenKind::Ident:
    return !atWord("loc");
  default:
    return false;
  }
}

LogicalResult Parser::parseOperandList() {
  do {
    if (failed(parseOperand()))
      return failure();
  } while (take(TokenKind::Comma));
  return success();
}

/// A faulty use of a name is reported and read as a poisoned operand, so that
/// the rest of the op is still checked.
LogicalResult Parser::parseOperand() {
  ParsedOperand &Out = Operands.emplace_back();
  switch (Lex.tok().Kind) {
  case TokenKind::Value:
    return parseValueUse(Out);
  case TokenKind::String:
    return parseParamUse(Out);
  case TokenKind::Number:
    break;
  case TokenKind::Ident: {
    StringRef Word = Lex.tok().text();
    if (takeWord("none"))
      return success();
    if (Word != "true" && Word != "false" && Word != "inf" && Word != "nan")
      return parseParamUse(Out);
    break;
  }
  default:
    return expected("an operand");
  }
  Out.K = ParsedOperand::Literal;
  HasLiterals = true;
  return parseLiteral(Out.Text, Out.Spelt);
}

LogicalResult Parser::parseValueUse(ParsedOperand &Out) {
  const Token &Name = Lex.tok();
  ValueTable::Entry &E = Values.lookup(Name);
  if (E.S == ValueTable::Visible) {
    Out.K = ParsedOperand::Defined;
    Out.V = E.V;
    Lex.next();
    return success();
  }
  Out.K = ParsedOperand::Poisoned;
  if (E.S == ValueTable::Closed) {
    (void)error(Name.text(), "use of " + Name.text() +
                                 ", whose region has ended; only results of "
                                 "the enclosing op leave a region");
    note(StringRef(Values.definition(E), Name.text().size()), "defined here");
  } else if (E.S == ValueTable::Unknown) {
    (void)error(Name.text(), "use of undefined value " + Name.text());
    Values.markUndefined(Name, E, Errors.size() - 1);
  }
  Lex.next();
  return success();
}

LogicalResult Parser::parseParamUse(ParsedOperand &Out) {
  StringRef Name = Lex.tok().text();
  std::string Unquoted;
  if (at(TokenKind::String)) {
    if (!unescape(Name, Unquoted))
      return errorHere("malformed escape in a name");
    Name = Unquoted;
  }
  if (BlockArgument *Param = Params.lookup(Name)) {
    Out.K = ParsedOperand::Defined;
    Out.V = Param;
  } else {
    Out.K = ParsedOperand::Poisoned;
    (void)errorHere("no parameter is called '" + Name + "'");
    if (K->isAnonymous() && Errors.size() == 1)
      note(Lex.tok().text(), "a body without header declares its parameters in "
                             "a first line, as in `params " +
                                 Name + ": ptr<f32>`");
  }
  Lex.next();
  return success();
}

LogicalResult Parser::resolveOperands(const OpInfo &Info) {
  OperandValues.clear();
  for (const ParsedOperand &Each : Operands)
    OperandValues.push_back(Each.V);
  return HasLiterals ? resolveLiterals(Info) : success();
}

LogicalResult Parser::resolveLiterals(const OpInfo &Info) {
  llvm::SmallVector<Type, 8> Known, Outer;
  bool HasPoison = false;
  for (const ParsedOperand &Each : Operands) {
    Known.push_back(Each.V ? Each.V->type() : Type());
    HasPoison |= Each.K == ParsedOperand::Poisoned;
  }
  if (Info.has(OT_Terminator))
    getOuterTypes(*B, Outer);
  LiteralTyping Typing(Ctx, Info, Known, ResultTypes, Outer);
  for (auto [I, Each] : llvm::enumerate(Operands))
    Typing.fix(I, Each.Spelt);
  for (auto [I, Each] : llvm::enumerate(Operands)) {
    if (Each.K != ParsedOperand::Literal)
      continue;
    Type T = Each.Spelt ? Each.Spelt : Typing.at(I);
    if (!T && HasPoison)
      continue;
    if (!T)
      return error(Each.Text,
                   "nothing fixes the type of this literal; write it behind "
                   "the literal, as in 2:i64");
    OperandValues[I] = makeLiteral(Each.Text, T);
    if (!OperandValues[I])
      return failure();
  }
  return success();
}
