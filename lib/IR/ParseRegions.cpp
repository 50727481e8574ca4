//===- ParseRegions.cpp - Reads ops with regions --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Parser.h"

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult Parser::parseRegion(Block &Target) {
  StringRef Open = Lex.tok().text();
  if (Depth == MaxRegionDepth) {
    (void)errorHere("regions nested deeper than " +
                    llvm::Twine(MaxRegionDepth));
    Fatal = true;
    return failure();
  }
  if (failed(expect(TokenKind::LBrace, "'{' to start a region")))
    return failure();
  ++Depth;
  Block *Outer = std::exchange(B, &Target);
  size_t Mark = Values.openScope();
  parseOps(TokenKind::RBrace);
  Values.closeScope(Mark);
  B = Outer;
  --Depth;
  if (stopped() || take(TokenKind::RBrace))
    return success();
  (void)expected("'}' to end the region");
  note(Open, "the region starts here");
  Fatal = true;
  return failure();
}

/// A region that yields nothing may leave its `yield` out of the text.
void Parser::addYield(Op *O, unsigned Region) {
  Block &Body = O->body(Region);
  if (!O->numResults() && !Body.terminator())
    Body.insert(K->createOp(OpKind::Yield, O->loc(), {}, {}));
}

void Parser::defineArguments(Block &Target, llvm::ArrayRef<Token> Names) {
  for (auto [Name, Arg] : llvm::zip_equal(Names, Target.args()))
    (void)define(Name, Arg);
}

/// What may stand between a region op's operands and its regions.
LogicalResult Parser::parseRegionHeader(OpStart &S) {
  const OpInfo &Info = getOpInfo(S.Kind);
  if (atAttrs() && failed(parseAttrs(&Info, Attrs)))
    return failure();
  if (take(TokenKind::Colon) && failed(parseResultTypes(S.Kind)))
    return failure();
  return checkResultNames(S);
}

