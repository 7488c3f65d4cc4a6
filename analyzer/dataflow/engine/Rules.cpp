//===- Rules.cpp - Which concept answers for which calls -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/engine/Rules.h"
#include "llvm/Support/ErrorHandling.h"
#include <array>

namespace devtidy::dataflow {

#define CONCEPT(NAME) extern const ConceptRules NAME##Rules;
#include "dataflow/Concepts.inc"

namespace {
struct Table {
  static constexpr size_t Count = static_cast<size_t>(knowledge::Action::Pure) + 1;
  std::array<CallRule, Count> Rules{};

  Table() {
#define CONCEPT(NAME) add(NAME##Rules);
#include "dataflow/Concepts.inc"
  }

  void add(ConceptRules Of) {
    for (const ActionRule &R : Of) {
      CallRule &Rule = Rules[static_cast<size_t>(R.Of)];
      if (Rule)
        llvm::report_fatal_error("two concepts answer for one action");
      Rule = R.Run;
    }
  }
};
} // namespace

CallRule findRule(knowledge::Action Of) {
  static const Table All;
  return All.Rules[static_cast<size_t>(Of)];
}

} // namespace devtidy::dataflow
