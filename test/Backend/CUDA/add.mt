// RUN: mt-opt -passes=fold,cse,dce -emit=cuda -target=cuda %s | diff %S/Inputs/add_kernel.cu -
// RUN: mt-opt -O2 -emit=cuda -target=cuda -num-warps=8 %s | diff %S/Inputs/add_kernel.cu -
// RUN: %if nvrtc %{ mt-opt -passes=fold,cse,dce -emit=cubin -target=cuda %s -o /dev/null %}

// The CUDA C++ of the documented kernel, byte for byte.
kernel @add_kernel(x: ptr<f32>, y: ptr<f32>, out: ptr<f32>, n: i32) {
  %0 = program_id {axis=0} : i32
  %1 = mul 16, 16 : i32
  %2 = mul %0, %1 : i32
  %3 = arange {start=0, end=256} : vector<256 x i32>
  %4 = add %2, %3 : vector<256 x i32>
  %5 = addptr x, %4 : vector<256 x ptr<f32>>
  %6 = cmp_lt %4, n : vector<256 x bool>
  %7 = load %5, %6, 0.0 : vector<256 x f32>
  %8 = program_id {axis=0} : i32
  %9 = mul %8, 256 : i32
  %10 = arange {start=0, end=256} : vector<256 x i32>
  %11 = add %9, %10 : vector<256 x i32>
  %12 = addptr y, %11 : vector<256 x ptr<f32>>
  %13 = cmp_lt %11, n : vector<256 x bool>
  %14 = load %12, %13, 0.0 : vector<256 x f32>
  %15 = add %7, %14 : vector<256 x f32>
  %16 = mul %15, %15 : vector<256 x f32>
  %17 = addptr out, %4 : vector<256 x ptr<f32>>
  %18 = select true, %15, %16 : vector<256 x f32>
  store %17, %18, %13
}
