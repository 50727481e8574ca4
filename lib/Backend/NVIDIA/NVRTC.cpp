//===- NVRTC.cpp - CUDA C++ to machine code, in this process --------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "mytriton/Backend/NVIDIA/NVRTC.h"
#include "mytriton/Backend/NVIDIA/Toolkit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <mutex>
#include <optional>

using namespace mt;
using llvm::StringRef;

namespace {

/// The part of NVRTC's C interface used here.
struct Library {
  using Program = struct OpaqueProgram *;
  int (*CreateProgram)(Program *, const char *Source, const char *Name,
                       int NumHeaders, const char *const *Headers,
                       const char *const *IncludeNames);
  int (*DestroyProgram)(Program *);
  int (*CompileProgram)(Program, int NumOptions, const char *const *Options);
  int (*GetProgramLogSize)(Program, size_t *);
  int (*GetProgramLog)(Program, char *);
  int (*GetPTXSize)(Program, size_t *);
  int (*GetPTX)(Program, char *);
  int (*GetCUBINSize)(Program, size_t *);
  int (*GetCUBIN)(Program, char *);
  const char *(*GetErrorString)(int);
  int (*Version)(int *Major, int *Minor);
  /// Folders with cuda_fp16.h and its like.
  llvm::SmallVector<std::string, 2> IncludeDirs;
};

/// Either a library or why there is none; kept for the life of the process.
struct LoadResult {
  std::optional<Library> Lib;
  std::string Error;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

static constexpr StringRef LibraryNames[] = {"libnvrtc.so.13", "libnvrtc.so.12",
                                             "libnvrtc.so"};

static bool bindAll(void *H, Library &L) {
  using toolkit::bind;
  return bind(H, "nvrtcCreateProgram", L.CreateProgram) &&
         bind(H, "nvrtcDestroyProgram", L.DestroyProgram) &&
         bind(H, "nvrtcCompileProgram", L.CompileProgram) &&
         bind(H, "nvrtcGetProgramLogSize", L.GetProgramLogSize) &&
         bind(H, "nvrtcGetProgramLog", L.GetProgramLog) &&
         bind(H, "nvrtcGetPTXSize", L.GetPTXSize) &&
         bind(H, "nvrtcGetPTX", L.GetPTX) &&
         bind(H, "nvrtcGetCUBINSize", L.GetCUBINSize) &&
         bind(H, "nvrtcGetCUBIN", L.GetCUBIN) &&
         bind(H, "nvrtcGetErrorString", L.GetErrorString) &&
         bind(H, "nvrtcVersion", L.Version);
}

/// Headers stand beside the library, or in a toolkit of this machine.
static void findIncludeDirs(Library &L) {
  llvm::SmallVector<std::string, 4> Homes = toolkit::homes();
  if (std::string Own =
          toolkit::homeOf(reinterpret_cast<void *>(L.CompileProgram));
      !Own.empty())
    Homes.insert(Homes.begin(), Own);
  for (const std::string &Home : Homes)
    if (llvm::sys::fs::exists(Home + "/include/cuda_fp16.h")) {
      L.IncludeDirs.push_back(Home + "/include");
      return;
    }
}

static LoadResult load() {
  LoadResult Result;
  void *Handle = toolkit::openLibrary(LibraryNames);
  if (!Handle) {
    Result.Error = "NVRTC was not found: install the CUDA toolkit's "
                   "libnvrtc.so.13 or libnvrtc.so.12, or set CUDA_HOME";
    return Result;
  }
  Library L;
  if (!bindAll(Handle, L)) {
    Result.Error = "the NVRTC library found is too old; CUDA 11.1 or newer "
                   "is needed";
    return Result;
  }
  findIncludeDirs(L);
  Result.Lib = std::move(L);
  return Result;
}

static const LoadResult &library() {
  static const LoadResult Result = load();
  return Result;
}

bool mt::hasNVRTC() { return library().Lib.has_value(); }

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

namespace {

/// Keeps a program's own handling of Ctrl-C while NVRTC compiles.
///
/// NVRTC catches SIGINT as it reads the text, and then ends the process with
/// status 4: no KeyboardInterrupt in Python, nothing saved. It leaves the
/// signal alone where it is ignored, so it is ignored as long as any thread
/// compiles. An interrupt meanwhile waits for the end of the compilation, since
/// the compiling thread blocks it; where another thread takes it, it is lost.
/// A program without a handler ends at once, as without this.
class InterruptGuard {
public:
  InterruptGuard() {
    sigset_t Interrupt;
    sigemptyset(&Interrupt);
    sigaddset(&Interrupt, SIGINT);
    pthread_sigmask(SIG_SETMASK, nullptr, &OldMask);
    std::lock_guard Lock(S.Mutex);
    if (S.Compilations++ == 0)
      S.Active = hasHandler(S.Handler);
    if (!S.Active)
      return;
    // Blocked first: what comes from here on waits.
    pthread_sigmask(SIG_BLOCK, &Interrupt, nullptr);
    if (S.Compilations == 1)
      (void)std::signal(SIGINT, SIG_IGN);
  }

