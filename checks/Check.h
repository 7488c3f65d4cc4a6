//===- Check.h - What a check is ------------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check is one constant value: names, headline, and functions to run on what the analysis solved. It builds no text
// beyond filling its headline, sees no syntax tree, and learns nothing about the language of the source. One file per
// check; defining the value registers it:
//
//   static void run(const dataflow::Solved &S, Sink &Out) { ... }
//   static const Check DiscardedMove = {.Name = "device-discarded-move", ..., .OnFunction = run};
//   REGISTER_CHECK(DiscardedMove)
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_CHECK_H
#define DEVTIDY_CHECKS_CHECK_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace devtidy::dataflow {
class SolvedFunction;
class SolvedClass;
class Program;
} // namespace devtidy::dataflow

namespace devtidy::checks {

class Sink;

/// An option of a check, "device-implicit-creation.Strict", as .clang-tidy and pyproject.toml spell it.
struct Option {
  llvm::StringRef Name;    ///< "Strict"
  llvm::StringRef Default; ///< "false"
  llvm::StringRef Help;
};

struct Check {
  llvm::StringRef Name;     ///< "device-mixed-operands"
  llvm::StringRef Headline; ///< "operands of {op} are on different devices: {operands}"
  int Level = 1;            ///< 1 correctness, 2 portability, 3 performance
  llvm::StringRef Since;    ///< "0.1"
  llvm::ArrayRef<Option> Options = {};
  /// A check that knows more of the same bug, by full name: where that one speaks, this one is silent. "" if none does.
  llvm::StringRef YieldsTo = {};
  bool YieldsToNotes = false; ///< and where that, as certain, names the place in a note
  /// Any of these may be null.
  void (*OnFunction)(const dataflow::SolvedFunction &, Sink &) = nullptr;
  void (*OnClass)(const dataflow::SolvedClass &, Sink &) = nullptr;
  void (*OnProgram)(const dataflow::Program &, Sink &) = nullptr;
};

/// Every registered check, sorted by name.
llvm::ArrayRef<const Check *> allChecks();
/// Null if there is none.
const Check *findCheck(llvm::StringRef Name);

struct Registration {
  explicit Registration(const Check &C);
};
#define REGISTER_CHECK(C) static const ::devtidy::checks::Registration Register##C(C);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_CHECK_H
