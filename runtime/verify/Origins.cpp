//===- Origins.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Origins.h"

std::atomic<uint64_t> devtidy::verify::detail::Table[1U << PositionBits];
