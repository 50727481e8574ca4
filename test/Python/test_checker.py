"""MYTRITON_CHECK: each kind of fault is planted once, and found with its line, program and element."""

import inspect

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@pytest.fixture(autouse=True, params=["MYTRITON_CHECK alone", "MYTRITON_BACKEND=interp too"])
def _checked(request, monkeypatch):
    monkeypatch.setenv("MYTRITON_CHECK", "1")
    if "BACKEND" in request.param:
        monkeypatch.setenv("MYTRITON_BACKEND", "interp")


def find_fault(kernel, grid, *arguments, **constexprs):
    """What the checker says, and the text of the line it names."""
    with pytest.raises(triton.CheckError) as caught:
        kernel[grid](*arguments, **constexprs)
    source, first = inspect.getsourcelines(kernel.fn)
    assert caught.value.file == __file__
    return str(caught.value), source[caught.value.line - first].strip()


def ints(n):
    return np.arange(n, dtype=np.int32)


@triton.jit
def load_past_end_kernel(x, out, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    v = tl.load(x + offsets)
    tl.store(out + offsets, v)


def test_load_past_the_end():
    text, line = find_fault(load_past_end_kernel, (3,), ints(10), ints(12), BLOCK=4)
    assert "load of x[10] is out of bounds: x has 10 elements (program (2, 0, 0), lane 2" in text
    assert "1 more at this op" in text and line == "v = tl.load(x + offsets)"


def test_store_past_the_end():
    text, line = find_fault(load_past_end_kernel, (3,), ints(12), ints(11), BLOCK=4)
    assert "store to out[11] is out of bounds: out has 11 elements (program (2, 0, 0), lane 3)" in text
    assert line == "tl.store(out + offsets, v)"


@triton.jit
def negative_index_kernel(x, out):
    i = tl.program_id(1)
    tl.store(out + i, tl.load(x + i - 1))


def test_negative_index():
    text, line = find_fault(negative_index_kernel, (1, 2), ints(4), np.zeros(2, np.int32))
    assert "load of x[-1] is out of bounds: x has 4 elements (program (0, 0, 0))" in text
    assert line.startswith("tl.store(out + i")


@triton.jit
def neighbour_kernel(x, y):
    # y begins where x ends: an address inside y is outside x all the same.
    tl.store(x + 4, 1)
    tl.store(y, 2)


def test_the_neighbour_in_memory_is_another_array():
    memory = np.zeros(8, np.int32)
    text, line = find_fault(neighbour_kernel, (1,), memory[:4], memory[4:])
    assert "store to x[4] is out of bounds: x has 4 elements" in text and line == "tl.store(x + 4, 1)"
    assert list(memory) == [0, 0, 0, 0, 2, 0, 0, 0]  # the access was not done


@triton.jit
def two_dimensions_kernel(x, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    offsets = tl.arange(0, ROWS)[:, None] * COLUMNS + tl.arange(0, COLUMNS)[None, :]
    tl.store(out + offsets, tl.load(x + offsets))


def test_lanes_of_blocks_have_coordinates():
    text, _ = find_fault(two_dimensions_kernel, (1,), ints(30), ints(32), ROWS=4, COLUMNS=8)
    assert "load of x[30] is out of bounds" in text and "lane [3, 6]" in text


@triton.jit
def undefined_store_kernel(x, out, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    v = tl.load(x + offsets, mask=offsets < n)
    w = v * 2
    tl.store(out + offsets, w)


def test_lanes_that_a_mask_left_out_are_stored():
    text, line = find_fault(undefined_store_kernel, (1,), ints(8), ints(8), 5, BLOCK=8)
    assert "the stored value is undefined (program (0, 0, 0), lane 5; 2 more at this op)" in text
    assert line == "tl.store(out + offsets, w)"
    assert "it comes from lanes of this load that are masked off and have no 'other'" in text


@triton.jit
def undefined_address_kernel(x, out, n):
    i = tl.load(x, mask=n > 5)
    tl.store(out + i, 1)


def test_undefined_address():
    text, line = find_fault(undefined_address_kernel, (1,), ints(1), ints(1), 2)
    assert "an address is undefined" in text and line == "tl.store(out + i, 1)"


@triton.jit
def undefined_branch_kernel(x, out, n):
    i = tl.load(x, mask=n > 5)
    if i > 0:
        tl.store(out, 1)


def test_undefined_branch():
    text, line = find_fault(undefined_branch_kernel, (1,), ints(1), ints(1), 2)
    assert "is undefined" in text and "condition" in text and line.startswith("if i > 0")


@triton.jit
def undefined_mask_kernel(x, out, n):
    i = tl.load(x, mask=n > 5)
    tl.store(out, 1, mask=i > 0)


def test_undefined_mask():
    text, line = find_fault(undefined_mask_kernel, (1,), ints(1), ints(1), 2)
    assert "the mask is undefined" in text and line.startswith("tl.store(out, 1")


@triton.jit
def empty_kernel(out, BLOCK: tl.constexpr):
    v = tl.empty((BLOCK,), tl.float32)
    s = tl.sum(v, axis=0)
    tl.store(out, s)


def test_empty():
    text, line = find_fault(empty_kernel, (1,), np.zeros(1, np.float32), BLOCK=8)
    assert "the stored value is undefined" in text and line == "tl.store(out, s)"
    assert "it comes from this 'empty'" in text


@triton.jit
def undefined_bound_kernel(x, out, n):
    stop = tl.load(x, mask=n > 5)
    for i in tl.range(0, stop):
        tl.store(out + i, i)


def test_undefined_loop_bound():
    text, line = find_fault(undefined_bound_kernel, (1,), ints(1), ints(4), 2)
    assert "is undefined" in text and line.startswith("for i in")


@triton.jit
def write_write_kernel(out):
    tl.store(out + tl.program_id(0) // 2, 1)


def test_two_programs_write_one_element():
    text, line = find_fault(write_write_kernel, (4,), ints(2))
    assert ("race between programs: out[0] is written here, and written by program (0, 0, 0) "
            "(program (1, 0, 0); 1 more at this op)") in text
    assert line == "tl.store(out + tl.program_id(0) // 2, 1)"


@triton.jit
def read_write_kernel(x):
    i = tl.program_id(0)
    v = tl.load(x + i + 1)
    tl.store(x + i, v)


def test_one_program_reads_what_another_writes():
    text, line = find_fault(read_write_kernel, (2,), ints(3))
    assert ("race between programs: x[1] is written here, and read by program (0, 0, 0) "
            "(program (1, 0, 0))") in text
    assert line == "tl.store(x + i, v)" and "program (0, 0, 0) reads it here" in text


@triton.jit
def atomic_and_plain_kernel(x, out):
    i = tl.program_id(0)
    if i == 0:
        tl.store(out, tl.load(x))
    else:
        tl.atomic_add(x, 1)


def test_an_atomic_does_not_excuse_a_plain_access():
    text, _ = find_fault(atomic_and_plain_kernel, (2,), ints(1), ints(1))
    assert "race between programs: x[0] is written here, and read by program (0, 0, 0)" in text


@triton.jit
def helper(p, v):
    tl.store(p, v)


@triton.jit
def calls_helper_kernel(out):
    helper(out + 7, 1)


def test_faults_in_helpers_name_both_lines():
    with pytest.raises(triton.CheckError) as caught:
        calls_helper_kernel[(1,)](ints(4))
    text = str(caught.value)
    assert "store to out[7] is out of bounds: out has 4 elements" in text
    assert "tl.store(p, v)" in text and "helper(out + 7, 1)" in text


@triton.jit
def clean_kernel(x, out, total, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    v = tl.load(x + offsets, mask=mask)
    # Nobody looks at the undefined lanes.
    kept = tl.where(mask, v, 0)
    tl.store(out + offsets, v + 1, mask=mask)
    tl.atomic_add(total, tl.sum(kept, axis=0))


def test_a_clean_kernel_says_nothing(capfd):
    out, total = np.zeros(10, np.int32), np.zeros(1, np.int32)
    clean_kernel[(3,)](ints(10), out, total, 10, BLOCK=4)
    assert list(out) == list(range(1, 11)) and total[0] == 45
    assert capfd.readouterr() == ("", "")
