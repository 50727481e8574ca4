# RUN: mtc %s -kernel combined -signature "x=*fp32, out=*fp32" -emit=ssa -O0 | FileCheck %s
# RUN: mtc %s -kernel rearranged -signature "x=*fp32, out=*fp32" -emit=ssa -O0 | FileCheck %s --check-prefix=SHAPE
# RUN: mtc %s -kernel arithmetic -signature "x=*fp32, u=*u32, n=i32" -emit=ssa -O0 | FileCheck %s --check-prefix=ARITH
# RUN: mtc %s -kernel written -signature "x=*fp32, out=*fp32" -emit=ssa -O0 -print-locs | FileCheck %s --check-prefix=LIB
# RUN: mtc %s -kernel written -signature "x=*fp32, out=*fp32" -emit=expr | FileCheck %s --check-prefix=EXPR
# RUN: not mtc %s -kernel triton_only -signature "x=*fp32" -emit=ssa -as-triton 2>&1 | FileCheck %s --check-prefix=TRITON
# RUN: not mtc %s -kernel bad -signature "x=*fp32" -emit=ssa 2>&1 | FileCheck %s --check-prefix=ERR
import triton
import triton.language as tl


@triton.jit
def larger(a, i, b, j):
    take = a > b
    return tl.where(take, a, b), tl.where(take, i, j)


@triton.jit
def times(a, b):
    return a * b


