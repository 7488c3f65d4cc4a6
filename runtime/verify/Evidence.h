//===- Evidence.h - What was seen, for the analyzer ----------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With DEVICE_TIDY_OPTIONS=evidence=FILE, a line of JSON for each site and each combination of devices there is
// appended to the file at once, so that it is there even if the program crashes, and processes can share it.
// analyzer/driver/RunEvidence.h has the format.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_VERIFY_EVIDENCE_H
#define DEVTIDY_RUNTIME_VERIFY_EVIDENCE_H

#include "runtime/verify/Registry.h"
#include <string>
#include <string_view>
#include <vector>

namespace devtidy::verify {

/// An operand as it is called, its device, and which one it is.
struct SeenOperand {
  std::string Name, Device;
  std::string Variable;        ///< at the place, where Name may be from the tensor's origin; "" if it is none
  int Position = -1, Row = -1; ///< in the parameters of what is called, and in a list; -1: nobody knows, or no list
};

/// True if somebody asked for evidence.
bool wantsEvidence();
/// Notes what was seen at a site; Check is what failed, or "". What was noted before is not noted again. Any thread.
void noteEvidence(const SiteInfo &Where, std::string_view Check, const std::vector<SeenOperand> &Operands);

} // namespace devtidy::verify

#endif // DEVTIDY_RUNTIME_VERIFY_EVIDENCE_H
