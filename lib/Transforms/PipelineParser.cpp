//===- PipelineParser.cpp - Pass pipelines from text ----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "mytriton/Transforms/Pipeline.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

/// Diagnostics keep a pointer to it, so it lives for ever; it never changes.
static const LocationScope PipelineScope("-passes", Location());

namespace {

/// What the text being read may hold.
enum class Nesting { Top, Module, Kernel };

class PipelineParser {
public:
  PipelineParser(const PassBuilder &PB, StringRef Text, DiagnosticEngine &Diags)
      : PB(PB), Text(Text), Diags(Diags) {}

  std::unique_ptr<const Pipeline> parse() {
    Diags.addSourceText("-passes", Text);
    auto Result = std::make_unique<Pipeline>();
    skipSpaces();
    if (Pos == Text.size())
      return Result;
    if (failed(parseList(*Result, Nesting::Top)))
      return nullptr;
    if (Pos != Text.size())
      return error(Pos, 1) << "'" << Text[Pos] << "' without '('", nullptr;
    return Result;
  }

private:
  LogicalResult parseList(Pipeline &P, Nesting Where);
  LogicalResult parseItem(Pipeline &P, Nesting Where);
  LogicalResult parseNested(Pipeline &P, StringRef Name, Nesting Where);
  LogicalResult parseDefault(Pipeline &P, size_t At, Nesting Where);
  LogicalResult parsePass(Pipeline &P, StringRef Name, Nesting Where);
  LogicalResult unknownPass(StringRef Name, size_t At);
  /// The text between < and >, null pointer if there is none.
  LogicalResult parseAngles(std::optional<StringRef> &Inside);

  StringRef takeName() {
    StringRef Name = Text.substr(Pos).take_while([](char C) {
      return llvm::isAlnum(C) || C == '-' || C == '_' || C == '.';
    });
    Pos += Name.size();
    return Name;
  }
  void skipSpaces() {
    while (Pos != Text.size() && llvm::isSpace(Text[Pos]))
      ++Pos;
  }
  bool consume(char C) {
    skipSpaces();
    if (Pos == Text.size() || Text[Pos] != C)
      return false;
    ++Pos;
    return true;
  }
  size_t offset(StringRef Part) const { return Part.data() - Text.data(); }
  InFlightDiagnostic error(size_t At, size_t Length) {
    return Diags.error(Location(&PipelineScope, 1, At + 1, 1,
                                At + std::max<size_t>(Length, 1)));
  }

  const PassBuilder &PB;
  StringRef Text;
  DiagnosticEngine &Diags;
  size_t Pos = 0;
};

} // namespace

LogicalResult PipelineParser::parseList(Pipeline &P, Nesting Where) {
  do {
    skipSpaces();
    if (failed(parseItem(P, Where)))
      return failure();
  } while (consume(','));
  return success();
}

LogicalResult PipelineParser::parseItem(Pipeline &P, Nesting Where) {
  size_t At = Pos;
  StringRef Name = takeName();
  if (Name.empty())
    return error(At, 1) << "expected the name of a pass";
  if (Name == "kernel" || Name == "module")
    return parseNested(P, Name, Where);
  if (Name == "default")
    return parseDefault(P, At, Where);
  return parsePass(P, Name, Where);
}

LogicalResult PipelineParser::parseNested(Pipeline &P, StringRef Name,
                                          Nesting Where) {
  size_t At = offset(Name);
  bool IsKernel = Name == "kernel";
  if (Where == Nesting::Kernel || (Where == Nesting::Module && !IsKernel))
    return error(At, Name.size())
           << "'" << Name << "(...)' cannot stand inside '"
           << (Where == Nesting::Kernel ? "kernel" : "module") << "(...)'";
  if (!consume('('))
    return error(Pos, 1) << "expected '(' behind '" << Name << "'";
  // kernel(a),kernel(b) is two sweeps over the module, unlike a,b.
  P.endGroup();
  if (failed(parseList(P, IsKernel ? Nesting::Kernel : Nesting::Module)))
    return failure();
  P.endGroup();
  if (!consume(')'))
    return error(Pos, 1) << "expected ',' or the ')' that closes '" << Name
                         << "('";
  return success();
}

