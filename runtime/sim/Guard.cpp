//===- Guard.cpp - What LibTorch asks about the current device -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// c10/core/impl/DeviceGuardImplInterface.h: device and stream guards, events, torch.Stream and torch.Event.
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Devices.h"
#include "runtime/sim/Releases.h"
#include "runtime/sim/Streams.h"
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace devtidy::sim {
namespace {

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::kCUDA; }
  c10::DeviceIndex deviceCount() const noexcept override { return sim::deviceCount(); }

  c10::Device getDevice() const override { return {c10::kCUDA, currentDevice()}; }
  c10::Device exchangeDevice(c10::Device To) const override { return {c10::kCUDA, sim::exchangeDevice(To.index())}; }
  void setDevice(c10::Device To) const override { sim::exchangeDevice(To.index()); }
  void uncheckedSetDevice(c10::Device To) const noexcept override { setDeviceUnchecked(To.index()); }

  c10::Stream getStream(c10::Device D) const DEVTIDY_NOEXCEPT_BEFORE_2_7 override { return currentStream(D); }
  c10::Stream getDefaultStream(c10::Device D) const override { return defaultStream(D); }
  c10::Stream getNewStream(c10::Device D, int) const override { return newStream(D); }
  c10::Stream getStreamFromGlobalPool(c10::Device D, bool) const override { return newStream(D); }
  c10::Stream exchangeStream(c10::Stream To) const DEVTIDY_NOEXCEPT_BEFORE_2_7 override {
    return sim::exchangeStream(To);
  }
  void *getStreamNativeHandle(const c10::Stream S) const DEVTIDY_OVERRIDE_SINCE_2_11 {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the handle is a number, and nothing is behind it
    return reinterpret_cast<void *>(S.id());
  }

  void record(void **Event, const c10::Stream &, const c10::DeviceIndex, const c10::EventFlag) const override {
    recordEvent(*Event);
  }
  void destroyEvent(void *Event, const c10::DeviceIndex) const noexcept override { sim::destroyEvent(Event); }
  double elapsedTime(void *From, void *To, const c10::DeviceIndex) const override {
    return elapsedMilliseconds(From, To);
  }

  // Everything has finished already.
  void block(void *, const c10::Stream &) const override {}
  bool queryEvent(void *) const override { return true; }
  bool queryStream(const c10::Stream &) const override { return true; }
  void synchronizeStream(const c10::Stream &) const override {}
  void synchronizeEvent(void *) const override {}
  void synchronizeDevice(const c10::DeviceIndex) const override {}
};

[[maybe_unused]] const bool Registered = [] {
  c10::impl::device_guard_impl_registry[static_cast<size_t>(c10::kCUDA)].store(new Guard);
  return true;
}();

} // namespace
} // namespace devtidy::sim
