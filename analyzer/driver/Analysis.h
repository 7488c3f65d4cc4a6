//===- Analysis.h - From files to the findings that are wanted ----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_ANALYSIS_H
#define DEVTIDY_DRIVER_ANALYSIS_H

#include "checks/Run.h"
#include "driver/Args.h"
#include "driver/Outcome.h"
#include "driver/Session.h"
#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <vector>

namespace devtidy::driver {

/// What one run found, before baselines and repairs.
struct Analysis {
  std::vector<report::Finding> Findings; ///< sorted; selected, not silenced
  std::vector<report::Note> Useless;     ///< comments that silence nothing
  std::vector<report::CheckInfo> Checks; ///< that ran
  std::vector<checks::OpenSite> Open;    ///< if sites are to be written
  Outcome Read;
};

/// Reads and analyses the files of the session. Fails with one line if an option makes no sense; the options are looked
/// at before any file is read.
llvm::Expected<Analysis> analyze(const CheckArgs &Args, Session &S, report::SourceCache &Sources);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_ANALYSIS_H
