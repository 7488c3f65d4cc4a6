//===- Repairs.h - Repairs that the analysis has solved again -----------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check offers a repair by what it knows of one place. Before anybody is shown it, it is made in the text, in memory,
// and the files that change are read and solved again.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_REPAIRS_H
#define DEVTIDY_DRIVER_REPAIRS_H

#include "checks/Run.h"
#include "driver/Session.h"
#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace devtidy::driver {

/// An analysis that has been made.
struct Analysed {
  Session &S;
  report::SourceCache &Sources;
  llvm::ArrayRef<LoweredFile> Lowered;        ///< in the order of the session's files
  llvm::ArrayRef<const ir::Module *> Modules; ///< of them, and of what they import
  const checks::RunOptions &Options;
  llvm::ArrayRef<report::Finding> Said; ///< what runChecks hands out beside its result
  llvm::function_ref<bool(const report::Finding &)> Wants;
};

/// Takes from Findings each repair after which a file has an error that it did not have, the finding is still there, or
/// there is another one that is wanted. All repairs are tried together first, and those in whose files something is
/// wrong then each alone. What is left over after a number of rounds is taken away, too.
void keepSoundRepairs(std::vector<report::Finding> &Findings, const Analysed &Before);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_REPAIRS_H
