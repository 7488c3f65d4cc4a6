//===- RunEvidence.h - What the analyzer and a run tell each other -------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check --write-sites lists the operations that the analyzer cannot decide, for the compiler pass:
//
//   {"schema": 1, "sites": [{"path": "/src/train.cpp", "line": 12, "column": 14, "check": "device-mixed-operands",
//                            "operation": "+", "function": "forward"}]}
//
// An instrumented program, or Python under device-tidy run, appends one line of JSON for each thing that it sees there,
// and check --evidence reads them:
//
//   {"path": "/src/train.cpp", "line": 12, "column": 14, "check": "device-mixed-operands", "operation": "+",
//    "operands": [{"name": "'x'", "device": "cuda:0", "variable": "x", "position": 0, "row": -1},
//                 {"name": "'mask'", "device": "cpu", "variable": "", "position": 1, "row": -1}]}
//
// Columns are in bytes, from 1; a column of 0 means any. "check" is what failed, or "" if nothing did. The operands are
// all that there are, those that did not fit first. "name" is for people: the tensor's where the operand is no
// variable. Where a run knows it, there is the position in the arguments, and in a list that is an argument (else -1).
// Several operations can stand at one place, in a macro, and one can have several operands,
// so what failed there need not be what a finding says.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_RUNEVIDENCE_H
#define DEVTIDY_DRIVER_RUNEVIDENCE_H

#include "checks/Run.h"
#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace devtidy::driver {

/// Writes the sites, in their order. Folder is what their paths are relative to.
void writeSites(llvm::ArrayRef<checks::OpenSite> Sites, report::SourceCache &Sources, llvm::StringRef Folder,
                llvm::raw_ostream &Out);

class RunEvidence {
public:
  /// Adds what a file says. Fails with one line if it cannot be read, or has a line that is none of a run's.
  llvm::Error read(llvm::StringRef Path);

  /// Says of each finding that may be, and that a run can settle, how it went, in a note.
  void settle(std::vector<report::Finding> &Findings, report::SourceCache &Sources, llvm::StringRef Folder) const;

private:
  struct SeenOperand {
    std::string Called, Device;
    report::Operand Which; ///< named by its variable
  };
  struct Seen {
    unsigned Column = 0;
    std::string Check; ///< "": it went well
    std::vector<SeenOperand> Operands;

    std::vector<std::string> say() const;
    /// True if what was seen says nothing against these operands of a finding: they were elsewhere, or fitted.
    bool isOfOthers(llvm::ArrayRef<report::Operand> Found) const;

  private:
    /// Null if nobody can tell.
    const SeenOperand *find(const report::Operand &Wanted) const;
  };
  using Line = std::pair<std::string, unsigned>; ///< path and line

  llvm::Error readLine(llvm::StringRef Text);
  void settle(report::Finding &F, report::SourceCache &Sources, llvm::StringRef Folder) const;

  std::map<Line, std::vector<Seen>> All;
};

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_RUNEVIDENCE_H
