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

#include "knowledge/Names.h"

namespace devtidy::knowledge {

inline constexpr std::string_view ModuleClass = "torch.nn.Module";
inline constexpr std::string_view DataParallelClass = "torch.nn.DataParallel";
inline constexpr std::string_view IdentityClass = "torch.nn.Identity"; ///< a module without state
/// Calls its parts one after the other, each with what the one before gave.
inline constexpr std::string_view SequenceClass = "torch.nn.Sequential";
inline constexpr std::string_view ModuleDictClass = "torch.nn.ModuleDict";
inline constexpr std::string_view GeneratorClass = "torch.Generator";
inline constexpr std::string_view DeviceClass = "torch.device";
/// What asks whether there is an accelerator.
inline constexpr std::string_view AvailabilityQuestion = "torch.cuda.is_available";
/// The base of tuples whose elements have names.
inline constexpr std::string_view NamedTupleClass = "typing.NamedTuple";
/// Dictionaries, and the base of functions with a gradient of their own, under all of their names.
inline constexpr std::string_view DictionaryClasses[] = {"dict", "collections.OrderedDict"};
inline constexpr std::string_view AutogradFunctionClasses[] = {
    "torch.autograd.Function", "torch.autograd.function.Function", "torch::autograd::Function"};

/// The module that stands for several of different classes, as the language of C spells it.
inline std::string_view moduleClassOf(const ClassInfo &C) {
  return C.Name.starts_with("torch.") ? ModuleClass : std::string_view("torch::nn::Module");
}

/// True for classes that files are read through, and that have placed what they hold: torch::serialize::InputArchive.
inline bool isArchive(std::string_view Class) { return Class.ends_with("InputArchive"); }

/// True for LibTorch's options of modules: each member has a method that sets it and gives the options back
/// (torch/csrc/api/include/torch/arg.h).
inline bool isModuleOptions(std::string_view Class) {
  return Class.starts_with("torch::nn::") && Class.ends_with("Options");
}

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_CLASSNAMES_H
