//===- PartOfEach.cpp - Members of one of several modules -----------------===//
//
// Part of device-tidy, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dataflow/state/PartOfEach.h"
#include "dataflow/state/Choices.h"
#include "dataflow/state/FunctionFrame.h"
#include "llvm/ADT/STLExtras.h"

namespace devtidy::dataflow {

std::optional<Value> partOfEach(const FunctionFrame &In, const Memory &Mem, const Value &Several,
                                llvm::StringRef Name) {
  std::vector<std::pair<Value, Cube>> Parts;
  std::vector<Value> Held;
  for (const auto &[Of, Guard] : llvm::zip(*Several.Elements, *Several.Guards)) {
    const Value *Part = In.isModule(Of) ? Mem.find({Of.Obj, Name}) : nullptr;
    if (!Part || !In.isModule(*Part) || Part->Partial)
      return std::nullopt;
    Parts.emplace_back(*Part, Guard);
    Held.push_back(*Part);
  }
  return Choices::isEach(Several) ? In.choices().eachOf(Held) : In.choices().choiceOf(Parts);
}

} // namespace devtidy::dataflow
