//===- Uniformity.cpp - Which values differ between threads ---------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Uniformity.h"
#include "mytriton/IR/Ops.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

Uniformity::Uniformity(Kernel &K)
    : ThreadBits(llvm::Log2_32_Ceil(numThreads(K))) {
  // Values carried by loops may need another round; the set only grows.
  while (visit(K.body()))
    ;
}

bool Uniformity::visitRegions(Op *O) {
  bool Changed = false;
  auto *For = llvm::dyn_cast<ForOp>(O);
  auto *While = llvm::dyn_cast<WhileOp>(O);
  for (unsigned I = 0; I != O->numRegions(); ++I)
    Changed |= visit(O->body(I));
  for (unsigned R = 0; R != O->numResults(); ++R) {
    const Value *Carried = For     ? For->carried(R)
                           : While ? While->carried(R)
                                   : static_cast<Value *>(O->result(R));
    if (For)
      Changed |= flow(For->init(R), Carried);
    if (While)
      Changed |= flow(While->operand(R), Carried);
    for (unsigned I = 0; I != O->numRegions(); ++I)
      if (auto *Yield =
              llvm::dyn_cast_or_null<YieldOp>(O->body(I).terminator()))
        Changed |= flow(Yield->operand(R), Carried);
    Changed |= flow(Carried, O->result(R));
  }
  return Changed;
}

bool Uniformity::visit(Block &B) {
  bool Changed = false;
  for (Op &O : B) {
    if (O.numRegions()) {
      Changed |= visitRegions(&O);
      continue;
    }
    bool Varies = llvm::isa<ThreadIdOp>(O);
    for (const Value *V : O.operands())
      Varies |= !isUniform(V);
    if (!Varies)
      continue;
    for (const Value *V : O.results())
      Changed |= mark(V);
  }
  return Changed;
}
