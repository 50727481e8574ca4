//===- Lower.cpp - Expression tree to tile IR
//------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order (tools.md 1.3): statements as the program has them; a pure
// expression at its first use, operands from left to right, except that a store
// lowers its value before its pointer. A region op first lowers its bounds or
// condition, its initial values and its captures.
//
//===----------------------------------------------------------------------===//

#include "ExprTree.h"
#include "mytriton/IR/Builder.h"

using namespace mt;
using namespace mt::sym;

namespace {

class Lowering {
public:
  explicit Lowering(Kernel &K) : B(K) {}

  void lowerBody(sym::Body &Source, Block &Target);

private:
  Value *lower(Expr *E);
  Value *lowerOrNone(Expr *E) { return E ? lower(E) : nullptr; }
  /// Makes the op of E, whose operands are lowered.
  void emit(Expr *E);
  void note(Expr *E, Value *V) {
    E->Lowered = V;
    Made.push_back(E);
  }
  void bindResults(Stmt &S, Op *O);

  void lowerStmt(Stmt &S);
  void lowerEffect(Stmt &S);
  void lowerCombine(Stmt &S);
  void lowerFor(Stmt &S);
  void lowerWhile(Stmt &S);
  void lowerIf(Stmt &S);
  void lowerYield(sym::Body &Source, OpKind Terminator);
  llvm::SmallVector<Value *, 4> lowerAll(llvm::ArrayRef<Expr *> List);

  OpBuilder B;
  /// Expressions lowered so far in this body and the enclosing ones.
  llvm::SmallVector<Expr *, 64> Made;
  /// Expressions waiting for their operands; an explicit stack, because
  /// unrolled loops make chains as deep as they are long.
  llvm::SmallVector<Expr *, 16> Pending;
};

} // namespace

void Lowering::emit(Expr *E) {
  llvm::SmallVector<Value *, 4> Operands;
  for (Expr *Operand : E->Operands)
    Operands.push_back(Operand->Lowered);
  B.setLoc(E->Loc);
  Op *O = B.create(E->Op, Operands, llvm::ArrayRef<Type>(E->Ty), E->Attrs);
  note(E, O->result());
}

Value *Lowering::lower(Expr *E) {
  if (E->Lowered)
    return E->Lowered;
  size_t Base = Pending.size();
  Pending.push_back(E);
  while (Pending.size() != Base) {
    Expr *Top = Pending.back();
    if (Top->Lowered) {
      Pending.pop_back();
      continue;
    }
    if (Top->isConstant()) {
      Top->Lowered = Top->Const;
      continue;
    }
    assert(Top->Kind == sym::ExprKind::Op && "other values are bound already");
    // The last pushed is lowered first: push from right to left.
    size_t Before = Pending.size();
    for (Expr *Operand : llvm::reverse(Top->Operands))
      if (!Operand->Lowered)
        Pending.push_back(Operand);
    if (Pending.size() != Before)
      continue;
    Pending.pop_back();
    emit(Top);
  }
  return E->Lowered;
}

llvm::SmallVector<Value *, 4> Lowering::lowerAll(llvm::ArrayRef<Expr *> List) {
  llvm::SmallVector<Value *, 4> Values;
  for (Expr *E : List)
    Values.push_back(lowerOrNone(E));
  return Values;
}

void Lowering::bindResults(Stmt &S, Op *O) {
  for (auto [I, Result] : llvm::enumerate(S.Results))
    note(Result, O->result(I));
}

void Lowering::lowerEffect(Stmt &S) {
  if (S.Op == OpKind::Store)
    lower(S.Operands[1]);
  llvm::SmallVector<Value *, 4> Operands = lowerAll(S.Operands);
  llvm::SmallVector<Type, 1> Types;
  for (Expr *Result : S.Results)
    Types.push_back(Result->Ty);
  B.setLoc(S.Loc);
  bindResults(S, B.create(S.Op, Operands, Types, S.Attrs));
}

void Lowering::lowerYield(sym::Body &Source, OpKind Terminator) {
  llvm::SmallVector<Value *, 4> Values = lowerAll(Source.Yields);
  B.createTerminator(Terminator, Values);
}

