//===- cpu_reductions.cpp - Row kernels by hand, for cpu_reductions.py ----===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What one writes without a kernel language: one plain loop per pass over a
// row, left to the compiler to vectorize (-O3 -march=native -ffast-math).
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <cmath>
#include <limits>

static float maximum(const float *Row, long N) {
  float Most = -std::numeric_limits<float>::max();
  for (long I = 0; I != N; ++I)
    Most = std::max(Most, Row[I]);
  return Most;
}

static float total(const float *Row, long N) {
  float Sum = 0;
  for (long I = 0; I != N; ++I)
    Sum += Row[I];
  return Sum;
}

extern "C" {

void row_sum(const float *__restrict X, float *__restrict Out, long Rows,
             long N) {
  for (long R = 0; R != Rows; ++R)
    Out[R] = total(X + R * N, N);
}

void row_max(const float *__restrict X, float *__restrict Out, long Rows,
             long N) {
  for (long R = 0; R != Rows; ++R)
    Out[R] = maximum(X + R * N, N);
}

void softmax(const float *__restrict X, float *__restrict Out, long Rows,
             long N) {
  for (long R = 0; R != Rows; ++R, X += N, Out += N) {
    float Most = maximum(X, N), Sum = 0;
    for (long I = 0; I != N; ++I) {
      Out[I] = std::exp(X[I] - Most);
      Sum += Out[I];
    }
    float Scale = 1 / Sum;
    for (long I = 0; I != N; ++I)
      Out[I] *= Scale;
  }
}

void layer_norm(const float *__restrict X, const float *__restrict Weight,
                const float *__restrict Bias, float *__restrict Out, long Rows,
                long N) {
  for (long R = 0; R != Rows; ++R, X += N, Out += N) {
    float Mean = total(X, N) / N, Squares = 0;
    for (long I = 0; I != N; ++I)
      Squares += (X[I] - Mean) * (X[I] - Mean);
    float Scale = 1 / std::sqrt(Squares / N + 1e-5f);
    for (long I = 0; I != N; ++I)
      Out[I] = (X[I] - Mean) * Scale * Weight[I] + Bias[I];
  }
}

} // extern "C"
