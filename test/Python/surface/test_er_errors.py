"""Section 6 of the language's rules: mistakes and what is said about them (ER-01 … ER-22, ER-37).

Each error has the place of the mistake: the file, the line and a caret under the expression.
"""

import numpy as np
import pytest

import mytriton as triton
import mytriton.language as tl


def fails(kernel, message, *args, error=None, **constants):
    """What compiling the kernel says: the line of the mistake and the text under the caret."""
    out = np.zeros(64, np.int32)
    with pytest.raises(error or triton.CompileError, match=message) as caught:
        kernel[(1,)](out, *args, **constants)
    text = str(caught.value)
    assert "test_er_errors.py:" in text and "^" in text
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if set(line.strip()) <= set("^~") and line.strip())
    start = len(lines[at]) - len(lines[at].lstrip())
    return lines[at - 1][start:start + len(lines[at].strip())]


@triton.jit
def lambda_kernel(out):
    f = lambda: 1  # noqa: E731


@triton.jit
def dict_kernel(out):
    d = {1: 2}


@triton.jit
def set_kernel(out):
    d = {1, 2}


@triton.jit
def yield_kernel(out):
    yield 1


@triton.jit
def try_kernel(out):
    try:
        tl.store(out, 1)
    finally:
        pass


@triton.jit
def with_kernel(out):
    with out:
        pass


@triton.jit
def class_kernel(out):
    class Inner:
        pass


@triton.jit
def import_kernel(out):
    import math  # noqa: F401


@triton.jit
def del_kernel(out):
    del out


@triton.jit
def global_kernel(out):
    global UNKNOWN
    UNKNOWN = 1


@triton.jit
def for_else_kernel(out, n):
    for i in range(n):
        pass
    else:
        pass


@triton.jit
def while_else_kernel(out, n):
    while n > 1:
        n -= 1
    else:
        pass


@triton.jit
def generator_kernel(out, n):
    x = [i for i in n]


@triton.jit
def filter_kernel(out):
    x = [i for i in (1, 2) if i > 1]


@triton.jit
def starred_kernel(out, n):
    tl.store(out, *n)


@triton.jit
def starred_target_kernel(out):
    a, *b = (1, 2, 3)


@triton.jit
def keywords_kernel(out):
    tl.store(out, **{})


@triton.jit
def attribute_target_kernel(out):
    out.x = 1


@triton.jit
def subscript_target_kernel(out):
    out[0] = 1


@triton.jit
def raise_kernel(out):
    raise ValueError


@triton.jit
def match_kernel(out, n):
    match n:
        case 1:
            pass


@triton.jit
def matmul_kernel(out, n):
    tl.store(out, n @ n)


@triton.jit
def runtime_string_kernel(out, n):
    x = "a" if n > 1 else "b"


@triton.jit
def plain_iterable_kernel(out):
    for i in (1, 2):
        tl.store(out, i)


UNSUPPORTED = [
    (lambda_kernel, "a lambda"), (dict_kernel, "a dictionary"), (set_kernel, "a set"),
    (yield_kernel, "'yield'"), (try_kernel, "'try'"), (with_kernel, "'with'"),
    (class_kernel, "'class'"), (import_kernel, "'import'"), (del_kernel, "'del'"),
    (global_kernel, "'global'"), (raise_kernel, "'raise'"), (match_kernel, "'match'"),
    (for_else_kernel, "'else' of a loop"), (while_else_kernel, "'else' of a loop"),
    (generator_kernel, "a list comprehension runs over a tuple"),
    (filter_kernel, "a list comprehension with a filter"),
    (starred_target_kernel, "a starred target"), (keywords_kernel, r"'\*\*' arguments"),
    (attribute_target_kernel, "assignment to an attribute"),
    (subscript_target_kernel, "assignment to a subscript"), (matmul_kernel, "'@'"),
    (plain_iterable_kernel, "kernels loop over range"),
]


@pytest.mark.parametrize("kernel, what", UNSUPPORTED, ids=lambda v: getattr(v, "__name__", None))
def test_ER_01_unsupported_syntax(kernel, what):
    args = (5,) if "n" in kernel.arg_names else ()
    fails(kernel, what, *args, error=triton.ASTFrontendError)


def test_starred_runtime_values_and_runtime_strings():
    assert fails(starred_kernel, "spreads a tuple, got a value of type i32", 5) == "*n"
    fails(runtime_string_kernel, "one type", 5)


@triton.jit
async def async_kernel(out):
    tl.store(out, 1)


def test_ER_01_async():
    fails(async_kernel, "async", error=triton.ASTFrontendError)


@triton.jit
def undefined_kernel(out):
    tl.store(out, nothing)  # noqa: F821


def test_ER_02_undefined_names():
    assert fails(undefined_kernel, "name 'nothing' is not defined") == "nothing"


@triton.jit
def bitwise_kernel(out, f):
    tl.store(out, f & 1)


@triton.jit
def pointers_kernel(out):
    tl.store(out, out + out)


