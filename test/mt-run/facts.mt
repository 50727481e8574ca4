// An op that contradicts what it says of itself fails the launch.
// RUN: not mt-run %s -target interp -kernel sum -grid 1 out=zeros(1,i32) n=2147483647 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: mt-run %s -target interp -kernel sum -grid 1 out=zeros(1,i32) n=2147483646 | FileCheck %s --check-prefix=FITS
// FITS: [2147483647]
kernel @sum(out: ptr<i32>, n: i32) {
// SUM: facts.mt:[[@LINE+1]]:3: 'add' is marked nowrap, but the result of 2147483647 and 1 does not fit i32
  %0 = add n, 1 {nowrap=true} : i32
  store out, %0, none
}

// RUN: not mt-run %s -target interp -kernel narrow -grid 1 out=zeros(1,i8) n=-128 2>&1 | FileCheck %s --check-prefix=NARROW
kernel @narrow(out: ptr<i8>, n: i8) {
// NARROW: facts.mt:[[@LINE+1]]:3: 'neg' is marked nowrap, but the result of -128 does not fit i8
  %0 = neg n {nowrap=true} : i8
  store out, %0, none
}

// RUN: not mt-run %s -target interp -kernel product -grid 1 out=zeros(1,i64) n=-4611686018427387905 2>&1 | FileCheck %s --check-prefix=PRODUCT
kernel @product(out: ptr<i64>, n: i64) {
// PRODUCT: facts.mt:[[@LINE+1]]:3: 'mul' is marked nowrap, but the result of -4611686018427387905 and 2 does not fit i64
  %0 = mul n, 2 {nowrap=true} : i64
  store out, %0, none
}

// RUN: not mt-run %s -target interp -kernel index -O0 -grid 1 out=zeros(1,i32) n=2147483600 2>&1 | FileCheck %s --check-prefix=INDEX
kernel @index(out: ptr<i32>, n: i32) attributes {num_threads=32} {
// INDEX: facts.mt:[[@LINE+1]]:3: 'fragment_index' is marked nowrap, but the result of 2147483600 and 48 does not fit i32
  %0 = fragment_index n {stride=16, nowrap=true} : frag<4 x i32>
}

// RUN: not mt-run %s -target interp -kernel quotient -grid 1 out=zeros(1,i32) n=-6 2>&1 | FileCheck %s --check-prefix=QUOTIENT
kernel @quotient(out: ptr<i32>, n: i32) {
// QUOTIENT: facts.mt:[[@LINE+1]]:3: 'div' is marked nonneg, but has the operands -6 and 2
  %0 = div n, 2 {nonneg=true} : i32
  store out, %0, none
}

// RUN: not mt-run %s -target interp -kernel loop -O0 -grid 1 n=127 2>&1 | FileCheck %s --check-prefix=LOOP
// RUN: mt-run %s -target interp -kernel loop -O0 -grid 1 n=126
// RUN: mt-run %s -target interp -kernel loop -O0 -grid 1 n=-127
kernel @loop(n: i8) {
// LOOP: facts.mt:[[@LINE+1]]:3: 'for' is marked nowrap, but its index does not fit i8 one step past its end
  for %i in range(0, n, 2) {nowrap=true} {
  }
}

// RUN: not mt-run %s -target interp -kernel unsigned_loop -O0 -grid 1 n=255 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// RUN: mt-run %s -target interp -kernel unsigned_loop -O0 -grid 1 n=254
kernel @unsigned_loop(n: u8) {
// UNSIGNED: facts.mt:[[@LINE+1]]:3: 'for' is marked nowrap, but its index does not fit u8 one step past its end
  for %i in range(0, n, 2) {nowrap=true} {
  }
}

// Facts hold up to a program index; a larger grid does not rely on them.
// RUN: mt-run %s -target interp -kernel limited -grid 4 out=zeros(1,i8) | FileCheck %s --check-prefix=LARGER
// LARGER: [-128]
// RUN: not mt-run %s -target interp -kernel wrong_limit -grid 4 out=zeros(1,i8) 2>&1 | FileCheck %s --check-prefix=LIMIT
kernel @limited(out: ptr<i8>) attributes {max_program_id=2} {
  %0 = program_id {axis=0} : i32
  %1 = cast %0 : i8
  %2 = add %1, 125 {nowrap=true} : i8
  store out, %2, none
}
kernel @wrong_limit(out: ptr<i8>) attributes {max_program_id=3} {
  %0 = program_id {axis=0} : i32
  %1 = cast %0 : i8
// LIMIT: facts.mt:[[@LINE+1]]:3: 'add' is marked nowrap, but the result of 3 and 125 does not fit i8
  %2 = add %1, 125 {nowrap=true} : i8
  store out, %2, none
}
