// Two plugins at once: their passes are listed, take options, count, remark,
// may have classes of one name, bring analyses and extend the default pipeline.
// RUN: mt-opt -load-pass-plugin=%plugins/cheap-div.so -load-pass-plugin=%plugins/test-count-ops.so -print-passes | FileCheck %s --check-prefix=LIST
// LIST: cheap-div {{ *}}turn divisions by powers of two into cheaper ops (plugin cheap-div)
// LIST: <floats> rewrite float divisions (on)
// LIST: count-ops {{ *}}count ops (plugin count-ops)
// LIST: rename {{ *}}add a suffix to the names of kernels (on modules) (plugin count-ops)
// LIST: <suffix=_renamed> what to add

// RUN: mt-opt -load-pass-plugin=%plugins/cheap-div.so -load-pass-plugin=%plugins/test-count-ops.so -passes='cheap-div,rename<suffix=_x>,count-ops' -stats -Rpass=. %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: remark: replaced div by mul [-Rpass=cheap-div]
// BOTH: remark: 3 ops in @one_division_x [-Rpass=count-ops]
// BOTH: === statistics ===
// BOTH: 1 cheap-div - divisions replaced
// BOTH: 3 count-ops - ops
// BOTH: kernel @one_division_x(
// BOTH: mul %0, 0.5

// RUN: env MYTRITON_PASS_PLUGINS=%plugins/cheap-div.so:%plugins/test-count-ops.so mt-opt -O2 -load-pass-plugin=%plugins/cheap-div.so -print-pipeline-passes | FileCheck %s --check-prefix=EXTENDED
// EXTENDED: kernel(fold,cse,dce,loop-simplify,licm,mem-opt,{{.*}}cse,dce,count-ops)
// RUN: not mt-opt -load-pass-plugin=%plugins/test-count-ops.so -passes='kernel(rename)' %s 2>&1 | FileCheck %s --check-prefix=LEVEL
// LEVEL: -passes:1:8: error: 'rename' works on modules and cannot stand inside 'kernel(...)'

kernel @one_division(x: ptr<f32>) {
  %0 = load x, none, none : f32
  %1 = div %0, 2.0 : f32
  store x, %1, none
}
