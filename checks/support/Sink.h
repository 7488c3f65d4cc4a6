//===- Sink.h - How a check reports -------------------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A check picks a place, fills its headline's slots and names the steps that explain it; the sink finds source text,
// writes the notes in the project's words, decides level and worlds, and keeps findings out of files that are not
// checked.
//
//   Draft D = Out.draft(S, *Event.I);
//   D.slot("value", Out.text(S, Arg)).because(Step, "cpu");
//   Out.add(std::move(D));
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_CHECKS_SUPPORT_SINK_H
#define DEVTIDY_CHECKS_SUPPORT_SINK_H

#include "checks/Check.h"
#include "checks/Run.h"
#include "dataflow/state/Evidence.h"
#include "dataflow/state/Program.h"
#include "report/Wording.h"

namespace devtidy::checks {

using dataflow::Event;
using dataflow::Placement;
using dataflow::Program;
using dataflow::SolvedClass;
using dataflow::SolvedFunction;
using dataflow::Step;

class NameUses;

/// A finding in the making.
class Draft {
public:
  Draft &slot(llvm::StringRef Name, std::string Text) {
    Slots.push_back({Name, std::move(Text)});
    return *this;
  }
  /// Said once of a place: two operands may come from there.
  Draft &note(report::Place Where, std::string Text) {
    report::Note N{std::move(Where), std::move(Text)};
    if (!N.Where.Path.empty() && !llvm::is_contained(F.Notes, N))
      F.Notes.push_back(std::move(N));
    return *this;
  }
  Draft &fix(std::string Title, report::Edit E, bool Sure = true) {
    F.Fixes.push_back({std::move(Title), {std::move(E)}, Sure});
    return *this;
  }
  Draft &certain(bool C) {
    F.Certain = C;
    return *this;
  }
  Draft &worlds(uint8_t W) {
    F.Worlds = W;
    return *this;
  }
  Draft &atLeastLevel(int L) {
    F.Level = std::max(F.Level, L);
    return *this;
  }
  /// What seldom turns out to be a mistake is of level 3, unless it is certain enough for level 1.
  Draft &doubt(bool Is = true) {
    IsDoubtful |= Is;
    return *this;
  }
  /// The same if that holds.
  Draft &doubtIf(const dataflow::Excuse &E) {
    DoubtfulIf.push_back(E);
    return *this;
  }
  /// What is supported as strongly is certain at level 1 if it is strong (3), and at level 3 if it is weak (1).
  Draft &atLevelOf(int Strength) { return atLeastLevel(4 - Strength); }
  Draft &support(llvm::StringRef Kind, int Strength) {
    F.Support.push_back({Kind.str(), Strength});
    return *this;
  }

  /// The finding is none if that holds, or another excuse, which is known when all of the run is solved.
  Draft &unless(const dataflow::Excuse &E) {
    Unless.push_back(E);
    return *this;
  }
  /// The finding is not of level 1 if that holds.
  Draft &weakerIf(const dataflow::Excuse &E) {
    WeakerIf.push_back(E);
    return *this;
  }

  report::Finding F;
  const ir::Function *Of = nullptr;   ///< in which it was found; null if that was a class
  const SolvedFunction *In = nullptr; ///< the same
  const ir::Inst *At = nullptr;       ///< of Of, what it is found at
  std::vector<report::wording::Slot> Slots;
  llvm::SmallVector<dataflow::Excuse, 1> Unless, WeakerIf, DoubtfulIf;
  bool IsDoubtful = false;
};

/// A finding, if nothing excuses it.
struct Reported {
  report::Finding F;
  bool IsDoubtful = false; ///< of level 3, if not of level 1
  llvm::SmallVector<dataflow::Excuse, 1> Unless, WeakerIf, DoubtfulIf;
};

class Sink {
public:
  Sink(const Check &C, const RunOptions &Options, report::SourceCache &Sources, const NameUses &Names,
       std::vector<Reported> &Out)
      : C(C), Options(Options), Sources(Sources), Names(Names), Out(Out) {}

  /// What nothing of a program leads to is of level 2: nobody knows where it would be used.
  Draft draft(const SolvedFunction &S, const ir::Inst &At) const;
  Draft draft(const ir::Function *F, ir::SourceRange At) const;
  void add(Draft D);

  /// The check's option in the file of a function: as set, else its default.
  llvm::StringRef option(const ir::Function &F, llvm::StringRef Name) const;
  bool isSet(const SolvedFunction &S, llvm::StringRef Name) const {
    const llvm::StringRef Value = option(*S.F, Name);
    return Value == "true" || Value == "1";
  }
  /// Who says what in the run.
  const NameUses &names() const { return Names; }
  uint8_t worlds() const { return Options.Worlds; }
  int maxAccelerators() const { return Options.MaxAccelerators; }

  /// All of a file, "" if it cannot be read.
  llvm::StringRef fileText(const ir::SourceFile &File) const;
  /// Source text of a range, "" if it cannot be read.
  llvm::StringRef source(ir::SourceRange R) const;
  /// The same in quotes, or a description if it is long: "'x'", "the result of 'matmul'".
  std::string text(const ir::Function *F, const ir::Arg &A) const;
  report::Place place(ir::SourceRange R) const;

  /// Where a term says something is: "cpu", "cuda:0", "its caller's device", "the module's device".
  std::string device(const SolvedFunction &S, const dataflow::GuardedTerm &T) const;
  /// A note for the step that put What on the term's device. What that calls what it put there, if it was an operation
  /// of the program; else "".
  std::string explain(Draft &D, const SolvedFunction &S, const dataflow::GuardedTerm &T, const std::string &What) const;

private:
  /// What its repairs write means the same inside of a string.
  void spell(Draft &D) const;
  /// The same for a parameter and a member; the note names what was given, of which Name is a part.
  void explainGiven(Draft &D, const SolvedFunction &S, const dataflow::GuardedTerm &T, std::string Name) const;
  /// The source text of an opaque condition, "" if that is not in one piece.
  std::string test(const dataflow::Condition &C) const;
  /// Note, which is about the step that put something on the term's device, with the branch that this takes, if there
  /// is one and it can be named: "... here when 'c' is true" of a step in it, "...; 'c' is true on this path" of
  /// others.
  std::string branch(const SolvedFunction &S, const dataflow::GuardedTerm &T, std::string Note) const;

  const Check &C;
  const RunOptions &Options;
  report::SourceCache &Sources;
  const NameUses &Names;
  std::vector<Reported> &Out;
};

/// True if E moves a tensor and the result is lost: a statement of its own, or a copy of an element of the container
/// that a loop goes over. A result that a variable keeps is not lost, even if nobody reads it.
bool isDiscardedMove(const SolvedFunction &S, const Event &E);

/// What side Index of the demand is called: its source text, quoted, or the word for what is no argument.
std::string sideText(const Sink &Out, const dataflow::PlacedDemand &P, unsigned Index);

/// What was made where T, of side Index of the demand, says is another thing than the operand, which was computed of
/// it, `self.mean * 0.9`, or has it as a part, `net.append(nn.Linear(4, 4))`: the text of that. "" if it is the operand
/// itself.
std::string madeName(const SolvedFunction &S, const Sink &Out, const dataflow::PlacedDemand &P, unsigned Index,
                     const dataflow::GuardedTerm &T);

/// Reports every demand of S that Wanted accepts and that fails or may fail.
void reportDemands(const SolvedFunction &S, Sink &Out, llvm::function_ref<bool(const dataflow::PlacedDemand &)> Wanted);

} // namespace devtidy::checks

#endif // DEVTIDY_CHECKS_SUPPORT_SINK_H
