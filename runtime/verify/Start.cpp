//===- Start.cpp --------------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "runtime/verify/Start.h"
#include "runtime/report/Report.h"

namespace devtidy::verify {

bool detail::On = false;

namespace {

[[gnu::constructor]] void start() {
  runtime::hideModule(reinterpret_cast<const void *>(&detail::On));
  runtime::options();
  detail::On = true;
}

} // namespace
} // namespace devtidy::verify