  ~InterruptGuard() {
    {
      std::lock_guard Lock(S.Mutex);
      // A handler that the program has set meanwhile stays.
      struct sigaction Now;
      if (--S.Compilations == 0 && S.Active && !hasHandler(Now) &&
          Now.sa_handler == SIG_IGN)
        (void)sigaction(SIGINT, &S.Handler, nullptr);
    }
    pthread_sigmask(SIG_SETMASK, &OldMask, nullptr);
  }

  InterruptGuard(const InterruptGuard &) = delete;
  InterruptGuard &operator=(const InterruptGuard &) = delete;

private:
  /// What all threads that compile share, since a handler is the process's.
  struct Shared {
    std::mutex Mutex;
    unsigned Compilations = 0;
    bool Active = false;
    struct sigaction Handler = {};
  };

  static bool hasHandler(struct sigaction &Handler) {
    return sigaction(SIGINT, nullptr, &Handler) == 0 &&
           Handler.sa_handler != SIG_DFL && Handler.sa_handler != SIG_IGN;
  }

  static Shared S;
  sigset_t OldMask;
};

InterruptGuard::Shared InterruptGuard::S;

/// One program, destroyed on every path.
class Compilation {
public:
  explicit Compilation(const Library &L) : L(L) {}
  ~Compilation() {
    if (P)
      L.DestroyProgram(&P);
  }

  llvm::Expected<NVRTCResult> run(StringRef Source, StringRef FileName,
                                  const NVRTCOptions &Options);

private:
  std::vector<std::string> arguments(const NVRTCOptions &Options) const;
  std::string read(int (*Size)(Library::Program, size_t *),
                   int (*Get)(Library::Program, char *));
  llvm::Error fail(int Status, const llvm::Twine &Detail) {
    return llvm::createStringError(
        "NVRTC: " + llvm::Twine(L.GetErrorString(Status)) + Detail);
  }

  const Library &L;
  Library::Program P = nullptr;
};

} // namespace

std::vector<std::string>
Compilation::arguments(const NVRTCOptions &Options) const {
  // For PTX the virtual architecture is asked for, for a cubin the real one.
  StringRef Arch = Options.Arch;
  std::string Name = Arch.str();
  if (Options.EmitPTX && Arch.consume_front("sm_"))
    Name = ("compute_" + Arch).str();
  std::vector<std::string> Arguments = {"--gpu-architecture=" + Name,
                                        "--fmad=false", "--prec-div=false",
                                        "--std=c++17", "-default-device"};
  if (Options.LineInfo)
    Arguments.push_back("-lineinfo");
  // Without declarations of textures and of the runtime's functions.
  int Major = 0, Minor = 0;
  if (L.Version(&Major, &Minor) == 0 && Major >= 13)
    Arguments.push_back("--minimal");
  for (const std::string &Dir : L.IncludeDirs)
    Arguments.push_back("-I" + Dir);
  return Arguments;
}

std::string Compilation::read(int (*Size)(Library::Program, size_t *),
                              int (*Get)(Library::Program, char *)) {
  size_t Bytes = 0;
  std::string Text;
  if (Size(P, &Bytes) != 0 || Bytes == 0)
    return Text;
  Text.resize(Bytes);
  return Get(P, Text.data()) == 0 ? Text : std::string();
}

llvm::Expected<NVRTCResult> Compilation::run(StringRef Source,
                                             StringRef FileName,
                                             const NVRTCOptions &Options) {
  if (int Status = L.CreateProgram(&P, Source.str().c_str(),
                                   FileName.str().c_str(), 0, nullptr, nullptr))
    return fail(Status, "");
  std::vector<std::string> Arguments = arguments(Options);
  std::vector<const char *> Pointers;
  for (const std::string &A : Arguments)
    Pointers.push_back(A.c_str());
  int Status = 0;
  {
    InterruptGuard Guard;
    Status = L.CompileProgram(P, Pointers.size(), Pointers.data());
  }
  NVRTCResult Result;
  Result.Log = read(L.GetProgramLogSize, L.GetProgramLog);
  // The log comes with its terminating zero.
  Result.Log = StringRef(Result.Log).rtrim(StringRef("\0\n", 2)).str();
  if (Status)
    return fail(Status, "\n" + Result.Log);
  Result.Code = Options.EmitPTX ? read(L.GetPTXSize, L.GetPTX)
                                : read(L.GetCUBINSize, L.GetCUBIN);
  if (Options.EmitPTX && !Result.Code.empty())
    Result.Code.pop_back();
  return Result;
}

llvm::Expected<NVRTCResult> mt::compileWithNVRTC(StringRef Source,
                                                 StringRef FileName,
                                                 const NVRTCOptions &Options) {
  const LoadResult &Loaded = library();
  if (!Loaded.Lib)
    return llvm::createStringError(Loaded.Error);
  return Compilation(*Loaded.Lib).run(Source, FileName, Options);
}
