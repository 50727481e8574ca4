//===- CompareModules.cpp - Structural equality of modules ----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;

namespace {

/// Walks two modules in step. Uniqued objects of one context compare by
/// address, those of two contexts by their text.
class Comparison {
public:
  Comparison(Module &A, Module &B)
      : SameContext(&A.context() == &B.context()) {}

  bool kernels(Kernel &A, Kernel &B);
  std::string takeWhy() { return std::move(Why); }

private:
  bool differ(const Op *At, const llvm::Twine &What) {
    Why = What.str();
    if (At)
      Why += " of `" + summarize(At) + "`";
    return false;
  }
  template <typename T> bool sameText(const T &A, const T &B) const {
    if (A == B || SameContext)
      return A == B;
    std::string TextA, TextB;
    llvm::raw_string_ostream OSA(TextA), OSB(TextB);
    A.print(OSA);
    B.print(OSB);
    return TextA == TextB;
  }
  bool types(Type A, Type B) const {
    return A == B || (A && B && sameText(A, B));
  }
  bool dicts(AttrDict A, AttrDict B) const;
  bool values(Value *A, Value *B) const;
  bool header(Kernel &A, Kernel &B);
  bool arguments(Block &A, Block &B, const Op *At);
  bool blocks(Block &A, Block &B, const Op *At);
  bool ops(Op &A, Op &B);
  bool signature(Op &A, Op &B);

  bool SameContext;
  llvm::DenseMap<const Value *, const Value *> Map;
  /// Uses of values that only later ops define, checked at the end.
  struct Forward {
    Op *User;
    Value *A, *B;
  };
  llvm::SmallVector<Forward, 0> Pending;
  std::string Why;
};

} // namespace

/// The order of attributes has no meaning.
bool Comparison::dicts(AttrDict A, AttrDict B) const {
  if (A == B)
    return true;
  if (A.entries().size() != B.entries().size())
    return false;
  return llvm::all_of(A.entries(), [&](const NamedAttr &E) {
    Attr Other = B.get(E.Name);
    return Other && sameText(E.Value, Other);
  });
}

bool Comparison::values(Value *A, Value *B) const {
  if (!A || !B)
    return A == B;
  auto *CA = llvm::dyn_cast<Constant>(A), *CB = llvm::dyn_cast<Constant>(B);
  if (CA || CB)
    return CA && CB && CA->bits() == CB->bits() &&
           types(CA->type(), CB->type());
  return Map.lookup(A) == B;
}

bool Comparison::arguments(Block &A, Block &B, const Op *At) {
  if (A.args().size() != B.args().size())
    return differ(At, "number of block arguments");
  for (auto [ArgA, ArgB] : llvm::zip(A.args(), B.args())) {
    if (!types(ArgA->type(), ArgB->type()))
      return differ(At, "type of a block argument");
    Map[ArgA] = ArgB;
  }
  return true;
}

bool Comparison::signature(Op &A, Op &B) {
  if (A.kind() != B.kind())
    return differ(&A, "name");
  if (A.numOperands() != B.numOperands())
    return differ(&A, "number of operands");
  if (A.numResults() != B.numResults())
    return differ(&A, "number of results");
  if (!dicts(A.attrs(), B.attrs()))
    return differ(&A, "attributes");
  for (unsigned I = 0, E = A.numResults(); I != E; ++I) {
    if (!types(A.result(I)->type(), B.result(I)->type()))
      return differ(&A, "type of result " + llvm::Twine(I));
    Map[A.result(I)] = B.result(I);
  }
  return true;
}

bool Comparison::ops(Op &A, Op &B) {
  if (!signature(A, B))
    return false;
  for (unsigned I = 0, E = A.numOperands(); I != E; ++I) {
    Value *VA = A.operand(I), *VB = B.operand(I);
    if (values(VA, VB))
      continue;
    if (!VA || !VB || llvm::isa<Constant>(VA) || Map.count(VA))
      return differ(&A, "operand " + llvm::Twine(I));
    Pending.push_back({&A, VA, VB});
  }
  for (unsigned I = 0, E = A.numRegions(); I != E; ++I)
    if (!arguments(A.body(I), B.body(I), &A) ||
        !blocks(A.body(I), B.body(I), &A))
      return false;
  return true;
}

bool Comparison::blocks(Block &A, Block &B, const Op *At) {
  auto ItB = B.begin();
  for (Op &Each : A) {
    if (ItB == B.end())
      return differ(&Each, "presence");
    if (!ops(Each, *ItB))
      return false;
    ++ItB;
  }
  return ItB == B.end() || differ(&*ItB, "presence");
}

bool Comparison::header(Kernel &A, Kernel &B) {
  std::string Whose(" of @");
  Whose += A.name();
  if (A.name() != B.name() || A.isFunc() != B.isFunc() ||
      A.isAnonymous() != B.isAnonymous())
    return differ(nullptr, "name or kind" + Whose);
  if (!dicts(A.attrs(), B.attrs()))
    return differ(nullptr, "attributes" + Whose);
  if (!llvm::equal(A.resultTypes(), B.resultTypes(),
                   [&](Type TA, Type TB) { return types(TA, TB); }))
    return differ(nullptr, "result types" + Whose);
  if (!arguments(A.body(), B.body(), nullptr)) {
    Why += Whose;
    return false;
  }
  for (unsigned I = 0, E = A.params().size(); I != E; ++I) {
    std::string Which = (" of parameter " + llvm::Twine(I) + Whose).str();
    if (!A.isFunc() && A.params()[I]->name() != B.params()[I]->name())
      return differ(nullptr, "name" + Which);
    if (!dicts(A.paramAttrs(I), B.paramAttrs(I)))
      return differ(nullptr, "attributes" + Which);
  }
  return true;
}

bool Comparison::kernels(Kernel &A, Kernel &B) {
  if (!header(A, B) || !blocks(A.body(), B.body(), nullptr))
    return false;
  for (const Forward &F : Pending)
    if (Map.lookup(F.A) != F.B)
      return differ(F.User, "an operand");
  return true;
}

bool mt::structurallyEqual(Module &A, Module &B, std::string *Why) {
  if (A.size() != B.size()) {
    if (Why)
      *Why = "number of kernels";
    return false;
  }
  for (auto [KA, KB] : llvm::zip(A.kernels(), B.kernels())) {
    Comparison C(A, B);
    if (C.kernels(*KA, *KB))
      continue;
    if (Why)
      *Why = C.takeWhy();
    return false;
  }
  return true;
}
