//===- FakeDevices.cpp - Two CUDA devices that are not there --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// FakeTensorMode computes devices and shapes without memory, but the build of PyTorch without CUDA refuses .cuda() and
// gradients on a CUDA tensor because it finds neither a device guard nor hooks. This library gives it both, with
// nothing behind them. It has to be loaded before torch is imported, which keeps the hooks that it finds.
//
//===----------------------------------------------------------------------===//

#include <ATen/detail/CUDAHooksInterface.h>
#include <c10/core/impl/DeviceGuardImplInterface.h>

namespace {
constexpr c10::DeviceIndex NumDevices = 2;
thread_local c10::DeviceIndex Current = 0;

c10::DeviceIndex exchange(c10::DeviceIndex To) {
  c10::DeviceIndex From = Current;
  if (To >= 0)
    Current = To;
  return From;
}

struct Guard final : c10::impl::DeviceGuardImplInterface {
  c10::DeviceType type() const override { return c10::kCUDA; }
  c10::Device exchangeDevice(c10::Device To) const override { return {c10::kCUDA, exchange(To.index())}; }
  c10::Device getDevice() const override { return {c10::kCUDA, Current}; }
  void setDevice(c10::Device To) const override { exchange(To.index()); }
  void uncheckedSetDevice(c10::Device To) const noexcept override { exchange(To.index()); }
  c10::Stream getStream(c10::Device On) const override { return c10::Stream(c10::Stream::DEFAULT, On); }
  c10::Stream exchangeStream(c10::Stream S) const override { return getStream(S.device()); }
  c10::DeviceIndex deviceCount() const noexcept override { return NumDevices; }
};
} // namespace

// REGISTER_CUDA_HOOKS makes the key of the registry from the name of the class, and names at::CUDAHooksInterface.
namespace at {
struct CUDAHooks : CUDAHooksInterface {
  explicit CUDAHooks(CUDAHooksArgs) {}
  void init() const override {}
  bool isBuilt() const override { return true; }
  bool isAvailable() const override { return true; }
  bool hasCUDA() const override { return true; }
  bool hasPrimaryContext(c10::DeviceIndex) const override { return true; }
  c10::DeviceIndex deviceCount() const override { return NumDevices; }
  int getNumGPUs() const override { return NumDevices; }
  c10::DeviceIndex current_device() const override { return Current; }
  c10::DeviceIndex getCurrentDevice() const override { return Current; }
  void setCurrentDevice(c10::DeviceIndex To) const override { exchange(To); }
  c10::DeviceIndex exchangeDevice(c10::DeviceIndex To) const override { return exchange(To); }
  c10::DeviceIndex maybeExchangeDevice(c10::DeviceIndex To) const override { return exchange(To); }
};
REGISTER_CUDA_HOOKS(CUDAHooks)
} // namespace at

static const bool Registered = [] {
  c10::impl::device_guard_impl_registry[static_cast<size_t>(c10::kCUDA)].store(new Guard);
  return true;
}();

extern "C" [[gnu::visibility("default")]] int deviceTidyExchangeDevice(int To) {
  return exchange(static_cast<c10::DeviceIndex>(To));
}
