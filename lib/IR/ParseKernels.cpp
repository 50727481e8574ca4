//===- ParseKernels.cpp - Reads modules, kernels and funcs ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Parser.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using llvm::StringRef;

Parser::Parser(Context &Ctx, StringRef Text, StringRef File,
               DiagnosticEngine &Diags)
    : Ctx(Ctx), Text(Text), File(File), Diags(Diags), Lex(Text),
      Scope(Ctx.scope(File)), Values(Text) {}

std::unique_ptr<Module> Parser::run() {
  auto M = std::make_unique<Module>(Ctx);
  M->setName(File);
  if (Text.size() > UINT32_MAX) {
    (void)error(Text.take_front(1), "the text is larger than 4 GiB");
    flushErrors();
    return nullptr;
  }
  Lex.next();
  bool HasHeaders = atWord("kernel") || atWord("func");
  if (!HasHeaders && !at(TokenKind::Eof))
    (void)parseAnonymous(*M);
  while (HasHeaders && !at(TokenKind::Eof) && !stopped()) {
    bool IsFunc = atWord("func");
    LogicalResult Parsed = IsFunc || atWord("kernel")
                               ? parseKernel(*M, IsFunc)
                               : expectedHere("'kernel' or 'func'");
    if (succeeded(Parsed))
      continue;
    // Go on at the next header.
    do
      Lex.next();
    while (!at(TokenKind::Eof) &&
           !(Lex.atLineStart() && (atWord("kernel") || atWord("func"))));
  }
  if (Errors.empty())
    return M;
  flushErrors();
  return nullptr;
}

void Parser::enterKernel(Kernel &Entered) {
  K = &Entered;
  B = &K->body();
  Depth = 0;
}

void Parser::leaveKernel() {
  Values.clear();
  Params.clear();
  K = nullptr;
}

LogicalResult Parser::parseName(std::string &Name) {
  if (!at(TokenKind::Symbol))
    return expected("'@' and a name");
  StringRef Spelt = Lex.tok().text().drop_front();
  if (!Spelt.starts_with("\""))
    Name = Spelt.str();
  else if (!unescape(Spelt, Name))
    return errorHere("malformed escape in a name");
  Lex.next();
  return success();
}

LogicalResult Parser::parseKernel(Module &M, bool IsFunc) {
  unsigned Line = Lex.line(), Column = Lex.column();
  Lex.next();
  StringRef NameText = Lex.tok().text();
  std::string Name;
  if (failed(parseName(Name)))
    return failure();
  auto [It, IsNew] = KernelNames.try_emplace(Name, NameText);
  if (!IsNew) {
    (void)error(NameText, "a second kernel or func is called @" + Name);
    note(It->second, "the first one");
  }
  Kernel &New = M.addKernel(
      Name, IsFunc,
      Location(Scope, Line, Column, Lex.prevLine(), Lex.prevColumn()));
  enterKernel(New);
  LogicalResult Result = success();
  if (failed(expect(TokenKind::LParen, "'(' behind the name")) ||
      failed(parseParams(New, IsFunc)) ||
      failed(expect(TokenKind::RParen, "')' or ',' behind a parameter")) ||
      (IsFunc && failed(parseFuncResults(New))))
    Result = failure();
  if (succeeded(Result) && takeWord("attributes")) {
    AttrDict D;
    Result = at(TokenKind::LBrace) ? parseAttrs(nullptr, D)
                                   : expected("'{' behind 'attributes'");
    New.setAttrs(D);
  }
  if (succeeded(Result))
    Result = parseRegion(New.body());
  leaveKernel();
  return Result;
}

LogicalResult Parser::parseFuncResults(Kernel &Func) {
  llvm::SmallVector<Type, 2> Results;
  if (failed(expect(TokenKind::Arrow, "'->' and the result types")) ||
      failed(expect(TokenKind::LParen, "'(' before the result types")))
    return failure();
  if (!at(TokenKind::RParen) && failed(parseTypes(Results)))
    return failure();
  Func.setResultTypes(Results);
  return expect(TokenKind::RParen, "')' or ',' behind a result type");
}

/// Reads a possibly empty list; the caller checks what ends it.
LogicalResult Parser::parseParams(Kernel &Into, bool IsFunc) {
  TokenKind Name = IsFunc ? TokenKind::Value : TokenKind::Ident;
  if (!at(Name) && !(at(TokenKind::String) && !IsFunc))
    return success();
  do {
    if (failed(parseParam(Into, IsFunc)))
      return failure();
  } while (take(TokenKind::Comma));
  return success();
}

LogicalResult Parser::parseParam(Kernel &Into, bool IsFunc) {
  Token Name = Lex.tok();
  std::string Unquoted;
  if (IsFunc ? !at(TokenKind::Value)
             : !at(TokenKind::Ident) && !at(TokenKind::String))
    return expected("a parameter");
  if (at(TokenKind::String) && !unescape(Name.text(), Unquoted))
    return errorHere("malformed escape in a name");
  if (at(TokenKind::Ident))
    Unquoted = Name.text().str();
  if (at(TokenKind::Ident) && !isPlainName(Unquoted))
    return errorHere("'" + Unquoted +
                     "' is a word of the language; write the name in quotes");
  Lex.next();
  Type T;
  AttrDict D;
  if (failed(expect(TokenKind::Colon, "':' and the parameter's type")) ||
      failed(parseType(T)) || (atAttrs() && failed(parseAttrs(nullptr, D))))
    return failure();
  BlockArgument *Arg = Into.addParam(Unquoted, T, D);
  if (IsFunc)
    return define(Name, Arg);
  if (!Params.try_emplace(Arg->name(), Arg).second)
    (void)error(Name.text(), "a second parameter is called '" + Unquoted + "'");
  return success();
}

LogicalResult Parser::parseAnonymous(Module &M) {
  Kernel &New = M.addKernel("kernel", /*IsFunc=*/false,
                            Location(Scope, Lex.line(), Lex.column()));
  New.setAnonymous(true);
  enterKernel(New);
  LogicalResult Result = success();
  if (takeWord("params"))
    Result = parseParams(New, /*IsFunc=*/false);
  if (succeeded(Result))
    parseOps(TokenKind::Eof);
  leaveKernel();
  return Result;
}

std::unique_ptr<Module> mt::parseModule(Context &Ctx, StringRef Text,
                                        StringRef FileName,
                                        DiagnosticEngine &Diags) {
  Diags.addSource(FileName, llvm::MemoryBuffer::getMemBuffer(
                                Text, FileName,
                                /*RequiresNullTerminator=*/false));
  return Parser(Ctx, Text, FileName, Diags).run();
}
