//===- AssemblerLibraries.cpp - PTX assemblers in this process ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblerLibraries.h"
#include "mytriton/Backend/NVIDIA/Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include <optional>

using namespace mt;
using llvm::StringRef;

/// Reads a text or a cubin whose size and contents two functions give.
template <typename Handle>
static std::string read(Handle H, int (*Size)(Handle, size_t *),
                        int (*Get)(Handle, char *)) {
  size_t Bytes = 0;
  if (Size(H, &Bytes) != 0 || Bytes == 0)
    return "";
  std::string Text(Bytes, '\0');
  return Get(H, Text.data()) == 0 ? Text : std::string();
}

/// Logs come with their terminating zero.
static std::string trimmed(StringRef Log) {
  return Log.rtrim(StringRef("\0\n", 2)).str();
}

static llvm::Error fail(StringRef Library, int Status, StringRef Log) {
  return llvm::createStringError(Library + " refused the PTX (error " +
                                 llvm::Twine(Status) + ")\n" + Log);
}

//===----------------------------------------------------------------------===//
// nvJitLink
//===----------------------------------------------------------------------===//

namespace {

/// The part of nvJitLink's C interface used here.
struct NVJitLink {
  using Handle = struct OpaqueJitLink *;
  static constexpr int InputPTX = 2;
  int (*Create)(Handle *, uint32_t NumOptions, const char **Options);
  int (*Destroy)(Handle *);
  int (*AddData)(Handle, int Kind, const void *Data, size_t Size,
                 const char *Name);
  int (*Complete)(Handle);
  int (*GetCubinSize)(Handle, size_t *);
  int (*GetCubin)(Handle, char *);
  int (*GetErrorLogSize)(Handle, size_t *);
  int (*GetErrorLog)(Handle, char *);
};

} // namespace

/// Functions carry the release of their interface in the names; from 12.4 on
/// there are plain names, too.
template <typename Fn>
static bool bindJitLink(void *H, StringRef Name, Fn &Target) {
  for (const char *Release : {"", "_13_0", "_12_9", "_12_8", "_12_6", "_12_5",
                              "_12_4", "_12_3", "_12_2", "_12_1", "_12_0"}) {
    std::string Symbol =
        (StringRef(*Release ? "__nvJitLink" : "nvJitLink") + Name + Release)
            .str();
    if (toolkit::bind(H, Symbol.c_str(), Target))
      return true;
  }
  return false;
}

static std::optional<NVJitLink> loadNVJitLink() {
  void *H = toolkit::openLibrary(
      {"libnvJitLink.so.13", "libnvJitLink.so.12", "libnvJitLink.so"});
  NVJitLink L;
  if (H && bindJitLink(H, "Create", L.Create) &&
      bindJitLink(H, "Destroy", L.Destroy) &&
      bindJitLink(H, "AddData", L.AddData) &&
      bindJitLink(H, "Complete", L.Complete) &&
      bindJitLink(H, "GetLinkedCubinSize", L.GetCubinSize) &&
      bindJitLink(H, "GetLinkedCubin", L.GetCubin) &&
      bindJitLink(H, "GetErrorLogSize", L.GetErrorLogSize) &&
      bindJitLink(H, "GetErrorLog", L.GetErrorLog))
    return L;
  return std::nullopt;
}

static const std::optional<NVJitLink> &jitLink() {
  static const std::optional<NVJitLink> Library = loadNVJitLink();
  return Library;
}

bool mt::hasNVJitLink() { return jitLink().has_value(); }

llvm::Expected<std::string>
mt::assembleWithNVJitLink(StringRef PTX, const AssemblerOptions &O) {
  const NVJitLink &L = *jitLink();
  std::string Arch = "-arch=" + O.Arch;
  llvm::SmallVector<const char *, 2> Options = {Arch.c_str()};
  if (O.LineInfo)
    Options.push_back("-lineinfo");
  NVJitLink::Handle H = nullptr;
  if (int Status = L.Create(&H, Options.size(), Options.data()))
    return llvm::createStringError("nvJitLink does not know " + O.Arch +
                                   " (error " + llvm::Twine(Status) + ")");
  std::string Text = PTX.str(); // with the zero at its end
  int Status = L.AddData(H, NVJitLink::InputPTX, Text.c_str(), Text.size() + 1,
                         "kernel");
  if (!Status)
    Status = L.Complete(H);
  std::string Cubin = Status ? "" : read(H, L.GetCubinSize, L.GetCubin);
  std::string Log =
      Status ? trimmed(read(H, L.GetErrorLogSize, L.GetErrorLog)) : "";
  L.Destroy(&H);
  if (Status)
    return fail("nvJitLink", Status, Log);
  return Cubin;
}

//===----------------------------------------------------------------------===//
// nvPTXCompiler
//===----------------------------------------------------------------------===//

namespace {

/// The part of nvPTXCompiler's C interface used here. Toolkits have it as a
/// static library; some installations, as a shared one.
struct PTXCompiler {
  using Handle = struct OpaquePTXCompiler *;
  int (*Create)(Handle *, size_t Size, const char *PTX);
  int (*Destroy)(Handle *);
  int (*Compile)(Handle, int NumOptions, const char *const *Options);
  int (*GetCubinSize)(Handle, size_t *);
  int (*GetCubin)(Handle, char *);
  int (*GetErrorLogSize)(Handle, size_t *);
  int (*GetErrorLog)(Handle, char *);
};

} // namespace

static std::optional<PTXCompiler> loadPTXCompiler() {
  using toolkit::bind;
  void *H =
      toolkit::openLibrary({"libnvptxcompiler.so.13", "libnvptxcompiler.so.12",
                            "libnvptxcompiler.so"});
  PTXCompiler L;
  if (H && bind(H, "nvPTXCompilerCreate", L.Create) &&
      bind(H, "nvPTXCompilerDestroy", L.Destroy) &&
      bind(H, "nvPTXCompilerCompile", L.Compile) &&
      bind(H, "nvPTXCompilerGetCompiledProgramSize", L.GetCubinSize) &&
      bind(H, "nvPTXCompilerGetCompiledProgram", L.GetCubin) &&
      bind(H, "nvPTXCompilerGetErrorLogSize", L.GetErrorLogSize) &&
      bind(H, "nvPTXCompilerGetErrorLog", L.GetErrorLog))
    return L;
  return std::nullopt;
}

static const std::optional<PTXCompiler> &ptxCompiler() {
  static const std::optional<PTXCompiler> Library = loadPTXCompiler();
  return Library;
}

bool mt::hasPTXCompiler() { return ptxCompiler().has_value(); }

llvm::Expected<std::string>
mt::assembleWithPTXCompiler(StringRef PTX, const AssemblerOptions &O) {
  const PTXCompiler &L = *ptxCompiler();
  std::string Arch = "--gpu-name=" + O.Arch, Text = PTX.str();
  llvm::SmallVector<const char *, 2> Options = {Arch.c_str()};
  if (O.LineInfo)
    Options.push_back("--generate-line-info");
  PTXCompiler::Handle H = nullptr;
  if (int Status = L.Create(&H, Text.size(), Text.c_str()))
    return fail("nvPTXCompiler", Status, "");
  int Status = L.Compile(H, Options.size(), Options.data());
  std::string Cubin = Status ? "" : read(H, L.GetCubinSize, L.GetCubin);
  std::string Log =
      Status ? trimmed(read(H, L.GetErrorLogSize, L.GetErrorLog)) : "";
  L.Destroy(&H);
  if (Status)
    return fail("nvPTXCompiler", Status, Log);
  return Cubin;
}
