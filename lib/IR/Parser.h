//===- Parser.h - Reads textual IR ------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recursive descent with one token of lookahead, straight into IR: no syntax
// tree. The members stand in one file per part of the grammar.
//
// An error is reported once, parsing goes on behind the faulty op, and the
// module is dropped at the end.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_PARSER_H
#define MYTRITON_LIB_IR_PARSER_H

#include "LiteralTyping.h"
#include "TextCache.h"
#include "ValueTable.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Support/LogicalResult.h"
#include "llvm/ADT/StringMap.h"

namespace mt {

/// An operand as its text gives it, before types are known.
struct ParsedOperand {
  enum Kind : uint8_t { None, Defined, Literal, Poisoned };
  Kind K = None;
  Value *V = nullptr;   ///< Defined
  llvm::StringRef Text; ///< Literal
  Type Spelt;           ///< Literal: the type written behind it, or null
};

class Parser {
public:
  Parser(Context &Ctx, llvm::StringRef Text, llvm::StringRef File,
         DiagnosticEngine &Diags);
  /// The module, or null after errors.
  std::unique_ptr<Module> run();

private:
  /// What stands in front of an op's operands.
  struct OpStart {
    OpKind Kind = OpKind::Add;
    unsigned Line = 0, Column = 0;
    llvm::StringRef Name;
    llvm::SmallVector<Token, 1> Results;
  };
  using OpParser = LogicalResult (Parser::*)(OpStart &);

  // Errors (ParseErrors.cpp).
  LogicalResult error(llvm::StringRef Range, const llvm::Twine &Message);
  LogicalResult errorHere(const llvm::Twine &Message);
  LogicalResult expected(llvm::StringRef What);
  LogicalResult expectedHere(llvm::StringRef What);
  void note(llvm::StringRef Range, const llvm::Twine &Message);
  Diagnostic makeNote(llvm::StringRef Range, const llvm::Twine &Message);
  Location locationOf(llvm::StringRef Range) const;
  void skipOp(const char *Begin);
  void flushErrors();
  void unknownWord(llvm::StringRef Word);
  bool stopped() const { return Fatal; }

  // Tokens.
  bool at(TokenKind K) const { return Lex.tok().is(K); }
  bool atWord(llvm::StringRef Word) const { return Lex.tok().isWord(Word); }
  bool take(TokenKind K) {
    if (!at(K))
      return false;
    Lex.next();
    return true;
  }
  bool takeWord(llvm::StringRef Word) {
    if (!atWord(Word))
      return false;
    Lex.next();
    return true;
  }
  LogicalResult expect(TokenKind K, llvm::StringRef What) {
    return take(K) ? success() : expected(What);
  }
  LogicalResult expectWord(llvm::StringRef Word) {
    return takeWord(Word) ? success() : expected(Word);
  }

  // Modules and kernels (ParseKernels.cpp).
  LogicalResult parseKernel(Module &M, bool IsFunc);
  LogicalResult parseAnonymous(Module &M);
  LogicalResult parseParams(Kernel &Into, bool IsFunc);
  LogicalResult parseParam(Kernel &Into, bool IsFunc);
  LogicalResult parseName(std::string &Name);
  LogicalResult parseFuncResults(Kernel &Func);
  void enterKernel(Kernel &Entered);
  void leaveKernel();

  // Ops (ParseOps.cpp).
  /// Custom forms are specializations of parseCustom: a new custom op without
  /// one does not link.
  template <typename OpTy> static constexpr OpParser pickParser() {
    if constexpr (OpTy::Info.has(OT_CustomForm))
      return &Parser::parseCustom<OpTy::Kind>;
    else
      return &Parser::parsePlain;
  }
  static OpParser opParser(OpKind Kind);
  void parseOps(TokenKind End);
  LogicalResult parseOp();
  LogicalResult parseResultNames(OpStart &S);
  LogicalResult parsePlain(OpStart &S);
  template <OpKind K> LogicalResult parseCustom(OpStart &S);
  LogicalResult parseTerminator(OpStart &S);
  LogicalResult parseOpTail(OpStart &S);
  LogicalResult checkOperandCount(const OpStart &S);
  LogicalResult checkResultCount(const OpStart &S, size_t N);
  LogicalResult checkResultNames(const OpStart &S);
  void clearOp();
  Op *createOp(const OpStart &S);
  LogicalResult defineResults(const OpStart &S, Op *O);

