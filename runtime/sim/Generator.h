//===- Generator.h - Random numbers on simulated devices -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A generator of a simulated device holds one of the CPU, which it lends to the CPU's kernels. So a seed gives the
// numbers that it gives on the CPU, not those of a GPU.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_GENERATOR_H
#define DEVTIDY_RUNTIME_SIM_GENERATOR_H

#include <ATen/core/Generator.h>

namespace devtidy::sim {

/// A new generator with PyTorch's default seed. A negative index means the current device.
at::Generator newGenerator(c10::DeviceIndex D);
/// While it is on, newGenerator gives the calling thread default generators.
void handOutDefaults(bool On);
/// The device's own, which torch.cuda.manual_seed seeds.
const at::Generator &defaultGenerator(c10::DeviceIndex D);
/// The CPU's generator in a generator of a simulated device.
const at::Generator &hostGenerator(const at::Generator &OnDevice);

/// Lets the CPU's kernels that take no generator draw from a device's default generator while it lives.
class BorrowedDefault {
public:
  explicit BorrowedDefault(c10::DeviceIndex D);
  ~BorrowedDefault();
  BorrowedDefault(const BorrowedDefault &) = delete;

private:
  void exchange();
  at::Generator OnDevice;
};

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_GENERATOR_H
