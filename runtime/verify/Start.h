//===- Start.h - Whether the hooks are on ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_START_H
#define DEVTIDY_RUNTIME_VERIFY_START_H

namespace devtidy::verify {

namespace detail {
[[gnu::visibility("hidden")]] extern bool On;
}

/// False before the library has started.
inline bool isOn() noexcept { return detail::On; }

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_START_H
