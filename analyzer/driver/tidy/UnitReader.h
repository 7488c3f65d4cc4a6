//===- UnitReader.h - A unit, read again with other texts -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before a repair is offered, it is made in memory and the unit is read again: with the options that the host has read
// it with, from the host's files, and with the host's precompiled header.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_TIDY_UNITREADER_H
#define DEVTIDY_DRIVER_TIDY_UNITREADER_H

#include "driver/Frontend.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <memory>

namespace clang {
class ASTContext;
class CompilerInvocation;
class Preprocessor;
} // namespace clang

namespace devtidy::driver {

/// Precondition of all that follows: the preprocessor, which is the host's, lives.
class UnitReader {
public:
  explicit UnitReader(clang::Preprocessor &Host) : Host(Host) {}

  /// True if the host has seen errors: what it has read is not all that there is.
  bool hasErrors() const;
  /// What Lower makes of the unit if files hold these texts. The problems are counted only.
  LoweredFile read(const FileTexts &Texts,
                   llvm::function_ref<std::unique_ptr<ir::Module>(clang::ASTContext &)> Lower) const;

private:
  std::shared_ptr<clang::CompilerInvocation> invocation(const FileTexts &Texts) const;

  clang::Preprocessor &Host;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_TIDY_UNITREADER_H
