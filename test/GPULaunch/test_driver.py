"""`triton.runtime.driver` where there are GPUs."""

import pytest

import mytriton as triton
from mytriton.runtime import driver


@pytest.fixture(autouse=True)
def _fresh():
    driver.reset_active()
    yield
    driver.reset_active()


def test_the_gpu_is_active(gpu):
    target = driver.active.get_current_target()
    assert (target.backend, target.arch, target.warp_size) == ("cuda", 90, 32)
    assert driver.get_active_gpus() == [0, 1]
    facts = driver.active.utils.get_device_properties(driver.active.get_current_device())
    assert facts["max_shared_mem"] == 232448 and facts["multiprocessor_count"] == 132


def test_a_device_is_asked_once(gpu):
    """On hardware each question about a clock rate takes milliseconds."""
    facts = driver.active.utils.get_device_properties(1)
    before = gpu.counts()["questions"]
    assert driver.active.utils.get_device_properties(1) == facts
    assert gpu.counts()["questions"] == before > 0


def test_choosing(gpu, monkeypatch):
    driver.set_active_to_cpu()
    assert driver.active.get_current_target().backend == "cpu"
    driver.set_active_to_gpu()
    assert driver.active.get_current_target().backend == "cuda"
    driver.reset_active()
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
    assert driver.active.get_current_target().backend == "cpu"


def test_gpus_that_are_not_there(gpu):
    with pytest.raises(ValueError, match="there is no GPU 7; kernels can run on 2"):
        driver.CUDAUtils().get_device_properties(7)
    assert triton.cuda_available()
