//===- VisibleDevices.h - How many simulated devices a process sees ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the simulated devices of LibTorch and of the CUDA runtime, which agree.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_ABI_VISIBLEDEVICES_H
#define DEVTIDY_RUNTIME_ABI_VISIBLEDEVICES_H

#include "runtime/abi/Environment.h"
#include "runtime/abi/ForkSafe.h"
#include <algorithm>
#include <cstdlib>

namespace devtidy::abi {

/// The devices of the run, two if nothing says how many, of which CUDA_VISIBLE_DEVICES may hide some: those from the
/// first index on that names none (CUDA C++ Programming Guide, environment variables).
inline int countVisibleDevices() {
  const char *Text = std::getenv(DevicesVariable);
  const int Count = static_cast<int>(std::clamp<long>(Text ? std::strtol(Text, nullptr, 10) : 2, 0, MaxDevices));
  Text = std::getenv("CUDA_VISIBLE_DEVICES");
  if (!Text)
    return Count;
  int Visible = 0;
  for (char *End = nullptr; Visible < Count; Text = End + 1) {
    const long Index = std::strtol(Text, &End, 10);
    if (End == Text || Index < 0 || Index >= Count)
      break;
    ++Visible;
    if (*End != ',')
      break;
  }
  return Visible;
}

/// The same, as it was when it was asked first, as the CUDA runtime has it.
inline int visibleDevices() {
  return madeOnce([] { return countVisibleDevices(); });
}

} // namespace devtidy::abi

#endif // DEVTIDY_RUNTIME_ABI_VISIBLEDEVICES_H
