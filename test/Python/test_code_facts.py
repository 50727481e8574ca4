"""Registers and the like of kernels that are compiled where no GPU is."""

import pytest

import mytriton as triton
import mytriton.language as tl
import toolchain


@triton.jit
def sum_kernel(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out, tl.sum(tl.load(x + offsets), axis=0))


def compile_sum(target, **options):
    source = triton.ASTSource(sum_kernel, {"x": "*fp32:16", "out": "*fp32"}, {"BLOCK": 1024})
    return triton.compile(source, target=target, options=options)


def test_what_lowering_decides():
    result = compile_sum("cuda")
    assert result.num_warps == 8 and result.metadata.num_warps == 8
    # One partial sum of each warp.
    assert result.metadata.shared >= 8 * 4
    assert compile_sum("cuda", num_warps=2).num_warps == 2


def test_the_host_has_none_of_it():
    result = compile_sum("cpu")
    assert result.n_regs is None and result.n_spills is None and result.n_max_threads is None
    assert result.num_warps is None and result.metadata.shared == 0


@pytest.mark.skipif(not toolchain.find_nvrtc(), reason="needs NVRTC")
def test_what_the_assembler_decides():
    result = compile_sum("cuda")
    assert 8 <= result.n_regs <= 255 and result.n_spills == 0
    assert result.n_max_threads in (256, 0)  # 0: the kernel has no bound


@pytest.mark.parametrize("image", [b"", b"no code", b"\x7fELF" + bytes(60)])
def test_bytes_that_are_no_cubin(image):
    assert triton._mytriton.cubin_facts(image, "sum_kernel") is None
