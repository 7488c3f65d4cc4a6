//===- OperatorsText.h - The operator table for people and programs -------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What 'device-tidy ops' prints.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_OPERATORSTEXT_H
#define DEVTIDY_KNOWLEDGE_OPERATORSTEXT_H

#include <string>
#include <string_view>

namespace devtidy::knowledge {

/// The overloads of an operator, one paragraph each: operands, what they demand of each other, where the result lives,
/// and where the rule comes from. Name is a base name ("add"), an overload ("add.Tensor") or a qualified name
/// ("torch.add", "at::add", "torch.nn.functional.linear"); "" is all of them. Empty if there is no such operator.
std::string describeOperator(std::string_view Name);

/// The same as objects of JSON, one a line, with a comma between two.
std::string operatorsAsJson(std::string_view Name = {});

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_OPERATORSTEXT_H
