//===- SemaStmt.cpp - Simple statements
//------------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

void KernelSema::visitBody(Body Statements) {
  while (!Statements.empty() && !Done) {
    Stmt *S = Statements.front();
    Statements = Statements.drop_front();
    Continuation Next{Statements, After};
    After = &Next;
    visitStmt(S);
    bool MayExit = S->Kind == StmtKind::If || S->Kind == StmtKind::For ||
                   S->Kind == StmtKind::While;
    if (MayExit && !Done)
      leaveIfExited(*S);
    After = Next.Outer;
  }
}

void KernelSema::visitStmt(Stmt *S) {
  switch (S->Kind) {
  case StmtKind::Expr:
    return visitExprStmt(*llvm::cast<ExprStmt>(S));
  case StmtKind::Assign:
    return visitAssign(*llvm::cast<AssignStmt>(S));
  case StmtKind::AnnAssign:
    return visitAnnAssign(*llvm::cast<AnnAssignStmt>(S));
  case StmtKind::AugAssign:
    return visitAugAssign(*llvm::cast<AugAssignStmt>(S));
  case StmtKind::For:
    return visitFor(*llvm::cast<ForStmt>(S));
  case StmtKind::While:
    return visitWhile(*llvm::cast<WhileStmt>(S));
  case StmtKind::If:
    return visitIf(*llvm::cast<IfStmt>(S));
  case StmtKind::Return:
    return visitReturn(*llvm::cast<ReturnStmt>(S));
  case StmtKind::Assert:
    return visitAssert(*llvm::cast<AssertStmt>(S));
  case StmtKind::Pass:
    return;
  case StmtKind::Break:
  case StmtKind::Continue:
    return visitExit(*S);
  case StmtKind::Function:
    unsupported(llvm::cast<FunctionStmt>(S)->NameRange)
        << "a nested function is not supported in kernels; move it to module "
           "level and decorate it with @triton.jit";
    return;
  case StmtKind::Import:
    unsupported(S->Range) << "'import' is not supported in kernels; import at "
                             "the top of the module";
    return;
  case StmtKind::Try:
    unsupported(S->Range)
        << "'try' is not supported in kernels; nothing raises at run time";
    return;
  case StmtKind::Unsupported:
    unsupported(S->Range) << llvm::cast<UnsupportedStmt>(S)->What
                          << " is not supported in kernels";
    return;
  }
}

void KernelSema::visitExprStmt(const ExprStmt &S) {
  // Docstrings and stray constants say nothing.
  if (llvm::isa<ConstantExpr>(S.Value))
    return;
  SemaValue V = visit(S.Value);
  if (V.isAggregate(AggregateKind::BlockPointer) &&
      llvm::isa<CallExpr>(S.Value))
    error(S.Range) << "the result of this call is not being used; it has no "
                      "side effect: assign the block pointer that it gives";
}

void KernelSema::visitAssign(const AssignStmt &S) {
  SemaValue V = visit(S.Value);
  if (S.Targets.size() != 1 && In.Options.AsTriton) {
    unsupported(S.Range) << "an assignment to several targets is not "
                            "supported; write one assignment for each";
    return;
  }
  V = decay(V, S.Value->Range);
  for (Expr *Target : S.Targets)
    assign(Target, V);
}

void KernelSema::visitAnnAssign(const AnnAssignStmt &S) {
  auto *Name = llvm::dyn_cast<NameExpr>(S.Target);
  if (!S.Value) {
    if (Name && isConstexprAnnotation(S.Annotation))
      unsupported(S.Range) << "'" << Name->Id
                           << "' is declared without a value; write '"
                           << Name->Id << ": tl.constexpr = …'";
    return;
  }
  SemaValue V = visit(S.Value);
  if (!isConstexprAnnotation(S.Annotation))
    return assign(S.Target, decay(V, S.Value->Range));
  if (!Name) {
    assign(S.Target, V);
    return;
  }
  auto It = Locals.find(Name->Id);
  if (It != Locals.end() && It->second.IsConstexpr && In.Options.AsTriton) {
    error(S.Range).note(loc(It->second.Where), "first defined here")
        << "constexpr '" << Name->Id << "' cannot be reassigned";
    return;
  }
  if (V.isExpr() && !V.expr()->Const)
    Diags->warning(loc(S.Value->Range))
        << "'" << Name->Id
        << "' is annotated tl.constexpr, but its value is only known at run "
           "time";
  bind(*Name, V, /*IsConstexpr=*/true);
}

void KernelSema::visitAugAssign(const AugAssignStmt &S) {
  if (!llvm::isa<NameExpr>(S.Target))
    return assign(S.Target, SemaValue::error());
  SemaValue L = visit(S.Target);
  SemaValue R = visit(S.Value);
  assign(S.Target, decay(binary(S.Op, L, R, S.Range), S.Range));
}

