//===- Modules.cpp ------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Modules.h"
#include <algorithm>
#include <cxxabi.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/constants.h>
#include <torch/csrc/jit/passes/inliner.h>
#include <torch/nn/module.h>
#include <typeinfo>

namespace devtidy::verify {
namespace {

/// Lets one read what a module has itself without copying it.
struct Opened : torch::nn::Module {
  static const torch::OrderedDict<std::string, at::Tensor> &parametersOf(const torch::nn::Module &M) {
    return M.*(&Opened::parameters_);
  }
};

/// The same of private members: an explicit instantiation may name them.
template <class Tag, auto Member> struct Access {
  friend auto memberOf(Tag) -> typename Tag::Type { return Member; }
};
struct Buffers {
  using Type = torch::OrderedDict<std::string, at::Tensor> torch::nn::Module::*;
  friend Type memberOf(Buffers);
};
struct Parts {
  using Type = torch::OrderedDict<std::string, std::shared_ptr<torch::nn::Module>> torch::nn::Module::*;
  friend Type memberOf(Parts);
};
template struct Access<Buffers, &torch::nn::Module::buffers_>;
template struct Access<Parts, &torch::nn::Module::children_>;

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

/// The tensors in the code of a frozen module (torch::jit::freeze), which were its parameters: constants that meet what
/// is not constant.
void addConstants(const torch::jit::Block &Code, std::vector<at::Tensor> &Into) {
  auto IsInput = [](const torch::jit::Value *V) {
    return V->type()->kind() == c10::TypeKind::TensorType && V->node()->kind() != torch::jit::prim::Constant;
  };
  for (const torch::jit::Node *N : Code.nodes()) {
    const bool Meets = N->kind().is_aten() && std::any_of(N->inputs().begin(), N->inputs().end(), IsInput);
    for (const torch::jit::Value *V : N->inputs())
      if (auto Held = Meets && !IsInput(V) ? torch::jit::toIValue(V) : std::nullopt; Held && Held->isTensor())
        if (at::Tensor T = Held->toTensor(); T.defined() && T.dim() && T.is_floating_point())
          Into.push_back(std::move(T));
    for (const torch::jit::Block *Inner : N->blocks())
      addConstants(*Inner, Into);
  }
}

/// The first of parameters; null if they are on several devices.
template <class List> const c10::TensorImpl *onlyPlace(const List &Parameters) {
  const c10::TensorImpl *First = nullptr;
  for (const at::Tensor &P : Parameters) {
    if (!First)
      First = P.unsafeGetTensorImpl();
    else if (P.device() != First->device())
      return nullptr;
  }
  return First;
}

torch::jit::Module scriptModule(abi::OperandKind Kind, const void *Of) {
  return Kind == abi::OperandKind::ScriptMethod ? static_cast<const torch::jit::Method *>(Of)->owner()
                                                : *static_cast<const torch::jit::Module *>(Of);
}

} // namespace

[[gnu::hot]] const c10::TensorImpl *firstParameter(const void *Module) {
  const auto &Own = Opened::parametersOf(*static_cast<const torch::nn::Module *>(Module));
  if (Own.is_empty() || !Own.front().value().defined())
    return nullptr;
  return Own.front().value().unsafeGetTensorImpl();
}

[[gnu::hot]] const c10::TensorImpl *firstState(const void *Module) {
  if (const c10::TensorImpl *Own = firstParameter(Module))
    return Own;
  const auto &M = *static_cast<const torch::nn::Module *>(Module);
  for (const auto &Buffer : M.*memberOf(Buffers()))
    if (const at::Tensor &T = Buffer.value(); T.defined() && T.dim())
      return T.unsafeGetTensorImpl();
  return (M.*memberOf(Parts())).is_empty() ? nullptr : onlyPlace(M.parameters());
}

const c10::TensorImpl *firstScriptParameter(abi::OperandKind Kind, const void *Of) {
  const torch::jit::Module M = scriptModule(Kind, Of);
  auto Called =
      Kind == abi::OperandKind::ScriptMethod ? *static_cast<const torch::jit::Method *>(Of) : M.find_method("forward");
  if (!Called)
    return nullptr;
  auto Graph = Called->graph()->copy();
  torch::jit::Inline(*Graph);
  if (movesTensors(*Graph->block()))
    return nullptr;
  const auto Parameters = M.parameters();
  if (Parameters.size())
    return onlyPlace(Parameters);
  // The module keeps them, and so the tensor that is returned.
  std::vector<at::Tensor> Constants;
  addConstants(*Graph->block(), Constants);
  return onlyPlace(Constants);
}

std::string nameOfMethod(const void *Method) { return static_cast<const torch::jit::Method *>(Method)->name(); }

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
  if (Kind == abi::OperandKind::ScriptModule || Kind == abi::OperandKind::ScriptMethod) {
    const torch::jit::Module M = scriptModule(Kind, Module);
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
