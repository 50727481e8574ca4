"""`break`, `continue` and `return` in loops, early returns of helpers (SY-28, SY-32, SY-33).

Triton rejects some of these; here they work. Python itself says what is expected: each body is
run once as plain code over a list, once as a kernel over memory.
"""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl

VALUES = [1, 2, -3, 4, -1, 5, -7, 3, 7, 9, 11]


def run(kernel, *args):
    out = np.zeros(4, np.int32)
    kernel[(1,)](np.array(VALUES, np.int32), out, *args)
    return out.tolist()


@triton.jit
def break_kernel(x, out, n):
    acc = 0
    for i in range(n):
        v = tl.load(x + i)
        if v < 0:
            break
        acc += v
    tl.store(out, acc)


@triton.jit
def continue_kernel(x, out, n):
    acc = 0
    for i in range(n):
        v = tl.load(x + i)
        if v < 0:
            continue
        acc += v
    tl.store(out, acc)


@pytest.mark.parametrize("n", [0, 1, 3, 11])
def test_break_and_continue_in_a_range(backend, n):
    first = next((i for i, v in enumerate(VALUES[:n]) if v < 0), n)
    assert run(break_kernel, n)[0] == sum(VALUES[:first])
    assert run(continue_kernel, n)[0] == sum(v for v in VALUES[:n] if v >= 0)


@triton.jit
def nested_exits_kernel(x, out, n):
    acc = 0
    count = 0
    for i in range(n):
        v = tl.load(x + i)
        if v < 0:
            if v < -5:
                break
            count += 1
            if v == -1:
                continue
            count += 10
        acc += v
    tl.store(out, acc)
    tl.store(out + 1, count)


@pytest.mark.parametrize("n", [2, 4, 6, 11])
def test_exits_of_inner_branches_guard_what_follows(backend, n):
    acc = count = 0
    for v in VALUES[:n]:
        if v < 0:
            if v < -5:
                break
            count += 1
            if v == -1:
                continue
            count += 10
        acc += v
    assert run(nested_exits_kernel, n)[:2] == [acc, count]


@triton.jit
def nested_loops_kernel(x, out, n):
    acc = 0
    for i in range(n):
        j = 0
        while True:
            if j >= i:
                break
            j += 1
            if j == 3:
                continue
            acc += j
            if acc > 40:
                tl.store(out + 1, i)
                tl.store(out, acc)
                return
        acc += 100 if i < 0 else 1
    tl.store(out, acc)


@pytest.mark.parametrize("n", [0, 3, 5, 10])
def test_exits_belong_to_their_loop(backend, n):
    def expected():
        acc = 0
        for i in range(n):
            j = 0
            while True:
                if j >= i:
                    break
                j += 1
                if j == 3:
                    continue
                acc += j
                if acc > 40:
                    return [acc, i]
            acc += 1
        return [acc, 0]
    assert run(nested_loops_kernel, n)[:2] == expected()


@triton.jit
def find(x, n, key):
    for i in range(n):
        if tl.load(x + i) == key:
            return i
    return -1


@triton.jit
def find_pair(x, n, total):
    for i in range(n):
        for j in range(i + 1, n):
            if tl.load(x + i) + tl.load(x + j) == total:
                return i, j
    return -1, -1


@triton.jit
def find_kernel(x, out, n):
    tl.store(out, find(x, n, 7))
    tl.store(out + 1, find(x, n, 100))
    i, j = find_pair(x, n, 14)
    tl.store(out + 2, i)
    tl.store(out + 3, j)


def test_return_inside_loops_of_helpers(backend):
    assert run(find_kernel, 11) == [8, -1, 5, 9]
    assert run(find_kernel, 3) == [-1, -1, -1, -1]


@triton.jit
def while_kernel(x, out, n):
    i = 0
    while i < n:
        v = tl.load(x + i)
        i += 1
        if v == 9:
            break
        if v < 0:
            continue
        tl.store(out, v)
    tl.store(out + 1, i)


@pytest.mark.parametrize("n, last, steps", [(0, 0, 0), (3, 2, 3), (11, 7, 10)])
def test_exits_of_while(backend, n, last, steps):
    assert run(while_kernel, n)[:2] == [last, steps]


