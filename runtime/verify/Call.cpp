//===- Call.cpp ---------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Call.h"
#include "runtime/verify/Modules.h"
#include "runtime/verify/Origins.h"
#include <ATen/TensorIndexing.h>
#include <ATen/core/Generator.h>
#include <ATen/core/IListRef.h>
#include <ATen/core/List.h>
#include <ATen/core/ivalue.h>

using c10::IValue;
using devtidy::abi::OperandKind;

namespace devtidy::verify {
namespace {

/// Calls F(operand, its slots) for each operand.
template <class Function> void forEachOperand(const abi::Site &Site, const void *const *Slots, Function F) {
  for (uint32_t I = 0; I != Site.OperandCount; ++I) {
    OperandKind Kind = Site.Operands[I].Kind;
    F(I, Kind, Slots);
    Slots += Kind == OperandKind::TensorList || Kind == OperandKind::IndexList ? 2 : 1;
  }
}

template <class T> const T &at(const void *const *Slots) { return *static_cast<const T *>(Slots[0]); }

template <class T> c10::ArrayRef<T> list(const void *const *Slots) {
  return {static_cast<const T *>(Slots[0]), reinterpret_cast<size_t>(Slots[1])};
}

/// What is asked for; the CPU if nothing is.
c10::Device deviceIn(const void *const *Slots) {
  constexpr uintptr_t HasDevice = 0x10000;
  const auto Packed = reinterpret_cast<uintptr_t>(Slots[0]);
  if (!(Packed & HasDevice))
    return c10::kCPU;
  return {static_cast<c10::DeviceType>(Packed & 0xFF), static_cast<c10::DeviceIndex>(Packed >> 8 & 0xFF)};
}

template <class Function> void forEachIn(const IValue &Value, Function F) {
  if (Value.isTensor())
    F(Value.toTensor());
  else if (Value.isTuple())
    for (const IValue &Element : Value.toTupleRef().elements())
      forEachIn(Element, F);
  else if (Value.isList())
    for (const IValue &Element : Value.toListRef())
      forEachIn(Element, F);
}

/// Calls F(tensor) for each tensor of an operand that few operators have.
template <class Function>
[[gnu::noinline]] void forEachTensorIn(OperandKind Kind, const void *const *Slots, const Function &F) {
  switch (Kind) {
  case OperandKind::TensorListObject:
    for (const at::Tensor &T : at<at::TensorList>(Slots))
      F(T);
    return;
  case OperandKind::TensorVector:
    for (const at::Tensor &T : at<std::vector<at::Tensor>>(Slots))
      F(T);
    return;
  case OperandKind::MaterialTensorList:
    for (const at::Tensor &T : at<at::ITensorListRef>(Slots))
      F(T);
    return;
  case OperandKind::OptionalTensorList:
    for (const std::optional<at::Tensor> &T : at<c10::List<std::optional<at::Tensor>>>(Slots).vec())
      if (T)
        F(*T);
    return;
  case OperandKind::IndexList:
    for (const at::indexing::TensorIndex &Index : list<at::indexing::TensorIndex>(Slots))
      if (Index.is_tensor())
        F(Index.tensor());
    return;
  case OperandKind::OptionalPair:
    if (const auto &Pair = at<std::optional<std::tuple<at::Tensor, at::Tensor>>>(Slots)) {
      F(std::get<0>(*Pair));
      F(std::get<1>(*Pair));
    }
    return;
  case OperandKind::ValueVector:
    for (const IValue &Value : at<std::vector<IValue>>(Slots))
      forEachIn(Value, F);
    return;
  case OperandKind::Tensor:
  case OperandKind::OptionalTensor:
  case OperandKind::TensorList:
  case OperandKind::Generator:
  case OperandKind::Device:
  case OperandKind::Module:
  case OperandKind::ScriptModule:
  case OperandKind::ScriptMethod:
  case OperandKind::AnyModule:
  case OperandKind::Optimizer:
    return;
  }
}

/// Calls F(tensor) for each tensor of an operand, undefined ones included.
template <class Function> void forEachTensor(OperandKind Kind, const void *const *Slots, const Function &F) {
  // What most calls have is short, and asks no table of a switch.
  if (Kind == OperandKind::Tensor)
    return F(at<at::Tensor>(Slots));
  if (Kind == OperandKind::OptionalTensor) {
    if (const auto &T = at<std::optional<at::Tensor>>(Slots))
      F(*T);
    return;
  }
  if (Kind != OperandKind::TensorList)
    return forEachTensorIn(Kind, Slots, F);
  for (const at::Tensor &T : list<at::Tensor>(Slots))
    F(T);
}

bool isScript(OperandKind Kind) { return Kind == OperandKind::ScriptModule || Kind == OperandKind::ScriptMethod; }

bool isList(OperandKind Kind) { return Kind != OperandKind::Tensor && Kind != OperandKind::OptionalTensor; }

/// An operand as the dispatcher would be given it.
IValue valueOf(OperandKind Kind, const void *const *Slots) {
  if (!isList(Kind)) {
    IValue Value;
    forEachTensor(Kind, Slots, [&](const at::Tensor &T) { Value = T; });
    return Value;
  }
  if (Kind == OperandKind::IndexList || Kind == OperandKind::OptionalTensorList) {
    c10::List<std::optional<at::Tensor>> Values;
    forEachTensor(Kind, Slots, [&](const at::Tensor &T) { Values.push_back(T); });
    return Values;
  }
  c10::List<at::Tensor> Values;
  forEachTensor(Kind, Slots, [&](const at::Tensor &T) { Values.push_back(T); });
  return Values;
}

} // namespace

c10::SmallVector<Call::Met, 8> Call::tensors() const {
  c10::SmallVector<Met, 8> Result;
  forEachOperand(Site, Slots, [&](unsigned I, OperandKind Kind, const void *const *At) {
    unsigned Row = 0;
    forEachTensor(Kind, At, [&](const at::Tensor &T) {
      if (T.defined())
        Result.push_back({I, T.unsafeGetTensorImpl(), isList(Kind), Row});
      ++Row;
    });
  });
  return Result;
}

[[gnu::hot]] uint32_t Call::fingerprint() const {
  uint32_t Hash = 2166136261; // FNV-1a
  auto Add = [&](uint32_t Value) { Hash = (Hash ^ Value) * 16777619; };
  const OperandKind First = Site.OperandCount ? Site.Operands[0].Kind : OperandKind::Tensor;
  if (Site.Kind == abi::SiteKind::Module && First == OperandKind::Module)
    if (const c10::TensorImpl *State = state())
      Add(packDevice(Peek::place(State)));
  if (Site.Kind == abi::SiteKind::Module && isScript(First))
    for (const at::Tensor &T : stateOf(First, Slots[0]))
      if (T.defined())
        Add(packDevice(T.device()));
  forEachOperand(Site, Slots, [&](unsigned I, OperandKind Kind, const void *const *At) {
    forEachTensor(Kind, At, [&](const at::Tensor &T) {
      if (T.defined())
        Add(packDevice(Peek::place(T.unsafeGetTensorImpl())) | I << 13 | (T.dim() == 0) << 12);
    });
    if (Kind == OperandKind::Generator)
      if (const auto &G = verify::at<std::optional<at::Generator>>(At); G && G->defined())
        Add(packDevice(G->device()) | I << 13);
    if (Kind == OperandKind::Device)
      Add(packDevice(deviceIn(At)) | I << 13);
  });
  return Hash | 1;
}

std::vector<IValue> Call::arguments(size_t Count) const {
  std::vector<IValue> Result(Count);
  forEachOperand(Site, Slots, [&](unsigned I, OperandKind Kind, const void *const *At) {
    if (uint32_t Position = Site.Operands[I].Position;
        Position < Count && Kind != OperandKind::Generator && Kind != OperandKind::Device)
      Result[Position] = valueOf(Kind, At);
  });
  return Result;
}

const c10::TensorImpl *Call::state() const {
  if (!Site.OperandCount)
    return nullptr;
  const OperandKind Kind = Site.Operands[0].Kind;
  if (Kind == OperandKind::Module)
    return std::string_view(Site.Operation) == "torch::nn::SequentialImpl::forward" ? nullptr : firstState(Slots[0]);
  return isScript(Kind) ? firstScriptParameter(Kind, Slots[0]) : nullptr;
}

std::string Call::methodName() const {
  return Site.OperandCount && Site.Operands[0].Kind == OperandKind::ScriptMethod ? nameOfMethod(Slots[0]) : "";
}

std::optional<std::pair<Call::Met, Call::Met>> Call::strayedGradient() const {
  // _backward(inputs, gradient) of a tensor and grad(outputs, inputs, gradients); backward(tensors, gradients).
  const uint32_t Given = std::string_view(Site.Operation) == "torch::autograd::backward" ? 1 : 2;
  c10::SmallVector<Met, 4> Tensors, Gradients;
  forEachOperand(Site, Slots, [&](unsigned I, OperandKind Kind, const void *const *At) {
    const uint32_t Position = Site.Operands[I].Position;
    if (Position != 0 && Position != Given)
      return;
    forEachTensor(Kind, At, [&](const at::Tensor &T) {
      (Position ? Gradients : Tensors).push_back({I, T.defined() ? T.unsafeGetTensorImpl() : nullptr, isList(Kind)});
    });
  });
  // validate_outputs, torch/csrc/autograd/engine.cpp, which moves a number to where it belongs.
  for (size_t I = 0; I != std::min(Tensors.size(), Gradients.size()); ++I)
    if (const c10::TensorImpl *T = Tensors[I].T, *Gradient = Gradients[I].T;
        T && Gradient && Gradient->dim() && Gradient->device() != T->device())
      return {{Tensors[I], Gradients[I]}};
  return std::nullopt;
}

std::optional<StrayedState> Call::strayedState() const {
  return Site.OperandCount ? findStrayedState(Slots[0]) : std::nullopt;
}

std::optional<std::pair<unsigned, c10::Device>> Call::generator() const {
  std::optional<std::pair<unsigned, c10::Device>> Result;
  forEachOperand(Site, Slots, [&](unsigned I, OperandKind Kind, const void *const *At) {
    if (Kind != OperandKind::Generator)
      return;
    if (const auto &G = verify::at<std::optional<at::Generator>>(At); G && G->defined())
      Result.emplace(I, G->device());
  });
  return Result;
}

std::optional<c10::Device> Call::askedDevice() const {
  std::optional<c10::Device> Result;
  forEachOperand(Site, Slots, [&](unsigned, OperandKind Kind, const void *const *At) {
    if (Kind == OperandKind::Device)
      Result = deviceIn(At);
  });
  return Result;
}

} // namespace devtidy::verify
