//===- KernelSema.cpp - Kernel, parameters, errors
//-------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "ASTReader.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

LogicalResult KernelSema::analyze(FunctionStmt &F,
                                  const KernelSignature &Signature) {
  P.Name = P.copy(F.Name);
  P.Loc = loc(F.NameRange);
  if (F.IsAsync || F.HasVarArg || !F.BadParams.empty()) {
    unsupported(F.NameRange)
        << "kernel '" << F.Name << "' has "
        << (F.IsAsync     ? StringRef("an 'async def'")
            : F.HasVarArg ? StringRef("a '*args' parameter")
                          : F.BadParams)
        << ", which kernels cannot have; use plain parameters";
    return failure();
  }
  if (failed(bindParams(F, Signature)))
    return failure();
  In.Reader->readBody(F);
  CallStack.push_back(&F);
  visitFunction(F);
  return llvm::success(NumErrors == 0);
}

void KernelSema::visitFunction(const FunctionStmt &F) {
  Frames.push_back(makeFrame(Frame::Function));
  Continuation End{{}, nullptr, Boundary::Frame};
  After = &End;
  visitBody(F.Statements);
  After = nullptr;
  Frames.pop_back();
}

//===----------------------------------------------------------------------===//
// Decorators and annotations
//===----------------------------------------------------------------------===//

bool KernelSema::isKernel(const FunctionStmt &F, bool Report) {
  bool Jit = false;
  for (Expr *D : F.Decorators) {
    Expr *Callee = D;
    if (auto *Call = llvm::dyn_cast<CallExpr>(D))
      Callee = Call->Callee;
    SemaValue V = quietDotted(Callee);
    if (!V.isEntity() || V.entity()->Kind != EntityKind::Decorator)
      continue;
    if (V.entity()->Decorator == DecoratorKind::Jit)
      Jit = true;
    if (V.entity()->Decorator == DecoratorKind::Skipped && Report)
      Diags->report(Severity::Note, loc(D->Range))
          << "the decorator '" << V.entity()->Name
          << "' is not run; give the values it would choose in the signature";
  }
  return Jit;
}

bool KernelSema::isConstexprAnnotation(Expr *Annotation) {
  if (!Annotation)
    return false;
  if (auto *C = llvm::dyn_cast<ConstantExpr>(Annotation)) {
    StringRef Text = pyText(C->Value);
    return Text == "constexpr" || Text.ends_with(".constexpr");
  }
  // `tl.constexpr[int]` is the annotation with a note for type checkers.
  if (auto *S = llvm::dyn_cast<SubscriptExpr>(Annotation))
    return isConstexprAnnotation(S->Base);
  return isMarker(Annotation, MarkerKind::Constexpr);
}

