//===- CompiledKernel.cpp - One specialization of a kernel ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompiledKernel.h"
#include "Errors.h"
#include "JitKernel.h"
#include "SourceCompiler.h"
#include "mytriton/Driver/Specialize.h"
#include "mytriton/IR/Facts.h"
#include "mytriton/IR/Text.h"
#include "mytriton/Transforms/LaunchPredicates.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mt;
using namespace mt::python;

static CompiledKernel &implOf(PyObject *Self) {
  return *reinterpret_cast<CompiledObject *>(Self)->Impl;
}

PyRef python::newCompiled() {
  return PyRef::steal(PyObject_CallNoArgs(session().compiledClass()));
}

static PyObject *newObject(PyTypeObject *Type, PyObject *, PyObject *) {
  auto Alloc = (allocfunc)PyType_GetSlot(Type, Py_tp_alloc);
  auto *Self = reinterpret_cast<CompiledObject *>(Alloc(Type, 0));
  if (!Self)
    return nullptr;
  Self->Impl = new CompiledKernel;
  Self->Impl->Ctx = std::make_unique<Context>();
  return reinterpret_cast<PyObject *>(Self);
}

static void destroy(PyObject *Self) {
  PyTypeObject *Type = Py_TYPE(Self);
  PyObject_GC_UnTrack(Self);
  delete reinterpret_cast<CompiledObject *>(Self)->Impl;
  auto Free = (freefunc)PyType_GetSlot(Type, Py_tp_free);
  Free(Self);
  Py_DECREF(Type);
}

static int traverse(PyObject *Self, visitproc visit, void *arg) {
  Py_VISIT(Py_TYPE(Self));
  CompiledKernel &C = implOf(Self);
  for (PyRef &Object : C.Objects)
    Py_VISIT(Object.get());
  for (WatchedName &W : C.Watched) {
    Py_VISIT(W.Owner.get());
    Py_VISIT(W.Value.get());
    Py_VISIT(W.Snapshot.get());
  }
  return 0;
}

static int clear(PyObject *Self) {
  implOf(Self).Watched.clear();
  implOf(Self).Objects.clear();
  return 0;
}

/// Texts that need no target.
static bool emitHere(CompiledKernel &C, llvm::StringRef Stage,
                     llvm::raw_ostream &OS) {
  if (Stage == "expr")
    C.Expressions->printExpressions(OS);
  else if (Stage == "ssa")
    print(OS, *C.SSA);
  else if (Stage == "ssa-body")
    printBody(OS, C.ssaKernel());
  else
    return false;
  return true;
}

/// The target to ask for a stage: what runs the kernel, else what `src` shows,
/// else any that has the stage.
static llvm::StringRef targetFor(const CompiledKernel &C,
                                 llvm::StringRef Stage) {
  for (const Target *T : {C.Where.Runner, C.Where.Source})
    if (llvm::is_contained(T->stages(), Stage))
      return T->name();
  return "";
}

static std::optional<std::string>
emitStage(CompiledKernel &C, llvm::StringRef Stage, DiagnosticEngine &Diags) {
  WithoutGIL Unlocked;
  std::lock_guard Guard(C.Mutex);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (emitHere(C, Stage, OS))
    return Text;
  const Compiler &Driver = session().compiler();
  const Target *T = Driver.targetForStage(targetFor(C, Stage), Stage, Diags);
  if (!T)
    return std::nullopt;
  std::unique_ptr<Module> Copy = C.SSA->clone();
  return Driver.compile(*Copy, T, Stage, C.Options, Diags);
}

void python::addSources(CompiledKernel &C, DiagnosticEngine &Diags) {
  llvm::StringSet<> Seen;
  for (auto &K : C.SSA->kernels())
    walk(K->body(), [&](Op *O) {
      if (!O->loc() || !Seen.insert(O->loc().file()).second)
        return;
      if (auto Text = llvm::MemoryBuffer::getFile(O->loc().file()))
        Diags.addSource(O->loc().file(), std::move(*Text));
    });
  // Searched before the file.
  if (C.Source)
    Diags.addSourceText(C.Source->File, C.Source->Text, C.Source->FirstLine);
}

static PyObject *emit(PyObject *Self, PyObject *Name) {
  if (!PyUnicode_Check(Name)) {
    raise(PyExc_TypeError,
          "a stage is named by a str, not by a " + pyTypeName(Name));
    return nullptr;
  }
  std::string Stage = pyText(Name).str();
  DiagnosticCollector Diags;
  std::optional<std::string> Result =
      emitStage(implOf(Self), Stage, Diags.engine());
  if (!Result) {
    addSources(implOf(Self), Diags.engine());
    Diags.raiseErrors();
    return nullptr;
  }
  return artifact(Stage, *Result);
}

