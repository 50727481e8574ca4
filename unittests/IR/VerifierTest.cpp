//===- VerifierTest.cpp - Tests of the verifier on malformed IR -----------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//

#include "TextTestUtil.h"
#include "mytriton/IR/Builder.h"

using namespace mt;
using namespace mt::test;

namespace {

/// A kernel to put malformed ops into.
class VerifierTest : public ::testing::Test {
protected:
  VerifierTest() : M(Ctx), K(M.addKernel("k")), B(K) {
    P = K.addParam("p", Ctx.pointer(Ctx.f32()));
    N = K.addParam("n", Ctx.i32());
    C = K.addParam("c", Ctx.boolean());
  }

  std::string errors() {
    Collected Diags;
    bool Failed = failed(verify(M, Diags));
    EXPECT_EQ(Failed, Diags.hasErrors());
    return Diags.text();
  }
  /// Errors without the `in ...` notes of ops that have no location.
  std::string firstLine() {
    std::string Text = errors();
    return Text.substr(0, Text.find('\n'));
  }
  Op *make(OpKind Kind, llvm::ArrayRef<Value *> Operands,
           llvm::ArrayRef<Type> Results, AttrDict Attrs = {}) {
    return B.create(Kind, Operands, Results, Attrs);
  }

  Context Ctx;
  Module M;
  Kernel &K;
  OpBuilder B;
  BlockArgument *P, *N, *C;
};

TEST_F(VerifierTest, soundKernelsHaveNoErrors) {
  B.create<AddOp>(N, N);
  EXPECT_EQ(errors(), "");
}

TEST_F(VerifierTest, namesTheOpThatHasNoLocation) {
  make(OpKind::Add, {N}, {Ctx.i32()});
  EXPECT_EQ(errors(), "error: 'add': takes 2 operands, got 1\n"
                      "  note: in `%0 = add n : i32`\n");
}

TEST_F(VerifierTest, counts) {
  make(OpKind::Store, {P, N, C}, {Ctx.f32()});
  EXPECT_EQ(firstLine(), "error: 'store': has 0 results, got 1");
}

TEST_F(VerifierTest, noneWhereAValueIsNeeded) {
  make(OpKind::Add, {N, nullptr}, {Ctx.i32()});
  EXPECT_EQ(firstLine(), "error: 'add': operand 1 must not be none");
}

TEST_F(VerifierTest, missingTypes) {
  make(OpKind::Add, {N, N}, {Type()});
  EXPECT_EQ(firstLine(), "error: 'add': result 0 has no type");
}

TEST_F(VerifierTest, oversizedTiles) {
  Type Huge = Ctx.tile({1 << 20, 1 << 20}, Ctx.f32());
  make(OpKind::Cast, {N}, {Huge});
  EXPECT_NE(firstLine().find("a tile has from 1 to 1048576 elements"),
            std::string::npos);
}

TEST_F(VerifierTest, attributes) {
  make(OpKind::ProgramId, {}, {Ctx.i32()});
  EXPECT_EQ(firstLine(), "error: 'program_id': needs the attribute 'axis'");
}

TEST_F(VerifierTest, attributeKinds) {
  make(OpKind::ProgramId, {}, {Ctx.i32()},
       Ctx.dict({Ctx.named("axis", Ctx.stringAttr("x"))}));
  EXPECT_EQ(firstLine(), "error: 'program_id': attribute 'axis' must be an "
                         "integer, got \"x\"");
}

TEST_F(VerifierTest, undeclaredAttributes) {
  make(OpKind::Add, {N, N}, {Ctx.i32()},
       Ctx.dict({Ctx.named("my.note", Ctx.intAttr(1)),
                 Ctx.named("note", Ctx.intAttr(1))}));
  EXPECT_EQ(firstLine(), "error: 'add': has no attribute 'note'; names of "
                         "further ones contain a dot");
}

TEST_F(VerifierTest, useBeforeDefinitionInOneBlock) {
  Op *A = B.create<AddOp>(N, N);
  Op *Late = B.create<AddOp>(N, N);
  A->setOperand(1, Late->result());
  EXPECT_EQ(errors(), "error: 'add': operand 1 is not defined before this use\n"
                      "  note: in `%0 = add n, %1 : i32`\n"
                      "  note: defined here, later in the same block\n");
}

TEST_F(VerifierTest, useOfItself) {
  Op *A = B.create<AddOp>(N, N);
  A->setOperand(0, A->result());
  EXPECT_NE(errors().find("note: defined by this op, which encloses the use"),
            std::string::npos);
}

TEST_F(VerifierTest, useOfAValueOfAnotherRegion) {
  auto *If = B.create<IfOp>(C, llvm::ArrayRef<Type>());
  B.setInsertionPointToEnd(If->thenBlock());
  Op *Inside = B.create<AddOp>(N, N);
  B.createTerminator(OpKind::Yield, {});
  B.setInsertionPointToEnd(If->elseBlock());
  B.create<AddOp>(Inside->result(), N);
  B.createTerminator(OpKind::Yield, {});
  EXPECT_NE(
      errors().find(
          "note: defined here, in a region that does not enclose the use"),
      std::string::npos);
}

TEST_F(VerifierTest, useOfAnArgumentOfAnotherRegion) {
  auto *Loop = B.create<ForOp>(N, N, N, llvm::ArrayRef<Value *>());
  B.create<AddOp>(Loop->inductionVar(), N);
  B.setInsertionPointToEnd(Loop->body());
  B.createTerminator(OpKind::Yield, {});
  EXPECT_NE(errors().find("operand 0 is an argument of a region that does not "
                          "enclose the use"),
            std::string::npos);
}

TEST_F(VerifierTest, useOfDetachedAndForeignOps) {
  Op *Gone = B.create<AddOp>(N, N);
  B.create<AddOp>(Gone->result(), N);
  Gone->remove();
  EXPECT_NE(errors().find("is a result of an op 'add' that stands in no block"),
            std::string::npos);
  Kernel &Other = M.addKernel("other");
  OpBuilder InOther(Other);
  InOther.create<AddOp>(N, N);
  EXPECT_NE(errors().find("operand 0 is an argument in another kernel, @k"),
            std::string::npos);
}

TEST_F(VerifierTest, verdictsDoNotDependOnEarlierRuns) {
  Op *A = B.create<AddOp>(N, N);
  Op *Late = B.create<AddOp>(N, N);
  for (unsigned I = 0; I != 600; ++I) {
    A->setOperand(1, I % 2 ? Late->result() : static_cast<Value *>(N));
    EXPECT_EQ(errors().empty(), I % 2 == 0) << I;
  }
}

TEST_F(VerifierTest, terminatorsInTheMiddle) {
  auto *If = B.create<IfOp>(C, llvm::ArrayRef<Type>());
  B.setInsertionPointToEnd(If->elseBlock());
  B.createTerminator(OpKind::Yield, {});
  B.setInsertionPointToEnd(If->thenBlock());
  B.createTerminator(OpKind::Yield, {});
  B.createTerminator(OpKind::Yield, {});
  EXPECT_EQ(firstLine(), "error: 'yield': must be the last op of its region");
}

TEST_F(VerifierTest, regionsWithoutEnd) {
  B.create<IfOp>(C, llvm::ArrayRef<Type>());
  EXPECT_EQ(firstLine(), "error: 'if': region 0 must end in 'yield'");
}

TEST_F(VerifierTest, loopsWithoutArguments) {
  make(OpKind::For, {N, N, N}, {});
  EXPECT_EQ(firstLine(), "error: 'for': region 0 must have 1 argument, got 0");
  EXPECT_EQ(verifyErrors("kernel @k() {\nyield\n}"),
            "2:1: error: 'yield': must stand in a region of an op\n"
            "2:1: error: 'yield': stands outside of any region op\n");
}

TEST_F(VerifierTest, fragmentsAndTilesDoNotMix) {
  Value *F = make(OpKind::Splat, {N}, {Ctx.fragment(4, Ctx.i32())})->result();
  Value *T = B.create<ArangeOp>(0, 4)->result();
  make(OpKind::Add, {F, T}, {Ctx.tile({4}, Ctx.i32())});
  EXPECT_EQ(firstLine(), "error: 'add': mixes the tile type vector<4 x i32> "
                         "with the fragment type frag<4 x i32>");
}

TEST_F(VerifierTest, opsOfOneLevel) {
  Value *F = make(OpKind::Splat, {N}, {Ctx.fragment(4, Ctx.i32())})->result();
  AttrDict Shape = Ctx.dict({Ctx.named("shape", Ctx.shapeAttr({4}))});
  make(OpKind::Broadcast, {F}, {Ctx.tile({4}, Ctx.i32())}, Shape);
  make(OpKind::Splat, {N}, {Ctx.tile({4}, Ctx.i32())});
  std::string Text = errors();
  EXPECT_NE(Text.find("'broadcast': mixes the tile type"), std::string::npos);
  EXPECT_NE(Text.find("'splat': is an op of thread IR, got the tile type"),
            std::string::npos);
}

TEST_F(VerifierTest, parametersOfKernels) {
  K.addParam("n", Ctx.i32());
  K.addParam("", Ctx.i32());
  K.addParam("t", Ctx.tile({4}, Ctx.i32()));
  EXPECT_EQ(errors(), "error: kernel @k: two parameters are called 'n'\n"
                      "error: kernel @k: parameter 4 has no name\n"
                      "error: kernel @k: parameter 't' has type vector<4 x "
                      "i32>; parameters of kernels are scalars\n");
}

TEST_F(VerifierTest, reportsAtMostTwenty) {
  for (unsigned I = 0; I != 100; ++I)
    make(OpKind::Add, {N}, {Ctx.i32()});
  Collected Diags;
  EXPECT_TRUE(failed(verify(M, Diags)));
  EXPECT_EQ(Diags.numErrors(), 20u);
}

TEST_F(VerifierTest, everyFaultOfASignatureIsReported) {
  // Signatures are remembered when they are sound, never when they are not.
  make(OpKind::Add, {N, C}, {Ctx.i32()});
  make(OpKind::Add, {N, C}, {Ctx.i32()});
  Collected Diags;
  EXPECT_TRUE(failed(verify(M, Diags)));
  EXPECT_EQ(Diags.numErrors(), 2u);
}

TEST_F(VerifierTest, singleOps) {
  Collected Diags;
  EXPECT_TRUE(succeeded(verifyOp(B.create<AddOp>(N, N), Diags)));
  EXPECT_TRUE(failed(verifyOp(make(OpKind::Add, {N}, {}), Diags)));
}

TEST(Verifier, calls) {
  const char *Func = "func @f(%0: i32) -> (f32) {\nreturn 1.0\n}\n";
  auto Call = [&](const std::string &Line) {
    std::string Text =
        verifyErrors(Func + ("kernel @k(n: i32) {\n" + Line) + "\n}");
    return Text.substr(0, Text.find('\n'));
  };
  EXPECT_EQ(Call("%0 = call @f(n) : f32"), "");
  EXPECT_EQ(Call("%0 = call @g(n) : f32"),
            "5:1: error: 'call': no func is called @g");
  EXPECT_EQ(Call("call @k(n)"), "5:1: error: 'call': @k is a kernel; only "
                                "funcs are called");
  EXPECT_EQ(Call("%0 = call @f() : f32"),
            "5:1: error: 'call': @f takes 1 argument, got 0");
  EXPECT_EQ(Call("%0 = call @f(1:i64) : f32"),
            "5:1: error: 'call': argument 0 has type i64, but @f takes i32");
  EXPECT_EQ(Call("%0 = call @f(n) : f64"),
            "5:1: error: 'call': the result types are not those of @f");
}

} // namespace
