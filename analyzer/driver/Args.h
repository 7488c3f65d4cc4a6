//===- Args.h - The command line, parsed --------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One structure per command. Names and meanings are those of ruff and clang-tidy wherever they have the option.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DRIVER_ARGS_H
#define DEVTIDY_DRIVER_ARGS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace devtidy::driver {

/// How sources are found and read: shared by the commands that read any.
struct SourceArgs {
  std::vector<std::string> Paths;
  std::optional<std::vector<std::string>> CompilerArgs; ///< after "--"
  std::vector<std::string> ExtraArgs;
  std::string BuildFolder, Python, Config, StdinFilename;
  std::string PyTorch; ///< the release whose operator table is meant, or "": the one that is found, else the newest
  std::vector<std::string> Exclude;
  bool NoPrecompiled = false, NoCache = false, Isolated = false, KeepBodies = false;
  unsigned Jobs = 0;      ///< 0: as many as the machine has cores
  unsigned Timeout = 300; ///< seconds for one unit
  bool Quiet = false, Verbose = false;
};

/// Which findings are wanted: of check, and of run.
struct SelectionArgs {
  std::vector<std::string> Select, Ignore;
  std::optional<int> Level;
};

struct CheckArgs : SourceArgs {
  std::vector<std::string> AsGiven; ///< all words of the command line but the first
  SelectionArgs Selection;
  std::string OutputFormat, OutputFile, Baseline, WriteBaseline, Worlds, WriteSites;
  std::vector<std::string> Evidence; ///< files that runs have written
  bool Fix = false, Diff = false, UnsafeFixes = false, AddNoqa = false;
  bool ExitZero = false, Statistics = false, ShowFiles = false;
};

struct IrArgs : SourceArgs {
  bool Canonical = false, Resolved = false, Summaries = false, NoLocations = false;
};

struct CoverageArgs : SourceArgs {
  enum class Format : uint8_t { Text, Json, Html };
  Format As = Format::Text;
  unsigned FailUnder = 0; ///< percent of operands that have to be known
};

struct StubsArgs : SourceArgs {
  std::string OutputFolder; ///< "": standard output
};

struct RuleArgs {
  std::string Name;
  bool All = false;
};

struct OpsArgs {
  std::string Name;
  std::string PyTorch; ///< the release whose table is meant, or "": the one that is found, else the newest
  bool Json = false;
};

struct RunArgs {
  SelectionArgs Selection;
  std::string Config;
  bool Isolated = false;
  unsigned Devices = 0;             ///< simulated ones; 0: those of the machine, and two simulated ones if it has none
  uint64_t DeviceMemory = 0;        ///< bytes of each simulated one; 0: as many as they have by default
  std::string OutputFormat;         ///< "", full, concise, json or sarif
  std::string OutputFile;           ///< "" is standard error: standard output is the program's
  std::string Evidence;             ///< file that takes what was seen, for check --evidence; "" if there is none
  bool Quiet = false;               ///< no summary
  std::vector<std::string> Program; ///< after "--": name and arguments
};

enum class Command { Check, Coverage, Ir, Pch, Explain, Rule, Ops, Run, Completion, Manual, Stubs };

struct Args {
  Command What = Command::Check;
  CheckArgs Check; ///< Explain's too: the first path is the message
  CoverageArgs Coverage;
  IrArgs Ir;
  SourceArgs Pch;
  RuleArgs Rule;
  OpsArgs Ops;
  RunArgs Run;
  StubsArgs Stubs;
  std::string Shell; ///< Completion's: bash, zsh or fish
};

/// What --help says, for completions and the manual.
struct OptionText {
  std::string Name;  ///< without dashes
  std::string Value; ///< what it takes, or ""
  std::string Help;

  std::string spelling() const { return (Name.size() == 1 ? "-" : "--") + Name; }
};
struct CommandText {
  std::string Name, Help;
  std::string Arguments;           ///< what is no option: "[NAME]"
  std::vector<OptionText> Options; ///< sorted by name
};
/// In order of name; the first one, without a name, has what may stand in front of a command. After parseArgs.
std::vector<CommandText> describeCommands();

/// Parses the command line. --help and --version print and end the program with status 0; a mistake is an error of one
/// line, or of none if it has been printed already.
llvm::Expected<Args> parseArgs(llvm::ArrayRef<const char *> Argv);

} // namespace devtidy::driver

#endif // DEVTIDY_DRIVER_ARGS_H
