//===- RoundTripTest.cpp - Every op through text and back -----------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleGenerator.h"
#include "llvm/Support/Format.h"

using namespace mt;
using namespace mt::test;

void Generator::checkRoundTrip() {
  Collected Diags;
  ASSERT_TRUE(succeeded(verify(M, Diags))) << Diags.text().substr(0, 4000);
  std::string Text = printed(M);
  auto Same = parsed(Ctx, Text);
  ASSERT_TRUE(Same);
  std::string Why;
  EXPECT_TRUE(structurallyEqual(M, *Same, &Why)) << Why;
  EXPECT_EQ(printed(*Same), Text);
  // A fresh context shares no address with ours; locations survive as well.
  Context Other;
  std::string Located = printed(*Same, {/*Locations=*/true});
  auto Foreign = parsed(Other, Located);
  ASSERT_TRUE(Foreign);
  EXPECT_TRUE(structurallyEqual(M, *Foreign, &Why)) << Why;
  EXPECT_EQ(printed(*Foreign, {/*Locations=*/true}), Located);
}

void Generator::checkCoverage() {
  llvm::raw_ostream &OS = llvm::outs();
  OS << "ops made, by op and element type:\n";
  for (unsigned K = 0; K != NumOpKinds; ++K) {
    unsigned Total = 0;
    OS << llvm::left_justify(getOpInfo(OpKind(K)).Mnemonic, 16);
    for (unsigned T = 0; T <= NumScalarKinds; ++T) {
      Total += Covered[K][T];
      if (Covered[K][T])
        OS << ' ' << (T == NumScalarKinds ? "ptr" : scalarKindName(TypeKind(T)))
           << ':' << Covered[K][T];
      bool Wanted = getOpInfo(OpKind(K)).NumOperands && T < NumScalarKinds &&
                    takes(OpKind(K), Ctx.scalar(TypeKind(T)), Shape::Scalar);
      EXPECT_TRUE(!Wanted || Covered[K][T])
          << getOpInfo(OpKind(K)).Mnemonic << " misses a type it takes: " << T;
    }
    OS << '\n';
    EXPECT_NE(Total, 0u) << getOpInfo(OpKind(K)).Mnemonic
                         << " is not generated: teach the generator";
  }
  OS.flush();
}

TEST(RoundTrip, everyOpOnEveryTypeItTakes) {
  Generator G;
  G.generateAll();
  G.checkRoundTrip();
  G.checkCoverage();
}
