//===- Builder.h - Creates ops at a place -----------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder knows place and location; callers give operands. Create one op
// per statement: argument order is open in C++.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_BUILDER_H
#define MYTRITON_IR_BUILDER_H

#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/Support/LogicalResult.h"
#include <initializer_list>

namespace mt {

/// Types of the results an op of kind K has, from its operands and attributes.
/// Fails with a sentence in Why when operands break the op's rule. Ops with
/// ResultType::Explicit leave Results empty and succeed, except those whose
/// type follows from attributes (arange, broadcast).
LogicalResult inferResultTypes(Context &Ctx, OpKind K,
                               llvm::ArrayRef<Value *> Operands, AttrDict Attrs,
                               llvm::SmallVectorImpl<Type> &Results,
                               std::string &Why);

class OpBuilder {
public:
  explicit OpBuilder(Kernel &K) : K(K), B(&K.body()) {}

  Kernel &kernel() { return K; }
  Context &context() { return K.context(); }

  // Insertion point.
  void setInsertionPointToEnd(Block &Target) {
    B = &Target;
    Before = nullptr;
  }
  void setInsertionPointToStart(Block &Target) {
    B = &Target;
    Before = Target.empty() ? nullptr : &Target.front();
  }
  void setInsertionPoint(Op *O) {
    B = O->block();
    Before = O;
  }
  void setInsertionPointAfter(Op *O);
  Block *block() const { return B; }

  Location loc() const { return Loc; }
  void setLoc(Location L) { Loc = L; }

  /// Restores place and location at the end of a scope.
  class Guard {
  public:
    explicit Guard(OpBuilder &B)
        : Builder(B), Blk(B.B), Before(B.Before), Loc(B.Loc) {}
    ~Guard() {
      Builder.B = Blk;
      Builder.Before = Before;
      Builder.Loc = Loc;
    }
    Guard(const Guard &) = delete;

  private:
    OpBuilder &Builder;
    Block *Blk;
    Op *Before;
    Location Loc;
  };

  /// Creates an op with given result types.
  Op *create(OpKind Kind, llvm::ArrayRef<Value *> Operands,
             llvm::ArrayRef<Type> Results, AttrDict Attrs = {});
  /// Creates an op whose result types follow from its rule (asserted).
  Op *create(OpKind Kind, llvm::ArrayRef<Value *> Operands,
             AttrDict Attrs = {});

  /// `create<AddOp>(L, R)`, or OpTy::build(*this, …) where it exists.
  template <typename OpTy, typename... Args> OpTy *create(Args &&...A) {
    if constexpr (requires { OpTy::build(*this, A...); })
      return OpTy::build(*this, std::forward<Args>(A)...);
    else
      return llvm::cast<OpTy>(create(
          OpTy::Kind, llvm::ArrayRef<Value *>({static_cast<Value *>(A)...})));
  }
  /// A cast to an element type, keeping the shape.
  CastOp *createCast(Value *V, Type Element);
  /// `yield`, `condition` and `return` with these values.
  Op *createTerminator(OpKind Kind, llvm::ArrayRef<Value *> Values) {
    return create(Kind, Values, llvm::ArrayRef<Type>());
  }

private:
  Kernel &K;
  Block *B;
  Op *Before = nullptr;
  Location Loc;
};

} // namespace mt

#endif // MYTRITON_IR_BUILDER_H
