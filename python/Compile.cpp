//===- Compile.cpp - From a live function to code that runs ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "JitKernel.h"
#include "mytriton/IR/Facts.h"
#include "mytriton/Support/Version.h"
#include "llvm/ADT/SmallString.h"
#include <cstdlib>

using namespace mt;
using namespace mt::python;

CompilerOptions python::driverOptions() {
  CompilerOptions Options;
  // Released builds trust their passes.
  Options.Passes.VerifyEach = MYTRITON_ASSERTIONS;
  Options.Passes.PrintAfterAll = environmentFlag("MYTRITON_PRINT_AFTER_ALL");
  if (const char *Directory = getenv("MYTRITON_DUMP_DIR"))
    Options.SaveTemps = Directory;
  return Options;
}

/// Asks the package for the function's source text; inspect finds it.
static bool readSource(PyObject *Self, JitKernel &K) {
  if (K.Source)
    return true;
  PyRef Source =
      PyRef::steal(PyObject_CallMethod(Self, "_read_source", nullptr));
  const char *Text, *File;
  Py_ssize_t TextSize, FileSize;
  unsigned FirstLine;
  if (!Source || !PyArg_ParseTuple(Source.get(), "s#s#I", &Text, &TextSize,
                                   &File, &FileSize, &FirstLine))
    return false;
  K.Source = std::make_shared<FunctionSource>(FunctionSource{
      std::string(Text, TextSize), std::string(File, FileSize), FirstLine});
  return true;
}

/// The argument that starts at Next, which is moved behind it.
static KernelArgument signatureEntry(Context &Ctx, const Argument *&Next) {
  const Argument &A = *Next++;
  KernelArgument Entry;
  if (A.Key.Class == ArgumentClass::Tuple) {
    Entry.IsTuple = true;
    Entry.Object = A.Object;
    for (uint64_t I = 0; I != A.Key.Value; ++I)
      Entry.Elements.push_back(signatureEntry(Ctx, Next));
    return Entry;
  }
  if (A.Key.isConstexpr()) {
    Entry.Object = A.Object;
    return Entry;
  }
  Entry.Ty = Ctx.scalar(A.Key.Kind);
  if (A.Key.Class == ArgumentClass::Pointer)
    Entry.Ty = Ctx.pointer(Entry.Ty, A.Key.IsConst);
  Entry.Divisible = A.Key.Divisible16 ? 16 : 1;
  Entry.EqualsOne = A.Key.EqualsOne;
  return Entry;
}

namespace {

/// Notes which variables a compilation reads, with where they live.
class GlobalRecorder {
public:
  GlobalRecorder(PyObject *Function, CompiledKernel &C);
  void note(llvm::StringRef Name, PyObject *Value);

private:
  bool noteCell(llvm::StringRef Name, PyObject *Value);

  CompiledKernel &C;
  PyRef Globals, Cells, FreeNames, Owner;
};

} // namespace

static PyRef attribute(PyObject *Object, const char *Name) {
  PyRef R = PyRef::steal(PyObject_GetAttrString(Object, Name));
  PyErr_Clear();
  return R;
}

GlobalRecorder::GlobalRecorder(PyObject *Function, CompiledKernel &C)
    : C(C), Globals(attribute(Function, "__globals__")),
      Cells(attribute(Function, "__closure__")) {
  if (PyRef Code = attribute(Function, "__code__"))
    FreeNames = attribute(Code.get(), "co_freevars");
  if (!Globals) // a module or a class
    Owner = PyRef::borrow(Function);
}

/// A copy of what can change without its variable being assigned.
static PyRef snapshot(PyObject *Value) {
  if (!PyList_CheckExact(Value) && !PyDict_CheckExact(Value) &&
      !Py_IS_TYPE(Value, &PySet_Type))
    return {};
  PyRef Copy = PyRef::steal(PyObject_CallMethod(Value, "copy", nullptr));
  PyErr_Clear();
  return Copy;
}

