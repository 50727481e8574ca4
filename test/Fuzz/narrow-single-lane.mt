// RUN: mt-fuzz %s
// The last vector of five 16-bit elements holds one. LLVM merged the truncation
// into the masked store and wrote 32 bits.
kernel @k(p: ptr<bf16> {fuzz.buffer=0, fuzz.size=64}) attributes {fuzz.seed=1, enable_fp_fusion=false} {
  %0 = arange {start=0, end=5} : vector<5 x i32>
  %1 = cast %0 : vector<5 x u16>
  %2 = addptr p, %1 : vector<5 x ptr<bf16>>
  %3 = addptr p, %0 : vector<5 x ptr<bf16>>
  %4 = load %3, none, none : vector<5 x bf16>
  %5 = floor %4 : vector<5 x bf16>
  store %2, %5, none
}