/// True if the class of a named tuple annotates a field as tl.constexpr.
static bool hasConstexprField(SemaValue V, size_t Index) {
  if (!V.tupleClass())
    return false;
  auto Attribute = [](PyObject *Object, const char *Name) {
    PyRef R = PyRef::steal(PyObject_GetAttrString(Object, Name));
    PyErr_Clear();
    return R;
  };
  PyRef Fields = Attribute(V.tupleClass(), "_fields");
  PyRef Types = Attribute(V.tupleClass(), "__annotations__");
  PyObject *Type =
      Fields && Types && PyDict_Check(Types.get())
          ? PyDict_GetItem(Types.get(), PyTuple_GetItem(Fields.get(), Index))
          : nullptr;
  if (!Type)
    return false;
  PyRef Name = Attribute(Type, "__mytriton_name__");
  if (!Name && !PyUnicode_Check(Type))
    return false;
  StringRef Text = pyText(Name ? Name.get() : Type);
  return Text == "constexpr" || Text.ends_with(".constexpr");
}

SemaValue KernelSema::decay(SemaValue V, Range R) {
  if (V.isTuple()) {
    llvm::SmallVector<SemaValue, 4> Elements;
    for (auto [I, E] : llvm::enumerate(V.elements()))
      Elements.push_back(hasConstexprField(V, I) ? E : decay(E, R));
    return withElements(V, Elements);
  }
  if (!V.isConst() || (!PyLong_Check(V.object()) && !PyFloat_Check(V.object())))
    return V;
  sym::Expr *E = toValue(V, "an assigned number", R);
  return E ? SemaValue(E) : SemaValue::error();
}

void KernelSema::bind(const NameExpr &Target, SemaValue V, bool IsConstexpr) {
  if (V.isExpr() && V.expr()->Name.empty())
    V.expr()->Name = P.copy(Target.Id);
  Variable &Var = Locals[Target.Id];
  Var.Value = V;
  Var.Where = Target.Range;
  Var.Owner = Current;
  Var.IsConstexpr = IsConstexpr;
}

void KernelSema::unpack(const SequenceExpr &Target, SemaValue V) {
  for (Expr *E : Target.Elements)
    if (llvm::isa<StarredExpr>(E)) {
      unsupported(E->Range) << "a starred target is not supported in kernels; "
                               "unpack into one name per element";
      V = SemaValue::error();
    }
  if (!V.isError() && !V.isTuple()) {
    error(Target.Range) << "cannot unpack " << describe(V)
                        << " into several names; only tuples unpack";
    V = SemaValue::error();
  }
  if (V.isTuple() && V.elements().size() != Target.Elements.size()) {
    error(Target.Range) << "cannot unpack " << V.elements().size()
                        << " values into " << Target.Elements.size()
                        << " names";
    V = SemaValue::error();
  }
  for (auto [I, E] : llvm::enumerate(Target.Elements))
    if (!llvm::isa<StarredExpr>(E))
      assign(E, V.isError() ? V : V.elements()[I]);
}

void KernelSema::assign(Expr *Target, SemaValue V) {
  if (auto *Name = llvm::dyn_cast<NameExpr>(Target))
    return bind(*Name, V, /*IsConstexpr=*/false);
  if (auto *Sequence = llvm::dyn_cast<SequenceExpr>(Target))
    return unpack(*Sequence, V);
  if (llvm::isa<SubscriptExpr>(Target))
    unsupported(Target->Range)
        << "assignment to a subscript is not supported in kernels: blocks "
           "cannot be changed in place; build a new one with tl.where, or "
           "write to memory with tl.store";
  else if (llvm::isa<AttributeExpr>(Target))
    unsupported(Target->Range)
        << "assignment to an attribute is not supported in kernels; use a name";
  else
    unsupported(Target->Range) << "this assignment target is not supported";
}

void KernelSema::visitAssert(const AssertStmt &S) {
  SemaValue Test = visit(S.Test);
  if (Test.isExpr() && !Test.expr()->Const) {
    std::optional<std::string> Message = std::string();
    if (S.Message)
      Message = constString(visit(S.Message), "the message of an assert",
                            S.Message->Range);
    if (Message)
      runtimeAssert(Test, S.Test->Range, *Message, nullptr, S.Range);
    return;
  }
  std::optional<bool> Holds = truth(Test, S.Test->Range);
  if (!Holds || *Holds)
    return;
  std::optional<std::string> Message;
  if (S.Message)
    Message = constString(visit(S.Message), "the message of an assert",
                          S.Message->Range);
  error(S.Range) << "assertion failed"
                 << (Message ? ": " + *Message : std::string());
}
