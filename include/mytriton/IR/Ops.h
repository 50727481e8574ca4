//===- Ops.h - All ops ------------------------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_OPS_H
#define MYTRITON_IR_OPS_H

#include "mytriton/IR/ArithOps.h"
#include "mytriton/IR/AtomicOps.h"
#include "mytriton/IR/ControlOps.h"
#include "mytriton/IR/DebugOps.h"
#include "mytriton/IR/MathOps.h"
#include "mytriton/IR/MatrixOps.h"
#include "mytriton/IR/MemoryOps.h"
#include "mytriton/IR/ReduceOps.h"
#include "mytriton/IR/ShapeOps.h"
#include "mytriton/IR/ThreadOps.h"
#include "mytriton/IR/TileOps.h"

namespace mt {

/// The OpTrait set of a kind. Unlike getOpInfo, compiles to one load.
inline uint32_t opTraits(OpKind K) {
  static constexpr uint32_t Table[] = {
#define MT_OP(Name, Family) Name##Op::Info.Traits,
#include "mytriton/IR/Ops.def"
  };
  return Table[unsigned(K)];
}

/// The op kind spelt Name, if any.
std::optional<OpKind> findOp(llvm::StringRef Name);

/// True if removing Op (with no used result) or merging it with an equal one
/// cannot be seen: pure itself, and so are the ops in its regions. Loops whose
/// end is not provable (`while`) are not pure.
bool isPure(const Op *O);
/// True if O or an op nested in it may read program-visible memory.
bool mayRead(const Op *O);
/// True if O or an op nested in it may write program-visible memory.
bool mayWrite(const Op *O);

} // namespace mt

#endif // MYTRITON_IR_OPS_H
