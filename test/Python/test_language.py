"""The objects of `mytriton.language` on the host."""

import pickle

import pytest

import mytriton as triton
import mytriton.language as tl


def test_functions_explain_that_they_need_a_kernel():
    for name in ("load", "store", "program_id", "exp", "zeros", "static_range"):
        with pytest.raises(RuntimeError, match="mytriton.language.%s .*inside a kernel" % name):
            getattr(tl, name)(0)
    with pytest.raises(RuntimeError, match="inside kernels"):
        tl.float32(1)
    with pytest.raises(RuntimeError, match="inside kernels"):
        tl.tensor()


def test_import_styles():
    from mytriton.language import load, math
    assert load is tl.load is tl.core.load
    assert math.exp is tl.exp is tl.math.exp and tl.random.rand is tl.rand
    assert pickle.loads(pickle.dumps(tl.load)) is tl.load


@pytest.mark.parametrize("name, short, bits", [
    ("int1", "int1", 1), ("int8", "int8", 8), ("int64", "int64", 64), ("uint16", "uint16", 16),
    ("float16", "fp16", 16), ("bfloat16", "bf16", 16), ("float32", "fp32", 32),
    ("float64", "fp64", 64), ("float8e5", "fp8e5", 8), ("float8e4nv", "fp8e4nv", 8),
])
def test_dtypes(name, short, bits):
    dtype = getattr(tl, name)
    assert str(dtype) == short and dtype.primitive_bitwidth == bits
    assert dtype == tl.dtype(short) and hash(dtype) == hash(tl.dtype(short))
    assert dtype != "fp32" and eval(repr(dtype), {"mytriton": triton}) is dtype
    assert pickle.loads(pickle.dumps(dtype)) == dtype
    assert dtype.is_floating() == ("float" in name)
    assert getattr(dtype, "is_" + short)() and not dtype.is_ptr()


def test_dtype_facts():
    assert tl.int8.get_int_min_value() == -128 and tl.uint8.get_int_max_value() == 255
    assert tl.int1.kind() < tl.int64.kind() < tl.float16.kind()
    assert tl.float16.fp_mantissa_width == 10 and tl.bfloat16.exponent_bias == 127
    assert tl.pi32_t.element_ty == tl.int32 and tl.pi32_t == tl.pointer_type(tl.int32)
    assert tl.block_type(tl.float32, [4, 8]).numel == 32
    with pytest.raises(ValueError, match="float33"):
        tl.dtype("float33")


def test_constexpr_has_pythons_operators():
    seven = tl.constexpr(7)
    assert (seven + 1).value == 8 and (1 - seven).value == -6 and (-seven // 2).value == -4
    assert (seven % -4).value == -1 and (seven ** 2).value == 49 and (seven / 2).value == 3.5
    assert seven == 7 and seven != 8 and seven < 8 and not seven > 8
    assert tl.constexpr(seven).value == 7 and repr(seven) == "constexpr[7]"
    assert list(range(10))[seven] == 7 and hash(seven) == hash(7)
    assert tl.constexpr([1, 2])[1] == 2 and len(tl.constexpr("ab")) == 2
    assert tl.constexpr("ab").upper() == "AB"
    with pytest.raises(AttributeError):
        seven.value = 8
    with pytest.raises(AttributeError):
        tl.constexpr(1).no_such_thing
    assert pickle.loads(pickle.dumps(seven)).value == 7
