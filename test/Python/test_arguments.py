"""What may be passed to a kernel, and errors that name the argument."""

import array
import ctypes

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


@triton.jit
def fill_kernel(out, value, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + offsets, value, mask=offsets < n)


@triton.jit
def read_kernel(x, out, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets))


def fill(out, value, n=None):
    return fill_kernel[(1,)](out, value, len(out) if n is None else n, BLOCK=16)


def test_missing_and_surplus_arguments():
    out = np.zeros(16, np.float32)
    with pytest.raises(TypeError, match=r"fill_kernel\(\) is missing the argument 'BLOCK'"):
        fill_kernel[(1,)](out, 1.0, 16)
    with pytest.raises(TypeError, match=r"missing the arguments 'value', 'BLOCK'"):
        fill_kernel[(1,)](out, n=16)
    with pytest.raises(TypeError, match=r"fill_kernel\(\) takes 4 arguments .*got 5"):
        fill_kernel[(1,)](out, 1.0, 16, 16, 16)
    with pytest.raises(TypeError, match=r"two values for argument 'n'"):
        fill_kernel[(1,)](out, 1.0, 16, n=16, BLOCK=16)
    with pytest.raises(KeyError, match=r"unknown keyword argument 'BLOK'.*BLOCK.*num_warps"):
        fill_kernel[(1,)](out, 1.0, 16, BLOK=16)
    assert not out.any()


@pytest.mark.parametrize("value, text", [
    ("text", "argument 'value'.*str"), ([1, 2], "argument 'value'.*list"),
    ({}, "argument 'value'.*dict"), (object(), "argument 'value'.*object"),
    (1j, "argument 'value'.*complex"),
])
def test_unusable_values(value, text):
    with pytest.raises(TypeError, match=text):
        fill(np.zeros(16, np.float32), value)


@pytest.mark.parametrize("dtype", ["complex64", "datetime64[s]", "S4", "U4", "object", ">f4", ">i2"])
def test_unusable_element_types(dtype):
    with pytest.raises(TypeError, match="argument 'out'.*not supported"):
        fill(np.zeros(16, dtype=dtype), 1)


@pytest.mark.parametrize("value", [1 << 64, -(1 << 63) - 1])
def test_too_large_integers(value):
    with pytest.raises(OverflowError, match="argument 'value'"):
        fill(np.zeros(16, np.int64), value)


@pytest.mark.parametrize("value, dtype", [
    (-5, "int32"), (0, "int32"), (2**31 - 1, "int32"), (2**31, "int64"), (-(2**31), "int32"),
    (-(2**31) - 1, "int64"), (2**63 - 1, "int64"), (-(2**63), "int64"), (2**64 - 1, "uint64"),
    (2**63, "uint64"), (np.int8(-3), "int32"), (np.uint16(65535), "int32"), (np.int64(1), "int64"),
])
def test_integers_of_every_width(value, dtype):
    out = np.zeros(16, dtype)
    fill(out, value)
    assert (out == value).all()


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, 1e30, float("inf"), float("nan"),
                                   np.float32(2.5), np.float64(2.5), True, False, np.bool_(True)])
def test_floats_and_bools(value):
    out = np.full(16, 9, np.float32)
    fill(out, value)
    np.testing.assert_array_equal(out, np.full(16, np.float32(value)))
    assert (np.signbit(out) == np.signbit(np.float32(value))).all() or np.isnan(value)


def test_buffers_of_any_library():
    for out in (array.array("f", [0] * 16), memoryview(bytearray(64)).cast("f"),
                (ctypes.c_float * 16)()):
        fill(out, 2.0)
        assert list(out) == [2.0] * 16
    raw = bytearray(16)
    fill(raw, 7)
    assert raw == bytes([7] * 16)


def test_strided_arrays_are_pointers_to_their_first_element():
    memory = np.zeros((4, 32), np.float32)
    fill(memory[1, ::2], 3.0)
    assert (memory[1, :16] == 3).all() and memory.sum() == 48
    memory[:] = 0
    fill(memory[::-1], 3.0, n=16)
    assert (memory[3, :16] == 3).all() and memory.sum() == 48


