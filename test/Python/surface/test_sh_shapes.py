"""Shapes: rows SH-1 … SH-15."""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def dump(out, v):
    """Stores a block row by row."""
    tl.store(out + tl.arange(0, v.numel), v.reshape(v.numel))


@triton.jit
def broadcast_kernel(out, n):
    i = tl.arange(0, 4)
    a, b = tl.broadcast(i[:, None], tl.arange(0, 8))
    tl.static_assert(a.shape == (4, 8) and b.shape == (4, 8))
    dump(out, a * 10 + b)
    dump(out + 32, tl.broadcast_to(i[None, :], 8, 4))
    dump(out + 64, tl.broadcast_to(n, (2, 4)))
    dump(out + 72, i[:, None].broadcast_to((4, 2)))


def test_SH_1_broadcast_and_SH_2_broadcast_to(backend):
    out = np.zeros(80, np.int32)
    broadcast_kernel[(1,)](out, 7)
    i = np.arange(4)
    np.testing.assert_array_equal(out[:32].reshape(4, 8), i[:, None] * 10 + np.arange(8))
    np.testing.assert_array_equal(out[32:64].reshape(8, 4), np.broadcast_to(i, (8, 4)))
    assert out[64:72].tolist() == [7] * 8
    np.testing.assert_array_equal(out[72:].reshape(4, 2), np.broadcast_to(i[:, None], (4, 2)))


@triton.jit
def expand_kernel(x):
    i = tl.arange(0, 4)
    tl.static_assert(tl.expand_dims(i, 0).shape == (1, 4))
    tl.static_assert(i.expand_dims(-1).shape == (4, 1))
    tl.static_assert(tl.expand_dims(i, (0, 2)).shape == (1, 4, 1))
    tl.static_assert(tl.expand_dims(i, [0, -1, -2]).shape == (1, 4, 1, 1))
    tl.static_assert(tl.expand_dims(3, 0).shape == (1,))
    tl.static_assert(tl.load(x).expand_dims(0).shape == (1,))
    # SY-10: subscripts.
    tl.static_assert(i[:, None].shape == (4, 1) and i[None].shape == (1, 4))
    tl.static_assert(i[None, None:None, None].shape == (1, 4, 1))
    tl.static_assert(tl.load(x)[None, None].shape == (1, 1))


def test_SH_3_expand_dims():
    expand_kernel[(1,)](np.zeros(1, np.int32))


@triton.jit
def reshape_kernel(x, out):
    v = tl.load(x + tl.arange(0, 32))
    m = tl.reshape(v, 4, 8)
    tl.static_assert(m.shape == (4, 8) and v.reshape((2, 2, 8)).shape == (2, 2, 8))
    tl.static_assert(tl.reshape(v, [32], can_reorder=True).shape == (32,))
    tl.static_assert(v.view(8, 4).shape == (8, 4) and m.ravel().shape == (32,))
    dump(out, tl.trans(m))
    dump(out + 32, m.T)
    dump(out + 64, tl.permute(v.reshape(2, 4, 4), 2, 0, 1))
    dump(out + 96, v.reshape(2, 4, 4).trans((0, 2, 1)))
    dump(out + 128, v.reshape(2, 4, 4).trans())


def test_SH_4_reshape_and_SH_6_trans_SH_7_T_SH_8_permute(backend):
    x = np.arange(32, dtype=np.float32)
    out = np.zeros(160, np.float32)
    reshape_kernel[(1,)](x, out)
    m, c = x.reshape(4, 8), x.reshape(2, 4, 4)
    expected = [m.T, m.T, c.transpose(2, 0, 1), c.transpose(0, 2, 1), c.transpose(0, 2, 1)]
    np.testing.assert_array_equal(out.reshape(5, 32), [e.reshape(-1) for e in expected])


@triton.jit
def join_kernel(x, out, n):
    a = tl.load(x + tl.arange(0, 8))
    b = a * 100
    pairs = tl.join(a, b)
    tl.static_assert(pairs.shape == (8, 2) and tl.join(n, 1).shape == (2,))
    dump(out, pairs)
    first, second = tl.split(pairs)
    dump(out + 16, first)
    dump(out + 24, second)
    p, q = tl.join(n, 5).split()
    tl.static_assert(p.shape == ())
    tl.store(out + 32, p)
    tl.store(out + 33, q)
    dump(out + 34, tl.interleave(a, b))
    tl.static_assert(tl.interleave(n, 1).shape == (2,))
    m = a.reshape(2, 4)
    dump(out + 50, tl.interleave(m, m * 100))


