//===- Memory.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Memory.h"
#include "runtime/abi/Environment.h"
#include "runtime/sim/Devices.h"
#include <array>
#include <atomic>
#include <c10/core/CPUAllocator.h>
#include <cstring>

using c10::DataPtr;
using c10::Storage;
using c10::StorageImpl;

namespace devtidy::sim {
namespace {

struct Counter {
  std::atomic<int64_t> Current = 0, Peak = 0, Added = 0, Removed = 0;

  void add(int64_t Amount) {
    Added += Amount;
    int64_t Now = Current += Amount;
    int64_t Seen = Peak;
    while (Seen < Now && !Peak.compare_exchange_weak(Seen, Now))
      ;
  }
  void remove(int64_t Amount) {
    Removed += Amount;
    Current -= Amount;
  }
};

struct Counters {
  Counter Bytes, Blocks;
};

// Never destroyed: blocks may outlive the end of main.
std::array<Counters, abi::MaxDevices> &counters() {
  static auto *All = new std::array<Counters, abi::MaxDevices>;
  return *All;
}

/// The owner of a device storage's bytes.
struct Block {
  Storage Host;
  c10::DeviceIndex On;
  int64_t Bytes = 0; // as counted

  Block(Storage Twin, c10::DeviceIndex D) : Host(std::move(Twin)), On(D) { count(); }
  ~Block() { uncount(); }
  void count() {
    // As the caching allocator of CUDA rounds (kMinBlockSize, c10/core/AllocatorConfig.h).
    constexpr int64_t Granule = 512;
    Bytes = (static_cast<int64_t>(Host.nbytes()) + Granule - 1) / Granule * Granule;
    if (Bytes) {
      counters()[On].Bytes.add(Bytes);
      counters()[On].Blocks.add(1);
    }
  }
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

DataPtr pointerTo(Storage Host, c10::Device D) {
  void *Bytes = Host.mutable_data();
  return {Bytes, new Block(std::move(Host), D.index()), &deleteBlock, D};
}

Storage newHostStorage(size_t Bytes) {
  return c10::make_intrusive<StorageImpl>(StorageImpl::use_byte_size_t(), Bytes, c10::GetCPUAllocator(),
                                          /*resizable=*/true);
}

struct DeviceAllocator final : c10::Allocator {
  DataPtr allocate(size_t Bytes) override { return pointerTo(newHostStorage(Bytes), {c10::kCUDA, currentDevice()}); }
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

void followTwin(StorageImpl &OnDevice, const Storage &Twin) {
  DataPtr &Now = OnDevice._mutable_data_ptr_no_checks();
  if (Now.get() == Twin.data() && OnDevice.nbytes() == Twin.nbytes())
    return;
  OnDevice.set_nbytes(Twin.nbytes());
  OnDevice.set_data_ptr_noswap(pointerTo(Twin, OnDevice.device()));
}

DevtidySimMemory memoryOf(c10::DeviceIndex D) {
  const Counters &Of = counters()[D];
  return {Of.Bytes.Current,  Of.Bytes.Peak,  Of.Bytes.Added,  Of.Bytes.Removed,
          Of.Blocks.Current, Of.Blocks.Peak, Of.Blocks.Added, Of.Blocks.Removed};
}

void resetPeaks(c10::DeviceIndex D) {
  Counters &Of = counters()[D];
  Of.Bytes.Peak = Of.Bytes.Current.load();
  Of.Blocks.Peak = Of.Blocks.Current.load();
}

} // namespace devtidy::sim
