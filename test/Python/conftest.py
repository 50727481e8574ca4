"""Makes the package of the build tree importable and names what the machine offers."""

import os
import pathlib
import sys

import pytest

TEST_DIR = pathlib.Path(__file__).resolve().parent.parent
SOURCE_DIR = TEST_DIR.parent
BUILD_DIR = pathlib.Path(os.environ.get("MYTRITON_BUILD_DIR", SOURCE_DIR / "build"))

sys.path.insert(0, str(BUILD_DIR / "python"))
sys.path.insert(0, str(TEST_DIR / "Support"))
import toolchain  # noqa: E402


@pytest.fixture(scope="session")
def build_dir():
    return BUILD_DIR


@pytest.fixture(scope="session")
def source_dir():
    return SOURCE_DIR


@pytest.fixture
def tool():
    """tool("mtc"): the path of a program of the build."""
    return lambda name: str(BUILD_DIR / "bin" / name)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch):
    """A test that sets no MYTRITON_ variable must not depend on the user's own."""
    for name in list(os.environ):
        if name.startswith("MYTRITON_") and name != "MYTRITON_BUILD_DIR":
            monkeypatch.delenv(name)


def pytest_configure(config):
    config.addinivalue_line("markers", "nvrtc: needs libnvrtc")
    config.addinivalue_line("markers", "gpu: needs an NVIDIA GPU")
    config.addinivalue_line("markers", "mlir: needs libMyTritonMLIR")
    config.addinivalue_line("markers", "races: its kernel does what the checker reports, on purpose")
    config.addinivalue_line("markers", "traps: its kernel ends this process's use of a GPU")


def pytest_collection_modifyitems(items):
    present = {"nvrtc": toolchain.find_nvrtc() is not None, "gpu": toolchain.has_gpu(),
               "mlir": toolchain.find_mlir_plugin(BUILD_DIR) is not None}
    for item in items:
        for mark, found in present.items():
            if mark in item.keywords and not found:
                item.add_marker(pytest.mark.skip(reason="no " + mark))
