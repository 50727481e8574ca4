//===- VerifyControl.cpp - Rules of region ops and terminators ------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Region I must end in a terminator of kind K.
static LogicalResult verifyRegionEnd(Op *O, unsigned I, OpKind K,
                                     VerifyReport &R) {
  Block &Body = O->body(I);
  Op *End = Body.terminator();
  if (End && End->kind() == K)
    return success();
  llvm::StringRef Wanted = getOpInfo(K).Mnemonic;
  const Op *At = Body.empty() ? O : &Body.back();
  return R.error(O).note(At->loc(), "it ends here")
         << "region " << I << " must end in '" << Wanted << "'";
}

/// The arguments behind the first Skip of region I have the types of the
/// results.
static LogicalResult verifyArguments(Op *O, unsigned I, unsigned Skip,
                                     VerifyReport &R) {
  Block &Body = O->body(I);
  size_t N = Skip + O->numResults();
  if (Body.args().size() != N)
    return R.error(O) << "region " << I << " must have " << N
                      << (N == 1 ? " argument" : " arguments") << ", got "
                      << Body.args().size();
  for (unsigned J = Skip; J != N; ++J)
    if (Body.arg(J)->type() != O->result(J - Skip)->type())
      return R.error(O) << "carried value " << J - Skip << " has type "
                        << Body.arg(J)->type() << " in region " << I
                        << ", but result " << J - Skip << " has type "
                        << O->result(J - Skip)->type();
  return success();
}

/// Initial values, behind the first Skip operands, agree with the results.
static LogicalResult verifyInits(Op *O, unsigned Skip, VerifyReport &R) {
  unsigned N = O->numOperands() - Skip;
  if (N != O->numResults())
    return R.error(O) << "has " << N
                      << (N == 1 ? " initial value" : " initial values")
                      << ", but " << O->numResults()
                      << (O->numResults() == 1 ? " result" : " results");
  for (unsigned I = 0; I != N; ++I)
    if (O->operand(Skip + I)->type() != O->result(I)->type())
      return R.error(O) << "initial value " << I << " has type "
                        << O->operand(Skip + I)->type() << ", but result " << I
                        << " has type " << O->result(I)->type();
  return success();
}

static LogicalResult verifyNoArguments(Op *O, unsigned I, VerifyReport &R) {
  if (O->body(I).args().empty())
    return success();
  return R.error(O) << "region " << I << " must have no arguments";
}

LogicalResult mt::verifyFor(Op *O, VerifyReport &R) {
  if (failed(verifyInits(O, 3, R)) || failed(verifyArguments(O, 0, 1, R)))
    return failure();
  Type Iv = O->body().arg(0)->type();
  static constexpr const char *Names[] = {"start", "end", "step"};
  for (unsigned I = 0; I != 3; ++I) {
    Type T = O->operand(I)->type();
    if (!T.isInteger())
      return R.error(O) << "the " << Names[I]
                        << " of the range must be a scalar integer, got " << T;
    if (T != Iv)
      return R.error(O) << "the " << Names[I] << " of the range has type " << T
                        << ", but the induction variable has type " << Iv;
  }
  return verifyRegionEnd(O, 0, OpKind::Yield, R);
}

LogicalResult mt::verifyWhile(Op *O, VerifyReport &R) {
  if (failed(verifyInits(O, 0, R)) || failed(verifyArguments(O, 0, 0, R)) ||
      failed(verifyNoArguments(O, 1, R)) ||
      failed(verifyRegionEnd(O, 0, OpKind::Condition, R)))
    return failure();
  return verifyRegionEnd(O, 1, OpKind::Yield, R);
}

LogicalResult mt::verifyIf(Op *O, VerifyReport &R) {
  Type T = O->operand(0)->type();
  if (!T.isBool())
    return R.error(O) << "the condition must be a scalar bool, got " << T;
  for (unsigned I = 0; I != 2; ++I)
    if (failed(verifyNoArguments(O, I, R)) ||
        failed(verifyRegionEnd(O, I, OpKind::Yield, R)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Terminators
//===----------------------------------------------------------------------===//

/// The operands of terminator O agree with the types its enclosing op (or
/// func), called Outer, expects.
static LogicalResult verifyPassedOn(Op *O, llvm::ArrayRef<Type> Types,
                                    Location OuterLoc, const std::string &Outer,
                                    VerifyReport &R) {
  if (O->numOperands() != Types.size())
    return R.error(O).note(OuterLoc, Outer + " is here")
           << "passes on " << O->numOperands()
           << (O->numOperands() == 1 ? " value" : " values") << ", but "
           << Outer << " has " << Types.size()
           << (Types.size() == 1 ? " result" : " results");
  for (unsigned I = 0, E = Types.size(); I != E; ++I)
    if (O->operand(I)->type() != Types[I])
      return R.error(O).note(OuterLoc, Outer + " is here")
             << "value " << I << " has type " << O->operand(I)->type()
             << ", but result " << I << " of " << Outer << " has type "
             << Types[I];
  return success();
}

LogicalResult mt::verifyYield(Op *O, VerifyReport &R) {
  Op *Parent = O->parentOp();
  bool InCondition = Parent && Parent->kind() == OpKind::While &&
                     O->block() == &Parent->body(0);
  if (!Parent || InCondition)
    return R.error(O) << (Parent ? "the first region of a 'while' ends in "
                                   "'condition', not in 'yield'"
                                 : "must stand in a region of an op");
  llvm::SmallVector<Type, 4> Types;
  bool Combines = llvm::isa<ReduceOp, ScanOp>(Parent);
  for (OpResult *Result : Parent->results())
    Types.push_back(Combines ? Result->type().elementType() : Result->type());
  return verifyPassedOn(O, Types, Parent->loc(),
                        ("'" + Parent->name() + "'").str(), R);
}

LogicalResult mt::verifyCondition(Op *O, VerifyReport &R) {
  Op *Parent = O->parentOp();
  if (!Parent || Parent->kind() != OpKind::While ||
      O->block() != &Parent->body(0))
    return R.error(O) << "must end the first region of a 'while'";
  Type T = O->operand(0)->type();
  if (!T.isBool())
    return R.error(O) << "the condition must be a scalar bool, got " << T;
  return success();
}

LogicalResult mt::verifyReturn(Op *O, VerifyReport &R) {
  Kernel *K = O->kernel();
  if (O->block() != &K->body())
    return R.error(O) << "must not stand in a region of another op";
  if (!K->isFunc())
    return R.error(O) << "only a func returns; a kernel just ends";
  return verifyPassedOn(O, K->resultTypes(), K->loc(),
                        ("func @" + K->name()).str(), R);
}

LogicalResult mt::verifyCall(Op *O, VerifyReport &R) {
  if (!llvm::cast<CallOp>(O)->callee().empty())
    return success();
  return R.error(O) << "the callee has no name";
}
