//===- Value.h - SSA values and their uses ----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value is a constant, a result of an op, or an argument of a block (kernel
// parameters, induction variables, iter_args). Every value but a constant has
// an exact, intrusive list of uses. The absent operand (`none`) is a null
// Value pointer.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_VALUE_H
#define MYTRITON_IR_VALUE_H

#include "mytriton/IR/Types.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/iterator_range.h"
#include "llvm/Support/Casting.h"

namespace llvm {
class APFloat;
}

namespace mt {

class Block;
class Op;
class Value;

/// One operand of an op: a node of its value's use list.
class Use {
public:
  Use(Op *Owner) : Owner(Owner) {}
  Use(const Use &) = delete;
  Use &operator=(const Use &) = delete;

  Value *get() const { return Val; }
  /// Points this operand at V (null = `none`), keeping use lists exact.
  void set(Value *V);
  Op *owner() const { return Owner; }
  /// Position among the owner's operands.
  unsigned index() const;
  Use *next() const { return Next; }

private:
  friend class Value;
  Value *Val = nullptr;
  Use *Next = nullptr;
  Use **Prev = nullptr;
  Op *Owner;
};

enum class ValueKind : uint8_t { Constant, Result, Argument };

/// Base of everything an operand can name.
class Value {
public:
  Value(const Value &) = delete;
  Value &operator=(const Value &) = delete;

  ValueKind valueKind() const { return Kind; }
  Type type() const { return Ty; }
  /// Changes the type in place. For parsers and conversions that keep uses.
  void setType(Type T) { Ty = T; }

  bool use_empty() const { return !First; }
  bool hasOneUse() const { return First && !First->next(); }
  /// Number of uses; linear.
  unsigned numUses() const;

  /// Forward iteration over uses; safe against changing the current one only
  /// through an early-increment range.
  class use_iterator {
  public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = Use;
    using difference_type = std::ptrdiff_t;
    using pointer = Use *;
    using reference = Use &;
    explicit use_iterator(Use *U = nullptr) : U(U) {}
    Use &operator*() const { return *U; }
    Use *operator->() const { return U; }
    use_iterator &operator++() {
      U = U->next();
      return *this;
    }
    use_iterator operator++(int) {
      use_iterator Old = *this;
      U = U->next();
      return Old;
    }
    bool operator==(const use_iterator &) const = default;

  private:
    Use *U;
  };
  llvm::iterator_range<use_iterator> uses() const {
    return {use_iterator(First), use_iterator()};
  }

  /// Makes every user refer to New instead. New may be a constant.
  void replaceAllUsesWith(Value *New);
  /// The same for the uses Pred accepts.
  void replaceUsesWithIf(Value *New, llvm::function_ref<bool(Use &)> Pred);

  /// The op that defines this value; null for constants and arguments.
  Op *definingOp() const;

protected:
  Value(ValueKind Kind, Type Ty, unsigned Index = 0)
      : Ty(Ty), Kind(Kind), Index(Index) {}
  Type Ty;
  Use *First = nullptr;
  ValueKind Kind;
  unsigned Index; // result or argument number
  friend class Use;
};

/// A scalar literal, uniqued by the Context; no use list. Integers keep their
/// bits zero-extended to 64; floats keep the bit pattern of their own type.
class Constant : public Value {
public:
  Constant(Type Ty, uint64_t Bits)
      : Value(ValueKind::Constant, Ty), Raw(Bits) {}
  static bool classof(const Value *V) {
    return V->valueKind() == ValueKind::Constant;
  }

  uint64_t bits() const { return Raw; }
  /// An integer's value, sign- or zero-extended by its type.
  int64_t asSigned() const;
  uint64_t asUnsigned() const { return Raw; }
  bool asBool() const { return Raw != 0; }
  /// A float's value (exact for every type up to f64).
  double asDouble() const;
  llvm::APFloat asAPFloat() const;
  /// True for an integer, bool or float of exactly this value.
  bool isInt(int64_t V) const;

  /// Prints the shortest text that reads back in the value's own type, in
  /// Python's layout, without the `:type` suffix.
  void print(llvm::raw_ostream &OS) const;

private:
  uint64_t Raw;
};

/// A result of an op, stored directly in front of it.
class OpResult : public Value {
public:
  OpResult(Type Ty, unsigned Index) : Value(ValueKind::Result, Ty, Index) {}
  static bool classof(const Value *V) {
    return V->valueKind() == ValueKind::Result;
  }
  Op *owner() const;
  unsigned index() const { return Index; }
};

/// An argument of a block. Kernel parameters have names.
class BlockArgument : public Value {
public:
  BlockArgument(Type Ty, Block *Owner, unsigned Index)
      : Value(ValueKind::Argument, Ty, Index), Owner(Owner) {}
  static bool classof(const Value *V) {
    return V->valueKind() == ValueKind::Argument;
  }
  Block *owner() const { return Owner; }
  unsigned index() const { return Index; }
  /// Parameter name, empty for other arguments.
  llvm::StringRef name() const { return Name; }
  void setName(llvm::StringRef Interned) { Name = Interned; }

private:
  friend class Block;
  Block *Owner;
  llvm::StringRef Name;
};

inline void Use::set(Value *V) {
  if (Prev) {
    *Prev = Next;
    if (Next)
      Next->Prev = Prev;
    Prev = nullptr;
    Next = nullptr;
  }
  Val = V;
  if (!V || V->valueKind() == ValueKind::Constant)
    return; // constants are shared by all kernels and keep no uses
  Next = V->First;
  if (Next)
    Next->Prev = &Next;
  Prev = &V->First;
  V->First = this;
}

/// V's defining op if it is an OpTy, else null. Accepts null.
template <typename OpTy> OpTy *getDefining(Value *V) {
  Op *D = V ? V->definingOp() : nullptr;
  return llvm::dyn_cast_or_null<OpTy>(D);
}

} // namespace mt

#endif // MYTRITON_IR_VALUE_H
