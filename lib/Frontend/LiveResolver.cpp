//===- LiveResolver.cpp - Names of a live function
//-------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The package marks its objects so that the frontend knows them under any
// import alias: `__mytriton_name__` holds the canonical dotted name of a
// module, function, type or decorator of the language ("triton.language.load");
// `__mytriton_kind__` of an object's class is "constexpr" (with the member
// `value`) or "jit".
//
//===----------------------------------------------------------------------===//

#include "KernelSema.h"
#include "NameResolver.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

static PyRef attribute(PyObject *Object, const char *Name) {
  PyRef R = PyRef::steal(PyObject_GetAttrString(Object, Name));
  if (!R)
    PyErr_Clear();
  return R;
}

LiveResolver::LiveResolver(const LiveFunction &F) : F(F) {
  Globals = attribute(F.Function, "__globals__");
  Cells = attribute(F.Function, "__closure__");
  if (PyRef Code = attribute(F.Function, "__code__"))
    FreeNames = attribute(Code.get(), "co_freevars");
}

void LiveResolver::forEachName(llvm::function_ref<void(StringRef)> Fn) {
  Py_ssize_t At = 0;
  PyObject *Key = nullptr, *Value = nullptr;
  if (Globals)
    while (PyDict_Next(Globals.get(), &At, &Key, &Value))
      if (StringRef Name = pyText(Key); !Name.starts_with("__"))
        Fn(Name);
  Py_ssize_t Count = FreeNames ? PyTuple_Size(FreeNames.get()) : 0;
  for (Py_ssize_t I = 0; I < Count; ++I)
    Fn(pyText(PyTuple_GetItem(FreeNames.get(), I)));
}

SemaValue LiveResolver::lookup(KernelSema &S, StringRef Name, SourceRange Use) {
  Py_ssize_t Count = FreeNames ? PyTuple_Size(FreeNames.get()) : 0;
  for (Py_ssize_t I = 0; I < Count; ++I) {
    if (pyText(PyTuple_GetItem(FreeNames.get(), I)) != Name)
      continue;
    PyRef Value = attribute(PyTuple_GetItem(Cells.get(), I), "cell_contents");
    return Value ? meaning(S, Name, Value.get(), Use) : SemaValue();
  }
  PyRef Key =
      PyRef::steal(PyUnicode_FromStringAndSize(Name.data(), Name.size()));
  PyObject *Value =
      Globals ? PyDict_GetItemWithError(Globals.get(), Key.get()) : nullptr;
  PyErr_Clear();
  return Value ? meaning(S, Name, Value, Use) : SemaValue();
}

SemaValue LiveResolver::meaning(KernelSema &S, StringRef Name, PyObject *Value,
                                SourceRange Use) {
  if (F.OnGlobal)
    F.OnGlobal(F.Function, Name, Value);
  bool Plain = PyLong_Check(Value) || PyFloat_Check(Value) ||
               PyUnicode_Check(Value) || PyTuple_Check(Value);
  if (S.options().AsTriton && Plain) {
    S.error(Use) << "Cannot access global variable '" << Name
                 << "' from within a kernel: only globals that are "
                    "tl.constexpr can be used; write '"
                 << Name << " = tl.constexpr(…)'";
    return SemaValue::error();
  }
  return S.fromObject(Value, Name);
}

void LiveResolver::noteMember(PyObject *Owner, StringRef Name,
                              PyObject *Value) {
  if (F.OnGlobal)
    F.OnGlobal(Owner, Name, Value);
}

SemaValue SemaCore::memberOf(PyObject *Owner, StringRef Name) {
  // Of other objects nobody would notice that the attribute changes.
  if (!PyModule_Check(Owner) && !PyType_Check(Owner))
    return {};
  PyRef V = attribute(Owner, Name.str().c_str());
  if (!V)
    return {};
  In.Resolver->noteMember(Owner, Name, V.get());
  if (PyModule_Check(Owner))
    return fromObject(V.get(), Name);
  // A class: `Mode.ADD`.
  return constexprObject(V.get(), Name);
}

