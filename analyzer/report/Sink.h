//===- Sink.h - The output formats ----------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sink renders findings in one format and adds no words of its own. All sinks print the same bytes for the same
// findings, whatever the machine, the time or the number of threads.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_SINK_H
#define DEVTIDY_REPORT_SINK_H

#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <functional>
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace devtidy::report {

/// A file that could not be checked, or not wholly: "no such file", "3 parse errors; first: ..."
struct Problem {
  std::string Path;
  std::string Message;
};

/// What a report needs beside its findings.
struct ReportContext {
  SourceCache &Sources;
  llvm::ArrayRef<CheckInfo> Checks = {}; ///< every check that ran
  llvm::ArrayRef<Problem> Problems = {}; ///< full and concise leave these to the driver, for standard error
  llvm::StringRef Version = {};          ///< of device-tidy: "0.1.0"
  llvm::StringRef InformationUri = {};   ///< of the project; may be empty
  llvm::StringRef PagesUrl = {};         ///< of the pages, if they are not below that: "https://.../{check}.html"
  llvm::StringRef Root = {};             ///< the absolute working folder: paths below it are printed relative to it
  int ExitStatus = 0;                    ///< with which the program will end
  bool Colors = false;
  bool Verbose = false; ///< full text shows worlds and evidence
  /// The page of a check in Markdown, or "". May be unset.
  std::function<llvm::StringRef(llvm::StringRef Check)> Page = {};

  /// The path as it is printed; valid UTF-8.
  std::string displayed(llvm::StringRef Path) const;
  /// Where the page of a check can be read, or "".
  std::string url(llvm::StringRef Check) const;
  /// The name of a check; where there are colors, and a page, a link of the terminal to that.
  std::string linked(llvm::StringRef Check) const;
  /// Null if the check is not among Checks.
  const CheckInfo *find(llvm::StringRef Check) const;
};

/// "confirmed", "refuted", "not-reached", as JSON and SARIF spell it; "" if no run was asked.
llvm::StringRef settledName(Settled S);

struct Sink {
  llvm::StringRef Name; ///< as --output-format spells it: "full", "sarif"
  /// Precondition: Findings are sorted.
  void (*Write)(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
};

/// "cpu", "gpu", "multi": the worlds as JSON, SARIF and --worlds spell them.
std::vector<std::string> worldNames(uint8_t Worlds);

/// In the order in which the help lists them.
llvm::ArrayRef<Sink> allSinks();
/// Null if there is none of this name.
const Sink *findSink(llvm::StringRef Name);

// One file each.
void writeFull(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeConcise(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeJson(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeSarif(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeGitHub(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeGitLab(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);
void writeJUnit(llvm::ArrayRef<Finding> Findings, const ReportContext &Context, llvm::raw_ostream &Out);

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_SINK_H
