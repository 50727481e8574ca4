//===- Frontend.cpp - Python kernels to tile IR
//----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Frontend/Frontend.h"
#include "KernelSema.h"
#include "Library.h"
#include "mytriton/IR/Kernel.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// FrontendResult
//===----------------------------------------------------------------------===//

FrontendResult::FrontendResult(std::unique_ptr<Module> M,
                               std::unique_ptr<sym::Program> P)
    : M(std::move(M)), Exprs(std::move(P)) {}
FrontendResult::FrontendResult(FrontendResult &&) = default;
FrontendResult &FrontendResult::operator=(FrontendResult &&) = default;
FrontendResult::~FrontendResult() = default;
std::unique_ptr<Module> FrontendResult::takeModule() { return std::move(M); }

void FrontendResult::printExpressions(llvm::raw_ostream &OS) const {
  sym::print(OS, *Exprs);
}

//===----------------------------------------------------------------------===//
// One source
//===----------------------------------------------------------------------===//

namespace {

/// Stops Python's cycle collector, which the many nodes of a syntax tree would
/// otherwise start.
class CollectorPause {
public:
  CollectorPause() : WasOn(PyGC_Disable()) {}
  ~CollectorPause() {
    if (WasOn)
      PyGC_Enable();
  }

private:
  int WasOn;
};

/// A parsed source and what reads it.
struct Parsed {
  Tree T;
  std::unique_ptr<ASTReader> Reader;
};

} // namespace

struct Frontend::Impl {
  class LiveLoader;

  PythonNames Names;
  FunctionLibrary Library{Names};

  LogicalResult parse(Context &Ctx, DiagnosticEngine &Diags,
                      const SourceText &Source, Parsed &Result);
  llvm::FailureOr<FunctionStmt *> findKernel(KernelSema &S, StaticResolver &R,
                                             StringRef Name,
                                             DiagnosticEngine &Diags);
  FunctionStmt *onlyFunction(Body Statements);
};

Frontend::Frontend() : P(std::make_unique<Impl>()) {}
Frontend::~Frontend() = default;

LogicalResult Frontend::Impl::parse(Context &Ctx, DiagnosticEngine &Diags,
                                    const SourceText &Source, Parsed &Result) {
  Diags.addSourceText(Source.FileName, Source.Text, Source.FirstLine);
  int FirstLine = 1;
  PyRef Module = parsePython(Names, Source, Ctx, Diags, FirstLine);
  if (!Module)
    return failure();
  Result.Reader = std::make_unique<ASTReader>(Names, Result.T, FirstLine);
  Result.Reader->readModule(Result.T.keep(std::move(Module)));
  return success();
}

//===----------------------------------------------------------------------===//
// Choosing a kernel
//===----------------------------------------------------------------------===//

static std::string quotedList(llvm::ArrayRef<FunctionStmt *> Functions) {
  std::string Text;
  for (FunctionStmt *F : Functions)
    Text += (Text.empty() ? "'" : ", '") + F->Name.str() + "'";
  return Text;
}

static llvm::SmallVector<FunctionStmt *, 4> kernelsOf(KernelSema &S,
                                                      StaticResolver &R) {
  llvm::SmallVector<FunctionStmt *, 4> Kernels;
  for (FunctionStmt *F : R.functions())
    if (S.isKernel(*F, /*Report=*/false))
      Kernels.push_back(F);
  return Kernels;
}

