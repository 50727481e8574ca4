//===- EmitKernel.cpp - Kernels, statements and operands ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "Emitter.h"
#include "mytriton/Backend/NVIDIA/Instructions.h"
#include "mytriton/Backend/NVIDIA/KernelInfo.h"
#include "mytriton/Backend/NVIDIA/UniformDivision.h"
#include "llvm/Support/Format.h"

using namespace mt;
using llvm::StringRef;

Emitter::Emitter(llvm::raw_ostream &OS, Kernel &K, CUDAPrelude &Prelude,
                 bool LineInfo)
    : OS(OS), K(K), Prelude(Prelude), LineInfo(LineInfo),
      NumThreads(numThreads(K)) {
  CUDANames Names;
  for (BlockArgument *P : K.params())
    ParamNames.push_back(Names.makeName(P->name()));
  number(K.body());
}

/// Numbers as the textual IR does: a loop's arguments, its body, its results.
void Emitter::number(Block &B) {
  if (B.parentOp())
    for (BlockArgument *A : B.args())
      Numbers[A] = NextNumber++;
  for (Op &O : B) {
    for (unsigned I = 0; I != O.numRegions(); ++I)
      number(O.body(I));
    for (Value *V : O.results())
      Numbers[V] = NextNumber++;
  }
}

/// True if K's threads hold more than one element of some tile. Kernels that do
/// not have the text they always had.
static bool hasFragments(Kernel &K) {
  bool Found = false;
  walk(K.body(), [&](Op *O) {
    for (const Value *V : O->results())
      Found |= V->type().isFragment();
  });
  return Found;
}

void Emitter::emitKernel(StringRef Symbol) {
  OS << "extern \"C\" __global__";
  GPUKernelInfo Info = describeKernel(K);
  if (Info.MaxRegisters) { // a kernel has either
    OS << " __maxnreg__(" << Info.MaxRegisters << ')';
  } else if (hasFragments(K)) {
    OS << " __launch_bounds__(" << NumThreads;
    if (Info.MinPrograms)
      OS << ", " << Info.MinPrograms;
    OS << ')';
  }
  OS << "\nvoid " << Symbol << '(';
  for (auto [I, P] : llvm::enumerate(K.params())) {
    if (I)
      OS << ", ";
    printCUDAType(OS, P->type());
    OS << ' ' << ParamNames[I];
  }
  OS << ") {\n";
  emitSharedMemory();
  emitBlock(K.body());
  OS << "}\n";
}

