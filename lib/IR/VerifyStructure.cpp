//===- VerifyStructure.cpp - Counts, attributes and types of ops ----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"
#include "mytriton/IR/Builder.h"
#include "mytriton/IR/Facts.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

static LogicalResult checkCounts(Op *O, VerifyReport &R) {
  const OpInfo &Info = O->info();
  unsigned N = Info.NumOperands;
  if (O->numOperands() != N && !(Info.Variadic && O->numOperands() > N))
    return R.error(O) << "takes " << (Info.Variadic ? "at least " : "") << N
                      << (N == 1 ? " operand" : " operands") << ", got "
                      << O->numOperands();
  bool AnyResults = Info.NumRegions || Info.Variadic;
  unsigned Results = Info.Result == ResultType::None ? 0 : Info.NumResults;
  if (O->numResults() != Results && !(AnyResults && Results))
    return R.error(O) << "has " << Results
                      << (Results == 1 ? " result" : " results") << ", got "
                      << O->numResults();
  return success();
}

static LogicalResult checkOperandsPresent(Op *O, VerifyReport &R) {
  const OpInfo &Info = O->info();
  for (unsigned I = 0, E = O->numOperands(); I != E; ++I) {
    const Value *V = O->operand(I);
    if (!V && !(I < Info.NumOperands && Info.Operands[I].Optional))
      return R.error(O) << "operand " << I << " must not be none";
    if (V && !V->type())
      return R.error(O) << "operand " << I << " has no type";
  }
  return success();
}

/// Tiles have bounded size; a null type is a bug of whoever made the op.
static LogicalResult checkType(Op *O, Type T, const llvm::Twine &What,
                               VerifyReport &R) {
  if (!T)
    return R.error(O) << What.str() << " has no type";
  if (T.isScalar())
    return success();
  if (T.rank() > MaxTileRank)
    return R.error(O) << What.str() << " has " << T.rank()
                      << " dimensions; at most " << MaxTileRank
                      << " are allowed";
  int64_t Total = 1;
  for (int64_t Extent : T.shape()) {
    if (Extent < 1 || Extent > MaxTileElements / Total)
      return R.error(O) << What.str() << " has type " << T
                        << "; a tile has from 1 to " << MaxTileElements
                        << " elements";
    Total *= Extent;
  }
  return success();
}

static LogicalResult checkTypes(Op *O, VerifyReport &R) {
  for (unsigned I = 0, E = O->numResults(); I != E; ++I)
    if (failed(
            checkType(O, O->result(I)->type(), "result " + llvm::Twine(I), R)))
      return failure();
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I)
    for (BlockArgument *A : O->body(I).args())
      if (failed(checkType(O, A->type(), "a block argument", R)))
        return failure();
  return success();
}

static bool hasKind(Attr A, AttrSpecKind K) {
  switch (K) {
  case AttrSpecKind::Int:
    return A.isInt();
  case AttrSpecKind::Bool:
    return A.isBool();
  case AttrSpecKind::Type:
    return A.kind() == AttrKind::Type;
  case AttrSpecKind::Shape:
    return A.kind() == AttrKind::Tuple && A.asIntList().has_value();
  case AttrSpecKind::String:
    return A.kind() == AttrKind::String;
  }
  return false;
}

static llvm::StringRef kindName(AttrSpecKind K) {
  switch (K) {
  case AttrSpecKind::Int:
    return "an integer";
  case AttrSpecKind::Bool:
    return "true or false";
  case AttrSpecKind::Type:
    return "a type";
  case AttrSpecKind::Shape:
    return "a tuple of integers";
  case AttrSpecKind::String:
    return "a string";
  }
  return "";
}

static LogicalResult checkAttrs(Op *O, VerifyReport &R) {
  const OpInfo &Info = O->info();
  for (unsigned I = 0; I != Info.NumAttrs; ++I) {
    const AttrSpec &Spec = Info.Attrs[I];
    Attr A = O->attr(Spec.Name);
    if (!A && Spec.Required)
      return R.error(O) << "needs the attribute '" << Spec.Name << '\'';
    if (A && !hasKind(A, Spec.Kind))
      return R.error(O) << "attribute '" << Spec.Name << "' must be "
                        << kindName(Spec.Kind) << ", got " << A;
  }
  for (const NamedAttr &E : O->attrs().entries()) {
    if (isFactOfOps(E.Name)) {
      if (failed(verifyFact(O, E, R)))
        return failure();
      continue;
    }
    // A dot marks what passes and plugins add for themselves.
    bool IsDeclared = E.Name.contains('.');
    for (unsigned I = 0; I != Info.NumAttrs; ++I)
      IsDeclared |= E.Name == Info.Attrs[I].Name;
    if (!IsDeclared)
      return R.error(O) << "has no attribute '" << E.Name
                        << "'; names of further ones contain a dot";
  }
  return success();
}

/// Tiles and fragments belong to different levels.
static LogicalResult checkLevels(Op *O, VerifyReport &R) {
  Type Tile, Fragment;
  auto Look = [&](Type T) {
    if (T && T.isTile())
      Tile = T;
    if (T && T.isFragment())
      Fragment = T;
  };
  for (const Value *V : O->operands())
    Look(V ? V->type() : Type());
  for (const OpResult *Result : O->results())
    Look(Result->type());
  if (Tile && Fragment)
    return R.error(O) << "mixes the tile type " << Tile
                      << " with the fragment type " << Fragment;
  if (Fragment && !O->hasTrait(OT_Thread))
    return R.error(O) << "works on tiles, got the fragment type " << Fragment;
  if (Tile && O->hasTrait(OT_ThreadOnly))
    return R.error(O) << "is an op of thread IR, got the tile type " << Tile;
  return success();
}

LogicalResult mt::verifyStructure(Op *O, VerifyReport &R) {
  if (failed(checkCounts(O, R)) || failed(checkOperandsPresent(O, R)) ||
      failed(checkTypes(O, R)) || failed(checkAttrs(O, R)))
    return failure();
  return checkLevels(O, R);
}

//===----------------------------------------------------------------------===//
// Type rules
//===----------------------------------------------------------------------===//

/// A result type that no operand fixes needs a rule of its own.
template <typename OpTy> static constexpr OpRule checkedRule() {
  // Asked by type: sanitizers make comparing a function to null a run-time
  // matter.
  constexpr bool HasRule =
      !std::is_same_v<decltype(RuleOf<OpTy>), const std::nullptr_t>;
  static_assert(OpTy::Info.Result != ResultType::Explicit || HasRule,
                "ops with an explicit result type need a rule");
  return RuleOf<OpTy>;
}

static OpRule ruleOf(OpKind K) {
  static constexpr OpRule Table[] = {
#define MT_OP(Name, Family) checkedRule<Name##Op>(),
#include "mytriton/IR/Ops.def"
  };
  return Table[unsigned(K)];
}

LogicalResult mt::verifyRule(Op *O, VerifyReport &R) {
  llvm::SmallVector<Value *, 8> Operands(O->operands());
  llvm::SmallVector<Type, 1> Results;
  std::string Why;
  if (failed(inferResultTypes(O->kernel()->context(), O->kind(), Operands,
                              O->attrs(), Results, Why)))
    return R.error(O) << Why;
  if (Results.size() == O->numResults())
    for (auto [Wanted, Result] : llvm::zip_equal(Results, O->results()))
      if (Wanted != Result->type())
        return R.error(O) << "result has type " << Result->type()
                          << ", but its operands and attributes make it "
                          << Wanted;
  OpRule Rule = ruleOf(O->kind());
  return Rule ? Rule(O, R) : success();
}