/// Results are named by the scope outside, once the regions are read.
LogicalResult Parser::finishRegionOp(OpStart &S, Op *O) {
  if (atWord("loc")) {
    Location Where;
    if (failed(parseLoc(Where)))
      return failure();
    O->setLoc(Where);
  }
  return defineResults(S, O);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// `iter_args(%a = init, …)`, if present; appends to the operands.
LogicalResult Parser::parseIterArgs(NameList &Names) {
  if (!takeWord("iter_args"))
    return success();
  if (failed(expect(TokenKind::LParen, "'(' behind 'iter_args'")))
    return failure();
  do {
    if (!at(TokenKind::Value))
      return expected("the name of a carried value");
    Names.push_back(Lex.tok());
    Lex.next();
    if (failed(expect(TokenKind::Equal, "'=' and an initial value")) ||
        failed(parseOperand()))
      return failure();
  } while (take(TokenKind::Comma));
  return expect(TokenKind::RParen, "')' or ',' behind an initial value");
}

/// The carried values and the rest of a loop's header.
LogicalResult Parser::parseCarried(OpStart &S, NameList &Names) {
  size_t Before = Names.size();
  if (failed(parseIterArgs(Names)) || failed(parseRegionHeader(S)))
    return failure();
  size_t N = Names.size() - Before;
  if (N == ResultTypes.size())
    return resolveOperands(getOpInfo(S.Kind));
  return error(S.Name, "'" + S.Name + "' carries " + llvm::Twine(N) +
                           (N == 1 ? " value, but " : " values, but ") +
                           llvm::Twine(ResultTypes.size()) +
                           (ResultTypes.size() == 1 ? " type is given"
                                                    : " types are given"));
}

LogicalResult Parser::parseForRange(NameList &Names) {
  if (!at(TokenKind::Value))
    return expected("the name of the induction variable");
  Names.push_back(Lex.tok());
  Lex.next();
  if (failed(expectWord("in")) || failed(expectWord("range")) ||
      failed(expect(TokenKind::LParen, "'(' behind 'range'")))
    return failure();
  for (unsigned I = 0; I != 3; ++I) {
    if (I && failed(expect(TokenKind::Comma, "',': a range has start, end and "
                                             "step")))
      return failure();
    if (failed(parseOperand()))
      return failure();
  }
  return expect(TokenKind::RParen, "')' to end the range");
}

template <> LogicalResult Parser::parseCustom<OpKind::For>(OpStart &S) {
  llvm::SmallVector<Token, 4> Names;
  clearOp();
  if (failed(parseForRange(Names)) || failed(parseCarried(S, Names)))
    return failure();
  Type IvType = Ctx.i32();
  for (Value *Bound : llvm::ArrayRef(OperandValues).take_front(3))
    if (Bound) {
      IvType = Bound->type();
      break;
    }
  Op *O = createOp(S);
  O->body().addArgument(IvType);
  for (OpResult *R : O->results())
    O->body().addArgument(R->type());
  size_t Mark = Values.openScope();
  defineArguments(O->body(), Names);
  LogicalResult Result = parseRegion(O->body());
  Values.closeScope(Mark);
  addYield(O, 0);
  return failed(Result) ? Result : finishRegionOp(S, O);
}

template <> LogicalResult Parser::parseCustom<OpKind::While>(OpStart &S) {
  llvm::SmallVector<Token, 4> Names;
  clearOp();
  if (failed(parseCarried(S, Names)))
    return failure();
  Op *O = createOp(S);
  for (OpResult *R : O->results())
    O->body(0).addArgument(R->type());
  // Both regions see the carried values.
  size_t Mark = Values.openScope();
  defineArguments(O->body(0), Names);
  LogicalResult Result = parseRegion(O->body(0));
  if (succeeded(Result))
    Result = expectWord("do");
  if (succeeded(Result))
    Result = parseRegion(O->body(1));
  Values.closeScope(Mark);
  addYield(O, 1);
  return failed(Result) ? Result : finishRegionOp(S, O);
}

//===----------------------------------------------------------------------===//
// If
//===----------------------------------------------------------------------===//

template <> LogicalResult Parser::parseCustom<OpKind::If>(OpStart &S) {
  clearOp();
  if (failed(parseOperand()) || failed(parseRegionHeader(S)) ||
      failed(resolveOperands(IfOp::Info)))
    return failure();
  Op *O = createOp(S);
  if (failed(parseRegion(O->body(0))))
    return failure();
  if (takeWord("else")) {
    if (failed(parseRegion(O->body(1))))
      return failure();
  } else if (O->numResults() && !stopped()) {
    return expected("'else': an 'if' with results has two regions");
  }
  addYield(O, 0);
  addYield(O, 1);
  return finishRegionOp(S, O);
}

//===----------------------------------------------------------------------===//
// Reductions and scans
//===----------------------------------------------------------------------===//

/// `combine(%a, %b, …)`: two groups of as many names as there are operands.
LogicalResult Parser::parseCombineArgs(NameList &Names) {
  if (failed(expectWord("combine")) ||
      failed(expect(TokenKind::LParen, "'(' behind 'combine'")))
    return failure();
  do {
    if (!at(TokenKind::Value))
      return expected("the name of a partial result");
    Names.push_back(Lex.tok());
    Lex.next();
  } while (take(TokenKind::Comma));
  if (Names.size() == 2 * OperandValues.size())
    return expect(TokenKind::RParen, "')' or ',' behind a partial result");
  return errorHere("'combine' takes two names per operand, " +
                   llvm::Twine(2 * OperandValues.size()) + ", got " +
                   llvm::Twine(Names.size()));
}

LogicalResult Parser::parseCombining(OpStart &S) {
  llvm::SmallVector<Token, 4> Names;
  clearOp();
  if (failed(parseOperandList()) || failed(parseRegionHeader(S)) ||
      failed(resolveOperands(getOpInfo(S.Kind))) ||
      failed(parseCombineArgs(Names)))
    return failure();
  Op *O = createOp(S);
  for (unsigned Group = 0; Group != 2; ++Group)
    for (Value *Input : OperandValues)
      O->body().addArgument(Input ? Input->type().elementType() : Ctx.i32());
  size_t Mark = Values.openScope();
  defineArguments(O->body(), Names);
  LogicalResult Result = parseRegion(O->body());
  Values.closeScope(Mark);
  return failed(Result) ? Result : finishRegionOp(S, O);
}

template <> LogicalResult Parser::parseCustom<OpKind::Reduce>(OpStart &S) {
  return parseCombining(S);
}
template <> LogicalResult Parser::parseCustom<OpKind::Scan>(OpStart &S) {
  return parseCombining(S);
}
