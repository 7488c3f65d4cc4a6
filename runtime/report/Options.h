//===- Options.h - What DEVICE_TIDY_OPTIONS asks for ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The options of all libraries that run beside a program, spelled as the sanitizers spell theirs: a list
// `name=value:name=value` in one environment variable, abi::OptionsVariable. Includes nothing of ours.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_OPTIONS_H
#define DEVTIDY_RUNTIME_REPORT_OPTIONS_H

#include <string>
#include <string_view>
#include <vector>

namespace devtidy::runtime {

/// What happens when something is found.
enum class Action {
  Report, ///< it is written, and the program goes on
  Abort,  ///< it is written, and the program is aborted
  Count,  ///< nothing is written before the program ends
};
enum class Format { Text, Json, Sarif };

struct Options {
  Action OnFinding = Action::Report;
  Format Output = Format::Text;
  bool IsFormatAsked = false; ///< Output is what the variable says
  std::string LogPath;        ///< "": standard error. The process id is appended, as one run may have several processes
  std::string Suppressions;   ///< path of a file, "" if there is none
  std::string Evidence;       ///< path of a file that takes what was seen at each site, "" if there is none
  unsigned MaxReports = 100;  ///< distinct findings that are written; more are counted
  unsigned StackDepth = 16;   ///< frames that are kept of a stack, at most MaxStackDepth
  int ExitCode = 0;           ///< the program's exit status if there are findings; 0: as it is
  bool Help = false;          ///< list the options and go on

  static constexpr unsigned MaxStackDepth = 32;
};

/// What device-tidy run asks for (abi::OutputFileVariable and its neighbours): where findings of all processes go.
struct RunOptions {
  Format Output = Format::Text;
  std::string OutputFile; ///< "": there is none
  bool IsConcise = false; ///< headlines only
  bool IsQuiet = false;   ///< no summary
};
RunOptions runOptionsOfEnvironment();

/// Reads the value of the variable into Into. Gives one line for each part that is no option; the others hold.
std::vector<std::string> parseOptions(std::string_view Text, Options &Into);

/// What help=1 prints: one line for each option with its default.
std::string optionsHelp();

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_OPTIONS_H