/// A value of the language by its canonical name; Absent if it has none.
static SemaValue languageObject(SemaCore &S, StringRef Dotted) {
  SemaValue V = S.moduleNamed(Dotted);
  bool Unknown = V.isEntity() && V.entity()->Kind == EntityKind::Module &&
                 V.entity()->Module == ModuleKind::Unknown;
  return Unknown ? SemaValue() : V;
}

/// True for what `typing.NamedTuple` and `collections.namedtuple` make.
static bool isTupleClass(PyObject *Object) {
  if (!PyType_Check(Object))
    return false;
  auto *Class = reinterpret_cast<PyTypeObject *>(Object);
  return PyType_IsSubtype(Class, &PyTuple_Type) && attribute(Object, "_fields");
}

std::string SemaCore::markedName(PyObject *Object) {
  PyRef Marked = attribute(Object, "__mytriton_name__");
  return Marked ? pyText(Marked.get()).str() : std::string();
}

SemaValue SemaCore::fromObject(PyObject *Object, StringRef Name) {
  if (PyLong_Check(Object) || PyFloat_Check(Object) || Object == Py_None ||
      PyUnicode_Check(Object))
    return constant(PyRef::borrow(Object), {});
  if (PyTuple_Check(Object) || PyList_Check(Object)) {
    llvm::SmallVector<SemaValue, 4> Elements;
    for (Py_ssize_t I = 0, E = PySequence_Size(Object); I < E; ++I) {
      PyRef Item = PyRef::steal(PySequence_GetItem(Object, I));
      Kept.push_back(Item);
      Elements.push_back(constexprObject(Item.get(), Name));
    }
    auto *Class = reinterpret_cast<PyObject *>(Py_TYPE(Object));
    Kept.push_back(PyRef::borrow(Object));
    if (isTupleClass(Class))
      return makeNamedTuple(Elements, Class);
    return makeTuple(Elements, PyList_Check(Object));
  }
  if (PyRef Kind = attribute(Object, "__mytriton_kind__")) {
    if (pyText(Kind.get()) == "constexpr")
      if (PyRef Value = attribute(Object, "value")) {
        Kept.push_back(Value);
        return constexprObject(Value.get(), Name);
      }
    Entity E;
    E.Kind = EntityKind::JitFunction;
    E.Name = Name.copy(Arena);
    E.Object = Object;
    Kept.push_back(PyRef::borrow(Object));
    return makeEntity(E);
  }
  if (std::string Marked = markedName(Object); !Marked.empty()) {
    SemaValue V = languageObject(*this, Marked);
    if (!V.isAbsent())
      return V;
  }
  Kept.push_back(PyRef::borrow(Object));
  if (PyModule_Check(Object)) {
    PyRef Own = attribute(Object, "__name__");
    SemaValue M = moduleNamed(Own ? pyText(Own.get()) : Name);
    if (!M.isEntity() || M.entity()->Kind != EntityKind::Module ||
        M.entity()->Module != ModuleKind::Unknown)
      return M;
    Entity E = *M.entity();
    E.Object = Object;
    return makeEntity(E);
  }
  // A function of the module `math`, imported by name.
  PyRef Home = attribute(Object, "__module__");
  if ((Home && pyText(Home.get()) == "math") ||
      attribute(Object, "__mytriton_constexpr_function__"))
    return constant(PyRef::borrow(Object), {});
  Entity E;
  E.Kind = isTupleClass(Object) ? EntityKind::TupleClass : EntityKind::Foreign;
  E.Name = Name.copy(Arena);
  E.Object = Object;
  return makeEntity(E);
}

SemaValue SemaCore::constexprObject(PyObject *Object, StringRef Name) {
  SemaValue V = fromObject(Object, Name);
  bool IsForeign = V.isEntity() && V.entity()->Kind == EntityKind::Foreign;
  // A plain function would run code that its kernel's text does not show.
  if (!IsForeign || pyTypeName(Object) == "function")
    return V;
  return constant(PyRef::borrow(Object), {});
}
