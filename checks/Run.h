//===- Run.h - From modules to findings: the one entry of the analysis ----===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every surface (command line, clang-tidy plugin, clangd, tests) calls this one function; they differ in the modules
// that they hand in and in what they do with the findings.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_RUN_H
#define DEVTIDY_CHECKS_RUN_H

#include "ir/Module.h"
#include "report/Finding.h"
#include "report/SourceText.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace devtidy::checks {

struct RunOptions {
  /// Checks to run, by full name; empty means all.
  std::vector<std::string> Enabled;
  int Level = 2;                             ///< findings above it are dropped
  uint8_t Worlds = report::AllWorlds;        ///< machines to consider
  unsigned Jobs = 1;                         ///< threads, 0 for one for each core
  int MaxAccelerators = 8;                   ///< cuda:k with k at or above it exists nowhere
  llvm::StringMap<std::string> CheckOptions; ///< "device-implicit-creation.Strict" -> "true"
  /// Those of a file, if files differ. Any thread asks.
  std::function<const llvm::StringMap<std::string> &(llvm::StringRef Path)> OptionsOf;
  /// Whether a finding is wanted where it stands, if files differ. One that is not silences no other one.
  std::function<bool(const report::Finding &)> Wants;
  /// Runs what it is given, in one thread of several; false, and why, if a fault ended it. Null: nothing is contained.
  std::function<bool(llvm::function_ref<void()>, std::string &Why)> Contain;
  /// For tests: called with "link" or "solve" and a module's path, "look" and a function's name, before that is done.
  std::function<void(llvm::StringRef Step, llvm::StringRef Of)> Before;
  /// The text of the files, for naming operands and for fixes; null reads them from disk.
  report::SourceCache *Sources = nullptr;
  /// The modules are all that there is. If not, others may call what is not local, and nothing is said that hangs on
  /// who they are: what a part of a program is told is told of the whole as well.
  bool WholeProgram = true;
  bool WantsCoverage = false; ///< of each function, for RunStatistics
};

/// What is known of one operand.
struct OperandCoverage {
  enum class Place : uint8_t {
    Known,   ///< on a device that is known
    Symbol,  ///< where a caller, a module or a member says
    Unknown, ///< Reason says why
  };

  uint32_t Begin = 0, End = 0; ///< bytes of the file
  Place Where = Place::Unknown;
  std::string Reason;

  auto operator<=>(const OperandCoverage &) const = default;
};

/// Of the operands that meet others in a function, are moved or are read by the host: how many are known to be
/// somewhere.
struct FunctionCoverage {
  std::string Path;     ///< of the file
  std::string Function; ///< qualified name
  unsigned Placed = 0;  ///< on a device that is known
  unsigned Symbols = 0; ///< where a caller, a module or a member says
  unsigned Unknown = 0;
  std::vector<std::pair<std::string, unsigned>> Reasons; ///< why not, and how often
  std::vector<OperandCoverage> Operands;                 ///< those that have a source, in any order

  auto operator<=>(const FunctionCoverage &) const = default;
};

struct RunStatistics {
  unsigned Functions = 0, Instructions = 0, GaveUp = 0; ///< GaveUp: functions over the size or visit limit
  std::vector<FunctionCoverage> Coverage;               ///< in any order
};

/// An operation that the analysis cannot decide, since it depends on what the program is given. Instrumented code can.
struct OpenSite {
  report::Place Where;
  std::string Check;     ///< what is reported there if it fails: "device-mixed-operands"
  std::string Operation; ///< as diagnostics call it: "+", "Linear"
  std::string Function;  ///< qualified name of the enclosing function

  auto operator<=>(const OpenSite &) const = default;
};

/// Something of which nothing is said, since its analysis did not come to its end.
struct Fault {
  std::string Path;     ///< of the module
  std::string Function; ///< qualified name; "" for all of the module
  std::string Why;      ///< what the analysis did: "crashed (Segmentation fault)", "was given up: it is too large"
  bool IsCrash = true;

  auto operator<=>(const Fault &) const = default;
};

/// Analyses the modules together (they are linked by qualified names) and returns all findings, sorted, each once, in
/// checked files only, whatever Jobs is. Open takes what is undecided, sorted, each once. Suppressions and baselines
/// are not applied here. Faults takes what was contained, sorted, each once. Said takes what was said on the way: also
/// what a caller excuses, and what somebody else tells better. Pure: same modules, same findings, any thread.
std::vector<report::Finding> runChecks(llvm::ArrayRef<const ir::Module *> Modules, const RunOptions &Options,
                                       RunStatistics *Statistics = nullptr, std::vector<OpenSite> *Open = nullptr,
                                       std::vector<Fault> *Faults = nullptr,
                                       std::vector<report::Finding> *Said = nullptr);

/// What runChecks hands to Said, in any order, of the modules Only, which are among Modules, and perhaps of others.
/// Nothing if a fault ended part of it.
std::optional<std::vector<report::Finding>> checkAgain(llvm::ArrayRef<const ir::Module *> Modules,
                                                       const RunOptions &Options,
                                                       llvm::ArrayRef<const ir::Module *> Only);

/// All registered checks, for documentation, SARIF rules and option parsing.
std::vector<report::CheckInfo> describeChecks();

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_RUN_H
