//===- Registry.h - The sites that the program has reached -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sites are numbered when they are reached first, and what their records say is copied: a library of the program can be
// unloaded. Copies of one site, in several units, have one number.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_REGISTRY_H
#define DEVTIDY_RUNTIME_VERIFY_REGISTRY_H

#include "runtime/abi/Site.h"
#include "runtime/verify/Origins.h"
#include <string>
#include <vector>

namespace devtidy::verify {

/// What happens to the device of a site's result.
enum class Role : uint8_t {
  Compute, ///< it is that of the operands
  Create,
  Wrap, ///< memory of the program becomes a tensor
  Move,
  Load,
  Return, ///< a function of LibTorch decides
};

struct SiteInfo {
  std::string Operation, Called, Function, ResultName; ///< as in abi::Site
  std::string Path;                                    ///< absolute; "" without debug information
  unsigned Line = 0, Column = 0;
  std::string Position; ///< "train.cpp:4:10", relative to the working folder; without lines the function's name, or ""
  std::vector<std::string> Names; ///< of the operands
  abi::SiteKind Kind = abi::SiteKind::Library;
  Role Does = Role::Compute;
  uint64_t Key = 0; ///< tells places apart; never 0
};

/// The number of a site, which is given now if it has none.
SiteId numberOf(abi::Site &Site) noexcept;
/// The same, with what its result's device comes from.
SiteId numberOf(abi::Site &Site, Role &Does) noexcept;
/// Null for no site. Lives as long as the program.
const SiteInfo *infoOf(SiteId Number) noexcept;

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_REGISTRY_H
