//===- Fingerprint.h - A name for a finding that survives line moves ------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A fingerprint is made of the check, the text of the line without its spaces, and the enclosing function: not of line
// numbers, nor of the headline, which may be reworded. Code scanning and the baseline recognise old findings by it.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_FINGERPRINT_H
#define DEVTIDY_REPORT_FINGERPRINT_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace devtidy::report {

/// 16 hexadecimal digits. Findings of one check on two equal lines of a function share it.
std::string fingerprint(const Finding &F, SourceCache &Sources);

/// One for each finding; those that share a fingerprint within a file are counted: "9f1c...:1", "9f1c...:2".
/// Precondition: Findings are sorted.
std::vector<std::string> countedFingerprints(llvm::ArrayRef<Finding> Findings, SourceCache &Sources);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_FINGERPRINT_H
