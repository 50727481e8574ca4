//===- PythonKernel.cpp - Kernels written in Python -----------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PythonKernel.h"
#include "EmbeddedPython.h"
#include "mytriton/Frontend/Frontend.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::run;
using llvm::StringRef;

/// Specialization on multiples of this, as in Triton.
static constexpr unsigned DivisibleBy = 16;

/// The run-time type of a scalar; null if the text is none (a string, None, a
/// tuple …), which only a constexpr can take.
static Type inferType(Context &Ctx, StringRef Text) {
  if (Text == "True" || Text == "False" || Text == "true" || Text == "false")
    return Ctx.boolean();
  for (TypeKind Kind :
       {TypeKind::I32, TypeKind::I64, TypeKind::U64, TypeKind::F32}) {
    llvm::Expected<uint64_t> Bits = parseScalar(Ctx.scalar(Kind), Text);
    if (Bits)
      return Ctx.scalar(Kind);
    llvm::consumeError(Bits.takeError());
  }
  return Type();
}

/// How Python spells the scalar.
static std::string pythonLiteral(StringRef Text) {
  return Text == "true" ? "True" : Text == "false" ? "False" : Text.str();
}

static LogicalResult addScalar(Context &Ctx, const ValueSpec &Spec,
                               KernelArgument &A, DiagnosticEngine &Diags) {
  A.Ty = Spec.TypeName.empty() ? inferType(Ctx, Spec.Text)
                               : parseElement(Ctx, Spec.TypeName);
  A.Literal = pythonLiteral(Spec.Text);
  if (!A.Ty)
    return success();
  llvm::Expected<uint64_t> Bits = parseScalar(A.Ty, Spec.Text);
  if (!Bits)
    return Diags.error({}) << "argument '" << Spec.Name
                           << "': " << llvm::toString(Bits.takeError());
  A.EqualsOne = A.Ty.isInteger() && *Bits == 1;
  if (A.Ty.isInteger() && *Bits % DivisibleBy == 0)
    A.Divisible = DivisibleBy;
  return success();
}

static LogicalResult addArray(Context &Ctx, const ValueSpec &Spec,
                              ArrayMap &Arrays, KernelArgument &A,
                              DiagnosticEngine &Diags) {
  std::unique_ptr<HostArray> Array = makeArray(Ctx, Spec, Type(), Diags);
  if (!Array)
    return failure();
  A.Ty = Ctx.pointer(Array->element());
  A.Divisible = DivisibleBy; // our arrays are aligned to more than that
  Arrays[Spec.Name] = std::move(Array);
  return success();
}

/// Removes the values that no parameter of the compiled kernel takes.
static void dropConstexprs(Module &M, std::vector<ValueSpec> &Values) {
  for (const std::unique_ptr<Kernel> &K : M.kernels())
    if (!K->isFunc())
      llvm::erase_if(Values, [&](const ValueSpec &Spec) {
        return llvm::none_of(K->params(), [&](BlockArgument *P) {
          return P->name() == Spec.Name;
        });
      });
}

std::unique_ptr<Module> run::compilePython(Context &Ctx,
                                           const PythonSource &Source,
                                           std::vector<ValueSpec> &Values,
                                           ArrayMap &Arrays,
                                           DiagnosticEngine &Diags) {
  KernelSignature Signature;
  bool Failed = false;
  for (const ValueSpec &Spec : Values) {
    KernelArgument &A = Signature.Args.emplace_back();
    A.Name = Spec.Name;
    Failed |= failed(Spec.isArray() ? addArray(Ctx, Spec, Arrays, A, Diags)
                                    : addScalar(Ctx, Spec, A, Diags));
  }
  for (const std::string &Text : Source.Definitions)
    Failed |= failed(parseDefinition(Text, Signature, Diags));
  std::string Error;
  if (!Failed && !startEmbeddedPython(Error)) {
    Diags.error({}) << Error;
    Failed = true;
  }
  if (Failed)
    return nullptr;
  FrontendOptions Options;
  Options.AsTriton = Source.AsTriton;
  Options.Debug = Source.Debug;
  Frontend F;
  auto Compiled = F.compileText(Ctx, Diags, {Source.Text, Source.FileName, 1},
                                Source.Kernel, Signature, Options);
  if (failed(Compiled))
    return nullptr;
  std::unique_ptr<Module> M = Compiled->takeModule();
  dropConstexprs(*M, Values);
  return M;
}
