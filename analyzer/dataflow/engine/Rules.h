//===- Rules.h - Which concept answers for which calls -------------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A concept is one file under concepts/, which ends in REGISTER_CONCEPT(NAME, Rules), NAME being the file's: a rule for
// each action that it answers for. The build finds the files; two rules for one action are an error at start.
//
//===----------------------------------------------------------------------===//

#ifndef DEVTIDY_DATAFLOW_ENGINE_RULES_H
#define DEVTIDY_DATAFLOW_ENGINE_RULES_H

#include "dataflow/engine/CallFrame.h"
#include "knowledge/Names.h"

namespace devtidy::dataflow {

/// What a call of a known callable gives. It may change F.S and fills in F.E.
using CallRule = Value (*)(CallFrame &F);

struct ActionRule {
  knowledge::Action Of;
  CallRule Run;
};

using ConceptRules = llvm::ArrayRef<ActionRule>;

#define REGISTER_CONCEPT(NAME, RULES)                                                                                  \
  extern const ConceptRules NAME##Rules;                                                                               \
  const ConceptRules NAME##Rules = RULES;

/// The rule for an action; null if none is registered.
CallRule findRule(knowledge::Action Of);

} // namespace devtidy::dataflow

#endif // DEVTIDY_DATAFLOW_ENGINE_RULES_H
