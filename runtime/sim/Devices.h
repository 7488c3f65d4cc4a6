//===- Devices.h - The simulated devices --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many devices there are, and which one is current. A device has no memory and no threads of its own: its tensors
// lie in host memory (Memory.h), and its work is done when the call that asked for it returns.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_DEVICES_H
#define DEVTIDY_RUNTIME_SIM_DEVICES_H

#include <c10/core/Device.h>

namespace devtidy::sim {

/// Read once from the environment (abi/Environment.h); 2 if it does not say.
c10::DeviceIndex deviceCount() noexcept;

/// The calling thread's; 0 until it is set.
c10::DeviceIndex currentDevice() noexcept;

/// Makes a device current and returns the one that was; a negative index changes nothing. Throws the CUDA runtime's
/// "invalid device ordinal" if there is no such device.
c10::DeviceIndex exchangeDevice(c10::DeviceIndex To);
/// The same for a caller who knows that the device exists.
void setDeviceUnchecked(c10::DeviceIndex To) noexcept;

/// "cuda" means the current device. Throws as exchangeDevice does.
c10::Device withIndex(c10::Device D);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_DEVICES_H
