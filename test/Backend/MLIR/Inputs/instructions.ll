; Straight code as the rules of NVIDIA's GPUs make it: an instruction of every
; kind and type. MLIRInstructionsTest prints each function as MLIR, has MLIR
; lower it and expects the same instructions back. Functions do their work for
; the stores at their ends.

target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

;===-- Integers ------------------------------------------------------------===

define void @integers_i32(i32 %a, i32 %b, ptr addrspace(1) %out) {
  %1 = add nsw i32 %a, %b
  %2 = mul nuw nsw i32 %1, %b
  %3 = sub nuw i32 %2, %a
  %4 = udiv i32 %3, %a
  %5 = sdiv i32 %4, %b
  %6 = urem i32 %a, %5
  %7 = srem i32 %6, %5
  %8 = shl nsw i32 %7, %b
  %9 = lshr i32 %8, %b
  %10 = ashr exact i32 %9, %b
  %11 = and i32 %10, %b
  %12 = or i32 %11, %a
  %13 = xor i32 %12, -1
  %14 = or disjoint i32 %13, %5
  %15 = udiv exact i32 %14, 12
  %16 = add i32 %15, 7
  %17 = sub i32 0, %16
  store i32 %17, ptr addrspace(1) %out
  ret void
}

define void @integers_i8(i8 %a, i8 %b, ptr addrspace(1) %out) {
  %1 = add i8 %a, 127
  %2 = mul i8 %1, %b
  %3 = sdiv i8 %2, %b
  %4 = ashr i8 %3, 3
  %5 = xor i8 %4, -128
  store i8 %5, ptr addrspace(1) %out
  ret void
}

define void @integers_i64(i64 %a, i64 %b, ptr addrspace(1) %out) {
  %1 = zext i64 %a to i128
  %2 = sext i64 %b to i128
  %3 = mul i128 %1, %2
  %4 = lshr i128 %3, 64
  %5 = trunc i128 %4 to i64
  %6 = urem i64 %5, %a
  %7 = sub nsw i64 %6, 9223372036854775807
  store i64 %7, ptr addrspace(1) %out
  ret void
}

define void @booleans(i1 %a, i1 %b, ptr addrspace(1) %out) {
  %1 = and i1 %a, %b
  %2 = or i1 %1, %a
  %3 = xor i1 %2, true
  %4 = icmp ult i1 %3, %b
  %5 = zext i1 %4 to i8
  store i8 %5, ptr addrspace(1) %out
  ret void
}

define void @integer_extrema(i32 %a, i16 %b, i64 %c, ptr addrspace(1) %out) {
  %1 = call i32 @llvm.smax.i32(i32 %a, i32 127)
  %2 = call i32 @llvm.smin.i32(i32 %1, i32 -128)
  %3 = call i16 @llvm.umax.i16(i16 %b, i16 255)
  %4 = call i16 @llvm.umin.i16(i16 %3, i16 9)
  %5 = call i32 @llvm.abs.i32(i32 %2, i1 false)
  %6 = call i64 @llvm.ctlz.i64(i64 %c, i1 false)
  %7 = call i64 @llvm.usub.sat.i64(i64 11, i64 %6)
  store i32 %5, ptr addrspace(1) %out
  store i16 %4, ptr addrspace(1) %out
  store i64 %7, ptr addrspace(1) %out
  ret void
}

define void @comparisons(i32 %a, i32 %b, ptr addrspace(1) %p,
                         ptr addrspace(1) %out) {
  %1 = icmp eq i32 %a, %b
  %2 = icmp ne i32 %a, %b
  %3 = icmp slt i32 %a, %b
  %4 = icmp sle i32 %a, %b
  %5 = icmp sgt i32 %a, %b
  %6 = icmp sge i32 %a, %b
  %7 = icmp ult i32 %a, %b
  %8 = icmp ule i32 %a, %b
  %9 = icmp ugt i32 %a, %b
  %10 = icmp uge i32 %a, %b
  %11 = icmp eq ptr addrspace(1) %p, %out
  %12 = icmp ult ptr addrspace(1) %p, %out
  %13 = icmp ne ptr addrspace(1) %p, null
  store i1 %1, ptr addrspace(1) %out
  store i1 %2, ptr addrspace(1) %out
  store i1 %3, ptr addrspace(1) %out
  store i1 %4, ptr addrspace(1) %out
  store i1 %5, ptr addrspace(1) %out
  store i1 %6, ptr addrspace(1) %out
  store i1 %7, ptr addrspace(1) %out
  store i1 %8, ptr addrspace(1) %out
  store i1 %9, ptr addrspace(1) %out
  store i1 %10, ptr addrspace(1) %out
  store i1 %11, ptr addrspace(1) %out
  store i1 %12, ptr addrspace(1) %out
  store i1 %13, ptr addrspace(1) %out
  ret void
}