  // Ops with regions (ParseRegions.cpp).
  using NameList = llvm::SmallVectorImpl<Token>;
  LogicalResult parseCombineArgs(NameList &Names);
  LogicalResult parseCombining(OpStart &S);
  LogicalResult parseForRange(NameList &Names);
  LogicalResult parseIterArgs(NameList &Names);
  LogicalResult parseCarried(OpStart &S, NameList &Names);
  LogicalResult parseRegionHeader(OpStart &S);
  LogicalResult parseRegion(Block &Target);
  LogicalResult finishRegionOp(OpStart &S, Op *O);
  void addYield(Op *O, unsigned Region);
  void defineArguments(Block &Target, llvm::ArrayRef<Token> Names);

  // Values and operands (ParseValues.cpp).
  LogicalResult define(const Token &Name, Value *V);
  void poison(llvm::ArrayRef<Token> Names);
  bool atOperand() const;
  bool atNextOp() const;
  LogicalResult parseOperand();
  LogicalResult parseOperandList();
  LogicalResult parseValueUse(ParsedOperand &Out);
  LogicalResult parseParamUse(ParsedOperand &Out);
  LogicalResult resolveOperands(const OpInfo &Info);
  LogicalResult resolveLiterals(const OpInfo &Info);

  // Types (ParseTypes.cpp).
  /// The type that ops of one kind had last, as it was written.
  struct TypeHint {
    llvm::StringRef Text;
    Type Ty;
  };
  LogicalResult parseType(Type &Out);
  LogicalResult parseTypes(llvm::SmallVectorImpl<Type> &Out);
  LogicalResult parseResultTypes(OpKind Kind);

  // Literals (ParseLiterals.cpp).
  LogicalResult parseLiteral(llvm::StringRef &Text, Type &Spelt);
  Constant *makeLiteral(llvm::StringRef Text, Type T);
  Constant *makeLiteralUncached(llvm::StringRef Text, Type T);
  Constant *makeInteger(llvm::StringRef Text, Type T);
  Constant *makeFloat(llvm::StringRef Text, Type T);

  // Attributes (ParseAttrs.cpp).
  bool atAttrs() const;
  LogicalResult parseAttrs(const OpInfo *Info, AttrDict &Out);
  LogicalResult parseAttrEntry(llvm::SmallVectorImpl<NamedAttr> &Entries);
  LogicalResult parseAttr(Attr &Out, unsigned Nesting);
  LogicalResult parseAttrList(TokenKind Close, Attr &Out, unsigned Nesting);
  LogicalResult parseAttrLiteral(Attr &Out);

  // Locations (ParseLocations.cpp).
  LogicalResult parseLoc(Location &Out);
  LogicalResult parsePlace(Location &Out, unsigned Nesting);
  LogicalResult parseFilePlace(Location &Out);
  LogicalResult parseLineColumn(unsigned &Line, unsigned &Column);

  Context &Ctx;
  llvm::StringRef Text;
  llvm::StringRef File;
  DiagnosticEngine &Diags;
  Lexer Lex;
  const LocationScope *Scope;
  ValueTable Values;
  llvm::DenseMap<llvm::StringRef, BlockArgument *> Params;
  llvm::StringMap<llvm::StringRef> KernelNames; ///< where each was defined

  Kernel *K = nullptr;
  Block *B = nullptr;
  unsigned Depth = 0;

  // The op being read. Regions are read after these have served.
  llvm::SmallVector<ParsedOperand, 8> Operands;
  llvm::SmallVector<Value *, 8> OperandValues;
  llvm::SmallVector<Type, 4> ResultTypes;
  AttrDict Attrs;
  Location Loc;
  bool HasLoc = false;
  bool HasLiterals = false;

  // Recently read texts.
  TextCache<Type> Types;
  TypeHint TypeHints[NumOpKinds];
  TextCache<Constant *> Literals;
  TextCache<AttrDict> Dicts;

  std::vector<Diagnostic> Errors;
  bool Fatal = false;
};

template <> LogicalResult Parser::parseCustom<OpKind::For>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::While>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::If>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Reduce>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Scan>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Yield>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Condition>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Return>(OpStart &S);
template <> LogicalResult Parser::parseCustom<OpKind::Call>(OpStart &S);

/// Most errors reported for one text.
inline constexpr unsigned MaxParseErrors = 20;

} // namespace mt

#endif // MYTRITON_LIB_IR_PARSER_H
