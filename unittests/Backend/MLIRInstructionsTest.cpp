//===- MLIRInstructionsTest.cpp - LLVM instructions as MLIR and back ------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Backend/MLIR/InstructionPrinter.h"
#include "mytriton/IR/Context.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mt;
using llvm::StringRef;
using mlirtext::InstructionPrinter;

namespace {

/// A file that goes away.
class TemporaryFile {
public:
  explicit TemporaryFile(StringRef Suffix) {
    llvm::sys::fs::createTemporaryFile("mlir-instructions", Suffix, Path);
  }
  ~TemporaryFile() { llvm::sys::fs::remove(Path); }
  StringRef path() const { return Path; }
  void write(StringRef Text) const {
    std::error_code Error;
    llvm::raw_fd_ostream(Path, Error) << Text;
  }
  std::string read() const {
    auto Buffer = llvm::MemoryBuffer::getFile(Path);
    return Buffer ? (*Buffer)->getBuffer().str() : "";
  }

private:
  llvm::SmallString<64> Path;
};

/// What a tool of MLIR prints, given Input; the test fails if it complains.
std::string runTool(StringRef Name, llvm::ArrayRef<StringRef> Options,
                    StringRef Input) {
  auto Program = llvm::sys::findProgramByName(Name, {LLVM_TOOLS});
  if (!Program) {
    ADD_FAILURE() << Name.str() << " is missing";
    return "";
  }
  TemporaryFile In("in"), Out("out"), Err("err");
  In.write(Input);
  llvm::SmallVector<StringRef, 4> Args = {Name, In.path()};
  Args.append(Options.begin(), Options.end());
  std::optional<StringRef> Redirects[] = {StringRef(), Out.path(), Err.path()};
  int Status =
      llvm::sys::ExecuteAndWait(*Program, Args, std::nullopt, Redirects);
  EXPECT_EQ(Status, 0) << Err.read();
  return Out.read();
}

bool hasMLIR() {
  return bool(llvm::sys::findProgramByName("mlir-opt", {LLVM_TOOLS}));
}

/// A function of straight code as one of a gpu.module.
std::string printFunction(llvm::Function &F, mlirtext::ModuleSymbols &Symbols) {
  InstructionPrinter Printer(Symbols, /*HasLocations=*/false);
  std::string Params;
  for (llvm::Argument &Arg : F.args()) {
    Printer.bind(&Arg, Printer.freshName(Arg.getName()));
    (Params += Params.empty() ? "" : ", ") +=
        Printer.nameOf(&Arg) + ": " + Printer.typeText(Arg.getType());
  }
  for (llvm::Instruction &I : F.getEntryBlock())
    if (!I.isTerminator())
      Printer.print(I);
  EXPECT_EQ(Printer.unsupported(), "");
  Printer.line("gpu.return");
  return ("    gpu.func @" + F.getName() + "(" + Params + ") kernel {\n" +
          Printer.head() + Printer.body() + "    }\n")
      .str();
}

std::string printModule(llvm::Module &M) {
  mlirtext::ModuleSymbols Symbols;
  std::string Functions, Text = "gpu.module @kernels {\n";
  for (llvm::Function &F : M)
    if (!F.isDeclaration())
      Functions += printFunction(F, Symbols);
  for (const auto &[Symbol, Declaration] : Symbols.Declarations)
    Text += "    " + Declaration + "\n";
  return Text + Functions + "}\n";
}

/// What MLIR makes of a gpu.module, as LLVM IR.
std::string lower(StringRef Text) {
  std::string Lowered =
      runTool("mlir-opt",
              {"--pass-pipeline=builtin.module(gpu.module(convert-gpu-to-nvvm,"
               "reconcile-unrealized-casts))"},
              Text);
  // mlir-translate takes what is in the module for the host.
  StringRef Inner = StringRef(Lowered).split("gpu.module @kernels").second;
  Inner = Inner.rtrim().drop_back();
  return runTool("mlir-translate", {"--mlir-to-llvmir"},
                 ("module " + Inner).str());
}

std::unique_ptr<llvm::Module> parse(StringRef Text, llvm::LLVMContext &Ctx) {
  llvm::SMDiagnostic Error;
  auto M = llvm::parseAssemblyString(Text, Error, Ctx);
  EXPECT_TRUE(M) << Error.getMessage().str() << "\n"
                 << Error.getLineContents().str();
  return M;
}

/// Positions are of type `index` in between; literals among indices are equal
/// whatever their width.
void normalize(llvm::Instruction &I) {
  if (auto *Trunc = llvm::dyn_cast<llvm::TruncInst>(&I))
    if (auto *Ext = llvm::dyn_cast<llvm::SExtInst>(Trunc->getOperand(0));
        Ext && Ext->getSrcTy() == Trunc->getDestTy()) {
      Trunc->replaceAllUsesWith(Ext->getOperand(0));
      Trunc->eraseFromParent();
      Ext->eraseFromParent();
      return;
    }
  if (auto *Ptr = llvm::dyn_cast<llvm::GetElementPtrInst>(&I))
    for (llvm::Use &Index : Ptr->indices())
      if (auto *C = llvm::dyn_cast<llvm::ConstantInt>(Index))
        Index.set(llvm::ConstantInt::getSigned(
            llvm::Type::getInt32Ty(I.getContext()), C->getSExtValue(),
            /*ImplicitTrunc=*/true));
  // What is known of a callee anyway is no part of the instruction.
  if (auto *Call = llvm::dyn_cast<llvm::CallInst>(&I)) {
    llvm::AttributeList Known = Call->getAttributes(), Kept;
    Call->setAttributes(Kept.addRetAttributes(
        I.getContext(),
        llvm::AttrBuilder(I.getContext(), Known.getRetAttrs())));
  }
}

std::string instructionsOf(llvm::Function *F) {
  if (!F || F->isDeclaration())
    return "missing";
  for (llvm::Argument &Arg : F->args())
    Arg.setName("");
  F->getEntryBlock().setName("");
  for (llvm::Instruction &I :
       llvm::make_early_inc_range(llvm::instructions(F))) {
    if (!I.getType()->isVoidTy())
      I.setName("");
    normalize(I);
  }
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  for (llvm::Instruction &I : llvm::instructions(F))
    OS << I << "\n";
  return Text;
}

TEST(MLIRInstructions, LowerToTheSameInstructions) {
  if (!hasMLIR())
    GTEST_SKIP() << "no mlir-opt";
  auto File = llvm::MemoryBuffer::getFile(MLIR_INPUTS "/instructions.ll");
  ASSERT_TRUE(File);
  llvm::LLVMContext Ctx;
  std::unique_ptr<llvm::Module> Given = parse((*File)->getBuffer(), Ctx);
  ASSERT_TRUE(Given);
  std::unique_ptr<llvm::Module> Back = parse(lower(printModule(*Given)), Ctx);
  ASSERT_TRUE(Back);
  for (llvm::Function &F : *Given) {
    if (F.isDeclaration())
      continue;
    EXPECT_EQ(instructionsOf(Back->getFunction(F.getName())),
              instructionsOf(&F))
        << F.getName().str();
  }
}

TEST(MLIRInstructions, NamesWhatHasNoSpelling) {
  llvm::LLVMContext Ctx;
  auto M = parse("define float @f(float %a) {\n"
                 "  %1 = frem float %a, 2.0\n"
                 "  %2 = fadd float %1, %1\n"
                 "  ret float %2\n"
                 "}\n",
                 Ctx);
  ASSERT_TRUE(M);
  mlirtext::ModuleSymbols Symbols;
  InstructionPrinter Printer(Symbols, /*HasLocations=*/false);
  llvm::Function *F = M->getFunction("f");
  Printer.bind(F->getArg(0), "%a");
  Context Places;
  Printer.setLocation(Location(Places.scope("k.py"), 3, 5));
  for (llvm::Instruction &I : F->getEntryBlock())
    Printer.print(I);
  EXPECT_EQ(Printer.unsupported(),
            "  %1 = frem float %a, 2.000000e+00 of \"k.py\":3:5");
}

TEST(MLIRInstructions, SayWhereTheyComeFrom) {
  Context Ctx;
  Location Outer(Ctx.scope("dir/k.py"), 3, 5);
  Location Inner(Ctx.scope("lib \"x\".py", Outer), 7, 2);
  mlirtext::ModuleSymbols Symbols;
  InstructionPrinter Printer(Symbols, /*HasLocations=*/true);
  Printer.line("a.op");
  Printer.setLocation(Outer);
  Printer.open("b.op");
  Printer.setLocation(Inner);
  Printer.line("c.op");
  Printer.setLocation(Location());
  Printer.headOp("d.op", "d");
  Printer.line("e.op");
  Printer.setLocation(Outer);
  Printer.close();
  EXPECT_EQ(Printer.head(), "      %d = d.op loc(unknown)\n");
  EXPECT_EQ(Printer.body(), "      a.op loc(unknown)\n"
                            "      b.op {\n"
                            "        c.op loc(#loc1)\n"
                            "        e.op loc(unknown)\n"
                            "      } loc(#loc2)\n");
  ASSERT_EQ(Symbols.Locations.size(), 2u);
  EXPECT_EQ(Symbols.Locations[1],
            "loc(callsite(\"lib \\22x\\22\"(\"lib \\22x\\22.py\":7:2) at "
            "\"dir/k.py\":3:5))");
  EXPECT_EQ(Symbols.Locations[2], "loc(\"dir/k.py\":3:5)");
}

TEST(MLIRInstructions, NamesAreUniqueAndValid) {
  llvm::LLVMContext Ctx;
  auto M = parse("define void @f(i32 %a) { ret void }", Ctx);
  ASSERT_TRUE(M);
  mlirtext::ModuleSymbols Symbols;
  InstructionPrinter Printer(Symbols, /*HasLocations=*/false);
  Printer.bind(M->getFunction("f")->getArg(0), "%c1_i32");
  llvm::Type *Int = llvm::Type::getInt32Ty(Ctx);
  EXPECT_EQ(Printer.nameOf(llvm::ConstantInt::get(Int, 1)), "%c1_i32_0");
  EXPECT_EQ(Printer.nameOf(llvm::ConstantInt::get(Int, 1)), "%c1_i32_0");
  EXPECT_EQ(Printer.nameOf(llvm::ConstantInt::getTrue(Ctx)), "%true");
  EXPECT_EQ(Printer.freshName(), "%0");
  EXPECT_EQ(Printer.freshName("1 \xc3\xa4"), "%_1___");
  EXPECT_EQ(Printer.freshName("i"), "%i");
  EXPECT_EQ(Printer.freshName("i"), "%i_0");
}

} // namespace
