/* How many floating-point operations per second a core does in multiply-adds of
   f32 vectors held in registers. Prints GFLOP/s of processor time, the best of
   several rounds.
   Built and run by cpu_matmul.py with -O2 -march=native. */

#include <stdio.h>
#include <time.h>

#if defined(__AVX512F__)
#define LANES 16
#elif defined(__AVX__)
#define LANES 8
#else
#define LANES 4
#endif

typedef float Vector __attribute__((vector_size(4 * LANES)));

enum { CHAINS = 12, STEPS = 1 << 20, ROUNDS = 15 };

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

/* Keeps a vector in a register, and the compiler from knowing its value. */
#if defined(__aarch64__)
#define HOLD(V) __asm__ volatile("" : "+w"(V))
#else
#define HOLD(V) __asm__ volatile("" : "+v"(V))
#endif
/* One link of a chain of multiply-adds. */
#define STEP(V) V = V * factor + addend; HOLD(V);

int main(void) {
  double best = 0;
  Vector a = {0}, b = a, c = a, d = a, e = a, f = a, g = a, h = a, i = a, j = a;
  Vector k = a, l = a, factor = a, addend = a;
  HOLD(factor);
  HOLD(addend);
  for (int round = 0; round != ROUNDS; ++round) {
    double start = seconds();
    for (int step = 0; step != STEPS; ++step) {
      STEP(a) STEP(b) STEP(c) STEP(d) STEP(e) STEP(f)
      STEP(g) STEP(h) STEP(i) STEP(j) STEP(k) STEP(l)
    }
    double rate = 2.0 * LANES * CHAINS * STEPS / (seconds() - start) * 1e-9;
    best = rate > best ? rate : best;
  }
  printf("%.1f\n", best);
  return 0;
}
