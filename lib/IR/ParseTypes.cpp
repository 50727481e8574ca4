//===- ParseTypes.cpp - Reads types ---------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace mt;
using llvm::StringRef;

namespace {

/// Reads one type from characters. Stops at the first fault.
class TypeReader {
public:
  TypeReader(Context &Ctx, const char *P, const char *End)
      : Ctx(Ctx), Start(P), P(P), End(End) {}

  Type read(unsigned Depth = 0);
  const char *position() const { return P; }
  StringRef faultRange() const { return Fault; }
  const std::string &message() const { return Message; }

private:
  Type fail(StringRef Range, const llvm::Twine &What) {
    if (Message.empty()) {
      Fault = Range;
      Message = What.str();
    }
    return Type();
  }
  /// What is missing is missed behind what was read last.
  StringRef here() const {
    const char *Q = P;
    while (Q != Start && isBlank(Q[-1]))
      --Q;
    return StringRef(Q, Q != End);
  }
  static bool isBlank(char C) {
    return C == ' ' || C == '\t' || C == '\n' || C == '\r';
  }
  void blank() {
    while (P != End && isBlank(*P))
      ++P;
  }
  bool take(char C) {
    blank();
    if (P == End || *P != C)
      return false;
    ++P;
    return true;
  }
  StringRef word() {
    blank();
    const char *Begin = P;
    while (P != End && isIdentBody(*P))
      ++P;
    return StringRef(Begin, P - Begin);
  }
  bool integer(int64_t &Out);
  Type pointer(unsigned Depth);
  Type shaped(StringRef Name, unsigned Depth);
  bool shape(llvm::SmallVectorImpl<int64_t> &Shape);
  bool checkShape(StringRef Name, StringRef Range,
                  llvm::ArrayRef<int64_t> Shape);

  static constexpr unsigned MaxDepth = 32;
  Context &Ctx;
  const char *Start;
  const char *P;
  const char *End;
  StringRef Fault;
  std::string Message;
};

} // namespace

bool TypeReader::integer(int64_t &Out) {
  blank();
  const char *Begin = P;
  while (P != End && *P >= '0' && *P <= '9')
    ++P;
  StringRef Digits(Begin, P - Begin);
  if (Digits.empty())
    return fail(here(), "expected a number in a type"), false;
  if (Digits.getAsInteger(10, Out))
    return fail(Digits, "this number is too large"), false;
  return true;
}

Type TypeReader::read(unsigned Depth) {
  if (Depth > MaxDepth)
    return fail(here(), "type nested deeper than " + llvm::Twine(MaxDepth));
  StringRef Name = word();
  if (auto Kind = parseScalarKind(Name))
    return Ctx.scalar(*Kind);
  if (Name == "ptr")
    return pointer(Depth);
  if (Name == "vector" || Name == "block" || Name == "frag" || Name == "shared")
    return shaped(Name, Depth);
  if (Name.empty())
    return fail(here(), "expected a type");
  return fail(Name, "unknown type '" + Name.take_front(40) + "'");
}

Type TypeReader::pointer(unsigned Depth) {
  if (!take('<'))
    return fail(here(), "expected '<' behind 'ptr'");
  const char *Before = P;
  bool IsConst = word() == "const";
  if (!IsConst)
    P = Before;
  blank();
  const char *Begin = P;
  Type Pointee = read(Depth + 1);
  if (!Pointee)
    return Type();
  if (!Pointee.isScalar())
    return fail(StringRef(Begin, P - Begin), "a pointer points to a scalar");
  int64_t Space = 0;
  if (take(',') && !integer(Space))
    return Type();
  if (Space > UINT16_MAX)
    return fail(here(), "no such address space");
  if (!take('>'))
    return fail(here(), "expected '>' to end the pointer type");
  return Ctx.pointer(Pointee, IsConst, Space);
}

/// Reads `16x32 x `: extents, up to the element type.
bool TypeReader::shape(llvm::SmallVectorImpl<int64_t> &Shape) {
  do {
    if (!integer(Shape.emplace_back()))
      return false;
    if (!take('x'))
      return fail(here(), "expected 'x' behind an extent"), false;
    blank();
  } while (P != End && *P >= '0' && *P <= '9');
  return true;
}

