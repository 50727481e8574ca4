// What has no lowering is an error at the op.
// RUN: not mt-run %s -target threads -grid 1 "x=arange(8)" 2>&1 | FileCheck %s --check-prefix=REFUSED
kernel @refused(x: ptr<f32>) {
  %0 = arange {start=0, end=8} : vector<8 x i32>
  %1 = reduce %0 {axis=0} : i32 combine(%a, %b) {
// REFUSED: threads-refused.mt:[[@LINE+1]]:5: error: 'program_id' in a combine function has no lowering to GPU threads
    %2 = program_id {axis=0} : i32
    %3 = add %b, %2 : i32
    yield %3
  }
  %4 = addptr x, %1 : ptr<f32>
  store %4, 0.0, none
}
