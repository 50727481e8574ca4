//===- Signature.cpp - Text form of signatures, names of types
//-------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Frontend/Signature.h"
#include "TypeNames.h"
#include "mytriton/IR/Context.h"
#include "llvm/ADT/StringExtras.h"

using namespace mt;
using llvm::StringRef;

namespace {
struct TypeName {
  TypeKind Kind;
  StringRef Language, Short;
};
} // namespace

static constexpr TypeName Names[] = {
    {TypeKind::Bool, "int1", "i1"},
    {TypeKind::I8, "int8", "i8"},
    {TypeKind::I16, "int16", "i16"},
    {TypeKind::I32, "int32", "i32"},
    {TypeKind::I64, "int64", "i64"},
    {TypeKind::U8, "uint8", "u8"},
    {TypeKind::U16, "uint16", "u16"},
    {TypeKind::U32, "uint32", "u32"},
    {TypeKind::U64, "uint64", "u64"},
    {TypeKind::F8E4M3FN, "float8e4nv", "fp8e4nv"},
    {TypeKind::F8E5M2, "float8e5", "fp8e5"},
    {TypeKind::F8E4M3FNUZ, "float8e4b8", "fp8e4b8"},
    {TypeKind::F8E5M2FNUZ, "float8e5b16", "fp8e5b16"},
    {TypeKind::F16, "float16", "fp16"},
    {TypeKind::BF16, "bfloat16", "bf16"},
    {TypeKind::F32, "float32", "fp32"},
    {TypeKind::F64, "float64", "fp64"},
};

Type mt::parseTypeName(Context &Ctx, StringRef Name) {
  for (const TypeName &N : Names)
    if (Name == N.Language || Name == N.Short)
      return Ctx.scalar(N.Kind);
  if (Name == "u1" || Name == "B")
    return Ctx.boolean();
  if (auto Kind = parseScalarKind(Name))
    return Ctx.scalar(*Kind);
  return {};
}

std::string mt::tritonTypeName(Type Ty) {
  if (Ty.isTile()) {
    std::string Text = "<[";
    for (auto [I, Extent] : llvm::enumerate(Ty.shape()))
      Text += (I ? ", " : "") + std::to_string(Extent);
    return Text + "], " + tritonTypeName(Ty.elementType()) + ">";
  }
  if (Ty.isPointer())
    return "pointer<" + tritonTypeName(Ty.pointee()) + ">";
  for (const TypeName &N : Names)
    if (Ty.kind() == N.Kind)
      return (Ty.isFloat() ? N.Short : N.Language).str();
  return Ty.str();
}

