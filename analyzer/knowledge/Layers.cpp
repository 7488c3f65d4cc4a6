//===- Layers.cpp - What the layers of torch.nn are made of ----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "knowledge/Layers.h"
#include <algorithm>
#include <iterator>

namespace devtidy::knowledge {

bool isMadeOfNumbers(std::string_view Class) {
  static constexpr std::string_view Prefix = "torch.nn.";
  static constexpr std::string_view Listed[] = {"BatchNorm1d",
                                                "BatchNorm2d",
                                                "BatchNorm3d",
                                                "Conv1d",
                                                "Conv2d",
                                                "Conv3d",
                                                "Dropout",
                                                "ConvTranspose1d",
                                                "ConvTranspose2d",
                                                "ConvTranspose3d",
                                                "Embedding",
                                                "GRU",
                                                "GRUCell",
                                                "GroupNorm",
                                                "LSTM",
                                                "LSTMCell",
                                                "LazyLinear",
                                                "Linear",
                                                "RNN",
                                                "RNNCell",
                                                "MultiheadAttention"};
  return Class.starts_with(Prefix) &&
         std::ranges::find(Listed, Class.substr(Prefix.size())) != std::ranges::end(Listed);
}

bool comparesVectors(std::string_view Layer) { return Layer == "CosineSimilarity" || Layer == "PairwiseDistance"; }

} // namespace devtidy::knowledge
