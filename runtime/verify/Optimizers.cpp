//===- Optimizers.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Optimizers.h"
#include "runtime/verify/Modules.h"
#include "runtime/verify/Origins.h"
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/lbfgs.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

namespace devtidy::verify {

using torch::optim::OptimizerParamState;

/// What a step computes with, of the classes that LibTorch has. Nobody derives from those.
static std::array<const at::Tensor *, 3> tensorsOf(const OptimizerParamState &State) {
  const std::type_info &Class = typeid(State);
  auto As = [&]<class T>(const T *&S) { return Class == typeid(T) && (S = static_cast<const T *>(&State)); };
  if (const torch::optim::SGDParamState *S; As(S))
    return {&S->momentum_buffer()};
  if (const torch::optim::AdamParamState *S; As(S))
    return {&S->exp_avg(), &S->exp_avg_sq(), &S->max_exp_avg_sq()};
  if (const torch::optim::AdamWParamState *S; As(S))
    return {&S->exp_avg(), &S->exp_avg_sq(), &S->max_exp_avg_sq()};
  if (const torch::optim::RMSpropParamState *S; As(S))
    return {&S->square_avg(), &S->momentum_buffer(), &S->grad_avg()};
  if (const torch::optim::AdagradParamState *S; As(S))
    return {&S->sum()};
  if (const torch::optim::LBFGSParamState *S; As(S))
    return {&S->d(), &S->prev_flat_grad(), &S->H_diag()};
  return {};
}

const void *asOptimizer(const void *Object) { return upcast(Object, typeid(torch::optim::Optimizer)); }

/// A number on the CPU goes with every device.
static bool strays(const c10::TensorImpl &State, const c10::TensorImpl &Parameter) {
  return Peek::place(&State) != Peek::place(&Parameter) && State.dim();
}

[[gnu::hot]] std::optional<StrayedState> findStrayedState(const void *Optimizer) {
  if (!Optimizer)
    return std::nullopt;
  const auto &Of = *static_cast<const torch::optim::Optimizer *>(Optimizer);
  const auto &Kept = Of.state();
  for (const torch::optim::OptimizerParamGroup &Group : Of.param_groups())
    for (const at::Tensor &Each : Group.params()) {
      const c10::TensorImpl &Parameter = *Each.unsafeGetTensorImpl();
      // A step leaves out what has no gradient. That of at::Tensor asks whether it is a leaf, to warn.
      const at::Tensor &Gradient = Parameter.grad();
      if (!Gradient.defined())
        continue;
      // mutable_grad() takes any tensor. LBFGS asks for new gradients before it computes.
      if (strays(*Gradient.unsafeGetTensorImpl(), Parameter) && !dynamic_cast<const torch::optim::LBFGS *>(&Of))
        return StrayedState{&Parameter, Gradient.unsafeGetTensorImpl(), /*IsGradient=*/true};
      if (Kept.empty())
        continue;
      auto Known = Kept.find(const_cast<c10::TensorImpl *>(&Parameter));
      if (Known == Kept.end() || !Known->second)
        continue;
      for (const at::Tensor *State : tensorsOf(*Known->second))
        if (State && State->defined() && strays(*State->unsafeGetTensorImpl(), Parameter))
          return StrayedState{&Parameter, State->unsafeGetTensorImpl()};
    }
  return std::nullopt;
}

} // namespace devtidy::verify
