// REQUIRES: nvptx
// RUN: mt-opt -emit=mlir -target=mlir -mlir-abi=memref %s -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: %if mlir %{ %mlir-to-ptx %t.mlir -o /dev/null %}
// RUN: %if mlir-plugin %{ mt-opt -emit=ptx -target=mlir -mlir-abi=memref %s | FileCheck %s --check-prefix=PTX %}

// Pointers that loops and branches pass on are indices; where they start is known.
// CHECK-LABEL: gpu.func @carried(%x: memref<?xf32>, %out: memref<?xf32>, %n: i32)
// CHECK: [[LAST:%[0-9]+]]:2 = scf.for {{.*}} iter_args([[AT:%[0-9]+]] = %c0_i64, [[SUM:%[0-9]+]] = %cst) -> (i64, f32) : i32 {
// CHECK-NEXT: [[I:%[0-9]+]] = arith.index_cast [[AT]] : i64 to index
// CHECK-NEXT: memref.load %x{{\[}}[[I]]] : memref<?xf32>
// CHECK: [[NEXT:%[0-9]+]] = arith.addi [[AT]], %c4_i64 : i64
// CHECK: scf.yield [[NEXT]], %{{[0-9]+}} : i64, f32
// CHECK: [[SIDE:%[0-9]+]] = scf.if %{{[0-9]+}} -> (i64) {
// CHECK-NEXT: scf.yield [[LAST]]#0 : i64
// CHECK-NEXT: } else {
// CHECK-NEXT: scf.yield %c0_i64 : i64
// CHECK: [[J:%[0-9]+]] = arith.index_cast [[SIDE]] : i64 to index
// CHECK-NEXT: memref.load %x{{\[}}[[J]]] : memref<?xf32>
kernel @carried(x: ptr<f32>, out: ptr<f32>, n: i32) {
  %0, %1 = for %i in range(0, n, 1) iter_args(%p = x, %s = 0.0:f32) : ptr<f32>, f32 {
    %2 = load %p, none, none : f32
    %3 = add %s, %2 : f32
    %4 = addptr %p, 4:i64 : ptr<f32>
    yield %4, %3
  }
  %5 = cmp_gt n, 3 : bool
  %6 = if %5 : ptr<f32> {
    yield %0
  } else {
    yield x
  }
  %7 = load %6, none, none : f32
  %8 = add %7, %1 : f32
  store out, %8, none
}

// Neighbours are vectors, aligned as their size; masks are branches.
// CHECK-LABEL: gpu.func @wide(
// CHECK: [[V:%[0-9]+]] = vector.load %x[%{{[0-9]+}}] {alignment = 16} : memref<?xf32>, vector<4xf32>
// CHECK: vector.extract [[V]][0]
// CHECK: scf.if %{{[0-9]+}} {
// CHECK: vector.store %{{[0-9]+}}, %out[%{{[0-9]+}}] {alignment = 16} : memref<?xf32>, vector<4xf32>
// PTX-LABEL: .visible .entry wide(
// PTX: ld.global.v4.b32
// PTX: st.global.v4.b32
kernel @wide(x: ptr<f32> {divisible=16}, out: ptr<f32> {divisible=16}, n: i32 {divisible=16}) attributes {num_warps=4} {
  %0 = arange {start=0, end=1024} : vector<1024 x i32>
  %1 = cmp_lt %0, n : vector<1024 x bool>
  %2 = addptr x, %0 : vector<1024 x ptr<f32>>
  %3 = load %2, none, none : vector<1024 x f32>
  %4 = addptr out, %0 : vector<1024 x ptr<f32>>
  store %4, %3, %1
}

// Elements as memory has them.
// CHECK-LABEL: gpu.func @narrow(%b: memref<?xi8>, %f: memref<?xi8>, %h: memref<?xbf16>)
// CHECK: [[B:%[0-9]+]] = memref.load %b[%c0] : memref<?xi8>
// CHECK: arith.cmpi ne, [[B]], %c0_i8 : i8
// CHECK: memref.store %{{[0-9]+}}, %f[%c1] : memref<?xi8>
kernel @narrow(b: ptr<bool>, f: ptr<f8e5m2>, h: ptr<bf16>) {
  %0 = load b, none, none : bool
  %1 = load h, none, none : bf16
  %2 = select %0, %1, 2.0 : bf16
  %3 = cast %2 : f8e5m2
  %4 = addptr f, 1:i32 : ptr<f8e5m2>
  store %4, %3, none
}

// Instructions that the dialects lack take an address, made at the function's head.
// CHECK-LABEL: gpu.func @addresses(
// CHECK: [[P:%[a-z_0-9]+]] = memref.extract_aligned_pointer_as_index %x : memref<?xi32> -> index
// CHECK-NEXT: [[N:%[a-z_0-9]+]] = arith.index_cast [[P]] : index to i64
// CHECK-NEXT: [[X:%[a-z_0-9]+]] = llvm.inttoptr [[N]] : i64 to !llvm.ptr<1>
// CHECK: [[AT:%[0-9]+]] = llvm.getelementptr [[X]][%{{[0-9]+}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i32
// CHECK: llvm.inline_asm {{.*}}ld.global.cg.b32 {{.*}} [[AT]]
// CHECK: llvm.inline_asm {{.*}}atom.global.gpu.relaxed.add.u32 {{.*}} [[AT]]
// CHECK: llvm.ptrtoint [[AT]]
// PTX-LABEL: .visible .entry addresses(
// PTX: ld.global.cg.b32
kernel @addresses(x: ptr<i32>, out: ptr<i64>, n: i32) {
  %0 = addptr x, n : ptr<i32>
  %1 = load %0, none, none {cache=".cg"} : i32
  %2 = atomic_add %0, %1, true : i32
  %3 = cast %0 : i64
  %4 = cmp_eq %0, x : bool
  store out, %3, %4
}

// CHECK-LABEL: gpu.func @search(
// CHECK: [[END:%[0-9]+]] = scf.while ([[AT:%[0-9]+]] = %c0_i64) : (i64) -> (i64) {
// CHECK: memref.load %x[%{{[0-9]+}}] : memref<?xi32>
// CHECK: scf.condition(%{{[0-9]+}}) [[AT]] : i64
// CHECK: ^bb0([[AT]]: i64):
// CHECK: arith.addi [[AT]], %c1_i64 : i64
// CHECK: [[I:%[0-9]+]] = arith.index_cast [[END]] : i64 to index
// CHECK: memref.store %c0_i32, %x{{\[}}[[I]]] : memref<?xi32>
kernel @search(x: ptr<i32>, n: i32) {
  %0 = while iter_args(%p = x) : ptr<i32> {
    %1 = load %p, none, none : i32
    %2 = cmp_ne %1, n : bool
    condition %2
  } do {
    %3 = addptr %p, 1:i64 : ptr<i32>
    yield %3
  }
  store %0, 0, none
}
