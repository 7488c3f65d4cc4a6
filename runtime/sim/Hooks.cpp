//===- Hooks.cpp - What LibTorch asks about CUDA -----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ATen/detail/CUDAHooksInterface.h. LibTorch looks the hooks up once and keeps what it finds, so this library has to be
// loaded before anything asks: before main, or before torch is imported.
//
//===----------------------------------------------------------------------===//

#include "runtime/abi/StandIn.h"
#include "runtime/sim/Blocks.h"
#include "runtime/sim/Devices.h"
#include "runtime/sim/Generator.h"
#include "runtime/sim/Memory.h"
#include "runtime/sim/Releases.h"
#include <ATen/detail/CUDAHooksInterface.h>

namespace at {
namespace {

// The key of the registry is made from the name of the class, and LibTorch's macros name at::CUDAHooksInterface.
struct CUDAHooks final : CUDAHooksInterface {
  explicit CUDAHooks(CUDAHooksArgs) {}

  void init() const override {}
  bool isBuilt() const DEVTIDY_OVERRIDE_SINCE_2_7 { return true; }
  bool isAvailable() const DEVTIDY_OVERRIDE_SINCE_2_7 { return deviceCount() > 0; }
  bool hasCUDA() const override { return deviceCount() > 0; }
  bool hasPrimaryContext(DeviceIndex) const override { return true; }

  DeviceIndex deviceCount() const override { return devtidy::sim::deviceCount(); }
  int getNumGPUs() const override { return deviceCount(); }
  DeviceIndex current_device() const override { return getCurrentDevice(); }
  DeviceIndex getCurrentDevice() const override { return devtidy::sim::currentDevice(); }
  void setCurrentDevice(DeviceIndex To) const override { devtidy::sim::exchangeDevice(To); }
  DeviceIndex exchangeDevice(DeviceIndex To) const override { return devtidy::sim::exchangeDevice(To); }
  DeviceIndex maybeExchangeDevice(DeviceIndex To) const override { return devtidy::sim::exchangeDevice(To); }
  void deviceSynchronize(DeviceIndex) const override {}

  Allocator *getPinnedMemoryAllocator() const override { return devtidy::sim::pinnedAllocator(); }
  bool isPinnedPtr(const void *Pointer) const override { return devtidy::sim::isPinned(Pointer); }
  Allocator *getCUDADeviceAllocator() const override { return devtidy::sim::deviceAllocator(); }
  // Where neither the CUDA runtime nor the simulation knows whose memory it is, what from_blob is told stands.
  Device getDeviceFromPtr(void *Pointer) const override {
    const auto *Cuda = devtidy::abi::standIn();
    const int OfRuntime = Cuda ? Cuda->DeviceOf(Pointer) : -1;
    const int Known = OfRuntime < 0 ? devtidy::sim::deviceOf(Pointer) : OfRuntime;
    return {kCUDA, Known < 0 ? devtidy::sim::currentDevice() : static_cast<DeviceIndex>(Known)};
  }

  const Generator &getDefaultGenerator(DeviceIndex D) const override { return devtidy::sim::defaultGenerator(D); }
  Generator getNewGenerator(DeviceIndex D) const override { return devtidy::sim::newGenerator(D); }

  std::string showConfig() const override { return "  - CUDA devices simulated by device-tidy\n"; }
};
} // namespace

// As REGISTER_CUDA_HOOKS, but before the hooks of a build with CUDA.
C10_REGISTER_CLASS_WITH_PRIORITY(CUDAHooksRegistry, CUDAHooks, c10::REGISTRY_PREFERRED, CUDAHooks)

} // namespace at

[[maybe_unused]] static const bool Registered = [] {
  c10::SetAllocator(c10::kCUDA, devtidy::sim::deviceAllocator());
  return true;
}();
