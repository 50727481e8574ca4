//===- HostArray.cpp - Arrays that kernels run on -------------------------===//
//
// Part of MyTriton, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArray.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace mt;
using namespace mt::run;

/// What surrounds the data in its pages.
static constexpr uint8_t Pattern = 0xa5;
/// Address space costs nothing; a wide guard catches large strides too.
static constexpr uint64_t GuardBytes = uint64_t(1) << 30;
static constexpr uint64_t Alignment = 64;

static uint64_t physicalMemory() {
  return uint64_t(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
}

static std::string inGigabytes(uint64_t Bytes) {
  return std::to_string((Bytes + (1 << 30) - 1) >> 30) + " GiB";
}

llvm::Expected<std::unique_ptr<GuardedMemory>>
GuardedMemory::create(uint64_t Bytes) {
  if (Bytes > physicalMemory())
    return llvm::createStringError("it needs " + inGigabytes(Bytes) +
                                   ", and this machine has " +
                                   inGigabytes(physicalMemory()));
  uint64_t Page = sysconf(_SC_PAGESIZE);
  std::unique_ptr<GuardedMemory> M(new GuardedMemory);
  M->Bytes = Bytes;
  M->PageBytes = llvm::alignTo(std::max<uint64_t>(Bytes, 1), Page);
  M->MapBytes = M->PageBytes + 2 * GuardBytes;
  void *Map = mmap(nullptr, M->MapBytes, PROT_NONE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (Map == MAP_FAILED)
    return llvm::createStringError("there is no address space left for it");
  M->Map = static_cast<uint8_t *>(Map);
  M->Pages = M->Map + GuardBytes;
  if (mprotect(M->Pages, M->PageBytes, PROT_READ | PROT_WRITE))
    return llvm::createStringError("there is no memory left for it");
  madvise(M->Pages, M->PageBytes, MADV_HUGEPAGE);
  M->Data = M->Pages + M->PageBytes - llvm::alignTo(Bytes, Alignment);
  // Untouched pages would all be one page of zeros, which no cache misses.
  std::memset(M->Pages, Pattern, M->PageBytes);
  std::memset(M->Data, 0, Bytes);
  return M;
}

GuardedMemory::~GuardedMemory() {
  if (Map)
    munmap(Map, MapBytes);
}

bool GuardedMemory::isIntact() const {
  auto IsPattern = [](uint8_t Byte) { return Byte == Pattern; };
  return std::all_of(Pages, Data, IsPattern) &&
         std::all_of(Data + Bytes, Pages + PageBytes, IsPattern);
}

bool GuardedMemory::contains(uint64_t Address) const {
  return Address - reinterpret_cast<uint64_t>(Map) < MapBytes;
}

llvm::Expected<std::unique_ptr<HostArray>>
HostArray::create(Type Element, llvm::ArrayRef<int64_t> Shape) {
  auto A = std::make_unique<HostArray>();
  A->Element = Element;
  A->Shape.assign(Shape.begin(), Shape.end());
  uint64_t Bytes = Element.byteSize();
  for (int64_t Extent : Shape) {
    bool Overflow = false;
    Bytes = llvm::SaturatingMultiply(Bytes, uint64_t(Extent), &Overflow);
    // A later extent of zero would still make an empty array.
    if (Overflow && !llvm::is_contained(Shape, 0))
      return llvm::createStringError("its size in bytes overflows 64 bits");
  }
  A->Size = llvm::is_contained(Shape, 0) ? 0 : Bytes / Element.byteSize();
  auto Memory = GuardedMemory::create(A->bytes());
  if (!Memory)
    return Memory.takeError();
  A->Memory = std::move(*Memory);
  return A;
}

uint64_t HostArray::get(uint64_t I) const {
  uint64_t Bits = 0;
  unsigned Bytes = Element.byteSize();
  std::memcpy(&Bits, data() + I * Bytes, Bytes);
  return Element.isBool() ? Bits != 0 : Bits;
}

void HostArray::set(uint64_t I, uint64_t Bits) {
  unsigned Bytes = Element.byteSize();
  std::memcpy(data() + I * Bytes, &Bits, Bytes);
}

uint64_t HostArray::hash() const {
  return llvm::xxh3_64bits(llvm::ArrayRef<uint8_t>(data(), bytes()));
}

std::string HostArray::typeName() const {
  std::string R = Element.str() + "[";
  for (size_t I = 0; I != Shape.size(); ++I)
    R += (I ? ", " : "") + std::to_string(Shape[I]);
  return R + "]";
}
