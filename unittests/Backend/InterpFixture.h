//===- InterpFixture.h - Builds a kernel and interprets it ------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_UNITTESTS_BACKEND_INTERPFIXTURE_H
#define MYTRITON_UNITTESTS_BACKEND_INTERPFIXTURE_H

#include "mytriton/Backend/Target.h"
#include "mytriton/IR/Builder.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <bit>
#include <type_traits>

namespace mt::test {

/// The IR type of a C++ type.
template <typename T> Type typeOf(Context &Ctx) {
  if constexpr (std::is_same_v<T, bool>)
    return Ctx.boolean();
  else if constexpr (std::is_same_v<T, float>)
    return Ctx.scalar(TypeKind::F32);
  else if constexpr (std::is_same_v<T, double>)
    return Ctx.scalar(TypeKind::F64);
  else {
    constexpr unsigned Log = std::countr_zero(sizeof(T));
    TypeKind First = std::is_signed_v<T> ? TypeKind::I8 : TypeKind::U8;
    return Ctx.scalar(TypeKind(unsigned(First) + Log));
  }
}

/// One kernel under construction and the arguments of its launch.
class Kernels {
public:
  Kernels() : M(Ctx), K(M.addKernel("k")), B(K) {
    Diags.setHandler(
        [this](const Diagnostic &D) { Messages.push_back(D.Message); });
  }

  /// A pointer parameter bound to Data, whose extent is known.
  template <typename T, size_t N>
  BlockArgument *array(llvm::StringRef Name, T (&Data)[N]) {
    return array(Name, Data, N, typeOf<T>(Ctx));
  }
  BlockArgument *array(llvm::StringRef Name, void *Data, size_t N,
                       Type Element) {
    Args.push_back(reinterpret_cast<uint64_t>(Data));
    Extents.push_back({Args.back(), N * Element.byteSize()});
    return K.addParam(Name, Ctx.pointer(Element));
  }
  /// A scalar parameter.
  BlockArgument *scalar(llvm::StringRef Name, Type Ty, uint64_t Bits) {
    Args.push_back(Bits);
    Extents.push_back({});
    return K.addParam(Name, Ty);
  }

  Value *i32(int64_t V) { return Ctx.intConstant(Ctx.i32(), V); }
  Value *f32(double V) { return Ctx.floatConstant(Ctx.f32(), V); }
  Value *op(OpKind Kind, llvm::ArrayRef<Value *> Operands,
            AttrDict Attrs = {}) {
    return B.create(Kind, Operands, Attrs)->result();
  }
  Value *arange(int64_t N) { return B.create<ArangeOp>(0, N)->result(); }
  Value *addptr(Value *Ptr, Value *Offset) {
    return op(OpKind::AddPtr, {Ptr, Offset});
  }
  Value *load(Value *Ptr, Value *Mask = nullptr, Value *Other = nullptr) {
    return op(OpKind::Load, {Ptr, Mask, Other});
  }
  void store(Value *Ptr, Value *V, Value *Mask = nullptr) {
    B.create(OpKind::Store, {Ptr, V, Mask});
  }
  /// The N first elements behind Ptr.
  Value *loadAll(Value *Ptr, int64_t N) { return load(addptr(Ptr, arange(N))); }
  void storeAll(Value *Ptr, Value *V, int64_t N) {
    store(addptr(Ptr, arange(N)), V);
  }
  void yield(llvm::ArrayRef<Value *> Values) {
    B.createTerminator(OpKind::Yield, Values);
  }

  /// Runs the kernel; "" or what went wrong.
  std::string run(Grid Programs = {}, bool Check = false) {
    std::unique_ptr<Target> T = createInterpTarget();
    std::unique_ptr<Executable> E = T->load(K, {}, Diags);
    if (!E)
      return Messages.back();
    LaunchParams Launch;
    Launch.Programs = Programs;
    Launch.Args = Args;
    Launch.Extents = Extents;
    Launch.Cancel = Cancel;
    Launch.Poll = Poll;
    Launch.Checks = Check ? &Diags : nullptr;
    return llvm::toString(E->launch(Launch));
  }
  /// What the checker says about a launch that must itself succeed.
  std::vector<std::string> check(Grid Programs = {}) {
    EXPECT_EQ(run(Programs, true), "");
    return Messages;
  }

  Context Ctx;
  Module M;
  Kernel &K;
  OpBuilder B;
  DiagnosticEngine Diags;
  std::vector<std::string> Messages;
  std::vector<uint64_t> Args;
  std::vector<ArrayExtent> Extents;
  const std::atomic<bool> *Cancel = nullptr;
  llvm::function_ref<bool()> Poll = nullptr;
};

} // namespace mt::test

#endif // MYTRITON_UNITTESTS_BACKEND_INTERPFIXTURE_H
