//===- Optimizers.h - The state of optimizers of torch::optim ------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_OPTIMIZERS_H
#define DEVTIDY_RUNTIME_VERIFY_OPTIMIZERS_H

#include <c10/core/TensorImpl.h>
#include <optional>

namespace devtidy::verify {

/// A parameter, and its gradient, or a tensor that an optimizer keeps for it.
struct StrayedState {
  const c10::TensorImpl *Parameter, *State;
  bool IsGradient = false;
};

/// The first parameter that a step would update with a gradient or state of another device; nothing if there is none.
/// Of a class of optimizers that is not known only the gradients are looked at. Optimizer is a torch::optim::Optimizer,
/// or null.
std::optional<StrayedState> findStrayedState(const void *Optimizer);

/// The torch::optim::Optimizer that an object with virtual functions is; null if it is none.
const void *asOptimizer(const void *Object);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_OPTIMIZERS_H
