"""Choosing meta-parameters: `autotune` by timing, `heuristics` by computing."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import inspect
import os

from .errors import AutotunerError, CompileError, OutOfResources
from .testing import do_bench as _default_bench


class Config:
    """Meta-parameters and launch options that are tried together."""

    OPTIONS = ("num_warps", "num_stages", "num_ctas", "num_cpu_threads", "maxnreg")

    def __init__(self, kwargs, num_warps=None, num_stages=3, num_ctas=1, num_cpu_threads=0,
                 maxnreg=None, pre_hook=None, ir_override=None):
        self.kwargs = dict(kwargs)
        self.num_warps = num_warps
        self.num_stages = num_stages
        self.num_ctas = num_ctas
        self.num_cpu_threads = num_cpu_threads
        self.maxnreg = maxnreg
        self.pre_hook = pre_hook
        self.ir_override = ir_override

    def all_kwargs(self):
        """Meta-parameters and options as one dict of keywords."""
        options = {name: getattr(self, name) for name in self.OPTIONS}
        return {**self.kwargs, **{name: value for name, value in options.items()
                                  if value is not None}}

    def _key(self):
        return (tuple(self.kwargs.items()), *(getattr(self, name) for name in self.OPTIONS),
                self.pre_hook, self.ir_override)

    def __eq__(self, other):
        return type(other) is Config and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        return ", ".join("%s: %s" % item for item in self.all_kwargs().items())

    def __repr__(self):
        return "Config(%s)" % self


class _Wrapper:
    """Something that is launched like the kernel it wraps."""

    def __init__(self, fn):
        self.fn = fn
        self.arg_names = fn.arg_names
        self.base_fn = getattr(fn, "base_fn", fn)
        self.__name__ = self.base_fn.__name__
        self.__doc__ = self.base_fn.__doc__
        self.__wrapped__ = self.base_fn

    def __getitem__(self, grid):
        return lambda *args, **kwargs: self.run(*args, grid=grid, **kwargs)

    def __call__(self, *args, **kwargs):
        return self.base_fn(*args, **kwargs)

    def warmup(self, *args, grid=(1,), **kwargs):
        return self.run(*args, grid=grid, warmup=True, **kwargs)

    def clear_cache(self):
        self.fn.clear_cache()

    def named_arguments(self, args, kwargs):
        """Arguments by name, defaults included."""
        defaults = {param.name: param.default for param in self.base_fn.params
                    if param.has_default}
        return {**defaults, **dict(zip(self.arg_names, args)), **kwargs}


class Heuristics(_Wrapper):
    """A kernel some of whose parameters are computed from the others at each launch."""

    def __init__(self, fn, values):
        super().__init__(fn)
        self.values = values

    def run(self, *args, grid, warmup=False, **kwargs):
        for name, function in self.values.items():
            kwargs[name] = function(self.named_arguments(args, kwargs))
        return self.fn.run(*args, grid=grid, warmup=warmup, **kwargs)


def heuristics(values):
    """Computes meta-parameters: `{name: function of a dict of all arguments}`, in order."""
    return lambda fn: Heuristics(fn, values)


class _Snapshots:
    """Keeps timing from changing what the user sees."""

    def __init__(self, reset, restore):
        self.reset, self.restore = reset, restore
        self.saved = {}

    @staticmethod
    def _fill_zero(array):
        array.zero_() if hasattr(array, "zero_") else array.fill(0)

    def before(self, arguments, reset_only=False):
        for name in self.reset:
            if arguments.get(name) is not None:
                self._fill_zero(arguments[name])
        if reset_only:
            return
        for name in self.restore:
            array = arguments.get(name)
            if array is not None:
                self.saved[name] = array.clone() if hasattr(array, "clone") else array.copy()

    def after(self, arguments):
        for name, saved in self.saved.items():
            array = arguments[name]
            if hasattr(array, "copy_"):
                array.copy_(saved)
            else:
                array[...] = saved
        self.saved = {}


class Autotuner(_Wrapper):
    """A kernel that is timed with every configuration once per tuning key."""

    def __init__(self, fn, configs, key, prune=None, reset_to_zero=None, restore_value=None,
                 pre_hook=None, post_hook=None, do_bench=None):
        super().__init__(fn)
        self.configs = list(configs) or [Config({})]
        self.keys = list(key)
        prune = prune or {}
        self.early_config_prune = prune.get("early_config_prune")
        self.perf_model = prune.get("perf_model")
        self.top_k = prune.get("top_k", 1.0)
        self._snapshots = _Snapshots(reset_to_zero or [], restore_value or [])
        self._pre_hook, self._post_hook = pre_hook, post_hook
        self._do_bench = do_bench or _default_bench
        self.cache = {}
        self.best_config = None
        self.configs_timings = {}
        self.bench_time = 0.0
        for name in (*self.keys, *self._snapshots.reset, *self._snapshots.restore):
            if name not in self.arg_names:
                raise ValueError("autotune: %s() has no parameter %r; there are %s"
                                 % (self.__name__, name, ", ".join(self.arg_names)))

    def _tuning_key(self, arguments):
        values = [arguments[name] for name in self.keys if name in arguments]
        types = [str(value.dtype) for value in arguments.values() if hasattr(value, "dtype")]
        return (*values, *types)

    def _check_conflicts(self, kwargs):
        tuned = {name for config in self.configs for name in config.kwargs}
        both = sorted(tuned & kwargs.keys())
        if both:
            raise ValueError("%s(): passed to the launch although autotune chooses them: %s"
                             % (self.__name__, ", ".join(both)))

    def _before(self, arguments, config, reset_only=False):
        if self._pre_hook:
            self._pre_hook(arguments, reset_only)
        else:
            self._snapshots.before(arguments, reset_only)
        if config.pre_hook:
            config.pre_hook({**arguments, **config.all_kwargs()})

    def _after(self, arguments, exception):
        if self._post_hook:
            self._post_hook(arguments, exception)
        else:
            self._snapshots.after(arguments)

    def _time(self, config, args, arguments, grid, kwargs):
        def once():
            self._before(arguments, config)
            try:
                self.fn.run(*args, grid=grid, **kwargs, **config.all_kwargs())
            except Exception as error:
                self._after(arguments, error)
                raise
            self._after(arguments, None)

        try:
            return self._do_bench(once, quantiles=(0.5, 0.2, 0.8))
        except (CompileError, OutOfResources):
            return [float("inf")] * 3

    def _prune(self, arguments, kwargs):
        configs = self.configs
        if self.early_config_prune:
            configs = list(self.early_config_prune(configs, arguments, **kwargs))
            if not configs:
                raise AutotunerError("%s(): early_config_prune returned no configuration"
                                     % self.__name__)
        if self.perf_model:
            count = self.top_k
            if isinstance(count, float):
                count = max(1, int(len(self.configs) * count))
            configs = sorted(configs, key=lambda config: self.perf_model(
                **{**arguments, **kwargs, **config.all_kwargs()}))[:count]
        return configs

    def _choose(self, args, arguments, grid, kwargs):
        configs = self._prune(arguments, kwargs)
        if len(configs) == 1:
            return configs[0]
        self.configs_timings = {config: self._time(config, args, arguments, grid, kwargs)
                                for config in configs}
        best = min(self.configs_timings, key=lambda config: self.configs_timings[config][0])
        if self.configs_timings[best][0] == float("inf"):
            # Shows why: the error of the first configuration.
            self.fn.run(*args, grid=grid, warmup=True, **kwargs, **configs[0].all_kwargs())
        if os.environ.get("MYTRITON_PRINT_AUTOTUNING") == "1":
            print("autotuning %s: best is %s" % (self.__name__, best))
        return best

    def run(self, *args, grid, warmup=False, **kwargs):
        self._check_conflicts(kwargs)
        arguments = self.named_arguments(args, kwargs)
        if warmup:
            return [self.fn.run(*args, grid=grid, warmup=True, **kwargs, **config.all_kwargs())
                    for config in self._prune(arguments, kwargs)]
        key = self._tuning_key(arguments)
        if key not in self.cache:
            self.cache[key] = self._choose(args, arguments, grid, kwargs)
        config = self.best_config = self.cache[key]
        self._before(arguments, config, reset_only=True)
        return self.fn.run(*args, grid=grid, **kwargs, **config.all_kwargs())


def autotune(configs, key, prune_configs_by=None, reset_to_zero=None, restore_value=None,
             pre_hook=None, post_hook=None, warmup=None, rep=None, use_cuda_graph=False,
             do_bench=None, cache_results=False):
    """Times a kernel with each configuration; later launches with equal `key` use the best."""
    return lambda fn: Autotuner(fn, configs, key, prune_configs_by, reset_to_zero, restore_value,
                                pre_hook, post_hook, do_bench)
