//===- CUDANames.cpp - Identifiers for CUDA C++ ---------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "CUDATypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

/// Keywords, what CUDA and its headers predefine, and what the text calls.
static constexpr StringRef Reserved[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "assert",
    "atomic_cancel",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "final",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "import",
    "long",
    "main",
    "module",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "override",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
    "blockDim",
    "blockIdx",
    "gridDim",
    "threadIdx",
    "warpSize",
    "linux",
    "unix",
    "i386",
    "NULL",
    "INFINITY",
    "NAN",
    "HUGE_VAL",
    "HUGE_VALF",
    "EOF",
    "errno",
    "half",
    "half2",
    "nv_half",
    "nv_half2",
    "nv_bfloat16",
    "nv_bfloat162",
    "size_t",
    "ptrdiff_t",
    "nullptr_t",
    "dim3",
    "uint3",
    "int2",
    "int4",
    "cos",
    "cosf",
    "ceil",
    "ceilf",
    "erf",
    "erff",
    "exp",
    "exp2",
    "exp2f",
    "expf",
    "fabs",
    "fabsf",
    "floor",
    "floorf",
    "fma",
    "fmaf",
    "fmod",
    "fmodf",
    "log",
    "log2",
    "log2f",
    "logf",
    "rsqrt",
    "rsqrtf",
    "sin",
    "sinf",
    "sqrt",
    "sqrtf",
    "tanh",
    "tanhf",
    "min",
    "max",
    "abs",
    "malloc",
    "free",
    "printf",
    "memcpy",
    "memset",
    "clock",
    "clock64",
    "r", // the index of register loops
};

/// Names of SSA values, `v12`.
static bool isValueName(StringRef Name) {
  return Name.consume_front("v") && !Name.empty() &&
         llvm::all_of(Name, llvm::isDigit);
}

static bool isSafe(StringRef Name) {
  return !Name.empty() && !Name.starts_with("_") && !isValueName(Name) &&
         !Name.starts_with("mt_") && !Name.contains("__") &&
         !llvm::is_contained(Reserved, Name);
}

static std::string spell(StringRef Wanted) {
  std::string Name;
  for (char C : Wanted)
    Name += llvm::isAlnum(C) || C == '_' ? C : '_';
  // Names in C++ do not start with a digit, and those of the implementation
  // have a leading or a double underscore.
  if (Name.empty() || !llvm::isAlpha(Name[0]))
    Name.insert(0, "p");
  for (size_t At; (At = Name.find("__")) != std::string::npos;)
    Name.erase(At, 1);
  return Name;
}

std::string CUDANames::makeName(StringRef Wanted) {
  std::string Name = spell(Wanted);
  if (!isSafe(Name))
    Name += Name.back() == '_' ? "p" : "_";
  std::string Unique = Name;
  for (unsigned I = 2; !Taken.insert(Unique).second; ++I)
    Unique =
        (llvm::Twine(Name) + (Name.back() == '_' ? "" : "_") + llvm::Twine(I))
            .str();
  return Unique;
}
