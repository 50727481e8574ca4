//===- Cache.cpp - Finding compiled kernels -------------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The key is built on the stack and compared with the kernel launched last,
// then looked up by hash. Values of globals are not in it: a compiled kernel
// knows which it has read and is passed over when one has changed.
//
//===----------------------------------------------------------------------===//

#include "JitKernel.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/bit.h"

using namespace mt;
using namespace mt::python;

void LaunchRequest::makeKey(CacheKey &Key) const {
  for (const Argument &A : Args) {
    Key.Words.push_back(A.Key.word());
    Key.Words.push_back(A.Key.Value);
    bool Compares = A.Key.Class == ArgumentClass::Object ||
                    A.Key.Class == ArgumentClass::Tuple;
    if (Compares && A.Object)
      Key.Objects.push_back(A.Object);
  }
  Key.Words.push_back(Options.word(Where.Check));
  // `src` and what the variable says belong to the result, too.
  Key.Words.push_back(reinterpret_cast<uintptr_t>(Where.Runner));
  Key.Words.push_back(reinterpret_cast<uintptr_t>(Where.Source));
  Key.Words.push_back(Where.ArrayABI ? uint64_t(*Where.ArrayABI) + 1 : 0);
  Key.Words.push_back(session().pluginGeneration());
}

/// Equal as a compile-time value: 1 and True or 1.0 are not.
static int sameObject(PyObject *A, PyObject *B) {
  if (A == B)
    return 1;
  if (Py_TYPE(A) != Py_TYPE(B))
    return 0;
  return PyObject_RichCompareBool(A, B, Py_EQ);
}

int CompiledKernel::matches(const CacheKey &Key) const {
  if (llvm::ArrayRef<uint64_t>(Words) != llvm::ArrayRef<uint64_t>(Key.Words))
    return 0;
  for (unsigned I = 0, E = Objects.size(); I != E; ++I)
    if (int Same = sameObject(Objects[I].get(), Key.Objects[I]); Same != 1)
      return Same;
  return 1;
}

/// The variable's value now; null if it is gone.
static PyRef currentValue(const WatchedName &W) {
  if (!W.Name) {
    PyRef Value =
        PyRef::steal(PyObject_GetAttrString(W.Owner.get(), "cell_contents"));
    PyErr_Clear();
    return Value;
  }
  if (PyDict_CheckExact(W.Owner.get())) {
    PyObject *Value = PyDict_GetItemWithError(W.Owner.get(), W.Name.get());
    if (LLVM_UNLIKELY(!Value))
      PyErr_Clear();
    return PyRef::borrow(Value);
  }
  PyRef Value = PyRef::steal(PyObject_GetAttr(W.Owner.get(), W.Name.get()));
  PyErr_Clear();
  return Value;
}

/// Floats are compared by their bits: -0.0 == 0.0, and NaN differs from itself.
static bool sameBits(PyObject *A, PyObject *B) {
  return llvm::bit_cast<uint64_t>(PyFloat_AsDouble(A)) ==
         llvm::bit_cast<uint64_t>(PyFloat_AsDouble(B));
}

int WatchedName::changed() const {
  PyRef Now = currentValue(*this);
  if (!Now)
    return 1;
  if (!Snapshot && Now.get() == Value.get())
    return 0;
  PyObject *Then = Snapshot ? Snapshot.get() : Value.get();
  if (Py_IS_TYPE(Now.get(), &PyFloat_Type) && Py_IS_TYPE(Then, &PyFloat_Type))
    return !sameBits(Then, Now.get());
  int Same = sameObject(Then, Now.get());
  return Same < 0 ? -1 : !Same;
}

int CompiledKernel::outdated() const {
  for (const WatchedName &W : Watched)
    if (int Changed = W.changed())
      return Changed;
  return 0;
}

/// 1 if the compiled kernel can serve the launch.
static int usable(const CompiledKernel &C, const CacheKey &Key) {
  int Matches = C.matches(Key);
  if (Matches != 1)
    return Matches;
  int Outdated = C.outdated();
  return Outdated < 0 ? -1 : !Outdated;
}

static bool hashKey(llvm::ArrayRef<uint64_t> Words,
                    llvm::ArrayRef<PyObject *> Objects, uint64_t &Result) {
  uint64_t Hash = llvm::hash_combine_range(Words.begin(), Words.end());
  for (PyObject *Object : Objects) {
    Py_hash_t One = PyObject_Hash(Object);
    if (One == -1)
      return false;
    Hash = llvm::hash_combine(Hash, One);
  }
  // The map reserves two values.
  Result = Hash >> 1;
  return true;
}

PyRef python::findCompiled(JitKernel &K, const CacheKey &Key, bool &Failed) {
  Failed = false;
  // Comparing may run Python code that changes the cache: hold what is used.
  if (PyRef Last = K.Last) {
    int Usable = usable(compiledIn(Last), Key);
    if (LLVM_LIKELY(Usable == 1))
      return Last;
    Failed = Usable < 0;
  }
  uint64_t Hash;
  if (Failed || !hashKey(Key.Words, Key.Objects, Hash)) {
    Failed = true;
    return {};
  }
  auto It = K.Cache.find(Hash);
  if (It == K.Cache.end())
    return {};
  llvm::SmallVector<PyRef, 4> Candidates(It->second.begin(), It->second.end());
  for (PyRef &Candidate : Candidates) {
    int Usable = usable(compiledIn(Candidate), Key);
    Failed = Usable < 0;
    if (Failed)
      return {};
    if (Usable == 1)
      return K.Last = Candidate;
  }
  return {};
}

void python::addCompiled(JitKernel &K, const PyRef &New) {
  llvm::SmallVector<PyObject *, 4> Objects;
  for (PyRef &Object : compiledIn(New).Objects)
    Objects.push_back(Object.get());
  uint64_t Hash;
  K.Last = New;
  if (hashKey(compiledIn(New).Words, Objects, Hash))
    K.Cache[Hash].push_back(New);
  PyErr_Clear();
}
