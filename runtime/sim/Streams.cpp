//===- Streams.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Streams.h"
#include "runtime/abi/Environment.h"
#include "runtime/sim/Devices.h"
#include <array>
#include <atomic>
#include <chrono>

namespace devtidy::sim {
namespace {
using Clock = std::chrono::steady_clock;

struct Event {
  Clock::time_point Recorded;
};

thread_local std::array<c10::StreamId, abi::MaxDevices> Current{};
} // namespace

c10::Stream defaultStream(c10::Device D) { return c10::Stream(c10::Stream::DEFAULT, withIndex(D)); }

c10::Stream currentStream(c10::Device D) {
  D = withIndex(D);
  return c10::Stream(c10::Stream::UNSAFE, D, Current[D.index()]);
}

c10::Stream exchangeStream(c10::Stream To) {
  c10::Stream From = currentStream(To.device());
  Current[From.device_index()] = To.id();
  return From;
}

c10::Stream newStream(c10::Device D) {
  static std::atomic<c10::StreamId> Last = 0;
  return c10::Stream(c10::Stream::UNSAFE, withIndex(D), ++Last);
}

void recordEvent(void *&Handle) {
  if (!Handle)
    Handle = new Event;
  static_cast<Event *>(Handle)->Recorded = Clock::now();
}

void destroyEvent(void *Handle) noexcept { delete static_cast<Event *>(Handle); }

double elapsedMilliseconds(const void *From, const void *To) {
  std::chrono::duration<double, std::milli> Elapsed =
      static_cast<const Event *>(To)->Recorded - static_cast<const Event *>(From)->Recorded;
  return Elapsed.count();
}

} // namespace devtidy::sim
