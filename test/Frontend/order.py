# RUN: mtc %s -kernel order -signature "x=*fp32, y=*fp32, n=i32" -emit=ssa -O0 | FileCheck %s --match-full-lines --strict-whitespace

# Memory ops stand where the program has them; pure expressions come at their
# first use by one; a store lowers its value, then its pointer, then its mask.
import triton
import triton.language as tl


#      CHECK:kernel @order(x: ptr<f32>, y: ptr<f32>, n: i32) {
# CHECK-NEXT:  %0 = arange {start=0, end=8} : vector<8 x i32>
# CHECK-NEXT:  %1 = addptr x, %0 : vector<8 x ptr<f32>>
# CHECK-NEXT:  %2 = cmp_lt %0, n : vector<8 x bool>
# CHECK-NEXT:  %3 = load %1, %2, none : vector<8 x f32>
# CHECK-NEXT:  store %1, 0.0, %2
# CHECK-NEXT:  %4 = load %1, none, none : vector<8 x f32>
# CHECK-NEXT:  %5 = add %3, %4 : vector<8 x f32>
# CHECK-NEXT:  %6 = addptr y, %0 : vector<8 x ptr<f32>>
# CHECK-NEXT:  store %6, %5, %2
# CHECK-NEXT:}
@triton.jit
def order(x, y, n):
    unused = tl.exp(1.0)
    o = tl.arange(0, 8)
    late = y + o
    m = o < n
    p = x + o
    a = tl.load(p, m)
    tl.store(p, 0.0, m)
    b = tl.load(p)
    tl.store(late, a + b, m)
