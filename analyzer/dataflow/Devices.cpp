//===- Devices.cpp - Values that are devices and options ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/FunctionSolver.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

using knowledge::Device;

/// The placement that V names if it is used as a device; nothing if it is none.
std::optional<Placement> FunctionSolver::deviceOf(const Value &V) const {
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

} // namespace devtidy::dataflow
