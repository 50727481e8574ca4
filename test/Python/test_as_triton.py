"""The package under the name triton: what changes, and what does not."""

import subprocess
import sys

import numpy as np
import pytest

import mytriton
import mytriton.language as tl
from mytriton.as_triton import jit as triton_jit


def larger(out, x, y, BLOCK: tl.constexpr):
    place = tl.arange(0, BLOCK)
    tl.store(out + place, tl.maximum(tl.load(x + place), tl.load(y + place)))


def counting(out):
    total = 0
    for i in range(3):
        total += i
    tl.store(out, total)


own_larger, triton_larger = mytriton.jit(larger), triton_jit(larger)
own_counting, triton_counting = mytriton.jit(counting), triton_jit(counting)


def test_nan_of_maximum():
    x = np.array([np.nan, 1, 2, np.nan], np.float32)
    y = np.array([5, np.nan, 3, np.nan], np.float32)
    out = np.full(4, -1, np.float32)
    triton_larger[(1,)](out, x, y, BLOCK=4)
    np.testing.assert_array_equal(out, [5, 1, 3, np.nan])
    own_larger[(1,)](out, x, y, BLOCK=4)
    np.testing.assert_array_equal(out, [np.nan, np.nan, 3, np.nan])


def test_constant_range_stays_a_loop():
    out = np.zeros(1, np.int32)
    text = triton_counting.warmup(out).asm["expr"]
    assert "for" in text
    triton_counting[(1,)](out)
    assert out[0] == 3
    assert "for" not in own_counting.warmup(out).asm["expr"]


def test_num_warps_and_globals():
    assert triton_counting.warmup(tl.int32).metadata.num_warps == 4
    assert own_counting.warmup(tl.int32).num_warps is None


SCRIPT = """
import sys
import triton
import triton.language as tl
from triton.language import constexpr
from triton.runtime.errors import OutOfResources
from triton.compiler.errors import CompilationError
from triton.runtime.jit import TensorWrapper, JITFunction
import triton.runtime.driver, numpy as np
import importlib.util
assert importlib.util.find_spec("triton").name == "triton"

@triton.jit
def kernel(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 7)

@triton.jit
def odd(x):
    tl.store(x + tl.arange(0, 3), 7)

x = np.zeros(8, np.int32)
kernel[(1,)](x, BLOCK=8)
assert (x == 7).all() and kernel.as_triton and isinstance(kernel, JITFunction)
assert triton.runtime.driver.active.get_current_target().backend == "cpu"
try:
    odd[(1,)](x)
except triton.CompilationError as error:
    assert isinstance(error, CompilationError) and "power of" in str(error), error
else:
    raise AssertionError("an extent of 3 was accepted")
print(" ".join(sys.argv[1:]), __name__)
"""


def run_package(build_dir, *args, cwd=None):
    return subprocess.run([sys.executable, "-m", "mytriton", *args], capture_output=True,
                          text=True, timeout=300, cwd=cwd,
                          env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(build_dir / "python")})


