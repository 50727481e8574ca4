//===- OpInfo.h - Declarative description of an op --------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op's struct holds one constexpr OpInfo, built by a chain of setters. The
// default text form, type inference, the verifier's skeleton, CSE and DCE
// legality and the reference documentation follow from it.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_IR_OPINFO_H
#define MYTRITON_IR_OPINFO_H

#include <cstddef>
#include <cstdint>

namespace mt {

/// Every op, in the order of Ops.def.
enum class OpKind : uint16_t {
#define MT_OP(Name, Family) Name,
#include "mytriton/IR/Ops.def"
};

inline constexpr unsigned NumOpKinds = 0
#define MT_OP(Name, Family) +1
#include "mytriton/IR/Ops.def"
    ;

/// What decides the element type of an operand; also how a literal standing
/// there is typed when the text leaves its type out.
enum class OperandType : uint8_t {
  Element, ///< one element type, shared by all such operands
  Bool,    ///< bool
  Pointer, ///< a pointer
  Pointee, ///< what the op's pointer operand points to
  Integer, ///< any integer; literals spell their type
  Shared,  ///< a buffer in shared memory
  Any,     ///< anything else; literals spell their type
};

/// How the result's type follows from the operands.
enum class ResultType : uint8_t {
  None,     ///< no result
  Element,  ///< Element's type in the broadcast shape
  Bool,     ///< bool in the broadcast shape
  Pointer,  ///< the pointer operand's type in the broadcast shape
  Pointee,  ///< the pointee in the broadcast shape
  I32,      ///< scalar i32
  Shaped,   ///< by the op's own rule, from operands and attributes
  Explicit, ///< written in the text (`cast`, `arange`, region ops, `call`)
};

/// Sets of element kinds an Element operand accepts.
enum TypeSet : uint8_t {
  TS_Bool = 1,
  TS_Int = 2,
  TS_Float = 4,
  TS_Pointer = 8,
  TS_Bits = TS_Bool | TS_Int,
  TS_Number = TS_Int | TS_Float,
  TS_Scalar = TS_Bool | TS_Int | TS_Float,
  TS_All = TS_Scalar | TS_Pointer,
};

enum class AttrSpecKind : uint8_t { Int, Bool, Type, Shape, String };

/// Op traits. Generic code asks for these, never for op names.
enum OpTrait : uint32_t {
  /// No effect but the result; may be folded, merged, moved and dropped.
  OT_Pure = 1 << 0,
  OT_Commutative = 1 << 1,
  /// Reads or writes program-visible memory.
  OT_Reads = 1 << 2,
  OT_Writes = 1 << 3,
  /// Ends a region; nowhere else.
  OT_Terminator = 1 << 4,
  /// Works lane by lane on operands broadcast to one shape.
  OT_Elementwise = 1 << 5,
  /// Legal in thread IR. Ops without it live in tile IR only.
  OT_Thread = 1 << 6,
  /// Legal only in thread IR.
  OT_ThreadOnly = 1 << 7,
  /// Effects are those of the regions it holds.
  OT_RecursiveEffects = 1 << 8,
  /// Must not be duplicated, merged or removed even though it has no memory
  /// effect in this list (barriers, asserts).
  OT_SideEffects = 1 << 9,
  /// Text form is hand-written (region ops, call, terminators).
  OT_CustomForm = 1 << 10,
};

struct OperandSpec {
  const char *Name = nullptr;
  OperandType Type = OperandType::Any;
  bool Optional = false; ///< may be `none`
};

struct AttrSpec {
  const char *Name = nullptr;
  AttrSpecKind Kind = AttrSpecKind::Int;
  bool Required = true;
};

/// The description. All members are set through the chain below.
struct OpInfo {
  static constexpr unsigned MaxOperands = 4;
  static constexpr unsigned MaxAttrs = 4;

  const char *Mnemonic;
  const char *Doc = "";
  OperandSpec Operands[MaxOperands] = {};
  AttrSpec Attrs[MaxAttrs] = {};
  uint8_t NumOperands = 0;
  uint8_t NumAttrs = 0;
  uint8_t NumRegions = 0;
  uint8_t NumResults = 1; ///< where Result is not None; region ops and calls
                          ///< have any number
  bool Variadic = false;  ///< any number of operands after the listed ones
  ResultType Result = ResultType::None;
  TypeSet Elements = TS_All; ///< what Element operands may be
  uint32_t Traits = 0;

  constexpr explicit OpInfo(const char *Mnemonic) : Mnemonic(Mnemonic) {}

  constexpr OpInfo operand(const char *Name, OperandType T,
                           bool Optional = false) const {
    OpInfo R = *this;
    R.Operands[R.NumOperands++] = {Name, T, Optional};
    return R;
  }
  constexpr OpInfo optional(const char *Name, OperandType T) const {
    return operand(Name, T, true);
  }
  constexpr OpInfo variadic() const {
    OpInfo R = *this;
    R.Variadic = true;
    return R;
  }
  constexpr OpInfo attr(const char *Name, AttrSpecKind K,
                        bool Required = true) const {
    OpInfo R = *this;
    R.Attrs[R.NumAttrs++] = {Name, K, Required};
    return R;
  }
  constexpr OpInfo result(ResultType T) const {
    OpInfo R = *this;
    R.Result = T;
    return R;
  }
  constexpr OpInfo results(unsigned N, ResultType T) const {
    OpInfo R = result(T);
    R.NumResults = N;
    return R;
  }
  constexpr OpInfo elements(TypeSet S) const {
    OpInfo R = *this;
    R.Elements = S;
    return R;
  }
  constexpr OpInfo regions(unsigned N) const {
    OpInfo R = *this;
    R.NumRegions = N;
    return R;
  }
  constexpr OpInfo traits(uint32_t T) const {
    OpInfo R = *this;
    R.Traits |= T;
    return R;
  }
  constexpr OpInfo doc(const char *Text) const {
    OpInfo R = *this;
    R.Doc = Text;
    return R;
  }

  constexpr bool has(OpTrait T) const { return (Traits & T) != 0; }

  /// A pure lane-by-lane op of N operands of one element type.
  static constexpr OpInfo elementwise(const char *Mnemonic, unsigned N,
                                      TypeSet S,
                                      ResultType R = ResultType::Element) {
    constexpr const char *Names[3] = {"a", "b", "c"};
    OpInfo I = OpInfo(Mnemonic).elements(S).result(R).traits(
        OT_Pure | OT_Elementwise | OT_Thread);
    for (unsigned K = 0; K != N; ++K)
      I = I.operand(Names[K], OperandType::Element);
    return I;
  }
};

/// The description of K.
const OpInfo &getOpInfo(OpKind K);

} // namespace mt

#endif // MYTRITON_IR_OPINFO_H
