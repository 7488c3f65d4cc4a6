//===- Messages.cpp -------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Messages.h"

using namespace devtidy::knowledge;

namespace {
struct OperandRow {
  std::string_view Operator, Argument, Role;
};
struct CauseRow {
  std::string_view Check, Text;
};
} // namespace

// One file, read for one macro at a time.
#define MESSAGE(ID, PATTERN, GROUPS, MEANING, CHECKS) {ID, PATTERN, GROUPS, MEANING, CHECKS},
#define OPERAND(OPERATOR, ARGUMENT, ROLE)
#define CAUSE(CHECK, TEXT)
static constexpr Message Messages[] = {
#include "knowledge/Messages.def"
};

#define MESSAGE(ID, PATTERN, GROUPS, MEANING, CHECKS)
#define OPERAND(OPERATOR, ARGUMENT, ROLE) {OPERATOR, ARGUMENT, ROLE},
#define CAUSE(CHECK, TEXT)
static constexpr OperandRow Operands[] = {
#include "knowledge/Messages.def"
};

#define MESSAGE(ID, PATTERN, GROUPS, MEANING, CHECKS)
#define OPERAND(OPERATOR, ARGUMENT, ROLE)
#define CAUSE(CHECK, TEXT) {CHECK, TEXT},
static constexpr CauseRow Causes[] = {
#include "knowledge/Messages.def"
};

std::span<const Message> devtidy::knowledge::allMessages() { return Messages; }

std::string_view devtidy::knowledge::roleOf(std::string_view Operator, std::string_view Argument) {
  for (const OperandRow &Row : Operands)
    if ((Row.Operator.empty() || Row.Operator == Operator) && Row.Argument == Argument)
      return Row.Role;
  return {};
}

std::string_view devtidy::knowledge::causeFor(std::string_view Check) {
  for (const CauseRow &Row : Causes)
    if (Row.Check == Check)
      return Row.Text;
  return {};
}
