//===- device_tidy.h - Helpers for programs of LibTorch ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   auto pilot = device_tidy::DeviceAutoPilot();              // cuda if there is one
//   model.to(pilot.device());
//   for (auto &batch : *loader) {
//     auto [inputs, labels] = pilot(std::make_pair(batch.data, batch.target));
//     auto step = device_tidy::device_safe("step", [&](torch::Tensor x, torch::Tensor y) { ... });
//     step(inputs, labels);                                   // throws DeviceError if they are on different devices
//   }
//
// Headers only; needs LibTorch and C++20, and nothing else of device-tidy. Any function may be called from any thread,
// as far as the tensors in its arguments may.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_DEVICE_TIDY_H
#define DEVTIDY_RUNTIME_TORCH_DEVICE_TIDY_H

#include "device_tidy/debugger.h"
#include "device_tidy/device_safe.h"
#include "device_tidy/load.h"
#include "device_tidy/transfer.h"
#include "device_tidy/visit.h"

#endif // DEVTIDY_RUNTIME_TORCH_DEVICE_TIDY_H
