//===- CPUAtomicTest.cpp - Atomic ops on the target cpu -------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TextKernel.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

constexpr unsigned Programs = 3000, Block = 24, Counters = 5;

/// Every program applies an op to Counters words in turn, Block times.
/// $0 = op, $1 = type.
constexpr const char *Contended = R"(
kernel @k(out: ptr<$1>, x: ptr<$1>) {
  %0 = program_id {axis=0} : i32
  %1 = mul %0, 24 : i32
  %2 = arange {start=0, end=24} : vector<24 x i32>
  %3 = add %1, %2 : vector<24 x i32>
  %4 = addptr x, %3 : vector<24 x ptr<$1>>
  %5 = load %4, none, none : vector<24 x $1>
  %6 = mod %3, 5 : vector<24 x i32>
  %7 = addptr out, %6 : vector<24 x ptr<$1>>
  %8 = $0 %7, %5, none : vector<24 x $1>
})";

/// Values small enough that every sum of a type's is exact.
template <typename T> std::vector<T> randomWords(unsigned Seed, int Most) {
  std::mt19937 Random(Seed);
  std::vector<T> X(Programs * Block);
  for (T &E : X)
    E = T(int(Random() % (2 * Most + 1)) - Most);
  return X;
}

template <typename T, typename Fn>
void contend(const char *OpName, const char *TypeName, Fn Combine, T Start,
             int Most = 1000) {
  std::vector<T> X = randomWords<T>(7, Most);
  if constexpr (std::is_integral_v<T>)
    if (llvm::StringRef(OpName) == "atomic_and")
      for (T &E : X) // clears one of twenty bits
        E = ~(T(1) << (uint64_t(E) % 20));
  std::vector<T> Expected(Counters, Start), Out(Counters, Start);
  for (unsigned I = 0; I != X.size(); ++I)
    Expected[I % Counters] = Combine(Expected[I % Counters], X[I]);
  TextKernel K("cpu", fillIn(Contended, {OpName, TypeName}));
  ASSERT_EQ(K.launch({Programs}, 4, Out.data(), X.data()), "");
  EXPECT_EQ(Out, Expected) << OpName << " " << TypeName;
}

template <typename T> void contendIntegers(const char *TypeName) {
  contend<T>("atomic_add", TypeName, [](T A, T B) { return T(A + B); }, T(3));
  contend<T>(
      "atomic_max", TypeName, [](T A, T B) { return std::max(A, B); }, T(0));
  contend<T>(
      "atomic_min", TypeName, [](T A, T B) { return std::min(A, B); },
      std::numeric_limits<T>::max());
  contend<T>("atomic_and", TypeName, [](T A, T B) { return T(A & B); }, T(-1));
  contend<T>("atomic_or", TypeName, [](T A, T B) { return T(A | B); }, T(0));
  contend<T>("atomic_xor", TypeName, [](T A, T B) { return T(A ^ B); }, T(9));
}

TEST(CPUAtomic, ContendedIntegers) {
  contendIntegers<int32_t>("i32");
  contendIntegers<uint32_t>("u32");
  contendIntegers<int64_t>("i64");
  contendIntegers<uint64_t>("u64");
}

template <typename T> void contendFloats(const char *TypeName) {
  contend<T>("atomic_add", TypeName, [](T A, T B) { return A + B; }, T(1), 100);
  contend<T>(
      "atomic_max", TypeName, [](T A, T B) { return std::max(A, B); }, T(-1));
  contend<T>(
      "atomic_min", TypeName, [](T A, T B) { return std::min(A, B); }, T(1));
}

TEST(CPUAtomic, ContendedFloats) {
  contendFloats<float>("f32");
  contendFloats<double>("f64");
}

/// Bits of ones: f16 and bf16 count exactly up to 2048 and 256.
TEST(CPUAtomic, ContendedNarrowFloats) {
  struct Narrow {
    const char *Name;
    uint16_t One, Sum; ///< Sum = 200
  };
  for (Narrow N : {Narrow{"f16", 0x3c00, 0x5a40}, {"bf16", 0x3f80, 0x4348}}) {
    TextKernel K("cpu", fillIn(R"(
kernel @k(out: ptr<$0>, x: ptr<$0>) {
  %0 = load x, none, none : $0
  %1 = for %2 in range(0:i32, 1, 1) iter_args(%3 = %0) : $0 {
    %4 = atomic_add out, %3, none : $0
    yield %3
  }
})",
                               {N.Name}));
    uint16_t Out = 0;
    ASSERT_EQ(K.launch({200}, 4, &Out, &N.One), "");
    EXPECT_EQ(Out, N.Sum) << N.Name;
  }
}

TEST(CPUAtomic, EveryProgramGetsItsOwnTicket) {
  TextKernel K("cpu", R"(
kernel @k(counter: ptr<i32>, out: ptr<i32>) {
  %0 = program_id {axis=0} : i32
  %1 = arange {start=0, end=16} : vector<16 x i32>
  %2 = mod %1, 2 : vector<16 x i32>
  %3 = cmp_eq %2, 1 : vector<16 x bool>
  %4 = sub %1, %1 : vector<16 x i32>
  %5 = addptr counter, %4 : vector<16 x ptr<i32>>
  %6 = atomic_add %5, 1, %3 {sem="relaxed", scope="gpu"} : vector<16 x i32>
  %7 = addptr out, %6 : vector<16 x ptr<i32>>
  %8 = mul %0, 16 : i32
  %9 = add %8, %1 : vector<16 x i32>
  store %7, %9, %3
})");
  std::vector<int32_t> Out(Programs * 8, -1);
  int32_t Counter = 0;
  ASSERT_EQ(K.launch({Programs}, 4, &Counter, Out.data()), "");
  EXPECT_EQ(Counter, int32_t(Programs * 8));
  std::sort(Out.begin(), Out.end());
  for (unsigned I = 0; I != Out.size(); ++I)
    ASSERT_EQ(Out[I], int32_t(I * 2 + 1)) << "a ticket was given twice";
}

