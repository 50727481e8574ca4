# Plugins, pipelines and internal errors in mtc, as in mt-opt.
# RUN: mtc %s -signature "x=*fp32, n=i32" -emit ssa -load-pass-plugin=%plugins/cheap-div.so -passes='default<O2>,cheap-div' -stats -Rpass=cheap > %t.mt 2> %t.err
# RUN: FileCheck %s --input-file=%t.mt
# RUN: FileCheck %s --check-prefix=LOG --input-file=%t.err
# LOG: plugins.py:[[#@LINE+23]]:{{[0-9]+}}: remark: replaced div by mul [-Rpass=cheap-div]
# LOG: 1 cheap-div - divisions replaced
# RUN: mtc %s -emit cuda -load-pass-plugin=%plugins/test-count-ops.so -print-pipeline-passes | FileCheck %s --check-prefix=PIPELINE
# PIPELINE: kernel(fold,cse,dce,count-ops{{[,)].*}}lower-to-threads
# RUN: mtc %s -emit ssa -O0 -print-pipeline-passes | FileCheck %s --check-prefix=NOTHING
# NOTHING: {{^$}}

# RUN: rm -rf %t && mkdir -p %t
# RUN: env TMPDIR=%t not mtc %s -signature "x=*fp32, n=i32" -load-pass-plugin=%plugins/test-misbehave.so -passes=crash -emit=cuda -num-warps=2 2>%t.err | count 0
# RUN: FileCheck %s --check-prefix=CRASH --input-file=%t.err
# CRASH: Running pass "crash" on kernel @halve
# CRASH: mtc: internal error; replay with:
# CRASH-NEXT: mt-opt -passes=crash -load-pass-plugin={{.*}} -emit=cuda -target=cuda -num-warps=2 {{.*}}.mt
# RUN: cat %t/mytriton-*.mt | FileCheck %s --check-prefix=CRASH-IR
# CRASH-IR: kernel @halve(x: ptr<f32>, n: i32)
# UNSUPPORTED: address-sanitizer, thread-sanitizer
import mytriton as triton
import mytriton.language as tl


@triton.jit
def halve(x, n):
    # CHECK: mul %{{[0-9]+}}, 0.5 : f32
    tl.store(x + n, tl.load(x + n) / 2.0)
