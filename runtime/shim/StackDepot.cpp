//===- StackDepot.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/StackDepot.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/report/Report.h"
#include <cstring>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

namespace devtidy::shim {
namespace {

struct Depot {
  std::shared_mutex Lock;
  std::unordered_multimap<uint64_t, StackId> ByKey;
  std::vector<uintptr_t> Addresses; ///< of all stacks, one behind the other
  std::vector<uint32_t> Begins{0, 0};
};
Depot &depot() { return abi::forkSafe<Depot>(); }

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { depot(); }

StackId keepStack() {
  runtime::Stack S;
  runtime::captureStack(S, runtime::options().StackDepth);
  const uint64_t Key = runtime::stackKey(S);
  Depot &D = depot();
  std::lock_guard Hold(D.Lock);
  for (auto [It, End] = D.ByKey.equal_range(Key); It != End; ++It) {
    const uint32_t Begin = D.Begins[It->second];
    if (D.Begins[It->second + 1] - Begin == S.Count &&
        std::memcmp(&D.Addresses[Begin], S.Frames, S.Count * sizeof *S.Frames) == 0)
      return It->second;
  }
  if (D.Begins.size() > MaxStacks || S.Count == 0)
    return 0;
  const auto Id = static_cast<StackId>(D.Begins.size() - 1);
  D.Addresses.insert(D.Addresses.end(), S.Frames, S.Frames + S.Count);
  D.Begins.push_back(static_cast<uint32_t>(D.Addresses.size()));
  D.ByKey.emplace(Key, Id);
  return Id;
}

runtime::Stack stackOf(StackId Id) {
  runtime::Stack S;
  Depot &D = depot();
  std::lock_guard Hold(D.Lock);
  if (Id == 0)
    return S;
  S.Count = D.Begins[Id + 1] - D.Begins[Id];
  std::memcpy(S.Frames, &D.Addresses[D.Begins[Id]], S.Count * sizeof *S.Frames);
  return S;
}

} // namespace devtidy::shim
