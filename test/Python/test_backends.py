"""MYTRITON_* variables."""

import pathlib
import subprocess
import sys
import warnings

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def make_double():
    @triton.jit
    def double_kernel(x, n, BLOCK: tl.constexpr):
        offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        mask = offsets < n
        tl.store(x + offsets, tl.load(x + offsets, mask=mask, other=0.0) * 2.0, mask=mask)

    return double_kernel


def launch(kernel, n=100, size=None):
    x = np.arange(size or n, dtype=np.float32)
    result = kernel[(triton.cdiv(n, 32),)](x, n, BLOCK=32)
    return result, x


def test_unset_runs_on_the_cpu_and_shows_cuda():
    result, x = launch(make_double())
    np.testing.assert_array_equal(x, np.arange(100) * 2)
    assert "blockIdx.x" in result.src and result.metadata.target == "cpu"


@pytest.mark.parametrize("name, mark", [("cpu", "define"), ("interp", "kernel @double_kernel")])
def test_cpu_targets_run_in_place(monkeypatch, name, mark):
    monkeypatch.setenv("MYTRITON_BACKEND", name)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result, x = launch(make_double())
    np.testing.assert_array_equal(x, np.arange(100) * 2)
    assert result.metadata.target == name and mark in result.src


def test_gpu_targets_only_compile_numpy_arguments(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "cuda")
    kernel = make_double()
    with pytest.warns(triton.CompileOnlyWarning, match=r"double_kernel\(\).*nothing ran"):
        result, x = launch(kernel)
    np.testing.assert_array_equal(x, np.arange(100))
    assert 'extern "C" __global__' in result.src and result.metadata.target == "cuda"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert launch(kernel)[0] is result


def test_every_stage_of_the_target_nvptx(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "nvptx")
    with pytest.warns(triton.CompileOnlyWarning):
        result, _ = launch(make_double())
    assert result.metadata.target == "nvptx" and list(result.asm)[-4:] == ["thread", "llvm", "ptx", "cubin"]
    assert ".visible .entry double_kernel(" in result.src and result.src == result.asm["ptx"]
    assert "define ptx_kernel void @double_kernel(" in result.asm["llir"]


@pytest.mark.nvrtc
@pytest.mark.parametrize("target", ["nvptx", pytest.param("mlir", marks=pytest.mark.mlir)])
def test_machine_code_made_by_llvm(monkeypatch, target):
    monkeypatch.setenv("MYTRITON_BACKEND", target)
    with pytest.warns(triton.CompileOnlyWarning):
        result, _ = launch(make_double())
    assert result.asm["cubin"].startswith(b"\x7fELF")
    assert 4 <= result.n_regs <= 255 and result.n_spills == 0


def test_text_of_the_target_mlir(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "mlir")
    kernel = make_double()
    with pytest.warns(triton.CompileOnlyWarning, match="compiled for mlir only, nothing ran"):
        result, x = launch(kernel)
    np.testing.assert_array_equal(x, np.arange(100))
    assert result.metadata.target == "mlir" and list(result.asm)[-5:] == ["thread", "mlir", "llvm", "ptx", "cubin"]
    assert result.src == result.asm["mlir"]
    for mark in ("module attributes {gpu.container_module}", "gpu.module @kernels",
                 "gpu.func @double_kernel(%x: memref<?xf32>, %n: i32", "gpu.return"):
        assert mark in result.src
    monkeypatch.setenv("MYTRITON_MLIR_ABI", "ptr")
    with pytest.warns(triton.CompileOnlyWarning):
        pointers = launch(make_double())[0]
    assert "!llvm.ptr<1>" in pointers.src and pointers.hash != result.hash


def test_errors_of_texts_made_when_asked_for_show_their_line(monkeypatch):
    @triton.jit
    def either_kernel(x, y, c):
        if c > 0:
            p = x
        else:
            p = y
        tl.store(p, 1.0)

    monkeypatch.setenv("MYTRITON_BACKEND", "mlir")
    monkeypatch.setenv("MYTRITON_MLIR_ABI", "memref")
    x = np.zeros(1, np.float32)
    with pytest.warns(triton.CompileOnlyWarning):
        result = either_kernel[(1,)](x, x, 2)
    with pytest.raises(triton.CompileError) as info:
        result.asm["mlir"]
    first, *excerpt = str(info.value).splitlines()
    assert "error: a pointer into 'x' or 'y': -mlir-abi=memref takes only" in first
    assert excerpt == ["        if c > 0:", "           ^~~~~"]


