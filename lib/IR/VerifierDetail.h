//===- VerifierDetail.h - Inside the verifier -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// One walk checks every op in three steps: structure (counts, attributes,
// terminators), the op's rule, definitions before uses. A step that fails
// spares its op the later ones; other ops go on being checked.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_VERIFIERDETAIL_H
#define MYTRITON_LIB_IR_VERIFIERDETAIL_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "mytriton/IR/Verifier.h"

namespace mt {

/// Most errors the verifier reports in one run.
inline constexpr unsigned MaxVerifyErrors = 20;

/// Where errors go: counts them and shows ops that have no location.
class VerifyReport {
public:
  explicit VerifyReport(DiagnosticEngine &Diags) : Diags(Diags) {}

  /// Starts an error about O: `'name': …`.
  InFlightDiagnostic error(const Op *O);
  /// Starts an error about no op in particular.
  InFlightDiagnostic error(Location L);
  unsigned numErrors() const { return Count; }
  bool isFull() const { return Count >= MaxVerifyErrors; }

private:
  DiagnosticEngine &Diags;
  unsigned Count = 0;
};

/// A rule beyond what OpInfo declares; called for ops of sound structure.
using OpRule = LogicalResult (*)(Op *, VerifyReport &);

// VerifyFacts.cpp
LogicalResult verifyFact(Op *O, const NamedAttr &Fact, VerifyReport &R);
void verifyKernelFacts(Kernel &K, VerifyReport &R);

// Rules of single ops, by family (Verify<Family>.cpp). A rule may depend only
// on kind, attributes and types of the op, or on its regions and parent.
LogicalResult verifyCast(Op *O, VerifyReport &R);
LogicalResult verifyProgramAxis(Op *O, VerifyReport &R);
LogicalResult verifyArange(Op *O, VerifyReport &R);
LogicalResult verifyReduce(Op *O, VerifyReport &R);
LogicalResult verifyScan(Op *O, VerifyReport &R);
LogicalResult verifyStore(Op *O, VerifyReport &R);
LogicalResult verifyAtomic(Op *O, VerifyReport &R);
LogicalResult verifyFragmentIndex(Op *O, VerifyReport &R);
LogicalResult verifySplat(Op *O, VerifyReport &R);
LogicalResult verifyPermuteRegisters(Op *O, VerifyReport &R);
LogicalResult verifyConcatRegisters(Op *O, VerifyReport &R);
LogicalResult verifyShuffle(Op *O, VerifyReport &R);
LogicalResult verifySharedAlloc(Op *O, VerifyReport &R);
LogicalResult verifySharedLoad(Op *O, VerifyReport &R);
LogicalResult verifySharedStore(Op *O, VerifyReport &R);
LogicalResult verifyPrintElements(Op *O, VerifyReport &R);
LogicalResult verifyMma(Op *O, VerifyReport &R);
LogicalResult verifySharedLoadMatrix(Op *O, VerifyReport &R);
LogicalResult verifyAsyncCopy(Op *O, VerifyReport &R);
LogicalResult verifyAsyncWait(Op *O, VerifyReport &R);
LogicalResult verifyFor(Op *O, VerifyReport &R);
LogicalResult verifyWhile(Op *O, VerifyReport &R);
LogicalResult verifyIf(Op *O, VerifyReport &R);
LogicalResult verifyYield(Op *O, VerifyReport &R);
LogicalResult verifyCondition(Op *O, VerifyReport &R);
LogicalResult verifyReturn(Op *O, VerifyReport &R);
LogicalResult verifyCall(Op *O, VerifyReport &R);

/// The rule of OpTy; of type nullptr_t where there is none.
template <typename OpTy> inline constexpr std::nullptr_t RuleOf = nullptr;
template <> inline constexpr OpRule RuleOf<CastOp> = verifyCast;
template <> inline constexpr OpRule RuleOf<ProgramIdOp> = verifyProgramAxis;
template <> inline constexpr OpRule RuleOf<NumProgramsOp> = verifyProgramAxis;
template <> inline constexpr OpRule RuleOf<ArangeOp> = verifyArange;
template <> inline constexpr OpRule RuleOf<StoreOp> = verifyStore;
template <> inline constexpr OpRule RuleOf<AtomicAddOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicMaxOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicMinOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicAndOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicOrOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicXorOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicXchgOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<AtomicCasOp> = verifyAtomic;
template <> inline constexpr OpRule RuleOf<ReduceOp> = verifyReduce;
template <> inline constexpr OpRule RuleOf<ScanOp> = verifyScan;
template <>
inline constexpr OpRule RuleOf<FragmentIndexOp> = verifyFragmentIndex;
template <> inline constexpr OpRule RuleOf<SplatOp> = verifySplat;
template <>
inline constexpr OpRule RuleOf<PermuteRegistersOp> = verifyPermuteRegisters;
template <>
inline constexpr OpRule RuleOf<ConcatRegistersOp> = verifyConcatRegisters;
template <> inline constexpr OpRule RuleOf<ShuffleOp> = verifyShuffle;
template <> inline constexpr OpRule RuleOf<ShuffleXorOp> = verifyShuffle;
template <> inline constexpr OpRule RuleOf<SharedAllocOp> = verifySharedAlloc;
template <> inline constexpr OpRule RuleOf<SharedLoadOp> = verifySharedLoad;
template <> inline constexpr OpRule RuleOf<SharedStoreOp> = verifySharedStore;
template <> inline constexpr OpRule RuleOf<MaskedCasOp> = verifyAtomic;
template <>
inline constexpr OpRule RuleOf<PrintElementsOp> = verifyPrintElements;
template <> inline constexpr OpRule RuleOf<MmaOp> = verifyMma;
template <>
inline constexpr OpRule RuleOf<SharedLoadMatrixOp> = verifySharedLoadMatrix;
template <> inline constexpr OpRule RuleOf<AsyncCopyOp> = verifyAsyncCopy;
template <> inline constexpr OpRule RuleOf<AsyncWaitOp> = verifyAsyncWait;
template <> inline constexpr OpRule RuleOf<ForOp> = verifyFor;
template <> inline constexpr OpRule RuleOf<WhileOp> = verifyWhile;
template <> inline constexpr OpRule RuleOf<IfOp> = verifyIf;
template <> inline constexpr OpRule RuleOf<YieldOp> = verifyYield;
template <> inline constexpr OpRule RuleOf<ConditionOp> = verifyCondition;
template <> inline constexpr OpRule RuleOf<ReturnOp> = verifyReturn;
template <> inline constexpr OpRule RuleOf<CallOp> = verifyCall;

/// Step 1 for one op (VerifyStructure.cpp).
LogicalResult verifyStructure(Op *O, VerifyReport &R);
/// Step 2: operand and result types by the op's OpInfo, then its own rule.
LogicalResult verifyRule(Op *O, VerifyReport &R);

/// Says which values may be used at the current point of a walk. Marks stand
/// in ops and blocks, so asking costs no lookup; an epoch makes old marks
/// void without clearing them.
class DominanceMarks {
public:
  explicit DominanceMarks(Kernel &K);

  void openBlock(Block &B) { B.Scope = OpsVisible | ArgsVisible; }
  /// Arguments stay visible to the later regions of the same op.
  void closeBlock(Block &B) { B.Scope = ArgsVisible; }
  void closeArguments(Block &B) { B.Scope = 0; }
  void define(Op &O) { O.Mark = Epoch; }

  bool isVisible(const Value *V) const;

private:
  enum : uint8_t { OpsVisible = 1, ArgsVisible = 2 };
  Kernel &K;
  uint8_t Epoch;

  static void clear(Block &B);
};

/// Reports why V, which is not visible at O, is not (VerifyDominance.cpp).
void reportNotVisible(Op *O, unsigned Operand, VerifyReport &R);

} // namespace mt

#endif // MYTRITON_LIB_IR_VERIFIERDETAIL_H
