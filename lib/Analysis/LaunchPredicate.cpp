//===- LaunchPredicate.cpp - Facts a launcher can decide ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Analysis/LaunchPredicate.h"
#include "mytriton/IR/Context.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;
using Result = std::optional<LaunchPredicate>;

bool mt::hasPredicates(const BlockArgument *Param) {
  Type T = Param->type();
  return T.isScalar() && T.isInteger() && T.isSigned() && T.bitWidth() >= 32;
}

//===----------------------------------------------------------------------===//
// Making
//===----------------------------------------------------------------------===//

LaunchPredicate::Term LaunchPredicate::term(Kernel &K, unsigned Param,
                                            int64_t Block) {
  assert(hasPredicates(K.params()[Param]) && Block > 0);
  return {Param, K.params()[Param]->type().bitWidth() == 64, Block};
}

LaunchPredicate LaunchPredicate::multiple(Kernel &K, unsigned Param,
                                          int64_t Of) {
  LaunchPredicate P;
  P.K = Kind::Multiple;
  P.Terms[0] = term(K, Param, Of);
  return P;
}

LaunchPredicate LaunchPredicate::range(Kernel &K, unsigned Param, int64_t Low,
                                       int64_t High) {
  LaunchPredicate P;
  P.K = Kind::Range;
  P.Terms[0] = term(K, Param);
  P.Low = Low;
  P.High = High;
  return P;
}

LaunchPredicate LaunchPredicate::gridFits(Kernel &K, unsigned Axis,
                                          int64_t Block, unsigned Param) {
  LaunchPredicate P;
  P.K = Kind::GridFits;
  P.Axis = Axis;
  P.Terms[0] = term(K, Param, Block);
  return P;
}

