//===- Printer.h - Writes textual IR ----------------------------*- C++ -*-===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Text is collected in a buffer of its own and handed on in large pieces. The
// text of types, attributes and float literals is made once and kept.
//
//===----------------------------------------------------------------------===//

#ifndef MYTRITON_LIB_IR_PRINTER_H
#define MYTRITON_LIB_IR_PRINTER_H

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Ops.h"
#include "mytriton/IR/Text.h"
#include "llvm/Support/raw_ostream.h"
#include <charconv>
#include <cstring>
#include <string>

namespace mt {

/// Numbers the values of a kernel densely in order of creation. The numbers
/// stand in the IR itself until the next numbering.
class ValueNumbering {
public:
  static void run(Kernel &K);
  static uint32_t first(const Op *O) { return O->Order; }
  static uint32_t first(const Block *B) { return B->FirstNumber; }

private:
  static uint32_t number(Block &B, uint32_t Next);
};

/// Text with at least PaddedText::Pad readable bytes from its start, so that
/// short ones are copied by a fixed number of instructions.
struct PaddedText {
  static constexpr size_t Pad = 32;
  const char *Data;
  size_t Size;
};

/// Output with a buffer that small pieces are copied into.
class TextBuffer {
public:
  explicit TextBuffer(llvm::raw_ostream &OS)
      : OS(OS), Data(new char[Capacity]), P(Data.get()) {}
  ~TextBuffer() { flush(); }

  TextBuffer &operator<<(llvm::StringRef S) {
    if (S.size() > room())
      return writeSlow(S);
    memcpy(P, S.data(), S.size());
    P += S.size();
    return *this;
  }
  template <size_t N> TextBuffer &operator<<(const char (&S)[N]) {
    reserve(N);
    memcpy(P, S, N - 1);
    P += N - 1;
    return *this;
  }
  TextBuffer &operator<<(PaddedText T) {
    if (T.Size > PaddedText::Pad)
      return *this << llvm::StringRef(T.Data, T.Size);
    reserve(PaddedText::Pad);
    memcpy(P, T.Data, PaddedText::Pad);
    P += T.Size;
    return *this;
  }
  TextBuffer &operator<<(char C) {
    reserve(1);
    *P++ = C;
    return *this;
  }
  template <typename IntT> TextBuffer &number(IntT V) {
    reserve(24);
    P = std::to_chars(P, P + 24, V).ptr;
    return *this;
  }
  void indent(unsigned N) {
    for (; N > PaddedText::Pad; N -= PaddedText::Pad)
      indent(PaddedText::Pad);
    reserve(PaddedText::Pad);
    memset(P, ' ', PaddedText::Pad);
    P += N;
  }
  void flush() {
    OS.write(Data.get(), P - Data.get());
    P = Data.get();
  }

private:
  static constexpr size_t Capacity = 1 << 16;
  size_t room() const { return Data.get() + Capacity - P; }
  void reserve(size_t N) {
    if (room() < N)
      flush();
  }
  TextBuffer &writeSlow(llvm::StringRef S);

  llvm::raw_ostream &OS;
  std::unique_ptr<char[]> Data;
  char *P;
};

/// Keeps the text of uniqued objects, found by their address.
class PrintCache {
public:
  template <typename PrintFn> PaddedText get(const void *Key, PrintFn Print) {
    Slot &S = Slots[(uintptr_t(Key) * 0x9e3779b97f4a7c15u) >> 56];
    if (S.Key != Key) {
      S.Text.clear();
      llvm::raw_string_ostream OS(S.Text);
      Print(OS);
      S.Key = Key;
      S.Size = S.Text.size();
      S.Text.resize(std::max(S.Size, PaddedText::Pad));
    }
    return {S.Text.data(), S.Size};
  }

private:
  struct Slot {
    const void *Key = nullptr;
    size_t Size = 0;
    std::string Text;
  };
  std::unique_ptr<Slot[]> Slots{new Slot[256]};
};

/// `@name`, quoted where the name is no identifier.
std::string spellSymbol(llvm::StringRef Name);

class Printer {
public:
  Printer(llvm::raw_ostream &OS, PrintOptions Options)
      : Out(OS), Options(Options) {}

  void printModule(Module &M);
  void printKernel(Kernel &K);
  void printBody(Kernel &K);
  /// One line, `{ ... }` for regions.
  void printSummary(const Op *O);

private:
  using OpPrinter = void (Printer::*)(Op &);
  /// Custom forms are specializations of printCustom: a new custom op without
  /// one does not link.
  template <typename OpTy> static constexpr OpPrinter pickPrinter() {
    if constexpr (OpTy::Info.has(OT_CustomForm))
      return &Printer::printCustom<OpTy::Kind>;
    else
      return &Printer::printPlain;
  }

  // Kernels (Printer.cpp).
  void enterKernel(Kernel &K);
  void printHeader(Kernel &K);
  void printParams(Kernel &K);
  void printAttrs(AttrDict D);
  void printType(Type T);
  void printTypesOf(const Op &O);
  void printLoc(Location L);

  // Ops (PrintOps.cpp).
  void printOps(Block &B);
  void printOp(Op &O);
  void printPlain(Op &O);
  template <OpKind K> void printCustom(Op &O);
  void printCombining(Op &O);
  void printTerminator(Op &O);
  void printTail(const Op &O, AttrDict Attrs);
  void printIterArgs(const Op &O, Block &Args, unsigned FirstArg,
                     unsigned FirstInit);
  void printRegion(Block &B, bool MayDropYield);

  // Values (PrintValues.cpp).
  void printNumber(uint32_t N) {
    Out << '%';
    Out.number(N);
  }
  void printValue(const Value *V);
  void printArgument(const BlockArgument *A);
  void printOperands(const Op &O, unsigned Begin, unsigned End);
  void printOperand(const Op &O, unsigned I);
  void printLiteral(const Op &O, unsigned I, const Constant *C);
  void printConstant(const Constant *C);

  TextBuffer Out;
  PrintOptions Options;
  unsigned Indent = 0;
  bool Summary = false;
  /// The kernel's parameters as operands spell them, quoted where needed.
  llvm::SmallVector<std::string, 8> ParamNames;
  const Block *KernelBody = nullptr;
  PrintCache Texts;
};

template <> void Printer::printCustom<OpKind::For>(Op &O);
template <> void Printer::printCustom<OpKind::While>(Op &O);
template <> void Printer::printCustom<OpKind::If>(Op &O);
template <> void Printer::printCustom<OpKind::Reduce>(Op &O);
template <> void Printer::printCustom<OpKind::Scan>(Op &O);
template <> void Printer::printCustom<OpKind::Yield>(Op &O);
template <> void Printer::printCustom<OpKind::Condition>(Op &O);
template <> void Printer::printCustom<OpKind::Return>(Op &O);
template <> void Printer::printCustom<OpKind::Call>(Op &O);

} // namespace mt

#endif // MYTRITON_LIB_IR_PRINTER_H
