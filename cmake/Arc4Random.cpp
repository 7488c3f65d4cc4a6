//===- Arc4Random.cpp ---------------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one function of glibc 2.36 that LLVM's and gcc's static libraries ask for on Debian 12. What has its own runs
// with glibc 2.35, that of Ubuntu 22.04, too.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <sys/random.h>

extern "C" [[gnu::visibility("hidden")]] std::uint32_t arc4random() noexcept {
  std::uint32_t Value;
  // Fails only if a signal comes before the system has any random numbers.
  while (getrandom(&Value, sizeof Value, 0) != sizeof Value) {
  }
  return Value;
}
