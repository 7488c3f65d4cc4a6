//===- SiteFilter.h - Which sites are wanted -----------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A list of sites that device-tidy check --write-sites has written. Operations that it does not name are not checked;
// what places tensors is still noted, since reports say where operands come from.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_PASS_SITEFILTER_H
#define DEVTIDY_RUNTIME_PASS_SITEFILTER_H

#include "llvm/Support/Error.h"
#include <set>
#include <string>
#include <tuple>

namespace llvm {
class DILocation;
} // namespace llvm

namespace devtidy::pass {

class SiteFilter {
public:
  /// Fails with one line if the file cannot be read or is no list of sites. An empty path wants every site.
  static llvm::Expected<SiteFilter> read(llvm::StringRef Path);

  bool wants(const llvm::DILocation *At) const;

private:
  bool All = true;
  std::set<std::tuple<std::string, unsigned, unsigned>> Wanted; ///< path, line, column
};

} // namespace devtidy::pass

#endif // DEVTIDY_RUNTIME_PASS_SITEFILTER_H
