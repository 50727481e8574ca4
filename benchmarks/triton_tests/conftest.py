"""What Triton's language tests expect around them, for runs against this package.

`run.py` puts this beside a copy of the tests and sets TRITON_INTERNAL_TESTING to their support
module, which stands outside the folder of tests.
"""

import contextlib
import importlib.util
import os
import sys
import tempfile
import types

import mytriton

mytriton.install_as_triton()

import pytest  # noqa: E402
import triton  # noqa: E402


class _Knobs(types.SimpleNamespace):
    """Settings tests read and write; none of them changes what a kernel computes."""

    @contextlib.contextmanager
    def scope(self):
        yield self


def _install_knobs():
    knobs = types.ModuleType("triton.knobs")
    knobs.base_knobs = _Knobs
    for group in ("runtime", "cache", "language", "compilation", "nvidia", "autotuning"):
        setattr(knobs, group, _Knobs())
    knobs.nvidia.ptxas = _Knobs(version="13.0")  # decides which tests a GPU is asked
    sys.modules["triton.knobs"] = triton.knobs = knobs


def _install_support():
    """The tests' own support module under the name they import."""
    spec = importlib.util.spec_from_file_location("triton._internal_testing",
                                                  os.environ["TRITON_INTERNAL_TESTING"])
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = triton._internal_testing = module
    spec.loader.exec_module(module)


def _fill_gaps():
    """Names of parts of Triton that are missing: a test file that uses one in a few tests can
    still be collected, and those tests fail."""
    if not hasattr(triton, "must_use_result"):
        triton.must_use_result = lambda x=None, s=True: x if callable(x) else lambda f: f
    if not hasattr(triton.language.core, "_aggregate"):
        triton.language.core._aggregate = lambda cls: cls
    if "triton.tools.mxfp" not in sys.modules:
        mxfp = types.ModuleType("triton.tools.mxfp")
        mxfp.MXFP4Tensor = mxfp.MXScaleTensor = None
        sys.modules[mxfp.__name__] = mxfp


_install_knobs()
_install_support()
_fill_gaps()


def pytest_addoption(parser):
    parser.addoption("--device", default="cpu")


def pytest_configure(config):
    for name in ("interpreter", "cpu", "forked"):
        config.addinivalue_line("markers", name + ": Triton's own mark")


@pytest.fixture
def device(request):
    return request.config.getoption("--device")


@pytest.fixture(autouse=True)
def _lost_gpu(device):
    """After a kernel that went astray nothing runs in this process any more."""
    yield
    if device == "cpu":
        return
    import torch
    try:
        torch.cuda.synchronize()
    except RuntimeError as error:
        if "PYTEST_XDIST_WORKER" in os.environ:
            os._exit(1)  # there will be another worker
        pytest.exit("the GPU is lost: %s" % error)


@pytest.fixture
def fresh_triton_cache():
    with tempfile.TemporaryDirectory() as directory:
        yield directory


@pytest.fixture
def fresh_knobs():
    return triton.knobs


fresh_knobs_except_libraries = fresh_knobs


@pytest.fixture
def with_allocator():
    return None
