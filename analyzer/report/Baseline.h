//===- Baseline.h - The findings that were there before -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A baseline is a file of findings that are accepted for now, so that a run fails for new ones only. A finding is
// recognised by path, check and fingerprint (Fingerprint.h), and as often as it was counted:
//
//   {
//     "schema": 1,
//     "findings": [
//       {"path": "src/train.cpp", "check": "device-mixed-operands", "fingerprint": "9f1c2b3a4d5e6f70", "count": 2}
//     ]
//   }
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_BASELINE_H
#define DEVTIDY_REPORT_BASELINE_H

#include "report/Sink.h"
#include "llvm/Support/Error.h"
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace devtidy::report {

class Baseline {
public:
  /// The error is one line: what is wrong with the text, without the name of its file.
  static llvm::Expected<Baseline> parse(llvm::StringRef Text);
  static Baseline of(llvm::ArrayRef<Finding> Findings, const ReportContext &Context);

  /// What parse() reads; sorted, so that a version control system shows what changed.
  void write(llvm::raw_ostream &Out) const;

  /// The findings that are not in the baseline, in their order. Of more equal ones than it counted, the last are new.
  std::vector<Finding> onlyNew(std::vector<Finding> Findings, const ReportContext &Context) const;

private:
  using Key = std::tuple<std::string, std::string, std::string>; ///< path, check, fingerprint

  static Key keyOf(const Finding &F, const ReportContext &Context);

  std::map<Key, unsigned> Counts;
};

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_BASELINE_H
