//===- ThreadRaces.cpp - Missing barriers between threads -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRaces.h"

using namespace mt::interp;

void ThreadRaces::beginProgram() {
  for (auto &Space : Bytes)
    Space.clear();
  Step = 0;
  barrier();
}

void ThreadRaces::nextStep() {
  ++Step;
  Accessed.add(AccessedNow);
  Acquired.add(AcquiredNow);
  AccessedNow = AcquiredNow = Parties();
}

void ThreadRaces::barrier() {
  LastBarrier = Step;
  Accessed = AccessedNow = Acquired = AcquiredNow = Parties();
}

std::optional<unsigned> ThreadRaces::touchByte(Byte &B, unsigned Thread,
                                               bool IsWrite) {
  std::optional<unsigned> Other;
  bool WasWritten = B.WriteStep > LastBarrier && B.WriteStep != Step;
  if (WasWritten && B.Writer != Thread)
    Other = B.Writer;
  bool WasRead = B.ReadStep > LastBarrier;
  if (IsWrite) {
    if (WasRead && B.ReadStep != Step && B.Reader != Thread)
      Other = B.Reader;
    else if (WasRead && B.ReadStep != Step && B.OtherReader != Thread)
      Other = B.OtherReader;
    B.WriteStep = Step;
    B.Writer = Thread;
    return Other;
  }
  if (!WasRead)
    B.Reader = B.OtherReader = Thread;
  else if (B.Reader != Thread)
    B.OtherReader = Thread;
  B.ReadStep = Step;
  return Other;
}

std::optional<unsigned> ThreadRaces::touch(MemorySpace Space, unsigned Thread,
                                           uint64_t Address, unsigned NumBytes,
                                           bool IsWrite) {
  std::optional<unsigned> Other;
  if (Space == MemorySpace::Global)
    AccessedNow.add(Thread);
  for (unsigned I = 0; I != NumBytes; ++I)
    if (auto Found =
            touchByte(Bytes[unsigned(Space)][Address + I], Thread, IsWrite))
      Other = Found;
  return Other;
}
