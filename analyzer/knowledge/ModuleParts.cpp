//===- ModuleParts.cpp --------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/ModuleParts.h"
#include "knowledge/Names.h"

#include <algorithm>

namespace devtidy::knowledge {

#include "knowledge/Modules.inc"

std::span<const ModuleParts> allModuleParts() { return Rows; }

const ModuleParts *findModuleParts(std::string_view QualifiedClass) {
  for (const std::string_view Scope : {"torch.nn.", "torch::nn::"}) {
    if (!QualifiedClass.starts_with(Scope))
      continue;
    std::string_view Class = QualifiedClass.substr(Scope.size());
    if (Class.ends_with("Impl"))
      Class.remove_suffix(4);
    const auto *Found = std::ranges::find(Rows, Class, &ModuleParts::Class);
    return Found == std::end(Rows) ? nullptr : Found;
  }
  return nullptr;
}

std::vector<std::string_view> parametersOf(std::string_view QualifiedClass) {
  std::vector<std::string_view> Names;
  const ModuleParts *Parts = findModuleParts(QualifiedClass);
  for (std::string_view Rest = Parts ? Parts->Parameters : std::string_view(); !Rest.empty();) {
    const size_t End = std::min(Rest.find(' '), Rest.size());
    Names.push_back(Rest.substr(0, End));
    Rest.remove_prefix(std::min(End + 1, Rest.size()));
  }
  return Names;
}

bool keepsGiven(const ClassInfo &C, std::string_view Name) {
  if (C.Kind != ClassKind::StatelessModule)
    return false;
  for (std::string_view Rest = C.Params; !Rest.empty();) {
    const size_t End = Rest.find(',');
    if (Rest.substr(0, End) == Name)
      return Name == "weight" || Name == "pos_weight";
    Rest.remove_prefix(End == Rest.npos ? Rest.size() : End + 1);
  }
  return false;
}

bool hasOwnState(const ClassInfo &Base, std::string_view Class) {
  if (Base.Kind != ClassKind::Module || Base.Name.ends_with(".Module") || Base.Name.ends_with("::Module"))
    return false;
  // In C++, nn::Cloneable<MineImpl> and its like have nothing of their own.
  return Base.Name.starts_with("torch.nn.") || (Base.Name.starts_with("torch::nn::") && Base.Name == Class);
}

bool movesInPlace(std::string_view Method) { return Method == "_apply" || movesModules(Method); }

bool reachesParts(std::string_view Method) {
  const Callable *C = findMethod(Receiver::Module, Method);
  return Method == "_apply" || Method == "named_children" ||
         (C && (C->Kind == Action::Move || C->Kind == Action::MoveCuda || C->Kind == Action::Submodules));
}

bool bringsBack(std::string_view Method) {
  const Callable *C = findMethod(Receiver::Module, Method);
  return C && C->Kind == Action::MoveCpu;
}

bool holdsOptimized(std::string_view Element) { return Element == "[params]"; }

bool readsNoMember(std::string_view Function) {
  for (std::string_view Known : {"callable", "delattr", "hasattr", "id", "isinstance", "issubclass", "len", "print",
                                 "repr", "setattr", "str", "super", "type"})
    if (Function == Known)
      return true;
  return false;
}

bool tellsBuffers(std::string_view Name) {
  static constexpr std::string_view Names[] = {
      "buffers",           "named_buffers", "_buffers", "__dict__", "vars",     "half", "double",  "bfloat16",
      "AveragedModel",     "float",         "type",     "_apply",   "to_empty", "to",   "setattr", "getattr",
      "stack_module_state"};
  return std::ranges::find(Names, Name) != std::end(Names);
}

bool listsMembers(std::string_view Name) { return Name == "vars" || Name == "__dict__"; }

// torch/jit/frontend.py: next() is no expression there.
bool compilesText(std::string_view Name) { return Name == "script" || Name == "script_method"; }

} // namespace devtidy::knowledge
