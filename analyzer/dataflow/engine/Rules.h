//===- Rules.h - Which concept answers for what --------------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concept is one file under concepts/, which ends in REGISTER_CONCEPT(NAME, Rules), NAME being the file's. A rule
// says what a call with an action gives, what an object of a kind of classes is made of, what its call gives, or what
// meets on an occasion. The build finds the files; two rules for one action or one kind are an error as
// soon as a call is looked at.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_RULES_H
#define DEVTIDY_DATAFLOW_ENGINE_RULES_H

#include "dataflow/engine/CallFrame.h"
#include "dataflow/engine/ContainerFrame.h"
#include "dataflow/engine/MemoryFrame.h"
#include "dataflow/engine/ModuleFrame.h"
#include "dataflow/engine/Target.h"
#include "dataflow/state/AskedOfFields.h"
#include "knowledge/Names.h"

namespace devtidy::dataflow {

/// What a call of a known callable gives. It may change F.S and fills in F.E. Of a class: F.Self is the new object.
using CallRule = Value (*)(CallFrame &F);
/// What the call of the object F.Self gives; nothing if it is called as others are.
using ObjectRule = std::optional<Value> (*)(CallFrame &F);
/// What is to be said of Of, which is or will be at There.
using OccasionRule = void (*)(CallFrame &F, const Value &Of, const Placement &There);

/// An object of such a class is called.
struct CallOf {
  knowledge::ClassKind Class;
};

enum class Occasion : uint8_t {
  Moves,  ///< Of is about to be moved There
  Loads,  ///< Of, an object, takes over state that is There
  Called, ///< a call has given Of, which is There
};

struct Rule {
  enum class Key : uint8_t { Action, Class, Call, Occasion };

  constexpr Rule(knowledge::Action Of, CallRule Run) : K(Key::Action), Of(static_cast<uint8_t>(Of)), Run(Run) {}
  constexpr Rule(knowledge::ClassKind Of, CallRule Run) : K(Key::Class), Of(static_cast<uint8_t>(Of)), Run(Run) {}
  constexpr Rule(CallOf C, ObjectRule Run) : K(Key::Call), Of(static_cast<uint8_t>(C.Class)), RunObject(Run) {}
  constexpr Rule(Occasion On, OccasionRule Run) : K(Key::Occasion), Of(static_cast<uint8_t>(On)), RunOccasion(Run) {}

  Key K;
  uint8_t Of;
  CallRule Run = nullptr;
  ObjectRule RunObject = nullptr;
  OccasionRule RunOccasion = nullptr;
};

using ConceptRules = llvm::ArrayRef<Rule>;

#define REGISTER_CONCEPT(NAME, RULES)                                                                                  \
  extern const ConceptRules NAME##Rules;                                                                               \
  const ConceptRules NAME##Rules = RULES;

/// The rule for an action, or for objects of a kind of classes that are made; null if none is registered.
CallRule findRule(knowledge::Action Of);
CallRule findRule(knowledge::ClassKind Of);
/// What the call of the object F.Self gives; nothing if no rule says so.
std::optional<Value> callObject(CallFrame &F);
/// All rules of that occasion, in the order of the files.
void meet(Occasion On, CallFrame &F, const Value &Of, const Placement &There);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_RULES_H