bool TypeReader::checkShape(StringRef Name, StringRef Range,
                            llvm::ArrayRef<int64_t> Shape) {
  bool OneExtent = Name == "vector" || Name == "frag";
  if (OneExtent && Shape.size() != 1)
    return fail(Range, "a " + Name + " has one extent" +
                           (Name == "vector" ? "; more make a block" : "")),
           false;
  if (Name == "block" && Shape.size() < 2)
    return fail(Range, "a block has two extents or more; one makes a vector"),
           false;
  if (Shape.size() > MaxTileRank)
    return fail(Range, "more than " + llvm::Twine(MaxTileRank) + " extents"),
           false;
  int64_t Total = 1;
  for (int64_t Extent : Shape) {
    if (Extent < 1)
      return fail(Range, "extents must be positive"), false;
    if (Extent > MaxTileElements / Total)
      return fail(Range,
                  "more than " + llvm::Twine(MaxTileElements) + " elements"),
             false;
    Total *= Extent;
  }
  return true;
}

Type TypeReader::shaped(StringRef Name, unsigned Depth) {
  if (!take('<'))
    return fail(here(), "expected '<' behind '" + Name + "'");
  llvm::SmallVector<int64_t, 4> Shape;
  const char *Begin = P;
  if (!shape(Shape) || !checkShape(Name, StringRef(Begin, P - Begin), Shape))
    return Type();
  Begin = P;
  Type Element = read(Depth + 1);
  if (!Element)
    return Type();
  if (!Element.isScalar())
    return fail(StringRef(Begin, P - Begin), "elements are scalars");
  if (!take('>'))
    return fail(here(), "expected '>' to end the type");
  if (Name == "frag")
    return Ctx.fragment(Shape[0], Element);
  return Name == "shared" ? Ctx.shared(Shape, Element)
                          : Ctx.tile(Shape, Element);
}

/// The characters of the type at P, judging by its brackets alone.
static StringRef guessExtent(const char *P, const char *End) {
  const char *Begin = P;
  while (P != End && isIdentBody(*P))
    ++P;
  if (P == End || *P != '<')
    return StringRef(Begin, P - Begin);
  for (unsigned Open = 0; P != End && *P != '\n'; ++P) {
    if (*P == '<')
      ++Open;
    else if (*P == '>' && --Open == 0)
      return StringRef(Begin, P + 1 - Begin);
  }
  return StringRef();
}

LogicalResult Parser::parseType(Type &Out) {
  if (!at(TokenKind::Ident))
    return expected("a type");
  const char *Begin = Lex.tok().Begin;
  StringRef Guess = guessExtent(Begin, Lex.end());
  auto &Slot = Types.slot(Guess);
  if (!Guess.empty() && Slot.matches(Guess, nullptr)) {
    Out = Slot.Result;
    Lex.resumeAt(Guess.end());
    return success();
  }
  TypeReader Reader(Ctx, Begin, Lex.end());
  Out = Reader.read();
  if (!Out)
    return error(Reader.faultRange(), Reader.message());
  if (Reader.position() == Guess.end())
    Slot = {Guess, nullptr, Out};
  Lex.resumeAcross(Reader.position());
  return success();
}

LogicalResult Parser::parseTypes(llvm::SmallVectorImpl<Type> &Out) {
  do {
    if (failed(parseType(Out.emplace_back())))
      return failure();
  } while (take(TokenKind::Comma));
  return success();
}

/// As parseTypes, but first compares with the type the last op of this kind
/// had: in most programs that is the answer.
LogicalResult Parser::parseResultTypes(OpKind Kind) {
  TypeHint &Hint = TypeHints[unsigned(Kind)];
  const char *Begin = Lex.tok().Begin, *End = Begin + Hint.Text.size();
  size_t Rest = Lex.end() - Begin;
  // One more character shows that the text does not go on.
  if (Hint.Ty && Rest > Hint.Text.size() &&
      equalChars(Begin, Hint.Text.data(), Hint.Text.size()) &&
      !isIdentBody(*End) && *End != '<') {
    ResultTypes.push_back(Hint.Ty);
    Lex.resumeAt(End);
    return take(TokenKind::Comma) ? parseTypes(ResultTypes) : success();
  }
  if (failed(parseTypes(ResultTypes)))
    return failure();
  StringRef Read(Begin, Lex.prevEnd() - Begin);
  if (ResultTypes.size() == 1 && !Read.contains('\n'))
    Hint = {Read, ResultTypes.front()};
  return success();
}
