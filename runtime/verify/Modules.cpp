//===- Modules.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Modules.h"
#include <cxxabi.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/nn/module.h>
#include <typeinfo>

namespace devtidy::verify {
namespace {

/// Lets one read a module's own parameters without copying them.
struct Opened : torch::nn::Module {
  static const torch::OrderedDict<std::string, at::Tensor> &parametersOf(const torch::nn::Module &M) {
    return M.*(&Opened::parameters_);
  }
};

/// True if the code of a scripted function decides devices itself.
bool movesTensors(const torch::jit::Block &Code) {
  for (const torch::jit::Node *N : Code.nodes()) {
    std::string_view Kind = N->kind().toQualString();
    if (Kind == "aten::to" || Kind == "aten::cuda" || Kind == "aten::cpu" || Kind == "prim::device")
      return true;
    for (const torch::jit::Block *Inner : N->blocks())
      if (movesTensors(*Inner))
        return true;
  }
  return false;
}

} // namespace

const c10::TensorImpl *firstParameter(const void *Module) {
  const auto &Own = Opened::parametersOf(*static_cast<const torch::nn::Module *>(Module));
  if (Own.is_empty() || !Own.front().value().defined())
    return nullptr;
  return Own.front().value().unsafeGetTensorImpl();
}

const c10::TensorImpl *firstScriptParameter(const void *Module) {
  const auto &M = *static_cast<const torch::jit::Module *>(Module);
  const c10::TensorImpl *First = nullptr;
  for (const at::Tensor &P : M.parameters()) {
    if (!First)
      First = P.unsafeGetTensorImpl();
    else if (P.device() != First->device())
      return nullptr;
  }
  auto Forward = M.find_method("forward");
  if (!First || !Forward)
    return nullptr;
  auto Graph = Forward->graph()->copy();
  torch::jit::Inline(*Graph);
  return movesTensors(*Graph->block()) ? nullptr : First;
}

const void *upcast(const void *Object, const std::type_info &Wanted) {
  // Itanium C++ ABI, section 2.5.2: the type of the whole object stands in front of its table of virtual functions.
  const auto *Type = (*static_cast<const std::type_info *const *const *>(Object))[-1];
  void *Result = const_cast<void *>(Object);
  const auto &Class = static_cast<const __cxxabiv1::__class_type_info &>(Wanted);
  return Type && Type->__do_upcast(&Class, &Result) ? Result : nullptr;
}

const void *asModule(const void *Object) { return upcast(Object, typeid(torch::nn::Module)); }

std::vector<at::Tensor> stateOf(abi::OperandKind Kind, const void *Module) {
  std::vector<at::Tensor> State;
  if (Kind == abi::OperandKind::ScriptModule) {
    const auto &M = *static_cast<const torch::jit::Module *>(Module);
    for (const at::Tensor &T : M.parameters())
      State.push_back(T);
    for (const at::Tensor &T : M.buffers())
      State.push_back(T);
  } else {
    const auto &M = *static_cast<const torch::nn::Module *>(Module);
    State = M.parameters();
    for (at::Tensor &T : M.buffers())
      State.push_back(std::move(T));
  }
  return State;
}

} // namespace devtidy::verify
