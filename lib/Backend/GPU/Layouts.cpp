//===- Layouts.cpp - The layouts that the lowering chooses from -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Layouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mt;

/// Registers of one tile beyond which more threads are better than more work
/// per thread.
static constexpr int64_t MaxRegisters = 32;
static constexpr int64_t MaxThreads = 1024;
/// Threads a program gets without being asked, if it has work for them.
static constexpr int64_t UsualThreads = 256;

/// True if flat coordinates are row-major indices: only the outermost extent
/// that counts may be padded.
static bool isDense(Extents Shape) {
  while (!Shape.empty() && Shape.front() == 1)
    Shape = Shape.drop_front();
  return Shape.empty() || llvm::all_of(Shape.drop_front(), [](int64_t E) {
           return llvm::isPowerOf2_64(E);
         });
}

bool mt::keepsCoordinates(Extents From, Extents To) {
  auto Without1 = [](Extents Shape) {
    llvm::SmallVector<int64_t, 6> R(Shape);
    llvm::erase(R, 1);
    return R;
  };
  return (isDense(From) && isDense(To)) || Without1(From) == Without1(To);
}

int64_t mt::largestTile(Kernel &K) {
  int64_t Largest = 1;
  walk(K.body(), [&](Op *O) {
    for (Value *V : O->results()) {
      int64_t Elements = 1;
      for (int64_t E : V->type().shape())
        Elements *= llvm::PowerOf2Ceil(E);
      Largest = std::max(Largest, Elements);
    }
  });
  return Largest;
}

unsigned Layouts::chooseThreads(int64_t Elements,
                                std::optional<unsigned> NumWarps) {
  if (NumWarps)
    return *NumWarps * WarpSize;
  int64_t Threads =
      std::min<int64_t>(llvm::PowerOf2Ceil(Elements), UsualThreads);
  while (Elements > Threads * MaxRegisters && Threads < MaxThreads)
    Threads *= 2;
  return Threads;
}

Layouts::Layouts(unsigned NumThreads) {
  unsigned Bits = llvm::Log2_32(NumThreads);
  Threads.LaneBits = std::min(Bits, llvm::Log2_32(WarpSize));
  Threads.WarpBits = Bits - Threads.LaneBits;
}

/// Elements of a tile for each thread, padding included.
int64_t Layouts::perThread(Extents Shape) const {
  int64_t Elements = 1;
  for (int64_t E : Shape)
    Elements *= llvm::PowerOf2Ceil(E);
  return std::max<int64_t>(1, Elements / numThreads());
}

void Layouts::widen(Extents Shape, int64_t Width) {
  int64_t &Known = Widths[Shape.vec()];
  Known = std::max(Known, std::min(Width, perThread(Shape)));
}

LayoutRef Layouts::forAccess(const Op *Access, Extents Shape) {
  auto It = Orders.find(Access);
  if (It == Orders.end())
    return coalesced(Shape);
  auto [Axis, Width] = It->second;
  llvm::SmallVector<unsigned, 6> Order{Axis};
  for (unsigned D = Shape.size(); D-- != 0;)
    if (D != Axis)
      Order.push_back(D);
  unsigned VectorBits = llvm::Log2_64(std::min(Width, perThread(Shape)));
  return unique(LinearLayout::blocked(LinearLayout::bitsOf(Shape), Order,
                                      VectorBits, Threads));
}

LayoutRef Layouts::coalesced(Extents Shape) {
  auto Order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(Shape.size())));
  auto It = Widths.find(Shape.vec());
  unsigned VectorBits = It == Widths.end() ? 0 : llvm::Log2_64(It->second);
  if (Products.count(Shape.vec()))
    return unique(spread(Shape, VectorBits));
  return unique(LinearLayout::blocked(LinearLayout::bitsOf(Shape), Order,
                                      VectorBits, Threads));
}

/// As blocked, but the highest bits of the last dimension are registers as far
/// as that lets a thread read fewer elements of columns and rows.
LinearLayout Layouts::spread(Extents Shape, unsigned VectorBits) const {
  auto Bits = LinearLayout::bitsOf(Shape);
  unsigned All = 0, N = Shape.size() - 1, M = N - 1;
  for (uint8_t B : Bits)
    All += B;
  unsigned ThreadBits = Threads.LaneBits + Threads.WarpBits;
  unsigned Regs = All > ThreadBits ? All - ThreadBits : 0;
  VectorBits = std::min<unsigned>({VectorBits, Regs, Bits[N]});
  unsigned Best = VectorBits, Least = ~0u;
  for (unsigned R = VectorBits; R <= std::min<unsigned>(Regs, Bits[N]); ++R) {
    unsigned Reads = (1u << (R - VectorBits)) + (1u << (Regs - R));
    if (Regs - R <= Bits[M] && Reads < Least) {
      Least = Reads;
      Best = R;
    }
  }
  unsigned High = Best - VectorBits; // of dimension N
  Bases Reg, Thread;
  for (unsigned D = Shape.size(); D-- != 0;)
    for (unsigned I = 0; I != Bits[D]; ++I) {
      bool IsReg = D == N && (I < VectorBits || I >= Bits[N] - High);
      IsReg |= Thread.size() == ThreadBits;
      (IsReg ? Reg : Thread)
          .push_back(1u << (LinearLayout(Bits, {}, {}, {}).shiftOf(D) + I));
    }
  Thread.append(ThreadBits - Thread.size(), 0);
  llvm::ArrayRef<uint32_t> Lanes(Thread);
  return LinearLayout(Bits, Reg, Lanes.take_front(Threads.LaneBits),
                      Lanes.drop_front(Threads.LaneBits));
}

