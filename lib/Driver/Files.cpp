//===- Files.cpp - Input and output files of the tools --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
#include "mytriton/Driver/Files.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using llvm::StringRef;

StringRef mt::inputName(StringRef File) {
  return File == "-" ? "<stdin>" : File;
}

std::unique_ptr<llvm::MemoryBuffer> mt::readInput(StringRef File,
                                                  DiagnosticEngine &Diags) {
  if (llvm::sys::fs::is_directory(File)) {
    Diags.error({}) << "cannot read '" << File << "': it is a directory";
    return nullptr;
  }
  auto Buffer = llvm::MemoryBuffer::getFileOrSTDIN(File);
  if (Buffer)
    return std::move(*Buffer);
  Diags.error({}) << "cannot read '" << inputName(File)
                  << "': " << Buffer.getError().message();
  return nullptr;
}

static llvm::Error writeTo(llvm::raw_fd_ostream &OS, StringRef Content) {
  OS << Content;
  OS.flush();
  std::error_code Error = OS.error();
  OS.clear_error(); // or the destructor ends the process
  return llvm::errorCodeToError(Error);
}

/// Devices and pipes cannot be replaced by renaming.
static llvm::Error writeInPlace(StringRef File, StringRef Content) {
  std::error_code Error;
  llvm::raw_fd_ostream OS(File, Error);
  if (Error)
    return llvm::errorCodeToError(Error);
  return writeTo(OS, Content);
}

static llvm::Error writeByRenaming(StringRef File, StringRef Content) {
  auto Temp = llvm::sys::fs::TempFile::create(File + ".temp-%%%%%%");
  if (!Temp)
    return Temp.takeError();
  llvm::raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  if (llvm::Error E = writeTo(OS, Content))
    return llvm::joinErrors(std::move(E), Temp->discard());
  return Temp->keep(File);
}

static llvm::Error write(StringRef File, StringRef Content) {
  if (File == "-")
    return writeTo(llvm::outs(), Content);
  llvm::sys::fs::file_status Status;
  std::error_code Error = llvm::sys::fs::status(File, Status);
  if (!Error && llvm::sys::fs::is_directory(Status))
    return llvm::createStringError("it is a directory");
  if (!Error && !llvm::sys::fs::is_regular_file(Status))
    return writeInPlace(File, Content);
  // Renaming would replace a file that must not be written.
  if (!Error && !llvm::sys::fs::can_write(File))
    return llvm::createStringError("Permission denied");
  return writeByRenaming(File, Content);
}

LogicalResult mt::writeOutput(StringRef File, StringRef Content,
                              DiagnosticEngine &Diags) {
  llvm::Error E = write(File, Content);
  if (!E)
    return success();
  return Diags.error({}) << "cannot write '"
                         << (File == "-" ? StringRef("<stdout>") : File)
                         << "': " << llvm::toString(std::move(E));
}
