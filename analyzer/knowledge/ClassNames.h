//===- ClassNames.h - Classes that stand for others ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The names of library classes by which the analysis calls what it knows only as one of a kind: a part of a module is
// some module, a generator some generator.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_CLASSNAMES_H
#define DEVTIDY_KNOWLEDGE_CLASSNAMES_H

#include <string_view>

namespace devtidy::knowledge {

inline constexpr std::string_view ModuleClass = "torch.nn.Module";
inline constexpr std::string_view DataParallelClass = "torch.nn.DataParallel";
inline constexpr std::string_view GeneratorClass = "torch.Generator";

/// True for classes that files are read through, and that have placed what they hold: torch::serialize::InputArchive.
inline bool isArchive(std::string_view Class) { return Class.ends_with("InputArchive"); }

/// True for LibTorch's options of modules: each member has a method that sets it and gives the options back
/// (torch/csrc/api/include/torch/arg.h).
inline bool isModuleOptions(std::string_view Class) {
  return Class.starts_with("torch::nn::") && Class.ends_with("Options");
}

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_CLASSNAMES_H
