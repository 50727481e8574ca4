//===- ParserErrorTest.cpp - Tests of what the parser reports -------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "TextTestUtil.h"
#include <random>

using namespace mt;
using namespace mt::test;

namespace {

std::string inKernel(const std::string &Lines) {
  return "kernel @k(p: ptr<f32>, n: i32, b: bool) {\n" + Lines + "\n}\n";
}

void expectErrors(const std::string &Lines, const std::string &Wanted) {
  EXPECT_EQ(parseErrors(inKernel(Lines)), Wanted) << Lines;
}

TEST(ParserError, namesAndDefinitions) {
  expectErrors("%0 = add n, %3 : i32",
               "2:13: error: use of undefined value %3\n");
  expectErrors("%0 = add n, %3 : i32\n%3 = add n, n : i32",
               "2:13: error: use of undefined value %3\n"
               "  3:1: note: defined here, after its first use\n");
  expectErrors("%0 = add n, n : i32\n%0 = add n, n : i32",
               "3:1: error: redefinition of %0\n"
               "  2:1: note: first defined here\n");
  expectErrors("if b {\n%x = add n, n : i32\n}\n%y = add %x, n : i32",
               "5:10: error: use of %x, whose region has ended; only results "
               "of the enclosing op leave a region\n"
               "  3:1: note: defined here\n");
  expectErrors("%0 = add n, m : i32",
               "2:13: error: no parameter is called 'm'\n");
  expectErrors("%0, %1 = add n, n : i32",
               "2:1: error: 2 names for the 1 result of 'add'\n");
}

TEST(ParserError, faultyDefinitionsDoNotCascade) {
  expectErrors("%0 = ad n, n : i32\n%1 = add %0, %9 : i32\n%2 = add %1, %0 : "
               "i32",
               "2:6: error: unknown op 'ad'; did you mean 'add'?\n"
               "3:14: error: use of undefined value %9\n");
}

TEST(ParserError, opsAndOperands) {
  expectErrors("%0 = frobnicate n : i32",
               "2:6: error: unknown op 'frobnicate'\n");
  expectErrors("%0 = add n : i32",
               "2:6: error: 'add' takes 2 operands, got 1\n");
  expectErrors("%0 = add n, n, n : i32",
               "2:6: error: 'add' takes 2 operands, got 3\n");
  expectErrors("%0 = add n, n",
               "2:14: error: expected ':' and the type of the result of "
               "'add'\n");
  expectErrors("store p, 1.0, none : f32",
               "2:1: error: 'store' has 0 results, but 1 type is given\n");
  expectErrors("%0 = add n, : i32",
               "2:13: error: expected an operand, got ':'\n");
  expectErrors("= add n, n : i32", "2:1: error: expected an op, got '='\n");
}

TEST(ParserError, literals) {
  expectErrors("%0 = cmp_lt 1, 2 : bool",
               "2:13: error: nothing fixes the type of this literal; write it "
               "behind the literal, as in 2:i64\n");
  expectErrors("%0 = add 128, n : i8",
               "2:10: error: this number does not fit in i8\n");
  expectErrors("%0 = add 1, -1 : u8",
               "2:13: error: this number does not fit in u8\n");
  expectErrors("%0 = add 99999999999999999999, 1 : u64",
               "2:10: error: this number does not fit in u64\n");
  expectErrors("%0 = add 1.5, n : i32",
               "2:10: error: '1.5' is no integer, but its type is i32\n");
  expectErrors("%0 = and 1, b : bool",
               "2:10: error: a bool is written true or false\n");
  expectErrors("%0 = add 1e39, 1.0 : f32",
               "2:10: error: this number is too large for f32\n");
  expectErrors("%0 = add inf, 1.0 : f8e4m3fn",
               "2:10: error: type f8e4m3fn has no such value\n");
  expectErrors("%0 = add nan(0x1), 1.0 : f32",
               "2:10: error: type f32 has no such value\n");
  expectErrors("%0 = select b, 1, 2 : ptr<f32>",
               "2:16: error: '1' is no literal of type ptr<f32>\n");
}

TEST(ParserError, types) {
  expectErrors("%0 = cast n : i3", "2:15: error: unknown type 'i3'\n");
  expectErrors("%0 = cast n : vector<0 x i32>",
               "2:22: error: extents must be positive\n");
  expectErrors("%0 = cast n : vector<99999999999999999999 x i32>",
               "2:22: error: this number is too large\n");
  expectErrors("%0 = cast n : block<1048576x1048576 x i32>",
               "2:21: error: more than 1048576 elements\n");
  expectErrors("%0 = cast n : block<4 x i32>",
               "2:21: error: a block has two extents or more; one makes a "
               "vector\n");
  expectErrors("%0 = cast n : ptr<vector<4 x i32>>",
               "2:19: error: a pointer points to a scalar\n");
  expectErrors("%0 = cast n : vector<4 x f32",
               "2:29: error: expected '>' to end the type\n");
  std::string Deep = "%0 = cast n : ";
  for (unsigned I = 0; I != 100000; ++I)
    Deep += "ptr<";
  EXPECT_NE(parseErrors(inKernel(Deep)).find("nested deeper than 32"),
            std::string::npos);
}

TEST(ParserError, attributes) {
  expectErrors("%0 = program_id {axis} : i32",
               "2:22: error: expected '=' behind the attribute's name, got "
               "'}'\n");
  expectErrors("%0 = program_id {axis=0, axis=1} : i32",
               "2:26: error: attribute 'axis' is given twice\n");
  expectErrors("%0 = load p {cache=\"a\\q\"} : f32",
               "2:20: error: malformed escape in a string\n");
  expectErrors("%0 = program_id {axis=%0} : i32\n%1 = ad",
               "2:23: error: expected the value of an attribute, got '%0'\n"
               "3:6: error: unknown op 'ad'; did you mean 'add'?\n");
}

TEST(ParserError, regions) {
  expectErrors("for %i in range(0, n) {\n%x = nonsense\n}\n%y = ad n",
               "2:21: error: expected ',': a range has start, end and step, "
               "got ')'\n"
               "5:6: error: unknown op 'ad'; did you mean 'add'?\n");
  expectErrors("%0 = for %i in range(0, n, 1) iter_args(%a = 0, %b = 1) : i32 "
               "{\nyield %a\n}",
               "2:6: error: 'for' carries 2 values, but 1 type is given\n");
  expectErrors("%0 = if b : i32 {\nyield 1\n}",
               "4:2: error: expected 'else': an 'if' with results has two "
               "regions\n");
  EXPECT_EQ(parseErrors("kernel @k(b: bool) {\nif b {\n"),
            "3:1: error: expected '}' to end the region, got the end of the "
            "text\n  2:6: note: the region starts here\n");
  EXPECT_EQ(parseErrors("}"), "1:1: error: this '}' closes nothing\n");
}

TEST(ParserError, tooDeepRegions) {
  for (const char *Sep : {"\n", " "}) {
    std::string Text = "kernel @k() {\n";
    for (unsigned I = 0; I != 20000; ++I)
      Text += std::string("if true {") + Sep;
    std::string Errors = parseErrors(Text);
    EXPECT_NE(Errors.find("error: regions nested deeper than 256\n"),
              std::string::npos)
        << Errors;
    EXPECT_EQ(std::count(Errors.begin(), Errors.end(), '\n'), 1) << Errors;
  }
  std::string Fine = "kernel @k() {\n";
  for (unsigned I = 1; I != MaxRegionDepth; ++I)
    Fine += "if true {";
  EXPECT_EQ(parseErrors(Fine + std::string(MaxRegionDepth, '}')), "");
}

TEST(ParserError, headers) {
  EXPECT_EQ(
      parseErrors("kernel k() {\n}\nkernel @k() {\n}\nkernel @k() {\n}\n"),
      "1:8: error: expected '@' and a name, got 'k'\n"
      "5:8: error: a second kernel or func is called @k\n"
      "  3:8: note: the first one\n");
  EXPECT_EQ(parseErrors("kernel @k(n: i32, n: f32) {\n}"),
            "1:19: error: a second parameter is called 'n'\n");
  EXPECT_EQ(parseErrors("kernel @k(for: i32) {\n}"),
            "1:11: error: 'for' is a word of the language; write the name in "
            "quotes\n");
  EXPECT_EQ(parseErrors("func @f(%0: i32) {\n}"),
            "1:18: error: expected '->' and the result types, got '{'\n");
  EXPECT_EQ(parseErrors("%0 = add x, x : i32"),
            "1:10: error: no parameter is called 'x'\n"
            "  1:10: note: a body without header declares its parameters in a "
            "first line, as in `params x: ptr<f32>`\n"
            "1:13: error: no parameter is called 'x'\n");
}

TEST(ParserError, stopsAfterTwenty) {
  std::string Lines;
  for (unsigned I = 0; I != 1000; ++I)
    Lines += "foo\n";
  std::string Errors = parseErrors(inKernel(Lines));
  EXPECT_EQ(std::count(Errors.begin(), Errors.end(), '\n'), 21) << Errors;
  EXPECT_NE(Errors.find("note: this was error number 20; the rest of the text "
                        "is not read"),
            std::string::npos);
}

TEST(ParserError, randomBytesAreErrors) {
  std::mt19937 Random(7);
  for (unsigned Size : {1u, 10u, 1000u, 1000000u}) {
    std::string Text(Size, '\0');
    for (char &C : Text)
      C = char(Random());
    Text[0] = '%'; // never blank
    EXPECT_NE(parseErrors(Text), "");
  }
}

/// Random edits of good text: any outcome but a crash. What parses is verified
/// and, if that succeeds, survives another round.
TEST(ParserError, mutatedTextNeverCrashes) {
  const std::string Good =
      "kernel @k(p: ptr<f32>, \"for\": i32 {divisible=16}) attributes {a=1} {\n"
      "  %0, %1 = for %2 in range(0, 10:i64, -1) iter_args(%3 = nan(0x7fc00001)"
      ", %4 = true) : f32, bool {\n"
      "    %5 = load p, %4, 1e-05 {cache=\"x\\\"\", shape=(8,)} : f32\n"
      "    yield %5, false\n"
      "  } loc(callsite(\"f.py\":1:2 to 3:4 at \"g.py\":5:6))\n"
      "  %6 = while iter_args(%7 = 1) : i32 {\n    condition true\n  } do {\n"
      "    yield %7\n  }\n"
      "  if %1 {\n    store p, %0, none\n  } else {\n  }\n"
      "  %8 = call @f(%0, 2:u8) : block<2x4 x ptr<const f16, 1>>\n}\n"
      "func @f(%0: f32, %1: u8) -> (i8, i16) { return -128, 1 }\n";
  const std::string Bits[] = {"{",     "}",
                              "(",     ")",
                              "<",     ">",
                              ",",     ":",
                              "=",     "%0",
                              "%",     "@",
                              "\"",    "-",
                              "->",    "none",
                              "for ",  "1e",
                              "nan",   "\n",
                              "yield", "//",
                              "\0",    "#",
                              "inf",   "999999999999999999"};
  std::mt19937 Random(11);
  for (unsigned Round = 0; Round != 4000; ++Round) {
    std::string Text = Good;
    for (unsigned Edits = 1 + Random() % 4; Edits; --Edits) {
      size_t At = Random() % Text.size(), Len = Random() % 12;
      if (Random() % 2)
        Text.erase(At, Len);
      else
        Text.insert(At, Bits[Random() % std::size(Bits)]);
    }
    Context Ctx;
    Collected Diags;
    auto M = parseModule(Ctx, Text, "test.mt", Diags);
    ASSERT_EQ(M == nullptr, Diags.hasErrors()) << Text;
    if (!M || failed(verify(*M, Diags)))
      continue;
    auto Again = parsed(Ctx, printed(*M));
    ASSERT_TRUE(Again && structurallyEqual(*M, *Again)) << Text;
  }
}

} // namespace
