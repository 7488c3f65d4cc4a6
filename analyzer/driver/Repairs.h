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
#include "driver/Frontend.h"
#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace devtidy::driver {

/// An analysis that has been made.
struct Analysed {
  report::SourceCache &Sources;
  /// Hands over the texts that positions are counted in, where they are not what the files hold.
  llvm::function_ref<void(report::SourceCache &)> ProvideTexts;
  /// What would become of the files of Lowered that have these indices, if files held these texts.
  llvm::function_ref<std::vector<LoweredFile>(llvm::ArrayRef<size_t>, const FileTexts &)> LowerAgain;
  unsigned MaxRounds; ///< files are read again so many times, once more, and once more
  llvm::ArrayRef<LoweredFile> Lowered;
  llvm::ArrayRef<const ir::Module *> Modules; ///< of them, and of what they import
  const checks::RunOptions &Options;
  llvm::ArrayRef<report::Finding> Said; ///< what runChecks hands out beside its result
  llvm::function_ref<bool(const report::Finding &)> Wants;
};

/// Leaves each finding the first of its repairs, best first, after which no file has an error that it did not have, the
/// finding is gone, and there is no other one that is wanted. Of what is still wrong the repairs are made, too: then
/// all of them are one. All that come first are tried together; then one in each function, then each alone. What is not
/// known after MaxRounds is taken away.
void keepSoundRepairs(std::vector<report::Finding> &Findings, const Analysed &Before);

/// Leaves those repairs safe that are offered so with Callers, modules of files that were not read, beside the others.
void askCallers(std::vector<report::Finding> &Findings, const Analysed &Before,
                llvm::ArrayRef<const ir::Module *> Callers);
/// Leaves no repair safe of what is not declared, of which others may call anything.
void distrustCallers(std::vector<report::Finding> &Findings, llvm::function_ref<bool(llvm::StringRef Path)> IsOpen);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_REPAIRS_H
