//===- Operators.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Operators.h"

#include <algorithm>

using namespace devtidy::knowledge;

#include "knowledge/Operators.inc"

std::span<const OperatorOverload> devtidy::knowledge::allOperators() { return Overloads; }

std::string_view devtidy::knowledge::operatorTableVersion() { return TableVersion; }

std::span<const OperatorOverload> devtidy::knowledge::findOperator(std::string_view Base) {
  const auto Found = std::ranges::equal_range(Overloads, Base, {}, &OperatorOverload::Base);
  return {Found.begin(), Found.end()};
}

bool devtidy::knowledge::takesOnly(OperandKind Kind, std::span<const OperatorOverload> Of, size_t Position) {
  return std::ranges::all_of(Of, [&](const OperatorOverload &O) {
    return Position < O.Params.size() && !O.Params[Position].KeywordOnly && O.Params[Position].Kind == Kind;
  });
}

bool devtidy::knowledge::takesOnlyTensors(std::span<const OperatorOverload> Of, std::string_view Name) {
  bool Any = false;
  for (const OperatorOverload &O : Of)
    for (const OperatorParam &P : O.Params)
      if (P.Name == Name) {
        Any = true;
        if (P.Kind != OperandKind::Tensor)
          return false;
      }
  return Any;
}

std::string_view devtidy::knowledge::deviceRuleName(DeviceRule R) {
  switch (R) {
  case DeviceRule::Same:
    return "same";
  case DeviceRule::Iterator:
    return "iterator";
  case DeviceRule::IteratorScalars:
    return "iterator-scalars";
  case DeviceRule::IteratorStrict:
    return "iterator-strict";
  case DeviceRule::CpuScalars:
    return "cpu-scalars";
  case DeviceRule::Elementwise:
    return "elementwise";
  case DeviceRule::Index:
    return "index";
  case DeviceRule::Any:
    return "any";
  case DeviceRule::Special:
    return "special";
  }
  return "special";
}

std::string_view devtidy::knowledge::resultRuleName(ResultRule R) {
  switch (R) {
  case ResultRule::Common:
    return "common";
  case ResultRule::First:
    return "first";
  case ResultRule::Factory:
    return "factory";
  case ResultRule::Like:
    return "like";
  case ResultRule::Out:
    return "out";
  case ResultRule::Cpu:
    return "cpu";
  case ResultRule::HostValue:
    return "host-value";
  case ResultRule::None:
    return "none";
  }
  return "none";
}