LaunchPredicate LaunchPredicate::gridTiles(Kernel &K, unsigned ParamA,
                                           int64_t BlockA, unsigned ParamB,
                                           int64_t BlockB) {
  LaunchPredicate P;
  P.K = Kind::GridTiles;
  P.Terms[0] = term(K, ParamA, BlockA);
  P.Terms[1] = term(K, ParamB, BlockB);
  return P;
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

int64_t LaunchPredicate::Term::value(const LaunchValues &Values) const {
  uint64_t Slot = Values.Args[Param];
  return Is64 ? int64_t(Slot) : int64_t(int32_t(Slot));
}

bool LaunchPredicate::holds(const LaunchValues &Values) const {
  int64_t A = Terms[0].value(Values);
  uint64_t Extent = Values.Grid[Axis];
  switch (K) {
  case Kind::Multiple:
    return A >= 0 && A % Terms[0].Block == 0;
  case Kind::Range:
    return Low <= A && A <= High;
  case Kind::GridFits:
    return A >= 0 && Extent <= uint64_t(A) / uint64_t(Terms[0].Block);
  case Kind::GridTiles: {
    int64_t B = Terms[1].value(Values);
    if (A < 1 || B < 1 || A > MaxTiledExtent || B > MaxTiledExtent)
      return false;
    auto Tiles = [](int64_t N, int64_t Block) {
      return uint64_t((N + Block - 1) / Block);
    };
    return Extent <= Tiles(A, Terms[0].Block) * Tiles(B, Terms[1].Block);
  }
  case Kind::Disjoint:
    break;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string LaunchPredicate::str(Kernel &Of) const {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto Name = [&](unsigned I) { return Of.params()[Terms[I].Param]->name(); };
  switch (K) {
  case Kind::Multiple:
    OS << Name(0) << " % " << Terms[0].Block << " == 0";
    break;
  case Kind::Range:
    OS << Low << " <= " << Name(0) << " <= " << High;
    break;
  case Kind::GridFits:
    OS << "grid." << "xyz"[Axis] << " * " << Terms[0].Block
       << " <= " << Name(0);
    break;
  case Kind::GridTiles:
    OS << "grid.x <= cdiv(" << Name(0) << ", " << Terms[0].Block << ") * cdiv("
       << Name(1) << ", " << Terms[1].Block << ")";
    break;
  case Kind::Disjoint:
    OS << "disjoint";
    break;
  }
  return Text;
}

namespace {

/// Reads one text from left to right.
class Reader {
public:
  Reader(StringRef Text, Kernel &K, std::string &Why)
      : Rest(Text.trim()), Text(Text), K(K), Why(Why) {}

  Result read();

private:
  bool take(StringRef Token) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Token);
  }
  bool takeNumber(int64_t &N) {
    Rest = Rest.ltrim();
    return !Rest.consumeInteger(10, N);
  }
  bool takeBlock(int64_t &N) {
    return takeNumber(N) && N > 0 && N <= LaunchPredicate::MaxTiledExtent;
  }
  bool takeParam(unsigned &Index);
  bool takeTiles(unsigned &Param, int64_t &Block) {
    return take("cdiv(") && takeParam(Param) && take(",") && takeBlock(Block) &&
           take(")");
  }
  bool atEnd() const { return Rest.trim().empty(); }
  Result readGrid();
  Result readRange();
  Result fail();

  StringRef Rest, Text;
  Kernel &K;
  std::string &Why;
};

} // namespace

Result Reader::fail() {
  if (Why.empty())
    Why = ("'" + Text +
           "' is no fact about a launch; there are `M % 64 == 0`, "
           "`1 <= N <= 1024`, `grid.x * 64 <= M`, `grid.x <= cdiv(M, 64) * "
           "cdiv(N, 32)` and `disjoint`")
              .str();
  return std::nullopt;
}

bool Reader::takeParam(unsigned &Index) {
  Rest = Rest.ltrim();
  // Python's names, and those of a tuple's elements.
  StringRef Name =
      Rest.take_until([](char C) { return StringRef(" %,)<=").contains(C); });
  Rest = Rest.drop_front(Name.size());
  for (BlockArgument *P : K.params()) {
    if (P->name() != Name)
      continue;
    Index = P->index();
    if (hasPredicates(P))
      return true;
    Why = ("'" + Text + "': parameter '" + Name +
           "' is no signed integer of 32 or 64 bits")
              .str();
    return false;
  }
  if (!Name.empty())
    Why = ("'" + Text + "': the kernel has no parameter '" + Name + "'").str();
  return false;
}

Result Reader::readGrid() {
  StringRef Axes = "xyz";
  size_t Axis = Rest.empty() ? StringRef::npos : Axes.find(Rest.front());
  if (Axis == StringRef::npos)
    return fail();
  Rest = Rest.drop_front();
  unsigned A = 0, B = 0;
  int64_t BlockA, BlockB;
  if (take("*")) {
    if (takeBlock(BlockA) && take("<=") && takeParam(A) && atEnd())
      return LaunchPredicate::gridFits(K, unsigned(Axis), BlockA, A);
    return fail();
  }
  if (Axis == 0 && take("<=") && takeTiles(A, BlockA) && take("*") &&
      takeTiles(B, BlockB) && atEnd())
    return LaunchPredicate::gridTiles(K, A, BlockA, B, BlockB);
  return fail();
}

Result Reader::readRange() {
  int64_t Low, High;
  unsigned Param = 0;
  if (takeNumber(Low) && take("<=") && takeParam(Param) && take("<=") &&
      takeNumber(High) && atEnd())
    return LaunchPredicate::range(K, Param, Low, High);
  return fail();
}

Result Reader::read() {
  if (Rest == "disjoint")
    return LaunchPredicate::disjoint();
  if (take("grid."))
    return readGrid();
  if (!Rest.empty() && (llvm::isDigit(Rest.front()) || Rest.front() == '-'))
    return readRange();
  unsigned Param = 0;
  int64_t Block;
  if (takeParam(Param) && take("%") && takeBlock(Block) && take("==") &&
      take("0") && atEnd())
    return LaunchPredicate::multiple(K, Param, Block);
  return fail();
}

Result LaunchPredicate::parse(StringRef Text, Kernel &K, std::string &Why) {
  Why.clear();
  return Reader(Text, K, Why).read();
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

std::optional<llvm::SmallVector<LaunchPredicate, 8>>
mt::assumedFacts(Kernel &K, std::string &Why) {
  llvm::SmallVector<LaunchPredicate, 8> Facts;
  Attr List = K.attrs().get(AssumeAttr);
  if (!List)
    return Facts;
  if (List.kind() != AttrKind::Array) {
    Why = "the attribute 'assume' must be a list of texts";
    return std::nullopt;
  }
  for (Attr Each : List.elements()) {
    if (Each.kind() != AttrKind::String) {
      Why = "the attribute 'assume' must be a list of texts";
      return std::nullopt;
    }
    Result P = LaunchPredicate::parse(Each.asString(), K, Why);
    if (!P)
      return std::nullopt;
    Facts.push_back(*P);
  }
  return Facts;
}

void mt::setAssumedFacts(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts) {
  Context &Ctx = K.context();
  llvm::SmallVector<Attr, 8> Texts;
  for (const LaunchPredicate &P : Facts)
    Texts.push_back(Ctx.stringAttr(P.str(K)));
  K.setAttrs(Ctx.withAttr(K.attrs(), AssumeAttr,
                          Texts.empty() ? Attr() : Ctx.arrayAttr(Texts)));
}
