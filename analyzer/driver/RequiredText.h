//===- RequiredText.h - What every match of a pattern contains --*- C++ -*-===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A regular expression takes a tenth of a second for a megabyte, and there are a hundred of them. A string is found a
// hundred times as fast: a match of "(CUDA|HIP) error: .*argument" has an " error: " and an "argument", and where
// either is missing nothing is searched.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_REQUIREDTEXT_H
#define DEVTIDY_DRIVER_REQUIREDTEXT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace devtidy::driver {

/// Of each one is in a match.
using OneOf = std::vector<std::string>;

/// What every match of a POSIX extended regular expression contains, what is longest first. Empty if nothing is known.
std::vector<OneOf> requiredText(llvm::StringRef Pattern);

/// The parts of the text, in order and apart from each other, that may hold a match: they hold one of the strings that
/// are found least often, with Around characters in front of it and behind it. The whole text if nothing is required.
std::vector<llvm::StringRef> partsWith(llvm::ArrayRef<OneOf> Required, llvm::StringRef Text, size_t Around);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_REQUIREDTEXT_H
