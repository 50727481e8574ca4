//===- SemaInline.cpp - Calls of @jit functions
//----------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A helper is expanded where it is called: its body is visited in a scope of
// its own whose places know the call, so that errors and ops name both.
//
//===----------------------------------------------------------------------===//

#include "ASTReader.h"
#include "Sema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// What a call replaces and gives back.
struct Sema::CallerState {
  explicit CallerState(Sema &S)
      : S(S), Locals(std::move(S.Locals)), Ended(std::move(S.Ended)),
        Scope(S.Scope), Resolver(S.In.Resolver), Reader(S.In.Reader),
        FileName(S.In.FileName), Returned(std::exchange(S.Returned, false)),
        Result(std::exchange(S.Result, SemaValue())),
        After(std::exchange(S.After, nullptr)) {
    S.Locals.clear();
    S.Ended.clear();
  }
  ~CallerState() {
    S.Locals = std::move(Locals);
    S.Ended = std::move(Ended);
    S.Scope = Scope;
    S.In.Resolver = Resolver;
    S.In.Reader = Reader;
    S.In.FileName = FileName;
    S.Returned = Returned;
    S.Result = Result;
    S.After = After;
    S.CallStack.pop_back();
  }

  Sema &S;
  ScopeMap Locals;
  decltype(Sema::Ended) Ended;
  const LocationScope *Scope;
  NameResolver *Resolver;
  ASTReader *Reader;
  StringRef FileName;
  bool Returned;
  SemaValue Result;
  const Continuation *After;
};

bool Sema::findCode(const Entity &Callee, const CallExpr &E, JitCode &Code) {
  if (Callee.Jit) {
    Code = {const_cast<FunctionStmt *>(Callee.Jit), In.Resolver, In.Reader,
            In.FileName};
  } else if (!In.Loader || !Callee.JitObject ||
             failed(In.Loader->load(*this, Callee.JitObject, E.Range, Code))) {
    return false;
  }
  FunctionStmt &F = *Code.Function;
  if (F.IsAsync || !F.BadParams.empty()) {
    unsupported(E.Range).note(loc(F.NameRange), "it is defined here")
        << "'" << F.Name << "' has "
        << (F.IsAsync ? StringRef("an 'async def'") : F.BadParams)
        << ", which functions that kernels call cannot have";
    return false;
  }
  auto *First = llvm::find(CallStack, &F);
  if (First == CallStack.end())
    return true;
  std::string Chain;
  for (; First != CallStack.end(); ++First)
    Chain += "'" + (*First)->Name.str() + "' -> ";
  unsupported(E.Range) << "recursion is not supported in kernels: " << Chain
                       << "'" << F.Name << "'; use a loop";
  return false;
}

bool Sema::bindCallKeywords(FunctionStmt &F, const CallExpr &E,
                            llvm::MutableArrayRef<SemaValue> Args) {
  bool Failed = false;
  for (const Keyword &K : E.Keywords) {
    if (K.Name.empty()) {
      unsupported(K.Range) << "'**' arguments are not supported in kernels";
      return false;
    }
    SemaValue V = visit(K.Value);
    Failed |= V.isError();
    auto *Param = llvm::find_if(
        F.Params, [&](auto &Each) { return Each.Name == K.Name; });
    if (Param == F.Params.end()) {
      SpellingHelp Help(K.Name);
      for (const ast::Param &Each : F.Params)
        Help.consider(Each.Name);
      error(K.Range) << "'" << F.Name << "' has no parameter '" << K.Name << "'"
                     << Help.suffix();
      Failed = true;
      continue;
    }
    SemaValue &Slot = Args[Param - F.Params.begin()];
    if (!Slot.isAbsent()) {
      error(K.Range) << "'" << F.Name << "' got two values for parameter '"
                     << K.Name << "'";
      Failed = true;
      continue;
    }
    Slot = V;
  }
  return !Failed;
}

/// Arguments by parameter; Absent where the default holds.
bool Sema::bindCall(FunctionStmt &F, const CallExpr &E,
                    llvm::MutableArrayRef<SemaValue> Args) {
  llvm::SmallVector<SemaValue, 8> Values;
  llvm::SmallVector<Range, 8> Ranges;
  if (!positional(E, Values, Ranges))
    return false;
  if (Values.size() > Args.size()) {
    error(E.Range) << "'" << F.Name << "' takes at most " << Args.size()
                   << " arguments, got " << Values.size();
    return false;
  }
  llvm::copy(Values, Args.begin());
  if (!bindCallKeywords(F, E, Args))
    return false;
  std::string Missing;
  for (auto [Param, V] : llvm::zip(F.Params, Args))
    if (V.isAbsent() && !Param.Default)
      Missing += (Missing.empty() ? "'" : ", '") + Param.Name.str() + "'";
  if (Missing.empty())
    return true;
  error(E.Range) << "'" << F.Name << "' lacks the argument " << Missing;
  return false;
}

/// Binds the parameters, already in the scope of the helper.
bool Sema::bindHelperParams(FunctionStmt &F, llvm::ArrayRef<SemaValue> Args,
                            sym::Body *Caller) {
  for (auto [Param, Arg] : llvm::zip(F.Params, Args)) {
    Variable V;
    V.Where = Param.Range;
    V.Owner = Caller;
    V.IsConstexpr = isConstexprAnnotation(Param.Annotation);
    V.Value = Arg.isAbsent()
                  ? evaluateGlobal(Param.Default, Param.Name, Param.Range)
                  : Arg;
    if (V.Value.isError())
      return false;
    if (V.IsConstexpr && V.Value.isExpr() && !V.Value.expr()->Const) {
      error(Param.Range) << "'" << Param.Name << "' of '" << F.Name
                         << "' is tl.constexpr: the call must give a "
                            "compile-time value, got "
                         << describe(V.Value);
      return false;
    }
    Locals[Param.Name] = V;
  }
  return true;
}

SemaValue Sema::runHelper(const JitCode &Code, const CallExpr &E,
                          llvm::ArrayRef<SemaValue> Args) {
  FunctionStmt &F = *Code.Function;
  Location Site = loc(E.Range);
  unsigned Errors = NumErrors;
  CallerState Caller(*this);
  CallStack.push_back(&F);
  In.Resolver = Code.Resolver;
  In.Reader = Code.Reader;
  In.FileName = Code.FileName;
  Scope = In.Ctx.scope(Code.FileName, Site);
  if (!bindHelperParams(F, Args, Current))
    return SemaValue::error();
  In.Reader->readBody(F);
  visitBody(F.Statements);
  if (NumErrors != Errors)
    return SemaValue::error();
  return Returned ? Result : none();
}

SemaValue Sema::callJit(const Entity &Callee, const CallExpr &E) {
  JitCode Code;
  unsigned Errors = NumErrors;
  if (!GlobalUses.empty()) {
    error(E.Range) << "'" << Callee.Name << "' is a @jit function, which only "
                   << "kernels can call";
    return SemaValue::error();
  }
  if (!findCode(Callee, E, Code)) {
    if (NumErrors == Errors)
      unsupported(E.Range) << "the text of '" << Callee.Name
                           << "' is not known here, so it cannot be called";
    return SemaValue::error();
  }
  llvm::SmallVector<SemaValue, 8> Args(Code.Function->Params.size());
  if (!bindCall(*Code.Function, E, Args))
    return SemaValue::error();
  return runHelper(Code, E, Args);
}
