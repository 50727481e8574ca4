//===- TextCache.h - Meanings of recently read texts ------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_TEXTCACHE_H
#define MYTRITON_LIB_IR_TEXTCACHE_H

#include "llvm/ADT/StringRef.h"
#include <cstring>
#include <memory>

namespace mt {

/// memcmp for short texts, without a call.
inline bool equalChars(const char *A, const char *B, size_t N) {
  auto Word = [](const char *P) {
    uint64_t W;
    memcpy(&W, P, 8);
    return W;
  };
  if (N >= 8) {
    for (size_t I = 0; I + 8 <= N; I += 8)
      if (Word(A + I) != Word(B + I))
        return false;
    return Word(A + N - 8) == Word(B + N - 8);
  }
  for (size_t I = 0; I != N; ++I)
    if (A[I] != B[I])
      return false;
  return true;
}

/// Remembers what recently read pieces of text mean. The text must stay alive.
template <typename ResultT> class TextCache {
public:
  struct Slot {
    llvm::StringRef Text;
    const void *Key = nullptr;
    ResultT Result{};
    bool matches(llvm::StringRef T, const void *K) const {
      return Key == K && T.size() == Text.size() &&
             equalChars(T.data(), Text.data(), T.size());
    }
  };
  TextCache() : Slots(new Slot[Size]) {}
  /// The slot that Text under Key belongs to; it may hold something else.
  Slot &slot(llvm::StringRef Text, const void *Key = nullptr) {
    // Types differ at their ends, literals anywhere: mix both ends.
    uint64_t H = Text.size() * 0x9e3779b97f4a7c15u + uintptr_t(Key);
    for (size_t I = 0, E = std::min<size_t>(Text.size(), 6); I != E; ++I)
      H = H * 31 + uint8_t(Text[I]) + 257 * uint8_t(Text[Text.size() - 1 - I]);
    return Slots[(H * 0x9e3779b97f4a7c15u) >> 56];
  }

private:
  static constexpr unsigned Size = 256;
  std::unique_ptr<Slot[]> Slots;
};

} // namespace mt

#endif // MYTRITON_LIB_IR_TEXTCACHE_H
