//===- Stability.h - What must hold for any bytes given to the parser -----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_TEST_UNIT_IR_STABILITY_H
#define DEVTIDY_TEST_UNIT_IR_STABILITY_H

#include "ir/Text.h"
#include "ir/Verifier.h"
#include <string>

namespace devtidy::ir {

inline std::string printed(const Module &M, const PrintOptions &O = {}) {
  std::string S;
  llvm::raw_string_ostream OS(S);
  print(M, OS, O);
  return S;
}

/// Parses Text. If it is a module, it verifies without a crash, and if it is well formed, printing it and reading it
/// back gives the same text, in the full and in the canonical form.
inline bool isStable(llvm::StringRef Text) {
  llvm::Expected<std::unique_ptr<Module>> M = parse(Text);
  if (!M) {
    std::string Message = llvm::toString(M.takeError());
    return !Message.empty() && Message.find('\n') == std::string::npos;
  }
  bool WellFormed = verify(**M).empty();
  for (PrintOptions O : {PrintOptions{}, PrintOptions{.Locations = false, .Canonical = true}}) {
    std::string First = printed(**M, O);
    if (!WellFormed)
      continue;
    llvm::Expected<std::unique_ptr<Module>> Again = parse(First);
    if (!Again) {
      llvm::errs() << llvm::toString(Again.takeError()) << '\n';
      return false;
    }
    // Two names may have one canonical spelling.
    if (O.Canonical && !verify(**Again).empty())
      continue;
    if (!verify(**Again).empty() || printed(**Again, O) != First)
      return false;
  }
  return true;
}

} // namespace devtidy::ir

#endif // DEVTIDY_TEST_UNIT_IR_STABILITY_H
