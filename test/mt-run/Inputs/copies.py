"""Writes a.npy of every dtype and shape kernels know, and checks copies.

    copies.py make DIR       writes DIR/<type>.npy
    copies.py check DIR      compares DIR/<type>.npy with DIR/<type>.out.npy
"""

import sys

import numpy as np

DTYPES = ["?", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f2", "f4", "f8"]


def array(dtype):
    rng = np.random.default_rng(7)
    if dtype == "?":
        return rng.integers(0, 2, (4, 2)).astype(bool)
    if dtype[0] == "f":
        a = rng.standard_normal((4, 2)).astype(dtype)
        a[0, 0], a[0, 1], a[1, 0] = np.inf, -0.0, np.finfo(dtype).tiny / 2
        return a
    info = np.iinfo(dtype)
    a = rng.integers(info.min, info.max, (4, 2), dtype=dtype, endpoint=True)
    a[0] = info.min, info.max
    return a


def main(what, folder):
    for dtype in DTYPES:
        name = f"{folder}/{'b1' if dtype == '?' else dtype}"
        if what == "make":
            np.save(name + ".npy", array(dtype))
            continue
        copy = np.load(name + ".out.npy")
        original = array(dtype)
        assert copy.dtype == original.dtype, (dtype, copy.dtype)
        assert copy.shape == original.shape, (dtype, copy.shape)
        assert copy.tobytes() == original.tobytes(), (dtype, copy)
    print(len(DTYPES), "dtypes")


main(*sys.argv[1:])