;===-- Floats --------------------------------------------------------------===

define void @floats_f32(float %a, float %b, ptr addrspace(1) %out) {
  %1 = fadd float %a, %b
  %2 = fsub float 0.0, %1
  %3 = fmul float %2, 0x3FF7154760000000
  %4 = fdiv float %3, %b
  %5 = fneg float %4
  %6 = fadd nnan contract float %5, 0.0
  %7 = fmul fast float %6, 0x7FF8000000000000
  %8 = fmul contract float %7, 0xFFF0000000000000
  %9 = fadd float %8, 1.5
  %10 = call float @llvm.fma.f32(float %9, float %b, float %a)
  store float %10, ptr addrspace(1) %out
  ret void
}

define void @floats_f64(double %a, double %b, ptr addrspace(1) %out) {
  %1 = fadd double %a, 0.1
  %2 = fsub double %1, %b
  %3 = fmul double %2, %b
  %4 = fdiv double %3, 0x7FF0000000000000
  %5 = fneg double %4
  %6 = call double @llvm.fma.f64(double %5, double %b, double %a)
  %7 = call double @llvm.sqrt.f64(double %6)
  store double %7, ptr addrspace(1) %out
  ret void
}

define void @floats_f16(half %a, half %b, ptr addrspace(1) %out) {
  %1 = fadd half %a, 0xH3555
  %2 = fsub half %1, %b
  %3 = fmul half %2, %b
  %4 = fneg half %3
  %5 = call half @llvm.fma.f16(half %4, half %b, half %a)
  %6 = call half @llvm.fabs.f16(half %5)
  %7 = call half @llvm.maxnum.f16(half %6, half 0xHFE01)
  store half %7, ptr addrspace(1) %out
  ret void
}

define void @floats_bf16(bfloat %a, bfloat %b, ptr addrspace(1) %out) {
  %1 = fadd bfloat %a, 0xR3EAB
  %2 = fsub bfloat %1, %b
  %3 = fmul bfloat %2, %b
  %4 = fneg bfloat %3
  %5 = call bfloat @llvm.fma.bf16(bfloat %4, bfloat %b, bfloat %a)
  %6 = call bfloat @llvm.minimum.bf16(bfloat %5, bfloat %b)
  store bfloat %6, ptr addrspace(1) %out
  ret void
}

define void @float_comparisons(float %a, float %b, ptr addrspace(1) %out) {
  %1 = fcmp oeq float %a, %b
  %2 = fcmp ogt float %a, %b
  %3 = fcmp oge float %a, %b
  %4 = fcmp olt float %a, %b
  %5 = fcmp ole float %a, %b
  %6 = fcmp one float %a, %b
  %7 = fcmp ord float %a, %b
  %8 = fcmp ueq float %a, %b
  %9 = fcmp ugt float %a, %b
  %10 = fcmp uge float %a, %b
  %11 = fcmp ult float %a, %b
  %12 = fcmp ule float %a, %b
  %13 = fcmp une float %a, %b
  %14 = fcmp uno float %a, %a
  %15 = fcmp nnan olt float %a, %b
  store i1 %1, ptr addrspace(1) %out
  store i1 %2, ptr addrspace(1) %out
  store i1 %3, ptr addrspace(1) %out
  store i1 %4, ptr addrspace(1) %out
  store i1 %5, ptr addrspace(1) %out
  store i1 %6, ptr addrspace(1) %out
  store i1 %7, ptr addrspace(1) %out
  store i1 %8, ptr addrspace(1) %out
  store i1 %9, ptr addrspace(1) %out
  store i1 %10, ptr addrspace(1) %out
  store i1 %11, ptr addrspace(1) %out
  store i1 %12, ptr addrspace(1) %out
  store i1 %13, ptr addrspace(1) %out
  store i1 %14, ptr addrspace(1) %out
  store i1 %15, ptr addrspace(1) %out
  ret void
}

