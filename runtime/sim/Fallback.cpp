//===- Fallback.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/sim/Fallback.h"
#include "runtime/sim/DeviceCheck.h"
#include "runtime/sim/Devices.h"
#include "runtime/sim/Generator.h"
#include "runtime/sim/HostView.h"
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/AutogradState.h>
#include <span>

using namespace devtidy::knowledge;
using namespace devtidy::rules;
using c10::Device;
using c10::IValue;

namespace devtidy::sim {
namespace {

/// Where an operator runs and where its results belong, found out while its arguments are taken to the host.
struct Placement {
  std::optional<Device> Asked;  ///< the device argument
  std::optional<Device> First;  ///< of the first tensor
  std::optional<Device> OnCuda; ///< of the first tensor on a simulated device

  void see(Device D) {
    if (!First)
      First = D;
    if (!OnCuda && D.is_cuda())
      OnCuda = D;
  }
  Device ofOperator() const {
    return Asked ? *Asked : OnCuda ? *OnCuda : First ? *First : Device(c10::kCUDA, currentDevice());
  }
  Device ofResult(ResultRule Rule) const {
    if (Asked)
      return *Asked;
    if (Rule == ResultRule::Cpu)
      return c10::kCPU;
    if (Rule == ResultRule::First && First)
      return *First;
    return ofOperator();
  }
};

/// Takes arguments to the host, one call long.
class Lowering {
public:
  Lowering(const OperatorPlan &ThePlan, std::span<IValue> TheArgs) : Plan(ThePlan), Args(TheArgs) {
    for (unsigned I : Plan.Special)
      lower(Plan.Args[I].Kind, Args[I]);
    for (unsigned I : Plan.Special)
      if (Plan.Args[I].Kind == ArgKind::Generator)
        lowerGenerator(Args[I]);
  }

  HostView View;
  Placement Where;
  bool HasOther = false; ///< an operand is no plain tensor of the CPU: LibTorch has to find the kernel

private:
  at::Tensor lower(const at::Tensor &T) {
    if (!T.defined())
      return T;
    Where.see(T.device());
    HasOther |= T.layout() != c10::kStrided || !(T.is_cuda() || T.is_cpu());
    return View.toHost(T);
  }

  void lower(ArgKind Kind, IValue &Value) {
    if (Value.isNone())
      return;
    switch (Kind) {
    case ArgKind::Tensor:
      Value = lower(Value.toTensor());
      return;
    case ArgKind::TensorList: {
      c10::List<at::Tensor> List;
      for (const at::Tensor &T : Value.toTensorVector())
        List.push_back(lower(T));
      Value = std::move(List);
      return;
    }
    case ArgKind::OptionalTensorList: {
      c10::List<std::optional<at::Tensor>> List;
      for (const IValue &Element : Value.toListRef())
        List.push_back(Element.isTensor() ? std::optional(lower(Element.toTensor())) : std::nullopt);
      Value = std::move(List);
      return;
    }
    case ArgKind::Device:
      Where.Asked = Value.toDevice();
      if (Where.Asked->is_cuda()) {
        Where.Asked = withIndex(*Where.Asked);
        Value = Device(c10::kCPU);
      }
      return;
    case ArgKind::Storage:
      Where.see(Value.toStorage().device());
      Value = View.toHost(Value.toStorage());
      return;
    case ArgKind::Generator:
    case ArgKind::Plain:
      return;
    }
  }

  void lowerGenerator(IValue &Value) {
    Device On = Where.ofOperator();
    if (!Value.isNone())
      checkGenerator(Value.toGenerator(), On.type());
    if (On.is_cuda())
      Value = hostGenerator(Value.isNone() ? defaultGenerator(On.index()) : Value.toGenerator());
  }

  const OperatorPlan &Plan;
  std::span<IValue> Args;
};

void raise(IValue &Value, HostView &View, Device D) {
  if (Value.isTensor()) {
    Value = View.toDevice(Value.toTensor(), D);
  } else if (Value.isTensorList()) {
    c10::List<at::Tensor> List;
    for (const at::Tensor &T : Value.toTensorVector())
      List.push_back(View.toDevice(T, D));
    Value = std::move(List);
  }
}

/// The engine's device threads would have nothing to overlap with, and end a Python program with an abort when they
/// wake up after the interpreter has gone. A program that wants them can still ask for them.
void runBackwardOnCaller() {
  static thread_local bool Done = false;
  if (!std::exchange(Done, true))
    c10::AutogradState::get_tls_state().set_multithreading_enabled(false);
}

} // namespace

void runOnHost(const c10::OperatorHandle &Op, c10::DispatchKeySet Keys, torch::jit::Stack *Stack) {
  runBackwardOnCaller();
  const OperatorPlan &Plan = planOf(Op);
  std::span<IValue> Args(Stack->data() + Stack->size() - Plan.Args.size(), Plan.Args.size());
  checkDevices(Plan, c10::ArrayRef<IValue>(Args.data(), Args.size()));
  TORCH_CHECK_NOT_IMPLEMENTED(Plan.HasHostKernel, "device-tidy: simulated devices cannot run '", Plan.Name,
                              "', which has no kernel for the CPU");

  Lowering Host(Plan, Args);
  {
    std::optional<BorrowedDefault> Borrowed;
    if (Plan.DrawsFromDefault && Host.Where.ofOperator().is_cuda())
      Borrowed.emplace(Host.Where.ofOperator().index());
    at::AutoDispatchBelowADInplaceOrView BelowAutograd;
    if (Host.HasOther || Keys.has(c10::DispatchKey::SparseCUDA))
      Op.callBoxed(Stack);
    else
      Op.redispatchBoxed(c10::DispatchKeySet(c10::DispatchKey::CPU), Stack);
  }
  Host.View.writeBack();
  Device ResultsOn = Host.Where.ofResult(Plan.Result);
  size_t Results = Op.schema().returns().size();
  for (IValue &Result : std::span<IValue>(Stack->data() + Stack->size() - Results, Results))
    raise(Result, Host.View, ResultsOn);
}

void refuse(const c10::OperatorHandle &Op, c10::DispatchKeySet Keys, torch::jit::Stack *) {
  TORCH_CHECK_NOT_IMPLEMENTED(false, "device-tidy: simulated devices have no tensors of ", Keys.highestPriorityTypeId(),
                              ", which '", toString(Op.operator_name()), "' needs");
}

} // namespace devtidy::sim