LogicalResult PipelineParser::parseAngles(std::optional<StringRef> &Inside) {
  if (!consume('<'))
    return success();
  size_t End = Text.find('>', Pos);
  if (End == StringRef::npos)
    return error(Pos - 1, 1) << "'<' without '>'";
  Inside = Text.slice(Pos, End);
  Pos = End + 1;
  return success();
}

LogicalResult PipelineParser::parseDefault(Pipeline &P, size_t At,
                                           Nesting Where) {
  std::optional<StringRef> Level;
  if (failed(parseAngles(Level)))
    return failure();
  if (!Level || Level->size() != 2 || Level->front() != 'O' ||
      Level->back() < '0' || Level->back() > '3')
    return error(At, Pos - At) << "expected default<O0>, default<O1>, "
                                  "default<O2> or default<O3>";
  // Plugins' extensions were checked when they were registered.
  std::string Expanded = PB.defaultPipeline(Level->back() - '0');
  std::unique_ptr<const Pipeline> Parsed = PB.parse(Expanded, Diags);
  Diags.addSourceText("-passes", Text);
  if (!Parsed)
    return failure();
  for (const Pipeline::Group &G : Parsed->groups()) {
    if (G.OnModule && Where == Nesting::Kernel)
      return error(At, Pos - At) << "'" << Text.slice(At, Pos)
                                 << "' holds passes on modules and cannot "
                                    "stand inside 'kernel(...)'";
    for (const Pipeline::Item &I : G.Items)
      P.append(I);
  }
  return success();
}

LogicalResult PipelineParser::parsePass(Pipeline &P, StringRef Name,
                                        Nesting Where) {
  size_t At = offset(Name);
  const PassInfo *Pass = PB.find(Name);
  if (!Pass)
    return unknownPass(Name, At);
  if (Pass->AddToModule && Where == Nesting::Kernel)
    return error(At, Name.size())
           << "'" << Name
           << "' works on modules and cannot stand inside 'kernel(...)'";
  PassOptions Options(Pass->Options);
  std::optional<StringRef> Inside;
  if (failed(parseAngles(Inside)))
    return failure();
  if (Inside) {
    size_t Offset = 0;
    if (llvm::Error E = Options.parse(*Inside, Offset)) {
      StringRef Item =
          Inside->substr(Offset).take_until([](char C) { return C == ';'; });
      return error(offset(*Inside) + Offset, Item.size())
             << "pass '" << Name << "': " << llvm::toString(std::move(E));
    }
  }
  skipSpaces();
  if (Pos != Text.size() && Text[Pos] == '(')
    return error(Pos, 1) << "pass '" << Name << "' does not hold others";
  P.append({Pass, std::move(Options)});
  return success();
}

LogicalResult PipelineParser::unknownPass(StringRef Name, size_t At) {
  // More than a third wrong is another word.
  unsigned Best = Name.size() / 3 + 1;
  StringRef Nearest;
  for (const PassInfo *Pass : PB.passes()) {
    unsigned Distance = Name.edit_distance(Pass->Name, true, Best + 1);
    if (Distance <= Best) {
      Best = Distance ? Distance - 1 : 0;
      Nearest = Pass->Name;
    }
  }
  InFlightDiagnostic Diag = error(At, Name.size());
  Diag << "unknown pass '" << Name << "'";
  if (!Nearest.empty())
    Diag << "; did you mean '" << Nearest << "'?";
  else
    Diag << "; -print-passes lists all";
  return Diag;
}

std::unique_ptr<const Pipeline>
PassBuilder::parse(StringRef Text, DiagnosticEngine &Diags) const {
  return PipelineParser(*this, Text, Diags).parse();
}
