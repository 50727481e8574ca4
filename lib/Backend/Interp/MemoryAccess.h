//===- MemoryAccess.h - What every access asks first ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_BACKEND_INTERP_MEMORYACCESS_H
#define MYTRITON_LIB_BACKEND_INTERP_MEMORYACCESS_H

#include "Checker.h"
#include "Machine.h"

namespace mt::interp {

/// True if the lane's mask is absent or set.
bool isActive(Machine &M, const Instr &I, const Operand &Mask, LanePlace At);

/// Checks one access to global memory; false if it must not happen.
bool mayAccess(Machine &M, const Instr &I, size_t PtrLane, LanePlace At,
               unsigned Bytes, bool IsWrite, bool IsAtomic = false);

/// The address in shared memory of element Index of the buffer at operand
/// BufferOperand; nothing once the launch failed because the Count elements
/// from there on are not all inside.
std::optional<uint64_t> sharedAddress(Machine &M, const Instr &I,
                                      unsigned BufferOperand, LanePlace At,
                                      int64_t Index, unsigned Count = 1);

} // namespace mt::interp

#endif // MYTRITON_LIB_BACKEND_INTERP_MEMORYACCESS_H
