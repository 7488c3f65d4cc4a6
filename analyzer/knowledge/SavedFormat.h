//===- SavedFormat.h - What a file of torch.save says of itself -*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.save writes a pickle in which each storage names where it was, `("storage", FloatStorage, "0", "cuda:0", 4)`:
// alone in a zip without compression, as NAME/data.pkl, or, before PyTorch 1.6, in front of the bytes of all storages
// (torch/serialization.py).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_SAVEDFORMAT_H
#define DEVTIDY_KNOWLEDGE_SAVEDFORMAT_H

#include <string_view>

namespace devtidy::knowledge {

/// True if the content of a file is that of torch.save, and all tensors in it, if there are any, were on the CPU.
bool wasSavedOnCpu(std::string_view Content);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_SAVEDFORMAT_H
