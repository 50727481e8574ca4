//===- LanguageModules.cpp - Modules the frontend knows
//--------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `triton` and `mytriton` are one module here; their `language` is the table
// Builtins.def plus types and annotations. `math` is Python's own.
//
//===----------------------------------------------------------------------===//

#include "Sema.h"
#include "TypeNames.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mt;
using namespace mt::ast;
using llvm::StringRef;

static Entity moduleEntity(ModuleKind Kind, StringRef Name) {
  Entity E;
  E.Kind = EntityKind::Module;
  E.Module = Kind;
  E.Name = Name;
  return E;
}

SemaValue SemaCore::moduleNamed(StringRef Dotted) {
  auto [Root, Path] = Dotted.split('.');
  ModuleKind Kind = llvm::StringSwitch<ModuleKind>(Root)
                        .Cases({"triton", "mytriton"}, ModuleKind::Triton)
                        .Case("math", ModuleKind::Math)
                        .Default(ModuleKind::Unknown);
  SemaValue M = makeEntity(moduleEntity(Kind, Root.copy(Arena)));
  while (!Path.empty() && M.isEntity() &&
         M.entity()->Kind == EntityKind::Module) {
    auto [Name, Rest] = Path.split('.');
    Path = Rest;
    SemaValue Next = moduleAttr(*M.entity(), Name, {});
    M = Next.isAbsent()
            ? makeEntity(moduleEntity(ModuleKind::Unknown, Dotted.copy(Arena)))
            : Next;
  }
  return M;
}

/// Annotations and constructors: `tl.constexpr`.
static std::optional<MarkerKind> markerNamed(StringRef Name) {
  return llvm::StringSwitch<std::optional<MarkerKind>>(Name)
      .Case("constexpr", MarkerKind::Constexpr)
      .Case("const", MarkerKind::Const)
      .Case("tensor", MarkerKind::Tensor)
      .Case("pointer_type", MarkerKind::PointerType)
      .Case("block_type", MarkerKind::BlockType)
      .Case("dtype", MarkerKind::DType)
      .Case("constexpr_type", MarkerKind::ConstexprType)
      .Case("tuple", MarkerKind::Tuple)
      .Case("tensor_descriptor", MarkerKind::Descriptor)
      .Default(std::nullopt);
}

/// Modules below `triton.language`.
static std::optional<ModuleKind> submoduleNamed(StringRef Name) {
  return llvm::StringSwitch<std::optional<ModuleKind>>(Name)
      .Cases({"math", "core", "standard", "random"}, ModuleKind::Language)
      .Case("extra", ModuleKind::Extra)
      .Case("PropagateNan", ModuleKind::PropagateNan)
      .Default(std::nullopt);
}

static Entity builtinEntity(const Builtin &B, StringRef Name) {
  Entity E;
  E.Kind = EntityKind::Builtin;
  E.Function = &B;
  E.Name = Name;
  return E;
}

/// An attribute of `triton.language`; a null pointer's worth (Kind Foreign)
/// if it has none.
static Entity languageAttr(Context &Ctx, StringRef Name,
                           llvm::BumpPtrAllocator &Arena) {
  auto Qualified = [&] { return ("tl." + Name).str(); };
  if (const Builtin *B = findBuiltin(Name, BF_Language))
    return builtinEntity(*B, StringRef(Qualified()).copy(Arena));
  Entity E;
  if (auto Marker = markerNamed(Name)) {
    E.Kind = EntityKind::Marker;
    E.Marker = *Marker;
  } else if (auto Sub = submoduleNamed(Name)) {
    E = moduleEntity(*Sub, {});
  } else if (Name.starts_with("pi") && Name.ends_with("_t")) {
    // `tl.pi32_t`: pointer to int32.
    Type Pointee = parseTypeName(Ctx, Name.drop_front(1).drop_back(2));
    if (!Pointee)
      return E;
    E.Kind = EntityKind::DType;
    E.Ty = Ctx.pointer(Pointee);
  } else if (Name.starts_with("int") || Name.starts_with("uint") ||
             Name.starts_with("float") || Name == "bfloat16" ||
             Name.starts_with("*")) {
    // `*fp32` is what a live pointer_type calls itself.
    E.Ty = parseTypeSpelling(Ctx, Name);
    if (!E.Ty)
      return E;
    E.Kind = EntityKind::DType;
  } else {
    return E;
  }
  E.Name = StringRef(Qualified()).copy(Arena);
  return E;
}

/// An attribute of `triton`.
static Entity tritonAttr(StringRef Name, llvm::BumpPtrAllocator &Arena) {
  StringRef Qualified = StringRef(("triton." + Name).str()).copy(Arena);
  if (const Builtin *B = findBuiltin(Name, BF_Triton))
    return builtinEntity(*B, Qualified);
  if (Name == "language")
    return moduleEntity(ModuleKind::Language, "triton.language");
  Entity E;
  E.Name = Qualified;
  auto Decorator =
      llvm::StringSwitch<std::optional<DecoratorKind>>(Name)
          .Case("jit", DecoratorKind::Jit)
          .Case("constexpr_function", DecoratorKind::ConstexprFunction)
          .Cases({"autotune", "heuristics"}, DecoratorKind::Skipped)
          .Default(std::nullopt);
  if (Decorator) {
    E.Kind = EntityKind::Decorator;
    E.Decorator = *Decorator;
  }
  return E;
}

SemaValue SemaCore::moduleAttr(const Entity &M, StringRef Name, Range R) {
  Entity E;
  switch (M.Module) {
  case ModuleKind::Language:
    // Known by name, so that its use gets an error of its own.
    if (Name == "float8e4b15")
      return foreign("tl.float8e4b15");
    E = languageAttr(In.Ctx, Name, Arena);
    break;
  case ModuleKind::Triton:
    E = tritonAttr(Name, Arena);
    break;
  case ModuleKind::LibDevice:
    if (const Builtin *B = findBuiltin(Name, BF_LibDevice))
      E = builtinEntity(*B, B->Name);
    break;
  case ModuleKind::Extra:
    if (Name == "libdevice")
      E = moduleEntity(ModuleKind::LibDevice, "libdevice");
    else if (Name == "cuda" || Name == "cpu" || Name == "hip")
      E = M;
    break;
  case ModuleKind::PropagateNan:
    if (Name == "ALL" || Name == "NONE") {
      E.Kind = EntityKind::NanRule;
      E.AllNan = Name == "ALL";
      E.Name = "tl.PropagateNan";
    }
    break;
  case ModuleKind::Math: {
    PyRef Module = PyRef::steal(PyImport_ImportModule("math"));
    PyRef Attr;
    if (Module)
      Attr = PyRef::steal(
          PyObject_GetAttrString(Module.get(), Name.str().c_str()));
    PyErr_Clear();
    return Attr ? constant(std::move(Attr), R) : SemaValue();
  }
  case ModuleKind::Unknown:
    break;
  }
  return E.Kind == EntityKind::Foreign ? SemaValue() : makeEntity(E);
}
