//===- Launch.h - What a random kernel is launched with ---------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel carries its launch in attributes, so that its text is all there is
// to know about a failure:
//
//   kernel attributes
//     {fuzz.grid=(3, 2)}       programs along x, y, z
//     {fuzz.seed=7}            of the contents of memory
//   parameter attributes
//     {fuzz.value=12:u8}       a scalar's value (an f64 for every float)
//     {fuzz.buffer=1}          the piece of memory a pointer points into;
//                              pointers with one number share it
//     {fuzz.at=16}             bytes from the buffer's start
//     {fuzz.size=480}          elements behind the pointer
//     {fuzz.fill="small"}      the buffer holds small integers; else special
//                              and random values of its first pointer's type
//     {fuzz.ulps=3}            results may differ by that many ulp
//     {fuzz.bound="b"}         results may differ by n·eps times the element
//                              of b at the same place, {fuzz.terms=n}
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_LAUNCH_H
#define MYTRITON_TOOLS_MT_FUZZ_LAUNCH_H

#include "mytriton/Backend/Target.h"
#include "mytriton/IR/Kernel.h"
#include <vector>

namespace mt::fuzz {

class Random;

/// A piece of memory between two guards that no kernel may touch.
struct alignas(64) Cell {
  uint8_t Bytes[64];
};
using Buffer = std::vector<Cell>;
using Memory = std::vector<Buffer>;

class LaunchPlan {
public:
  /// Reads K's attributes. Unset, with a sentence in Why, if they make no
  /// launch.
  static std::optional<LaunchPlan> get(Kernel &K, std::string &Why);

  Grid programs() const { return Programs; }
  /// The contents every run starts from.
  const Memory &initial() const { return Initial; }
  /// One slot per parameter for a launch on Where.
  std::vector<uint64_t> args(Memory &Where) const;
  std::vector<ArrayExtent> extents(Memory &Where) const;

  /// The first element, in the order of parameters, where Found is not what
  /// Expected holds; empty if there is none.
  std::string firstDifference(const Memory &Expected,
                              const Memory &Found) const;

private:
  struct Argument {
    std::string Name;
    Type Pointee; ///< null: a scalar
    uint64_t Scalar = 0;
    unsigned Buffer = 0;
    uint64_t Offset = 0, Elements = 0;
    bool IsSmall = false;
    uint64_t Ulps = 0, Terms = 0;
    std::optional<unsigned> Bound; ///< number of a parameter
  };
  bool readArgument(Kernel &K, BlockArgument *P, std::string &Why);
  void fill(uint64_t Seed);
  bool isTolerated(const Argument &A, uint64_t Element, uint64_t Expected,
                   uint64_t Found, const Memory &Where) const;

  Grid Programs;
  std::vector<Argument> Arguments;
  std::vector<uint64_t> BufferBytes;
  Memory Initial;
};

/// Bits of one random element of T: special values, small and random ones.
uint64_t randomBits(Random &R, Type T);

/// Bytes in front of and behind what a buffer's pointers may touch.
inline constexpr uint64_t GuardBytes = 64;

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_LAUNCH_H
