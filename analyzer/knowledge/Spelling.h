//===- Spelling.h - Names as people write them --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the texts about operators and library functions share.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_SPELLING_H
#define DEVTIDY_KNOWLEDGE_SPELLING_H

#include <string>
#include <string_view>

namespace devtidy::knowledge {

/// How people spell a name: as PyTorch prints it, as torch.ops has it, and with the usual short names of imports.
/// "F.linear" gives "torch.nn.functional.linear", "aten::add" "add"; others are as they were.
std::string expandName(std::string_view Name);

/// A string of JSON.
std::string quoted(std::string_view Text);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_SPELLING_H