Type mt::parseTypeSpelling(Context &Ctx, StringRef Text) {
  Text = Text.trim();
  bool IsConst = false;
  StringRef Pointee = Text;
  if (Pointee.consume_front("*")) {
    // `*kfp32` points to memory that is only read.
    IsConst = Pointee.consume_front("k");
  } else if (Pointee.consume_front("ptr<") && Pointee.consume_back(">")) {
    Pointee = Pointee.trim();
    if (Pointee.consume_front("const "))
      IsConst = true;
  } else {
    Text.consume_front("tl.");
    return parseTypeName(Ctx, Text);
  }
  Pointee = Pointee.trim();
  Pointee.consume_front("tl.");
  // Pointers to pointers nest.
  Type Element = Pointee.starts_with("*") || Pointee.starts_with("ptr<")
                     ? parseTypeSpelling(Ctx, Pointee)
                     : parseTypeName(Ctx, Pointee);
  return Element ? Ctx.pointer(Element, IsConst) : Type();
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// Reads the hint behind a type.
static LogicalResult parseHint(StringRef Entry, StringRef Hint,
                               KernelArgument &A, DiagnosticEngine &Diags) {
  unsigned Value = 0;
  if (Hint.trim().getAsInteger(10, Value) || Value == 0 ||
      !llvm::isPowerOf2_32(Value))
    return Diags.error({}).category(CompileErrorCategory)
           << "the hint of signature entry '" << Entry
           << "' must be 1 or a power of two such as 16";
  if (Value != 1) {
    A.Divisible = Value;
    return success();
  }
  if (!A.Ty.isInteger())
    return Diags.error({}).category(CompileErrorCategory)
           << "the hint ':1' of signature entry '" << Entry
           << "' states the value 1, which only an integer can have";
  A.EqualsOne = true;
  return success();
}

/// True if Text reads as a Python literal of a compile-time value.
static bool isLiteral(StringRef Text) {
  if (Text.empty())
    return false;
  if (Text == "None" || Text == "True" || Text == "False" || Text == "inf" ||
      Text == "nan" || Text == "-inf")
    return true;
  char C = Text.front();
  return llvm::isDigit(C) || C == '-' || C == '+' || C == '.' || C == '"' ||
         C == '\'';
}

static LogicalResult parseEntry(Context &Ctx, StringRef Entry,
                                KernelArgument &A, DiagnosticEngine &Diags) {
  StringRef Text = Entry;
  size_t Equal = Entry.find('=');
  if (Equal != StringRef::npos) {
    A.Name = Entry.take_front(Equal).trim().str();
    Text = Entry.drop_front(Equal + 1).trim();
  }
  if (isLiteral(Text)) {
    A.Literal = Text.str();
    return success();
  }
  auto [Spelling, Hint] = Text.split(':');
  // A named `DT=fp32` may mean the type itself, for a compile-time parameter;
  // only the parameter's annotation can tell. A prefix says so here.
  if (Spelling.trim().starts_with("tl.")) {
    A.Literal = Text.str();
    return success();
  }
  A.Ty = parseTypeSpelling(Ctx, Spelling);
  if (!A.Ty)
    return Diags.error({}).category(CompileErrorCategory)
           << "signature entry '" << Entry
           << "' is neither a type (such as *fp32, ptr<f32>, i32) nor a "
              "value (such as 256, 1.5, True, tl.float32)";
  return Hint.empty() ? success() : parseHint(Entry, Hint, A, Diags);
}

/// The end of the entry at the front of Text: a comma outside of brackets and
/// quotes.
static size_t entryEnd(StringRef Text) {
  int Depth = 0;
  char Quote = 0;
  for (size_t I = 0; I != Text.size(); ++I) {
    char C = Text[I];
    if (Quote)
      Quote = C == Quote ? 0 : Quote;
    else if (C == '"' || C == '\'')
      Quote = C;
    else if (C == '<' || C == '(' || C == '[')
      ++Depth;
    else if (C == '>' || C == ')' || C == ']')
      --Depth;
    else if (C == ',' && Depth <= 0)
      return I;
  }
  return Text.size();
}

LogicalResult mt::parseSignature(Context &Ctx, StringRef Text,
                                 KernelSignature &Result,
                                 DiagnosticEngine &Diags) {
  bool Failed = false;
  Text = Text.trim();
  while (!Text.empty()) {
    size_t End = entryEnd(Text);
    StringRef Entry = Text.take_front(End).trim();
    Text = Text.drop_front(std::min(End + 1, Text.size())).ltrim();
    KernelArgument A;
    if (Entry.empty()) {
      Diags.error({}).category(CompileErrorCategory)
          << "the signature has an empty entry";
      Failed = true;
      continue;
    }
    Failed |= failed(parseEntry(Ctx, Entry, A, Diags));
    Result.Args.push_back(std::move(A));
  }
  return llvm::success(!Failed);
}

LogicalResult mt::parseDefinition(StringRef Text, KernelSignature &Result,
                                  DiagnosticEngine &Diags) {
  auto [Name, Value] = Text.split('=');
  Name = Name.trim();
  Value = Value.trim();
  if (Name.empty() || Value.empty())
    return Diags.error({}).category(CompileErrorCategory)
           << "'" << Text
           << "' must have the form NAME=VALUE, such as BLOCK=256";
  KernelArgument A;
  A.Name = Name.str();
  A.Literal = Value.str();
  Result.Args.push_back(std::move(A));
  return success();
}
