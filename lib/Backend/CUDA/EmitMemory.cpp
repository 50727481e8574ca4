//===- EmitMemory.cpp - Loads and stores ----------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//
// Pointer arithmetic is folded into indexing: an addptr that only accesses use
// has no statement of its own.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/Instructions.h"
#include "llvm/ADT/Twine.h"

using namespace mt;
using llvm::StringRef;

static bool isAccessPointer(const Use &U) {
  return U.index() == 0 &&
         (U.owner()->hasTrait(OT_Reads) || U.owner()->hasTrait(OT_Writes));
}

bool Emitter::isFolded(const AddPtrOp *O) {
  return llvm::all_of(O->result()->uses(), isAccessPointer);
}

/// The memory Ptr points to: `x[v3]`.
void Emitter::address(Value *Ptr) {
  auto *Add = getDefining<AddPtrOp>(Ptr);
  bool Folded = Add && isFolded(Add);
  use(Folded ? Add->ptr() : Ptr);
  OS << '[';
  if (Folded)
    use(Add->offset());
  else
    OS << '0';
  OS << ']';
}

std::string mt::hintedName(StringRef Function, StringRef Hint) {
  StringRef Word = Hint.substr(Hint.find_last_of(".:") + 1);
  return (llvm::Twine(Function) + (Hint.empty() ? "" : "_") + Word).str();
}

/// What an access asks of caches, empty for nothing that CUDA C++ can say for
/// this type.
static StringRef cacheHint(const Op *O, Type T, bool IsLoad) {
  return T.isBool() || T.isPointer() ? "" : ptx::cacheHint(O, IsLoad);
}

/// CUDA has functions for cache operators, but not for priorities.
static bool isPriority(StringRef Hint) { return Hint.contains("::"); }

/// `__ldcg` of a load without a mask; empty for a plain access.
std::string Emitter::loadName(LoadOp *O, Type T) {
  StringRef Hint = cacheHint(O, T, /*IsLoad=*/true);
  if (isPriority(Hint))
    return maskedLoadName(O);
  return Hint.empty() ? "" : "__ld" + Hint.drop_front().str();
}

/// One case of a store with a hint: Bytes of memory in parts of Bits each.
static void printHintedStore(llvm::raw_ostream &OS, unsigned Bytes,
                             StringRef Hint) {
  unsigned Parts = std::max(1u, Bytes / 4), Bits = 8 * Bytes / Parts;
  StringRef Part = Bits == 32   ? "unsigned"
                   : Bits == 16 ? "unsigned short"
                                : "unsigned char";
  OS << "    " << (Bytes == 16 ? "" : "else ")
     << "if constexpr (sizeof(T) == " << Bytes << ") {\n        const " << Part
     << "* w = (const " << Part << "*)&v;\n        asm volatile(\"st.global"
     << Hint;
  if (Parts > 1)
    OS << ".v" << Parts;
  OS << ".b" << Bits << " [%0], " << (Parts > 1 ? "{" : "");
  for (unsigned I = 0; I != Parts; ++I)
    OS << (I ? ", %" : "%") << I + 1;
  OS << (Parts > 1 ? "}" : "") << ";\" : : \"l\"(p)";
  // Eight bits have no registers of their own.
  for (unsigned I = 0; I != Parts; ++I)
    OS << (Bits == 32  ? ", \"r\"("
           : Bits == 8 ? ", \"h\"((unsigned short)"
                       : ", \"h\"(")
       << "w[" << I << "])";
  OS << " : \"memory\");\n    }\n";
}

/// `__stcg`, or a function of the prelude; empty for a plain access.
std::string Emitter::storeName(StoreOp *O, Type T) {
  StringRef Hint = cacheHint(O, T, /*IsLoad=*/false);
  if (!isPriority(Hint))
    return Hint.empty() ? "" : "__st" + Hint.drop_front().str();
  std::string Name = hintedName("mt_store", Hint), Text;
  llvm::raw_string_ostream Out(Text);
  Out << "\ntemplate <class T, class V> static __device__ inline void " << Name
      << "(T* p, V value) {\n    T v = value;\n";
  for (unsigned Bytes : {16, 8, 4, 2, 1})
    printHintedStore(Out, Bytes, Hint);
  Out << "}\n";
  return Prelude.define(Name, Text);
}

void Emitter::loadAccess(LoadOp *O) {
  Type T = O->type().elementType();
  if (T.isBool()) {
    // Any byte but 0 is true; C++ knows 0 and 1 only.
    OS << "(*(const " << (O->isVolatile() ? "volatile " : "")
       << "unsigned char*)&";
    address(O->ptr());
    OS << " != 0)";
    return;
  }
  if (O->isVolatile()) {
    // Classes such as __half have no volatile copies: read their bits.
    OS << (T.kind() == TypeKind::F16    ? "__ushort_as_half("
           : T.kind() == TypeKind::BF16 ? "__ushort_as_bfloat16("
                                        : "(");
    OS << "*(const volatile " << (isHalf(T) ? "unsigned short" : cudaType(T))
       << "*)&";
    address(O->ptr());
    OS << ')';
    return;
  }
  std::string Name = loadName(O, T);
  OS << Name << (Name.empty() ? "" : "(&");
  address(O->ptr());
  if (isPriority(cacheHint(O, T, /*IsLoad=*/true))) {
    OS << ", ";
    printZero(OS, T);
    OS << ", true";
  }
  OS << (Name.empty() ? "" : ")");
}