def test_empty_and_zero_dimensional_arrays():
    fill(np.zeros(0, np.float32), 1.0)
    point = np.zeros((), np.float32)
    fill_kernel[(1,)](point, 4.0, 1, BLOCK=1)
    assert point == 4


def test_read_only_arrays():
    source = np.arange(16, dtype=np.float32)
    source.flags.writeable = False
    out = np.zeros(16, np.float32)
    read_kernel[(1,)](source, out, BLOCK=16)
    np.testing.assert_array_equal(out, source)
    with pytest.raises(triton.CompileError, match="(?i)const"):
        fill(source, 1.0)
    np.testing.assert_array_equal(source, np.arange(16))


class Tensor:
    """What a tensor library offers: data_ptr(), dtype and a device."""

    class Device:
        type = "cpu"

    class DType:
        def __init__(self, name):
            self.name = name

        def __str__(self):
            return "torch." + self.name

    def __init__(self, data, dtype=None, device="cpu"):
        self.data, self.device = data, self.Device()
        self.device.type = device
        self.dtype = self.DType(dtype or str(data.dtype))

    def data_ptr(self):
        return self.data.ctypes.data


def test_tensors_by_data_ptr():
    out = np.zeros(16, np.float64)
    result = fill(Tensor(out), 2.5, n=16)
    assert (out == 2.5).all() and "ptr<f64>" in result.asm["ssa"]
    half = np.zeros(16, np.uint16)
    assert "ptr<bf16>" in fill_kernel.warmup(Tensor(half, "bfloat16"), 1.0, 16, BLOCK=16).asm["ssa"]
    with pytest.raises(TypeError, match="argument 'out'.*complex64"):
        fill(Tensor(out, "complex64"), 1.0, n=16)


def test_device_memory_is_refused_on_the_cpu(monkeypatch):
    remote = Tensor(np.zeros(16, np.float32), device="cuda")
    with pytest.raises(triton.CudaUnavailableError, match="GPU"):
        fill(remote, 1.0, n=16)
    monkeypatch.setenv("MYTRITON_BACKEND", "cpu")
    with pytest.raises(ValueError, match="GPU memory"):
        fill(remote, 1.0, n=16)

    class DeviceArray:
        __cuda_array_interface__ = {"data": (4096, False), "typestr": "<f4", "shape": (16,),
                                    "version": 3}
        dtype = np.dtype("float32")

    monkeypatch.delenv("MYTRITON_BACKEND")
    with pytest.raises(triton.CudaUnavailableError):
        fill(DeviceArray(), 1.0, n=16)


@triton.jit
def annotated_kernel(out, a: tl.int64, b: "tl.uint8", c: tl.float64, d: "i16"):
    tl.store(out, a + b + c + d)


def test_annotations_fix_types():
    out = np.zeros(1, np.float64)
    ssa = annotated_kernel[(1,)](out, 1, 2, 3, 4).asm["ssa"]
    assert out[0] == 10
    for text in ("a: i64", "b: u8", "c: f64", "d: i16"):
        assert text in ssa
    with pytest.raises(OverflowError, match="argument 'b': 256 does not fit in u8"):
        annotated_kernel[(1,)](out, 1, 256, 3, 4)
    with pytest.raises(OverflowError, match="argument 'd'"):
        annotated_kernel[(1,)](out, 1, 2, 3, 40000)
    with pytest.raises(TypeError, match="argument 'a'.*i64.*float"):
        annotated_kernel[(1,)](out, 1.5, 2, 3, 4)


