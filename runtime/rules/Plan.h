//===- Plan.h - What is known of one operator --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is known of an operator before it is called: the kinds of its arguments, from its schema, and what it demands of
// their devices, from the analyzer's operator table. Made at the first call and kept for the life of the program.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_RULES_PLAN_H
#define DEVTIDY_RUNTIME_RULES_PLAN_H

#include "knowledge/Operators.h"
#include <ATen/core/dispatch/Dispatcher.h>
#include <string>
#include <vector>

namespace devtidy::rules {

/// What an argument can hold that is not passed on as it is.
enum class ArgKind : uint8_t { Plain, Tensor, TensorList, OptionalTensorList, Device, Generator, Storage };

struct PlannedArg {
  ArgKind Kind = ArgKind::Plain;
  knowledge::OperandPlace Place = knowledge::OperandPlace::Meets;
  bool IsOut = false;     ///< out= argument
  bool IsWritten = false; ///< out= argument, or the target of an in-place operator
  std::string Name;       ///< as in the schema
};

/// What is demanded of calls with an argument of a kind, in the place of the plan's own rule.
struct PlannedCase {
  knowledge::ArgumentIs When = knowledge::ArgumentIs::Scalar;
  unsigned Arg = 0;
  knowledge::DeviceRule Rule = knowledge::DeviceRule::Any;
  std::vector<knowledge::OperandPlace> Places; ///< one per argument
};

struct OperatorPlan {
  std::string Name;              ///< "aten::addmm.out"
  std::vector<PlannedArg> Args;  ///< one per argument of the schema
  std::vector<unsigned> Special; ///< positions of those that are not Plain
  knowledge::DeviceRule Rule = knowledge::DeviceRule::Any;
  std::vector<PlannedCase> Cases; ///< the first that holds is the rule
  knowledge::ResultRule Result = knowledge::ResultRule::Common;
  /// The wrapper that PyTorch's error names: "wrapper_CUDA_addmm".
  std::string Wrapper;
  bool IsSet = false;            ///< aten::set_, which compares the devices of storages
  bool DrawsFromDefault = false; ///< uses random numbers and takes no generator
  bool HasHostKernel = true;     ///< false: nothing to run
  bool HostOnly = false;         ///< has kernels for the CPU only
};

/// LibTorch's operator of a row of the table; nothing if this LibTorch has none.
std::optional<c10::OperatorHandle> findOperator(const knowledge::OperatorOverload &Row);

/// torchgen makes kernels of structured operators for devices that have none: they find out shapes and devices, make
/// the result, and call the out= form. The rules of these forms differ for some operators, and what matters is the form
/// that the program called.
bool isStructured(const knowledge::OperatorOverload &Row);

/// The plan of an operator. Thread-safe; the reference stays valid.
const OperatorPlan &planOf(const c10::OperatorHandle &Op);

} // namespace devtidy::rules

#endif // DEVTIDY_RUNTIME_RULES_PLAN_H
