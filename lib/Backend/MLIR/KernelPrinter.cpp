//===- KernelPrinter.cpp - Kernels of thread IR as MLIR -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelPrinter.h"
#include "UnusedOps.h"
#include "mytriton/Backend/NVIDIA/KernelInfo.h"

using namespace mt;
using namespace mt::mlirtext;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// A phi without operands is an instruction that says nothing about its value.
llvm::Value *KernelPrinter::define(llvm::Type *Ty, std::string Name) {
  V Value = llvm::PHINode::Create(Ty, 0, "", Undefined);
  P.bind(Value, std::move(Name));
  return Value;
}

void KernelPrinter::flush() {
  llvm::BasicBlock &Code = F->getEntryBlock();
  auto It = LastPrinted ? std::next(LastPrinted->getIterator()) : Code.begin();
  for (; It != Code.end(); ++It, ++Size) {
    P.print(*It);
    LastPrinted = &*It;
  }
}

void KernelPrinter::enterOp(Op *O) {
  flush();
  P.setLocation(O->loc());
}

//===----------------------------------------------------------------------===//
// The function
//===----------------------------------------------------------------------===//

std::string KernelPrinter::parameterText(unsigned I) {
  llvm::Argument *Arg = F->getArg(I);
  std::string Name = P.freshName(Arg->getName()), Attributes;
  P.bind(Arg, Name);
  if (Arg->hasNoAliasAttr())
    Attributes = "llvm.noalias";
  if (Arg->onlyReadsMemory())
    (Attributes += Attributes.empty() ? "" : ", ") += "llvm.readonly";
  return Name + ": " + InstructionPrinter::typeText(Arg->getType()) +
         (Attributes.empty() ? "" : " {" + Attributes + "}");
}

/// MLIR's own lowering reads the first one, LLVM the others.
std::string KernelPrinter::attributesText() const {
  std::string Text =
      "gpu.known_block_size = array<i32: " + std::to_string(NumThreads) +
      ", 1, 1>, nvvm.maxntid = array<i32: " + std::to_string(NumThreads) + ">";
  for (llvm::StringRef Name : {"nvvm.maxnreg", "nvvm.minctasm"})
    if (llvm::Attribute A = F->getFnAttribute(Name); A.isValid())
      Text += (", " + Name + " = " + A.getValueAsString() + " : i32").str();
  return Text;
}

std::string KernelPrinter::print(llvm::StringRef Symbol) {
  createFunction(Symbol);
  P.setLocation(K.loc());
  Undefined = llvm::BasicBlock::Create(Ctx, "undefined", F);
  std::string Params;
  for (unsigned I = 0; I != K.params().size(); ++I)
    (Params += I ? ", " : "") += parameterText(I);
  emitBlock(K.body());
  flush();
  P.setLocation(K.loc());
  P.line("gpu.return");
  std::string Text = "    gpu.func @" + Symbol.str() + "(" + Params + ")";
  if (!Workgroup.empty())
    Text += " workgroup(" + Workgroup + ")";
  return Text + " kernel attributes {" + attributesText() + "} {\n" +
         dropUnusedOps(P.head() + P.body()) + "    }" + P.locationText() + "\n";
}

//===----------------------------------------------------------------------===//
// Memory and output
//===----------------------------------------------------------------------===//

/// A workgroup's buffer, or, where that would be too large, what the launch
/// adds.
llvm::Value *KernelPrinter::sharedMemory() {
  int64_t Bytes = K.attrs().get("shared_bytes").asInt();
  if (Bytes > StaticSharedLimit)
    return KernelEmitter::sharedMemory();
  std::string Name = P.freshName("shared"),
              Type = "memref<" + std::to_string(Bytes) +
                     "xi8, #gpu.address_space<workgroup>>";
  Workgroup = Name + ": " + Type + " {llvm.align = 16 : i64}";
  std::string Pointer = P.headOp("memref.extract_aligned_pointer_as_index " +
                                     Name + " : " + Type + " -> index",
                                 "shared_pointer");
  return define(B.getInt32Ty(),
                P.headOp("arith.index_cast " + Pointer + " : index to i32",
                         "shared_address"));
}

void KernelPrinter::callPrintf(llvm::StringRef Format,
                               llvm::ArrayRef<llvm::Value *> Arguments) {
  flush();
  std::string Operands = P.namesAndTypesOf(Arguments);
  P.line("gpu.printf " + InstructionPrinter::quoted(Format) +
         (Operands.empty() ? "" : ", " + Operands));
}
