//===- SourceNames.h - How the source of a program that was not rebuilt calls operands ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Debug information says in which line an operator is called, and not what it is given. If the source is there, the
// line says that.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_SOURCENAMES_H
#define DEVTIDY_RUNTIME_VERIFY_SOURCENAMES_H

#include <string>
#include <string_view>
#include <vector>

namespace devtidy::verify {

/// The operands of the call of an operator in a line of C++, by their position in its parameters; "" for one that is no
/// name. Called is the operator's name: "add" is also "+". Empty if the line has no such call, or several.
std::vector<std::string> operandsInLine(std::string_view Line, std::string_view Called);

/// The same for the line from which this thread has called an operator.
const std::vector<std::string> &operandsOfCaller(const std::string &Called);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_SOURCENAMES_H
