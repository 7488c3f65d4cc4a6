//===- DeviceCheck.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/DeviceCheck.h"
#include "runtime/rules/Refusal.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/op_registration/adaption.h>
#include <atomic>
#include <cstdlib>

using c10::Device;
using c10::IValue;
using devtidy::knowledge::DeviceRule;

namespace devtidy::sim {

[[noreturn]] static void failIterator(Device Common, Device Found) {
  TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two devices, ", Common, " and ",
              Found, "!");
}

/// Throws what LibTorch throws.
[[noreturn]] static void fail(const rules::OperatorPlan &Plan, const rules::Refusal &R) {
  switch (R.What) {
  case rules::Refusal::Mixed:
    c10::impl::common_device_check_failure(R.Common, R.Of, Plan.Wrapper.c_str(), Plan.Args[R.Second].Name.c_str());
    break;
  case rules::Refusal::Iterated:
    // The iterator runs on the device that is not the CPU, whichever operand that is.
    failIterator(R.Common.is_cpu() ? R.Found : R.Common, R.Common.is_cpu() ? R.Common : R.Found);
  case rules::Refusal::TooManyScalars:
    TORCH_CHECK(false, "Trying to pass too many CPU scalars to non-CPU kernel!");
  case rules::Refusal::Index:
    TORCH_CHECK(false, "indices should be either on cpu or on the same device as the indexed tensor (", R.Common, ")");
  case rules::Refusal::SetStorage:
    TORCH_CHECK(false, "Attempted to set the storage of a tensor on device \"", R.Common,
                "\" to a storage on different device \"", R.Found,
                "\".  This is no longer allowed; the devices must match.");
  }
  std::abort(); // common_device_check_failure is not declared noreturn
}

static std::atomic<int64_t> Refusals = 0;

/// LibTorch chooses an operator that has no kernel for CUDA by its operands on the CPU, and finds one on CUDA among
/// them. Where all are on CUDA it would have chosen another, for which this one stands in.
static void checkHostOnly(const rules::OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  bool OnHost = false, OnCuda = false;
  for (unsigned I : Plan.Special)
    if (Args[I].isTensor() && Args[I].toTensor().defined())
      (Args[I].toTensor().is_cuda() ? OnCuda : OnHost) = true;
  if (!OnHost || !OnCuda)
    return;
  ++Refusals;
  TORCH_CHECK_NOT_IMPLEMENTED(false, "Could not run '", Plan.Name,
                              "' with arguments from the 'CUDA' backend: it has kernels for the CPU only, and found "
                              "operands on both devices.");
}

void checkDevices(const rules::OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  if (Plan.HostOnly)
    checkHostOnly(Plan, Args);
  // Operators of these rules are made of others, which come here, too, and fail with LibTorch's own words.
  if (Plan.Rule == DeviceRule::CpuScalars || Plan.Rule == DeviceRule::Elementwise)
    return;
  if (std::optional<rules::Refusal> R = rules::findRefusal(Plan, Args)) {
    ++Refusals;
    fail(Plan, *R);
  }
}

int64_t refusals() { return Refusals; }

void checkGenerator(const at::Generator &G, c10::DeviceType RunsOn) {
  TORCH_CHECK(G.device().type() == RunsOn, "Expected a '", RunsOn, "' device type for generator but found '",
              G.device().type(), "'");
}

} // namespace devtidy::sim
