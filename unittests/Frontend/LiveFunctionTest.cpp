//===- LiveFunctionTest.cpp - Compiling live functions
//---------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The package is stood in for by modules that bear its marks
// (`__mytriton_name__`, `__mytriton_kind__`).
//
//===----------------------------------------------------------------------===//

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "EmbeddedPython.h"
#include "FrontendTest.h"
#include "mytriton/IR/Kernel.h"
#include "mytriton/IR/Text.h"

using namespace mt;

namespace {

constexpr const char *Prelude = R"(
class Module: pass
class constexpr:
    __mytriton_kind__ = "constexpr"
    def __init__(self, value): self.value = value
class Jit:
    __mytriton_kind__ = "jit"
def load(): pass
load.__mytriton_name__ = "triton.language.load"
tl = Module(); tl.__mytriton_name__ = "triton.language"
f32 = Module(); f32.__mytriton_name__ = "triton.language.float32"
import math
WIDTH = 8
WRAPPED = constexpr((4, 2))
opaque = Module()
)";

class LiveFunctionTest : public FrontendTest {
protected:
  static void SetUpTestSuite() {
    std::string Error;
    ASSERT_TRUE(startEmbeddedPython(Error)) << Error;
  }

  /// Runs Source and returns the global called `kernel`.
  PyObject *define(const std::string &Source) {
    Globals = PyDict_New();
    PyDict_SetItemString(Globals, "__builtins__", PyEval_GetBuiltins());
    run(Prelude);
    run(Source.c_str());
    PyObject *F = PyDict_GetItemString(Globals, "kernel");
    EXPECT_NE(F, nullptr);
    return F;
  }
  void run(const char *Source) {
    PyObject *Code = Py_CompileString(Source, "live.py", Py_file_input);
    PyObject *R = Code ? PyEval_EvalCode(Code, Globals, Globals) : nullptr;
    if (!R)
      PyErr_Print();
    Py_XDECREF(R);
    Py_XDECREF(Code);
  }
  /// The body of the kernel that Text, from line Line of the file, means.
  std::string compile(const std::string &Text, llvm::StringRef Signature,
                      unsigned Line = 1, FrontendOptions Options = {}) {
    KernelSignature S;
    EXPECT_TRUE(succeeded(parseSignature(Ctx, Signature, S, Diags)));
    LiveFunction L;
    L.Function = Function;
    L.Source = {Text, "live.py", Line};
    auto Remember = [&](PyObject *, llvm::StringRef Name, PyObject *) {
      Read.push_back(Name.str());
    };
    L.OnGlobal = Remember;
    auto R = F.compileFunction(Ctx, Diags, L, S, Options);
    if (failed(R))
      return "failed";
    std::string Out;
    llvm::raw_string_ostream OS(Out);
    printBody(OS, *R->module().kernels().front());
    return Out;
  }

  Frontend F;
  PyObject *Globals = nullptr;
  PyObject *Function = nullptr;
  std::vector<std::string> Read;
};

TEST_F(LiveFunctionTest, GlobalsAndClosureGiveNamesTheirMeaning) {
  const std::string Source = R"(
def outer():
    STEP = 3
    def inner(x, N):
        p = x + tl.arange(0, WIDTH) * STEP + N + WRAPPED[0]
        tl.store(p, load(p).to(f32) * math.sqrt(4.0))
    return inner
kernel = outer()
)";
  Function = define(Source);
  // inspect.getsource gives the function indented, from its own line on.
  std::string Inner = R"(    def inner(x, N):
        p = x + tl.arange(0, WIDTH) * STEP + N + WRAPPED[0]
        tl.store(p, load(p).to(f32) * math.sqrt(4.0))
)";
  std::string Body = compile(Inner, "*fp32, 5", /*Line=*/4);
  EXPECT_EQ(Body, R"(%0 = arange {start=0, end=8} : vector<8 x i32>
%1 = mul %0, 3 : vector<8 x i32>
%2 = addptr x, %1 : vector<8 x ptr<f32>>
%3 = addptr %2, 5:i32 : vector<8 x ptr<f32>>
%4 = addptr %3, 4:i32 : vector<8 x ptr<f32>>
%5 = load %4, none, none : vector<8 x f32>
%6 = mul %5, 2.0 : vector<8 x f32>
store %4, %6, none
)");
  EXPECT_TRUE(llvm::is_contained(Read, "WIDTH"));
  EXPECT_TRUE(llvm::is_contained(Read, "STEP"));
}

