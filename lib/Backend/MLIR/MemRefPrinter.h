//===- MemRefPrinter.h - Kernels whose arrays are memrefs -------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_MLIR_MEMREFPRINTER_H
#define MYTRITON_LIB_BACKEND_MLIR_MEMREFPRINTER_H

#include "KernelPrinter.h"
#include "MemRefBases.h"

namespace mt::mlirtext {

/// Prints a kernel all of whose pointers have bases. A register of a pointer is
/// the index of an element, of 64 bits. Accesses without cache hints are ops on
/// memrefs, under `scf.if` where they have masks; instructions that need an
/// address compute it.
class MemRefPrinter final : public KernelPrinter {
public:
  MemRefPrinter(Kernel &K, llvm::Module &Scratch, unsigned SM,
                ModuleSymbols &Symbols, bool HasLocations,
                const MemRefBases &Bases)
      : KernelPrinter(K, Scratch, SM, Symbols, HasLocations), Bases(Bases) {}

protected:
  std::string parameterText(unsigned I) override;
  void emitAddPtr(AddPtrOp *O) override;
  V address(Value *Ptr, int64_t R) override;
  Registers loadWords(LoadOp *O, int64_t R, int64_t Width) override;
  void storeWords(StoreOp *O, int64_t R, int64_t Width) override;

private:
  /// `%x[%3]` and `memref<?xf32>` of an access.
  struct Place {
    std::string Element, MemRef;
  };
  Place placeOf(Value *Ptr, int64_t R);
  std::string indexOf(V Offset);
  Registers loadElements(LoadOp *O, int64_t R, int64_t Width);
  void storeElements(StoreOp *O, int64_t R, int64_t Width);
  std::string memRefText(unsigned Param) const;

  const MemRefBases &Bases;
  llvm::SmallVector<std::string, 8> MemRefs; ///< by parameter
};

} // namespace mt::mlirtext

#endif // MYTRITON_LIB_BACKEND_MLIR_MEMREFPRINTER_H
