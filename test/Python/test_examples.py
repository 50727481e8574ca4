"""Every example kernel on every target that runs here, and its CUDA C++ through NVRTC."""

import functools
import importlib.util
import sys
import warnings

import numpy as np
import pytest

import mytriton as triton
from mytriton import _mytriton

RUNNERS = ["interp", "cpu", "threads"]
GPU_TARGETS = [name for name, runs in _mytriton.targets() if runs and name in ("cuda", "nvptx", "mlir")]
RUNNERS += [pytest.param(name, marks=pytest.mark.gpu) for name in GPU_TARGETS]


@pytest.fixture(scope="module")
def examples(source_dir):
    """examples("add"): the module of that file."""
    sys.path.insert(0, str(source_dir / "python"))

    @functools.cache
    def load(name):
        path = source_dir / "examples" / "kernels" / (name + ".py")
        spec = importlib.util.spec_from_file_location("example_" + name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module

    yield load
    sys.path.remove(str(source_dir / "python"))


class Case:
    """An example function, its inputs, and what it should write."""

    def __init__(self, module, function, inputs, expected, tolerance=0.0, **options):
        self.module, self.function, self.inputs = module, function, inputs
        self.expected, self.tolerance, self.options = np.asarray(expected), tolerance, options

    def run(self, examples, place=np.copy, fetch=np.copy, tolerance=0.0):
        """Runs on copies made by `place`, which `fetch` reads back."""
        out = place(np.full(self.expected.shape, np.nan, np.float32))
        inputs = [place(array) for array in self.inputs]
        compiled = getattr(examples(self.module), self.function)(*inputs, out, **self.options)
        for array, original in zip(inputs, self.inputs):
            np.testing.assert_array_equal(fetch(array), original)
        tolerance = max(tolerance, self.tolerance)
        np.testing.assert_allclose(fetch(out), self.expected, rtol=tolerance, atol=tolerance)
        return compiled


    def compile(self, examples):
        """For a GPU's target, which takes no arrays of the host."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", triton.CompileOnlyWarning)
            out = np.zeros(self.expected.shape, np.float32)
            return getattr(examples(self.module), self.function)(*self.inputs, out, **self.options)


def make_cases():
    # Fresh data in every run; a failure names the seed.
    seed = np.random.SeedSequence().entropy % 2**32
    random = np.random.default_rng(seed)

    def array(*shape):
        return random.standard_normal(shape).astype(np.float32)

    x, y, matrix = array(1003), array(1003), array(7, 300)
    wide = matrix.astype(np.float64)
    exponentials = np.exp(wide - wide.max(axis=1, keepdims=True))
    a, b = array(37, 29), array(29, 45)
    product = a.astype(np.float64) @ b.astype(np.float64)
    cases = {
        "add": Case("add", "add", [x, y], x + y),
        "copy": Case("copy_array", "copy", [x], x),
        "add2d": Case("matrix_add", "matrix_add", [matrix, matrix[::-1].copy()],
                      matrix + matrix[::-1]),
        "relu": Case("activations", "relu", [x], np.maximum(x, 0)),
        "leaky_relu": Case("activations", "leaky_relu", [x],
                           np.where(x > 0, x, x * np.float32(0.01))),
        "sigmoid": Case("activations", "sigmoid", [x], 1 / (1 + np.exp(-x.astype(np.float64))), 1e-6),
        "row_sum": Case("reductions", "row_sum", [matrix], wide.sum(axis=1), 1e-4),
        "row_max": Case("reductions", "row_max", [matrix], matrix.max(axis=1)),
        "row_min": Case("reductions", "row_min", [matrix], matrix.min(axis=1)),
        "long_row_sum": Case("reductions", "long_row_sum", [matrix], wide.sum(axis=1), 1e-4),
        "softmax": Case("softmax", "softmax", [matrix],
                        exponentials / exponentials.sum(axis=1, keepdims=True), 1e-6),
    }
    for name in ("naive_matmul", "matmul_static", "matmul", "matmul_dot"):
        cases[name] = Case("matmul", name, [a, b], product, 1e-5)
    return seed, cases


SEED, CASES = make_cases()


@pytest.mark.parametrize("backend", RUNNERS)
@pytest.mark.parametrize("name", CASES)
def test_values(examples, monkeypatch, name, backend):
    monkeypatch.setenv("MYTRITON_BACKEND", backend)
    print("seed", SEED)
    if backend in GPU_TARGETS:
        cupy = pytest.importorskip("cupy")
        # Divisions and exponentials are approximate there.
        compiled = CASES[name].run(examples, cupy.asarray, cupy.asnumpy, 1e-6)
    else:
        compiled = CASES[name].run(examples)
    assert compiled.metadata.target == backend


@pytest.mark.parametrize("backend", ["interp", "threads"])
@pytest.mark.parametrize("name", CASES)
def test_checked_runs_are_clean(examples, monkeypatch, name, backend):
    monkeypatch.setenv("MYTRITON_BACKEND", backend)
    monkeypatch.setenv("MYTRITON_CHECK", "1")
    CASES[name].run(examples)


@pytest.mark.nvrtc
@pytest.mark.parametrize("name", CASES)
def test_cuda_compiles(examples, name):
    compiled = CASES[name].run(examples)
    assert 'extern "C" __global__' in compiled.asm["cuda"]
    assert compiled.asm["cubin"].startswith(b"\x7fELF")


@pytest.mark.nvrtc
@pytest.mark.mlir
@pytest.mark.parametrize("abi", ["ptr", "memref"])
@pytest.mark.parametrize("name", CASES)
def test_mlir_compiles(examples, monkeypatch, name, abi):
    monkeypatch.setenv("MYTRITON_BACKEND", "mlir")
    monkeypatch.setenv("MYTRITON_MLIR_ABI", abi)
    compiled = CASES[name].compile(examples)
    assert ("memref<?xf32>" in compiled.src) == (abi == "memref")
    assert compiled.asm["cubin"].startswith(b"\x7fELF")


def test_document_order(examples):
    """The launch's result unpacks as the reference says."""
    x = np.ones(10, np.float32)
    expression_ops, ssa_ops, src = examples("copy_array").copy(x, np.zeros_like(x))
    assert "load" in str(expression_ops) and "load" in triton.ssa.SSAPrinter().print_ops(ssa_ops)
    assert 'extern "C"' in src
