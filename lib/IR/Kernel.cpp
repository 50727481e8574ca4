//===- Kernel.cpp - Kernels, helper functions, modules --------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Context.h"

using namespace mt;

Kernel::Kernel(Module &Parent, llvm::StringRef Name, bool IsFunc, Location Loc)
    : Ctx(Parent.context()), Parent(Parent), Name(Name), Loc(Loc), Func(IsFunc),
      Body(nullptr, this) {}

Kernel::~Kernel() {
  // Ops and arguments are trivially destructible; their lists only point at
  // them, so nothing needs unlinking.
  Body.block().ops().clear();
  for (Region *R : OwnedRegions) {
    R->block().ops().clear();
    R->~Region();
  }
}

BlockArgument *Kernel::createArgument(Block *Owner, Type Ty, unsigned Index) {
  return new (Arena.Allocate<BlockArgument>()) BlockArgument(Ty, Owner, Index);
}

BlockArgument *Kernel::addParam(llvm::StringRef ParamName, Type Ty,
                                AttrDict Attrs) {
  BlockArgument *Arg = body().addArgument(Ty);
  Arg->setName(Ctx.intern(ParamName));
  ParamAttrs.push_back(Attrs);
  return Arg;
}

Op *Kernel::createOp(OpKind Kind, Location OpLoc,
                     llvm::ArrayRef<Value *> Operands,
                     llvm::ArrayRef<Type> ResultTypes, AttrDict OpAttrs) {
  // One allocation: results (last first), the op, operands, region pointers.
  unsigned NumRegions = getOpInfo(Kind).NumRegions;
  size_t Before = ResultTypes.size() * sizeof(OpResult);
  size_t Bytes = Before + sizeof(Op) + Operands.size() * sizeof(Use) +
                 NumRegions * sizeof(Region *);
  char *Memory = static_cast<char *>(Arena.Allocate(Bytes, alignof(Op)));
  Op *O = new (Memory + Before) Op(Kind, this);
  O->Loc = OpLoc;
  O->Attrs = OpAttrs;
  O->NumResults = ResultTypes.size();
  O->NumOperands = Operands.size();
  O->NumRegions = NumRegions;
  for (unsigned I = 0, E = ResultTypes.size(); I != E; ++I)
    new (O->result(I)) OpResult(ResultTypes[I], I);
  Use *Uses = reinterpret_cast<Use *>(O + 1);
  for (unsigned I = 0, E = Operands.size(); I != E; ++I)
    (new (Uses + I) Use(O))->set(Operands[I]);
  if (NumRegions) {
    O->Regions = reinterpret_cast<Region **>(Uses + Operands.size());
    for (unsigned I = 0; I != NumRegions; ++I) {
      O->Regions[I] = new (Arena.Allocate<Region>()) Region(O, this);
      OwnedRegions.push_back(O->Regions[I]);
    }
  }
  return O;
}

Op *Kernel::cloneOp(const Op *O, ValueMap &Map) {
  auto Mapped = [&](Value *V) {
    auto It = Map.find(V);
    return It == Map.end() ? V : It->second;
  };
  llvm::SmallVector<Value *, 8> Operands;
  for (Value *V : O->operands())
    Operands.push_back(V ? Mapped(V) : nullptr);
  llvm::SmallVector<Type, 4> Types;
  for (OpResult *R : O->results())
    Types.push_back(R->type());
  Op *New = createOp(O->kind(), O->loc(), Operands, Types, O->attrs());
  for (unsigned I = 0, E = O->numResults(); I != E; ++I)
    Map[O->result(I)] = New->result(I);
  for (unsigned I = 0, E = O->numRegions(); I != E; ++I) {
    for (BlockArgument *A : O->body(I).args())
      Map[A] = New->body(I).addArgument(A->type());
    cloneOpsInto(O->body(I), New->body(I), Map);
  }
  return New;
}

void Kernel::cloneOpsInto(Block &From, Block &To, ValueMap &Map) {
  for (Op &Each : From)
    To.insert(cloneOp(&Each, Map));
}

static size_t countOps(Block &B) {
  size_t N = 0;
  for (Op &O : B) {
    ++N;
    for (unsigned I = 0, E = O.numRegions(); I != E; ++I)
      N += countOps(O.body(I));
  }
  return N;
}

size_t Kernel::numOps() { return countOps(body()); }

//===----------------------------------------------------------------------===//
// Module
//===----------------------------------------------------------------------===//

Kernel &Module::addKernel(llvm::StringRef KernelName, bool IsFunc,
                          Location Loc) {
  Kernels.push_back(std::make_unique<Kernel>(*this, KernelName, IsFunc, Loc));
  return *Kernels.back();
}

Kernel *Module::find(llvm::StringRef KernelName) {
  for (auto &K : Kernels)
    if (K->name() == KernelName)
      return K.get();
  return nullptr;
}

void Module::erase(Kernel *K) {
  llvm::erase_if(Kernels, [&](const std::unique_ptr<Kernel> &Each) {
    return Each.get() == K;
  });
}

static void copyKernel(Kernel &From, Kernel &To) {
  To.setAnonymous(From.isAnonymous());
  To.setResultTypes(From.resultTypes());
  To.setAttrs(From.attrs());
  ValueMap Map;
  for (BlockArgument *P : From.params())
    Map[P] = To.addParam(P->name(), P->type(), From.paramAttrs(P->index()));
  To.cloneOpsInto(From.body(), To.body(), Map);
}

std::unique_ptr<Module> Module::clone() const {
  auto Copy = std::make_unique<Module>(Ctx);
  Copy->setName(Name);
  for (const std::unique_ptr<Kernel> &K : Kernels)
    copyKernel(*K, Copy->addKernel(K->name(), K->isFunc(), K->loc()));
  return Copy;
}
