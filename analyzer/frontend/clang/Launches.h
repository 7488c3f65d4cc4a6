//===- Launches.h - Launches of CUDA as nvcc reads them --------*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To nvcc `<< <` is `<<<` and `>> >` is `>>>`, as formatters that know no CUDA write them; to clang they are errors.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_FRONTEND_CLANG_LAUNCHES_H
#define DEVTIDY_FRONTEND_CLANG_LAUNCHES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace clang {
class Preprocessor;
}

namespace devtidy::frontend {

/// The text with the launches as clang takes them. It is as long, and what stands in front of a launch, between its
/// brackets and behind it keeps its place. None if nothing is to be changed.
std::optional<std::string> joinLaunches(llvm::StringRef Text);

/// Before it reads anything: lets the preprocessor of a CUDA unit read each file that is not of the system so.
void readJoinedLaunches(clang::Preprocessor &P);

} // namespace devtidy::frontend

#endif // DEVTIDY_FRONTEND_CLANG_LAUNCHES_H
