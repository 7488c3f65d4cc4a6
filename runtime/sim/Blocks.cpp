//===- Blocks.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Blocks.h"
#include "runtime/abi/ForkSafe.h"
#include <dlfcn.h>
#include <map>
#include <mutex>

namespace devtidy::sim {
namespace {

struct Block {
  size_t Bytes;
  c10::DeviceIndex On;
  const void *Owner;
};

struct Blocks {
  std::mutex Lock;
  std::map<uintptr_t, Block> Live;
};

/// Asked at the first block, so that all are noted or none: instrumented code that is loaded later learns nothing.
bool areNoted() {
  return abi::madeOnce([] { return dlsym(RTLD_DEFAULT, "devtidyOperands") != nullptr; });
}

} // namespace

void noteBlock(const void *Begin, size_t Bytes, c10::DeviceIndex On, const void *Owner) {
  if (!Bytes || !areNoted())
    return;
  auto &All = abi::forkSafe<Blocks>();
  std::lock_guard Hold(All.Lock);
  All.Live[reinterpret_cast<uintptr_t>(Begin)] = {Bytes, On, Owner};
}

void forgetBlock(const void *Begin, const void *Owner) {
  if (!areNoted())
    return;
  auto &All = abi::forkSafe<Blocks>();
  std::lock_guard Hold(All.Lock);
  const auto Known = All.Live.find(reinterpret_cast<uintptr_t>(Begin));
  if (Known != All.Live.end() && Known->second.Owner == Owner)
    All.Live.erase(Known);
}

int deviceOf(const void *Address) {
  if (!areNoted())
    return UnknownDevice;
  const auto Wanted = reinterpret_cast<uintptr_t>(Address);
  auto &All = abi::forkSafe<Blocks>();
  std::lock_guard Hold(All.Lock);
  auto After = All.Live.upper_bound(Wanted);
  if (After == All.Live.begin())
    return NoDevice;
  const auto &[Begin, Found] = *std::prev(After);
  return Wanted - Begin < Found.Bytes ? Found.On : NoDevice;
}

} // namespace devtidy::sim