void mt::printZero(llvm::raw_ostream &OS, Type T) {
  if (T.isPointer())
    OS << "nullptr";
  else
    printCUDALiteral(OS, Constant(T, 0));
}

void Emitter::rhsLoad(LoadOp *O) {
  if (!O->mask())
    return loadAccess(O);
  Type T = O->type().elementType();
  if (O->type().isFragment() && !O->isVolatile() && !T.isPointer() &&
      !T.isBool())
    return rhsMaskedLoad(O);
  OS << '(';
  use(O->mask());
  OS << " ? ";
  loadAccess(O);
  OS << " : ";
  if (O->other())
    use(O->other());
  else
    printZero(OS, O->type().elementType());
  OS << ')';
}

/// `out[v3] = v9;`
void Emitter::storeAccess(StoreOp *O) {
  Type T = O->ptr()->type().elementType().pointee();
  std::string Name = storeName(O, T);
  OS << Name << (Name.empty() ? "" : "(&");
  address(O->ptr());
  OS << (Name.empty() ? " = " : ", ");
  use(O->value());
  OS << (Name.empty() ? ";\n" : ");\n");
}

//===----------------------------------------------------------------------===//
// Several elements at a time
//===----------------------------------------------------------------------===//

bool Emitter::isAccessedWide(const Value *V) {
  if (!V->type().isFragment())
    return false;
  Op *Defining = V->definingOp();
  if (Defining && ((llvm::isa<LoadOp, SharedLoadOp>(Defining) &&
                    ptx::accessWidth(Defining) > 1) ||
                   llvm::isa<SharedLoadMatrixOp>(Defining)))
    return true;
  return llvm::any_of(V->uses(), [](const Use &U) {
    if (llvm::isa<MmaOp>(U.owner()))
      return true;
    bool IsStored = (llvm::isa<StoreOp>(U.owner()) && U.index() == 1) ||
                    (llvm::isa<SharedStoreOp>(U.owner()) && U.index() == 2);
    return IsStored && ptx::accessWidth(U.owner()) > 1;
  });
}

StringRef mt::vectorType(int64_t Bytes) {
  return Bytes == 16  ? "uint4"
         : Bytes == 8 ? "uint2"
         : Bytes == 4 ? "unsigned int"
                      : "unsigned short";
}

/// `v6[r] = mt_load(&x[v3[r]], 0.0f, v5[r]);`: loads of many registers are
/// under way together only if none of them is a branch.
void Emitter::rhsMaskedLoad(LoadOp *O) {
  OS << maskedLoadName(O) << "(&";
  address(O->ptr());
  OS << ", ";
  if (O->other()) {
    OS << '(' << cudaType(O->type().elementType()) << ')';
    use(O->other());
  } else {
    printZero(OS, O->type().elementType());
  }
  OS << ", ";
  use(O->mask());
  OS << ')';
}

/// `mt_load`, or `mt_load_cg` with a hint.
std::string Emitter::maskedLoadName(LoadOp *O) {
  StringRef Hint = cacheHint(O, O->type().elementType(), /*IsLoad=*/true);
  Prelude.MaskedLoads.insert(Hint.str());
  return hintedName("mt_load", Hint);
}

/// `*(uint4*)&v6[r] = *(const uint4*)&x[v3[r]];`, or behind what masked lanes
/// hold `*(uint4*)&v6[r] = mt_load((const uint4*)&x[…], *(uint4*)&v6[r],
/// v5[r]);`
void Emitter::emitWideLoad(LoadOp *O) {
  Type T = O->type().elementType();
  int64_t Registers = O->type().numElements(), Width = ptx::accessWidth(O);
  StringRef Vector = vectorType(Width * T.byteSize());
  declare(O->result());
  OS << ";\n";
  if (O->mask()) {
    registerLoop(Registers);
    OS << "\n    ";
    line();
    use(O->result());
    OS << " = ";
    if (O->other())
      use(O->other());
    else
      printZero(OS, T);
    OS << ";\n";
  }
  unsigned Outer = Indent;
  openLanes(Registers, nullptr, Width);
  line() << "*(" << Vector << "*)&";
  use(O->result());
  OS << " = ";
  std::string Name = O->mask() ? maskedLoadName(O) : loadName(O, T);
  OS << (Name.empty() ? "*" : Name + "(") << "(const " << Vector << "*)&";
  address(O->ptr());
  if (O->mask()) {
    OS << ", *(" << Vector << "*)&";
    use(O->result());
    OS << ", ";
    use(O->mask());
  } else if (isPriority(cacheHint(O, T, /*IsLoad=*/true))) {
    OS << ", " << Vector << "(), true";
  }
  OS << (Name.empty() ? ";\n" : ");\n");
  closeLanes(Outer);
}

void Emitter::emitStore(StoreOp *O) {
  unsigned Outer = Indent;
  int64_t Width = ptx::accessWidth(O);
  openLanes(O->ptr()->type().numElements(), O->mask(), Width);
  line();
  if (Width == 1) {
    storeAccess(O);
    return closeLanes(Outer);
  }
  Type T = O->ptr()->type().elementType().pointee();
  StringRef Vector = vectorType(Width * T.byteSize());
  std::string Name = storeName(O, T);
  OS << (Name.empty() ? "*" : Name + "(") << '(' << Vector << "*)&";
  address(O->ptr());
  OS << (Name.empty() ? " = " : ", ") << "*(" << Vector << "*)&";
  use(O->value());
  OS << (Name.empty() ? ";\n" : ");\n");
  closeLanes(Outer);
}
