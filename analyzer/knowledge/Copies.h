//===- Copies.h - What kinds of copies of CUDA promise --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cudaMemcpyKind: a copy that is told one has to find its operands where the kind says (CUDA Runtime API, cudaMemcpy).
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_KNOWLEDGE_COPIES_H
#define DEVTIDY_KNOWLEDGE_COPIES_H

#include <cstdint>
#include <optional>
#include <string_view>

namespace devtidy::knowledge {

/// Where a copy wants its operands: true for an accelerator, false for the host.
struct CopyKind {
  std::string_view Name; ///< "cudaMemcpyHostToDevice"; "" for what copies from device to device without saying so
  bool ToDevice = false;
  bool FromDevice = false;
};

/// The kind that an enumerator names, with or without its scope, or that is that number; nothing for cudaMemcpyDefault,
/// which looks at the pointers.
std::optional<CopyKind> findCopyKind(std::string_view Enumerator);
std::optional<CopyKind> findCopyKind(int64_t Number);
/// What Function copies that is not told a kind: cudaMemcpyToSymbol, cudaMemcpyPeer, cudaMemset.
CopyKind defaultCopyKind(std::string_view Function);
/// The kind that fits such operands.
CopyKind fittingCopyKind(bool ToDevice, bool FromDevice);

} // namespace devtidy::knowledge

#endif // DEVTIDY_KNOWLEDGE_COPIES_H
