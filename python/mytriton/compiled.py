"""The object a launch returns."""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import collections
import collections.abc
import hashlib
import re

from . import _mytriton
from .errors import CompileError
from .ssa import ExpressionOps, SSAOps

Metadata = collections.namedtuple(
    "Metadata", "name hash target num_warps num_stages num_ctas shared debug enable_fp_fusion "
    "launch_predicates")

#: what is known of a GPU's machine code; sizes in bytes, of registers' spills per thread
CodeFacts = collections.namedtuple("CodeFacts", "regs local shared threads max_threads")

#: Triton's names of stages that are called something else here
STAGE_ALIASES = {"llir": "llvm", "ttir": "ssa", "ttgir": "thread"}


class Artifacts(collections.abc.Mapping):
    """Texts and binaries by stage, each made when asked for: `asm["ssa"]`, `asm["cuda"]`."""

    def __init__(self, compiled):
        self._compiled = compiled

    def __getitem__(self, stage):
        name = STAGE_ALIASES.get(stage, stage)
        if name not in self._compiled._stages():
            raise KeyError("%r is no stage of this kernel; there are %s"
                           % (stage, ", ".join(self)))
        return self._compiled._text(name)

    def __contains__(self, stage):
        return STAGE_ALIASES.get(stage, stage) in self._compiled._stages()

    def __iter__(self):
        return iter(self._compiled._stages())

    def __len__(self):
        return len(self._compiled._stages())

    def __repr__(self):
        return "<stages %s>" % ", ".join(self)


class CompiledKernel(_mytriton.CompiledKernel):
    """One specialization of a kernel; unpacks into `expression_ops, ssa_ops, src`."""

    def _text(self, stage):
        cache = self.__dict__.setdefault("_texts", {})
        if stage not in cache:
            cache[stage] = self._emit(stage)
        return cache[stage]

    @property
    def expression_ops(self):
        return ExpressionOps(self)

    @property
    def ssa_ops(self):
        return SSAOps(self)

    @property
    def src(self):
        """The source for the selected backend; CUDA C++ if none is selected."""
        return self._text(self._facts()["source_stage"])

    def _parts(self):
        return (self.expression_ops, self.ssa_ops, self.src)

    def __iter__(self):
        return iter(self._parts())

    def __len__(self):
        return 3

    def __getitem__(self, index):
        """A part, or for a tuple what launches on that grid, all parameters by position."""
        if not isinstance(index, tuple):
            return self._parts()[index]
        facts = self._facts()
        options = {name: facts[name] for name in ("num_stages", "debug", "enable_fp_fusion", "maxnreg",
                                                  "launch_cooperative_grid")}
        options["num_warps"] = facts["num_warps"] or None

        def launch(*args, stream=None):
            return self._kernel._launch(index, args, dict(options, stream=stream), False)

        return launch

    @property
    def kernel(self):
        """The machine code: a cubin for GPUs, an object file for CPUs."""
        return self._text("cubin" if "cubin" in self._stages() and not self._facts()["on_host"]
                          else "obj")

    def _init_handles(self):
        """Code is loaded when it is compiled; accepted for those who want to be sure."""

    @property
    def asm(self):
        return Artifacts(self)

    @property
    def name(self):
        return self._facts()["name"]

    @property
    def hash(self):
        """Names the kernel's text and options; equal in every process."""
        facts = self._facts()
        parts = (self._text("ssa"), facts["target"], facts["num_warps"], facts["num_stages"],
                 facts["debug"], facts["enable_fp_fusion"], facts["mlir_abi"])
        return hashlib.sha256(repr(parts).encode()).hexdigest()

    @property
    def metadata(self):
        facts = self._facts()
        return Metadata(self.name, self.hash, facts["target"], self.num_warps,
                        facts["num_stages"], 1, self._of_threads("shared_bytes", "shared") or 0,
                        facts["debug"], facts["enable_fp_fusion"], facts["launch_predicates"])

    def _of_threads(self, attribute, fact):
        """A number that lowering to threads decides; None where there are no threads."""
        facts = self._facts()
        if facts["on_host"]:
            return None
        if facts["code"] is not None:
            return getattr(CodeFacts(*facts["code"]), fact)
        header = self._text("thread").partition("\n")[0]
        found = re.search(r"\b%s=(\d+)" % attribute, header)
        return int(found.group(1)) if found else None

    @property
    def num_warps(self):
        """The number asked for, else the one chosen; None where programs have no threads."""
        threads = self._of_threads("num_threads", "threads")
        return self._facts()["num_warps"] or (threads and max(1, threads // 32)) or None

    def _code(self, name):
        """A fact about the machine code: what is loaded, else what is made without a device.

        None on the host, or where nothing can make it."""
        facts = self._facts()
        code = facts["code"]
        if code is None and not facts["on_host"]:
            if "_cubin_facts" not in self.__dict__:
                try:
                    made = _mytriton.cubin_facts(self._text("cubin"), self.name)
                except (CompileError, KeyError):  # no CUDA toolkit, or no such stage
                    made = None
                self.__dict__["_cubin_facts"] = made
            code = self.__dict__["_cubin_facts"]
        return None if code is None else getattr(CodeFacts(*code), name)

    @property
    def n_regs(self):
        """Registers of each thread of a GPU's kernel; None for others."""
        return self._code("regs")

    @property
    def n_spills(self):
        """Registers of each thread that live in memory; None where `n_regs` is."""
        local = self._code("local")
        return None if local is None else local // 4

    @property
    def n_max_threads(self):
        """The most threads a program of this code could have; None where `n_regs` is."""
        return self._code("max_threads")

    def __repr__(self):
        return "<compiled kernel %s for %s>" % (self.name, self._facts()["target"])
