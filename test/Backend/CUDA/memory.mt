// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=cubin -target=cuda %s -o /dev/null %}

// CHECK-LABEL: void pointers(float** table, const float* x, float* out, long long big, unsigned int m, bool c)
// CHECK: float* v0 = table[0];
// CHECK: const float* v1 = (x + big);
// CHECK: const float* v3 = (v2 ? v1 : x);
// CHECK: float v5 = v3[m];
// CHECK: float v6 = (*(const volatile float*)&x[0]);
// CHECK: long long v8 = ((long long)out);
// CHECK: float* v9 = ((float*)v8);
// CHECK: v9[0] = v7;
// CHECK: v0[0] = v5;
kernel @pointers(table: ptr<ptr<f32>>, x: ptr<const f32>, out: ptr<f32>, big: i64, m: u32, c: bool) {
  %0 = arange {start=0, end=1} : vector<1 x i32>
  %keep = addptr table, %0 : vector<1 x ptr<ptr<f32>>>
  %1 = load table, none, none : ptr<f32>
  %2 = addptr x, big : ptr<const f32>
  %3 = and c, true : bool
  %4 = select %3, %2, x : ptr<const f32>
  %5 = addptr %4, m : ptr<const f32>
  %6 = load %5, none, none : f32
  %7 = load x, none, none {volatile=true} : f32
  %8 = add %7, %6 : f32
  %9 = cast out : i64
  %10 = cast %9 : ptr<f32>
  store %10, %8, none
  store %1, %6, none
}

// CHECK-LABEL: void cache_hints(
// CHECK: float v0 = __ldcg(&x[0]);
// CHECK: bool v1 = (*(const unsigned char*)&b[0] != 0);
// CHECK: __stcs(&x[0], v0);
// CHECK: b[0] = v1;
kernel @cache_hints(x: ptr<f32>, b: ptr<bool>) {
  %0 = load x, none, none {cache=".cg"} : f32
  %1 = load b, none, none {cache=".cg"} : bool
  store x, %0, none {cache=".cs"}
  store b, %1, none {cache=".cs"}
}

// An operator comes before a priority, for which CUDA C++ has no functions.
// CHECK-LABEL: void evictions(
// CHECK-DAG: mt_load_evict_last(&x[0], 0.0f, true);
// CHECK-DAG: mt_load_evict_first(&h[0], __ushort_as_half(0x0000), true);
// CHECK-DAG: (c ? mt_load_evict_last(&q[0], 0{{[L]*}}, true) : 7
// CHECK-DAG: (*(const unsigned char*)&b[0] != 0);
// CHECK-DAG: __ldcg(&x[0]);
// CHECK-DAG: (*(const volatile float*)&x[0]);
// CHECK: mt_store_evict_first(&x[0], v
// CHECK: __stcs(&x[0], v
// CHECK: mt_store_evict_last(&q[0], v
// CHECK: b[0] = v
kernel @evictions(x: ptr<f32>, h: ptr<const f16>, q: ptr<i64>, b: ptr<bool>, c: bool) {
  %0 = load x, none, none {eviction="evict_last"} : f32
  %1 = load h, none, none {eviction="evict_first"} : f16
  %2 = load q, c, 7 {eviction="evict_last"} : i64
  %3 = load b, none, none {eviction="evict_first"} : bool
  %4 = load x, none, none {cache=".cg", eviction="evict_first"} : f32
  %5 = load x, none, none {eviction="evict_last", volatile=true} : f32
  %6 = cast %1 : f32
  %7 = add %0, %6 : f32
  %8 = add %4, %5 : f32
  store x, %7, none {eviction="evict_first"}
  store x, %8, none {cache=".cs", eviction="evict_first"}
  store q, %2, c {eviction="evict_last"}
  store b, %3, none {eviction="evict_last"}
}

// CHECK-LABEL: void sign8(
// CHECK: unsigned char v1 = (unsigned char)(v0 & 127);
kernel @sign8(x: ptr<f8e4m3fn>) {
  %0 = load x, none, none : f8e4m3fn
  %1 = abs %0 : f8e4m3fn
  store x, %1, none
}

// CHECK-LABEL: void halves(
// CHECK: __half v0 = (c ? x[0] : __ushort_as_half(0x0000));
// CHECK: __half v1 = __hadd_rn(v0, __ushort_as_half(0x3c00));
// CHECK: __half v2 = __float2half_rn(mt_exp(__half2float(v1)));
// CHECK: bool v3 = (__half2float(v2) < 0.5f);
// CHECK: __half v4 = __hfma(v1, v2, v0);
// CHECK: __half v5 = (v3 ? v4 : v0);
// CHECK: __nv_bfloat16 v6 = __float2bfloat16_rn(__half2float(v5));
// CHECK: unsigned char v7 = __nv_cvt_float_to_fp8(__bfloat162float(v6), __NV_SATFINITE, __NV_E4M3);
kernel @halves(x: ptr<f16>, y: ptr<bf16>, z: ptr<f8e4m3fn>, c: bool) {
  %0 = load x, c, none : f16
  %1 = add %0, 1.0 : f16
  %2 = exp %1 : f16
  %3 = cmp_lt %2, 0.5 : bool
  %4 = fma %1, %2, %0 : f16
  %5 = select %3, %4, %0 : f16
  %6 = cast %5 : bf16
  %7 = cast %6 : f8e4m3fn
  store x, %5, none
  store y, %6, none
  store z, %7, none
}
