//===- MLIRPlugin.cpp - Compiling MLIR text -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/MLIR/MLIRPlugin.h"
#include "mytriton/Backend/MLIR/PluginABI.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <dlfcn.h>

using namespace mt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

namespace {

/// Either the plugin's functions or why there are none; kept for the life of
/// the process.
struct Plugin {
  MyTritonMLIRVerifyFn *Verify = nullptr;
  MyTritonMLIRLowerFn *Lower = nullptr;
  std::string Error;

  static Plugin load();
};

} // namespace

static constexpr const char *PathVariable = "MYTRITON_MLIR_PLUGIN";
static constexpr const char *Advice =
    "install the Debian packages libmlir-22-dev and mlir-22-tools (MLIR 22) "
    "and build MyTriton again";

/// The folder of the library that holds this function.
static std::string ownFolder() {
  Dl_info Info;
  if (!dladdr(reinterpret_cast<void *>(&ownFolder), &Info))
    return "";
  llvm::SmallString<128> Path(Info.dli_fname);
  llvm::sys::fs::make_absolute(Path);
  return llvm::sys::path::parent_path(Path).str();
}

/// The file to load; empty with Error set if there is none.
static std::string findPlugin(std::string &Error) {
  auto Named = llvm::sys::Process::GetEnv(PathVariable);
  bool IsNamed = Named && !Named->empty();
  std::string Folder = ownFolder();
  std::string Path = IsNamed ? *Named : Folder + "/libMyTritonMLIR.so";
  if (llvm::sys::fs::exists(Path) && !llvm::sys::fs::is_directory(Path))
    return Path;
  if (IsNamed)
    Error = std::string(PathVariable) + " names '" + Path +
            "', which is no file; it must be a libMyTritonMLIR.so";
  else
    Error = "MLIR is needed for this, but libMyTritonMLIR.so is not in '" +
            Folder + "': " + Advice + ", or set " + PathVariable;
  return "";
}

template <typename Fn>
static bool bind(void *Library, const char *Name, Fn *&Target) {
  Target = reinterpret_cast<Fn *>(dlsym(Library, Name));
  return Target != nullptr;
}

Plugin Plugin::load() {
  Plugin P;
  std::string Path = findPlugin(P.Error);
  if (Path.empty())
    return P;
  llvm::SmallString<128> Full(Path); // a bare name would be searched for
  llvm::sys::fs::make_absolute(Full);
  void *Library = dlopen(Full.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Library) {
    P.Error = "cannot load MLIR: " + std::string(dlerror());
    return P;
  }
  MyTritonMLIRStampFn *Stamp;
  if (!bind(Library, MYTRITON_MLIR_STAMP_SYMBOL, Stamp)) {
    P.Error = "'" + Path + "' is no plugin of MyTriton for MLIR";
  } else if (StringRef(Stamp()) != MYTRITON_MLIR_STAMP) {
    P.Error = "'" + Path + "' was built for '" + Stamp() + "', this is '" +
              MYTRITON_MLIR_STAMP + "'; rebuild it";
  } else if (!bind(Library, MYTRITON_MLIR_VERIFY_SYMBOL, P.Verify) ||
             !bind(Library, MYTRITON_MLIR_LOWER_SYMBOL, P.Lower)) {
    P.Error = "'" + Path + "' lacks functions of its interface; rebuild it";
  }
  return P;
}

static const Plugin &plugin() {
  static const Plugin P = Plugin::load();
  return P;
}

static llvm::Error loadError(const Plugin &P) {
  if (P.Error.empty())
    return llvm::Error::success();
  return llvm::createStringError(P.Error);
}

llvm::Error mt::loadMLIRPlugin() { return loadError(plugin()); }

bool mt::hasMLIRPlugin() { return plugin().Error.empty(); }

//===----------------------------------------------------------------------===//
// Calling
//===----------------------------------------------------------------------===//

namespace {

/// What a call into the plugin has handed back.
struct Answer {
  std::string Messages;
  std::string Bitcode;

  MyTritonMLIRClient client();
  llvm::Error failure() const { return llvm::createStringError(Messages); }
};

} // namespace

MyTritonMLIRClient Answer::client() {
  auto Diagnose = [](void *Context, const MyTritonMLIRDiagnostic *D) {
    std::string &Out = static_cast<Answer *>(Context)->Messages;
    Out += Out.empty() ? "" : "\n";
    Out += D->FileSize ? std::string(D->File, D->FileSize) : "mlir";
    Out += ":";
    if (D->Line)
      Out += std::to_string(D->Line) + ":" + std::to_string(D->Column) + ":";
    Out += D->IsNote ? " note: " : " ";
    Out.append(D->Message, D->MessageSize);
  };
  auto TakeBitcode = [](void *Context, const char *Data, size_t Size) {
    static_cast<Answer *>(Context)->Bitcode.assign(Data, Size);
  };
  return {this, Diagnose, TakeBitcode};
}

llvm::Error mt::verifyMLIR(StringRef Text) {
  const Plugin &P = plugin();
  if (llvm::Error E = loadError(P))
    return E;
  Answer A;
  MyTritonMLIRClient Client = A.client();
  if (P.Verify(Text.data(), Text.size(), &Client))
    return llvm::Error::success();
  return A.failure();
}

llvm::Expected<std::unique_ptr<llvm::Module>>
mt::lowerMLIR(StringRef Text, bool LineInfo, llvm::LLVMContext &Context) {
  const Plugin &P = plugin();
  if (llvm::Error E = loadError(P))
    return E;
  Answer A;
  MyTritonMLIRClient Client = A.client();
  MyTritonMLIRLowering Options = {LineInfo};
  if (!P.Lower(Text.data(), Text.size(), &Options, &Client))
    return A.failure();
  return llvm::parseBitcodeFile(llvm::MemoryBufferRef(A.Bitcode, "kernels"),
                                Context);
}
