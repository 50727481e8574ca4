//===- Diagnostics.h - Errors, warnings, remarks, notes ----------*- C++
//-*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One DiagnosticEngine belongs to one compilation and is passed explicitly.
// A diagnostic is a location, one lower-case sentence without a full stop, and
// the notes it owns. It is emitted when its InFlightDiagnostic dies.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_SUPPORT_DIAGNOSTICS_H
#define MYTRITON_SUPPORT_DIAGNOSTICS_H

#include "mytriton/Support/Location.h"
#include "mytriton/Support/LogicalResult.h"
#include "llvm/ADT/FunctionExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace llvm {
class MemoryBuffer;
}

namespace mt {

enum class Severity : uint8_t { Error, Warning, Remark, Note };

/// One message with its notes, as handlers receive it.
struct Diagnostic {
  Severity Kind = Severity::Error;
  Location Loc;
  std::string Message;
  /// The flag or pass that controls it (`-Rpass=licm`); for errors their kind,
  /// which is not printed (`ASTFrontendError`).
  std::string Category;
  std::vector<Diagnostic> Notes;
};

class DiagnosticEngine;

/// A diagnostic under construction. Stream text into it; it is handed to the
/// engine on destruction. Converts to failure(), so that
/// `return Diags.error(Loc) << "...";` works.
class InFlightDiagnostic {
public:
  InFlightDiagnostic(DiagnosticEngine &Engine, Severity Kind, Location Loc);
  InFlightDiagnostic(InFlightDiagnostic &&Other);
  InFlightDiagnostic &operator=(InFlightDiagnostic &&) = delete;
  ~InFlightDiagnostic();

  /// Appends anything raw_ostream can print.
  template <typename T> InFlightDiagnostic &operator<<(const T &Arg) & {
    llvm::raw_string_ostream(Diag.Message) << Arg;
    return *this;
  }
  template <typename T> InFlightDiagnostic &&operator<<(const T &Arg) && {
    *this << Arg;
    return std::move(*this);
  }

  /// Adds a note, which cannot exist without this diagnostic.
  InFlightDiagnostic &note(Location Loc, const llvm::Twine &Message) &;
  InFlightDiagnostic &&note(Location Loc, const llvm::Twine &Message) &&;
  /// Sets the flag or pass that controls this message.
  InFlightDiagnostic &&category(llvm::StringRef Name) &&;

  operator LogicalResult() const { return failure(); }
  template <typename T> operator llvm::FailureOr<T>() const {
    return failure();
  }

private:
  DiagnosticEngine *Engine;
  Diagnostic Diag;
};

/// Collects, counts and renders the diagnostics of one compilation, and holds
/// the source text that carets point into. Not thread-safe: compile kernels in
/// parallel with one engine each and replay the buffers in source order.
class DiagnosticEngine {
public:
  using Handler = llvm::unique_function<void(const Diagnostic &)>;

  DiagnosticEngine();
  ~DiagnosticEngine();
  DiagnosticEngine(const DiagnosticEngine &) = delete;

  /// Starts a diagnostic; streamed text follows.
  InFlightDiagnostic report(Severity Kind, Location Loc) {
    return InFlightDiagnostic(*this, Kind, Loc);
  }
  InFlightDiagnostic error(Location Loc) {
    return report(Severity::Error, Loc);
  }
  InFlightDiagnostic warning(Location Loc) {
    return report(Severity::Warning, Loc);
  }
  InFlightDiagnostic remark(Location Loc) {
    return report(Severity::Remark, Loc);
  }

  /// Counts the diagnostic and hands it to the handler. With WarningsAsErrors,
  /// warnings become errors here.
  void emit(Diagnostic Diag);

  unsigned numErrors() const { return NumErrors; }
  bool hasErrors() const { return NumErrors != 0; }
  void setWarningsAsErrors(bool On) { WarningsAsErrors = On; }

  /// Replaces the handler; the default one renders to stderr. Returns the old.
  Handler setHandler(Handler New);

  /// Keeps Text (shared, not copied) so that carets can show lines of File.
  void addSource(llvm::StringRef File,
                 std::shared_ptr<const llvm::MemoryBuffer> Text);
  /// As above for a piece of text that starts at line FirstLine of the file
  /// (a Python function inside a module). The text is copied.
  void addSourceText(llvm::StringRef File, llvm::StringRef Text,
                     unsigned FirstLine = 1);
  /// The text of one line of a known source, without its newline.
  std::optional<llvm::StringRef> sourceLine(llvm::StringRef File,
                                            unsigned Line) const;

private:
  struct Source;
  Handler Handle;
  llvm::StringMap<std::unique_ptr<Source>> Sources;
  unsigned NumErrors = 0;
  bool WarningsAsErrors = false;
};

/// Renders Diag as clang does: `file:line:col: error: message`, the source
/// line, a caret range, then its notes. Lines come from Engine's sources; a
/// diagnostic without a location prints `ToolName: error: message`.
void printDiagnostic(llvm::raw_ostream &OS, const Diagnostic &Diag,
                     const DiagnosticEngine &Engine, bool Colors = false,
                     llvm::StringRef ToolName = "mytriton");

/// Renders Diag as one line of JSON (`-fdiagnostics-format=json`): objects
/// with kind, file, line, column, endLine, endColumn, message, notes.
void printDiagnosticJSON(llvm::raw_ostream &OS, const Diagnostic &Diag);

} // namespace mt

#endif // MYTRITON_SUPPORT_DIAGNOSTICS_H
