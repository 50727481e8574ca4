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

/// The word of `__ldcg` and `__stcg` for a cache modifier, empty for none that
/// CUDA has for this type.
static StringRef cacheWord(const Op *O, Type T, bool IsLoad) {
  if (T.isBool() || T.isPointer())
    return "";
  return ptx::cacheOperator(O, IsLoad).drop_while(
      [](char C) { return C == '.'; });
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
  StringRef Word = cacheWord(O, T, /*IsLoad=*/true);
  if (Word.empty())
    return address(O->ptr());
  OS << "__ld" << Word << "(&";
  address(O->ptr());
  OS << ')';
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
  StringRef Word = cacheWord(O, T, /*IsLoad=*/false);
  if (!Word.empty())
    OS << "__st" << Word << "(&";
  address(O->ptr());
  OS << (Word.empty() ? " = " : ", ");
  use(O->value());
  OS << (Word.empty() ? ";\n" : ");\n");
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
  maskedLoadName(O);
  OS << '&';
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

/// `mt_load(`, or `mt_load_cg(` with a cache modifier.
void Emitter::maskedLoadName(LoadOp *O) {
  StringRef Word = cacheWord(O, O->type().elementType(), /*IsLoad=*/true);
  Prelude.MaskedLoads.insert(Word.str());
  OS << "mt_load" << (Word.empty() ? "" : "_") << Word << '(';
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
  StringRef Word = cacheWord(O, T, /*IsLoad=*/true);
  if (O->mask())
    maskedLoadName(O);
  else if (Word.empty())
    OS << '*';
  else
    OS << "__ld" << Word << '(';
  OS << "(const " << Vector << "*)&";
  address(O->ptr());
  if (O->mask()) {
    OS << ", *(" << Vector << "*)&";
    use(O->result());
    OS << ", ";
    use(O->mask());
  }
  OS << (Word.empty() && !O->mask() ? ";\n" : ");\n");
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
  StringRef Word = cacheWord(O, T, /*IsLoad=*/false);
  OS << (Word.empty() ? "*" : "__st" + Word.str() + "(") << '(' << Vector
     << "*)&";
  address(O->ptr());
  OS << (Word.empty() ? " = " : ", ") << "*(" << Vector << "*)&";
  use(O->value());
  OS << (Word.empty() ? ";\n" : ");\n");
  closeLanes(Outer);
}
