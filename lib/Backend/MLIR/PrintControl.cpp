//===- PrintControl.cpp - Loops and branches as regions -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPrinter.h"

using namespace mt;
using namespace mt::mlirtext;

/// Instructions that a loop and a branch become beside their bodies and a phi
/// for each value.
static constexpr unsigned LoopSize = 5, BranchSize = 3;

//===----------------------------------------------------------------------===//
// What enters and leaves regions
//===----------------------------------------------------------------------===//

KernelPrinter::Registers
KernelPrinter::defineLike(llvm::ArrayRef<llvm::Value *> Like) {
  Registers Defined;
  for (V Each : Like)
    Defined.push_back(define(Each->getType(), P.freshName()));
  return Defined;
}

KernelPrinter::Registers
KernelPrinter::defineResults(llvm::ArrayRef<llvm::Value *> Like,
                             llvm::StringRef Name) {
  Registers Defined;
  for (auto [I, Each] : llvm::enumerate(Like))
    Defined.push_back(
        define(Each->getType(),
               Name.str() + (Like.size() == 1 ? "" : "#" + std::to_string(I))));
  return Defined;
}

std::string KernelPrinter::resultsText(llvm::StringRef Name, unsigned Count) {
  if (Count == 0)
    return "";
  return Name.str() + (Count == 1 ? "" : ":" + std::to_string(Count)) + " = ";
}

std::string KernelPrinter::initsText(llvm::ArrayRef<llvm::Value *> Carried,
                                     llvm::ArrayRef<llvm::Value *> Inits) {
  std::string Text;
  for (auto [Each, Init] : llvm::zip_equal(Carried, Inits))
    Text +=
        (Text.empty() ? "" : ", ") + P.nameOf(Each) + " = " + P.nameOf(Init);
  return Text;
}

void KernelPrinter::printYield(llvm::StringRef Op,
                               llvm::ArrayRef<llvm::Value *> Values) {
  flush();
  std::string Operands = P.namesAndTypesOf(Values);
  P.line(Op + (Operands.empty() ? "" : " " + Operands));
}

//===----------------------------------------------------------------------===//
// for
//===----------------------------------------------------------------------===//

KernelPrinter::Registers KernelPrinter::emitCounted(
    const Counter &C, llvm::ArrayRef<llvm::Value *> Inits, CountedBody Body) {
  assert(!C.Down && "scf.for counts up");
  flush();
  Location Here = P.location();
  std::string Name = Inits.empty() ? "" : P.freshName();
  V At = define(C.Begin->getType(), P.freshName());
  Registers Carried = defineLike(Inits);
  std::string Text = resultsText(Name, Inits.size()) + "scf.for " +
                     (C.Signed ? "" : "unsigned ") + P.nameOf(At) + " = " +
                     P.nameOf(C.Begin) + " to " + P.nameOf(C.End) + " step " +
                     P.nameOf(C.Step);
  if (!Inits.empty())
    Text += " iter_args(" + initsText(Carried, Inits) + ") -> (" +
            InstructionPrinter::typesOf(Inits) + ")";
  P.open(Text + " : " + InstructionPrinter::typeText(At->getType()));
  unsigned Before = Size;
  Registers Next = Body(At, Carried);
  flush();
  P.setLocation(Here);
  if (!Next.empty())
    printYield("scf.yield", Next);
  Size += LoopSize + Inits.size();
  P.close(Size - Before > MaxUnrolled
              ? " {loop_annotation = #llvm.loop_annotation<unroll = <disable = "
                "true>>}"
              : "");
  return defineResults(Inits, Name);
}

//===----------------------------------------------------------------------===//
// while
//===----------------------------------------------------------------------===//

void KernelPrinter::openWhile(llvm::StringRef Name,
                              llvm::ArrayRef<llvm::Value *> Carried,
                              llvm::ArrayRef<llvm::Value *> Inits) {
  std::string Types = InstructionPrinter::typesOf(Inits);
  P.open(resultsText(Name, Inits.size()) + "scf.while" +
         (Inits.empty() ? "" : " (" + initsText(Carried, Inits) + ")") +
         " : (" + Types + ") -> (" + Types + ")");
}

/// Ends the first region of a loop; the second calls what it gives Passed.
void KernelPrinter::printCondition(llvm::Value *Holds,
                                   llvm::ArrayRef<llvm::Value *> Given,
                                   llvm::ArrayRef<llvm::Value *> Passed) {
  flush();
  printYield("scf.condition(" + P.nameOf(Holds) + ")", Given);
  P.next("do");
  std::string Args;
  for (V Each : Passed)
    Args += (Args.empty() ? "" : ", ") + P.nameOf(Each) + ": " +
            InstructionPrinter::typeText(Each->getType());
  if (!Args.empty())
    P.label("^bb0(" + Args + "):");
}

KernelPrinter::Registers
KernelPrinter::emitWhileTrue(llvm::ArrayRef<llvm::Value *> Inits,
                             LoopCondition Condition, LoopBody Body) {
  flush();
  Location Here = P.location();
  std::string Name = Inits.empty() ? "" : P.freshName();
  // Both regions take the same values, so one name serves in both.
  Registers Carried = defineLike(Inits);
  openWhile(Name, Carried, Inits);
  V Holds = Condition(Carried);
  printCondition(Holds, Carried, Carried);
  Registers Next = Body(Carried);
  flush();
  P.setLocation(Here);
  printYield("scf.yield", Next);
  P.close();
  Size += LoopSize + Inits.size();
  return defineResults(Inits, Name);
}

KernelPrinter::Registers
KernelPrinter::emitDoWhile(llvm::ArrayRef<llvm::Value *> Inits,
                           DoWhileBody Body) {
  flush();
  std::string Name = P.freshName();
  Registers Carried = defineLike(Inits);
  openWhile(Name, Carried, Inits);
  auto [Again, Next] = Body(Carried);
  Registers Passed = defineLike(Next);
  printCondition(Again, Next, Passed);
  printYield("scf.yield", Passed);
  P.close();
  return defineResults(Inits, Name);
}

//===----------------------------------------------------------------------===//
// if
//===----------------------------------------------------------------------===//

KernelPrinter::Registers KernelPrinter::emitChoice(llvm::Value *Condition,
                                                   Side Then, Side Else) {
  flush();
  Location Here = P.location();
  std::string Name, Text = "scf.if " + P.nameOf(Condition);
  size_t Start = P.body().size();
  std::string Indentation = P.indented("");
  P.open(Text);
  size_t Opened = P.body().size();
  Registers Left = Then();
  flush();
  P.setLocation(Here);
  if (!Left.empty()) {
    // What the op gives is known only now.
    Name = P.freshName();
    P.body().replace(Start, Opened - Start,
                     Indentation + resultsText(Name, Left.size()) + Text +
                         " -> (" + InstructionPrinter::typesOf(Left) + ") {\n");
    printYield("scf.yield", Left);
  }
  size_t Ended = P.body().size();
  P.next("else");
  size_t Between = P.body().size();
  Registers Right = Else();
  flush();
  P.setLocation(Here);
  if (!Right.empty())
    printYield("scf.yield", Right);
  else if (P.body().size() == Between) // nothing to do on this side
    P.body().resize(Ended);
  P.close();
  Size += BranchSize + Left.size();
  return defineResults(Left, Name);
}

void KernelPrinter::emitIfTrue(llvm::Value *Condition,
                               llvm::function_ref<void()> Body) {
  emitChoice(
      Condition,
      [&] {
        Body();
        return Registers();
      },
      [] { return Registers(); });
}