# A combine function becomes a region; helpers in it are expanded.
# CHECK-LABEL: kernel @combined
# CHECK: [[V:%[0-9]+]] = load
# CHECK: %{{[0-9]+}}, %{{[0-9]+}} = reduce [[V]], %{{[0-9]+}} {axis=0} : f32, i32 combine([[A:%[0-9]+]], [[I:%[0-9]+]], [[B:%[0-9]+]], [[J:%[0-9]+]]) {
# CHECK-NEXT: [[T:%[0-9]+]] = cmp_gt [[A]], [[B]] : bool
# CHECK-NEXT: [[R:%[0-9]+]] = select [[T]], [[A]], [[B]] : f32
# CHECK-NEXT: [[S:%[0-9]+]] = select [[T]], [[I]], [[J]] : i32
# CHECK-NEXT: yield [[R]], [[S]]
# CHECK: scan %{{[0-9]+}} {axis=1, reverse=true} : block<2x4 x f32> combine
# CHECK-NEXT: mul
# CHECK: reshape %{{[0-9]+}} {shape=(8,)} : vector<8 x f32>
# CHECK: reduce %{{[0-9]+}} {axis=0} : f32 combine
# CHECK: expand_dims %{{[0-9]+}} {axis=0} : vector<1 x f32>
# CHECK: expand_dims %{{[0-9]+}} {axis=1} : block<1x1 x f32>
@triton.jit
def combined(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    best, where = tl.reduce((v, i), 0, larger)
    tl.store(out, best)
    tl.store(out + 1, where)
    square = v.reshape(2, 4)
    tl.store(out + i.reshape(2, 4), tl.associative_scan(square, -1, times, reverse=True))
    tl.store(out + 2, tl.reduce(tl.load(x + i.reshape(2, 4)), None, times, keep_dims=True).item())


# SHAPE-LABEL: kernel @rearranged
# SHAPE: cat %{{[0-9]+}}, %{{[0-9]+}} {axis=0} : vector<16 x f32>
# SHAPE: join %{{[0-9]+}}, %{{[0-9]+}} : block<8x2 x f32>
# SHAPE: %{{[0-9]+}}, %{{[0-9]+}} = split %{{[0-9]+}} : vector<8 x f32>, vector<8 x f32>
# SHAPE: gather %{{[0-9]+}}, %{{[0-9]+}} {axis=0} : vector<8 x f32>
# SHAPE: broadcast %{{[0-9]+}} {shape=(8, 8)} : block<8x8 x f32>
@triton.jit
def rearranged(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(out + tl.arange(0, 16), tl.cat(v, v))
    first, second = tl.join(v, v + 1).split()
    tl.store(out + i, first + second)
    tl.store(out + i, tl.gather(v, 7 - i, 0))
    row, column = tl.broadcast(v[:, None], v[None, :])
    tl.store(out + i[:, None] * 8 + i[None, :], row + column)


# ARITH-LABEL: kernel @arithmetic
# ARITH: mulhi 3528531795, %{{[0-9]+}} : vector<8 x u32>
# ARITH: [[H:%[0-9]+]] = mulhi %{{[0-9]+}}, %{{[0-9]+}} : vector<8 x u32>
# ARITH: cast [[H]] : vector<8 x i32>
# ARITH: [[ROOT:%[0-9]+]] = sqrt %{{[0-9]+}} : vector<8 x f32>
# ARITH: div %{{[0-9]+}}, [[ROOT]] {math.exact=true} : vector<8 x f32>
@triton.jit
def arithmetic(x, u, n):
    i = tl.arange(0, 8)
    tl.store(u + i, tl.umulhi(0xD2511F53, tl.load(u + i)))
    tl.store(u + i, tl.umulhi(i, n + i))
    v = tl.load(x + i)
    tl.store(x + i, tl.div_rn(v, tl.sqrt_rn(v)))


# Functions of the library are at the place of their call.
# LIB-LABEL: kernel @written
# LIB: max {{.*}} loc("{{.*}}library.py":[[#LINE:]]:23
# LIB: exp {{.*}} loc("{{.*}}library.py":[[#LINE]]:23
# LIB-NOT: mytriton
# EXPR: scan(v * 2.0, axis=0) combine(a, b) {
# EXPR-NEXT: yield a + b
@triton.jit
def written(x, out):
    i = tl.arange(0, 8)
    v = tl.load(x + i)
    tl.store(out + i, tl.softmax(v))
    tl.store(out + i, tl.cumsum(v * 2))


@triton.jit
def triton_only(x):
    # TRITON: :[[@LINE+1]]:14: error: Shape element 1 must be a power of 2
    tl.zeros((2, 33), tl.float32)
    # TRITON: :[[@LINE+1]]:5: error: arange's range must be a power of 2
    tl.arange(0, 7)
    # TRITON: :[[@LINE+1]]:19: error: cannot fill a block of i32 with a float; write an integer
    tl.full((4,), 1.5, tl.int32)
    tl.static_assert(tl.zeros((), tl.int32).shape == ())


@triton.jit
def bad(x):
    i = tl.arange(0, 8)
    # ERR: :[[@LINE+1]]:5: error: in tl.squeeze: static assertion failed: axis 3 is out of range
    tl.squeeze(i, 3)
    # ERR: :[[@LINE+1]]:5: error: in tl.cumsum: cannot convert vector<8 x ptr<f32>> to i32; pointers convert to 64-bit integers only
    tl.cumsum(x + i, dtype=tl.int32)
    # ERR: :[[@LINE+1]]:5: error: in tl.topk: static assertion failed: k must be a power of two of at most the last extent
    tl.topk(i, 16)
    # ERR: :[[@LINE+1]]:5: error: in tl.philox_impl: static assertion failed: the counters must be uint32 or uint64 values
    tl.philox_impl(i, i, i, i, 0, 0)
    # ERR: :[[@LINE+1]]:16: error: tl.sort has no parameter 'descend'
    tl.sort(i, descend=True)
    # ERR: :[[@LINE+1]]:21: error: 'larger' must have 2 parameters, two per block of tl.reduce, but has 4
    tl.reduce(i, 0, larger)
    # ERR: :[[@LINE+1]]:5: error: tl.cat of vector<8 x i32> and block<4x2 x i32> along axis 0: the other extents must be equal
    tl.cat(i, i.reshape(4, 2))
    # ERR: :[[@LINE+1]]:14: error: tl.split needs a block whose last extent is 2, got vector<8 x i32>
    tl.split(i)
    # ERR: :[[@LINE+1]]:18: error: the index of tl.gather must have the shape of the source but for axis 0
    tl.gather(i, i[:, None], 0)
    # ERR: :[[@LINE+1]]:5: error: tl.umulhi needs integers of 32 or 64 bits, got f32
    tl.umulhi(1.0, 2.0)
