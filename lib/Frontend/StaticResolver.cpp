//===- StaticResolver.cpp - A module's top level, read without running it
//--===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Imports, functions and assigned values are remembered with their syntax and
// given a meaning when a kernel asks. A file that imports what is not installed
// compiles, as long as its kernels do not use it.
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "NameResolver.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

NameResolver::~NameResolver() = default;
FunctionLoader::~FunctionLoader() = default;

//===----------------------------------------------------------------------===//
// Collecting definitions
//===----------------------------------------------------------------------===//

void StaticResolver::define(StringRef Name, Definition D) {
  auto &List = Names[Name];
  // Later code replaces earlier, unless it may not run at all.
  if (!D.Conditional)
    List.clear();
  List.push_back(D);
}

void StaticResolver::collectImport(const ImportStmt &S, bool Conditional) {
  for (const ImportedName &N : S.Names) {
    Definition D{S.IsFrom ? DefKind::FromImport : DefKind::Import,
                 S.IsFrom ? S.Module : N.Name, N.Name};
    D.Where = const_cast<ImportStmt *>(&S);
    D.Conditional = Conditional;
    if (S.IsFrom || !N.As.empty()) {
      define(N.As.empty() ? N.Name : N.As, D);
      continue;
    }
    // `import a.b` binds a.
    D.Module = N.Name.split('.').first;
    define(D.Module, D);
  }
}

void StaticResolver::collectTarget(Expr *Target, Expr *Value, Stmt *S,
                                   bool Conditional) {
  if (auto *Name = llvm::dyn_cast<NameExpr>(Target)) {
    Definition D{DefKind::Value, {}, {}, Value, S, Conditional};
    return define(Name->Id, D);
  }
  auto *Targets = llvm::dyn_cast<SequenceExpr>(Target);
  if (!Targets)
    return;
  // `A, B = 1, 2` element by element; other right sides stay unknown.
  auto *Values = llvm::dyn_cast_or_null<SequenceExpr>(Value);
  bool Match = Values && Values->Elements.size() == Targets->Elements.size();
  for (auto [I, T] : llvm::enumerate(Targets->Elements))
    collectTarget(T, Match ? Values->Elements[I] : nullptr, S, Conditional);
}

void StaticResolver::collectOne(Stmt *S, bool Conditional) {
  switch (S->Kind) {
  case StmtKind::Assign:
    for (Expr *Target : llvm::cast<AssignStmt>(S)->Targets)
      collectTarget(Target, llvm::cast<AssignStmt>(S)->Value, S, Conditional);
    return;
  case StmtKind::AnnAssign:
    if (auto *A = llvm::cast<AnnAssignStmt>(S); A->Value)
      collectTarget(A->Target, A->Value, S, Conditional);
    return;
  case StmtKind::AugAssign:
    // A value that depends on the order of execution is unknown.
    return collectTarget(llvm::cast<AugAssignStmt>(S)->Target, nullptr, S,
                         Conditional);
  case StmtKind::Function: {
    auto *F = llvm::cast<FunctionStmt>(S);
    Functions.push_back(F);
    return define(F->Name,
                  {DefKind::Function, {}, F->Name, nullptr, S, Conditional});
  }
  case StmtKind::Import:
    return collectImport(*llvm::cast<ImportStmt>(S), Conditional);
  case StmtKind::Try:
    for (Body B : llvm::cast<TryStmt>(S)->Bodies)
      collect(B, true);
    return;
  case StmtKind::If:
    collect(llvm::cast<IfStmt>(S)->Then, true);
    return collect(llvm::cast<IfStmt>(S)->OrElse, true);
  case StmtKind::For:
    collectTarget(llvm::cast<ForStmt>(S)->Target, nullptr, S, true);
    return collect(llvm::cast<ForStmt>(S)->Then, true);
  case StmtKind::While:
    return collect(llvm::cast<WhileStmt>(S)->Then, true);
  case StmtKind::Unsupported:
    if (auto *U = llvm::cast<UnsupportedStmt>(S); !U->Name.empty())
      define(U->Name, {DefKind::Other, {}, U->What, nullptr, S, Conditional});
    return;
  case StmtKind::Expr:
  case StmtKind::Return:
  case StmtKind::Pass:
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Assert:
    return;
  }
}

void StaticResolver::collect(Body Statements, bool Conditional) {
  for (Stmt *S : Statements)
    collectOne(S, Conditional);
}