bool GlobalRecorder::noteCell(llvm::StringRef Name, PyObject *Value) {
  if (!Cells || !PyTuple_Check(Cells.get()) || !FreeNames)
    return false;
  Py_ssize_t Size = PyTuple_Size(Cells.get());
  for (Py_ssize_t I = 0; I != Size; ++I) {
    if (pyText(PyTuple_GetItem(FreeNames.get(), I)) != Name)
      continue;
    C.Watched.push_back({PyRef::borrow(PyTuple_GetItem(Cells.get(), I)),
                         PyRef(), PyRef::borrow(Value), snapshot(Value)});
    return true;
  }
  return false;
}

void GlobalRecorder::note(llvm::StringRef Name, PyObject *Value) {
  if (noteCell(Name, Value))
    return;
  // Interned, as the names in dicts of globals are: found by address.
  PyRef Key = PyRef::steal(PyUnicode_InternFromString(Name.str().c_str()));
  PyObject *Where = Owner ? Owner.get() : Globals.get();
  for (const WatchedName &Known : C.Watched)
    if (Known.Owner.get() == Where && Known.Name.get() == Key.get())
      return;
  // What is not there is a builtin of Python's.
  if (Owner)
    C.Watched.push_back({Owner, Key, PyRef::borrow(Value), snapshot(Value)});
  else if (Globals && Key && PyDict_GetItem(Globals.get(), Key.get()))
    C.Watched.push_back({Globals, Key, PyRef::borrow(Value), snapshot(Value)});
  PyErr_Clear();
}

static void setOptions(CompiledKernel &C, const JitKernel &K,
                       const LaunchRequest &Request) {
  C.Name = K.Name;
  C.Source = K.Source;
  C.Where = Request.Where;
  C.Options = driverOptions();
  if (!C.Options.SaveTemps.empty())
    C.Options.SaveTemps += "/" + K.Name;
  TargetOptions &T = C.Options.Target;
  T.NumWarps = Request.Options.NumWarps;
  T.NumStages = Request.Options.NumStages;
  T.EnableFpFusion = Request.Options.EnableFpFusion;
  T.Debug = Request.Options.Debug;
  T.LaunchPredicates = Request.Options.LaunchPredicates;
  T.ArrayABI = Request.Where.ArrayABI;
}

/// What a launch asks of its kernel stands in the IR, where targets look.
static void addLaunchAttrs(Kernel &K, const LaunchOptions &Options) {
  Context &Ctx = K.context();
  if (Options.MaxRegisters)
    K.setAttrs(Ctx.withAttr(K.attrs(), MaxRegistersAttr,
                            Ctx.intAttr(Options.MaxRegisters)));
  if (Options.Cooperative)
    K.setAttrs(Ctx.withAttr(K.attrs(), CooperativeAttr, Ctx.boolAttr(true)));
}

/// The frontend's part; needs the GIL.
static bool runFrontend(const JitKernel &K, const LaunchRequest &Request,
                        CompiledKernel &C, DiagnosticCollector &Diags) {
  KernelSignature Signature;
  const Argument *Next = Request.Args.data();
  for (const Parameter &P : K.Params) {
    Signature.Args.push_back(signatureEntry(*C.Ctx, Next));
    Signature.Args.back().Name = P.NameText;
  }
  auto OnGlobal = [&](PyObject *F, llvm::StringRef Name, PyObject *Value) {
    GlobalRecorder(F, C).note(Name, Value);
  };
  LiveFunction Function;
  Function.Function = K.Function.get();
  Function.Source = {K.Source->Text, K.Source->File, K.Source->FirstLine};
  Function.OnGlobal = OnGlobal;
  FrontendOptions Options;
  Options.Debug = Request.Options.Debug;
  Options.AsTriton = K.AsTriton;
  Session::FrontendLock Frontend(session());
  llvm::FailureOr<FrontendResult> Result = (*Frontend).compileFunction(
      *C.Ctx, Diags.engine(), Function, Signature, Options);
  if (failed(Result)) {
    return false;
  }
  C.SSA = Result->takeModule();
  addLaunchAttrs(C.ssaKernel(), Request.Options);
  C.Expressions.emplace(std::move(*Result));
  return true;
}

