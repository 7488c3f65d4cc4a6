//===- Gradients.h - What has a gradient ------------------------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_GRADIENTS_H
#define DEVTIDY_KNOWLEDGE_GRADIENTS_H

#include <string_view>

namespace devtidy::knowledge {

/// True for a method, function or operator that gives integers or truths, which have no gradient, or what is detached,
/// whatever it is called on (torch/csrc/autograd, tools/autograd/derivatives.yaml: output_differentiability).
bool givesNoGradient(std::string_view Name);
/// True for a member that shows the values of a tensor without its history: x.data
bool showsNoGradient(std::string_view Member);
/// True for the scopes and decorators in which nothing is recorded: torch.no_grad, torch.inference_mode.
bool switchesGradientsOff(std::string_view Name);
/// True for the name of a type of elements, torch.float16, and for the one that arrays do not have.
bool isElementType(std::string_view Name);
bool isBrainFloat(std::string_view Name);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_GRADIENTS_H