static void addStage(PyObject *List, llvm::StringRef Stage) {
  PyRef Name =
      PyRef::steal(PyUnicode_FromStringAndSize(Stage.data(), Stage.size()));
  if (Name && PySequence_Contains(List, Name.get()) == 0)
    PyList_Append(List, Name.get());
}

static PyObject *stages(PyObject *Self, PyObject *) {
  PyObject *List = PyList_New(0);
  CompiledKernel &C = implOf(Self);
  for (llvm::StringRef Stage : {"expr", "ssa"})
    addStage(List, Stage);
  for (const Target *T : {C.Where.Runner, C.Where.Source})
    for (llvm::StringRef Stage : T->stages())
      addStage(List, Stage);
  return List;
}

static PyObject *toStr(llvm::StringRef Text) {
  return PyUnicode_FromStringAndSize(Text.data(), Text.size());
}

/// The facts that launches of the kernel are asked for, as texts.
static PyObject *predicates(CompiledKernel &C) {
  PyObject *Texts = PyTuple_New(0);
  if (!asksLaunches(*C.Where.Runner, C.Options.Target))
    return Texts;
  auto Found = collectLaunchPredicates(C.ssaKernel());
  Py_DECREF(Texts);
  Texts = PyTuple_New(Py_ssize_t(Found.size()));
  for (auto [I, P] : llvm::enumerate(Found))
    PyTuple_SetItem(Texts, Py_ssize_t(I), toStr(P.str(C.ssaKernel())));
  return Texts;
}

PyObject *python::codeFactsTuple(const CodeFacts &F) {
  return Py_BuildValue("(IIIII)", F.NumRegs, F.LocalBytes, F.SharedBytes,
                       F.NumThreads, F.MaxThreads);
}

/// What is known of the loaded code; None if there is none.
static PyObject *codeFacts(CompiledKernel &C) {
  std::optional<CodeFacts> F = C.Code ? C.Code->codeFacts() : std::nullopt;
  if (!F)
    Py_RETURN_NONE;
  return codeFactsTuple(*F);
}

static PyObject *maxRegisters(const Kernel &K) {
  Attr Most = K.attrs().get(MaxRegistersAttr);
  if (!Most)
    Py_RETURN_NONE;
  return PyLong_FromLongLong(Most.asInt());
}

/// What MYTRITON_MLIR_ABI said; None where it does not matter.
static PyObject *arrayABI(const TargetOptions &T) {
  if (!T.ArrayABI)
    Py_RETURN_NONE;
  return toStr(*T.ArrayABI == MLIRABI::MemRefs ? "memref" : "ptr");
}

static PyObject *facts(PyObject *Self, PyObject *) {
  CompiledKernel &C = implOf(Self);
  const TargetOptions &T = C.Options.Target;
  const Kernel &K = C.ssaKernel();
  Attr Together = K.attrs().get(CooperativeAttr);
  return Py_BuildValue(
      "{s:N,s:N,s:O,s:N,s:N,s:I,s:I,s:O,s:O,s:N,s:N,s:N,s:O}", "name",
      toStr(C.ssaKernel().name()), "target", toStr(C.Where.Runner->name()),
      "on_host", C.Where.OnHost ? Py_True : Py_False, "source_stage",
      toStr(C.Where.SourceStage), "mlir_abi", arrayABI(T), "num_warps",
      T.NumWarps.value_or(0), "num_stages", T.NumStages, "debug",
      T.Debug ? Py_True : Py_False, "enable_fp_fusion",
      T.EnableFpFusion ? Py_True : Py_False, "launch_predicates", predicates(C),
      "code", codeFacts(C), "maxnreg", maxRegisters(K),
      "launch_cooperative_grid",
      Together && Together.asBool() ? Py_True : Py_False);
}

static PyMethodDef Methods[] = {
    {"_emit", emit, METH_O, "The text or bytes of a stage."},
    {"_stages", stages, METH_NOARGS, "Names of the stages."},
    {"_facts", facts, METH_NOARGS, "Name, target and options, as a dict."},
    {nullptr, nullptr, 0, nullptr}};

PyObject *python::createCompiledType() {
  static PyType_Slot Slots[] = {
      {Py_tp_new, (void *)newObject},     {Py_tp_dealloc, (void *)destroy},
      {Py_tp_traverse, (void *)traverse}, {Py_tp_clear, (void *)clear},
      {Py_tp_methods, Methods},           {0, nullptr}};
  static PyType_Spec Spec = {
      "mytriton._mytriton.CompiledKernel", sizeof(CompiledObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC, Slots};
  return PyType_FromSpec(&Spec);
}
