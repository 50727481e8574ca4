//===- Verifier.cpp - Walks kernels and modules ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "VerifierDetail.h"
#include "llvm/ADT/StringMap.h"

using namespace mt;

//===----------------------------------------------------------------------===//
// VerifyReport
//===----------------------------------------------------------------------===//

InFlightDiagnostic VerifyReport::error(Location L) {
  InFlightDiagnostic D = Diags.error(L);
  if (++Count == MaxVerifyErrors)
    D.note(L, "this was error number " + llvm::Twine(MaxVerifyErrors) +
                  "; the rest is not verified");
  return D;
}

InFlightDiagnostic VerifyReport::error(const Op *O) {
  InFlightDiagnostic D = error(O->loc());
  D << '\'' << O->name() << "': ";
  if (!O->loc())
    D.note(Location(), "in `" + summarize(O) + "`");
  return D;
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

namespace {

/// Types, attributes and name of an op: what its structure and rule depend on
/// if it has no regions. Equal signatures need checking only once.
struct Signature {
  static constexpr unsigned MaxOperands = 4;
  OpKind Kind{};
  uint8_t NumOperands = 0xff; // matches no op
  uint8_t NumResults = 0;
  const void *Attrs = nullptr;
  Type Types[MaxOperands + 1];

  bool operator==(const Signature &) const = default;

  /// False if O does not fit.
  bool read(Op &O) {
    const OpInfo &Info = O.info();
    if (O.numOperands() > MaxOperands || O.numResults() > 1 ||
        Info.NumRegions || Info.has(OT_Terminator))
      return false;
    Kind = O.kind();
    NumOperands = O.numOperands();
    NumResults = O.numResults();
    Attrs = O.attrs().opaque();
    for (unsigned I = 0; I != NumOperands; ++I) {
      const Value *V = O.operand(I);
      Types[I] = V ? V->type() : Type();
    }
    Types[MaxOperands] = NumResults ? O.result()->type() : Type();
    return true;
  }
  unsigned hash() const {
    uint64_t H = uint64_t(Kind) * 0x9e3779b97f4a7c15u + uintptr_t(Attrs);
    for (Type T : Types)
      H = H * 31 + (uintptr_t(T.storage()) >> 4);
    return (H * 0x9e3779b97f4a7c15u) >> 57;
  }
};

/// Sound signatures; shared by the kernels of a module.
class SignatureCache {
public:
  Signature &slot(const Signature &S) { return Slots[S.hash()]; }

private:
  std::unique_ptr<Signature[]> Slots{new Signature[128]};
};

class KernelVerifier {
public:
  KernelVerifier(Kernel &K, VerifyReport &Report, SignatureCache &Known)
      : K(K), Report(Report), Marks(K), Known(Known) {}

  void run();
  /// Calls in kernels without faults, for checking against their callees.
  llvm::ArrayRef<CallOp *> calls() const { return Calls; }

private:
  void checkParams();
  void checkEnd();
  void visitBlock(Block &B);
  void visitOp(Op &O);
  LogicalResult checkPlace(Op &O, Block &B);
  LogicalResult checkOp(Op &O);
  void checkOperands(Op &O);

  Kernel &K;
  VerifyReport &Report;
  DominanceMarks Marks;
  SignatureCache &Known;
  llvm::SmallVector<CallOp *, 4> Calls;
};

} // namespace

void KernelVerifier::run() {
  checkParams();
  verifyKernelFacts(K, Report);
  visitBlock(K.body());
  Marks.closeArguments(K.body());
  checkEnd();
}

void KernelVerifier::checkParams() {
  std::string Whose(K.isFunc() ? "func @" : "kernel @");
  Whose += K.name();
  llvm::StringMap<unsigned> Names;
  for (auto [I, Param] : llvm::enumerate(K.params())) {
    Type T = Param->type();
    if (!T)
      Report.error(K.loc()) << Whose << ": parameter " << I << " has no type";
    else if (!K.isFunc() && !T.isScalar())
      Report.error(K.loc())
          << Whose << ": parameter '" << Param->name() << "' has type " << T
          << "; parameters of kernels are scalars";
    if (K.isFunc())
      continue;
    if (Param->name().empty())
      Report.error(K.loc()) << Whose << ": parameter " << I << " has no name";
    else if (!Names.try_emplace(Param->name(), I).second)
      Report.error(K.loc())
          << Whose << ": two parameters are called '" << Param->name() << '\'';
  }
}

/// A func returns; a kernel just ends.
void KernelVerifier::checkEnd() {
  Op *Last = K.body().terminator();
  if (K.isFunc() && !Last)
    Report.error(K.loc()) << "func @" << K.name()
                          << ": the body must end in 'return'";
  else if (!K.isFunc() && Last && Last->kind() != OpKind::Return)
    Report.error(Last) << "stands outside of any region op";
}

void KernelVerifier::visitBlock(Block &B) {
  Marks.openBlock(B);
  for (Op &O : B) {
    if (Report.isFull())
      break;
    if (succeeded(checkPlace(O, B)))
      visitOp(O);
    Marks.define(O);
  }
  Marks.closeBlock(B);
}

LogicalResult KernelVerifier::checkPlace(Op &O, Block &B) {
  if (O.kernel() != &K || O.block() != &B)
    return Report.error(&O) << "belongs to another kernel or block than the "
                               "one it is linked into";
  if (O.hasTrait(OT_Terminator) && &O != &B.back())
    return Report.error(&O).note(std::next(O.getIterator())->loc(),
                                 "this op follows it")
           << "must be the last op of its region";
  return success();
}

void KernelVerifier::visitOp(Op &O) {
  if (succeeded(checkOp(O)) && O.kind() == OpKind::Call)
    Calls.push_back(llvm::cast<CallOp>(&O));
  checkOperands(O);
  unsigned N = O.numRegions();
  for (unsigned I = 0; I != N; ++I)
    visitBlock(O.body(I));
  for (unsigned I = 0; I != N; ++I)
    Marks.closeArguments(O.body(I));
}

LogicalResult KernelVerifier::checkOp(Op &O) {
  Signature S;
  bool Fits = S.read(O);
  Signature *Slot = Fits ? &Known.slot(S) : nullptr;
  if (Slot && *Slot == S)
    return success();
  if (failed(verifyStructure(&O, Report)) || failed(verifyRule(&O, Report)))
    return failure();
  if (Slot)
    *Slot = S;
  return success();
}

void KernelVerifier::checkOperands(Op &O) {
  for (unsigned I = 0, E = O.numOperands(); I != E; ++I) {
    const Value *V = O.operand(I);
    if (V && !Marks.isVisible(V))
      reportNotVisible(&O, I, Report);
  }
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static LogicalResult checkCall(CallOp *Call, Kernel *Callee,
                               VerifyReport &Report) {
  if (!Callee)
    return Report.error(Call) << "no func is called @" << Call->callee();
  auto Fail = [&](const llvm::Twine &What) -> LogicalResult {
    return Report.error(Call).note(Callee->loc(), "the callee") << What.str();
  };
  if (!Callee->isFunc())
    return Fail("@" + Callee->name() + " is a kernel; only funcs are called");
  size_t N = Callee->params().size();
  if (Call->numOperands() != N)
    return Fail("@" + Callee->name() + " takes " + llvm::Twine(N) +
                (N == 1 ? " argument" : " arguments") + ", got " +
                llvm::Twine(Call->numOperands()));
  for (unsigned I = 0; I != N; ++I) {
    Type Given = Call->operand(I)->type(), Wanted = Callee->params()[I]->type();
    if (Given != Wanted)
      return Fail("argument " + llvm::Twine(I) + " has type " + Given.str() +
                  ", but @" + Callee->name() + " takes " + Wanted.str());
  }
  if (!llvm::equal(Callee->resultTypes(), Call->results(),
                   [](Type T, OpResult *R) { return T == R->type(); }))
    return Fail("the result types are not those of @" + Callee->name());
  return success();
}

LogicalResult mt::verify(Kernel &K, DiagnosticEngine &Diags) {
  VerifyReport Report(Diags);
  SignatureCache Known;
  KernelVerifier(K, Report, Known).run();
  return success(Report.numErrors() == 0);
}

LogicalResult mt::verify(Module &M, DiagnosticEngine &Diags) {
  VerifyReport Report(Diags);
  SignatureCache Known;
  llvm::StringMap<Kernel *> ByName;
  for (auto &K : M.kernels())
    if (!ByName.try_emplace(K->name(), K.get()).second)
      Report.error(K->loc()).note(ByName[K->name()]->loc(), "the first one")
          << "two kernels or funcs are called @" << K->name();
  for (auto &K : M.kernels()) {
    KernelVerifier V(*K, Report, Known);
    V.run();
    for (CallOp *Call : V.calls())
      (void)checkCall(Call, ByName.lookup(Call->callee()), Report);
    if (Report.isFull())
      break;
  }
  return success(Report.numErrors() == 0);
}

LogicalResult mt::verifyOp(Op *O, DiagnosticEngine &Diags) {
  VerifyReport Report(Diags);
  if (failed(verifyStructure(O, Report)))
    return failure();
  return verifyRule(O, Report);
}
