//===- Tree.h - Kernel tree: Python syntax with locations -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Python's `ast`, read once into plain nodes. Nodes live in the tree's arena;
// names and constants point into Python objects that the tree keeps alive.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_FRONTEND_TREE_H
#define MYTRITON_LIB_FRONTEND_TREE_H

#include "TreeStmt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Allocator.h"

namespace llvm {
class raw_ostream;
}

namespace mt::ast {

/// Owns nodes and keeps the Python objects they point to alive.
class Tree {
public:
  template <typename T> T *make(SourceRange Range) {
    T *N = new (Arena.Allocate<T>()) T();
    N->Kind = T::ClassKind;
    N->Range = Range;
    return N;
  }
  SequenceExpr *makeSequence(ExprKind Kind, SourceRange Range) {
    auto *N = new (Arena.Allocate<SequenceExpr>()) SequenceExpr();
    N->Kind = Kind;
    N->Range = Range;
    return N;
  }
  template <typename T> llvm::MutableArrayRef<T> array(size_t N) {
    T *Data = Arena.Allocate<T>(N);
    std::uninitialized_value_construct_n(Data, N);
    return {Data, N};
  }
  PyObject *keep(PyRef Object) {
    Kept.push_back(std::move(Object));
    return Kept.back().get();
  }
  llvm::StringRef copy(llvm::StringRef Text) { return Text.copy(Arena); }

  Body Statements;

private:
  llvm::BumpPtrAllocator Arena;
  llvm::SmallVector<PyRef, 4> Kept;
};

/// Writes one function in an indented form, one node a line (`-emit=ast`).
void printFunction(llvm::raw_ostream &OS, const FunctionStmt &F);

} // namespace mt::ast

#endif // MYTRITON_LIB_FRONTEND_TREE_H
