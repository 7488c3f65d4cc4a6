//===- Layers.h - What the layers of torch.nn are made of -------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_LAYERS_H
#define DEVTIDY_KNOWLEDGE_LAYERS_H

#include <string_view>

namespace devtidy::knowledge {

/// True for layers of torch.nn that take plain numbers, and nothing else, as their first two arguments: how many
/// features go in and come out of nn.Linear(n, m).
bool isMadeOfNumbers(std::string_view Class);
/// True for layers of torch.nn that compare vectors, the last dimension of what they are called with or another one:
/// nn.CosineSimilarity.
bool comparesVectors(std::string_view Layer);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_LAYERS_H