bool KernelSema::isMarker(Expr *Annotation, MarkerKind Kind) {
  SemaValue V = Annotation ? quietDotted(Annotation) : SemaValue();
  return V.isEntity() && V.entity()->Kind == EntityKind::Marker &&
         V.entity()->Marker == Kind;
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

static std::string listOf(llvm::ArrayRef<const Param *> Params) {
  std::string Text;
  for (const Param *P : Params)
    Text += (Text.empty() ? "'" : ", '") + P->Name.str() + "'";
  return Text;
}

void KernelSema::reportMissing(const FunctionStmt &F,
                               llvm::ArrayRef<const Param *> Missing) {
  auto Diag = error(F.NameRange) << "the signature of kernel '" << F.Name
                                 << "' lacks " << listOf(Missing);
  for (const Param *P : Missing)
    Diag.note(loc(P->Range),
              isConstexprAnnotation(P->Annotation)
                  ? "'" + P->Name.str() + "' is a compile-time value: add " +
                        P->Name.str() + "=VALUE"
                  : "add the type of '" + P->Name.str() + "', such as " +
                        P->Name.str() + "=*fp32 or " + P->Name.str() + "=i32");
}

LogicalResult KernelSema::matchArguments(
    const FunctionStmt &F, const KernelSignature &Sig,
    llvm::SmallVectorImpl<const KernelArgument *> &Matched) {
  Matched.assign(F.Params.size(), nullptr);
  for (const KernelArgument &A : Sig.Args) {
    if (A.Name.empty())
      continue;
    const Param *P =
        llvm::find_if(F.Params, [&](auto &P) { return P.Name == A.Name; });
    if (P == F.Params.end()) {
      SpellingHelp Help(A.Name);
      for (const Param &Each : F.Params)
        Help.consider(Each.Name);
      return error(F.NameRange)
             << "kernel '" << F.Name << "' has no parameter '" << A.Name << "'"
             << Help.suffix();
    }
    const KernelArgument *&Slot = Matched[P - F.Params.begin()];
    if (Slot)
      return error(P->Range) << "the signature gives '" << A.Name << "' twice";
    Slot = &A;
  }
  size_t Next = 0;
  for (const KernelArgument &A : Sig.Args) {
    if (!A.Name.empty())
      continue;
    while (Next < Matched.size() && Matched[Next])
      ++Next;
    if (Next == Matched.size())
      return error(F.NameRange)
             << "the signature has more entries than kernel '" << F.Name
             << "' has parameters (" << F.Params.size() << ")";
    Matched[Next++] = &A;
  }
  return success();
}

LogicalResult KernelSema::bindParams(FunctionStmt &F,
                                     const KernelSignature &Sig) {
  llvm::SmallVector<const KernelArgument *, 8> Matched;
  if (failed(matchArguments(F, Sig, Matched)))
    return failure();
  llvm::SmallVector<const Param *, 4> Missing;
  for (auto [P, A] : llvm::zip(F.Params, Matched))
    if (!A && !P.Default)
      Missing.push_back(&P);
  if (!Missing.empty()) {
    reportMissing(F, Missing);
    return failure();
  }
  for (auto [P, A] : llvm::zip(F.Params, Matched))
    bindParam(P, A);
  return llvm::success(NumErrors == 0);
}

void KernelSema::bindParam(const Param &Parameter, const KernelArgument *A) {
  Variable &V = Locals[Parameter.Name];
  V.Where = Parameter.Range;
  V.Owner = P.Top;
  bool IsConstexpr = isConstexprAnnotation(Parameter.Annotation);
  if (A && A->IsTuple) {
    V.Value = tupleParam(Parameter, Parameter.Name, *A);
    return;
  }
  if (A && !A->isConstexpr() && !(IsConstexpr && A->hasValue())) {
    if (IsConstexpr) {
      error(Parameter.Range)
          << "'" << Parameter.Name
          << "' is tl.constexpr: the signature must give its value, such as "
          << Parameter.Name << "=256, not a type";
      return;
    }
    V.Value = runtimeParam(Parameter, Parameter.Name, *A);
    return;
  }
  V.IsConstexpr = true;
  V.Value =
      A ? argumentValue(*A, Parameter.Range)
        : evaluateGlobal(Parameter.Default, Parameter.Name, Parameter.Range);
}

SemaValue KernelSema::tupleParam(const Param &Parameter, StringRef Name,
                                 const KernelArgument &A) {
  llvm::SmallVector<SemaValue, 4> Elements;
  for (auto [I, Element] : llvm::enumerate(A.Elements)) {
    std::string Inner = (Name + "_" + llvm::Twine(I)).str();
    if (Element.IsTuple)
      Elements.push_back(tupleParam(Parameter, Inner, Element));
    else if (Element.isConstexpr())
      Elements.push_back(argumentValue(Element, Parameter.Range));
    else
      Elements.push_back(runtimeParam(Parameter, Inner, Element));
  }
  if (A.Object && markedName(A.Object) == "triton.tools.TensorDescriptor")
    return describedArray(Elements, Parameter.Range);
  return A.Object ? makeNamedTuple(Elements, A.Object)
                  : makeTuple(Elements, /*IsList=*/false);
}

SemaValue KernelSema::runtimeParam(const Param &Parameter, StringRef Wanted,
                                   const KernelArgument &A) {
  llvm::SmallVector<NamedAttr, 2> Attrs;
  bool EqualsOne = A.EqualsOne && A.Ty.isInteger();
  if (EqualsOne)
    Attrs.push_back(In.Ctx.named("equals", In.Ctx.intAttr(1)));
  else if (A.Divisible > 1)
    Attrs.push_back(In.Ctx.named("divisible", In.Ctx.intAttr(A.Divisible)));
  std::string Unique = Wanted.str();
  auto IsTaken = [&](auto &Other) { return Other.Name == Unique; };
  while (llvm::any_of(P.Params, IsTaken))
    Unique += '_';
  StringRef Name = P.copy(Unique);
  Type Ty = A.Ty;
  // `p: tl.const` points to memory the kernel only reads.
  if (Ty.isPointer() && isMarker(Parameter.Annotation, MarkerKind::Const))
    Ty = In.Ctx.pointer(Ty.pointee(), /*IsConst=*/true, Ty.addressSpace());
  P.Params.push_back({Name, Ty, In.Ctx.dict(Attrs)});
  sym::Expr *E = P.addArgument(P.Top, Ty, loc(Parameter.Range));
  E->Kind = sym::ExprKind::Param;
  E->Name = Name;
  if (!EqualsOne)
    return E;
  // As Triton, the parameter is the literal 1, which takes the type of what it
  // meets; otherwise a 1 of its own type, so that types do not depend on
  // values.
  if (In.Options.AsTriton)
    return integer(1, Parameter.Range);
  return constantExpr(In.Ctx.intConstant(A.Ty, 1), Parameter.Range);
}
