"""Launching kernels on NumPy arrays: values against float64, grids, the result object."""

import pathlib
import sys

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl
from mytriton.ssa import SSAPrinter

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples" / "kernels"))
import activations  # noqa: E402
import add as addition  # noqa: E402

SIZES = [0, 1, 255, 256, 257, 1000, 10007]
GUARD = 300


def poisoned(n, dtype=np.float32):
    """An output whose every element, and what lies behind it, would be noticed."""
    memory = np.full(n + GUARD, -777, dtype=dtype)
    return memory, memory[:n]


def fresh(n, dtype=np.float32):
    return np.random.default_rng().standard_normal(n).astype(dtype)


def check(memory, out, expected, tolerance=0.0):
    np.testing.assert_allclose(out.astype(np.float64), expected, rtol=0, atol=tolerance)
    assert (memory[len(out):] == -777).all(), "wrote past the end"


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("block", [1, 64, 256, 1024])
def test_add_is_exact(n, block):
    x, y = fresh(n), fresh(n)
    memory, out = poisoned(n)
    addition.add(x, y, out, BLOCK=block)
    check(memory, out, (x + y).astype(np.float64))


@pytest.mark.parametrize("n", SIZES)
def test_activations_against_float64(n):
    x = fresh(n) * 4
    wide = x.astype(np.float64)
    slope = np.float32(0.01)
    for function, expected, tolerance in (
            (activations.relu, np.maximum(wide, 0), 0),
            (activations.leaky_relu, np.where(x > 0, x, x * slope).astype(np.float64), 0),
            (activations.sigmoid, 1 / (1 + np.exp(-wide)), 2e-7)):
        memory, out = poisoned(n)
        function(x, out)
        check(memory, out, expected, tolerance)


def test_special_values_pass_through():
    x = np.array([np.inf, -np.inf, np.nan, -0.0, 1e-42, 3e38], dtype=np.float32)
    out = np.zeros_like(x)
    addition.add(x, np.zeros_like(x), out)
    with np.errstate(invalid="ignore"):
        np.testing.assert_array_equal(out, x + np.float32(0))
    activations.relu(x, out)
    np.testing.assert_array_equal(out, np.maximum(x, np.float32(0)))


@triton.jit
def axpy_kernel(x, y, out, n, a, BLOCK: tl.constexpr = 128):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) * a + tl.load(y + offsets, mask=mask),
             mask=mask)


@pytest.mark.parametrize("dtype", ["float64", "int8", "int16", "int32", "int64",
                                   "uint8", "uint16", "uint32", "uint64"])
def test_element_types(dtype):
    n = 1000
    generator = np.random.default_rng()
    if dtype == "float64":
        x, y = generator.standard_normal(n), generator.standard_normal(n)
        expected = x + y
    else:
        info = np.iinfo(dtype)
        x, y = (generator.integers(info.min, info.max, n, dtype=dtype, endpoint=True)
                for _ in range(2))
        expected = x + y
    memory = np.zeros(n + GUARD, dtype=dtype)
    out = memory[:n]
    sum_kernel[(triton.cdiv(n, 128),)](x, y, out, n, BLOCK=128)
    np.testing.assert_array_equal(out, expected)
    assert not memory[n:].any()