define void @float_extrema(float %a, float %b, double %c,
                           ptr addrspace(1) %out) {
  %1 = call float @llvm.minnum.f32(float %a, float %b)
  %2 = call float @llvm.maxnum.f32(float %1, float %b)
  %3 = call float @llvm.minimum.f32(float %2, float %a)
  %4 = call float @llvm.maximum.f32(float %3, float %b)
  %5 = call float @llvm.fabs.f32(float %4)
  %6 = call double @llvm.fabs.f64(double %c)
  store float %5, ptr addrspace(1) %out
  store double %6, ptr addrspace(1) %out
  ret void
}

define void @selects(i1 %c, i32 %a, float %b, ptr addrspace(1) %p,
                     <2 x i1> %v, <2 x half> %w, ptr addrspace(1) %out) {
  %1 = select i1 %c, i32 %a, i32 -5
  %2 = select i1 %c, float %b, float 2.0
  %3 = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %out
  %4 = select <2 x i1> %v, <2 x half> %w, <2 x half> zeroinitializer
  %5 = select nnan i1 %c, float %2, float %b
  store i32 %1, ptr addrspace(1) %3
  store float %5, ptr addrspace(1) %3
  store <2 x half> %4, ptr addrspace(1) %3
  ret void
}

;===-- Functions of floats -------------------------------------------------===

define void @processor_functions(float %a, float %b, half %h,
                                 ptr addrspace(1) %out) {
  %1 = call float @llvm.nvvm.ex2.approx.ftz.f32(float %a)
  %2 = call float @llvm.nvvm.div.full(float %1, float %b)
  %3 = call float @llvm.sqrt.f32(float %2)
  %4 = call float @llvm.floor.f32(float %3)
  %5 = call float @llvm.ceil.f32(float %4)
  store float %5, ptr addrspace(1) %out
  ret void
}

define void @library_f32(float %a, float %b, ptr addrspace(1) %out) {
  %1 = call float @__nv_logf(float %a)
  %2 = call float @__nv_log2f(float %1)
  %3 = call float @__nv_rsqrtf(float %2)
  %4 = call float @__nv_sinf(float %3)
  %5 = call float @__nv_cosf(float %4)
  %6 = call float @__nv_erff(float %5)
  %7 = call float @__nv_tanhf(float %6)
  %8 = call float @__nv_fmodf(float %7, float %b)
  %9 = call float @__nv_nearbyintf(float %8)
  store float %9, ptr addrspace(1) %out
  ret void
}

define void @library_f64(double %a, double %b, ptr addrspace(1) %out) {
  %1 = call double @__nv_exp(double %a)
  %2 = call double @__nv_exp2(double %1)
  %3 = call double @__nv_log(double %2)
  %4 = call double @__nv_log2(double %3)
  %5 = call double @__nv_rsqrt(double %4)
  %6 = call double @__nv_sin(double %5)
  %7 = call double @__nv_cos(double %6)
  %8 = call double @__nv_erf(double %7)
  %9 = call double @__nv_tanh(double %8)
  %10 = call double @__nv_fmod(double %9, double %b)
  store double %10, ptr addrspace(1) %out
  ret void
}

;===-- Conversions ---------------------------------------------------------===

define void @integer_casts(i32 %a, i16 %b, ptr addrspace(1) %out) {
  %1 = zext nneg i32 %a to i64
  %2 = trunc nsw i64 %1 to i16
  %3 = trunc i16 %b to i8
  %4 = sext i8 %3 to i32
  %5 = zext i16 %2 to i32
  %6 = add i32 %4, %5
  store i32 %6, ptr addrspace(1) %out
  ret void
}

define void @float_casts(float %a, double %b, half %c, bfloat %d,
                         ptr addrspace(1) %out) {
  %1 = fpext half %c to float
  %2 = fpext bfloat %d to double
  %3 = fptrunc double %b to half
  %4 = fptrunc float %a to bfloat
  %5 = fptrunc double %b to float
  store float %1, ptr addrspace(1) %out
  store double %2, ptr addrspace(1) %out
  store half %3, ptr addrspace(1) %out
  store bfloat %4, ptr addrspace(1) %out
  store float %5, ptr addrspace(1) %out
  ret void
}