/// Lets `@jit(repr=…)` name the compiled symbol, which the package checks.
static bool renameSymbol(PyObject *Self, const JitKernel &K,
                         const LaunchRequest &Request, CompiledKernel &C) {
  if (!K.NamesSymbol)
    return true;
  PyRef Constants = PyRef::steal(PyDict_New());
  PyRef Types = PyRef::steal(PyDict_New());
  for (unsigned I = 0, E = K.Params.size(); I != E; ++I) {
    const Argument *A = &Request.Args[Request.Starts[I]];
    PyObject *Object = A->Object;
    PyObject *Name = K.Params[I].Name.get();
    KernelArgument Entry = signatureEntry(*C.Ctx, A);
    bool IsConstant = Entry.isConstexpr();
    std::string Spelling = Entry.Ty        ? Entry.Ty.str()
                           : Entry.IsTuple ? "tuple"
                                           : "constexpr";
    PyRef Text = PyRef::steal(PyUnicode_FromString(Spelling.c_str()));
    if (!Text || PyDict_SetItem(Types.get(), Name, Text.get()) ||
        (IsConstant && PyDict_SetItem(Constants.get(), Name, Object)))
      return false;
  }
  PyRef Symbol = PyRef::steal(PyObject_CallMethod(
      Self, "_symbol_name", "OO", Types.get(), Constants.get()));
  if (!Symbol)
    return false;
  C.ssaKernel().setName(pyText(Symbol.get()));
  return true;
}

/// Passes and code generation; runs without the GIL. First: as in
/// Compiler::load.
static LogicalResult runBackend(CompiledKernel &C, bool Load,
                                const LaunchParams *First,
                                DiagnosticEngine &Diags) {
  bool LineInfo = session().environment().LineInfo;
  WithoutGIL Unlocked;
  const Compiler &Driver = session().compiler();
  std::string Passes = Driver.ssaPipeline(C.Options.Target.OptLevel);
  if (failed(Driver.runPasses(*C.SSA, Passes, C.Options, Diags)))
    return failure();
  if (!Load)
    return success();
  std::unique_ptr<Module> Copy = C.SSA->clone();
  // What runs names its lines; the texts that `asm` shows do not.
  CompilerOptions Options = C.Options;
  Options.Target.LineInfo = LineInfo;
  C.Code = Driver.load(*Copy->kernels().front(), *C.Where.Runner, Options,
                       Diags, First);
  return success(C.Code != nullptr);
}

/// Sets the exception for the errors, in Triton's form where the kernel asks.
static void raiseCompileErrors(PyObject *Self, DiagnosticCollector &Diags) {
  Diags.raiseErrors();
  if (!kernelOf(Self).AsTriton)
    return;
  PyObject *Class, *Exception, *Traceback;
  PyErr_Fetch(&Class, &Exception, &Traceback);
  PyErr_NormalizeException(&Class, &Exception, &Traceback);
  PyRef Held[] = {PyRef::steal(Class), PyRef::steal(Exception),
                  PyRef::steal(Traceback)};
  PyRef Form = PyRef::steal(
      PyObject_CallMethod(Self, "_in_triton_form", "O", Exception));
  if (Form)
    PyErr_SetObject((PyObject *)Py_TYPE(Form.get()), Form.get());
}

PyRef python::compileKernel(PyObject *Self, const LaunchRequest &Request,
                            const CacheKey &Key, const Grid *Programs) {
  JitKernel &K = kernelOf(Self);
  if (!readSource(Self, K))
    return {};
  PyRef New = newCompiled();
  if (!New)
    return {};
  CompiledKernel &C = compiledIn(New);
  C.Words.assign(Key.Words.begin(), Key.Words.end());
  for (PyObject *Object : Key.Objects)
    C.Objects.push_back(PyRef::borrow(Object));
  setOptions(C, K, Request);
  DiagnosticCollector Diags;
  if (!runFrontend(K, Request, C, Diags)) {
    raiseCompileErrors(Self, Diags);
    return {};
  }
  if (!renameSymbol(Self, K, Request, C))
    return {};
  LaunchSlots Slots;
  std::optional<LaunchParams> First;
  if (Programs)
    First = Request.launchParams(*Programs, /*WantsExtents=*/true, Slots);
  if (failed(runBackend(C, Request.runsHere(), First ? &*First : nullptr,
                        Diags.engine()))) {
    raiseCompileErrors(Self, Diags);
    return {};
  }
  if (!Diags.issueWarnings() ||
      PyObject_SetAttrString(New.get(), "_kernel", Self) != 0)
    return {};
  addCompiled(K, New);
  return New;
}
