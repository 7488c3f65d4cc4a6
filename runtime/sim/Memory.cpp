//===- Memory.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Memory.h"
#include "runtime/abi/DeviceMemory.h"
#include "runtime/abi/Environment.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/sim/Blocks.h"
#include "runtime/sim/Devices.h"
#include "runtime/sim/Releases.h"
#include "runtime/sim/SharedMemory.h"
#include <array>
#include <atomic>
#include <c10/core/CPUAllocator.h>
#include <c10/util/Exception.h>
#include <cstring>
#include <string>

using c10::DataPtr;
using c10::Storage;
using c10::StorageImpl;

namespace devtidy::sim {
namespace {

struct Counter {
  std::atomic<int64_t> Current = 0, Peak = 0, Added = 0, Removed = 0;

  /// False, and nothing is added, if there would be more than Most then.
  bool add(int64_t Amount, int64_t Most = INT64_MAX) {
    int64_t Before = Current, Now;
    do {
      Now = Before + Amount;
      if (Now > Most)
        return false;
    } while (!Current.compare_exchange_weak(Before, Now));
    Added += Amount;
    int64_t Seen = Peak;
    while (Seen < Now && !Peak.compare_exchange_weak(Seen, Now))
      ;
    return true;
  }
  void remove(int64_t Amount) {
    Removed += Amount;
    Current -= Amount;
  }
};

struct Counters {
  Counter Bytes, Blocks;
  std::atomic<int64_t> Refused = 0;
  std::atomic<double> Fraction = 1;

  int64_t most() const { return static_cast<int64_t>(Fraction * static_cast<double>(totalMemory())); }
};

// Without a destructor: blocks may outlive the end of main.
std::array<Counters, abi::MaxDevices> &counters() {
  static constinit std::array<Counters, abi::MaxDevices> All;
  return All;
}

/// The words of c10/cuda/CUDACachingAllocator.cpp. Nothing is reserved that is not allocated.
[[noreturn]] void refuse(int64_t Bytes, c10::DeviceIndex D) {
  Counters &Of = counters()[D];
  ++Of.Refused;
  const int64_t Used = Of.Bytes.Current, Total = totalMemory();
  const std::string Allowed = Of.Fraction < 1 ? sizeText(Of.most()) + " allowed; " : "";
  TORCH_CHECK_WITH(OutOfMemoryError, false, "CUDA out of memory. Tried to allocate ", sizeText(Bytes), ". GPU ",
                   static_cast<int>(D), " has a total capacity of ", sizeText(Total), " of which ",
                   sizeText(std::max<int64_t>(Total - Used, 0)),
                   " is free. Including non-PyTorch memory, this process has ", sizeText(Used), " memory in use. ",
                   Allowed, "Of the allocated memory ", sizeText(Used), " is allocated by PyTorch, and ", sizeText(0),
                   " is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try setting "
                   "PYTORCH_ALLOC_CONF=expandable_segments:True to avoid fragmentation.  See documentation for Memory "
                   "Management  (https://pytorch.org/docs/stable/notes/cuda.html#environment-variables)");
}

/// As the caching allocator of CUDA rounds (kMinBlockSize, c10/core/AllocatorConfig.h).
int64_t rounded(size_t Bytes) {
  constexpr int64_t Granule = 512;
  return (static_cast<int64_t>(Bytes) + Granule - 1) / Granule * Granule;
}

/// The owner of a device storage's bytes.
struct Block {
  Storage Host;
  c10::DeviceIndex On;
  int64_t Bytes = 0;           // as counted
  const void *Noted = nullptr; // an operator may give Host other memory

  /// Throws if the device has not so much, unless it has to be.
  Block(Storage Twin, c10::DeviceIndex D, bool MustFit = true)
      : Host(std::move(Twin)), On(D), Bytes(rounded(Host.nbytes())) {
    Counters &Of = counters()[On];
    if (!Bytes)
      return;
    if (!Of.Bytes.add(Bytes, MustFit ? Of.most() : INT64_MAX))
      refuse(Bytes, On);
    Of.Blocks.add(1);
    Noted = Host.data();
    noteBlock(Noted, Host.nbytes(), On, this);
  }
  ~Block() {
    if (Noted)
      forgetBlock(Noted, this);
    uncount();
  }
  Block(const Block &) = delete;
  Block &operator=(const Block &) = delete;
  void uncount() {
    if (Bytes) {
      counters()[On].Bytes.remove(Bytes);
      counters()[On].Blocks.remove(1);
    }
  }
};

void deleteBlock(void *B) { delete static_cast<Block *>(B); }

Block *blockOf(const DataPtr &P) {
  return P.get_deleter() == &deleteBlock ? static_cast<Block *>(P.get_context()) : nullptr;
}

Storage newHostStorage(size_t Bytes, c10::DeviceIndex D) {
  if (DataPtr Shared = allocateShared(Bytes, D))
    return c10::make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), Bytes, std::move(Shared),
                                            c10::GetCPUAllocator(), /*resizable=*/true);
  return c10::make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), Bytes, c10::GetCPUAllocator(),
                                          /*resizable=*/true);
}

