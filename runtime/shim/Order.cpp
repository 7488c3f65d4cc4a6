//===- Order.cpp ----------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/shim/Order.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/shim/Next.h"
#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <unordered_map>
#include <vector>

namespace devtidy::shim {
namespace {

/// A stream: the default streams are one for each device.
using StreamKey = std::pair<const void *, int>;
/// How much of each stream is known to be finished.
using Clock = std::map<StreamKey, uint64_t>;

struct Use {
  StreamKey Stream;
  uint64_t Number;
  std::string What;
  StackId Where;
};

struct Stream {
  uint64_t Count = 0; ///< of its work so far
  bool IsBlocking = true;
  Clock Known;
};

struct Order {
  std::mutex Lock;
  std::map<StreamKey, Stream> Streams;
  std::unordered_map<const void *, Clock> Events;
  Clock Host;
  std::unordered_map<uintptr_t, std::vector<Use>> Uses; ///< the latest one of each stream

  Stream &of(const StreamKey &Key);
  Clock upTo(const StreamKey &Key);
};
Order &order() { return abi::forkSafe<Order>(); }
std::atomic<bool> Kept = false;

/// The null stream is cudaStreamLegacy.
const void *const Legacy = reinterpret_cast<const void *>(1);
bool isLegacy(const void *Handle) { return !Handle || Handle == Legacy; }

StreamKey keyOf(const void *Handle) {
  const int Device = ownerOf(Handle).Device;
  return {isLegacy(Handle) ? Legacy : Handle, Device};
}

void join(Clock &Into, const Clock &From) {
  for (const auto &[Key, Number] : From)
    Into[Key] = std::max(Into[Key], Number);
}

/// The stream as it is for work that it is given now.
Stream &Order::of(const StreamKey &Key) {
  Stream &S = Streams[Key];
  join(S.Known, Host);
  for (auto &[Other, State] : Streams)
    if (Other != Key && Other.second == Key.second && S.IsBlocking && State.IsBlocking &&
        (Key.first == Legacy || Other.first == Legacy)) {
      join(S.Known, State.Known);
      S.Known[Other] = State.Count;
    }
  return S;
}

/// What is finished when all work is that the stream has so far.
Clock Order::upTo(const StreamKey &Key) {
  const Stream &S = of(Key);
  Clock C = S.Known;
  C[Key] = S.Count;
  return C;
}

} // namespace

// Before there are threads: ThreadSanitizer does not see who made a static of a library that it did not compile.
[[gnu::constructor]] static void makeEarly() { order(); }

void beginOrder() { Kept.store(true, std::memory_order_relaxed); }
bool isOrderKept() { return Kept.load(std::memory_order_relaxed); }

void noteUse(uintptr_t Base, const void *Handle, const std::string &What) {
  const StreamKey Key = keyOf(Handle);
  const StackId Where = keepStack();
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  const uint64_t Number = ++O.of(Key).Count;
  std::vector<Use> &All = O.Uses[Base];
  std::erase_if(All, [&](const Use &U) { return U.Stream == Key; });
  All.push_back({Key, Number, What, Where});
}

std::optional<UnfinishedUse> findUnfinished(uintptr_t Base, const void *Handle) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  auto Known = O.Uses.find(Base);
  if (Known == O.Uses.end())
    return std::nullopt;
  const Stream &S = O.of(Key);
  for (const Use &U : Known->second)
    if (auto Done = S.Known.find(U.Stream); U.Stream != Key && (Done == S.Known.end() || Done->second < U.Number))
      return UnfinishedUse{U.What, U.Where};
  return std::nullopt;
}

void forgetUses(uintptr_t Base) {
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  O.Uses.erase(Base);
}

void noteStream(const void *Handle, bool IsBlocking) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  O.Streams[Key].IsBlocking = IsBlocking;
}

void forgetStream(const void *Handle) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  // Its work goes on; another stream may get the handle, which counts on.
  if (auto Known = O.Streams.find(Key); Known != O.Streams.end())
    Known->second.Known.clear();
}

void noteRecorded(const void *Event, const void *Handle) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  O.Events[Event] = O.upTo(Key);
}

void forgetEvent(const void *Event) {
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  O.Events.erase(Event);
}

void noteWaits(const void *Handle, const void *Event) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  if (auto Known = O.Events.find(Event); Known != O.Events.end())
    join(O.of(Key).Known, Known->second);
}

void noteStreamDone(const void *Handle) {
  const StreamKey Key = keyOf(Handle);
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  join(O.Host, O.upTo(Key));
}

void noteEventDone(const void *Event) {
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  if (auto Known = O.Events.find(Event); Known != O.Events.end())
    join(O.Host, Known->second);
}

void noteDeviceDone() {
  const int Device = currentDevice();
  Order &O = order();
  std::lock_guard Hold(O.Lock);
  for (auto &[Key, State] : O.Streams)
    if (Key.second == Device) {
      join(O.Host, State.Known);
      O.Host[Key] = State.Count;
    }
}

} // namespace devtidy::shim