void Emitter::emitBlock(Block &B) {
  for (Op &O : B)
    emitOp(&O);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void Emitter::name(const Value *V) {
  auto *A = llvm::dyn_cast<BlockArgument>(V);
  if (A && !A->owner()->parentOp())
    OS << ParamNames[A->index()];
  else
    OS << 'v' << Numbers.lookup(V);
}

void Emitter::use(const Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return printCUDALiteral(OS, *C);
  if (auto *P = getDefining<PermuteRegistersOp>(const_cast<Value *>(V)))
    return usePermuted(P);
  if (auto *F = getDefining<FragmentIndexOp>(const_cast<Value *>(V));
      F && isFolded(F))
    return rhsFragmentIndex(F);
  name(V);
  if (V->type().isFragment())
    OS << "[r]";
}

void Emitter::useUnsigned(const Value *V) {
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return printUnsignedLiteral(OS, *C);
  Type T = V->type().elementType();
  if (T.isSigned() && T.bitWidth() == 64)
    OS << "(unsigned long long)";
  else if (T.isSigned() || T.bitWidth() < 32)
    OS << "(unsigned)";
  use(V);
}

void Emitter::useFloat(const Value *V) {
  Type T = V->type().elementType();
  if (!isHalf(T))
    return use(V);
  if (auto *C = llvm::dyn_cast<Constant>(V))
    return printAsFloatLiteral(OS, *C);
  OS << (T.kind() == TypeKind::F16 ? "__half2float(" : "__bfloat162float(");
  use(V);
  OS << ')';
}

//===----------------------------------------------------------------------===//
// Statements
//===----------------------------------------------------------------------===//

void Emitter::registerLoop(int64_t Registers, int64_t Step) {
  OS << "#pragma unroll\n";
  line() << "for (int r = 0; r < " << Registers << "; ";
  if (Step == 1)
    OS << "++r)";
  else
    OS << "r += " << Step << ')';
}

void Emitter::openLanes(int64_t Registers, const Value *Mask, int64_t Step) {
  if (Registers > 1) {
    registerLoop(Registers, Step);
    OS << " {\n";
    ++Indent;
  }
  if (!Mask)
    return;
  line() << "if (";
  use(Mask);
  OS << ") {\n";
  ++Indent;
}

void Emitter::closeLanes(unsigned Outer) {
  while (Indent != Outer) {
    --Indent;
    line() << "}\n";
  }
}

/// `float v6` or `float v6[4]`, without an end.
/// True of single bytes in an array that regions hand on: four are copied at
/// once, as tensor cores have them, or the compiler takes all words apart.
static bool isCopiedInWords(const Value *V) {
  Type T = V->type(), Element = T.elementType();
  const Op *From = V->definingOp();
  return T.isFragment() && Element.byteSize() == 1 && !Element.isBool() &&
         T.numElements() % 4 == 0 &&
         (!From || llvm::isa<ForOp, WhileOp, IfOp, SharedLoadMatrixOp>(From));
}

void Emitter::declare(const Value *V) {
  line();
  if (isAccessedWide(V) || isCopiedInWords(V))
    OS << "__align__(16) ";
  printCUDAType(OS, V->type());
  OS << ' ';
  name(V);
  if (V->type().isFragment())
    OS << '[' << V->type().numElements() << ']';
}

void Emitter::assign(const Value *To, const Value *From) {
  if (isCopiedInWords(To) && isCopiedInWords(From)) {
    registerLoop(To->type().numElements() / 4);
    OS << "\n    ";
    line() << "((unsigned int*)";
    name(To);
    OS << ")[r] = ((const unsigned int*)";
    name(From);
    OS << ")[r];\n";
    return;
  }
  if (To->type().isFragment()) {
    registerLoop(To->type().numElements());
    OS << "\n    ";
  }
  line();
  use(To);
  OS << " = ";
  use(From);
  OS << ";\n";
}

void Emitter::declareAs(const Value *To, const Value *From) {
  declare(To);
  if (To->type().isFragment()) {
    OS << ";\n";
    return assign(To, From);
  }
  OS << " = ";
  use(From);
  OS << ";\n";
}

void Emitter::emitValue(Op *O) {
  Value *V = O->result();
  if (dividesByUniform(O))
    emitDivisor(O);
  declare(V);
  if (V->type().isFragment()) {
    OS << ";\n";
    registerLoop(V->type().numElements());
    OS << "\n    ";
    line();
    use(V);
  }
  OS << " = ";
  rhs(O);
  OS << ";\n";
}

/// `#line 12 "kernels.py"`: of what follows up to the next one.
void Emitter::emitLine(Location Loc) {
  if (!LineInfo || !Loc)
    return;
  OS << "#line " << Loc.line() << " \"";
  OS.write_escaped(Loc.file());
  OS << "\"\n";
}

void Emitter::emitOp(Op *O) {
  emitLine(O->loc());
  if (auto *For = llvm::dyn_cast<ForOp>(O))
    return emitFor(For);
  if (auto *While = llvm::dyn_cast<WhileOp>(O))
    return emitWhile(While);
  if (auto *If = llvm::dyn_cast<IfOp>(O))
    return emitIf(If);
  if (auto *Store = llvm::dyn_cast<StoreOp>(O))
    return emitStore(Store);
  if (auto *Pointer = llvm::dyn_cast<AddPtrOp>(O); Pointer && isFolded(Pointer))
    return; // part of the accesses
  if (auto *Index = llvm::dyn_cast<FragmentIndexOp>(O);
      Index && isFolded(Index))
    return; // part of the ops around it
  if (O->hasTrait(OT_Terminator) || llvm::isa<PermuteRegistersOp>(O))
    return; // part of the ops around it
  if (O->hasTrait(OT_Reads) && O->hasTrait(OT_Writes))
    return emitAtomic(O);
  if (auto *Load = llvm::dyn_cast<LoadOp>(O);
      Load && ptx::accessWidth(Load) > 1)
    return emitWideLoad(Load);
  if (auto *Load = llvm::dyn_cast<SharedLoadOp>(O);
      Load && ptx::accessWidth(Load) > 1)
    return emitWideSharedLoad(Load);
  if (llvm::isa<BarrierOp>(O))
    line() << "__syncthreads();\n";
  else if (auto *Concat = llvm::dyn_cast<ConcatRegistersOp>(O))
    emitConcat(Concat);
  else if (auto *Alloc = llvm::dyn_cast<SharedAllocOp>(O))
    emitSharedAlloc(Alloc);
  else if (auto *Shared = llvm::dyn_cast<SharedStoreOp>(O))
    emitSharedStore(Shared);
  else if (auto *Mma = llvm::dyn_cast<MmaOp>(O))
    emitMma(Mma);
  else if (auto *Matrix = llvm::dyn_cast<SharedLoadMatrixOp>(O))
    emitSharedLoadMatrix(Matrix);
  else if (auto *Copy = llvm::dyn_cast<AsyncCopyOp>(O))
    emitAsyncCopy(Copy);
  else if (llvm::isa<AsyncCommitOp, AsyncWaitOp>(O))
    emitAsyncGroup(O);
  else if (auto *Assert = llvm::dyn_cast<AssertOp>(O))
    emitAssert(Assert);
  else if (auto *Print = llvm::dyn_cast<PrintElementsOp>(O))
    emitPrint(Print);
  else
    emitValue(O);
}