@pytest.mark.mlir
@pytest.mark.parametrize("abi, parameters", [("ptr", 2), ("memref", 6)])
def test_code_of_the_target_mlir(monkeypatch, abi, parameters):
    monkeypatch.setenv("MYTRITON_BACKEND", "mlir")
    monkeypatch.setenv("MYTRITON_MLIR_ABI", abi)
    with pytest.warns(triton.CompileOnlyWarning):
        result, _ = launch(make_double())
    assert "define ptx_kernel void @double_kernel(" in result.asm["llir"]
    header = result.asm["ptx"].partition(".visible .entry double_kernel(")[2].partition(")")[0]
    assert header.count(".param") == parameters


@pytest.mark.mlir
def test_two_llvms_in_one_process(monkeypatch):
    """The plugin's own and the one that makes code for the CPU do not meet."""
    kernel = make_double()
    for _ in range(2):
        monkeypatch.setenv("MYTRITON_BACKEND", "mlir")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            assert ".visible .entry" in launch(kernel)[0].asm["ptx"]
        monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
        kernel.clear_cache()
        np.testing.assert_array_equal(launch(kernel)[1], np.arange(100) * 2)


def test_changing_the_variable_counts_at_once(monkeypatch):
    kernel = make_double()
    first, _ = launch(kernel)
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    second, x = launch(kernel)
    assert first is not second and x[1] == 2
    monkeypatch.delenv("MYTRITON_BACKEND")
    assert launch(kernel)[0] is first


def test_unknown_backend(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "abacus")
    with pytest.raises(ValueError, match="unknown backend 'abacus'.*cpu.*"):
        launch(make_double())


def test_checks_report_the_line(monkeypatch):
    monkeypatch.setenv("MYTRITON_CHECK", "1")
    kernel = make_double()
    launch(kernel)
    with pytest.raises(triton.CheckError) as caught:
        launch(kernel, n=100, size=90)
    assert pathlib.Path(__file__).name in str(caught.value) and caught.value.line > 0
    assert "tl.load(x + offsets" in str(caught.value)
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
    with pytest.raises(ValueError, match="MYTRITON_CHECK.*interp"):
        launch(kernel)


def run_script(build_dir, tmp_path, environment):
    script = tmp_path / "script.py"
    script.write_text("""
import sys
sys.path.insert(0, %r)
import numpy as np
import mytriton as triton, mytriton.language as tl
@triton.jit
def store_kernel(x, BLOCK: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1.0 + 2.0)
x = np.zeros(32, np.float32)
store_kernel[(1,)](x, BLOCK=32)
assert (x == 3).all()
print("ran")
""" % str(build_dir / "python"))
    return subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=300,
                          env={"PATH": "/usr/bin:/bin", **environment})


def test_print_after_all(build_dir, tmp_path):
    result = run_script(build_dir, tmp_path, {"MYTRITON_PRINT_AFTER_ALL": "1"})
    assert result.stdout == "ran\n" and "store_kernel" in result.stderr
    assert "fold" in result.stderr and "dce" in result.stderr
    assert run_script(build_dir, tmp_path, {}).stderr == ""


def test_dump_directory(build_dir, tmp_path):
    dump = tmp_path / "dump"
    assert run_script(build_dir, tmp_path, {"MYTRITON_DUMP_DIR": str(dump)}).stdout == "ran\n"
    written = [path for path in dump.rglob("*") if path.is_file()]
    assert written and any("store_kernel" in path.read_text(errors="replace") for path in written)


def test_number_of_threads(build_dir, tmp_path):
    for threads in ("1", "3"):
        result = run_script(build_dir, tmp_path, {"MYTRITON_NUM_THREADS": threads})
        assert result.stdout == "ran\n", result.stderr
    for threads in ("0", "many", "-1"):
        result = run_script(build_dir, tmp_path, {"MYTRITON_NUM_THREADS": threads})
        assert result.returncode != 0 and f"MYTRITON_NUM_THREADS is '{threads}'" in result.stderr


def test_missing_plugin(build_dir, tmp_path):
    with pytest.raises(RuntimeError, match="no-such-plugin"):
        triton.load_pass_plugin(tmp_path / "no-such-plugin.so")
    result = run_script(build_dir, tmp_path, {"MYTRITON_PASS_PLUGINS": "/no-such-plugin.so"})
    assert result.returncode != 0 and "ImportError" in result.stderr
    assert "no-such-plugin" in result.stderr


def test_required_cuda(monkeypatch):
    if triton.cuda_available():
        pytest.skip("a GPU is here")
    monkeypatch.setenv("MYTRITON_REQUIRE_CUDA", "1")
    with pytest.raises(triton.CudaUnavailableError, match="MYTRITON_REQUIRE_CUDA"):
        triton.cuda_available()
