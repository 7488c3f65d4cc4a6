//===- CoverageReport.h - How coverage is written --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_COVERAGEREPORT_H
#define DEVTIDY_DRIVER_COVERAGEREPORT_H

#include "checks/Run.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace devtidy::driver {

/// What a file, a function or all of a run has.
struct CoverageCount {
  unsigned Placed = 0, Symbols = 0, Unknown = 0;
  std::map<std::string, unsigned> Reasons;

  void add(const checks::FunctionCoverage &C);
  unsigned known() const { return Placed + Symbols; }
  unsigned all() const { return known() + Unknown; }
  double percent() const { return all() ? 100.0 * known() / all() : 100.0; }
  /// What cost most comes first.
  std::vector<std::pair<std::string, unsigned>> sortedReasons() const;
};

/// The coverage of a run, by file.
struct CoverageReport {
  struct Function {
    std::string Name;
    CoverageCount Has;
    std::vector<checks::OperandCoverage> Operands;
  };
  struct File {
    CoverageCount Has;
    std::vector<Function> Functions;
    const report::SourceText *Text = nullptr; ///< null if nobody can read it
  };

  CoverageCount All;
  std::map<std::string, File> Files; ///< by the path that is shown

  void writeText(bool Verbose, llvm::raw_ostream &To) const;
  void writeJson(llvm::raw_ostream &To) const;
  /// One page: all files, and the source of those that lose something, what costs most first.
  void writeHtml(llvm::raw_ostream &To) const;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_COVERAGEREPORT_H
