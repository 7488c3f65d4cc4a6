//===- FatBinary.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fat binary is a header and entries, each with a header of its own. nvcc and clang write it; NVIDIA describes only
// the wrapper (fatbinary_section.h), so that anything unusual ends the reading.
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/FatBinary.h"
#include "runtime/cudart/Model.h"
#include <cstddef>
#include <cstdint>
#include <cstring>

using namespace devtidy::cudart;

namespace {
struct Wrapper {
  uint32_t Magic, Release;
  const char *Data;
  void *Other;
};
struct Header {
  uint32_t Magic;
  uint16_t Version, HeaderSize;
  uint64_t Size;
};
struct Entry {
  uint16_t Kind, Release;
  uint32_t HeaderSize;
  uint64_t PayloadSize;
  uint32_t Unused[3], Version;
};
static_assert(sizeof(Header) == 16 && offsetof(Entry, Version) == 28);
constexpr uint32_t WrapperMagic = 0x466243b1, HeaderMagic = 0xba55ed50;
enum : uint16_t { Ptx = 1, Elf = 2 };

struct Choice {
  int NewestElf = 0, NewestPtx = 0, Oldest = 0;

  void add(uint16_t Kind, int Version) {
    if (Version <= 0)
      return;
    Oldest = Oldest && Oldest < Version ? Oldest : Version;
    // Machine code runs on the GPUs of its generation, from its own on; PTX is compiled for any later one.
    if (Kind == Elf && Version / 10 == model::Major && Version <= model::Version && Version > NewestElf)
      NewestElf = Version;
    if (Kind == Ptx && Version <= model::Version && Version > NewestPtx)
      NewestPtx = Version;
  }
};
} // namespace

CodeVersions devtidy::cudart::codeVersions(const void *Of) {
  const auto *W = static_cast<const Wrapper *>(Of);
  Header H = {};
  if (W && W->Magic == WrapperMagic && W->Data)
    std::memcpy(&H, W->Data, sizeof H);
  Choice Code;
  if (H.Magic == HeaderMagic && H.HeaderSize >= sizeof H) {
    const char *At = W->Data + H.HeaderSize;
    uint64_t Left = H.Size;
    while (Left >= sizeof(Entry)) {
      Entry E;
      std::memcpy(&E, At, sizeof E);
      if (E.HeaderSize < sizeof E || E.HeaderSize > Left || E.PayloadSize > Left - E.HeaderSize)
        break;
      Code.add(E.Kind, static_cast<int>(E.Version));
      At += E.HeaderSize + E.PayloadSize;
      Left -= E.HeaderSize + E.PayloadSize;
    }
  }
  if (Code.NewestElf)
    return {Code.NewestElf, Code.NewestElf};
  if (Code.NewestPtx)
    return {Code.NewestPtx, model::Version};
  const int Version = Code.Oldest ? Code.Oldest : model::Version;
  return {Version, Version};
}
