//===- HostMemory.h - What kind of host memory a tensor has -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Copies between the host and an accelerator run beside other work only if the host's memory is pinned
// (page-locked). Factories, operators and data loaders make pageable memory unless they are told otherwise.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_HOSTMEMORY_H
#define DEVTIDY_CHECKS_SUPPORT_HOSTMEMORY_H

#include "checks/support/Sink.h"

namespace devtidy::checks {

enum class HostMemory : uint8_t { Unknown, Pageable, Pinned };

struct MemoryFacts {
  HostMemory Kind = HostMemory::Unknown;
  const Event *Maker = nullptr; ///< the factory or the data loader that decided it
};

/// The memory of the tensor V, which is on the CPU.
MemoryFacts hostMemoryOf(const SolvedFunction &S, ir::ValueId V);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_HOSTMEMORY_H