def test_running_a_script(build_dir, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    result = run_package(build_dir, str(tmp_path / "script.py"), "a", "-m")
    assert (result.stdout, result.returncode) == ("a -m __main__\n", 0), result.stderr
    result = run_package(build_dir, "-m", "script", "b", cwd=tmp_path)
    assert (result.stdout, result.returncode) == ("b __main__\n", 0), result.stderr


def test_wrong_command_lines(build_dir, tmp_path):
    assert "usage:" in run_package(build_dir).stderr
    result = run_package(build_dir, "absent.py", cwd=tmp_path)
    assert result.returncode == 2 and "there is no file absent.py" in result.stderr
    assert run_package(build_dir, "-m").returncode == 2
    assert "usage" in run_package(build_dir, "-x").stderr
    assert run_package(build_dir, "--help").returncode == 0


def test_exit_status_of_a_script(build_dir, tmp_path):
    (tmp_path / "script.py").write_text("import sys\nsys.exit(5)\n")
    assert run_package(build_dir, str(tmp_path / "script.py")).returncode == 5


def test_another_triton(monkeypatch):
    monkeypatch.setitem(sys.modules, "triton", sys)
    with pytest.raises(ImportError, match="already imported"):
        mytriton.install_as_triton()


class Words:
    """What reinterpret needs of a tensor."""

    def __init__(self, array):
        self.array, self.shape, self.dtype = array, array.shape, tl.int32

    def data_ptr(self):
        return self.array.ctypes.data


def test_reinterpret():
    words = Words(np.full(4, -1, np.int32))
    out = np.zeros(4, np.int64)
    seen = mytriton.reinterpret(words, tl.uint32)
    assert seen.base is words and seen.dtype == tl.uint32
    assert mytriton.reinterpret(seen, tl.int32) is words

    @mytriton.jit
    def widen(out, x):
        place = tl.arange(0, 4)
        tl.store(out + place, tl.load(x + place).to(tl.int64))

    widen[(1,)](out, seen)
    assert (out == 2**32 - 1).all()
    with pytest.raises(TypeError, match="data_ptr"):
        mytriton.reinterpret([1], tl.int32)
    with pytest.raises(TypeError, match="element type"):
        mytriton.reinterpret(words, "u32")


def test_compile_without_launching():
    source = mytriton.compiler.ASTSource(
        own_larger, {"out": "*fp32", "x": "*fp32:16", "y": "*kfp32", "BLOCK": "constexpr"},
        constexprs={(3,): 16}, attrs={(0,): [("tt.divisibility", 16)]})
    compiled = mytriton.compile(source, target="cuda")
    text = compiled.asm["ssa"]
    assert "out: ptr<f32> {divisible=16}, x: ptr<f32> {divisible=16}, y: ptr<const f32>" in text
    assert 'extern "C"' in compiled.asm["cuda"] and compiled.metadata.target == "cuda"
    assert mytriton.compile(source, options={"num_warps": 8}).metadata.num_warps == 8
    with pytest.raises(ValueError, match="unknown backend 'vulkan'"):
        mytriton.compile(source, target="vulkan")


def test_compile_errors_name_the_argument():
    def compile_with(**types):
        return mytriton.compile(mytriton.compiler.ASTSource(own_counting, types))

    with pytest.raises(ValueError, match="'out'.*is no type of a signature"):
        compile_with(out="*float33")
    with pytest.raises(TypeError, match="missing the argument 'out'"):
        compile_with()


def test_replaced_source():
    @mytriton.jit
    def kernel(out):
        tl.store(out, PLACEHOLDER)  # noqa: F821

    out = np.zeros(1, np.int32)
    for number in (3, 4):
        kernel._unsafe_update_src(kernel.src.replace("PLACEHOLDER", str(number)))
        kernel[(1,)](out)
        kernel._unsafe_update_src(kernel.src.replace(str(number), "PLACEHOLDER"))
        assert out[0] == number
    assert kernel.src.startswith("def kernel(out):")


@triton_jit
def callee(x):
    return x / y  # noqa: F821


def test_errors_in_triton_form():
    @triton_jit
    def undefined(x):
        # The call stands two lines below.
        tl.store(x, 1)
        tl.store(x, callee(x))

    with pytest.raises(mytriton.CompilationError) as caught:
        undefined.warmup(tl.int32)
    outer, inner = caught.value, caught.value.__cause__
    assert str(outer).startswith("at 4:16:\ndef undefined(x):\n    # The call")
    assert str(inner).startswith("at 2:15:\n") and "'y' is not defined" in str(inner)
    assert inner.__cause__ is not None and outer.error_message == inner.error_message


def test_causes_are_bare_messages():
    @triton_jit
    def kernel(x, i, u):
        tl.store(x, i // u)

    source = mytriton.compiler.ASTSource(kernel, {"x": "*i32", "i": "i32", "u": "u32"})
    with pytest.raises(mytriton.TritonError, match="Cannot use // with i32 and u32") as caught:
        mytriton.compile(source)
    assert str(caught.value.__cause__) in str(caught.value)
    assert "    tl.store(x, i // u)\n                ^\n" in str(caught.value)

    @triton_jit
    def failing():
        tl.static_assert(1 == 2, "no")

    with pytest.raises(mytriton.CompileTimeAssertionFailure, match="at 2:4:") as caught:
        failing.warmup()
    assert caught.value.__cause__ is None
