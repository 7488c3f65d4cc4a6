//===- Spelling.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Spelling.h"

#include <utility>

namespace devtidy::knowledge {

std::string expandName(std::string_view Name) {
  static constexpr std::pair<std::string_view, std::string_view> Prefixes[] = {
      {"torch.ops.aten.", ""},
      {"torch.ops.aten::", ""},
      {"aten.", ""},
      {"aten::", ""},
      {"at::_ops::", "at::"},
      {"Tensor.", "torch.Tensor."},
      {"Tensor::", "at::Tensor::"},
      {"torch::Tensor::", "at::Tensor::"},
      {"F.", "torch.nn.functional."},
      {"F::", "torch.nn.functional."},
      {"nn.functional.", "torch.nn.functional."},
      {"nn.", "torch.nn."},
      {"Module.", "torch.nn.Module."},
      {"Module::", "torch::nn::Module::"},
      {"optim.", "torch.optim."},
      {"dist.", "torch.distributed."},
      {"np.", "numpy."},
  };
  for (const auto &[From, To] : Prefixes)
    if (Name.starts_with(From))
      return std::string(To).append(Name.substr(From.size()));
  return std::string(Name);
}

std::string quoted(std::string_view Text) {
  std::string Result = "\"";
  for (char C : Text) {
    if (C == '"' || C == '\\')
      Result += '\\';
    Result += C;
  }
  return Result + "\"";
}

} // namespace devtidy::knowledge
