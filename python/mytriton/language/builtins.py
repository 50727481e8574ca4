"""The functions of the language.

Kernels are compiled, never run by Python: these objects give the names their meaning.
Calling one outside a kernel is an error that says so.
"""

# Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception


class builtin:
    """A function of the language, known to the compiler by its name."""

    def __init__(self, signature, doc):
        self.__name__ = self.__qualname__ = signature.partition("(")[0]
        self.__module__ = "mytriton.language"
        self.__doc__ = "%s\n\n%s" % (signature, doc)
        #: what the compiler recognizes the object by
        self.__mytriton_name__ = "triton.language." + self.__name__

    def __call__(self, *args, **kwargs):
        raise RuntimeError(
            "mytriton.language.%s can only be called inside a kernel: a function decorated with "
            "@mytriton.jit and launched as kernel[grid](...)" % self.__name__)

    def __repr__(self):
        return "<mytriton.language.%s>" % self.__name__

    def __reduce__(self):
        return (_find, (self.__name__,))


def _find(name):
    return BUILTINS[name]


_DECLARED = r"""
program_id(axis)|index of this program along an axis of the launch grid
num_programs(axis)|extent of the launch grid along an axis
arange(start, end)|the block start, start + 1, … end - 1
full(shape, value, dtype)|a block filled with a scalar
zeros(shape, dtype)|a block of zeros
zeros_like(input)|zeros in the shape and type of another block
empty(shape, dtype)|a block whose elements are undefined
cat(input, other, can_reorder=False, dim=0)|two blocks one behind the other
to_tensor(x)|a literal as a value
cast(input, dtype, fp_downcast_rounding=None, bitcast=False)|the value in another type
broadcast(input, other)|both blocks in their common shape
broadcast_to(input, *shape)|the block with extents 1 expanded
expand_dims(input, axis)|the block with extents 1 inserted
reshape(input, *shape, can_reorder=False)|the same elements, row-major, in another shape
view(input, *shape)|reshape with unspecified order
trans(input, *dims)|the block with its dimensions permuted; without dims the last two swapped
permute(input, *dims)|the block with its dimensions permuted
join(a, b)|two blocks along a new last dimension
split(a)|the two halves of a last dimension of extent 2
interleave(a, b)|elements of two blocks taken in turn along the last dimension
ravel(x, can_reorder=False)|the block as rank 1
flip(x, dim=None)|the block reversed along a dimension
squeeze(x, dim)|the block without a dimension of extent 1
unsqueeze(x, dim)|the block with a dimension of extent 1 inserted
dot(input, other, acc=None, input_precision=None, allow_tf32=None, max_num_imprecise_acc=None, out_dtype=None)|matrix product, added to acc
dot_scaled(lhs, lhs_scale, lhs_format, rhs, rhs_scale, rhs_format, acc=None)|matrix product of scaled low-precision operands
load(pointer, mask=None, other=None, boundary_check=(), padding_option="", cache_modifier="", eviction_policy="", volatile=False)|values from memory; where the mask is false, `other`
store(pointer, value, mask=None, boundary_check=(), cache_modifier="", eviction_policy="")|writes values to memory where the mask is true
make_block_ptr(base, shape, strides, offsets, block_shape, order)|a pointer to a block inside an array
advance(base, offsets)|a block pointer moved by offsets
make_tensor_descriptor(base, shape, strides, block_shape, padding_option="zero")|a descriptor of an array read and written by blocks
load_tensor_descriptor(desc, offsets)|a block of a described array
store_tensor_descriptor(desc, offsets, value)|writes a block of a described array
atomic_add(pointer, val, mask=None, sem=None, scope=None)|adds in memory, gives the old value
atomic_max(pointer, val, mask=None, sem=None, scope=None)|maximum in memory, gives the old value
atomic_min(pointer, val, mask=None, sem=None, scope=None)|minimum in memory, gives the old value
atomic_and(pointer, val, mask=None, sem=None, scope=None)|bitwise and in memory, gives the old value
atomic_or(pointer, val, mask=None, sem=None, scope=None)|bitwise or in memory, gives the old value
atomic_xor(pointer, val, mask=None, sem=None, scope=None)|bitwise xor in memory, gives the old value
atomic_xchg(pointer, val, mask=None, sem=None, scope=None)|replaces in memory, gives the old value
atomic_cas(pointer, cmp, val, sem=None, scope=None)|replaces in memory if equal to cmp, gives the old value
where(condition, x, y)|x where the condition holds, else y
maximum(x, y, propagate_nan=None)|the larger of two values
minimum(x, y, propagate_nan=None)|the smaller of two values
clamp(x, min, max, propagate_nan=None)|the value limited to a range
exp(x)|e to the power of x
exp2(x)|2 to the power of x
log(x)|natural logarithm
log2(x)|logarithm to base 2
sin(x)|sine
cos(x)|cosine
tanh(x)|hyperbolic tangent
sqrt(x)|square root
sqrt_rn(x)|square root, correctly rounded
rsqrt(x)|1 / sqrt(x)
erf(x)|error function
floor(x)|largest integer not above x
ceil(x)|smallest integer not below x
abs(x)|absolute value
fdiv(x, y, ieee_rounding=False)|quotient of floats of one type
div_rn(x, y)|quotient, correctly rounded
fma(x, y, z)|x * y + z, rounded once
umulhi(x, y)|high half of an unsigned product
cdiv(x, div)|(x + div - 1) // div
sigmoid(x)|1 / (1 + exp(-x))
softmax(x, dim=None, keep_dims=False, ieee_rounding=False)|stable softmax along a dimension
add(x, y, sanitize_overflow=True)|x + y
sub(x, y, sanitize_overflow=True)|x - y
mul(x, y, sanitize_overflow=True)|x * y
swizzle2d(i, j, size_i, size_j, size_g)|indices of a matrix walked in groups of rows
map_elementwise(scalar_fn, *args, pack=1)|a scalar device function applied to each element
reduce(input, axis, combine_fn, keep_dims=False)|elements along an axis combined by a device function
sum(input, axis=None, keep_dims=False, dtype=None)|sum along an axis
max(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False, propagate_nan=None)|maximum along an axis
min(input, axis=None, return_indices=False, return_indices_tie_break_left=True, keep_dims=False, propagate_nan=None)|minimum along an axis
argmax(input, axis, tie_break_left=True, keep_dims=False)|index of the maximum along an axis
argmin(input, axis, tie_break_left=True, keep_dims=False)|index of the minimum along an axis
xor_sum(input, axis=None, keep_dims=False)|bitwise xor along an axis
reduce_or(input, axis, keep_dims=False)|bitwise or along an axis
associative_scan(input, axis, combine_fn, reverse=False)|running combination along an axis
cumsum(input, axis=0, reverse=False, dtype=None)|running sum along an axis
cumprod(input, axis=0, reverse=False)|running product along an axis
sort(x, dim=None, descending=False)|elements in order along the last dimension
topk(x, k, dim=None, descending=True)|the k largest elements, in order
bitonic_merge(x, dim=None, descending=False)|last step of a bitonic sort
histogram(input, num_bins, mask=None)|how often each of 0 … num_bins - 1 occurs
gather(src, index, axis)|elements of src at the places index names
rand(seed, offset, n_rounds=10)|uniform floats in [0, 1)
rand4x(seed, offset, n_rounds=10)|four blocks of uniform floats
randn(seed, offset, n_rounds=10)|normally distributed floats
randn4x(seed, offset, n_rounds=10)|four blocks of normally distributed floats
randint(seed, offset, n_rounds=10)|uniform 32-bit integers
randint4x(seed, offset, n_rounds=10)|four blocks of uniform 32-bit integers
philox(seed, c0, c1, c2, c3, n_rounds=10)|the Philox generator
philox_impl(c0, c1, c2, c3, k0, k1, n_rounds=10)|rounds of the Philox generator
uint_to_uniform_float(x)|a random integer as a float in [0, 1)
pair_uniform_to_normal(u1, u2)|two uniform floats as two normally distributed ones
multiple_of(input, values)|promises divisibility
max_contiguous(input, values)|promises runs of consecutive elements
max_constancy(input, values)|promises runs of equal elements
assume(cond)|promises that a condition holds
debug_barrier()|all threads of a program meet
static_print(*values, sep=" ", end="\n", file=None, flush=False)|prints while the kernel is compiled
static_assert(cond, msg="")|stops the compilation unless the condition holds
device_print(prefix, *args, hex=False)|prints while the kernel runs
device_assert(cond, msg="", mask=None)|stops the kernel unless the condition holds, if `debug` is on
inline_asm_elementwise(asm, constraints, args, dtype, is_pure, pack)|assembly for each element
range(arg1, arg2=None, step=None, num_stages=None, loop_unroll_factor=None, disallow_acc_multi_buffer=False, flatten=False, warp_specialize=False, disable_licm=False)|iterates at run time
static_range(arg1, arg2=None, step=None)|iterates while the kernel is compiled: the loop is unrolled
condition(arg1, disable_licm=False)|the condition of a `while` with loop options
"""

#: name -> object
BUILTINS = {}
for _line in _DECLARED.strip().splitlines():
    _object = builtin(*_line.split("|"))
    BUILTINS[_object.__name__] = _object
