//===- Releases.h - What releases of LibTorch differ in ----------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library is compiled for each release by itself. What is here has the newest release's form everywhere else.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_SIM_RELEASES_H
#define DEVTIDY_RUNTIME_SIM_RELEASES_H

#include <c10/util/Exception.h>
#include <string>
#include <torch/version.h>

/// Whether the release is this one or a later one.
#define DEVTIDY_TORCH_SINCE(MAJOR, MINOR)                                                                              \
  (TORCH_VERSION_MAJOR > (MAJOR) || (TORCH_VERSION_MAJOR == (MAJOR) && TORCH_VERSION_MINOR >= (MINOR)))

// Virtual functions that the interface has since a release; in an earlier one nobody calls ours.
#if DEVTIDY_TORCH_SINCE(2, 7)
#define DEVTIDY_OVERRIDE_SINCE_2_7 override
#else
#define DEVTIDY_OVERRIDE_SINCE_2_7
#endif
#if DEVTIDY_TORCH_SINCE(2, 11)
#define DEVTIDY_OVERRIDE_SINCE_2_11 override
#else
#define DEVTIDY_OVERRIDE_SINCE_2_11
#endif

// What may throw since a release.
#if DEVTIDY_TORCH_SINCE(2, 7)
#define DEVTIDY_NOEXCEPT_BEFORE_2_7
#else
#define DEVTIDY_NOEXCEPT_BEFORE_2_7 noexcept
#endif

#if DEVTIDY_TORCH_SINCE(2, 8)
#include <c10/core/Allocator.h>
#else
#include <c10/core/CachingDeviceAllocator.h>
#endif

namespace devtidy::sim {

/// Throws what an error of the CUDA runtime becomes: torch.AcceleratorError in Python, RuntimeError before 2.8.
[[noreturn]] inline void throwCudaError(c10::SourceLocation Where, int Code, const char *Text) {
#if DEVTIDY_TORCH_SINCE(2, 8)
  throw c10::AcceleratorError(Where, Code, Text);
#else
  throw c10::Error(Where, Text);
#endif
}

/// "16.00 GiB", as messages of LibTorch's have it.
inline std::string sizeText(int64_t Size) {
#if DEVTIDY_TORCH_SINCE(2, 8)
  return c10::CachingAllocator::format_size(static_cast<uint64_t>(Size));
#else
  return c10::CachingDeviceAllocator::format_size(static_cast<uint64_t>(Size));
#endif
}

} // namespace devtidy::sim

#endif // DEVTIDY_RUNTIME_SIM_RELEASES_H