@pytest.mark.parametrize("option, text", [
    ({"num_warps": 3}, "'num_warps' must be a power of two, got 3"),
    ({"num_warps": 0}, "'num_warps'"), ({"num_warps": 1.5}, "'num_warps'"),
    ({"num_stages": -1}, "'num_stages'"), ({"num_ctas": 2}, "'num_ctas'"),
    ({"maxnreg": 0}, "'maxnreg' must be an integer from 1 to 255, got 0"), ({"maxnreg": 256}, "'maxnreg'"),
    ({"maxnreg": "many"}, "'maxnreg'"),
    ({"launch_cooperative_grid": True}, "launch_cooperative_grid=True needs a GPU.*; cpu does not"),
])
def test_bad_options(option, text):
    with pytest.raises(ValueError, match=text):
        fill_kernel[(1,)](np.zeros(16, np.float32), 1.0, 16, BLOCK=16, **option)


def test_options_of_gpus_stand_in_the_kernel_and_are_part_of_the_key():
    def text(**options):
        compiled = fill_kernel.warmup(np.zeros(16, np.float32), 1.0, 16, BLOCK=16, grid=(1,), **options)
        return compiled.asm["ssa"], compiled.asm["cuda"]

    plain = text()
    assert text(maxnreg=None, launch_cooperative_grid=False) == plain and "__maxnreg__" not in plain[1]
    assert "max_registers=40" in text(maxnreg=40)[0] and "__maxnreg__(40)" in text(maxnreg=40)[1]
    assert "__maxnreg__(48)" in text(maxnreg=48)[1]
    assert "cooperative=true" in text(launch_cooperative_grid=True)[0]
    assert text() == plain


def test_good_options():
    out = np.zeros(16, np.float32)
    result = fill_kernel[(1,)](out, 1.0, 16, BLOCK=16, num_warps=8, num_stages=2, num_ctas=1,
                               maxnreg=None, enable_fp_fusion=False, debug=True,
                               sanitize_overflow=False, num_cpu_threads=1)
    assert out.all() and result.num_warps == 8 and result.metadata.num_stages == 2


@triton.jit
def own_option_kernel(out, num_stages: tl.constexpr):
    tl.store(out, num_stages)


def test_parameter_named_like_an_option_receives_the_value_too():
    out = np.zeros(1, np.int32)
    result = own_option_kernel[(1,)](out, num_stages=5)
    assert out[0] == 5 and result.metadata.num_stages == 5


def test_unhashable_constexpr():
    with pytest.raises(TypeError, match="argument 'BLOCK'.*hashable.*list"):
        fill_kernel[(1,)](np.zeros(16, np.float32), 1.0, 16, BLOCK=[16])


def test_do_not_specialize_selects_parameters():
    with pytest.raises(ValueError, match="no parameter 'm'"):
        triton.jit(do_not_specialize=["m"])(fill_kernel.fn)
    with pytest.raises(ValueError, match="'BLOCK' is annotated as constexpr"):
        triton.jit(do_not_specialize=["BLOCK"])(fill_kernel.fn)
    by_index = triton.jit(do_not_specialize=[2])(fill_kernel.fn)
    assert by_index.params[2].do_not_specialize


@triton.jit
def store_tuple(out, values, step):
    for i in tl.static_range(len(values)):
        tl.store(out + i * step, values[i])


@triton.jit
def store_nested(pairs, factor):
    for i in tl.static_range(2):
        array, (low, scale) = pairs[i]
        if scale is not None:
            low = low * scale
        tl.store(array, low * factor)


def test_tuples():
    out = np.full(8, -1, np.int64)
    for values in ((), (3,), (5, 1, 2**40)):
        store_tuple[(1,)](out, values, 2)
        assert out[:2 * len(values):2].tolist() == list(values)
    assert (out[1::2] == -1).all() and store_tuple._cache_size() == 3
    a, b = np.zeros(1, np.int32), np.zeros(1, np.float32)
    store_nested[(1,)](((a, (7, None)), (b, (0.5, tl.constexpr(8)))), 3)
    assert a[0] == 21 and b[0] == 12
    text = store_nested.warmup(((a, (7, None)), (b, (0.5, 8))), 3).asm["ssa"]
    assert "pairs_0_0: ptr<i32>" in text and "pairs_1_1_0: f32, pairs_1_1_1: i32" in text
    with pytest.raises(TypeError, match=r"'values\[1\]': cannot pass a dict"):
        store_tuple[(1,)](out, (1, {}), 2)
