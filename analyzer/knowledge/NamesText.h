//===- NamesText.h - The tables of names as text ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `device-tidy ops` prints of functions, methods and classes that are no operators.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_NAMESTEXT_H
#define DEVTIDY_KNOWLEDGE_NAMESTEXT_H

#include <string>
#include <string_view>

namespace devtidy::knowledge {

/// What the tables say of a name, one paragraph for each meaning, with all its spellings. Name is qualified
/// ("torch.load", "torch::jit::load", "Tensor.cuda", "nn.Module.to") or the end of one ("DataLoader"); "" is all. Empty
/// if there is none. BesideOperator leaves out what only repeats the operator of that name: factories and views.
std::string describeNames(std::string_view Name, bool BesideOperator);

/// The same as objects of JSON, one a line, with a comma between two.
std::string namesAsJson(std::string_view Name, bool BesideOperator);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_NAMESTEXT_H
