//===- Report.h - What the runtime found ------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The one place where the libraries that run beside a program report, so that a process has one log, one count and one
// set of options (Options.h), however many of them are in it. A finding is worded as the analyzer's are: headline,
// name of the check, notes that say where each operand was placed.
//
//   if (!countRepeated("device-wrong-copy-direction", stackKey(Here)))
//     report({.Check = "device-wrong-copy-direction", .Headline = "...", .Where = {.Calls = Here}, ...});
//
// Each distinct place of a check is written once; at exit a line says how many there were. All functions may be called
// from any thread, before main and while the process ends, and in a child after fork, which has a log and counts of its
// own. Nothing throws. A log that cannot be written is said once on standard error, and the program goes on.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_RUNTIME_REPORT_REPORT_H
#define DEVTIDY_RUNTIME_REPORT_REPORT_H

#include "runtime/report/Stack.h"
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#define DEVTIDY_RUNTIME_API [[gnu::visibility("default")]]

namespace devtidy::runtime {

/// Where something happened.
struct Site {
  std::string Position; ///< "train.cpp:4:10", if who reports knows it better than the stack does; else ""
  Stack Calls = {};     ///< may be empty
};

/// "'out' allocated on cuda:0 here"
struct Note {
  std::string Text;
  Site Where;
};

struct Finding {
  std::string Check;    ///< "device-mixed-operands"
  std::string Headline; ///< as report/Wording.h of the analyzer words it
  Site Where;
  std::vector<Note> Notes;
  uint64_t Key = 0; ///< of countRepeated; 0: told apart by position only
};

/// The options of this process, read when they are asked for first. What is wrong with them is said then, in one line
/// each, and help=1 prints its list.
DEVTIDY_RUNTIME_API const Options &options();

/// Makes the log, which reads nothing yet. For the constructor of who reports while it holds a lock (abi::forkSafe).
DEVTIDY_RUNTIME_API void makeLog();

/// True, and counted, if Check has reported with this key before: then there is nothing to word. The key is the
/// caller's: stackKey, or the address of a site's record.
DEVTIDY_RUNTIME_API bool countRepeated(std::string_view Check, uint64_t Key);

/// A number that tells stacks apart, never 0.
DEVTIDY_RUNTIME_API uint64_t stackKey(const Stack &S);

/// The function of the program that is on top of a stack, without what it has called in libraries; empty if there is
/// none.
DEVTIDY_RUNTIME_API Frame userPlace(const Stack &S);

/// Writes the finding, unless its place has been reported, a suppression fits, or there are too many; then only counts
/// it. Aborts the program if action=abort.
DEVTIDY_RUNTIME_API void report(Finding F);

/// "device-tidy: error: " and the text, once for each text.
DEVTIDY_RUNTIME_API void reportProblem(const std::string &Text);

/// Notes on the memory at an address beside who allocated it: which tensor has it, and where that one was placed. What
/// is what the finding calls the address.
using DescribeMemory = std::vector<Note> (*)(const void *Address, const std::string &What);
/// The library that knows, if there is one in the process, says so; without one, there are no notes.
DEVTIDY_RUNTIME_API void describeMemoryBy(DescribeMemory Knows);
DEVTIDY_RUNTIME_API std::vector<Note> describeMemory(const void *Address, const std::string &What);

/// How many findings there were, suppressed ones left out.
struct Counts {
  uint64_t Distinct = 0, Total = 0;
};
DEVTIDY_RUNTIME_API Counts counts();

/// Writes what is written when the program ends: documents and counts. For who knows that it is about to die of a
/// signal, whose exit status stays.
DEVTIDY_RUNTIME_API void finishDying();

} // namespace devtidy::runtime

#endif // DEVTIDY_RUNTIME_REPORT_REPORT_H