define void @integers_and_floats(i32 %a, i64 %b, i1 %c, float %f, double %d,
                                 ptr addrspace(1) %out) {
  %1 = sitofp i32 %a to float
  %2 = uitofp i64 %b to double
  %3 = uitofp i1 %c to half
  %4 = sitofp i32 %a to bfloat
  %5 = uitofp nneg i32 %a to float
  %6 = fptosi float %f to i32
  %7 = fptoui double %d to i64
  %8 = call i32 @llvm.nvvm.f2i.rz(float %f)
  %9 = call i64 @llvm.nvvm.d2ull.rz(double %d)
  %10 = call float @llvm.nvvm.d2f.rz(double %d)
  store float %1, ptr addrspace(1) %out
  store double %2, ptr addrspace(1) %out
  store half %3, ptr addrspace(1) %out
  store bfloat %4, ptr addrspace(1) %out
  store float %5, ptr addrspace(1) %out
  store i32 %6, ptr addrspace(1) %out
  store i64 %7, ptr addrspace(1) %out
  store i32 %8, ptr addrspace(1) %out
  store i64 %9, ptr addrspace(1) %out
  store float %10, ptr addrspace(1) %out
  ret void
}

define void @narrow_floats(i8 %a, float %f, ptr addrspace(1) %out) {
  %1 = zext i8 %a to i16
  %2 = call <2 x half> @llvm.nvvm.e4m3x2.to.f16x2.rn(i16 %1)
  %3 = extractelement <2 x half> %2, i64 0
  %4 = call i16 @llvm.nvvm.ff.to.e5m2x2.rn(float 0.0, float %f)
  %5 = trunc i16 %4 to i8
  %6 = call <2 x bfloat> @llvm.nvvm.ff2bf16x2.rz(float 0.0, float %f)
  %7 = extractelement <2 x bfloat> %6, i64 0
  store half %3, ptr addrspace(1) %out
  store i8 %5, ptr addrspace(1) %out
  store bfloat %7, ptr addrspace(1) %out
  ret void
}

define void @bits(float %a, i16 %b, <2 x half> %c, i32 %d, i64 %e,
                  ptr addrspace(1) %out) {
  %1 = bitcast float %a to i32
  %2 = bitcast i16 %b to bfloat
  %3 = bitcast <2 x half> %c to i32
  %4 = bitcast i32 %d to <4 x i8>
  %5 = bitcast <2 x half> %c to <2 x i16>
  %6 = ptrtoint ptr addrspace(1) %out to i64
  %7 = inttoptr i64 %e to ptr addrspace(1)
  %8 = addrspacecast ptr addrspace(1) %out to ptr
  store i32 %1, ptr addrspace(1) %7
  store bfloat %2, ptr addrspace(1) %7
  store i32 %3, ptr addrspace(1) %7
  store <4 x i8> %4, ptr addrspace(1) %7
  store <2 x i16> %5, ptr addrspace(1) %7
  store i64 %6, ptr addrspace(1) %7
  store ptr %8, ptr addrspace(1) %7
  ret void
}

;===-- Vectors, structures, constants --------------------------------------===

define void @vectors(<4 x float> %v, float %a, i32 %i, half %h,
                     ptr addrspace(1) %out) {
  %1 = extractelement <4 x float> %v, i64 3
  %2 = extractelement <4 x float> %v, i32 %i
  %3 = insertelement <4 x float> poison, float %1, i64 0
  %4 = insertelement <4 x float> %3, float %a, i64 1
  %5 = insertelement <4 x float> %4, float %2, i32 %i
  %6 = shufflevector <4 x float> %5, <4 x float> %v, <2 x i32> <i32 0, i32 5>
  %7 = insertelement <2 x half> <half 1.0, half poison>, half %h, i64 1
  %8 = fadd <4 x float> %5, <float 1.0, float 2.0, float 3.0, float 0x3FB99999A0000000>
  %9 = fmul <4 x float> %8, splat (float 3.0)
  store <2 x float> %6, ptr addrspace(1) %out
  store <2 x half> %7, ptr addrspace(1) %out
  store <4 x float> %9, ptr addrspace(1) %out
  store <2 x i32> <i32 1, i32 -2>, ptr addrspace(1) %out
  store <2 x i32> zeroinitializer, ptr addrspace(1) %out
  store <2 x i1> <i1 true, i1 false>, ptr addrspace(1) %out
  ret void
}

