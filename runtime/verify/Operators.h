//===- Operators.h - The operator table by the names of at::_ops -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_OPERATORS_H
#define DEVTIDY_RUNTIME_VERIFY_OPERATORS_H

#include "knowledge/Operators.h"
#include <string_view>

namespace devtidy::verify {

/// The overload of at::_ops::Name: "add_Tensor", "relu_". Null if the table has none. Any thread.
const knowledge::OperatorOverload *findOverload(std::string_view Name);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_OPERATORS_H
