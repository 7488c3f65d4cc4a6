//===- Alternatives.cpp - What a value names, and values that are one of several ---===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/domain/Alternatives.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Device;

/// More accelerators no machine has: what is greater is a number of something else.
static constexpr int64_t MaxIndex = 63;

std::optional<Placement> deviceOf(const Value &V) {
  switch (V.K) {
  case Value::Kind::Device:
    return V.P;
  case Value::Kind::Constant:
    if (V.isString())
      if (std::optional<Device> D = knowledge::parseDevice({V.Const.Text.data(), V.Const.Text.size()}))
        return Placement::of(Term::device(*D));
    return std::nullopt;
  case Value::Kind::Symbolic:
    return Placement::of(Term::symbol(V.Path));
  case Value::Kind::Number:
    return V.IsGiven ? std::optional(Placement::of(Term::symbol(V.Path))) : std::nullopt;
  default:
    return std::nullopt;
  }
}

Value besideDevices(Value V) {
  const bool IsIndex = V.isInt() ? V.Const.Int >= 0 && V.Const.Int <= MaxIndex : V.is(Value::Kind::Number) && V.IsIndex;
  if (!IsIndex || V.Path)
    return V;
  const int16_t Index = V.isInt() ? static_cast<int16_t>(V.Const.Int) : UnknownIndex;
  Value Device = Value::device(Placement::of(Term::device({knowledge::DeviceType::Cuda, Index})));
  Device.IsIndex = true;
  Device.Behind = V.Behind;
  return Device;
}

bool namesDevice(const Value &V) { return V.is(Value::Kind::Device) || (V.isString() && deviceOf(V)); }

Value oneOfSeveral(llvm::ArrayRef<std::pair<Value, Cube>> Parts, bool OfSummary) {
  constexpr unsigned MaxAlternatives = 6;
  std::vector<Value> Elements;
  std::vector<Cube> Guards;
  bool Guarded = true, Untyped = false;
  const bool AreFunctions = llvm::all_of(Parts, [](const auto &Part) {
    const Value &V = Part.first;
    auto IsFunction = [](const Value &X) { return X.is(Value::Kind::Function) && X.Func; };
    return IsFunction(V) || V.is(Value::Kind::Bottom) || (V.isOneOfSeveral() && llvm::all_of(*V.Elements, IsFunction));
  });
  auto Add = [&](const Value &V, const Cube &Guard) {
    Untyped |= V.is(Value::Kind::Symbolic);
    Guarded &= Guard.size() <= Cube::MaxTerm;
    bool Known = false;
    for (unsigned N = 0; N < Elements.size() && !Known; ++N)
      Known = Elements[N] == V && Guards[N] == Guard;
    if (!Known) {
      Elements.push_back(V);
      Guards.push_back(Guard);
    }
    const bool IsHeld = V.is(Value::Kind::Object) || V.is(Value::Kind::Tuple);
    return V.is(Value::Kind::Symbolic) || V.isTensor() || V.isNone() || (OfSummary && IsHeld) || AreFunctions;
  };
  for (const auto &[V, Guard] : Parts) {
    if (V.is(Value::Kind::Bottom))
      continue;
    if (!V.is(Value::Kind::Unknown) || !V.Elements) {
      if (!Add(V, Guard))
        return Value::unknown();
      continue;
    }
    Guarded &= V.Guards != nullptr;
    for (unsigned N = 0; N < V.Elements->size(); ++N)
      if (std::optional<Cube> Both = V.Guards ? (*V.Guards)[N].meet(Guard) : Guard)
        Add((*V.Elements)[N], *Both);
  }
  if ((!Untyped && !OfSummary && !AreFunctions) || Elements.size() > MaxAlternatives)
    return Value::unknown();
  Value R = Value::unknown();
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  if (Guarded)
    R.Guards = std::make_shared<const std::vector<Cube>>(std::move(Guards));
  return R;
}

Value withAlternatives(const Value &Joined, llvm::ArrayRef<std::pair<Value, Cube>> Parts) {
  const bool AreTuples =
      Joined.is(Value::Kind::Tuple) && llvm::all_of(Parts, [&](const auto &Part) {
        return Part.first.is(Value::Kind::Tuple) && Part.first.Elements->size() == Joined.Elements->size();
      });
  if (!AreTuples)
    return Joined;
  std::vector<Value> Elements = *Joined.Elements;
  for (unsigned N = 0; N < Elements.size(); ++N) {
    if (!Elements[N].is(Value::Kind::Unknown) || Elements[N].Path)
      continue;
    std::vector<std::pair<Value, Cube>> Held;
    for (const auto &[Part, Guard] : Parts)
      Held.emplace_back((*Part.Elements)[N], Guard);
    Elements[N] = oneOfSeveral(Held, /*OfSummary=*/true);
  }
  Value R = Joined;
  R.Elements = std::make_shared<const std::vector<Value>>(std::move(Elements));
  return R;
}

} // namespace devtidy::dataflow