//===----------------------------------------------------------------------===//
// Meanings
//===----------------------------------------------------------------------===//

void StaticResolver::forEachName(llvm::function_ref<void(StringRef)> Fn) {
  for (auto &Entry : Names)
    Fn(Entry.first);
}

SemaValue StaticResolver::valueOf(KernelSema &S, StringRef Name,
                                  const Definition &D, SourceRange Use) {
  if (!D.Value || llvm::is_contained(Evaluating, Name)) {
    S.error(Use).note(S.loc(D.Where->Range), "it is assigned here")
        << "the value of '" << Name
        << "' depends on running the file, which the compiler does not do; "
           "make it a constant or pass it as a tl.constexpr parameter";
    return SemaValue::error();
  }
  Evaluating.push_back(Name);
  SemaValue V = S.evaluateGlobal(D.Value, Name, Use);
  Evaluating.pop_back();
  if (V.isError())
    return V;
  bool Wrapped = false;
  if (auto *Call = llvm::dyn_cast<CallExpr>(D.Value))
    Wrapped = S.isConstexprAnnotation(Call->Callee);
  if (S.options().AsTriton && V.isConst() && !V.isNone() && !Wrapped) {
    S.error(Use).note(S.loc(D.Where->Range), "it is assigned here")
        << "Cannot access global variable '" << Name
        << "' from within a kernel: only globals that are tl.constexpr can be "
           "used; write '"
        << Name << " = tl.constexpr(…)'";
    return SemaValue::error();
  }
  return V;
}

SemaValue StaticResolver::meaning(KernelSema &S, StringRef Name,
                                  const Definition &D, SourceRange Use) {
  switch (D.Kind) {
  case DefKind::Import:
    return S.moduleNamed(D.Module);
  case DefKind::FromImport: {
    SemaValue M = S.moduleNamed(D.Module);
    SemaValue V;
    if (M.isEntity() && M.entity()->Kind == EntityKind::Module)
      V = S.moduleAttr(*M.entity(), D.Name, Use);
    if (V.isAbsent())
      return S.foreign((D.Module + "." + D.Name).str());
    return V;
  }
  case DefKind::Value:
    return valueOf(S, Name, D, Use);
  case DefKind::Function: {
    auto *F = llvm::cast<FunctionStmt>(D.Where);
    if (!S.isKernel(*F, /*Report=*/false))
      return S.foreign(Name);
    Entity E;
    E.Kind = EntityKind::JitFunction;
    E.Name = F->Name;
    E.Jit = F;
    return S.makeEntity(E);
  }
  case DefKind::Other:
    return S.foreign(Name);
  }
  llvm_unreachable("covered switch");
}

SemaValue StaticResolver::lookup(KernelSema &S, StringRef Name,
                                 SourceRange Use) {
  auto It = Names.find(Name);
  if (It == Names.end())
    return starImported(S, Name, Use);
  llvm::ArrayRef<Definition> List = It->second;
  if (List.size() == 1)
    return meaning(S, Name, List.front(), Use);
  // `try: import triton except ImportError: import mytriton as triton`: any
  // import of a module that is known here will do.
  for (const Definition &D : List) {
    if (D.Kind != DefKind::Import && D.Kind != DefKind::FromImport)
      continue;
    SemaValue V = meaning(S, Name, D, Use);
    bool Unknown =
        V.isEntity() && (V.entity()->Kind == EntityKind::Foreign ||
                         (V.entity()->Kind == EntityKind::Module &&
                          V.entity()->Module == ModuleKind::Unknown));
    if (!Unknown)
      return V;
  }
  auto Diag = S.error(Use)
              << "'" << Name
              << "' has several definitions, and which one holds depends on "
                 "running the file";
  for (const Definition &D : List)
    Diag.note(S.loc(D.Where->Range), "one is here");
  return SemaValue::error();
}

SemaValue StaticResolver::starImported(KernelSema &S, StringRef Name,
                                       SourceRange Use) {
  auto It = Names.find("*");
  if (It == Names.end())
    return {};
  for (const Definition &D : It->second) {
    SemaValue M = S.moduleNamed(D.Module);
    if (!M.isEntity() || M.entity()->Kind != EntityKind::Module)
      continue;
    SemaValue V = S.moduleAttr(*M.entity(), Name, Use);
    if (!V.isAbsent())
      return V;
  }
  return {};
}
