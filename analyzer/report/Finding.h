//===- Finding.h - What a check hands to every surface --------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A finding is complete and self-contained: no pointer into the analysis, paths and byte offsets only. Sinks render it
// (text, SARIF, JSON, clang diagnostics, LSP); none of them adds a word.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_REPORT_FINDING_H
#define DEVTIDY_REPORT_FINDING_H

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace devtidy::report {

/// The bytes [Begin, End) of a file, and the byte under which the caret stands.
struct Place {
  std::string Path;
  uint32_t Begin = 0, End = 0, Point = 0;

  auto operator<=>(const Place &) const = default;
};

/// A second place, in causal order: "'w' created on cpu here, the default device".
struct Note {
  Place Where;
  std::string Text;

  auto operator<=>(const Note &) const = default;
};

/// Replace the bytes [Begin, End) of Where by Replacement; Begin == End inserts.
struct Edit {
  std::string Path;
  uint32_t Begin = 0, End = 0;
  std::string Replacement;

  auto operator<=>(const Edit &) const = default;
};

/// A repair. A sure one is applied by --fix and hangs on the warning; any other is shown on a note.
struct Fix {
  std::string Title; ///< imperative: "create 'mask' on the device of 'x'"
  std::vector<Edit> Edits;
  bool Sure = true;
  bool Backward = false; ///< takes to the CPU what somebody has put elsewhere: whatever does without that is better

  auto operator<=>(const Fix &) const = default;
};

/// Machines on which the finding holds.
enum World : uint8_t { WorldCpu = 1, WorldGpu = 2, WorldMulti = 4, AllWorlds = 7 };

/// Why the analysis believes that a symbol is a tensor that can be on an accelerator.
struct Evidence {
  std::string Kind; ///< "forward-of-module", "device-query", ...
  int Strength = 0; ///< 1 weak to 3 strong

  auto operator<=>(const Evidence &) const = default;
};

/// What runs of instrumented code say of a finding that "may be".
enum class Settled : uint8_t {
  No,         ///< nobody asked
  Confirmed,  ///< it has failed
  Refuted,    ///< it was reached, and has not failed
  NotReached, ///< no run came there
};

/// One of those that do not fit, as the headline calls it, and which operand of the operation it is.
struct Operand {
  std::string Name;
  int Position = -1; ///< in the arguments, from 0; -1 if it is none
  int Row = -1;      ///< in a list that is an argument, from 0; -1 if it is no element, or any

  auto operator<=>(const Operand &) const = default;
};

struct Finding {
  std::string Check; ///< "device-mixed-operands"
  int Level = 1;     ///< 1 correctness, 2 portability, 3 performance, after evidence
  Place Where;
  std::string Headline; ///< one line, lower case, no full stop
  std::vector<Note> Notes;
  std::vector<Fix> Fixes;
  uint8_t Worlds = AllWorlds; ///< bits of World
  bool Certain = true;        ///< "is" (true) or "may be"
  std::vector<Evidence> Support;
  std::string Function;          ///< qualified name of the enclosing function, or ""
  Place Operation;               ///< where the operation is, if the finding stands at a call that leads there
  std::vector<Operand> Operands; ///< of the operation
  Settled ByRun = Settled::No;

  bool operator==(const Finding &) const = default;
};

/// File, line, column (both by the offset of the caret), check: the order of all output. Every other member breaks
/// ties, so that findings neither of which is less than the other are equal.
bool operator<(const Finding &A, const Finding &B);

/// Sorts, and keeps one of each group of equal findings: a header's findings come once from each unit that includes it.
void sortAndDeduplicate(std::vector<Finding> &Findings);

/// What a check says of itself; the registry is checks/Check.h, this is what reports need to know.
struct CheckInfo {
  std::string Name;     ///< "device-mixed-operands"
  std::string Headline; ///< the template, for documentation
  std::string Page;     ///< "docs/checks/mixed-operands.md"
  int Level = 1;
  std::string Since; ///< "0.1"
};

} // namespace devtidy::report

#endif // DEVTIDY_REPORT_FINDING_H