/// AT-8: `while atomic_cas(lock, 0, 1) == 1: pass` around plain accesses.
TEST(CPUAtomic, SpinLocksMakeProgress) {
  for (const char *Type : {"i32", "i64", "u16"}) {
    TextKernel K("cpu", fillIn(R"(
kernel @k(lock: ptr<$0>, counter: ptr<i32>) {
  while {
    %0 = atomic_cas lock, 0, 1 : $0
    %1 = cmp_ne %0, 0 : bool
    condition %1
  } do {
  }
  %2 = load counter, none, none : i32
  %3 = add %2, 3 : i32
  store counter, %3, none
  %4 = atomic_cas lock, 1, 0 : $0
})",
                               {Type}));
    int64_t Lock = 0;
    int32_t Counter = 5;
    ASSERT_EQ(K.launch({Programs}, 4, &Lock, &Counter), "");
    EXPECT_EQ(Counter, int32_t(5 + 3 * Programs)) << Type;
    EXPECT_EQ(Lock, 0);
  }
}

TEST(CPUAtomic, ExchangeHandsEveryValueOnOnce) {
  TextKernel K("cpu", R"(
kernel @k(slot: ptr<i64>, out: ptr<i64>) {
  %0 = program_id {axis=0} : i32
  %1 = add %0, 1 : i32
  %2 = cast %1 : i64
  %3 = atomic_xchg slot, %2, none {sem="release"} : i64
  %4 = addptr out, %0 : ptr<i64>
  store %4, %3, none
})");
  std::vector<int64_t> Out(Programs, -1);
  int64_t Slot = 0;
  ASSERT_EQ(K.launch({Programs}, 4, &Slot, Out.data()), "");
  Out.push_back(Slot);
  std::sort(Out.begin(), Out.end());
  for (unsigned I = 0; I != Out.size(); ++I)
    ASSERT_EQ(Out[I], int64_t(I));
}

/// Old values, masked lanes, lanes that meet and special floats: as the
/// interpreter has them. $0 = op, $1 = type, $2 = further operands.
constexpr const char *Compared = R"(
kernel @k(out: ptr<$1>, x: ptr<$1>, old: ptr<$1>) {
  %0 = arange {start=0, end=45} : vector<45 x i32>
  %1 = addptr x, %0 : vector<45 x ptr<$1>>
  %2 = load %1, none, none : vector<45 x $1>
  %3 = mod %0, 7 : vector<45 x i32>
  %4 = cmp_ne %3, 2 : vector<45 x bool>
  %5 = addptr out, %3 : vector<45 x ptr<$1>>
  %6 = $0 %5, %2, $2 : vector<45 x $1>
  %7 = addptr old, %0 : vector<45 x ptr<$1>>
  store %7, %6, %4
})";

void compare(const char *OpName, const char *TypeName, unsigned Size,
             const char *More) {
  std::string IR = fillIn(Compared, {OpName, TypeName, More});
  TextKernel CPU("cpu", IR), Interp("interp", IR);
  std::mt19937_64 Random(Size * 77 + OpName[8]);
  for (int Round = 0; Round != 20; ++Round) {
    std::vector<uint64_t> X(45);
    for (uint64_t &W : X)
      W = Random() & ~0x4000400040004000; // no float is a NaN or infinite
    if (Round % 2) // few values, so that compare and swap hits
      for (uint64_t &W : X)
        W &= 0x8000800080008001;
    std::vector<uint64_t> Memory(7), Old(45, 1);
    for (uint64_t &W : Memory)
      W = X[Random() % 45];
    std::vector<uint64_t> ExpectedMemory = Memory, ExpectedOld = Old;
    ASSERT_EQ(CPU.launch({1}, 1, Memory.data(), X.data(), Old.data()), "");
    ASSERT_EQ(Interp.launch({1}, 1, ExpectedMemory.data(), X.data(),
                            ExpectedOld.data()),
              "");
    ASSERT_EQ(Memory, ExpectedMemory) << IR;
    ASSERT_EQ(Old, ExpectedOld) << IR;
  }
}

TEST(CPUAtomic, OldValuesAndMasksAsTheInterpreter) {
  for (const char *T : {"i32", "u32", "i64", "u64"})
    for (const char *Op :
         {"atomic_add", "atomic_max", "atomic_min", "atomic_and", "atomic_or",
          "atomic_xor", "atomic_xchg"})
      compare(Op, T, T[1] == '3' ? 4 : 8, "%4");
  for (const char *Op :
       {"atomic_add", "atomic_max", "atomic_min", "atomic_xchg"}) {
    compare(Op, "f32", 4, "%4");
    compare(Op, "f64", 8, "%4");
  }
  for (const char *T : {"i16", "u16", "i32", "i64", "f16", "bf16", "f32"})
    compare("atomic_cas", T, T[1] == '6' ? 8 : 4, "%2");
}

} // namespace