def test_SH_9_join_SH_10_split_SH_11_interleave(backend):
    x = np.arange(1, 9, dtype=np.int32)
    out = np.zeros(66, np.int32)
    join_kernel[(1,)](x, out, 3)
    both = np.stack([x, x * 100], -1).reshape(-1)
    np.testing.assert_array_equal(out[:16], both)
    np.testing.assert_array_equal(out[16:32], np.concatenate([x, x * 100]))
    assert out[32:34].tolist() == [3, 5]
    np.testing.assert_array_equal(out[34:50], both)
    np.testing.assert_array_equal(out[50:], both)


@triton.jit
def squeeze_kernel(x, out):
    v = tl.load(x + tl.arange(0, 8)).reshape(2, 1, 4)
    tl.static_assert(tl.squeeze(v, 1).shape == (2, 4) and tl.squeeze(v, -2).shape == (2, 4))
    tl.static_assert(tl.unsqueeze(v, 0).shape == (1, 2, 1, 4))
    one = tl.load(x + tl.arange(0, 1))
    tl.static_assert(one.item().shape == () and tl.squeeze(one, 0).shape == ())
    tl.store(out, one.item() + 1)
    dump(out + 1, tl.squeeze(v, 1))


def test_SH_13_squeeze_and_SH_14_item(backend):
    x = np.arange(8, dtype=np.int32)
    out = np.zeros(9, np.int32)
    squeeze_kernel[(1,)](x, out)
    assert out.tolist() == [1] + x.tolist()


@triton.jit
def flip_kernel(x, out):
    v = tl.load(x + tl.arange(0, 32)).reshape(2, 4, 4)
    dump(out, tl.flip(v))
    dump(out + 32, v.flip(0))
    dump(out + 64, tl.flip(v, dim=1))


@pytest.mark.parametrize("dtype", ["int8", "float16", "float32", "int64", "bool"])
def test_SH_15_flip(backend, dtype):
    x = (np.arange(32) % 7).astype(dtype)
    if np.dtype(dtype).kind == "f":
        x[3], x[9], x[10] = np.inf, np.nan, -0.0
    out = np.zeros(96, dtype)
    flip_kernel[(1,)](x, out)
    c = x.reshape(2, 4, 4)
    expected = np.concatenate([np.flip(c, a).reshape(-1) for a in (2, 0, 1)])
    np.testing.assert_array_equal(out.view("u%d" % x.itemsize), expected.view("u%d" % x.itemsize))


@triton.jit
def bad_kernel(x, CASE: tl.constexpr):
    i = tl.arange(0, 4)
    if CASE == 0:
        tl.broadcast_to(i, 2, 4)
    elif CASE == 1:
        tl.broadcast_to(i, 8)
    elif CASE == 2:
        tl.expand_dims(i, -3)
    elif CASE == 3:
        tl.expand_dims(i, (0, -3))
    elif CASE == 4:
        i.reshape(3)
    elif CASE == 5:
        tl.trans(i)
    elif CASE == 6:
        i.reshape(2, 2).permute(0, 0)
    elif CASE == 7:
        i.reshape(1, 2, 2).T
    elif CASE == 8:
        tl.split(i)
    elif CASE == 9:
        i.item()
    elif CASE == 10:
        tl.join(i, i.to(tl.float32))
    elif CASE == 11:
        tl.cat(i, tl.arange(0, 8).reshape(2, 4))
    elif CASE == 12:
        tl.squeeze(i, 0)
    elif CASE == 13:
        i[1:]
    else:
        i + tl.arange(0, 8)


@pytest.mark.parametrize("case, message", [
    (0, "tl.broadcast_to to 2 dimensions needs a block of as many"),
    (1, "cannot make shapes compatible for broadcasting at index 0: 4 and 8"),
    (2, "invalid axis -3 of tl.expand_dims; expected -2 <= axis < 2"),
    (3, "duplicate axes, normalized axes = [0, 0]"),
    (4, "cannot reshape vector<4 x i32> of 4 elements to a shape of 3"),
    (5, "tl.trans of vector<4 x i32> needs every dimension once"),
    (6, "needs every dimension once, in the new order"),
    (7, "'.T' needs a block of two dimensions"),
    (8, "tl.split needs a block whose last extent is 2"),
    (9, "'item' needs a block of one element"),
    (10, "tl.join needs two values of one type, got vector<4 x i32> and vector<4 x f32>"),
    (11, "tl.cat of vector<4 x i32> and block<2x4 x i32> along axis 0"),
    (12, "in tl.squeeze: static assertion failed: the extent of axis 0 is not 1"),
    (13, "unsupported tensor index"),
    (14, "cannot make shapes compatible for broadcasting at index 0: 4 and 8"),
])
def test_SH_errors(case, message):
    with pytest.raises(triton.CompileError) as caught:
        bad_kernel[(1,)](np.zeros(8, np.int32), case)
    assert message in str(caught.value)
