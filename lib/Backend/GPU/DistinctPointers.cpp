//===- DistinctPointers.cpp - Which pointers differ between threads -------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is seen as a sum: something that is the same in all threads, and
// for each bit of the thread's and of the register's index a weight that the
// bit adds. Weights of which each is larger than all smaller ones together make
// no value twice.
//
//===----------------------------------------------------------------------===//

#include "ThreadPointers.h"
#include "mytriton/IR/Ops.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace mt;

namespace {

constexpr unsigned MaxBits = 10;
/// Sums stay far from where they would wrap.
constexpr int64_t MaxWeight = int64_t(1) << 26;

struct BitSum {
  std::array<int64_t, MaxBits> Thread = {}, Register = {};
  int64_t Iteration = 0; ///< weight of the loop's induction variable
  /// Nothing but weights, none of them negative.
  bool IsExact = true;

  bool isBounded() const {
    return std::abs(Iteration) <= MaxWeight &&
           llvm::all_of(llvm::concat<const int64_t>(Thread, Register),
                        [](int64_t W) { return std::abs(W) <= MaxWeight; });
  }
  template <typename Fn> BitSum map(Fn Change) const {
    BitSum R = *this;
    R.Iteration = Change(R.Iteration);
    for (int64_t &W : R.Thread)
      W = Change(W);
    for (int64_t &W : R.Register)
      W = Change(W);
    return R;
  }
};

class BitSums {
public:
  /// What varies inside of Loop, if there is one, is no part of a sum but for
  /// its induction variable.
  explicit BitSums(const Uniformity &Uniform, ForOp *Loop = nullptr)
      : Uniform(Uniform), Loop(Loop) {}

  /// Unset if V is no such sum.
  std::optional<BitSum> of(Value *V);

private:
  std::optional<BitSum> ofOp(Op *O);
  std::optional<BitSum> sum(Op *O, int64_t Sign);
  std::optional<BitSum> scaled(Op *O);
  std::optional<BitSum> split(Op *O);
  std::optional<BitSum> index(FragmentIndexOp *O);
  std::optional<BitSum> permuted(PermuteRegistersOp *O);

  bool isInvariant(Value *V) const;

  const Uniformity &Uniform;
  ForOp *Loop;
  llvm::DenseMap<Value *, std::optional<BitSum>> Known;
};

} // namespace

/// The value of an integer literal.
static std::optional<int64_t> literal(const Value *V) {
  auto *C = llvm::dyn_cast<Constant>(V);
  if (!C || !C->type().isInteger())
    return std::nullopt;
  return llvm::SignExtend64(C->bits(), C->type().bitWidth());
}

bool BitSums::isInvariant(Value *V) const {
  if (!Loop || llvm::isa<Constant>(V))
    return true;
  auto *A = llvm::dyn_cast<BlockArgument>(V);
  Op *Around = A ? A->owner()->parentOp() : V->definingOp();
  return !Around || !Around->isInside(Loop);
}

std::optional<BitSum> BitSums::of(Value *V) {
  if (auto It = Known.find(V); It != Known.end())
    return It->second;
  std::optional<BitSum> R;
  if (Op *O = V->definingOp())
    R = ofOp(O);
  if (Loop && V == Loop->inductionVar()) {
    R.emplace();
    R->Iteration = 1;
    R->IsExact = false;
  } else if (!R && V->type().isScalar() && Uniform.isUniform(V) &&
             isInvariant(V)) {
    R.emplace();
    R->IsExact = literal(V) == 0;
  }
  if (R && !R->isBounded())
    R.reset();
  Known[V] = R;
  return R;
}

std::optional<BitSum> BitSums::sum(Op *O, int64_t Sign) {
  std::optional<BitSum> A = of(O->operand(0)), B = of(O->operand(1));
  if (!A || !B)
    return std::nullopt;
  A->Iteration += Sign * B->Iteration;
  for (unsigned I = 0; I != MaxBits; ++I) {
    A->Thread[I] += Sign * B->Thread[I];
    A->Register[I] += Sign * B->Register[I];
  }
  A->IsExact &= B->IsExact && Sign > 0;
  return A;
}

std::optional<BitSum> BitSums::scaled(Op *O) {
  std::optional<int64_t> By = literal(O->operand(1));
  std::optional<BitSum> A = of(O->operand(0));
  if (!A || !By || std::abs(*By) > MaxWeight)
    return std::nullopt;
  BitSum R = A->map([&](int64_t W) { return W * *By; });
  R.IsExact &= *By >= 0;
  return R;
}

