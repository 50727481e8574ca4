//===- SourceCompiler.cpp - Source text to an artifact --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What mtc does, inside a process and without any cache: a kernel's source
// text and a signature in, one stage out. Nothing of the text is run.
//
//===----------------------------------------------------------------------===//

#include "SourceCompiler.h"
#include "CompiledKernel.h"
#include "Errors.h"
#include "mytriton/IR/Text.h"

using namespace mt;
using namespace mt::python;

namespace {

struct SourceRequest {
  const char *Text, *File, *Name, *Signature, *Target, *Stage;
  Py_ssize_t TextSize;
  PyObject *Constants;
  int NumWarps = 0;
};

} // namespace

static bool addConstants(PyObject *Constants, KernelSignature &Signature) {
  PyObject *Name, *Value;
  Py_ssize_t Position = 0;
  while (PyDict_Next(Constants, &Position, &Name, &Value)) {
    if (!PyUnicode_Check(Name)) {
      raise(PyExc_TypeError,
            "names of compile-time values must be str, got " + pyRepr(Name));
      return false;
    }
    KernelArgument &A = Signature.Args.emplace_back();
    A.Name = pyText(Name).str();
    A.Object = Value;
  }
  return true;
}

static std::optional<std::string> lowerTo(const SourceRequest &R,
                                          FrontendResult &Kernel,
                                          const CompilerOptions &Options,
                                          DiagnosticEngine &Diags) {
  WithoutGIL Unlocked;
  llvm::StringRef Stage = R.Stage;
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (Stage == "expr") {
    Kernel.printExpressions(OS);
    return Text;
  }
  const Compiler &Driver = session().compiler();
  Module &M = Kernel.module();
  std::string Passes = Driver.ssaPipeline(Options.Target.OptLevel);
  const Target *T = nullptr;
  if (Stage != "ssa" && !(T = Driver.targetForStage(R.Target, Stage, Diags)))
    return std::nullopt;
  if (failed(Driver.runPasses(M, Passes, Options, Diags)))
    return std::nullopt;
  return Driver.compile(M, T, Stage, Options, Diags);
}

static PyObject *compileRequest(const SourceRequest &R) {
  Context Ctx;
  DiagnosticCollector Diags;
  KernelSignature Signature;
  if (failed(parseSignature(Ctx, R.Signature, Signature, Diags.engine()))) {
    Diags.raiseErrors();
    return nullptr;
  }
  if (!addConstants(R.Constants, Signature))
    return nullptr;
  CompilerOptions Options = driverOptions();
  if (R.NumWarps)
    Options.Target.NumWarps = unsigned(R.NumWarps);
  SourceText Source{{R.Text, size_t(R.TextSize)}, R.File};
  llvm::FailureOr<FrontendResult> Kernel = [&] {
    Session::FrontendLock Frontend(session());
    return (*Frontend).compileText(Ctx, Diags.engine(), Source, R.Name,
                                   Signature);
  }();
  std::optional<std::string> Result;
  if (succeeded(Kernel))
    Result = lowerTo(R, *Kernel, Options, Diags.engine());
  if (!Result) {
    Diags.raiseErrors();
    return nullptr;
  }
  if (!Diags.issueWarnings())
    return nullptr;
  return artifact(R.Stage, *Result);
}

PyObject *python::artifact(llvm::StringRef Stage, llvm::StringRef Data) {
  if (Stage == "obj" || Stage == "cubin")
    return PyBytes_FromStringAndSize(Data.data(), Py_ssize_t(Data.size()));
  return PyUnicode_FromStringAndSize(Data.data(), Py_ssize_t(Data.size()));
}

PyObject *python::compileSource(PyObject *, PyObject *Args) {
  SourceRequest R;
  if (!PyArg_ParseTuple(Args, "s#sssO!ssi:compile_source", &R.Text, &R.TextSize,
                        &R.File, &R.Name, &R.Signature, &PyDict_Type,
                        &R.Constants, &R.Target, &R.Stage, &R.NumWarps))
    return nullptr;
  return compileRequest(R);
}