LayoutRef Layouts::reducing(Extents Shape, unsigned Axis) {
  auto Bits = LinearLayout::bitsOf(Shape);
  unsigned All = 0, Last = Shape.size() - 1;
  for (uint8_t B : Bits)
    All += B;
  unsigned ThreadBits = Threads.LaneBits + Threads.WarpBits;
  if (Shape.size() < 2 || All < ThreadBits + Bits[Axis])
    return nullptr;
  unsigned Rest = All - ThreadBits - Bits[Axis];
  constexpr unsigned MaxVector = 2;
  unsigned Vector =
      Axis == Last ? 0 : std::min<unsigned>({Rest, Bits[Last], MaxVector});
  LinearLayout Shapes(Bits, {}, {}, {});
  Bases Reg, Thread, High;
  for (unsigned D = Shape.size(); D-- != 0;)
    for (unsigned I = 0; I != Bits[D]; ++I) {
      uint32_t Basis = 1u << (Shapes.shiftOf(D) + I);
      if (D == Axis || (D == Last && I < Vector))
        Reg.push_back(Basis);
      else
        (Thread.size() != ThreadBits ? Thread : High).push_back(Basis);
    }
  Reg.append(High);
  llvm::ArrayRef<uint32_t> Lanes(Thread);
  return unique(LinearLayout(Bits, Reg, Lanes.take_front(Threads.LaneBits),
                             Lanes.drop_front(Threads.LaneBits)));
}

LayoutRef Layouts::along(Extents Shape, unsigned Axis) {
  auto Bits = LinearLayout::bitsOf(Shape);
  llvm::SmallVector<unsigned, 6> Order{Axis};
  for (unsigned D = Shape.size(); D-- != 0;)
    if (D != Axis)
      Order.push_back(D);
  unsigned ThreadBits = Threads.LaneBits + Threads.WarpBits;
  unsigned RunBits = Bits[Axis] > ThreadBits ? Bits[Axis] - ThreadBits : 0;
  return unique(LinearLayout::blocked(Bits, Order, RunBits, Threads));
}

LayoutRef Layouts::product(Extents Shape) {
  auto Bits = LinearLayout::bitsOf(Shape);
  unsigned M = Shape.size() - 2, N = Shape.size() - 1;
  unsigned All = 0;
  for (uint8_t B : Bits)
    All += B;
  unsigned ThreadBits = Threads.LaneBits + Threads.WarpBits;
  unsigned Regs = All > ThreadBits ? All - ThreadBits : 0;
  // Threads take what registers leave, columns first.
  unsigned RegsN = std::min<unsigned>(Regs / 2, Bits[N]);
  unsigned RegsM = std::min<unsigned>(Regs - RegsN, Bits[M]);
  llvm::SmallVector<uint8_t, 6> Rest(Bits);
  Rest[N] -= RegsN;
  Rest[M] -= RegsM;
  LinearLayout Shapes(Bits, {}, {}, {});
  Bases ThreadBases, RegBases;
  for (unsigned D = Shape.size(); D-- != 0;)
    for (unsigned I = 0; I != Bits[D]; ++I) {
      bool ToThreads = I < Rest[D] && ThreadBases.size() != ThreadBits;
      (ToThreads ? ThreadBases : RegBases)
          .push_back(1u << (Shapes.shiftOf(D) + I));
    }
  ThreadBases.append(ThreadBits - ThreadBases.size(), 0);
  auto Lanes = llvm::ArrayRef(ThreadBases).take_front(Threads.LaneBits);
  return unique(
      LinearLayout(Bits, RegBases, Lanes,
                   llvm::ArrayRef(ThreadBases).drop_front(Lanes.size())));
}

LayoutRef Layouts::replicated(Extents Shape) {
  auto Bits = LinearLayout::bitsOf(Shape);
  Bases Regs, Zero(Threads.LaneBits, 0), ZeroWarps(Threads.WarpBits, 0);
  unsigned All = LinearLayout(Bits, {}, {}, {}).numBits();
  for (unsigned I = 0; I != All; ++I)
    Regs.push_back(1u << I);
  return unique(LinearLayout(Bits, Regs, Zero, ZeroWarps));
}
