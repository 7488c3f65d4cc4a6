//===- DeviceCheck.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/DeviceCheck.h"
#include <ATen/core/Tensor.h>
#include <ATen/core/op_registration/adaption.h>
#include <atomic>
#include <optional>

using namespace devtidy::knowledge;
using c10::Device;
using c10::IValue;

namespace devtidy::sim {
namespace {

/// The operands that the rule speaks of, in the order in which LibTorch looks at them.
template <class Function>
void forEachOperand(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args, bool OutFirst, Function F) {
  for (bool Out : {OutFirst, !OutFirst})
    for (unsigned I : Plan.Special) {
      const PlannedArg &Arg = Plan.Args[I];
      if (Arg.IsOut == Out && Arg.Place == OperandPlace::Meets)
        forEachTensor(Args[I], [&](const at::Tensor &T) { F(Arg, T); });
    }
}

/// torchgen's gen_device_check: all operands on one device.
void checkSame(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  std::optional<Device> Common;
  forEachOperand(Plan, Args, /*OutFirst=*/true, [&](const PlannedArg &Arg, const at::Tensor &T) {
    if (!Common)
      Common = T.device();
    else if (*Common != T.device())
      c10::impl::common_device_check_failure(*Common, T, Plan.Wrapper.c_str(), Arg.Name);
  });
}

[[noreturn]] void failIterator(Device Common, Device Found) {
  TORCH_CHECK(false, "Expected all tensors to be on the same device, but found at least two devices, ", Common, " and ",
              Found, "!");
}

/// The device that an iterator runs on: of the first operand that is not on the CPU, if there is one.
std::optional<Device> commonDevice(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  std::optional<Device> Common;
  forEachOperand(Plan, Args, /*OutFirst=*/true, [&](const PlannedArg &, const at::Tensor &T) {
    if (!Common && !T.device().is_cpu())
      Common = T.device();
  });
  return Common;
}

/// TensorIteratorBase::compute_types: one device, which CPU scalars may meet as far as the builder allows.
void checkIterator(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args, bool AllowCpuScalar) {
  std::optional<Device> Common = commonDevice(Plan, Args);
  size_t Scalars = 0;
  forEachOperand(Plan, Args, /*OutFirst=*/true, [&](const PlannedArg &Arg, const at::Tensor &T) {
    if (!Common || T.device() == *Common)
      return;
    if (!AllowCpuScalar || Arg.IsWritten || T.dim() != 0 || !T.device().is_cpu())
      failIterator(*Common, T.device());
    TORCH_CHECK(Scalars == 0, "Trying to pass too many CPU scalars to non-CPU kernel!");
    ++Scalars;
  });
}

/// where_self_out, ATen/native/TensorCompare.cpp: scalars are moved to where the others are, whatever device they are
/// on.
void checkWhere(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  std::optional<Device> Common = commonDevice(Plan, Args);
  forEachOperand(Plan, Args, /*OutFirst=*/true, [&](const PlannedArg &Arg, const at::Tensor &T) {
    if (Common && T.device() != *Common && (Arg.IsWritten || T.dim() != 0))
      failIterator(*Common, T.device());
  });
}

/// TensorAdvancedIndexing.cpp: indices where the indexed tensor is or on the CPU, values as for an iterator.
void checkIndex(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  std::optional<Device> Self;
  forEachOperand(Plan, Args, /*OutFirst=*/false, [&](const PlannedArg &Arg, const at::Tensor &T) {
    if (!Self) {
      Self = T.device();
    } else if (Arg.IsOut || T.device() == *Self) {
    } else if (Arg.Kind == ArgKind::Tensor) {
      if (T.dim() != 0)
        failIterator(Self->is_cpu() ? T.device() : *Self, Self->is_cpu() ? *Self : T.device());
    } else {
      TORCH_CHECK(T.device().is_cpu(), "indices should be either on cpu or on the same device as the indexed tensor (",
                  *Self, ")");
    }
  });
}

/// checkSetStorage, ATen/native/Resize.h.
void checkSet(c10::ArrayRef<IValue> Args) {
  Device To = Args[0].toTensor().device();
  std::optional<Device> From;
  if (Args.size() > 1 && Args[1].isStorage())
    From = Args[1].toStorage().device();
  else if (Args.size() > 1 && Args[1].isTensor())
    From = Args[1].toTensor().device();
  TORCH_CHECK(!From || *From == To, "Attempted to set the storage of a tensor on device \"", To,
              "\" to a storage on different device \"", *From,
              "\".  This is no longer allowed; the devices must match.");
}

} // namespace

static void checkRule(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  if (Plan.IsSet)
    checkSet(Args);
  switch (Plan.Rule) {
  case DeviceRule::Same:
    return checkSame(Plan, Args);
  case DeviceRule::Iterator:
    return checkIterator(Plan, Args, /*AllowCpuScalar=*/true);
  case DeviceRule::IteratorScalars:
    return checkWhere(Plan, Args);
  case DeviceRule::IteratorStrict:
    return checkIterator(Plan, Args, /*AllowCpuScalar=*/false);
  case DeviceRule::Index:
    return checkIndex(Plan, Args);
  case DeviceRule::Any:
  case DeviceRule::Special:
    return;
  }
}

static std::atomic<int64_t> Refusals = 0;

void checkDevices(const OperatorPlan &Plan, c10::ArrayRef<IValue> Args) {
  try {
    checkRule(Plan, Args);
  } catch (const c10::Error &) {
    ++Refusals;
    throw;
  }
}

int64_t refusals() { return Refusals; }

void checkGenerator(const at::Generator &G, c10::DeviceType RunsOn) {
  TORCH_CHECK(G.device().type() == RunsOn, "Expected a '", RunsOn, "' device type for generator but found '",
              G.device().type(), "'");
}

} // namespace devtidy::sim
