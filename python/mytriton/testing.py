"""Timing and comparing."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import statistics
import sys
import time

from . import _mytriton


def _quantile(ordered, q):
    """Linear between the two nearest samples."""
    place = q * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def _summarize(times, quantiles, return_mode):
    ordered = sorted(times)
    if quantiles is not None:
        values = [_quantile(ordered, q) for q in quantiles]
        return values[0] if len(values) == 1 else values
    modes = {"min": lambda: ordered[0], "max": lambda: ordered[-1],
             "mean": lambda: statistics.fmean(ordered),
             "median": lambda: statistics.median(ordered), "all": lambda: times}
    if return_mode not in modes:
        raise ValueError("return_mode must be one of %s, got %r"
                         % (", ".join(modes), return_mode))
    return modes[return_mode]()


def _seconds(fn):
    start = time.perf_counter()
    fn()
    return time.perf_counter() - start


class _CacheFlush:
    """Overwrites more memory than a processor's last-level cache holds."""

    def __init__(self, size=64 << 20):
        self.zeros = bytes(size)
        self.target = memoryview(bytearray(size))

    def __call__(self):
        self.target[:] = self.zeros


class _HostTimer:
    """Times of what runs on this machine's processor, and of what it waits for a GPU to do."""

    def __init__(self):
        self.flush = _CacheFlush()
        self.wait = _mytriton.synchronize_gpu if _mytriton.gpu_count() else lambda: None

    def times(self, fn, before, runs):
        """Seconds of each of `runs` calls, each behind a call of `before`."""
        return [self._once(fn, before) for _ in range(runs)]

    def _once(self, fn, before):
        self.flush()
        before()
        self.wait()
        return _seconds(lambda: (fn(), self.wait()))


class _TorchTimer:
    """Times by events in PyTorch's current stream: right for what runs in it, and for what runs
    on the processor while it is idle."""

    def __init__(self, torch):
        self.torch = torch
        self.cache = torch.empty(256 << 18, dtype=torch.int32, device="cuda")

    def times(self, fn, before, runs):
        events = [[self.torch.cuda.Event(enable_timing=True) for _ in range(2)]
                  for _ in range(runs)]
        for start, end in events:
            self.cache.zero_()
            before()
            start.record()
            fn()
            end.record()
        self.torch.cuda.synchronize()
        return [start.elapsed_time(end) / 1e3 for start, end in events]


def _timer():
    torch = sys.modules.get("torch")
    if torch is not None and torch.cuda.is_available() and torch.cuda.is_initialized():
        return _TorchTimer(torch)
    return _HostTimer()


def do_bench(fn, warmup=25, rep=100, grad_to_none=None, quantiles=None, return_mode="mean"):
    """Milliseconds that fn() takes, on a GPU if that is where it works.

    `warmup` and `rep` are milliseconds to spend; how many runs that is follows from five trials,
    at least five. The last-level cache is overwritten before each sample, outside its time.
    """

    def before():
        for tensor in grad_to_none or ():
            tensor.grad = None

    fn()
    timer = _timer()
    trial = max(_seconds(lambda: timer.times(fn, before, 5)) / 5, 1e-7)
    timer.times(fn, before, int(warmup / 1e3 / trial))
    times = timer.times(fn, before, max(5, int(rep / 1e3 / trial)))
    return _summarize([1e3 * each for each in times], quantiles, return_mode)


def assert_close(x, y, atol=1e-2, rtol=0.0, err_msg=""):
    """Fails unless |x - y| <= atol + rtol * |y|; NaN equals NaN. Takes what NumPy can read."""
    import numpy
    x, y = numpy.asarray(x), numpy.asarray(y)
    atol = atol(x.dtype) if callable(atol) else atol
    rtol = rtol(x.dtype) if callable(rtol) else rtol
    numpy.testing.assert_allclose(x, y, atol=atol, rtol=rtol, equal_nan=True, err_msg=err_msg)
