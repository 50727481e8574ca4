"""Errors of kernels as Python exceptions."""

import pickle

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def compile_error(kernel, *args, **kwargs):
    with pytest.raises(triton.CompileError) as caught:
        kernel[(1,)](np.zeros(16, np.float32), *args, **kwargs)
    return caught.value


@triton.jit
def undefined_kernel(x):
    tl.store(x, undefined_name)  # noqa: F821


def test_undefined_name():
    error = compile_error(undefined_kernel)
    lines = str(error).splitlines()
    assert lines[0].startswith("%s:%d:%d: error: " % (__file__, error.line, error.column))
    assert "undefined_name" in lines[0] and error.message in lines[0]
    assert lines[1] == "    tl.store(x, undefined_name)  # noqa: F821"
    assert lines[2].rstrip() == " " * (error.column - 1) + "^" + "~" * (len("undefined_name") - 1)
    with open(__file__) as source:
        assert source.read().splitlines()[error.line - 1] == lines[1]


@triton.jit
def try_kernel(x):
    try:
        tl.store(x, 1.0)
    except ValueError:
        pass


def test_unsupported_statement():
    error = compile_error(try_kernel)
    assert isinstance(error, triton.ASTFrontendError) and "try" in str(error)


@triton.jit
def mask_kernel(x):
    tl.store(x + tl.arange(0, 16), 1.0, mask=tl.arange(0, 16))


def test_wrong_mask_type():
    assert "mask" in str(compile_error(mask_kernel))


@triton.jit
def two_errors_kernel(x):
    tl.store(x, first_missing)  # noqa: F821
    tl.store(x, second_missing)  # noqa: F821


def test_every_independent_error_is_told():
    text = str(compile_error(two_errors_kernel))
    assert "first_missing" in text and "second_missing" in text


def test_errors_can_be_pickled():
    error = compile_error(undefined_kernel)
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is type(error) and str(copy) == str(error)
    assert (copy.file, copy.line, copy.column, copy.message) == \
           (error.file, error.line, error.column, error.message)
    for name in ("CheckError", "CudaUnavailableError", "AutotunerError", "CompileError"):
        cls = getattr(triton, name)
        assert str(pickle.loads(pickle.dumps(cls("text")))) == "text"


def test_hierarchy():
    assert triton.CompilationError is triton.CompileError
    assert issubclass(triton.ASTFrontendError, triton.CompileError)
    assert issubclass(triton.CompileError, triton.TritonError)


def test_an_error_is_reported_again_and_nothing_is_cached():
    for _ in range(2):
        compile_error(undefined_kernel)
    assert undefined_kernel._cache_size() == 0


def test_source_must_be_in_a_file():
    namespace = {"triton": triton, "tl": tl}
    exec("@triton.jit\ndef typed_in(x):\n    tl.store(x, 1.0)\n", namespace)
    with pytest.raises(OSError, match=r"typed_in\(\).*defined in a file"):
        namespace["typed_in"][(1,)](np.zeros(1, np.float32))