def test_ER_04_wrong_operands():
    assert fails(bitwise_kernel, "invalid operands of type f32 and", 0.5) == "f & 1"
    assert fails(pointers_kernel, "invalid operands of type ptr") == "out + out"


@triton.jit
def signs_kernel(out, OP: tl.constexpr):
    i, u = tl.full((4,), 1, tl.int32), tl.full((4,), 1, tl.uint32)
    if OP == "/":
        tl.store(out, i // u)
    else:
        tl.store(out, i % u)


def test_ER_05_mixed_signedness():
    assert fails(signs_kernel, "(?i)cannot use .* different signedness; cast", OP="/") == "i // u"
    assert fails(signs_kernel, "(?i)cannot use .* different signedness; cast", OP="%") == "i % u"


@triton.jit
def range_kernel(out):
    tl.store(out, tl.full((4,), 1, tl.int8) + 300)


@triton.jit
def negative_kernel(out):
    tl.store(out, tl.full((4,), 1, tl.uint32) * -2)


def test_ER_06_literals_out_of_range():
    fails(range_kernel, "300.*out of range")
    fails(negative_kernel, "-2")


@triton.jit
def shape_kernel(out, n, KIND: tl.constexpr):
    if KIND == "runtime":
        tl.zeros((4, n), tl.float32)
    elif KIND == "large":
        tl.zeros((1024, 2048), tl.float32)
    elif KIND == "negative":
        tl.zeros((4, -1), tl.float32)
    else:
        tl.zeros((4, 0.5), tl.float32)


def test_ER_07_shapes():
    fails(shape_kernel, "known at compile time", 5, KIND="runtime")
    fails(shape_kernel, "more than 1048576 elements", 5, KIND="large")
    fails(shape_kernel, "positive|-1", 5, KIND="negative")
    fails(shape_kernel, "integer", 5, KIND="float")


@triton.jit
def arange_kernel(out, n, KIND: tl.constexpr):
    if KIND == "runtime":
        tl.arange(0, n)
    elif KIND == "order":
        tl.arange(4, 4)
    else:
        tl.arange(2**31, 2**31 + 4)


def test_ER_08_arange():
    fails(arange_kernel, "compile time", 5, KIND="runtime")
    fails(arange_kernel, "(?i)end.*(greater|larger|above|start)", 5, KIND="order")
    fails(arange_kernel, "(?i)int32|i32|32 bits", 5, KIND="large")


@triton.jit
def broadcast_kernel(out, KIND: tl.constexpr):
    a = tl.zeros((4, 8), tl.float32)
    if KIND == "binary":
        a + tl.zeros((4, 4), tl.float32)
    elif KIND == "broadcast_to":
        tl.broadcast_to(a, (8, 8))
    elif KIND == "reshape":
        tl.reshape(a, (16, 4))
    else:
        tl.store(out + tl.arange(0, 8), a)


def test_ER_09_incompatible_shapes():
    fails(broadcast_kernel, "at index 1: 8 and 4", KIND="binary")
    fails(broadcast_kernel, "4.*8", KIND="broadcast_to")
    fails(broadcast_kernel, "reshape.*32|32.*64", KIND="reshape")
    fails(broadcast_kernel, "4x8", KIND="store")


@triton.jit
def axis_kernel(out, KIND: tl.constexpr):
    a = tl.zeros((4, 8), tl.float32)
    if KIND == "sum":
        tl.sum(a, 2)
    elif KIND == "expand":
        tl.expand_dims(a, 4)
    else:
        tl.permute(a, (0, 0))


def test_ER_10_axes():
    fails(axis_kernel, "2.*(out of range|invalid)|invalid axis 2", KIND="sum")
    fails(axis_kernel, "4.*(out of range|invalid)|invalid axis 4", KIND="expand")
    fails(axis_kernel, "every dimension once|permutation", KIND="permute")


@triton.jit
def program_kernel(out):
    tl.store(out, tl.program_id(3))


def test_ER_11_program_axes():
    fails(program_kernel, "0, 1,? or 2.*got 3")


@triton.jit
def index_kernel(out):
    tl.arange(0, 4)[2]


def test_ER_12_subscripts():
    fails(index_kernel, "(?i)unsupported tensor index|indexed with ':' and None only")


@triton.jit
def carried_kernel(out, n):
    acc = 0
    for i in range(n):
        acc += 1.5
    tl.store(out, acc)


@triton.jit
def carried_exit_kernel(out, n):
    acc = 0
    for i in range(n):
        old = acc
        acc = 1.5
        if i == 3:
            continue
        acc = old
    tl.store(out, acc)


@triton.jit
def constexpr_in_loop_kernel(out, n, K: tl.constexpr):
    for i in range(n):
        K = i
    tl.store(out, K)


@triton.jit
def carried_expanded_kernel(out):
    acc = 0
    for i in range(4):
        acc += 0.5
    tl.store(out, acc)


def test_ER_13_20_names_carried_by_loops():
    assert fails(carried_kernel, "'acc' has type i32 before the loop and f32", 5) == "acc"
    assert fails(carried_exit_kernel, "'acc' has type i32 before the loop and f32", 5) == "acc"
    assert fails(carried_expanded_kernel, "'acc' has type i32 before the loop and f32") == "acc"
    fails(constexpr_in_loop_kernel, "'K' is known at compile time", 5, K=1)


@triton.jit
def branch_kernel(out, n):
    if n > 1:
        a = 1
    else:
        a = 1.5
    tl.store(out, a)


@triton.jit
def one_branch_kernel(out, n):
    if n > 1:
        a = 1
    tl.store(out, a)


@triton.jit
def loop_name_kernel(out, n):
    for i in range(n):
        a = i
    tl.store(out, a)


@triton.jit
def index_after_kernel(out, n):
    for i in range(n):
        pass
    tl.store(out, i)


def test_ER_14_names_across_branches_and_loops():
    fails(branch_kernel, "(?i)mismatched type for 'a' .*: i32 and f32", 5)
    assert fails(one_branch_kernel, "'a' is defined only in one branch", 5) == "a"
    assert fails(loop_name_kernel, "'a' is defined only in the loop", 5) == "a"
    assert fails(index_after_kernel, "'i' is defined only in the loop", 5) == "i"


@triton.jit
def ternary_kernel(out, n):
    tl.store(out, 1 if n > 1 else 2.5)


def test_ER_15_conditional_expressions():
    assert fails(ternary_kernel, "i32 and f32", 5) == "1 if n > 1 else 2.5"


@triton.jit
def two_types(n):
    if n > 1:
        return 1
    return 1.5


@triton.jit
def two_types_in_a_loop(n):
    for i in range(n):
        if i == 3:
            return i, i
    return n


@triton.jit
def return_kernel(out, n):
    tl.store(out, two_types(n))


@triton.jit
def loop_return_kernel(out, n):
    two_types_in_a_loop(n)


@triton.jit
def value_kernel(out):
    return 5


def test_ER_16_returns():
    fails(return_kernel, "(?i)return type mismatch: .*i32 .*f32", 5)
    fails(loop_return_kernel, r"(?i)return type mismatch: .*\(i32, i32\)", 5)
    fails(value_kernel, "a kernel cannot return a value")


@triton.jit
def block_if_kernel(out):
    if tl.arange(0, 4) > 1:
        tl.store(out, 1)


@triton.jit
def block_while_kernel(out):
    while tl.arange(0, 4) > 1:
        tl.store(out, 1)


@triton.jit
def endless_kernel(out):
    while True:
        tl.store(out, 1)


def test_ER_18_conditions():
    assert fails(block_if_kernel, "ambiguous") == "tl.arange(0, 4) > 1"
    fails(block_while_kernel, "ambiguous")
    fails(endless_kernel, "'while' must be a run-time boolean")


@triton.jit
def nested_kernel(out):
    def inner():
        pass


def test_ER_21_nested_functions():
    fails(nested_kernel, "a nested function .*module level", error=triton.ASTFrontendError)


@triton.jit
def static_assert_kernel(out, K: tl.constexpr):
    tl.static_assert(K == 3, f"K must be 3, got {K}")


def test_ER_22_static_assert():
    fails(static_assert_kernel, "K must be 3, got 4", error=triton.CompileError, K=4)


@triton.jit
def float_bound_kernel(out, f):
    for i in range(f):
        pass


@triton.jit
def block_bound_kernel(out):
    for i in range(tl.arange(0, 4)):
        pass


@triton.jit
def zero_step_kernel(out, n):
    for i in range(0, n, 0):
        pass


def test_ER_37_bounds_of_ranges():
    assert fails(float_bound_kernel, "the end of a range must be an integer scalar, got f32",
                 0.5) == "f"
    fails(block_bound_kernel, "the end of a range must be an integer scalar, got vector")
    fails(zero_step_kernel, "the step of a range must not be zero", 5)


@triton.jit
def even(n):
    return odd(n)


@triton.jit
def odd(n):
    return even(n)


@triton.jit
def recursion_kernel(out, n):
    even(n)


def test_recursion():
    fails(recursion_kernel, "recursion .* 'even' -> 'odd' -> 'even'", 5,
          error=triton.ASTFrontendError)


@triton.jit
def vararg_kernel(out, *rest):
    tl.store(out, 1)


def test_a_kernel_collects_no_arguments():
    fails(vararg_kernel, r"a '\*args' parameter", error=triton.ASTFrontendError)


@triton.jit
def optional_keywords(v, *, scale):
    return v


@triton.jit
def keyword_only_kernel(out):
    optional_keywords(1, scale=2)


@triton.jit
def missing_kernel(out):
    two_types()


@triton.jit
def too_many_kernel(out):
    two_types(1, 2)


@triton.jit
def unknown_keyword_kernel(out):
    two_types(n=1, m=2)


def test_wrong_calls_of_helpers():
    fails(keyword_only_kernel, "keyword-only")
    fails(missing_kernel, "lacks the argument 'n'")
    fails(too_many_kernel, "at most 1 arguments, got 2")
    fails(unknown_keyword_kernel, "no parameter 'm'")
