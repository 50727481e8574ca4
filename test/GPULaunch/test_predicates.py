"""Facts about launches choose the code: each combination is compiled once."""

import mytriton as triton
import mytriton.language as tl
from arrays import Interface, exchanged


def make_rows():
    @triton.jit
    def row_kernel(x, out, n, BLOCK: tl.constexpr):
        total = tl.zeros([BLOCK], tl.float32)
        for start in range(0, n, BLOCK):
            at = start + tl.arange(0, BLOCK)
            total += tl.load(x + at, mask=at < n, other=0.0)
        mean = tl.sum(total) / n
        for start in range(0, n, BLOCK):
            at = start + tl.arange(0, BLOCK)
            tl.store(out + at, tl.load(x + at, mask=at < n) - mean, mask=at < n)

    return row_kernel


def compiled_by(gpu, launch):
    before = gpu.counts()["compiled"]
    launch()
    return gpu.counts()["compiled"] - before


def test_each_combination_is_compiled_once(gpu):
    kernel = make_rows()
    x, out = exchanged(shape=(4096,)), exchanged(1 << 20, shape=(4096,))
    run = lambda n, **options: kernel[(1,)](x, out, n, BLOCK=256, **options)
    # Once round, a multiple; once round, no multiple; more often, a multiple; again.
    assert compiled_by(gpu, lambda: run(256)) == 1
    assert compiled_by(gpu, lambda: run(64)) == 1
    assert compiled_by(gpu, lambda: run(1024)) == 1
    assert compiled_by(gpu, lambda: run(512)) == 0
    assert compiled_by(gpu, lambda: run(256)) == 0
    assert compiled_by(gpu, lambda: run(0)) == 0  # a multiple that is less than one round
    assert len(gpu.launches()) == 6


def test_arrays_that_overlap_get_their_own_code(gpu):
    kernel = make_rows()
    x = exchanged(shape=(4096,))
    run = lambda out: kernel[(1,)](x, out, 256, BLOCK=256)
    assert compiled_by(gpu, lambda: run(exchanged(1 << 20))) == 1
    assert compiled_by(gpu, lambda: run(x)) >= 1
    assert compiled_by(gpu, lambda: run(exchanged(4096 * 4 - 16))) == 0
    assert compiled_by(gpu, lambda: run(exchanged(4096 * 4))) == 0
    # An array that runs backwards ends where it starts.
    assert compiled_by(gpu, lambda: run(Interface(4096 * 4 + 1024, shape=(256,),
                                                  strides=(-4,)))) == 0
    assert compiled_by(gpu, lambda: run(Interface(4096 * 4 + 1008, shape=(256,),
                                                  strides=(-4,)))) == 0
    assert len(gpu.launches()) == 6


def test_grids_beyond_what_was_proven_get_their_own_code(gpu):
    @triton.jit
    def fill_kernel(out, BLOCK: tl.constexpr):
        at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
        tl.store(out + at, 1.0)

    out = exchanged(shape=(4096,))
    run = lambda grid: fill_kernel[(grid,)](out, BLOCK=256)
    assert "max_program_id=8388607" in run(16).asm["thread"]
    largest = 8388608
    assert compiled_by(gpu, lambda: run(largest)) == 0
    assert compiled_by(gpu, lambda: run(largest + 1)) == 1
    assert compiled_by(gpu, lambda: run(2 * largest)) == 0
    assert compiled_by(gpu, lambda: run(largest)) == 0


def test_metadata_lists_them(gpu):
    kernel = make_rows()
    result = kernel[(1,)](exchanged(), exchanged(1 << 20), 256, BLOCK=256)
    assert result.metadata.launch_predicates == ("1 <= n <= 256", "n % 256 == 0", "disjoint")
    off = kernel[(1,)](exchanged(), exchanged(1 << 20), 256, BLOCK=256, launch_predicates=False)
    assert off is not result and off.metadata.launch_predicates == ()


def test_the_environment_switches_them_off(gpu, monkeypatch):
    monkeypatch.setenv("MYTRITON_LAUNCH_PREDICATES", "0")
    kernel = make_rows()
    run = lambda n: kernel[(1,)](exchanged(), exchanged(1 << 20), n, BLOCK=256)
    assert run(256).metadata.launch_predicates == ()
    assert compiled_by(gpu, lambda: run(64)) == 0
