//===- Diagnostics.cpp - Errors, warnings, remarks, notes
//------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// InFlightDiagnostic
//===----------------------------------------------------------------------===//

InFlightDiagnostic::InFlightDiagnostic(DiagnosticEngine &Engine, Severity Kind,
                                       Location Loc)
    : Engine(&Engine) {
  Diag.Kind = Kind;
  Diag.Loc = Loc;
}

InFlightDiagnostic::InFlightDiagnostic(InFlightDiagnostic &&Other)
    : Engine(Other.Engine), Diag(std::move(Other.Diag)) {
  Other.Engine = nullptr;
}

InFlightDiagnostic::~InFlightDiagnostic() {
  if (Engine)
    Engine->emit(std::move(Diag));
}

InFlightDiagnostic &InFlightDiagnostic::note(Location Loc,
                                             const llvm::Twine &Message) & {
  Diagnostic Note;
  Note.Kind = Severity::Note;
  Note.Loc = Loc;
  Note.Message = Message.str();
  Diag.Notes.push_back(std::move(Note));
  return *this;
}

InFlightDiagnostic &&InFlightDiagnostic::note(Location Loc,
                                              const llvm::Twine &Message) && {
  note(Loc, Message);
  return std::move(*this);
}

InFlightDiagnostic &&InFlightDiagnostic::category(llvm::StringRef Name) && {
  Diag.Category = Name.str();
  return std::move(*this);
}

//===----------------------------------------------------------------------===//
// DiagnosticEngine
//===----------------------------------------------------------------------===//

/// Text of one file and where its lines start.
struct DiagnosticEngine::Source {
  std::shared_ptr<const llvm::MemoryBuffer> Buffer;
  unsigned FirstLine = 1;
  /// Offsets of line starts, filled at the first caret.
  std::vector<size_t> Starts;
  /// Another piece of the same file: the text of another function.
  std::unique_ptr<Source> Next;

  std::optional<llvm::StringRef> line(unsigned Line) {
    llvm::StringRef Text = Buffer->getBuffer();
    if (Starts.empty()) {
      Starts.push_back(0);
      for (size_t I = 0, E = Text.size(); I != E; ++I)
        if (Text[I] == '\n')
          Starts.push_back(I + 1);
    }
    if (Line < FirstLine || Line - FirstLine >= Starts.size())
      return std::nullopt;
    size_t Begin = Starts[Line - FirstLine];
    return Text.substr(Begin).take_until(
        [](char C) { return C == '\n' || C == '\r'; });
  }
};

DiagnosticEngine::DiagnosticEngine() {
  Handle = [this](const Diagnostic &Diag) {
    printDiagnostic(llvm::errs(), Diag, *this, llvm::errs().has_colors());
  };
}

DiagnosticEngine::~DiagnosticEngine() = default;

void DiagnosticEngine::emit(Diagnostic Diag) {
  if (Diag.Kind == Severity::Warning && WarningsAsErrors)
    Diag.Kind = Severity::Error;
  if (Diag.Kind == Severity::Error)
    ++NumErrors;
  Handle(Diag);
}

DiagnosticEngine::Handler DiagnosticEngine::setHandler(Handler New) {
  std::swap(Handle, New);
  return New;
}

void DiagnosticEngine::addSource(
    llvm::StringRef File, std::shared_ptr<const llvm::MemoryBuffer> Text) {
  auto &Slot = Sources[File];
  Slot = std::make_unique<Source>();
  Slot->Buffer = std::move(Text);
}

void DiagnosticEngine::addSourceText(llvm::StringRef File, llvm::StringRef Text,
                                     unsigned FirstLine) {
  std::unique_ptr<Source> Old = std::move(Sources[File]);
  addSource(File, llvm::MemoryBuffer::getMemBufferCopy(Text, File));
  Source &New = *Sources[File];
  New.FirstLine = FirstLine;
  // Text from the same line on is a newer state of the same piece.
  if (Old && Old->FirstLine == FirstLine)
    Old = std::move(Old->Next);
  New.Next = std::move(Old);
}

std::optional<llvm::StringRef>
DiagnosticEngine::sourceLine(llvm::StringRef File, unsigned Line) const {
  auto It = Sources.find(File);
  if (It == Sources.end())
    return std::nullopt;
  // A piece that ends with a newline has an empty line behind its last one.
  for (Source *S = It->second.get(); S; S = S->Next.get())
    if (auto Text = S->line(Line); Text && (!Text->empty() || !S->Next))
      return Text;
  return std::nullopt;
}
