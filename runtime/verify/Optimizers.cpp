//===- Optimizers.cpp -----------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Optimizers.h"
#include "runtime/verify/Modules.h"
#include <torch/optim/adagrad.h>
#include <torch/optim/adam.h>
#include <torch/optim/adamw.h>
#include <torch/optim/lbfgs.h>
#include <torch/optim/rmsprop.h>
#include <torch/optim/sgd.h>

namespace devtidy::verify {

using torch::optim::OptimizerParamState;

/// What a step computes with, of the classes that LibTorch has.
static std::array<at::Tensor, 3> tensorsOf(const OptimizerParamState &State) {
  if (const auto *S = dynamic_cast<const torch::optim::SGDParamState *>(&State))
    return {S->momentum_buffer()};
  if (const auto *S = dynamic_cast<const torch::optim::AdamParamState *>(&State))
    return {S->exp_avg(), S->exp_avg_sq(), S->max_exp_avg_sq()};
  if (const auto *S = dynamic_cast<const torch::optim::AdamWParamState *>(&State))
    return {S->exp_avg(), S->exp_avg_sq(), S->max_exp_avg_sq()};
  if (const auto *S = dynamic_cast<const torch::optim::RMSpropParamState *>(&State))
    return {S->square_avg(), S->momentum_buffer(), S->grad_avg()};
  if (const auto *S = dynamic_cast<const torch::optim::AdagradParamState *>(&State))
    return {S->sum()};
  if (const auto *S = dynamic_cast<const torch::optim::LBFGSParamState *>(&State))
    return {S->d(), S->prev_flat_grad(), S->H_diag()};
  return {};
}

const void *asOptimizer(const void *Object) { return upcast(Object, typeid(torch::optim::Optimizer)); }

std::optional<StrayedState> findStrayedState(const void *Optimizer) {
  if (!Optimizer)
    return std::nullopt;
  const auto &Of = *static_cast<const torch::optim::Optimizer *>(Optimizer);
  // It asks for new gradients before it computes.
  const bool AsksForGradients = dynamic_cast<const torch::optim::LBFGS *>(&Of) != nullptr;
  for (const torch::optim::OptimizerParamGroup &Group : Of.param_groups())
    for (const at::Tensor &Parameter : Group.params()) {
      // A step leaves out what has no gradient.
      if (!Parameter.defined() || !Parameter.grad().defined())
        continue;
      // mutable_grad() takes any tensor.
      if (!AsksForGradients && Parameter.grad().dim() && Parameter.grad().device() != Parameter.device())
        return StrayedState{Parameter.unsafeGetTensorImpl(), Parameter.grad().unsafeGetTensorImpl(), true};
      auto Known = Of.state().find(Parameter.unsafeGetTensorImpl());
      if (Known == Of.state().end() || !Known->second)
        continue;
      for (const at::Tensor &State : tensorsOf(*Known->second))
        // A number on the CPU goes with every device.
        if (State.defined() && State.dim() && State.device() != Parameter.device())
          return StrayedState{Parameter.unsafeGetTensorImpl(), State.unsafeGetTensorImpl()};
    }
  return std::nullopt;
}

} // namespace devtidy::verify