@triton.jit
def loads_in_condition_kernel(x, out, n):
    i = 0
    while tl.load(x + i) != n:
        i += 1
        if i == 2:
            break
    tl.store(out, i)


def test_a_loop_that_was_left_does_not_evaluate_its_condition(monkeypatch):
    monkeypatch.setenv("MYTRITON_BACKEND", "interp")
    monkeypatch.setenv("MYTRITON_CHECK", "1")
    # Evaluated once more, the condition would read past the array.
    out = np.zeros(1, np.int32)
    loads_in_condition_kernel[(1,)](np.array([1, 2], np.int32), out, 7)
    assert out[0] == 2


@triton.jit
def stepped_kernel(x, out, start, stop, step):
    acc = 0
    count = 0
    for i in range(start, stop, step):
        count += 1
        if i == 2:
            break
        acc = acc * 10 + i
    tl.store(out, acc)
    tl.store(out + 1, count)


@pytest.mark.parametrize("start, stop, step", [
    (7, 0, -1), (7, 0, -3), (7, 0, 3), (0, 5, 1), (-4, 9, 2), (1, 9, 5), (3, 3, 1), (0, 3, 7)])
def test_SY_21_step_signs_of_a_loop_that_breaks(backend, start, stop, step):
    acc = count = 0
    for i in range(start, stop, step):
        count += 1
        if i == 2:
            break
        acc = acc * 10 + i
    assert run(stepped_kernel, start, stop, step)[:2] == [acc, count]


@triton.jit
def extreme_kernel(out):
    count = 0
    for i in range(-2147483648, 2147483647, 1073741824):
        count += 1
        if count == 100:
            break
    tl.store(out, count)


def test_the_number_of_iterations_does_not_wrap(backend):
    out = np.zeros(1, np.int32)
    extreme_kernel[(1,)](out)
    assert out[0] == 4


@triton.jit
def expanded_kernel(x, out, n):
    acc = 0
    for i in tl.static_range(6):
        if i == 1:
            continue
        if i > n:
            break
        acc = acc * 10 + i
    tl.store(out, acc)
    for i in range(3):
        if i == n:
            return
        tl.store(out + 1, i + 1)


@pytest.mark.parametrize("n", range(7))
def test_exits_of_expanded_loops(backend, n):
    acc = 0
    for i in range(6):
        if i == 1:
            continue
        if i > n:
            break
        acc = acc * 10 + i
    assert run(expanded_kernel, n)[:2] == [acc, min(n, 3)]


@triton.jit
def sign(v):
    if v > 0:
        if v > 5:
            return 2
        return 1
    elif v == 0:
        return 0
    if v < -5:
        v = -2
    else:
        v = -1
    return v


@triton.jit
def three(v):
    if v < 0:
        if v < -3:
            return 1
    if v > 3:
        if v > 5:
            return 2
    return 3


@triton.jit
def returns_kernel(x, out, n):
    o = tl.arange(0, 4)
    tl.store(out, sign(n))
    tl.store(out + 1, three(n))


@pytest.mark.parametrize("n", [-9, -5, -3, 0, 2, 4, 5, 6])
def test_SY_33_early_returns_of_helpers(backend, n):
    sign_of = (n > 0) - (n < 0)
    assert run(returns_kernel, n)[:2] == [
        sign_of * (2 if abs(n) > 5 else 1), 1 if n < -3 else 2 if n > 5 else 3]


@triton.jit
def block_or_zeros(x, n):
    for i in range(n):
        v = tl.load(x + 4 * i + tl.arange(0, 4))
        if tl.sum(v) == 14:
            return v
    return tl.zeros((4,), tl.int32)


@triton.jit
def block_kernel(x, out, n):
    tl.store(out + tl.arange(0, 4), block_or_zeros(x, n))


def test_a_block_returned_from_a_loop(backend):
    def run_on(values, n):
        out = np.full(4, 5, np.int32)
        block_kernel[(1,)](np.array(values, np.int32), out, n)
        return out.tolist()
    values = list(range(12))
    values[4:8] = [2, 3, 4, 5]
    assert run_on(values, 3) == [2, 3, 4, 5]
    assert run_on(values, 1) == [0, 0, 0, 0]
