//===- GPUSamples.cpp - Kernels that tests share --------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GPUSamples.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include <algorithm>

using namespace mt;
using namespace mt::test;

static std::string readSample(llvm::StringRef Path) {
  auto Buffer = llvm::MemoryBuffer::getFile(Path, /*IsText=*/true);
  return Buffer ? (*Buffer)->getBuffer().str() : "";
}

static std::vector<TileSample> readSamples() {
  std::vector<TileSample> Samples;
  std::error_code Error;
  for (llvm::sys::fs::directory_iterator I(TILE_SAMPLES, Error), End;
       I != End && !Error; I.increment(Error)) {
    llvm::StringRef Name = llvm::sys::path::filename(I->path());
    if (Name.consume_back(".mt.in") && Name != "prologue")
      Samples.push_back({Name.str(), readSample(I->path())});
  }
  std::sort(
      Samples.begin(), Samples.end(),
      [](const TileSample &A, const TileSample &B) { return A.Name < B.Name; });
  return Samples;
}

const std::vector<TileSample> &mt::test::tileSamples() {
  static const std::vector<TileSample> Samples = readSamples();
  return Samples;
}

std::string mt::test::instantiate(const TileSample &S, TileExtents E,
                                  bool Aligned) {
  static const std::string Prologue =
      readSample(TILE_SAMPLES "/prologue.mt.in");
  std::string Body = Prologue + S.Body, Text;
  for (size_t I = 0; I != Body.size(); ++I) {
    if (Body[I] != '$') {
      Text += Body[I];
      continue;
    }
    char C = Body[++I];
    Text += std::to_string(C == 'M'   ? E.M
                           : C == 'N' ? E.N
                           : C == 'T' ? E.M * E.N
                                      : 2 * E.N);
  }
  std::string Array = Aligned ? "ptr<f32> {divisible=16}" : "ptr<f32>";
  return "kernel @k(x: " + Array + ", y: " + Array + ", out: " + Array +
         ", n: i32) {\n" + Text + "}\n";
}
