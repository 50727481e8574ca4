//===- Outline.cpp - Code that rarely runs, apart from the rest -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace mt;

void cpu::outlineRareCode(llvm::ArrayRef<llvm::BasicBlock *> Blocks) {
  llvm::CodeExtractorAnalysisCache Cache(*Blocks.front()->getParent());
  llvm::CodeExtractor Extractor(Blocks);
  llvm::Function *F = Extractor.extractCodeRegion(Cache);
  assert(F && "not a region with one entry and one exit");
  F->setLinkage(llvm::GlobalValue::InternalLinkage);
  F->addFnAttr(llvm::Attribute::Cold);
  F->addFnAttr(llvm::Attribute::NoInline);
  F->addFnAttr(llvm::Attribute::OptimizeNone);
}
