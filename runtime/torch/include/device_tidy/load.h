//===- load.h - Files onto a device that exists --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch::load and torch::jit::load without a device put tensors where they were saved, which fails on a machine that
// does not have that device. safe_load always names one.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_TORCH_LOAD_H
#define DEVTIDY_RUNTIME_TORCH_LOAD_H

#include "device_tidy/transfer.h"
#include <torch/script.h>

namespace device_tidy {

/// Fills a tensor, a vector of tensors, a module or an optimizer from a file of torch::save, on Device. A module that
/// is somewhere else is moved there. Throws what torch::load throws.
template <class T> void safe_load(T &Value, const std::string &Path, torch::Device Device = best_device()) {
  torch::load(Value, Path, Device);
  DeviceAutoPilot(Device).transfer(Value);
}

/// A TorchScript module, on Device.
inline torch::jit::Module safe_load(const std::string &Path, torch::Device Device = best_device()) {
  return torch::jit::load(Path, Device);
}

} // namespace device_tidy

#endif // DEVTIDY_RUNTIME_TORCH_LOAD_H
