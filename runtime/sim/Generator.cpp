//===- Generator.cpp ----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Generator.h"
#include "runtime/abi/ForkSafe.h"
#include "runtime/sim/Devices.h"
#include <ATen/CPUGeneratorImpl.h>
#include <vector>

namespace devtidy::sim {
namespace {

struct DeviceGenerator final : c10::GeneratorImpl {
  at::Generator Host;
  uint64_t Offset = 0;

  explicit DeviceGenerator(c10::DeviceIndex D, at::Generator Lent = at::detail::createCPUGenerator())
      : GeneratorImpl({c10::kCUDA, D}, c10::DispatchKeySet(c10::DispatchKey::CUDA)), Host(std::move(Lent)) {}

  void set_current_seed(uint64_t Seed) override {
    Host.set_current_seed(Seed);
    Offset = 0;
  }
  uint64_t current_seed() const override { return Host.current_seed(); }
  uint64_t seed() override { return Host.seed(); }
  // The position of a Philox generator, which the CPU's does not have: kept for the program that asks.
  void set_offset(uint64_t To) override { Offset = To; }
  uint64_t get_offset() const override { return Offset; }
  void set_state(const c10::TensorImpl &State) override { Host.unsafeGetGeneratorImpl()->set_state(State); }
  c10::intrusive_ptr<c10::TensorImpl> get_state() const override { return Host.unsafeGetGeneratorImpl()->get_state(); }
  void graphsafe_set_state(const c10::intrusive_ptr<c10::GeneratorImpl> &State) override {
    Host = static_cast<DeviceGenerator *>(State.get())->Host;
  }
  c10::intrusive_ptr<c10::GeneratorImpl> graphsafe_get_state() const override {
    return c10::make_intrusive<DeviceGenerator>(device().index(), Host);
  }

protected:
  DeviceGenerator *clone_impl() const override { return new DeviceGenerator(device().index(), Host.clone()); }
};

thread_local bool HandsOutDefaults = false;

} // namespace

void handOutDefaults(bool On) { HandsOutDefaults = On; }

at::Generator newGenerator(c10::DeviceIndex D) {
  if (HandsOutDefaults)
    return defaultGenerator(D);
  return at::make_generator<DeviceGenerator>(withIndex({c10::kCUDA, D}).index());
}

const at::Generator &defaultGenerator(c10::DeviceIndex D) {
  const auto &All = abi::madeOnce([] {
    std::vector<at::Generator> Generators;
    for (c10::DeviceIndex I = 0; I != deviceCount(); ++I)
      Generators.push_back(at::make_generator<DeviceGenerator>(I));
    return Generators;
  });
  return All[withIndex({c10::kCUDA, D}).index()];
}

const at::Generator &hostGenerator(const at::Generator &OnDevice) {
  return static_cast<DeviceGenerator *>(OnDevice.unsafeGetGeneratorImpl())->Host;
}

BorrowedDefault::BorrowedDefault(c10::DeviceIndex D) : OnDevice(defaultGenerator(D)) { exchange(); }
BorrowedDefault::~BorrowedDefault() { exchange(); }

void BorrowedDefault::exchange() {
  auto *Ours = hostGenerator(OnDevice).get<at::CPUGeneratorImpl>();
  auto *Default = at::detail::getDefaultCPUGenerator().get<at::CPUGeneratorImpl>();
  std::scoped_lock Locked(Ours->mutex_, Default->mutex_);
  auto Engine = Ours->engine();
  auto Float = Ours->next_float_normal_sample();
  auto Double = Ours->next_double_normal_sample();
  Ours->set_engine(Default->engine());
  Ours->set_next_float_normal_sample(Default->next_float_normal_sample());
  Ours->set_next_double_normal_sample(Default->next_double_normal_sample());
  Default->set_engine(Engine);
  Default->set_next_float_normal_sample(Float);
  Default->set_next_double_normal_sample(Double);
}

} // namespace devtidy::sim
