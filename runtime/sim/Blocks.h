//===- Blocks.h - Which memory is a simulated device's -------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Memory of a simulated device is the host's, so that an address does not say whose it is. Where instrumented code asks
// (runtime/verify), the blocks are noted; elsewhere nothing is. Thread-safe.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_BLOCKS_H
#define DEVTIDY_RUNTIME_SIM_BLOCKS_H

#include <c10/core/Device.h>
#include <cstddef>

namespace devtidy::sim {

/// Owner tells one block from the next that begins at the same address.
void noteBlock(const void *Begin, size_t Bytes, c10::DeviceIndex On, const void *Owner);
/// Nothing happens if another owner has noted a block there since.
void forgetBlock(const void *Begin, const void *Owner);

inline constexpr int NoDevice = -1, UnknownDevice = -2;
/// The device whose memory an address is; UnknownDevice if blocks are not noted.
int deviceOf(const void *Address);

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_BLOCKS_H
