//===- Rules.cpp - Which concept answers for what ------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/Support/ErrorHandling.h"
#include <array>

namespace devtidy::dataflow {

using knowledge::Action;
using knowledge::ClassKind;

#define CONCEPT(NAME) extern const ConceptRules NAME##Rules;
#include "dataflow/Concepts.inc"

namespace {
/// Rules by their keys, of which the last is Last.
template <class Rule, class Key, Key Last> class ByKey {
public:
  void add(uint8_t Of, Rule R) {
    if (Rules[Of])
      llvm::report_fatal_error("two concepts answer for one thing");
    Rules[Of] = R;
  }
  Rule find(Key Of) const { return Rules[static_cast<size_t>(Of)]; }

private:
  std::array<Rule, static_cast<size_t>(Last) + 1> Rules{};
};

struct Table {
  ByKey<CallRule, Action, Action::Pure> Actions;
  ByKey<CallRule, ClassKind, ClassKind::Other> Classes;
  ByKey<ObjectRule, ClassKind, ClassKind::Other> Calls;
  std::array<std::vector<OccasionRule>, static_cast<size_t>(Occasion::Called) + 1> Occasions;

  Table() {
#define CONCEPT(NAME) add(NAME##Rules);
#include "dataflow/Concepts.inc"
  }

  void add(ConceptRules Of) {
    for (const Rule &R : Of)
      switch (R.K) {
      case Rule::Key::Action:
        Actions.add(R.Of, R.Run);
        break;
      case Rule::Key::Class:
        Classes.add(R.Of, R.Run);
        break;
      case Rule::Key::Call:
        Calls.add(R.Of, R.RunObject);
        break;
      case Rule::Key::Occasion:
        Occasions[R.Of].push_back(R.RunOccasion);
        break;
      }
  }
};
} // namespace

static const Table &all() {
  static const Table All;
  return All;
}

CallRule findRule(Action Of) { return all().Actions.find(Of); }
CallRule findRule(ClassKind Of) { return all().Classes.find(Of); }

std::optional<Value> callObject(CallFrame &F) {
  const knowledge::ClassInfo *Class =
      F.Self.is(Value::Kind::Object) ? F.program().Types.libraryClass(F.object(F.Self.Obj).Class) : nullptr;
  const ObjectRule Rule = Class ? all().Calls.find(Class->Kind) : nullptr;
  return Rule ? Rule(F) : std::nullopt;
}

void meet(Occasion On, CallFrame &F, const Value &Of, const Placement &There) {
  for (OccasionRule Rule : all().Occasions[static_cast<size_t>(On)])
    Rule(F, Of, There);
}

} // namespace devtidy::dataflow
