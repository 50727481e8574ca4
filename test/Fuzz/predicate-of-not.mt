// RUN: mt-fuzz %s -passes=''
// RUN: mt-opt -passes=launch-predicates %s
// Launch predicates look at masks of loops; ops with one operand in an index are nothing to them.
kernel @k(x: ptr<i32> {fuzz.buffer=0, fuzz.at=0, fuzz.size=64}, n: i32 {fuzz.value=34}) attributes {fuzz.grid=(1, 1, 1), fuzz.seed=1} {
  %0 = arange {start=0, end=16} : vector<16 x i32>
  for %i in range(0, n, 16) {
    %1 = add %0, %i : vector<16 x i32>
    %2 = not %1 : vector<16 x i32>
    %3 = not %2 : vector<16 x i32>
    %4 = cmp_lt %3, n : vector<16 x bool>
    %5 = addptr x, %1 : vector<16 x ptr<i32>>
    %6 = load %5, %4, 0 : vector<16 x i32>
    store %5, %2, %4
  }
}
