//===- Bind.cpp - Gives parameters their values ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Launch.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::run;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

static LogicalResult parseGridExtent(StringRef Text, uint32_t &Extent,
                                     DiagnosticEngine &Diags) {
  Text = Text.trim();
  if (!Text.getAsInteger(10, Extent) && Extent <= MaxGridExtent)
    return success();
  llvm::APInt Any;
  bool Negative = Text.starts_with("-");
  if ((Negative ? Text.drop_front() : Text).getAsInteger(10, Any))
    return Diags.error({}) << "grid extent '" << Text << "' is not an integer";
  return Diags.error({}) << "grid extent " << Text
                         << (Negative ? " is negative; it counts programs"
                                      : " is too large; program ids are i32");
}

std::optional<Grid> run::parseGrid(StringRef Text, DiagnosticEngine &Diags) {
  llvm::SmallVector<StringRef, 3> Parts;
  StringRef Inside = Text.trim();
  if (Inside.consume_front("("))
    Inside.consume_back(")");
  Inside.split(Parts, ',');
  if (Parts.size() > 3) {
    Diags.error({}) << "grid '" << Text << "' has " << Parts.size()
                    << " extents; a grid has one to three";
    return std::nullopt;
  }
  Grid G;
  uint32_t *Extents[] = {&G.X, &G.Y, &G.Z};
  for (size_t I = 0; I != Parts.size(); ++I)
    if (failed(parseGridExtent(Parts[I], *Extents[I], Diags)))
      return std::nullopt;
  return G;
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static std::string listParams(Kernel &K) {
  std::vector<std::string> Names;
  for (BlockArgument *P : K.params())
    Names.push_back(P->name().str());
  return Names.empty() ? "none" : llvm::join(Names, ", ");
}

/// What the kernel was compiled for must hold for its arguments.
static LogicalResult checkHints(Kernel &K, unsigned I, uint64_t Bits,
                                DiagnosticEngine &Diags) {
  AttrDict Hints = K.paramAttrs(I);
  BlockArgument *P = K.params()[I];
  if (Attr Equals = Hints.get("equals");
      Equals && Equals.isInt() && uint64_t(Equals.asInt()) != Bits)
    return Diags.error({}) << "argument '" << P->name() << "' must be "
                           << Equals.asInt()
                           << ": the kernel is compiled for that value alone";
  if (Attr Divisor = Hints.get("divisible"); Divisor && Divisor.isInt() &&
                                             Divisor.asInt() > 0 &&
                                             Bits % uint64_t(Divisor.asInt()))
    return Diags.error({}) << "argument '" << P->name()
                           << "' must be a multiple of " << Divisor.asInt()
                           << ": the kernel is compiled for that";
  return success();
}

LogicalResult BoundArguments::bindOne(Kernel &K, unsigned I,
                                      const ValueSpec &Spec, ArrayMap &Arrays,
                                      DiagnosticEngine &Diags) {
  BlockArgument *P = K.params()[I];
  Type Ty = P->type();
  if (!Ty.isPointer()) {
    if (Spec.isArray())
      return Diags.error({})
             << "argument '" << P->name() << "' is a scalar of type " << Ty
             << ", but an array was given";
    if (!Spec.TypeName.empty() &&
        parseElement(K.context(), Spec.TypeName) != Ty)
      return Diags.error({}) << "argument '" << P->name() << "' is of type "
                             << Ty << ", not " << Spec.TypeName;
    llvm::Expected<uint64_t> Bits = parseScalar(Ty, Spec.Text);
    if (!Bits)
      return Diags.error({}) << "argument '" << P->name()
                             << "': " << llvm::toString(Bits.takeError());
    Slots[I] = Ty.isSigned() ? llvm::SignExtend64(*Bits, Ty.bitWidth()) : *Bits;
    return checkHints(K, I, Slots[I], Diags);
  }
  if (!Spec.isArray())
    return Diags.error({}) << "argument '" << P->name()
                           << "' is an array; give @file.npy, zeros(SHAPE) or "
                              "the like instead of '"
                           << Spec.Text << "'";
  std::unique_ptr<HostArray> A = std::move(Arrays[Spec.Name]);
  if (!A && !(A = makeArray(K.context(), Spec, Ty.pointee(), Diags)))
    return failure();
  Slots[I] = reinterpret_cast<uint64_t>(A->data());
  Extents[I] = {Slots[I], A->bytes()};
  Watched.push_back({Spec.Name, A.get()});
  Owned.push_back(std::move(A));
  return checkHints(K, I, Slots[I], Diags);
}

LogicalResult BoundArguments::bind(Kernel &K, llvm::ArrayRef<ValueSpec> Specs,
                                   ArrayMap &Arrays, DiagnosticEngine &Diags) {
  size_t N = K.params().size();
  Slots.resize(N);
  Extents.resize(N);
  std::vector<const ValueSpec *> Given(N);
  bool Failed = false;
  for (const ValueSpec &Spec : Specs) {
    size_t I = 0;
    while (I != N && K.params()[I]->name() != Spec.Name)
      ++I;
    if (I == N) {
      Diags.error({}) << "kernel '" << K.name() << "' has no parameter '"
                      << Spec.Name << "'; it has " << listParams(K);
      Failed = true;
    } else {
      Given[I] = &Spec;
    }
  }
  for (unsigned I = 0; I != N; ++I) {
    if (Given[I]) {
      Failed |= failed(bindOne(K, I, *Given[I], Arrays, Diags));
      continue;
    }
    BlockArgument *P = K.params()[I];
    Diags.error({}) << "argument '" << P->name() << "' of kernel '" << K.name()
                    << "' is missing; its type is " << P->type();
    Failed = true;
  }
  return failure(Failed);
}

const HostArray *BoundArguments::findArray(StringRef Name) const {
  for (const WatchedArray &W : Watched)
    if (W.Name == Name)
      return W.Array;
  return nullptr;
}
