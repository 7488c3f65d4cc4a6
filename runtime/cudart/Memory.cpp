//===- Memory.cpp -----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/cudart/Memory.h"
#include "runtime/abi/DeviceMemory.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/ForkSafe.h"
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <sys/mman.h>
#include <vector>

namespace devtidy::cudart {
namespace {

constexpr size_t Alignment =
    512; // cudaMalloc gives at least 256 (CUDA C++ Programming Guide, "Device Memory Accesses")

/// Addresses of the host's pinned and managed memory, whatever the devices have.
constexpr size_t HostBytes = size_t(64) << 30;

/// The addresses of one device: free pieces by address, the window, and the bytes behind it.
struct Window {
  size_t Size = deviceBytes();
  uintptr_t Begin = 0;
  char *Bytes = nullptr;
  std::map<uintptr_t, size_t> Free;
  size_t Used = 0;

  bool contains(uintptr_t Address) const { return Begin && Address - Begin < Size; }
  bool reserve(Access Who) {
    if (Begin)
      return true;
    auto Map = [this](int Protection) {
      return mmap(nullptr, Size, Protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    };
    void *Behind = Map(PROT_READ | PROT_WRITE), *Addresses = Who == Access::Open ? Behind : Map(PROT_NONE);
    if (Addresses == MAP_FAILED || Behind == MAP_FAILED)
      return false;
    Begin = reinterpret_cast<uintptr_t>(Addresses);
    Bytes = static_cast<char *>(Behind);
    Free[Begin] = Size;
    return true;
  }
};

struct State {
  std::mutex Lock;
  Window Windows[2][abi::MaxDevices]; ///< by Access
  /// Pinned and managed memory: addresses that malloc never gives, so that what was freed is told apart.
  Window Host = {HostBytes};
  std::map<uintptr_t, Block> Blocks; ///< by address
};
State &state() { return abi::forkSafe<State>(); }

uintptr_t take(Window &W, size_t Size, Access Who) {
  if (!W.reserve(Who))
    return 0;
  for (auto Piece = W.Free.begin(); Piece != W.Free.end(); ++Piece)
    if (Piece->second >= Size) {
      const auto [Base, Length] = *Piece;
      W.Free.erase(Piece);
      if (Length > Size)
        W.Free[Base + Size] = Length - Size;
      W.Used += Size;
      return Base;
    }
  return 0;
}

void give(Window &W, uintptr_t Base, size_t Size) {
  W.Used -= Size;
  constexpr size_t Page = 4096;
  const uintptr_t From = (Base - W.Begin + Page - 1) & ~(Page - 1), To = (Base - W.Begin + Size) & ~(Page - 1);
  if (To > From)
    madvise(W.Bytes + From, To - From, MADV_DONTNEED);
  auto Next = W.Free.lower_bound(Base);
  if (Next != W.Free.end() && Base + Size == Next->first) {
    Size += Next->second;
    Next = W.Free.erase(Next);
  }
  if (Next != W.Free.begin())
    if (auto Before = std::prev(Next); Before->first + Before->second == Base) {
      Before->second += Size;
      return;
    }
  W.Free[Base] = Size;
}

size_t rounded(size_t Size) { return (Size + Alignment - 1) & ~(Alignment - 1); }

const Block *find(State &S, uintptr_t Address) {
  auto After = S.Blocks.upper_bound(Address);
  if (After == S.Blocks.begin())
    return nullptr;
  const Block &B = std::prev(After)->second;
  return Address - B.Base < B.Size ? &B : nullptr;
}

uintptr_t number(const void *P) { return reinterpret_cast<uintptr_t>(P); }

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] void makeMemory() {
  state();
  deviceBytes();
}

void *allocate(MemoryKind Kind, size_t Size, int Device, Access Who) {
  const bool OnDevice = Kind == MemoryKind::Device;
  if (Size == 0 || Size > (OnDevice ? deviceBytes() : HostBytes))
    return nullptr;
  State &S = state();
  std::lock_guard Hold(S.Lock);
  // NOLINTNEXTLINE(performance-no-int-to-ptr)
  auto *P = reinterpret_cast<void *>(OnDevice ? take(S.Windows[size_t(Who)][Device], rounded(Size), Who)
                                              : take(S.Host, rounded(Size), Access::Open));
  if (P)
    S.Blocks[number(P)] = {number(P), Size, Kind, Device};
  return P;
}

bool registerHost(void *Base, size_t Size, int Device) {
  State &S = state();
  std::lock_guard Hold(S.Lock);
  if (!Base || !Size || find(S, number(Base)) || find(S, number(Base) + Size - 1))
    return false;
  S.Blocks[number(Base)] = {number(Base), Size, MemoryKind::Host, Device, /*Registered=*/true};
  return true;
}

bool release(void *Base, MemoryKind Kind, bool Registered) {
  State &S = state();
  std::lock_guard Hold(S.Lock);
  auto Known = S.Blocks.find(number(Base));
  if (Known == S.Blocks.end() || Known->second.Kind != Kind || Known->second.Registered != Registered)
    return false;
  const Block B = Known->second;
  S.Blocks.erase(Known);
  if (Kind == MemoryKind::Device)
    for (auto &Windows : S.Windows) {
      if (Window &W = Windows[B.Device]; W.contains(B.Base))
        give(W, B.Base, rounded(B.Size));
    }
  else if (!Registered)
    give(S.Host, B.Base, rounded(B.Size));
  return true;
}

void releaseDevice(int Device) {
  State &S = state();
  std::vector<Block> Gone;
  {
    std::lock_guard Hold(S.Lock);
    for (const auto &[Base, B] : S.Blocks)
      if (B.Kind == MemoryKind::Device && B.Device == Device && !S.Windows[size_t(Access::Open)][Device].contains(Base))
        Gone.push_back(B);
  }
  for (const Block &B : Gone)
    release(reinterpret_cast<void *>(B.Base), B.Kind); // NOLINT(performance-no-int-to-ptr)
}

std::optional<Block> findBlock(const void *Address) {
  State &S = state();
  std::lock_guard Hold(S.Lock);
  const Block *B = find(S, number(Address));
  return B ? std::optional(*B) : std::nullopt;
}

void *bytesAt(const void *Address, size_t Size) {
  State &S = state();
  std::lock_guard Hold(S.Lock);
  const uintptr_t A = number(Address);
  const Block *B = find(S, A);
  if (B && Size > B->Size - (A - B->Base))
    return nullptr;
  for (auto &Windows : S.Windows)
    for (Window &W : Windows)
      if (W.contains(A))
        return B ? W.Bytes + (A - W.Begin) : nullptr;
  return const_cast<void *>(Address);
}

size_t deviceBytes() {
  return abi::madeOnce([] { return static_cast<size_t>(abi::deviceMemory()); });
}

size_t usedBytes(int Device) {
  State &S = state();
  std::lock_guard Hold(S.Lock);
  return S.Windows[0][Device].Used + S.Windows[1][Device].Used;
}

} // namespace devtidy::cudart