define void @structures({ i32, i32 } %s, i32 %a, ptr addrspace(1) %out) {
  %1 = extractvalue { i32, i32 } %s, 1
  %2 = insertvalue { i32, i32 } %s, i32 %a, 0
  %3 = insertvalue { i32, [2 x i32] } undef, i32 %1, 1, 0
  %4 = load { i32, [2 x i32] }, ptr addrspace(1) %out
  %5 = extractvalue { i32, [2 x i32] } %4, 1, 1
  %6 = freeze i32 %5
  store { i32, i32 } %2, ptr addrspace(1) %out
  store { i32, [2 x i32] } %3, ptr addrspace(1) %out
  store i32 %6, ptr addrspace(1) %out
  store { i32, i32 } zeroinitializer, ptr addrspace(1) %out
  store <{ i8, i32 }> poison, ptr addrspace(1) %out
  ret void
}

;===-- Memory --------------------------------------------------------------===

define void @addresses(ptr addrspace(1) %p, i64 %i, ptr addrspace(1) %out) {
  %1 = getelementptr float, ptr addrspace(1) %p, i64 %i
  %2 = getelementptr inbounds float, ptr addrspace(1) %1, i64 4
  %3 = getelementptr nusw nuw <4 x half>, ptr addrspace(1) %2, i64 -1
  %4 = getelementptr nuw { i32, [4 x double] }, ptr addrspace(1) %3, i64 %i, i32 1, i64 2
  %5 = getelementptr i8, ptr addrspace(1) %4, i64 8589934592
  %6 = getelementptr inbounds nuw i8, ptr addrspace(1) %5, i64 -2147483648
  store ptr addrspace(1) %6, ptr addrspace(1) %out
  ret void
}

define void @accesses(ptr addrspace(1) %p, ptr addrspace(3) %s,
                      ptr addrspace(1) %out) {
  %1 = load float, ptr addrspace(1) %p, align 4
  %2 = load <4 x float>, ptr addrspace(1) %p, align 16
  %3 = load volatile i8, ptr addrspace(3) %s, align 1
  %4 = load atomic i32, ptr addrspace(1) %p syncscope("device") acquire, align 4
  %5 = alloca { i32, double }, align 8
  %6 = load ptr addrspace(1), ptr addrspace(1) %p, align 8
  store float %1, ptr addrspace(1) %6, align 1
  store volatile <4 x float> %2, ptr addrspace(1) %out, align 16
  store i8 %3, ptr addrspace(3) %s, align 1
  store atomic i32 %4, ptr addrspace(1) %out release, align 4
  store i32 %4, ptr %5, align 4
  ret void
}

define void @atomics(ptr addrspace(1) %p, i32 %a, float %f,
                     ptr addrspace(1) %out) {
  %1 = atomicrmw add ptr addrspace(1) %p, i32 %a syncscope("device") monotonic, align 4
  %2 = atomicrmw volatile and ptr addrspace(1) %p, i32 %1 acq_rel, align 4
  %3 = atomicrmw xor ptr addrspace(1) %p, i32 %2 seq_cst, align 4
  %4 = atomicrmw umax ptr addrspace(1) %p, i32 %3 release, align 4
  %5 = atomicrmw fadd ptr addrspace(1) %p, float %f syncscope("block") acquire, align 4
  %6 = cmpxchg ptr addrspace(1) %p, i32 %4, i32 %a syncscope("device") acq_rel monotonic, align 4
  %7 = cmpxchg weak volatile ptr addrspace(1) %p, i32 %4, i32 %a seq_cst seq_cst, align 4
  fence syncscope("device") acq_rel
  fence seq_cst
  store float %5, ptr addrspace(1) %out
  store { i32, i1 } %6, ptr addrspace(1) %out
  store { i32, i1 } %7, ptr addrspace(1) %out
  ret void
}

