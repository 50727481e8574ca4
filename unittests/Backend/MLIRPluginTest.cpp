//===- MLIRPluginTest.cpp - Tests of compiling MLIR text ------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mytriton/Backend/MLIR/MLIRPlugin.h"
#include "mytriton/Backend/NVPTX/MachineCode.h"
#include "mytriton/IR/Context.h"
#include "mytriton/IR/Kernel.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <thread>

using namespace mt;
using llvm::StringRef;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

namespace {

class MLIRPluginTest : public testing::Test {
protected:
  void SetUp() override {
#ifndef MYTRITON_HAS_MLIR
    GTEST_SKIP() << "built without MLIR";
#endif
  }
};

} // namespace

static constexpr StringRef AddWithPointers = R"(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%x: !llvm.ptr<1> {llvm.noalias}, %y: !llvm.ptr<1>,
                  %out: !llvm.ptr<1>, %n: i32) kernel
        attributes {nvvm.maxntid = array<i32: 256, 1, 1>} {
      %c256 = arith.constant 256 : i32
      %bid_x = gpu.block_id x
      %tid_x = gpu.thread_id x
      %block = arith.index_cast %bid_x : index to i32
      %thread = arith.index_cast %tid_x : index to i32
      %0 = arith.muli %block, %c256 : i32
      %1 = arith.addi %0, %thread : i32
      %2 = arith.cmpi slt, %1, %n : i32
      scf.if %2 {
        %3 = llvm.getelementptr %x[%1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        %4 = llvm.getelementptr %y[%1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        %5 = llvm.load %3 : !llvm.ptr<1> -> f32
        %6 = llvm.load %4 : !llvm.ptr<1> -> f32
        %7 = arith.addf %5, %6 : f32
        %8 = llvm.getelementptr %out[%1] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
        llvm.store %7, %8 : f32, !llvm.ptr<1>
      }
      gpu.return
    }
  }
}
)";

static constexpr StringRef AddWithMemRefs = R"(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @add(%x: memref<?xf32>, %y: memref<?xf32>, %out: memref<?xf32>, %n: i32) kernel {
      %c256 = arith.constant 256 : i32
      %bid_x = gpu.block_id x
      %tid_x = gpu.thread_id x
      %block = arith.index_cast %bid_x : index to i32
      %thread = arith.index_cast %tid_x : index to i32
      %0 = arith.muli %block, %c256 : i32
      %1 = arith.addi %0, %thread : i32
      %2 = arith.cmpi slt, %1, %n : i32
      scf.if %2 {
        %i = arith.index_cast %1 : i32 to index
        %3 = memref.load %x[%i] : memref<?xf32>
        %4 = memref.load %y[%i] : memref<?xf32>
        %5 = arith.addf %3, %4 : f32
        memref.store %5, %out[%i] : memref<?xf32>
      }
      gpu.return
    }
  }
}
)";

/// Stage of Text by the passes that follow any emitter of LLVM IR.
static std::string compile(StringRef Text, StringRef Stage,
                           bool LineInfo = false) {
  Context Ctx;
  mt::Module Unused(Ctx);
  auto Emit = [&](mt::Module &, std::unique_ptr<llvm::Module> &Target,
                  const nvptx::EmissionOptions &Options)
      -> llvm::Expected<std::vector<GPUKernelInfo>> {
    auto Lowered = lowerMLIR(Text, Options.LineInfo, Target->getContext());
    if (!Lowered)
      return Lowered.takeError();
    Target = std::move(*Lowered);
    return std::vector<GPUKernelInfo>();
  };
  TargetOptions Options;
  Options.Arch = "sm_80";
  Options.LineInfo = LineInfo;
  llvm::SmallString<0> Out;
  llvm::raw_svector_ostream OS(Out);
  if (llvm::Error E = nvptx::emitStage(Unused, Stage, Options, Emit, OS))
    return llvm::toString(std::move(E));
  return Out.str().str();
}

static size_t count(StringRef Text, StringRef Word) { return Text.count(Word); }

TEST_F(MLIRPluginTest, PointersToPTX) {
  std::string PTX = compile(AddWithPointers, "ptx");
  EXPECT_THAT(PTX, AllOf(HasSubstr(".visible .entry add("),
                         HasSubstr(".maxntid 256"), HasSubstr("add.rn.f32")));
  EXPECT_EQ(count(PTX, "ld.global"), 2u);
  EXPECT_EQ(count(PTX, "st.global"), 1u);
  EXPECT_EQ(count(PTX, "\n\t.param"), 4u);
}

// Generic pointers of kernel parameters are found to be global: no access is
// slower for the calling convention.
TEST_F(MLIRPluginTest, MemRefsToPTX) {
  std::string PTX = compile(AddWithMemRefs, "ptx");
  EXPECT_EQ(count(PTX, "\n\t.param"), 3 * 5 + 1u);
  EXPECT_EQ(count(PTX, "ld.global"), 2u);
  EXPECT_EQ(count(PTX, "st.global"), 1u);
}

TEST_F(MLIRPluginTest, LocationsAreKeptOnRequest) {
  EXPECT_THAT(compile(AddWithPointers, "llvm"), Not(HasSubstr("!DILocation")));
  EXPECT_THAT(compile(AddWithPointers, "llvm", /*LineInfo=*/true),
              HasSubstr("!DILocation"));
}

static std::string verify(StringRef Text) {
  return llvm::toString(verifyMLIR(Text));
}

TEST_F(MLIRPluginTest, ErrorsNameTheirPlace) {
  EXPECT_EQ(verify(AddWithPointers), "");
  EXPECT_EQ(verify("module {\n  %0 = arith.addi %x, %x : i32\n}"),
            "mlir:2:19: use of undeclared SSA value name");
  EXPECT_THAT(verify("module {"), StartsWith("mlir:1:"));
  EXPECT_THAT(
      verify("gpu.module @k {\n  gpu.func @f() kernel {\n"
             "    \"gpu.return\"() : () -> i32 loc(\"a.py\":7:3)\n  }\n}"),
      StartsWith("a.py:7:3: "));
}

TEST_F(MLIRPluginTest, LoweringReportsWhatItCannotDo) {
  llvm::LLVMContext Ctx;
  auto Fail = [&](StringRef Text) {
    auto Lowered = lowerMLIR(Text, /*LineInfo=*/false, Ctx);
    return Lowered ? "lowered" : llvm::toString(Lowered.takeError());
  };
  EXPECT_EQ(Fail("module {}"), "mlir:1:1: expected one gpu.module");
  EXPECT_EQ(Fail(R"(module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f(%x: f32, %p: !llvm.ptr<1>) kernel {
      %0 = llvm.intr.exp2(%x) : (f32) -> f32
      llvm.store %0, %p : f32, !llvm.ptr<1>
      gpu.return
    }
  }
})"),
            "mlir:4:12: failed to legalize operation 'llvm.intr.exp2' that was "
            "explicitly marked illegal");
}

// A context serves one call at a time and is used again.
TEST_F(MLIRPluginTest, ThreadsCompileAtOnce) {
  std::string Expected = compile(AddWithPointers, "ptx");
  std::vector<std::string> Results(8);
  std::vector<std::thread> Threads;
  for (std::string &Result : Results)
    Threads.emplace_back([&Result] {
      for (int I = 0; I != 30; ++I)
        Result = compile(AddWithPointers, "ptx");
    });
  for (std::thread &T : Threads)
    T.join();
  EXPECT_THAT(Results, testing::Each(Expected));
}