TEST_F(LiveFunctionTest, ErrorsPointIntoTheFile) {
  Function = define("def kernel(x): pass\n");
  std::vector<unsigned> Lines;
  Diags.setHandler([&](const Diagnostic &D) {
    Lines.push_back(D.Loc.line());
    Messages.push_back(D.Message);
    Categories.push_back(D.Category);
  });
  EXPECT_EQ(compile("  def kernel(x):\n    y = [t for t in x]\n    z = opque\n"
                    "    opaque()\n",
                    "*fp32", /*Line=*/70),
            "failed");
  ASSERT_EQ(Lines, (std::vector<unsigned>{71, 72, 73}));
  EXPECT_EQ(Categories[0], ASTFrontendErrorCategory);
  EXPECT_EQ(Categories[1], CompileErrorCategory);
  EXPECT_EQ(Messages[1], "name 'opque' is not defined; did you mean 'opaque'?");
}

TEST_F(LiveFunctionTest, ConstexprObjectsAreUsedAsTheyAre) {
  Function = define("def kernel(x, DT, SHAPE, NAME): pass\n");
  KernelSignature S;
  ASSERT_TRUE(succeeded(parseSignature(Ctx, "x=*fp16", S, Diags)));
  PyObject *DT = PyDict_GetItemString(Globals, "f32");
  PyObject *Shape = PyDict_GetItemString(Globals, "WRAPPED");
  PyObject *Name = PyUnicode_FromString("sum");
  for (auto [Parameter, Object] :
       {std::pair("DT", DT), {"SHAPE", Shape}, {"NAME", Name}}) {
    KernelArgument A;
    A.Name = Parameter;
    A.Object = Object;
    S.Args.push_back(A);
  }
  LiveFunction L;
  L.Function = Function;
  L.Source = {"def kernel(x, DT, SHAPE, NAME):\n"
              "    tl.static_assert(SHAPE[1] == 2 and NAME == 'sum')\n"
              "    tl.static_assert(DT == tl.float32 and DT is f32)\n"
              "    tl.store(x, tl.load(x).to(DT))\n",
              "live.py"};
  EXPECT_TRUE(succeeded(F.compileFunction(Ctx, Diags, L, S)));
  EXPECT_TRUE(Messages.empty());
  Py_DECREF(Name);
}

TEST_F(LiveFunctionTest, AsTritonPlainGlobalsAreErrors) {
  Function = define("def kernel(x): pass\n");
  FrontendOptions Options;
  Options.AsTriton = true;
  const std::string Text = "def kernel(x):\n"
                           "    tl.store(x, WRAPPED[0])\n"
                           "    tl.store(x, WIDTH)\n";
  EXPECT_EQ(compile(Text, "*fp32", 1, Options), "failed");
  ASSERT_EQ(Messages.size(), 1u);
  EXPECT_TRUE(llvm::StringRef(Messages[0])
                  .starts_with("Cannot access global variable 'WIDTH'"));
}

TEST_F(LiveFunctionTest, NoPythonObjectSurvives) {
  Function = define("def kernel(x, N): pass\n");
  PyObject *Big = PyLong_FromLong(123456789);
  Py_ssize_t Before = Py_REFCNT(Big);
  KernelSignature S;
  ASSERT_TRUE(succeeded(parseSignature(Ctx, "x=*i32", S, Diags)));
  KernelArgument A;
  A.Name = "N";
  A.Object = Big;
  S.Args.push_back(A);
  LiveFunction L;
  L.Function = Function;
  L.Source = {"def kernel(x, N):\n    tl.store(x, N)\n", "live.py"};
  auto R = F.compileFunction(Ctx, Diags, L, S);
  ASSERT_TRUE(succeeded(R));
  EXPECT_EQ(Py_REFCNT(Big), Before);
  Py_DECREF(Big);
}

} // namespace
