//===- CubinFacts.cpp - What a cubin says of its kernels ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cubin is an ELF file. Its section `.nv.info` lists attributes of all
// kernels by symbol, `.nv.info.NAME` those of one. An attribute is a form, a
// kind, and a value of 0, 1 or 2 bytes, or as many as 2 bytes say.
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/CubinFacts.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/ELF.h"
#include "llvm/Support/Endian.h"

using namespace mt;
using llvm::StringRef;
using File = llvm::object::ELFFile<llvm::object::ELF64LE>;

namespace {
enum class Form : uint8_t { None = 1, Byte = 2, Half = 3, Sized = 4 };
enum Kind : uint8_t {
  MaxThreads = 0x05,
  FrameSize = 0x11,
  RegisterCount = 0x2f,
};
} // namespace

static uint32_t word(StringRef Data, size_t I) {
  return Data.size() >= 4 * (I + 1)
             ? llvm::support::endian::read32le(Data.data() + 4 * I)
             : 0;
}

/// Calls Found with the kind and the value of each attribute that has a size.
static void
forEachAttribute(StringRef Data,
                 llvm::function_ref<void(uint8_t, StringRef)> Found) {
  while (Data.size() >= 4) {
    auto F = Form(Data[0]);
    uint8_t K = Data[1];
    size_t Size =
        F == Form::Sized ? llvm::support::endian::read16le(Data.data() + 2) : 0;
    Data = Data.drop_front(4);
    if (Size > Data.size())
      return;
    if (F == Form::Sized)
      Found(K, Data.take_front(Size));
    Data = Data.drop_front(Size);
  }
}

/// The number of a symbol.
static llvm::Expected<uint32_t> findSymbol(const File &F, StringRef Name) {
  auto Sections = F.sections();
  if (!Sections)
    return Sections.takeError();
  for (const auto &Section : *Sections) {
    if (Section.sh_type != llvm::ELF::SHT_SYMTAB)
      continue;
    auto Symbols = F.symbols(&Section);
    auto Strings = F.getStringTableForSymtab(Section);
    if (!Symbols || !Strings)
      return llvm::joinErrors(Symbols.takeError(), Strings.takeError());
    for (size_t I = 0; I != Symbols->size(); ++I) {
      auto Found = (*Symbols)[I].getName(*Strings);
      if (Found && *Found == Name)
        return uint32_t(I);
      llvm::consumeError(Found.takeError());
    }
  }
  return llvm::createStringError("the cubin has no kernel '" + Name + "'");
}

static void readSection(StringRef Name, StringRef Data, uint32_t Symbol,
                        StringRef Kernel, CodeFacts &Facts) {
  if (Name == ".nv.info")
    forEachAttribute(Data, [&](uint8_t K, StringRef Value) {
      if (word(Value, 0) != Symbol)
        return;
      if (K == RegisterCount)
        Facts.NumRegs = word(Value, 1);
      else if (K == FrameSize)
        Facts.LocalBytes = word(Value, 1);
    });
  if (Name == (".nv.info." + Kernel).str())
    forEachAttribute(Data, [&](uint8_t K, StringRef Value) {
      if (K == MaxThreads)
        Facts.MaxThreads = word(Value, 0) * word(Value, 1) * word(Value, 2);
    });
}

llvm::Expected<CodeFacts> mt::readCubinFacts(StringRef Cubin,
                                             StringRef Symbol) {
  llvm::Expected<File> F = File::create(Cubin);
  if (!F)
    return F.takeError();
  llvm::Expected<uint32_t> Number = findSymbol(*F, Symbol);
  if (!Number)
    return Number.takeError();
  auto Sections = F->sections();
  if (!Sections)
    return Sections.takeError();
  CodeFacts Facts;
  for (const auto &Section : *Sections) {
    auto Name = F->getSectionName(Section);
    if (!Name)
      return Name.takeError();
    if (*Name == (".nv.shared." + Symbol).str())
      Facts.SharedBytes = unsigned(Section.sh_size);
    if (!Name->starts_with(".nv.info"))
      continue;
    auto Data = F->getSectionContents(Section);
    if (!Data)
      return Data.takeError();
    readSection(*Name, llvm::toStringRef(*Data), *Number, Symbol, Facts);
  }
  return Facts;
}