void Lowering::lowerBody(sym::Body &Source, Block &Target) {
  OpBuilder::Guard G(B);
  B.setInsertionPointToEnd(Target);
  size_t Mark = Made.size();
  for (Stmt *S : Source.Statements)
    lowerStmt(*S);
  if (Source.Holder) {
    B.setLoc(Source.Holder->Loc);
    bool IsCondition = Source.Holder->Kind == sym::StmtKind::While &&
                       Source.Holder->Bodies[0] == &Source;
    lowerYield(Source, IsCondition ? OpKind::Condition : OpKind::Yield);
  }
  // What was made in here does not dominate what follows.
  while (Made.size() != Mark)
    Made.pop_back_val()->Lowered = nullptr;
}

void Lowering::lowerCombine(Stmt &S) {
  llvm::SmallVector<Value *, 4> Inputs = lowerAll(S.Operands);
  lowerAll(S.Captures);
  B.setLoc(S.Loc);
  unsigned Axis = S.Attrs.get("axis").asInt();
  Op *O;
  if (S.Op == OpKind::Reduce)
    O = ReduceOp::build(B, Inputs, Axis);
  else
    O = ScanOp::build(B, Inputs, Axis, bool(S.Attrs.get("reverse")));
  sym::Body &Function = *S.Bodies[0];
  for (auto [I, Argument] : llvm::enumerate(Function.Arguments))
    Argument->Lowered = O->body().arg(I);
  lowerBody(Function, O->body());
  bindResults(S, O);
}

void Lowering::lowerFor(Stmt &S) {
  llvm::SmallVector<Value *, 4> Operands = lowerAll(S.Operands);
  lowerAll(S.Captures);
  B.setLoc(S.Loc);
  sym::Body &Body = *S.Bodies[0];
  auto Inits = llvm::ArrayRef<Value *>(Operands).drop_front(3);
  ForOp *For = ForOp::build(B, Body.Arguments[0]->Ty, Operands[0], Operands[1],
                            Operands[2], Inits);
  For->setAttrs(S.Attrs);
  for (auto [I, Argument] : llvm::enumerate(Body.Arguments))
    Argument->Lowered = For->body().arg(I);
  lowerBody(Body, For->body());
  bindResults(S, For);
}

void Lowering::lowerWhile(Stmt &S) {
  llvm::SmallVector<Value *, 4> Inits = lowerAll(S.Operands);
  lowerAll(S.Captures);
  B.setLoc(S.Loc);
  WhileOp *While = WhileOp::build(B, Inits);
  // Both bodies see the arguments of the first.
  for (auto [I, Argument] : llvm::enumerate(S.Bodies[0]->Arguments))
    Argument->Lowered = While->carried(I);
  lowerBody(*S.Bodies[0], While->conditionBlock());
  lowerBody(*S.Bodies[1], While->doBlock());
  bindResults(S, While);
}

void Lowering::lowerIf(Stmt &S) {
  Value *Condition = lower(S.Operands[0]);
  lowerAll(S.Captures);
  llvm::SmallVector<Type, 2> Types;
  for (Expr *Result : S.Results)
    Types.push_back(Result->Ty);
  B.setLoc(S.Loc);
  IfOp *If = IfOp::build(B, Condition, Types);
  lowerBody(*S.Bodies[0], If->thenBlock());
  lowerBody(*S.Bodies[1], If->elseBlock());
  bindResults(S, If);
}

void Lowering::lowerStmt(Stmt &S) {
  switch (S.Kind) {
  case sym::StmtKind::Effect:
    return lowerEffect(S);
  case sym::StmtKind::Combine:
    return lowerCombine(S);
  case sym::StmtKind::For:
    return lowerFor(S);
  case sym::StmtKind::While:
    return lowerWhile(S);
  case sym::StmtKind::If:
    return lowerIf(S);
  }
}

std::unique_ptr<Module> mt::sym::lower(Program &P) {
  auto M = std::make_unique<Module>(P.context());
  Kernel &K = M->addKernel(P.Name, /*IsFunc=*/false, P.Loc);
  for (const Param &Each : P.Params)
    K.addParam(Each.Name, Each.Ty, Each.Attrs);
  for (Expr *Argument : P.Top->Arguments)
    Argument->Lowered = K.params()[Argument->Index];
  Lowering(K).lowerBody(*P.Top, K.body());
  return M;
}