/// Quotients and remainders of powers of two: weights above and below them.
std::optional<BitSum> BitSums::split(Op *O) {
  std::optional<int64_t> By = literal(O->operand(1));
  if (By && llvm::isa<AndOp>(O))
    ++*By;
  std::optional<BitSum> A = of(O->operand(0));
  if (!A || !A->IsExact || !By || *By < 1 || !llvm::isPowerOf2_64(*By))
    return std::nullopt;
  int64_t Below = 0;
  for (int64_t W : llvm::concat<int64_t>(A->Thread, A->Register))
    if (W % *By)
      Below += W;
  if (Below >= *By)
    return std::nullopt;
  bool IsQuotient = llvm::isa<DivOp>(O);
  return A->map([&](int64_t W) {
    return W % *By == 0 ? (IsQuotient ? W / *By : 0) : (IsQuotient ? 0 : W);
  });
}

std::optional<BitSum> BitSums::index(FragmentIndexOp *O) {
  std::optional<BitSum> R = of(O->base());
  unsigned Bits = llvm::Log2_64(O->type().numElements());
  if (!R || Bits > MaxBits || std::abs(O->stride()) > MaxWeight)
    return std::nullopt;
  for (unsigned I = 0; I != Bits; ++I)
    R->Register[I] = O->stride() << I;
  R->IsExact &= O->stride() >= 0;
  return R;
}

/// Bits of the input's registers that two of the result's bits set would not
/// add up.
std::optional<BitSum> BitSums::permuted(PermuteRegistersOp *O) {
  std::optional<BitSum> From = of(O->input());
  if (!From)
    return std::nullopt;
  BitSum R = *From;
  R.Register = {};
  int64_t Seen = O->attr("offset") ? O->offset() : 0;
  R.IsExact &= Seen == 0;
  for (auto [I, Basis] : llvm::enumerate(O->bases())) {
    if (I >= MaxBits || Basis & Seen)
      return std::nullopt;
    Seen |= Basis;
    for (unsigned B = 0; B != MaxBits; ++B)
      if (Basis >> B & 1)
        R.Register[I] += From->Register[B];
  }
  return R;
}

std::optional<BitSum> BitSums::ofOp(Op *O) {
  switch (O->kind()) {
  case OpKind::ThreadId: {
    BitSum R;
    for (unsigned I = 0; I != MaxBits; ++I)
      R.Thread[I] = int64_t(1) << I;
    return R;
  }
  case OpKind::FragmentIndex:
    return index(llvm::cast<FragmentIndexOp>(O));
  case OpKind::PermuteRegisters:
    return permuted(llvm::cast<PermuteRegistersOp>(O));
  case OpKind::Splat:
    return of(O->operand(0));
  case OpKind::Cast: {
    Type From = O->operand(0)->type().elementType();
    Type To = O->type().elementType();
    bool KeepsValue = From.isInteger() && To.isInteger() &&
                      std::min(From.bitWidth(), To.bitWidth()) >= 32;
    return KeepsValue ? of(O->operand(0)) : std::nullopt;
  }
  case OpKind::Add:
  case OpKind::AddPtr:
    return sum(O, 1);
  case OpKind::Sub:
    return sum(O, -1);
  case OpKind::Mul:
    return scaled(O);
  case OpKind::Div:
  case OpKind::Mod:
  case OpKind::And:
    return split(O);
  default:
    return std::nullopt;
  }
}

bool mt::isDistinct(Value *V, const Uniformity &Uniform) {
  std::optional<BitSum> Sum = BitSums(Uniform).of(V);
  if (!Sum)
    return false;
  llvm::SmallVector<int64_t, 16> Weights;
  for (unsigned I = 0, E = Uniform.threadBits(); I != E; ++I)
    Weights.push_back(std::abs(Sum->Thread[I]));
  // Registers of one thread may be alike.
  for (int64_t W : Sum->Register)
    if (W)
      Weights.push_back(std::abs(W));
  llvm::sort(Weights);
  int64_t Below = 0;
  for (int64_t W : Weights) {
    if (W <= Below)
      return false;
    Below += W;
  }
  return true;
}

bool mt::isDistinctBetweenIterations(Value *V, ForOp *Loop,
                                     const Uniformity &Uniform) {
  std::optional<int64_t> First = literal(Loop->lowerBound()),
                         Step = literal(Loop->step());
  std::optional<BitSum> Sum = BitSums(Uniform, Loop).of(V);
  // Indices from 0 up are less than half of what wraps apart.
  if (!First || *First < 0 || !Step || *Step < 1 || !Sum || Sum->Iteration != 1)
    return false;
  int64_t Span = 0;
  for (unsigned I = 0, E = Uniform.threadBits(); I != E; ++I)
    Span += std::abs(Sum->Thread[I]);
  for (int64_t W : Sum->Register)
    Span += std::abs(W);
  return *Step > Span;
}
