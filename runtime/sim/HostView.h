//===- HostView.h - Device tensors as the CPU's kernels see them ---------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// For the time of one call, each tensor on a simulated device has a tensor on the host over the same bytes, and tensors
// that share storage share it on the host, too. After the call, what the operator changed (sizes, strides, storage) is
// written back, and what it made is put on a device:
//
//   HostView View;
//   at::Tensor Host = View.toHost(OnDevice);
//   ... run the CPU's kernel on Host ...
//   View.writeBack();
//   at::Tensor Result = View.toDevice(HostResult, Device);   // a view of OnDevice is one of its storage
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_HOSTVIEW_H
#define DEVTIDY_RUNTIME_SIM_HOSTVIEW_H

#include <ATen/core/Tensor.h>
#include <c10/util/SmallVector.h>

namespace devtidy::sim {

class HostView {
public:
  /// The tensor itself if it is not on a simulated device.
  at::Tensor toHost(const at::Tensor &T);
  c10::Storage toHost(const c10::Storage &S);

  /// The argument that a host tensor stands for, a view of an argument's storage, or a new tensor on D; with D the CPU,
  /// a new tensor stays where it is.
  at::Tensor toDevice(const at::Tensor &Host, c10::Device D);

  void writeBack();

private:
  c10::Storage storageFor(const c10::Storage &Host, c10::Device D);

  struct TensorPair {
    at::Tensor Device, Host;
  };
  struct StoragePair {
    c10::Storage Device, Host;
  };
  c10::SmallVector<TensorPair, 6> Tensors;
  c10::SmallVector<StoragePair, 6> Storages;
};

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_HOSTVIEW_H
