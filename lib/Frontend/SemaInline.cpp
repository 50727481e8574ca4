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
#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

/// What a call replaces and gives back.
struct KernelSema::CallerState {
  explicit CallerState(KernelSema &S)
      : S(S), Locals(std::move(S.Locals)), Ended(std::move(S.Ended)),
        Frames(std::move(S.Frames)), Scope(S.Scope), Resolver(S.In.Resolver),
        Reader(S.In.Reader), FileName(S.In.FileName),
        Done(std::exchange(S.Done, false)), After(S.After) {
    S.Locals.clear();
    S.Ended.clear();
    S.Frames.clear();
  }
  ~CallerState() {
    S.Locals = std::move(Locals);
    S.Ended = std::move(Ended);
    S.Frames = std::move(Frames);
    S.Scope = Scope;
    S.In.Resolver = Resolver;
    S.In.Reader = Reader;
    S.In.FileName = FileName;
    S.Done = Done;
    S.After = After;
    S.CallStack.pop_back();
  }

  KernelSema &S;
  ScopeMap Locals;
  decltype(KernelSema::Ended) Ended;
  decltype(KernelSema::Frames) Frames;
  const LocationScope *Scope;
  NameResolver *Resolver;
  ASTReader *Reader;
  StringRef FileName;
  bool Done;
  const Continuation *After;
};

bool KernelSema::findCode(const Entity &Callee, Range Where, JitCode &Code) {
  unsigned Errors = NumErrors;
  if (!GlobalUses.empty()) {
    error(Where) << "'" << Callee.Name << "' is a @jit function, which only "
                 << "kernels can call";
    return false;
  }
  if (Callee.Jit) {
    Code = {const_cast<FunctionStmt *>(Callee.Jit), In.Resolver, In.Reader,
            In.FileName};
  } else if (!In.Loader || !Callee.Object ||
             failed(In.Loader->load(*this, Callee.Object, Where, Code))) {
    if (NumErrors == Errors)
      unsupported(Where) << "the text of '" << Callee.Name
                         << "' is not known here, so it cannot be called";
    return false;
  }
  FunctionStmt &F = *Code.Function;
  if (F.IsAsync || !F.BadParams.empty()) {
    unsupported(Where).note(loc(F.NameRange), "it is defined here")
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
  unsupported(Where) << "recursion is not supported in kernels: " << Chain
                     << "'" << F.Name << "'; use a loop";
  return false;
}

bool KernelSema::bindCallKeywords(FunctionStmt &F, const CallExpr &E,
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
    if (Param == F.Params.end() || (F.HasVarArg && Param == &F.Params.back())) {
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

/// Gives values to the first parameters; what is left over goes to `*args`.
bool KernelSema::bindPositional(FunctionStmt &F,
                                llvm::ArrayRef<SemaValue> Values, Range Where,
                                llvm::SmallVectorImpl<SemaValue> &Args) {
  Args.resize(F.Params.size());
  size_t Plain = Args.size() - F.HasVarArg;
  if (F.HasVarArg)
    Args.back() = makeTuple(Values.drop_front(std::min(Plain, Values.size())),
                            /*IsList=*/false);
  else if (Values.size() > Plain) {
    error(Where) << "'" << F.Name << "' takes at most " << Plain
                 << " arguments, got " << Values.size();
    return false;
  }
  llvm::copy(Values.take_front(Plain), Args.begin());
  return true;
}

bool KernelSema::checkComplete(FunctionStmt &F, llvm::ArrayRef<SemaValue> Args,
                               Range Where) {
  std::string Missing;
  for (auto [Param, V] : llvm::zip(F.Params, Args))
    if (V.isAbsent() && !Param.Default)
      Missing += (Missing.empty() ? "'" : ", '") + Param.Name.str() + "'";
  if (Missing.empty())
    return true;
  error(Where) << "'" << F.Name << "' lacks the argument " << Missing;
  return false;
}

/// Arguments by parameter; Absent where the default holds.
bool KernelSema::bindCall(FunctionStmt &F, const CallExpr &E,
                          llvm::SmallVectorImpl<SemaValue> &Args) {
  llvm::SmallVector<SemaValue, 8> Values;
  llvm::SmallVector<Range, 8> Ranges;
  return positional(E, Values, Ranges) &&
         bindPositional(F, Values, E.Range, Args) &&
         bindCallKeywords(F, E, Args) && checkComplete(F, Args, E.Range);
}

/// Binds the parameters, already in the scope of the helper.
bool KernelSema::bindHelperParams(FunctionStmt &F,
                                  llvm::ArrayRef<SemaValue> Args,
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

SemaValue KernelSema::runHelper(const JitCode &Code, Range Where,
                                llvm::ArrayRef<SemaValue> Args) {
  FunctionStmt &F = *Code.Function;
  Location Site = loc(Where);
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
  visitFunction(F);
  return NumErrors == Errors ? functionResult() : SemaValue::error();
}

/// As Triton, a function under `@jit(noinline=True)` takes no blocks.
bool KernelSema::checkOutlined(const Entity &Callee, const FunctionStmt &F,
                               llvm::ArrayRef<SemaValue> Args, Range Where) {
  if (!In.Options.AsTriton || !Callee.Object)
    return true;
  PyRef Flag = PyRef::steal(PyObject_GetAttrString(Callee.Object, "noinline"));
  PyErr_Clear();
  if (!Flag || Flag.get() != Py_True)
    return true;
  for (auto [Param, V] : llvm::zip(F.Params, Args)) {
    if (!V.isExpr() || !V.expr()->Ty.isTile())
      continue;
    error(Where) << "'" << F.Name << "' is declared noinline and takes no "
                 << "blocks, but '" << Param.Name << "' is " << describe(V);
    return false;
  }
  return true;
}

SemaValue KernelSema::callJit(const Entity &Callee, const CallExpr &E) {
  JitCode Code;
  llvm::SmallVector<SemaValue, 8> Args;
  if (!findCode(Callee, E.Range, Code) || !bindCall(*Code.Function, E, Args) ||
      !checkOutlined(Callee, *Code.Function, Args, E.Range))
    return SemaValue::error();
  return runHelper(Code, E.Range, Args);
}
