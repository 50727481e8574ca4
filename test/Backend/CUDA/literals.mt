// RUN: mt-opt -emit=cuda -target=cuda %s | FileCheck %s
// RUN: %if nvrtc %{ mt-opt -emit=ptx -target=cuda %s | FileCheck %s -check-prefix=PTX %}

// Literals have exactly the bits of the IR, in the text and for the compiler.
// CHECK-LABEL: void literals(
// CHECK: d[0] = 0.1;
// CHECK: d[1] = 5e-324;
// CHECK: d[2] = __longlong_as_double(0xfff0000000000000ULL);
// CHECK: f[0] = 0.1f;
// CHECK: f[1] = 16777216.0f;
// CHECK: f[2] = 1e-45f;
// CHECK: f[3] = -0.0f;
// CHECK: f[4] = __int_as_float(0x7f800000);
// CHECK: f[5] = __int_as_float(0x7fc00000);
// CHECK: l[0] = (-9223372036854775807LL - 1);
// CHECK: i[0] = (-2147483647 - 1);
// CHECK: u[0] = 4294967295u;
// PTX-LABEL: .entry literals(
// PTX: mov.u64 %{{.*}}, 4591870180066957722;
// PTX: mov.u64 %{{.*}}, 1;
// PTX: mov.u64 %{{.*}}, -4503599627370496;
// PTX: mov.u32 %{{.*}}, 1036831949;
// PTX: mov.u32 %{{.*}}, 1266679808;
// PTX: mov.u32 %{{.*}}, 1;
// PTX: mov.u32 %{{.*}}, -2147483648;
// PTX: mov.u32 %{{.*}}, 2139095040;
// PTX: mov.u32 %{{.*}}, 2143289344;
kernel @literals(d: ptr<f64>, f: ptr<f32>, l: ptr<i64>, i: ptr<i32>, u: ptr<u32>) {
  %d0 = addptr d, 0:i32 : ptr<f64>
  store %d0, 0.1, none
  %d1 = addptr d, 1:i32 : ptr<f64>
  store %d1, 5e-324, none
  %d2 = addptr d, 2:i32 : ptr<f64>
  store %d2, -inf, none
  %f0 = addptr f, 0:i32 : ptr<f32>
  store %f0, 0.1, none
  %f1 = addptr f, 1:i32 : ptr<f32>
  store %f1, 16777216.0, none
  %f2 = addptr f, 2:i32 : ptr<f32>
  store %f2, 1e-45, none
  %f3 = addptr f, 3:i32 : ptr<f32>
  store %f3, -0.0, none
  %f4 = addptr f, 4:i32 : ptr<f32>
  store %f4, inf, none
  %f5 = addptr f, 5:i32 : ptr<f32>
  store %f5, nan, none
  %l0 = addptr l, 0:i32 : ptr<i64>
  store %l0, -9223372036854775808, none
  %i0 = addptr i, 0:i32 : ptr<i32>
  store %i0, -2147483648, none
  %u0 = addptr u, 0:i32 : ptr<u32>
  store %u0, 4294967295, none
}
