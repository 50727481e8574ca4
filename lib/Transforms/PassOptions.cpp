//===- PassOptions.cpp - Options of a pass in a pipeline ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Transforms/PassOptions.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mt;
using llvm::StringRef;
using Kind = PassOption::Kind;

PassOptions::PassOptions(llvm::ArrayRef<PassOption> Declared) {
  for (const PassOption &O : Declared)
    Values.push_back({O, O.IntDefault, O.StringDefault.str()});
}

llvm::Error PassOptions::parse(StringRef Text, size_t &Offset) {
  llvm::SmallVector<StringRef> Items;
  Text.split(Items, ';');
  for (StringRef Item : Items) {
    Offset = Item.data() - Text.data();
    if (llvm::Error E = parseOne(Item))
      return E;
  }
  return llvm::Error::success();
}

static llvm::Error fail(const llvm::Twine &Message) {
  return llvm::createStringError(Message);
}

/// Lists what a pass accepts, for a message.
static std::string known(llvm::ArrayRef<StringRef> Names) {
  if (Names.empty())
    return "it has none";
  return "it has " + llvm::join(Names, ", ");
}

llvm::Error PassOptions::parseOne(StringRef Item) {
  auto [Name, Text] = Item.split('=');
  bool HasText = Item.contains('=');
  llvm::SmallVector<StringRef> Names;
  for (Value &V : Values) {
    Names.push_back(V.Declared.Name);
    StringRef Negated = Name;
    bool IsNegated = V.Declared.K == Kind::Flag &&
                     Negated.consume_front("no-") && Negated == V.Declared.Name;
    if (V.Declared.Name != Name && !IsNegated)
      continue;
    if (V.Declared.K == Kind::Flag) {
      if (HasText && (IsNegated || (Text != "true" && Text != "false")))
        return fail("option '" + V.Declared.Name + "' is a flag; write '" +
                    V.Declared.Name + "' or 'no-" + V.Declared.Name + "'");
      V.Int = HasText ? Text == "true" : !IsNegated;
      return llvm::Error::success();
    }
    if (!HasText)
      return fail("option '" + Name + "' needs a value: '" + Name + "=...'");
    if (V.Declared.K == Kind::Integer && Text.getAsInteger(0, V.Int))
      return fail("option '" + Name + "' takes an integer, not '" + Text + "'");
    V.Text = Text.str();
    return llvm::Error::success();
  }
  return fail("unknown option '" + Name + "'; " + known(Names));
}

const PassOptions::Value &PassOptions::get(StringRef Name, Kind K) const {
  for (const Value &V : Values)
    if (V.Declared.Name == Name && V.Declared.K == K)
      return V;
  llvm_unreachable("a pass reads an option that its row does not declare");
}

bool PassOptions::flag(StringRef Name) const {
  return get(Name, Kind::Flag).Int != 0;
}

int64_t PassOptions::integer(StringRef Name) const {
  return get(Name, Kind::Integer).Int;
}

StringRef PassOptions::string(StringRef Name) const {
  return get(Name, Kind::String).Text;
}

void PassOptions::print(llvm::raw_ostream &OS) const {
  const char *Separator = "<";
  for (const Value &V : Values) {
    const PassOption &D = V.Declared;
    bool IsDefault =
        D.K == Kind::String ? D.StringDefault == V.Text : D.IntDefault == V.Int;
    if (IsDefault)
      continue;
    OS << Separator;
    Separator = ";";
    if (D.K == Kind::Flag)
      OS << (V.Int ? "" : "no-") << D.Name;
    else if (D.K == Kind::Integer)
      OS << D.Name << '=' << V.Int;
    else
      OS << D.Name << '=' << V.Text;
  }
  if (*Separator == ';')
    OS << '>';
}