llvm::FailureOr<FunctionStmt *>
Frontend::Impl::findKernel(KernelSema &S, StaticResolver &R, StringRef Name,
                           DiagnosticEngine &Diags) {
  auto Kernels = kernelsOf(S, R);
  Location File = S.loc({1, 0, 0, 0});
  auto Fail = [&] { return Diags.error(File).category(CompileErrorCategory); };
  if (!Name.empty()) {
    for (FunctionStmt *F : llvm::reverse(Kernels))
      if (F->Name == Name)
        return F;
    for (FunctionStmt *F : R.functions())
      if (F->Name == Name)
        return S.error(F->NameRange)
               << "'" << Name << "' is not a kernel; decorate it with "
               << "@triton.jit";
    SpellingHelp Help(Name);
    for (FunctionStmt *F : Kernels)
      Help.consider(F->Name);
    std::string Suffix = Help.suffix();
    if (Suffix.empty() && !Kernels.empty())
      Suffix = "; it has " + quotedList(Kernels);
    return Fail() << "the file has no kernel '" << Name << "'" << Suffix;
  }
  if (Kernels.size() == 1)
    return Kernels.front();
  if (Kernels.empty())
    return Fail() << "the file has no kernel; decorate a function with "
                     "@triton.jit";
  return Fail() << "the file has several kernels; choose one of "
                << quotedList(Kernels) << " with -kernel";
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

/// Analyses F and lowers what it means.
static llvm::FailureOr<FrontendResult>
finish(KernelSema &S, FunctionStmt &F, std::unique_ptr<sym::Program> Program,
       const KernelSignature &Signature) {
  if (failed(S.analyze(F, Signature)))
    return failure();
  std::unique_ptr<Module> M = sym::lower(*Program);
  return FrontendResult(std::move(M), std::move(Program));
}

llvm::FailureOr<FrontendResult>
Frontend::compileText(Context &Ctx, DiagnosticEngine &Diags,
                      const SourceText &Source, StringRef Name,
                      const KernelSignature &Signature,
                      const FrontendOptions &Options) {
  CollectorPause Pause;
  Parsed Text;
  if (failed(P->parse(Ctx, Diags, Source, Text)))
    return failure();
  StaticResolver Resolver(Text.T);
  auto Program = std::make_unique<sym::Program>(Ctx);
  KernelSema S({Ctx, Diags, Options, &Resolver, Text.Reader.get(),
                Source.FileName, /*Loader=*/nullptr, &P->Library},
               *Program);
  auto Kernel = P->findKernel(S, Resolver, Name, Diags);
  if (failed(Kernel))
    return failure();
  S.isKernel(**Kernel, /*Report=*/true);
  return finish(S, **Kernel, std::move(Program), Signature);
}

FunctionStmt *Frontend::Impl::onlyFunction(Body Statements) {
  for (Stmt *S : Statements)
    if (auto *F = llvm::dyn_cast<FunctionStmt>(S))
      return F;
  return nullptr;
}

/// Helpers of a live kernel, each read once a compilation.
class Frontend::Impl::LiveLoader : public FunctionLoader {
public:
  LiveLoader(Impl &P, Context &Ctx, DiagnosticEngine &Diags,
             const LiveFunction &Kernel)
      : P(P), Ctx(Ctx), Diags(Diags), Kernel(Kernel) {}

  LogicalResult load(KernelSema &S, PyObject *Jit, SourceRange Use,
                     JitCode &Code) override;

private:
  struct Loaded {
    PyRef Object, Function, Source;
    LiveFunction Live;
    Parsed Text;
    std::unique_ptr<LiveResolver> Resolver;
    FunctionStmt *Tree = nullptr;
  };
  bool read(Loaded &L);

  Impl &P;
  Context &Ctx;
  DiagnosticEngine &Diags;
  const LiveFunction &Kernel;
  llvm::DenseMap<PyObject *, std::unique_ptr<Loaded>> Helpers;
};

/// Function and text of a `@jit` object; false with a Python exception set.
bool Frontend::Impl::LiveLoader::read(Loaded &L) {
  L.Function = PyRef::steal(PyObject_GetAttrString(L.Object.get(), "fn"));
  if (!L.Function)
    return false;
  L.Source = PyRef::steal(
      PyObject_CallMethod(L.Object.get(), "_read_source", nullptr));
  if (!L.Source || PyTuple_Size(L.Source.get()) != 3)
    return false;
  long Line = PyLong_AsLong(PyTuple_GetItem(L.Source.get(), 2));
  L.Live.Function = L.Function.get();
  L.Live.Source = {pyText(PyTuple_GetItem(L.Source.get(), 0)),
                   pyText(PyTuple_GetItem(L.Source.get(), 1)),
                   unsigned(std::max(Line, 1l))};
  L.Live.OnGlobal = Kernel.OnGlobal;
  return !PyErr_Occurred();
}

LogicalResult Frontend::Impl::LiveLoader::load(KernelSema &S, PyObject *Jit,
                                               SourceRange Use, JitCode &Code) {
  std::unique_ptr<Loaded> &Slot = Helpers[Jit];
  if (!Slot) {
    Slot = std::make_unique<Loaded>();
    Slot->Object = PyRef::borrow(Jit);
    if (!read(*Slot))
      return S.error(Use) << "the text of this @jit function cannot be read: "
                          << takePythonError();
    if (failed(P.parse(Ctx, Diags, Slot->Live.Source, Slot->Text)))
      return failure();
    Slot->Tree = P.onlyFunction(Slot->Text.T.Statements);
    Slot->Resolver = std::make_unique<LiveResolver>(Slot->Live);
  }
  if (!Slot->Tree)
    return S.unsupported(Use) << "the source of this @jit function is not a "
                                 "'def'";
  Code = {Slot->Tree, Slot->Resolver.get(), Slot->Text.Reader.get(),
          Slot->Live.Source.FileName};
  return success();
}

llvm::FailureOr<FrontendResult> Frontend::compileFunction(
    Context &Ctx, DiagnosticEngine &Diags, const LiveFunction &Function,
    const KernelSignature &Signature, const FrontendOptions &Options) {
  CollectorPause Pause;
  Parsed Text;
  if (failed(P->parse(Ctx, Diags, Function.Source, Text)))
    return failure();
  FunctionStmt *F = P->onlyFunction(Text.T.Statements);
  if (!F)
    return Diags
               .error(Location(Ctx.scope(Function.Source.FileName),
                               Function.Source.FirstLine, 1))
               .category(ASTFrontendErrorCategory)
           << "the source of this function is not a 'def'";
  LiveResolver Resolver(Function);
  Impl::LiveLoader Loader(*P, Ctx, Diags, Function);
  auto Program = std::make_unique<sym::Program>(Ctx);
  KernelSema S({Ctx, Diags, Options, &Resolver, Text.Reader.get(),
                Function.Source.FileName, &Loader, &P->Library},
               *Program);
  return finish(S, *F, std::move(Program), Signature);
}

//===----------------------------------------------------------------------===//
// Other questions
//===----------------------------------------------------------------------===//

llvm::FailureOr<std::vector<std::string>>
Frontend::listKernels(Context &Ctx, DiagnosticEngine &Diags,
                      const SourceText &Source) {
  CollectorPause Pause;
  Parsed Text;
  if (failed(P->parse(Ctx, Diags, Source, Text)))
    return failure();
  StaticResolver Resolver(Text.T);
  sym::Program Program(Ctx);
  FrontendOptions Options;
  KernelSema S(
      {Ctx, Diags, Options, &Resolver, Text.Reader.get(), Source.FileName},
      Program);
  std::vector<std::string> Names;
  for (FunctionStmt *F : kernelsOf(S, Resolver))
    Names.push_back(F->Name.str());
  return Names;
}

LogicalResult Frontend::printTree(Context &Ctx, DiagnosticEngine &Diags,
                                  const SourceText &Source, StringRef Name,
                                  llvm::raw_ostream &OS) {
  CollectorPause Pause;
  Parsed Text;
  if (failed(P->parse(Ctx, Diags, Source, Text)))
    return failure();
  StaticResolver Resolver(Text.T);
  sym::Program Program(Ctx);
  FrontendOptions Options;
  KernelSema S(
      {Ctx, Diags, Options, &Resolver, Text.Reader.get(), Source.FileName},
      Program);
  auto Kernel = P->findKernel(S, Resolver, Name, Diags);
  if (failed(Kernel))
    return failure();
  Text.Reader->readBody(**Kernel);
  printFunction(OS, **Kernel);
  return success();
}
