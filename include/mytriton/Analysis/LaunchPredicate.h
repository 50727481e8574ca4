//===- LaunchPredicate.h - Facts a launcher can decide ----------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few facts about a launch make its code simpler: that M is a multiple of the
// block, that a loop runs once. Instead of deciding them in the kernel, the
// compiler names them, the launcher evaluates them, in nanoseconds, and each
// combination seen gets code of its own. In IR they are texts: a kernel's
// attribute `assume` lists those that its launches fulfil.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_ANALYSIS_LAUNCHPREDICATE_H
#define MYTRITON_ANALYSIS_LAUNCHPREDICATE_H

#include "mytriton/IR/Kernel.h"
#include <array>

namespace mt {

/// What predicates are about, but for arrays: scalar arguments, one 64-bit slot
/// per parameter, and the extents of the grid.
struct LaunchValues {
  llvm::ArrayRef<uint64_t> Args;
  std::array<uint32_t, 3> Grid = {1, 1, 1};
};

/// One fact. Parameters are signed integers.
class LaunchPredicate {
public:
  enum class Kind : uint8_t {
    Multiple,  ///< `M % 128 == 0`; negative values do not count
    Range,     ///< `1 <= N <= 1024`
    GridFits,  ///< `grid.x * 128 <= M`
    GridTiles, ///< `grid.x <= cdiv(M, 128) * cdiv(N, 64)`, both from 1 to 2^30
    Disjoint,  ///< `disjoint`: no array overlaps one that is written
  };

  static LaunchPredicate multiple(Kernel &K, unsigned Param, int64_t Of);
  static LaunchPredicate range(Kernel &K, unsigned Param, int64_t Low,
                               int64_t High);
  static LaunchPredicate gridFits(Kernel &K, unsigned Axis, int64_t Block,
                                  unsigned Param);
  static LaunchPredicate gridTiles(Kernel &K, unsigned ParamA, int64_t BlockA,
                                   unsigned ParamB, int64_t BlockB);
  static LaunchPredicate disjoint() { return LaunchPredicate(); }

  /// Reads a text; on failure Why says what is wrong with it.
  static std::optional<LaunchPredicate> parse(llvm::StringRef Text, Kernel &K,
                                              std::string &Why);
  std::string str(Kernel &K) const;
  bool operator==(const LaunchPredicate &) const = default;

  /// True if it certainly holds. Not for Disjoint, which is about arrays.
  bool holds(const LaunchValues &Values) const;

  Kind kind() const { return K; }
  unsigned axis() const { return Axis; }
  /// The parameters, by their places in the kernel's list.
  unsigned param(unsigned I = 0) const { return Terms[I].Param; }
  /// The number that a parameter is a multiple of, or the block it is cut into.
  int64_t block(unsigned I = 0) const { return Terms[I].Block; }
  int64_t low() const { return Low; }
  int64_t high() const { return High; }

  /// Extents that GridTiles holds for.
  static constexpr int64_t MaxTiledExtent = int64_t(1) << 30;

private:
  LaunchPredicate() = default;

  struct Term {
    unsigned Param = 0;
    bool Is64 = false;
    int64_t Block = 1;
    bool operator==(const Term &) const = default;
    int64_t value(const LaunchValues &Values) const;
  };
  static Term term(Kernel &K, unsigned Param, int64_t Block = 1);

  Kind K = Kind::Disjoint;
  unsigned Axis = 0;
  Term Terms[2];
  int64_t Low = 0, High = 0;
};

/// True for parameters that predicates can be about.
bool hasPredicates(const BlockArgument *Param);

/// Name of the attribute that lists what holds for every launch of a kernel.
inline constexpr llvm::StringLiteral AssumeAttr = "assume";

/// The facts K assumes. On failure Why says which text is none.
std::optional<llvm::SmallVector<LaunchPredicate, 8>>
assumedFacts(Kernel &K, std::string &Why);
/// Makes K assume exactly Facts.
void setAssumedFacts(Kernel &K, llvm::ArrayRef<LaunchPredicate> Facts);

} // namespace mt

#endif // MYTRITON_ANALYSIS_LAUNCHPREDICATE_H