@triton.jit
def sum_kernel(x, y, out, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(out + offsets, tl.load(x + offsets, mask=mask) + tl.load(y + offsets, mask=mask),
             mask=mask)


def test_defaults_and_keywords():
    n = 300
    x, y, out = fresh(n), fresh(n), np.empty(n, np.float32)
    axpy_kernel[(3,)](a=2.0, n=n, out=out, y=y, x=x)
    np.testing.assert_allclose(out, x * 2 + y, rtol=1e-6, atol=1e-6)


@triton.jit
def where_am_i(out, width, height):
    x = tl.program_id(0)
    y = tl.program_id(1)
    z = tl.program_id(2)
    tl.store(out + (z * height + y) * width + x, x + 10 * y + 100 * z
             + 1000 * tl.num_programs(0) + 10000 * tl.num_programs(1)
             + 100000 * tl.num_programs(2))


@pytest.mark.parametrize("grid, shape", [
    (5, (1, 1, 5)), ((5,), (1, 1, 5)), ([5], (1, 1, 5)), ((5, 4), (1, 4, 5)),
    ((5, 4, 3), (3, 4, 5)), (np.int64(5), (1, 1, 5)), ((np.int32(5), np.uint8(4)), (1, 4, 5)),
    (lambda meta: 5, (1, 1, 5)), (lambda meta: (meta["width"], meta["height"]), (1, 4, 5)),
])
def test_grid_forms(grid, shape):
    out = np.full(60, -1, dtype=np.int32)
    where_am_i[grid](out, 5, 4)
    depth, height, width = shape
    z, y, x = np.meshgrid(range(depth), range(height), range(width), indexing="ij")
    expected = x + 10 * y + 100 * z + 1000 * width + 10000 * height + 100000 * depth
    written = out[out >= 0]
    np.testing.assert_array_equal(written, expected.ravel())


@pytest.mark.parametrize("grid", [(0,), (0, 3), (3, 0), (2, 2, 0), 0])
def test_empty_grid_runs_nothing(grid):
    out = np.full(4, -1, dtype=np.int32)
    assert where_am_i[grid](out, 1, 1) is not None
    assert (out == -1).all()


@pytest.mark.parametrize("grid, error, text", [
    ((-1,), ValueError, r"grid\[0\] is -1"), ((1, -7), ValueError, r"grid\[1\] is -7"),
    ((2**31,), ValueError, r"extents from 0 to 2147483647, but grid\[0\] is 2147483648"),
    ((1.5,), TypeError, r"grid\[0\] is 1\.5"), (("2",), TypeError, r"grid\[0\] is '2'"),
    (2.0, TypeError, r"grid\[0\] is 2\.0"), ((), ValueError, "one to three extents"),
    ((1, 1, 1, 1), ValueError, "one to three extents"), ((1 << 32,), ValueError, "4294967296"),
    (None, TypeError, "None"), (lambda meta: "no", TypeError, "'no'"),
])
def test_bad_grids(grid, error, text):
    with pytest.raises(error, match="where_am_i.*grid.*" + text):
        where_am_i[grid](np.zeros(4, np.int32), 1, 1)


def test_callable_grid_sees_defaults_and_raises_through():
    seen = {}

    def grid(meta):
        seen.update(meta)
        return (1,)

    x = fresh(10)
    axpy_kernel[grid](x, x, np.empty_like(x), 10, 1.0)
    assert seen["BLOCK"] == 128 and seen["n"] == 10 and seen["x"] is x

    def broken(meta):
        raise LookupError("from the grid")

    with pytest.raises(LookupError, match="from the grid"):
        axpy_kernel[broken](x, x, np.empty_like(x), 10, 1.0)


def test_document_example(source_dir):
    n, block = 1_000, 256
    x, y = np.ones(n, dtype=np.float32), np.ones(n, dtype=np.float32)
    out = np.empty_like(x)
    expression_ops, ssa_ops, src = addition.add_kernel[
        lambda meta: (triton.cdiv(n, meta["BLOCK"]),)](x, y, out, n, BLOCK=block)
    np.testing.assert_array_equal(out, np.full(n, 2, np.float32))
    body = (source_dir / "test" / "Python" / "Inputs" / "add_kernel.body").read_text()
    assert SSAPrinter().print_ops(ssa_ops) == body.rstrip("\n")
    assert "program_id" in str(expression_ops)
    cuda = (source_dir / "test" / "Python" / "Inputs" / "add_kernel.cu").read_text()
    assert cuda.strip() in src


def test_result_object():
    x = fresh(100)
    result = addition.add(x, x, np.empty_like(x))
    assert len(result) == 3
    assert str(result[1]) == str(result.ssa_ops) == "\n".join(result.ssa_ops)
    assert result[2] == result.src and 'extern "C"' in result.src
    assert "kernel @add_kernel(x: ptr<f32>" in result.asm["ssa"]
    assert result.asm["cuda"] == result.src
    assert "define" in result.asm["llvm"] and result.asm["llir"] == result.asm["llvm"]
    assert set(result.asm) >= {"expr", "ssa", "cuda", "llvm", "asm", "obj"}
    assert isinstance(result.asm["obj"], bytes) and result.asm["obj"][:4] == b"\x7fELF"
    assert "nonsense" not in result.asm
    with pytest.raises(KeyError, match="'nonsense' is no stage.*ssa"):
        result.asm["nonsense"]
    assert result.name == result.metadata.name == "add_kernel"
    assert result.metadata.target == "cpu" and len(result.hash) == 64
    assert result.n_regs is None and "add_kernel" in repr(result)
    with pytest.raises(TypeError, match="print_ops"):
        SSAPrinter().print_ops("text")


def test_no_address_facts_in_documented_texts():
    """Aligned or not, SSA body and CUDA C++ read the same."""
    memory = np.zeros(1024, np.float32)
    texts = set()
    for shift in (0, 1):
        x = memory[shift:shift + 1000]
        _, ssa, src = addition.add_kernel[(4,)](x, x, x, 1000, BLOCK=256)
        texts.add((str(ssa), src))
    assert len(texts) == 1


def test_warmup_compiles_without_running():
    out = np.full(8, -1, np.int32)
    result = where_am_i.warmup(out, 1, 1, grid=(1,))
    assert (out == -1).all() and result.name == "where_am_i"
    assert where_am_i[(1,)](out, 1, 1) is result
    typed = addition.add_kernel.warmup(tl.float64, tl.float64, tl.float64, 7, BLOCK=32)
    assert "ptr<f64>" in typed.asm["ssa"]


def test_run_takes_the_grid_as_keyword():
    out = np.full(4, -1, np.int32)
    where_am_i.run(out, 1, 1, grid=(1,))
    assert out[0] == 111000


def test_decorator_forms():
    @triton.jit(do_not_specialize=["n"], debug=False, noinline=False)
    def decorated(x, n):
        tl.store(x, n)

    out = np.zeros(1, np.int32)
    decorated[(1,)](out, 5)
    assert out[0] == 5
    assert decorated.__name__ == "decorated" and decorated.arg_names == ["x", "n"]
    assert "tl.store(x, n)" in decorated.src
    with pytest.raises(RuntimeError, match=r"decorated\[grid\]"):
        decorated(out, 5)
    with pytest.raises(TypeError, match="plain functions"):
        triton.jit(len)
    with pytest.raises(TypeError, match="options"):
        triton.jit(lambda **options: None)


def test_repr_names_the_symbol():
    fn = where_am_i.fn
    out = np.zeros(4, np.int32)
    named = triton.jit(repr=lambda s: "%s_%s" % (s.fn.__name__, s.signature["width"]))(fn)
    result = named[(1,)](out, 1, 1)
    assert result.name == "where_am_i_i32" and "where_am_i_i32(" in result.src
    with pytest.raises(ValueError, match="repr= must return an identifier, got 'no name'"):
        triton.jit(repr=lambda s: "no name")(fn)[(1,)](out, 1, 1)


def test_host_utilities():
    assert triton.cdiv(7, 3) == 3 and triton.cdiv(6, 3) == 2
    assert [triton.next_power_of_2(n) for n in (0, 1, 2, 3, 4, 5, 1000)] == [1, 1, 2, 4, 4, 8, 1024]
    assert triton.cuda_available() in (False, True)
    assert triton.__version__
