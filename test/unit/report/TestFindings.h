//===- TestFindings.h - Short ways to make findings in tests --------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_TEST_UNIT_REPORT_TESTFINDINGS_H
#define DEVTIDY_TEST_UNIT_REPORT_TESTFINDINGS_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include <cassert>

namespace devtidy::report::test {

/// The place of the first Part in a text, with the caret at the first Caret in it.
inline Place placeOf(llvm::StringRef Path, llvm::StringRef Text, llvm::StringRef Part, llvm::StringRef Caret = "") {
  size_t Begin = Text.find(Part), Point = Part.find(Caret);
  assert(Begin != llvm::StringRef::npos && Point != llvm::StringRef::npos);
  return {Path.str(), uint32_t(Begin), uint32_t(Begin + Part.size()), uint32_t(Begin + Point)};
}

inline Finding findingAt(Place Where, llvm::StringRef Check = "device-mixed-operands") {
  Finding F;
  F.Check = Check.str();
  F.Where = std::move(Where);
  F.Headline = "operands of '+' are on different devices: 'a' on cuda:0, 'b' on cpu";
  return F;
}

} // namespace devtidy::report::test

#endif // DEVTIDY_TEST_UNIT_REPORT_TESTFINDINGS_H
