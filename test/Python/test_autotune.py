"""autotune and heuristics."""

import time

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def inc_kernel(x, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(x + offsets, tl.load(x + offsets, mask=mask) + 1.0, mask=mask)


def grid(meta):
    return (triton.cdiv(meta["n"], meta["BLOCK"]),)


CONFIGS = [triton.Config({"BLOCK": block}) for block in (16, 64, 256)]


def quick(fn, quantiles):
    """Each configuration runs three times; the second is the fastest."""
    for _ in range(3):
        fn()
    quick.calls += 1
    return [1.0 if quick.calls % 3 == 2 else 2.0] * 3


@pytest.fixture
def counted():
    quick.calls = 0


def test_times_once_per_key_and_uses_the_best(counted):
    tuned = triton.autotune(CONFIGS, key=["n"], restore_value=["x"], do_bench=quick)(inc_kernel)
    for repeat in range(3):
        x = np.zeros(100, np.float32)
        tuned[grid](x, 100)
        np.testing.assert_array_equal(x, np.ones(100))
    assert quick.calls == 3 and tuned.best_config.kwargs == {"BLOCK": 64}
    tuned[grid](np.zeros(200, np.float32), 200)
    tuned[grid](np.zeros(200, np.float64), 200)
    assert quick.calls == 9 and len(tuned.cache) == 3


def test_reset_to_zero(counted):
    tuned = triton.autotune(CONFIGS, key=[], reset_to_zero=["x"], do_bench=quick)(inc_kernel)
    x = np.full(50, 9, np.float32)
    tuned[grid](x, 50)
    np.testing.assert_array_equal(x, np.ones(50))


def test_one_config_is_not_timed(counted):
    tuned = triton.autotune(CONFIGS[:1], key=["n"], do_bench=quick)(inc_kernel)
    x = np.zeros(10, np.float32)
    tuned[grid](x, 10)
    assert quick.calls == 0 and (x == 1).all()


def test_real_timing():
    def bench(fn, quantiles):
        return triton.testing.do_bench(fn, warmup=1, rep=2, quantiles=quantiles)

    tuned = triton.autotune(CONFIGS, key=["n"], restore_value=["x"], do_bench=bench)(inc_kernel)
    x = np.zeros(1000, np.float32)
    tuned[grid](x, 1000)
    assert (x == 1).all() and tuned.best_config in CONFIGS
    assert set(tuned.configs_timings) == set(CONFIGS)


def test_pruning(counted):
    tuned = triton.autotune(CONFIGS, key=["n"], restore_value=["x"], do_bench=quick,
                            prune_configs_by={"early_config_prune":
                                              lambda configs, args, **kw: configs[1:]})(inc_kernel)
    tuned[grid](np.zeros(10, np.float32), 10)
    assert quick.calls == 2
    tuned = triton.autotune(CONFIGS, key=["n"],
                            prune_configs_by={"early_config_prune":
                                              lambda configs, args, **kw: []})(inc_kernel)
    with pytest.raises(triton.AutotunerError, match="inc_kernel"):
        tuned[grid](np.zeros(10, np.float32), 10)
    tuned = triton.autotune(CONFIGS, key=["n"],
                            prune_configs_by={"perf_model": lambda BLOCK, **kw: -BLOCK,
                                              "top_k": 1})(inc_kernel)
    tuned[grid](np.zeros(10, np.float32), 10)
    assert tuned.best_config.kwargs == {"BLOCK": 256}


def test_conflicts_and_wrong_keys():
    tuned = triton.autotune(CONFIGS, key=["n"])(inc_kernel)
    with pytest.raises(ValueError, match="BLOCK"):
        tuned[grid](np.zeros(10, np.float32), 10, BLOCK=16)
    with pytest.raises(ValueError, match="no parameter 'm'"):
        triton.autotune(CONFIGS, key=["m"])(inc_kernel)


def test_heuristics_stack_with_autotune():
    seen = []

    def block(args):
        seen.append(args["n"])
        return triton.next_power_of_2(args["n"])

    @triton.heuristics({"BLOCK": block})
    @triton.jit
    def one_block(x, n, BLOCK: tl.constexpr):
        offsets = tl.arange(0, BLOCK)
        tl.store(x + offsets, 1.0 * BLOCK, mask=offsets < n)

    x = np.zeros(100, np.float32)
    one_block[(1,)](x, 100)
    assert (x == 128).all() and seen == [100]
    tuned = triton.autotune([triton.Config({}, num_warps=2)], key=["n"])(one_block)
    assert tuned[(1,)](x, 50).num_warps == 2 and (x[:50] == 64).all()


def test_configs_compare_and_print():
    assert triton.Config({"A": 1}) == triton.Config({"A": 1}) != triton.Config({"A": 2})
    assert len({triton.Config({"A": 1}), triton.Config({"A": 1}, num_stages=3)}) == 1
    assert "A: 1" in str(triton.Config({"A": 1}, num_warps=2)) and "num_warps: 2" in str(
        triton.Config({"A": 1}, num_warps=2))


def test_do_bench():
    calls = []
    milliseconds = triton.testing.do_bench(lambda: (calls.append(1), time.sleep(0.005)),
                                           warmup=1, rep=1)
    assert milliseconds >= 5 and len(calls) >= 6
    low, high = triton.testing.do_bench(lambda: None, rep=1, quantiles=[0.2, 0.8])
    assert low <= high
    assert triton.testing.do_bench(lambda: None, rep=1, quantiles=[0.5]) >= 0
    with pytest.raises(ValueError, match="return_mode"):
        triton.testing.do_bench(lambda: None, rep=1, return_mode="best")
