//===- Instructions.cpp - PTX that emitters write by name -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/NVIDIA/Instructions.h"
#include "mytriton/IR/Op.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::ptx;

char ptx::letterFor(unsigned Bits) {
  return Bits == 64 ? 'l' : Bits == 16 ? 'h' : 'r';
}

/// Pointers to shared memory have 32 bits.
static char addressLetter(const Access &A) {
  return A.Space == "shared" ? 'r' : 'l';
}

/// `$1` or `{$1, $2}`
static std::string words(unsigned First, unsigned Count) {
  if (Count == 1)
    return "$" + std::to_string(First);
  std::string Text;
  llvm::ListSeparator Comma;
  for (unsigned I = 0; I != Count; ++I)
    (Text += llvm::StringRef(Comma)) += "$" + std::to_string(First + I);
  return "{" + Text + "}";
}

/// `.cg.v4.b32`
static std::string suffix(const Access &A) {
  std::string Text = A.Modifiers.str();
  if (A.Words > 1)
    Text += ".v" + std::to_string(A.Words);
  return Text + ".b" + std::to_string(A.WordBits);
}

/// `.volatile` stands in front of the space, cache operators behind it.
static std::string opcode(llvm::StringRef Name, const Access &A) {
  Access Rest = A;
  bool IsVolatile = Rest.Modifiers.consume_front(".volatile");
  return (Name + (IsVolatile ? ".volatile." : ".") + A.Space).str() +
         suffix(Rest);
}

Instruction ptx::load(const Access &A) {
  Instruction I;
  I.Results.assign(A.Words, letterFor(A.WordBits));
  I.Operands = addressLetter(A);
  std::string Address = "$" + std::to_string(A.Words);
  if (A.Predicated) {
    I.Text = "@$" + std::to_string(A.Words + 1) + " ";
    I.Operands += 'b';
  }
  for (unsigned W = 0; A.HasOther && W != A.Words; ++W)
    I.Operands += char('0' + W);
  I.Text += opcode("ld", A) + " " + words(0, A.Words) + ", [" + Address + "];";
  return I;
}

Instruction ptx::store(const Access &A) {
  Instruction I;
  I.Operands = addressLetter(A);
  I.Operands.append(A.Words, letterFor(A.WordBits));
  if (A.Predicated) {
    I.Text = "@$" + std::to_string(A.Words + 1) + " ";
    I.Operands += 'b';
  }
  I.Text += opcode("st", A) + " [$0], " + words(1, A.Words) + ";";
  return I;
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static std::string sumOperation(Type T, unsigned SM) {
  switch (T.kind()) {
  case TypeKind::F16:
    return "add.noftz.f16";
  case TypeKind::BF16:
    return SM >= 90 ? "add.noftz.bf16" : "";
  case TypeKind::F32:
    return "add.f32";
  case TypeKind::F64:
    return "add.f64";
  default: // signed or not, the sum has the same bits
    return "add.u" + std::to_string(T.bitWidth());
  }
}

std::string ptx::atomicOperation(OpKind Kind, Type T, unsigned SM) {
  std::string Bits = std::to_string(T.bitWidth());
  std::string Sign = T.isSigned() ? ".s" : ".u";
  switch (Kind) {
  case OpKind::AtomicAdd:
    return sumOperation(T, SM);
  case OpKind::AtomicMax:
    return T.isFloat() ? "" : "max" + Sign + Bits;
  case OpKind::AtomicMin:
    return T.isFloat() ? "" : "min" + Sign + Bits;
  case OpKind::AtomicAnd:
    return "and.b" + Bits;
  case OpKind::AtomicOr:
    return "or.b" + Bits;
  case OpKind::AtomicXor:
    return "xor.b" + Bits;
  case OpKind::AtomicXchg:
    return "exch.b" + Bits;
  default: // compares and swaps
    return "cas.b" + Bits;
  }
}

Instruction ptx::atomic(llvm::StringRef Operation, llvm::StringRef Scope,
                        unsigned Bits, unsigned NumValues, bool Predicated) {
  Instruction I;
  I.Results = letterFor(Bits);
  I.Operands = "l" + std::string(NumValues, letterFor(Bits));
  if (Predicated) {
    I.Text = "@$" + std::to_string(2 + NumValues) + " ";
    I.Operands += "b0";
  }
  I.Text +=
      ("atom.global." + Scope + ".relaxed." + Operation + " $0, [$1]").str();
  for (unsigned V = 0; V != NumValues; ++V)
    I.Text += ", $" + std::to_string(2 + V);
  I.Text += ";";
  return I;
}

Instruction ptx::fence(llvm::StringRef Scope) {
  Instruction I;
  I.Text = ("fence.acq_rel." + Scope + ";").str();
  return I;
}

//===----------------------------------------------------------------------===//
// Attributes of accesses
//===----------------------------------------------------------------------===//

int64_t ptx::accessWidth(const Op *O) {
  Attr Width = O->attr("gpu.width");
  return Width && Width.isInt() ? Width.asInt() : 1;
}

static llvm::StringRef textAttr(const Op *O, llvm::StringRef Name) {
  Attr A = O->attr(Name);
  return A && A.kind() == AttrKind::String ? A.asString() : "";
}

llvm::StringRef ptx::cacheHint(const Op *O, bool IsLoad) {
  static constexpr llvm::StringRef Loads[] = {".ca", ".cg", ".cs", ".cv",
                                              ".lu"};
  static constexpr llvm::StringRef Stores[] = {".wb", ".cg", ".cs", ".wt"};
  if (O->boolAttr("volatile"))
    return "";
  llvm::StringRef Cache = textAttr(O, "cache");
  if (IsLoad ? llvm::is_contained(Loads, Cache)
             : llvm::is_contained(Stores, Cache))
    return Cache;
  return llvm::StringSwitch<llvm::StringRef>(textAttr(O, "eviction"))
      .Case("evict_first", ".L1::evict_first")
      .Case("evict_last", ".L1::evict_last")
      .Default("");
}
