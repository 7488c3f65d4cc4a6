//===- ParserFuzz.cpp - The text form of the IR under libFuzzer -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Stability.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  if (!devtidy::ir::isStable(llvm::StringRef(reinterpret_cast<const char *>(Data), Size)))
    abort();
  return 0;
}