DataPtr pointerTo(Storage Host, c10::Device D, bool MustFit = true) {
  if (Host.nbytes() && isMemoryShared() && !isShared(Host.data_ptr())) {
    Storage Moved = newHostStorage(Host.nbytes(), D.index());
    std::memcpy(Moved.mutable_data(), Host.data(), Host.nbytes());
    Host = std::move(Moved);
  }
  void *Bytes = Host.mutable_data();
  return {Bytes, new Block(std::move(Host), D.index(), MustFit), &deleteBlock, D};
}

struct DeviceAllocator final : c10::Allocator {
  DataPtr allocate(size_t Bytes) override {
    // Before the host is asked for as much.
    const Counters &Of = counters()[currentDevice()];
    if (Of.Bytes.Current + rounded(Bytes) > Of.most())
      refuse(rounded(Bytes), currentDevice());
    return pointerTo(newHostStorage(Bytes, currentDevice()), {c10::kCUDA, currentDevice()});
  }
  void copy_data(void *To, const void *From, size_t Bytes) const override { std::memcpy(To, From, Bytes); }
};

} // namespace

c10::Allocator *deviceAllocator() {
  static auto *Only = new DeviceAllocator;
  return Only;
}

Storage storageOnDevice(Storage Host, c10::Device D) {
  size_t Bytes = Host.nbytes();
  return c10::make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), Bytes, pointerTo(std::move(Host), D),
                                          deviceAllocator(), /*resizable=*/true);
}

static void releaseStorage(void *S) { delete static_cast<Storage *>(S); }

Storage hostTwin(const Storage &OnDevice) {
  StorageImpl *Impl = OnDevice.unsafeGetStorageImpl();
  // mutable_data_ptr would copy a lazily cloned storage; its bytes are read here only if it is written, which LibTorch
  // asks for itself.
  if (Block *B = blockOf(Impl->_mutable_data_ptr_no_checks()); B && B->Host.nbytes() == Impl->nbytes())
    return B->Host;
  DataPtr Borrowed(Impl->mutable_data(), new Storage(OnDevice), &releaseStorage, c10::kCPU);
  return c10::make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), Impl->nbytes(), std::move(Borrowed),
                                          c10::GetCPUAllocator(), /*resizable=*/true);
}

void requireMemory(const StorageImpl &Grown) {
  const c10::DeviceIndex D = Grown.device().index();
  if (counters()[D].Bytes.Current > counters()[D].most())
    refuse(rounded(Grown.nbytes()), D);
}

bool followTwin(StorageImpl &OnDevice, const Storage &Twin) {
  DataPtr &Now = OnDevice._mutable_data_ptr_no_checks();
  if (Now.get() == Twin.data() && OnDevice.nbytes() == Twin.nbytes())
    return false;
  const bool Grows = Twin.nbytes() > OnDevice.nbytes();
  const c10::Device D = OnDevice.device();
  OnDevice.set_nbytes(Twin.nbytes());
  // The old bytes are gone, so that the new ones stay in any case.
  OnDevice.set_data_ptr_noswap(pointerTo(Twin, D, /*MustFit=*/false));
  return Grows;
}

void resizeStorage(StorageImpl &OnDevice, size_t Bytes) {
  const c10::Device D = OnDevice.device();
  Storage Resized = newHostStorage(Bytes, D.index());
  if (const size_t Kept = std::min(Bytes, OnDevice.nbytes()))
    std::memcpy(Resized.mutable_data(), OnDevice.data(), Kept);
  OnDevice.set_data_ptr_noswap(pointerTo(std::move(Resized), D, /*MustFit=*/false));
  OnDevice.set_nbytes(Bytes);
}

DevtidySimMemory memoryOf(c10::DeviceIndex D) {
  const Counters &Of = counters()[D];
  return {Of.Bytes.Current, Of.Bytes.Peak,   Of.Bytes.Added,    Of.Bytes.Removed, Of.Blocks.Current,
          Of.Blocks.Peak,   Of.Blocks.Added, Of.Blocks.Removed, Of.Refused};
}

int64_t totalMemory() {
  return abi::madeOnce([] { return abi::deviceMemory(); });
}

void setMemoryFraction(c10::DeviceIndex D, double Fraction) { counters()[D].Fraction = Fraction; }
double memoryFraction(c10::DeviceIndex D) { return counters()[D].Fraction; }

void resetPeaks(c10::DeviceIndex D) {
  Counters &Of = counters()[D];
  Of.Bytes.Peak = Of.Bytes.Current.load();
  Of.Blocks.Peak = Of.Blocks.Current.load();
}

} // namespace devtidy::sim