@message = private unnamed_addr constant [9 x i8] c"a \22%d\22\\\0A\00", align 1
@buffer = internal addrspace(3) global [64 x i8] undef, align 16
@memory = external addrspace(3) global [0 x i8], align 16

define void @symbols(i32 %a, ptr addrspace(1) %out) {
  %1 = add i32 ptrtoint (ptr addrspace(3) @buffer to i32), %a
  %2 = add i32 add (i32 ptrtoint (ptr addrspace(3) @memory to i32), i32 128), %1
  store i32 %2, ptr addrspace(1) %out
  store ptr @message, ptr addrspace(1) %out
  store ptr addrspace(1) inttoptr (i64 4096 to ptr addrspace(1)), ptr addrspace(1) %out
  store i32 0, ptr addrspace(3) getelementptr inbounds nuw (i8, ptr addrspace(3) @buffer, i64 32)
  %3 = call i32 @vprintf(ptr @message, ptr null)
  ret void
}

;===-- Threads -------------------------------------------------------------===

define void @positions(ptr addrspace(1) %out) {
  %1 = call range(i32 0, -2147483648) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %2 = call range(i32 0, 128) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %3 = call range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %4 = call range(i32 0, 65535) i32 @llvm.nvvm.read.ptx.sreg.ctaid.z()
  %5 = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %6 = call range(i32 1, 65537) i32 @llvm.nvvm.read.ptx.sreg.nctaid.y()
  %7 = call range(i32 1, 4) i32 @llvm.nvvm.read.ptx.sreg.nctaid.z()
  %8 = call range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %9 = call range(i32 0, 64) i32 @llvm.nvvm.read.ptx.sreg.tid.z()
  store i32 %1, ptr addrspace(1) %out
  store i32 %2, ptr addrspace(1) %out
  store i32 %3, ptr addrspace(1) %out
  store i32 %4, ptr addrspace(1) %out
  store i32 %5, ptr addrspace(1) %out
  store i32 %6, ptr addrspace(1) %out
  store i32 %7, ptr addrspace(1) %out
  store i32 %8, ptr addrspace(1) %out
  store i32 %9, ptr addrspace(1) %out
  ret void
}

define void @warps(i32 %a, i32 %lane, ptr addrspace(1) %out) {
  %1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 4, i32 31)
  %2 = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %1, i32 %lane, i32 31)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  store i32 %2, ptr addrspace(1) %out
  call void @llvm.trap()
  ret void
}

define void @assembly(ptr addrspace(1) %p, i1 %c, i32 %a, i16 %h, float %f,
                      ptr addrspace(1) %out) {
  %1 = call i32 asm sideeffect "@$2 ld.global.b32 $0, [$1];", "=r,l,b,0"(ptr addrspace(1) %p, i1 %c, i32 %a)
  %2 = call { i16, i16 } asm sideeffect "ld.global.cg.v2.b16 {$0, $1}, [$2];", "=h,=h,l"(ptr addrspace(1) %p)
  %3 = extractvalue { i16, i16 } %2, 1
  %4 = call float asm "add.f32 $0, $1, 0f3F800000; // \22\\", "=f,f"(float %f)
  call void asm sideeffect "fence.acq_rel.gpu;", ""()
  call void asm sideeffect "@$2 st.global.b32 [$0], $1;", "l,r,b"(ptr addrspace(1) %out, i32 %1, i1 %c)
  store i16 %3, ptr addrspace(1) %out
  store float %4, ptr addrspace(1) %out
  ret void
}

declare float @__nv_logf(float)
declare float @__nv_log2f(float)
declare float @__nv_rsqrtf(float)
declare float @__nv_sinf(float)
declare float @__nv_cosf(float)
declare float @__nv_erff(float)
declare float @__nv_tanhf(float)
declare float @__nv_fmodf(float, float)
declare float @__nv_nearbyintf(float)
declare double @__nv_exp(double)
declare double @__nv_exp2(double)
declare double @__nv_log(double)
declare double @__nv_log2(double)
declare double @__nv_rsqrt(double)
declare double @__nv_sin(double)
declare double @__nv_cos(double)
declare double @__nv_erf(double)
declare double @__nv_tanh(double)
declare double @__nv_fmod(double, double)
declare i32 @vprintf(ptr, ptr)
