"""Launches on a GPU that is not there: the driver records them. check.py sets the environment
in which it is found; without it nothing here is collected."""

import os
import pathlib
import sys

import pytest

TEST_DIR = pathlib.Path(__file__).resolve().parent.parent
BUILD_DIR = pathlib.Path(os.environ.get("MYTRITON_BUILD_DIR", TEST_DIR.parent / "build"))
FAKE_DIR = BUILD_DIR / "test" / "GPULaunch"

if os.environ.get("CUDA_HOME") != str(FAKE_DIR):
    collect_ignore_glob = ["test_*"]
else:
    sys.path.insert(0, str(FAKE_DIR / "lib64"))
    sys.path.insert(0, str(BUILD_DIR / "python"))


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch):
    """A test that sets no MYTRITON_ variable must not depend on the user's own."""
    for name in list(os.environ):
        if name.startswith("MYTRITON_") and name != "MYTRITON_BUILD_DIR":
            monkeypatch.delenv(name)


@pytest.fixture
def gpu():
    """The driver: what was launched, and what should fail."""
    import fake_gpu
    fake_gpu.launches()
    fake_gpu.configure(fail_launch=0, fail_load=0, recording=1)
    for device in (0, 1):
        fake_gpu.set_stream(device, 0)
    yield fake_gpu
    fake_gpu.configure(fail_launch=0, fail_load=0, recording=1)
