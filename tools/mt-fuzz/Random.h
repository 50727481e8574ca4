//===- Random.h - Reproducible random numbers -------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_TOOLS_MT_FUZZ_RANDOM_H
#define MYTRITON_TOOLS_MT_FUZZ_RANDOM_H

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace mt::fuzz {

/// SplitMix64: any seed is a good one, and the numbers are the same on every
/// machine, which the standard library's distributions do not promise.
class Random {
public:
  explicit Random(uint64_t Seed) : State(Seed) {}

  uint64_t next() {
    State += 0x9E3779B97F4A7C15;
    uint64_t Z = State;
    Z = (Z ^ (Z >> 30)) * 0xBF58476D1CE4E5B9;
    Z = (Z ^ (Z >> 27)) * 0x94D049BB133111EB;
    return Z ^ (Z >> 31);
  }
  /// A number in [0, N).
  uint64_t below(uint64_t N) { return next() % N; }
  /// A number in [Low, High].
  int64_t between(int64_t Low, int64_t High) {
    return Low + int64_t(below(uint64_t(High - Low) + 1));
  }
  bool percent(unsigned P) { return below(100) < P; }
  /// One of the elements of From, which is not empty.
  template <typename Range> const auto &pick(const Range &From) {
    return *(std::begin(From) + below(std::size(From)));
  }

private:
  uint64_t State;
};

} // namespace mt::fuzz

#endif // MYTRITON_TOOLS_MT_FUZZ_RANDOM_H
